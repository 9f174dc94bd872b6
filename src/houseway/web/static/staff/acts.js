// @ts-check
// The dealer's acts in the order of the round.
// Here: drawing them. What is possible, and why not, comes from the scene. Not here: performing an act (`commands`).

import { clauseElement, clauseText } from "../shared/clauses.js";
import { h } from "../shared/dom.js";
import { capital } from "../shared/words.js";
import { noticeElement, refusalWords } from "./words.js";

/** @import { Desk } from "./desk.js" */

/** The act between two rounds that has a letter as its key; the others have numbers, as in every book. */
export const OFFER = "offer the bank";

/** @param {Desk} desk */
export function actsElement(desk) {
  return [
    h(
      "div",
      { class: "acts", role: "group", "aria-label": "The dealer\u2019s acts, in the order of the round", key: "acts" },
      desk.scene.can.acts.map((act, index) => actElement(desk, act, index)),
    ),
    permitElement(desk),
    noticeElement(desk, "acts"),
  ];
}

/**
 * Permitting players to withdraw, after a remedy that calls for it.
 * @param {Desk} desk
 */
function permitElement(desk) {
  const { permit } = desk.scene.can;
  if (!permit) return null;
  const button = {
    type: "button",
    class: permit.refusal ? "" : "main",
    "aria-disabled": permit.refusal ? "true" : null,
    data: { act: "permit withdrawal", testid: "permit" },
  };
  return h(
    "p",
    { class: "permit", key: "permit" },
    "Players may be permitted to withdraw their wagers ",
    clauseElement(desk, permit.clause),
    h("button", button, "Permit withdrawal", h("kbd", null, "M")),
    h("small", { class: "quiet" }, permit.refusal ? refusalWords(permit.refusal) : `by the ${permit.by} or above`),
  );
}

/**
 * @param {Desk} desk
 * @param {Wire.Choice} act
 * @param {number} index
 */
function actElement(desk, act, index) {
  const words = clauseText(desk.book, act.clause);
  const button = {
    type: "button",
    class: act.refusal ? "act" : "act main",
    "aria-disabled": act.refusal ? "true" : null,
    "aria-describedby": `why-${index}`,
    data: { act: act.name, deal: "yes" },
  };
  return h(
    "div",
    { class: "act-cell", key: act.name },
    h(
      "button",
      button,
      h(
        "span",
        { class: "act-top" },
        h("kbd", null, act.name === OFFER ? "B" : index + 1),
        h("span", { class: "act-clause" }, act.clause),
      ),
      h("span", { class: "act-name" }, capital(act.name)),
    ),
    h(
      "span",
      { class: "why", id: `why-${index}`, role: "tooltip" },
      h("b", null, act.refusal ? refusalWords(act.refusal) : "Available now."),
      " ",
      words ? `${act.clause}: ${words} ` : `Clause ${act.clause}. `,
      `By the ${act.by} or above.`,
    ),
  );
}
