// @ts-check
// The state of the journal and of the program, and verifying all of it.

import { h } from "../shared/dom.js";
import { sentence } from "../shared/words.js";

/** @import { Records } from "./audit.js" */

/**
 * @param {Records} page
 * @param {Wire.AuditView} state
 */
export function stateElement(page, state) {
  const wrong = [...state.findings, ...state.changed];
  const heads = state.heads
    ? `at entry ${state.head_at.toLocaleString("en")}, kept in ${state.heads}`
    : "kept nowhere: entries cut off the end would go unnoticed";
  return h(
    "section",
    { class: "panel", key: "state", "aria-label": "State" },
    h("h2", null, "State"),
    wrong.map((finding) => h("p", { class: "bad", role: "alert", key: finding }, sentence(finding))),
    h(
      "dl",
      { class: "facts" },
      h("dt", null, "Verified"),
      h("dd", { data: { testid: "verified" } }, `to entry ${state.verified.toLocaleString("en")}`),
      h("dt", null, "Last entry"),
      h("dd", null, `${state.entries.toLocaleString("en")}, `, h("code", null, state.hash)),
      h("dt", null, "Heads"),
      h("dd", { class: state.heads ? "" : "bad" }, heads),
      h("dt", null, "Program"),
      h("dd", null, `${state.version}, `, h("code", null, state.program)),
      state.tables
        .filter((table, at) => table.digest && state.tables.findIndex(({ book }) => book === table.book) === at)
        .flatMap(({ book, digest }) => [
          h("dt", { key: `t ${book}` }, book),
          h("dd", { key: book }, h("code", null, digest)),
        ]),
    ),
    verifiedElement(page),
  );
}

/** @param {Records} page */
function verifiedElement({ verified, verifying }) {
  const label = verifying ? "Verifying" : "Verify all of it now";
  const button = h("button", { type: "button", disabled: verifying, data: { act: "verify" } }, label);
  if (!verified) return button;
  const fine = !verified.findings.length;
  const read = `${verified.entries.toLocaleString("en")} entries`;
  return [
    button,
    h(
      "p",
      { class: fine ? "good" : "bad", role: "status", data: { testid: "verdict" } },
      fine ? `${read}, ${verified.heads} heads: nothing is wrong.` : `${read}: ${verified.findings.length} wrong.`,
    ),
    verified.findings.map((finding) => h("p", { class: "bad", key: finding }, sentence(finding))),
    verified.not_shown.map((each) =>
      h("p", { class: "quiet", key: each }, `This cannot show ${each.replace(/ \(--.*\)$/, "")}.`),
    ),
  ];
}
