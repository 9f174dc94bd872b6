// @ts-check
// The log of the console.
// Here: every line with its version and clause, and every refusal, in order of arrival. Not here: the sentences: they
// come from the house.

import { clauseElement, lineWords } from "../shared/clauses.js";
import { byId, h } from "../shared/dom.js";
import { refusalWords } from "./words.js";

/** @import { Desk } from "./desk.js" */

/** @typedef {{key: string, line?: Wire.Line, notice: string, clause: string}} Entry a line, or a refusal */

const MOST = 400;
const CALLS = ["betting opened", "betting closed", "deal ended", "dealer revealed", "round settled"];
const FAULTS = [
  "irregularity reported",
  "irregularity remedied",
  "report retracted",
  "round voided",
  "foul declared",
  "player prohibited",
  "round corrected",
  "settlement corrected",
  "debt booked",
  "envy corrected",
];

/** The lines and refusals so far, oldest first. */
export class Log {
  /** @type {Entry[]} */
  entries = [];
  /** @type {Set<string>} the keys of the lines */
  known = new Set();
  refusals = 0;

  /**
   * Add lines, skipping those already known.
   * @param {Wire.Line[]} lines
   */
  take(lines) {
    for (const line of lines) {
      const key = keyOf(line);
      if (this.known.has(key)) continue;
      this.known.add(key);
      this.entries.push({ key, line, notice: "", clause: line.clause });
    }
    this.entries.splice(0, Math.max(0, this.entries.length - MOST));
  }

  /**
   * Add a refusal.
   * @param {string} notice
   * @param {string} clause
   */
  refuse(notice, clause) {
    this.refusals += 1;
    this.entries.push({ key: `r${this.refusals}`, notice, clause });
  }

  /** The lines of the round in progress, or of the one just ended. */
  round() {
    const opened = this.entries.findLastIndex(({ line }) => line?.event.type === "betting opened");
    return this.entries.slice(Math.max(0, opened)).flatMap(({ line }) => line ?? []);
  }
}

/**
 * What tells a line from others: its version, and the player whose debt it changes, if it does.
 * @param {Wire.Line} line
 */
function keyOf({ version, event }) {
  const debt = event.type === "debt booked" || event.type === "debt deducted";
  return debt ? `v${version} ${event.player}` : `v${version}`;
}

/** @param {Desk} desk */
export function logElement(desk) {
  return [
    h(
      "div",
      { class: "log-head", key: "head" },
      h("h2", { id: "log-title" }, "Log ", h("kbd", null, "L")),
      linksElement(desk),
    ),
    h(
      "div",
      {
        class: "log",
        key: "log",
        id: "log",
        role: "log",
        tabindex: "0",
        "aria-labelledby": "log-title",
        data: { testid: "log" },
      },
      h("ol", { id: "log-lines", key: desk.book?.book ?? "", data: { kept: true } }), // new with the book
    ),
  ];
}

/**
 * Add the lines that are new, and remove those that are no longer listed. Drawing them all again would take longer with
 * every line.
 * @param {Desk} desk
 */
export function drawLines(desk) {
  const { entries } = desk.log;
  const list = byId("log-lines");
  const first = entries[0]?.key;
  while (list.firstElementChild && list.firstElementChild.getAttribute("data-key") !== first) {
    list.firstElementChild.remove();
  }
  list.append(...entries.slice(list.childElementCount).map((entry) => entryElement(desk, entry)));
  if (!entries.length) list.append(h("li", { class: "quiet" }, h("span"), "Nothing has happened yet."));
}

/** @param {Desk} desk */
function linksElement(desk) {
  const name = encodeURIComponent(desk.name);
  const apart = { target: "_blank", rel: "noopener" };
  return h(
    "nav",
    { "aria-label": "Other pages" },
    h("a", { href: `/history/${name}` }, "Rounds"),
    h("a", { href: `/rules/${encodeURIComponent(desk.bookId)}`, ...apart }, "Rules"),
    h("a", { href: `/table/${name}`, ...apart }, "Table"),
  );
}

/**
 * @param {Desk} desk
 * @param {Entry} entry
 */
function entryElement(desk, { key, line, notice, clause }) {
  const type = line?.event.type ?? "refused";
  const kind = !line ? "no" : FAULTS.includes(type) ? "wrong" : CALLS.includes(type) ? "call" : "";
  const title = line ? `Version ${line.version} of the table` : null;
  return h(
    "li",
    { key, class: kind, data: { event: type, version: line?.version } },
    h("span", { class: "version number", title }, line?.version ?? ""),
    h(
      "span",
      { class: "line-text" },
      line
        ? [lineWords(line), line.asked_by ? ` Asked for by ${line.asked_by}.` : ""]
        : [h("b", null, "Refused: "), refusalWords(notice)],
      " ",
      clauseElement(desk, clause),
    ),
  );
}
