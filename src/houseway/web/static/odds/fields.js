// @ts-check
// What outcomes pay, with a field for the commission and for every pay line.
// Here: the fields, and what is wrong with one. Not here: reading them (`book`).

import { h } from "../shared/dom.js";
import { capital } from "../shared/words.js";
import { keyOf } from "./names.js";

/** @import { Odds } from "./book.js" */

/** @param {Wire.ParLine} line */
export const netWords = ({ net_float: net }) =>
  `${net > 0 ? "+" : net < 0 ? "\u2212" : ""}${Number(Math.abs(net).toFixed(6))}`;

/**
 * What an outcome of the main wager pays; the win has the field for the commission.
 * @param {Odds} page
 * @param {Wire.ParLine} line
 * @param {number} at
 */
export function netElement(page, line, at) {
  if (at) return netWords(line);
  const main = page.card?.wagers.find((wager) => wager.main);
  const [part, whole] = (main?.commission ?? "0/1").split("/").map(Number);
  const printed = `${(100 * part) / whole}%`;
  return [
    netWords(line),
    h(
      "label",
      { class: "pay-field" },
      h("span", null, "commission"),
      fieldElement(page, { id: "commission", name: "Commission", line: "", printed, wide: true }),
    ),
  ];
}

/**
 * @param {Odds} page
 * @param {Wire.ParWager} wager
 * @param {Wire.ParLine} line
 */
export function payElement(page, wager, line) {
  const card = page.card?.wagers.find(({ key }) => key === wager.wager);
  const table = card?.pay_tables.find(({ name }) => name === wager.pay_table);
  const printed = String(table?.lines.find(({ name }) => name === line.name)?.pays ?? "");
  const of = `${wager.wager}:${line.name}`;
  const name = `What ${line.name} pays, to 1`;
  return fieldElement(page, { id: `${keyOf(wager)} ${line.name}`, name, line: of, printed });
}

/**
 * @param {Odds} page
 * @param {{id: string, name: string, line: string, printed: string, wide?: boolean}} field
 */
function fieldElement(page, { id, name, line, printed, wide = false }) {
  const wrong = page.wrong[id];
  return [
    h("input", {
      id,
      key: id,
      type: "text",
      inputmode: "decimal",
      autocomplete: "off",
      class: wide ? "wide-field" : "",
      "aria-label": name,
      "aria-invalid": wrong ? "true" : null,
      "aria-describedby": wrong ? `wrong ${id}` : null,
      data: { line, printed },
    }),
    wrong ? wrongElement(id, wrong) : null,
  ];
}

/**
 * @param {string} id
 * @param {string} words
 */
export function wrongElement(id, words) {
  return h("p", { class: "wrong", id: `wrong ${id}`, key: `wrong ${id}`, role: "alert" }, capital(words));
}
