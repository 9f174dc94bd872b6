// @ts-check
// The wagers of the draft: what the main wager pays, and every pay table with its lines.
// Here: drawing them. Not here: choosing the hands of a line (`editor`), or carrying a change out (`design`).

import { byId, h, show } from "../shared/dom.js";
import { pickElement, saysOf } from "./clauses.js";

/** @import { Page } from "./design.js" */
/** @import { Plain } from "./draft.js" */

/** @param {Page} page */
export function drawWagers(page) {
  const { draft } = page;
  if (!page.words || !draft.now.based_on) return show(byId("wagers"), null);
  const base = draft.base.side_wagers ?? [];
  const gone = base.filter((/** @type {Plain} */ { key }) => !draft.wagers.some((side) => side.key === key));
  show(
    byId("wagers"),
    h("div", { class: "sheet-head", key: "head" }, h("h2", null, "The wagers")),
    mainElement(draft.get("main")),
    draft.wagers.map((side, at) => sideElement(page, side, at)),
    gone.map((/** @type {Plain} */ { key, name }) =>
      h(
        "p",
        { class: "gone", key: `gone ${key}` },
        h("span", null, `${name} is left out.`),
        h("button", { type: "button", class: "plain", data: { act: "put-wager", key } }, "Put back"),
      ),
    ),
  );
}

/** @param {Plain} main */
function mainElement(main) {
  return h(
    "div",
    { class: "panel wager", key: "main" },
    h("h3", null, main.name),
    h(
      "div",
      { class: "fields" },
      fieldElement("Pays, to 1", { field: "pays", value: main.pays ?? 1 }, "numeric"),
      fieldElement("Commission on a win", { field: "commission", value: main.commission ?? "0%" }, "text"),
    ),
  );
}

/**
 * @param {string} label
 * @param {Record<string, any>} data
 * @param {"numeric" | "text" | "decimal"} mode
 */
export function fieldElement(label, data, mode) {
  return h(
    "label",
    { class: "field" },
    h("span", null, label),
    h("input", { inputmode: mode, autocomplete: "off", data }),
  );
}

/**
 * @param {Page} page
 * @param {Plain} side
 * @param {number} at
 */
function sideElement(page, side, at) {
  const found = page.proof?.wagers.find(({ key }) => key === side.key);
  return h(
    "details",
    { class: "panel wager", key: side.key, data: { testid: "wager", key: side.key } },
    h("summary", null, h("h3", null, side.name), found ? h("span", { class: "quiet" }, found.judged) : null),
    side.pay_tables.map((/** @type {Plain} */ pays, /** @type {number} */ table) =>
      tableElement(page, pays, at, table, found?.pay_tables[table]),
    ),
    h(
      "div",
      { class: "acts" },
      h("button", { type: "button", class: "danger", data: { act: "drop-wager", at } }, "Leave this wager out"),
    ),
  );
}

/**
 * @param {Page} page
 * @param {Plain} pays
 * @param {number} at
 * @param {number} table
 * @param {Wire.DraftTable | undefined} found
 */
function tableElement(page, pays, at, table, found) {
  const envy = pays.lines.some((/** @type {Plain} */ line) => line.envy);
  return h(
    "div",
    { class: "pay-table", key: `table ${table}` },
    pays.name ? h("h4", null, `Pay table ${pays.name}`) : null,
    h(
      "ul",
      { class: "lines" },
      pays.lines.map((/** @type {Plain} */ line, /** @type {number} */ number) =>
        lineElement(page, line, { at, table, line: number }, envy, found?.lines[number]),
      ),
    ),
    h("button", { type: "button", class: "plain", data: { act: "add-line", at, table } }, "Add a line"),
  );
}

/**
 * @param {Page} page
 * @param {Plain} line
 * @param {{at: number, table: number, line: number}} where
 * @param {boolean} envy
 * @param {Wire.DraftLine | undefined} found
 */
function lineElement(page, line, where, envy, found) {
  const path = `side_wagers.${where.at}.pay_tables.${where.table}.lines.${where.line}`;
  const open = page.open.has(path);
  return h(
    "li",
    { key: path, class: "line", data: { testid: "line" } },
    h(
      "div",
      { class: "line-row" },
      h(
        "span",
        { class: "line-name" },
        h("b", { dir: "auto" }, line.name),
        h("span", { class: "quiet" }, found ? `${found.counted} hands` : ""),
      ),
      fieldElement("Pays, to 1", { field: "line-pays", ...where, value: line.pays }, "numeric"),
      envy
        ? fieldElement("Envy Bonus", { field: "line-envy", ...where, value: (line.envy ?? 0) / 100 }, "decimal")
        : null,
      h(
        "button",
        { type: "button", class: "plain", "aria-expanded": String(open), data: { act: "open-line", path } },
        "Hands",
      ),
    ),
    open
      ? h(
          "div",
          { class: "clause-body" },
          h(
            "label",
            { class: "field wide" },
            h("span", null, "Name"),
            h("input", { dir: "auto", data: { field: "line-name", ...where, value: line.name } }),
          ),
          h("p", null, h("b", null, "For "), saysOf(page, "condition", line.when)),
          pickElement(page, "condition", line.when, `${path}.when`),
          line.dealer ? h("p", null, h("b", null, "Dealer: "), saysOf(page, "condition", line.dealer)) : null,
          h(
            "div",
            { class: "acts" },
            h(
              "button",
              { type: "button", class: "danger", data: { act: "drop-line", ...where } },
              "Leave this line out",
            ),
          ),
        )
      : null,
  );
}
