// @ts-check
// The procedure of a book: who may do what when, and what can go wrong.
// Here: the two tables. Not here: what they say: it comes from the book.

import { h } from "../shared/dom.js";

const ACTS = ["Act", "By, or anyone above", "When", "Clause"];
const FAULTS = ["Fault", "Clause", "Reported when", "Remedies"];

/** @param {Wire.RulesCard} rules */
export function proceduresElement({ acts, faults }) {
  return [
    tableElement("procedure", "Procedure", ACTS, acts),
    faults.length ? tableElement("irregularities", "Irregularities", FAULTS, faults) : null,
  ];
}

/**
 * @param {string} id
 * @param {string} title
 * @param {string[]} heads
 * @param {string[][]} rows
 */
function tableElement(id, title, heads, rows) {
  return h(
    "section",
    { key: id, id, "aria-labelledby": `${id}-head` },
    h("h3", { id: `${id}-head` }, title),
    h(
      "table",
      { class: "stacked" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          heads.map((head) => h("th", { scope: "col" }, head)),
        ),
      ),
      h(
        "tbody",
        null,
        rows.map((row) =>
          h(
            "tr",
            { class: "found-in", key: row.join() },
            row.map((cell, at) => h("td", { key: heads[at], data: { is: heads[at] } }, cell)),
          ),
        ),
      ),
    ),
  );
}
