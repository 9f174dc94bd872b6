// @ts-check
// What the page of the cage shows: floats, sums, reports and slips.
// Here: drawing them. Not here: any figure: the house counts.

import { h } from "../shared/dom.js";
import { money, sentence } from "../shared/words.js";

const COLUMNS = /** @type {const} */ (["opening", "fills", "credits", "drop", "win", "variance", "tray"]);
const HEADS = ["Opening", "Fills", "Credits", "Drop", "Win", "Variance", "Tray", "Exposure"];

/** @param {Wire.CageView} cage */
export function floatsElement(cage) {
  /** @param {(typeof COLUMNS)[number]} column */
  const sum = (column) => cage.tables.reduce((all, table) => all + table[column], 0);
  return h(
    "table",
    { class: "floor-table floats", key: "table" },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("th", { scope: "col" }, "Table"),
        HEADS.map((head) => h("th", { scope: "col" }, head)),
      ),
    ),
    h("tbody", null, cage.tables.map(floatElement)),
    h(
      "tfoot",
      null,
      h(
        "tr",
        null,
        h("th", { scope: "row" }, "All tables"),
        COLUMNS.map((column, at) => h("td", { data: { label: HEADS[at] } }, money(sum(column)))),
        h("td", { data: { label: "Exposure" } }, money(cage.exposure)),
      ),
    ),
  );
}

/** @param {Wire.CageTable} table */
function floatElement(table) {
  const low = table.tray < table.exposure;
  return h(
    "tr",
    { key: table.table, data: { table: table.table } },
    h(
      "th",
      { scope: "row" },
      table.table,
      table.counted ? h("small", null, "counted") : null,
      low ? h("small", { class: "low" }, "needs a fill") : null,
    ),
    COLUMNS.map((column, at) => {
      const mark = column === "tray" && low ? "low" : null;
      return h("td", { class: mark, data: { label: HEADS[at], figure: column } }, money(table[column]));
    }),
    h(
      "td",
      { title: `At most ${money(table.most_exposure)} a round`, data: { label: "Exposure", figure: "exposure" } },
      money(table.exposure),
    ),
  );
}

/** @param {Wire.CageView} cage */
export function sumsElement(cage) {
  const cap = cage.exposure_cap ? ` of ${money(cage.exposure_cap)}` : "";
  return h(
    "p",
    { class: "sums", key: "sums" },
    h("span", null, "Chips of players ", h("b", { data: { testid: "chips-out" } }, money(cage.chips_out))),
    h("span", null, "Cash taken, less paid out ", h("b", null, money(cage.cash_in_cage))),
    h("span", null, "Exposure of all rounds ", h("b", null, money(cage.exposure) + cap)),
    cage.verdict ? h("span", { data: { testid: "verdict" } }, cage.verdict) : null,
  );
}

/** @param {Wire.CageView} cage */
export function reportsElement(cage) {
  if (!cage.last_shift) return null;
  /** @param {string} form */
  const link = (form) => {
    const href = `/staff/cage/report/${cage.last_shift}?form=${form}`;
    return h("a", { href, key: form, target: "_blank", rel: "noopener" }, form.toUpperCase());
  };
  return h(
    "p",
    { class: "forms", key: "reports" },
    `Report of shift ${cage.last_shift}:`,
    ["pdf", "csv", "txt", "json"].map(link),
  );
}

/** @param {Wire.CageView} cage */
export function slipsElement(cage) {
  const none = h("p", { class: "quiet" }, "Nothing was recorded yet.");
  return h(
    "section",
    { class: "slips", key: "slips", tabindex: "0", "aria-label": "Slips" },
    cage.slips.length ? h("ol", null, cage.slips.map(slipElement)) : none,
  );
}

/** @param {Wire.CageSlip} slip */
function slipElement({ number, at, by, says }) {
  return h(
    "li",
    { key: `slip${number}` },
    h("span", { class: "number" }, `${number}`),
    h("span", null, sentence(says)),
    h("small", null, `${by}, ${at.slice(11, 16)} UTC`),
  );
}
