// @ts-check
// Opening a table: its book, its limits for every wager, and the most that a round can cost the house.
// Here: the form, and asking the house for the usual limits and the cost while it is filled in. Not here: what is usual
// or valid: the house decides.

import { fieldOf, h } from "../shared/dom.js";
import { ask, asRefused } from "../shared/request.js";
import { money, readMoney, sentence, short } from "../shared/words.js";
import { noticeElement } from "./floor-forms.js";
import { centsOf } from "./typed.js";

/** @import { Floor } from "./floor.js" */

/** The terms the house names for what is typed, or why it does not accept it. */
export class TableTerms {
  /** @type {Wire.Terms | null} */
  found = null;
  /** The sentence that refuses what is typed. */
  refused = "";
  asked = 0;

  /**
   * Ask the house about what is typed; an answer that a later question overtook is ignored.
   * @param {HTMLFormElement} form
   */
  async ask(form) {
    const number = ++this.asked;
    /** @param {string} name */
    const typed = (name) => fieldOf(form, name)?.value.trim() ?? "";
    const book = typed("book");
    const unit = readMoney(typed("unit"));
    if (!book || !unit) return;
    try {
      /** @type {Wire.AskedTerms} */
      const asked = { book, positions: Number(typed("positions")) || 1, unit, limits: this.limits(form) };
      const found = await ask("POST", "/staff/tables/terms", asked);
      if (number !== this.asked) return;
      this.found = found;
      this.refused = "";
    } catch (error) {
      if (number === this.asked) this.refused = asRefused(error).message;
    }
  }

  /**
   * The limits that are typed; a wager is left out where both fields are empty, and one empty field takes the usual.
   * @param {HTMLFormElement} form
   * @returns {Record<string, [number, number]>}
   */
  limits(form) {
    /** @type {Record<string, [number, number]>} */
    const limits = {};
    for (const { key, least, most } of this.found?.wagers ?? []) {
      const [low, high] = ["least", "most"].map((end) => fieldOf(form, `${end}-${key}`)?.value.trim() ?? "");
      if (low || high) limits[key] = [low ? centsOf(low) : least, high ? centsOf(high) : most];
    }
    return limits;
  }
}

/**
 * @param {Floor} floor
 * @param {HTMLFormElement} form
 */
export async function openTable(floor, form) {
  /** @param {string} name */
  const field = (name) => fieldOf(form, name).value.trim();
  const { name } = await ask("POST", "/staff/tables", {
    book: field("book"),
    name: field("name"),
    positions: Number(field("positions")),
    unit: centsOf(field("unit")),
    limits: floor.terms.limits(form),
    exposure: field("exposure") ? centsOf(field("exposure")) : 0,
    dealer: field("dealer"),
  });
  floor.notices = { "open-table": { words: `Table ${name} is open`, done: true } };
  form.reset();
  await Promise.all([floor.look(), floor.terms.ask(form)]);
}

/**
 * The fields for the limits of every wager, with the usual ones where nothing is typed.
 * @param {Floor} floor
 */
function limitsElement({ fields, terms: { found } }) {
  const amount = { inputmode: "decimal", maxlength: fields.amount, autocomplete: "off" };
  return h(
    "div",
    { class: "limits", key: "limits", data: { testid: "limits" } },
    h("span", { class: "limits-head" }, "Limits"),
    h("span", { class: "limits-head", "aria-hidden": "true" }, "Minimum"),
    h("span", { class: "limits-head", "aria-hidden": "true" }, "Maximum"),
    (found?.wagers ?? []).map(({ key, name, least, most }) => [
      h("span", { key: `n-${key}`, class: "limits-name" }, name),
      h("input", {
        ...amount,
        key: `l-${key}`,
        name: `least-${key}`,
        placeholder: short(least),
        "aria-label": `${name}: minimum`,
      }),
      h("input", {
        ...amount,
        key: `m-${key}`,
        name: `most-${key}`,
        placeholder: short(most),
        "aria-label": `${name}: maximum`,
      }),
    ]),
  );
}

/** @param {Floor} floor */
function costElement({ terms: { found, refused } }) {
  if (refused) return h("p", { class: "refused", key: "cost", role: "status" }, sentence(refused));
  if (!found) return null;
  return h(
    "p",
    { class: "quiet hint", key: "cost", role: "status", data: { testid: "cost" } },
    `A round can cost the house at most ${money(found.exposure)}.`,
  );
}

/**
 * @param {string} name
 * @param {string} words
 * @param {Record<string, unknown>} attributes
 */
function textField(name, words, attributes) {
  return h(
    "div",
    { class: "field", key: `f-${name}` },
    h("label", { for: `open-${name}` }, words),
    h("input", { id: `open-${name}`, name, autocomplete: "off", ...attributes }),
  );
}

/**
 * @param {string} name
 * @param {string} words
 * @param {[string, string, string?][]} options a value, its words, and the group it is listed in
 * @param {string} [kind]
 */
function selectField(name, words, options, kind = "field") {
  return h(
    "div",
    { class: kind, key: `f-${name}` },
    h("label", { for: `open-${name}` }, words),
    h("select", { id: `open-${name}`, name, required: true }, optionsElement(options)),
  );
}

/**
 * Options under the heading of their group, if they have one.
 * @param {[string, string, string?][]} options
 */
function optionsElement(options) {
  const groups = [...new Set(options.map(([, , group]) => group ?? ""))];
  return groups.map((group) => {
    const those = options
      .filter((option) => (option[2] ?? "") === group)
      .map(([value, text]) => h("option", { value, key: value }, text));
    return group ? h("optgroup", { label: group, key: group }, those) : those;
  });
}

/**
 * The books on the shelf, or those of the tables until the house has listed them.
 * @param {Floor} floor
 * @returns {[string, string, string][]} a book, its words and its group
 */
function booksOf({ books, tables }) {
  /** @type {Map<string, [string, string, string]>} */
  const known = new Map();
  for (const { book, title, group } of books ?? tables ?? []) known.set(book, [book, `${title} (${book})`, group]);
  return [...known.values()];
}

/** @param {Floor} floor */
export function openTableElement(floor) {
  const { fields, staff } = floor;
  if (!staff.may_open_tables) {
    return h(
      "section",
      { class: "panel", key: "no-open" },
      h("h2", null, "Open a table"),
      h("p", { class: "quiet" }, "The gaming shift manager opens tables."),
    );
  }
  const amount = { inputmode: "decimal", maxlength: fields.amount };
  const positions = { type: "number", min: "1", max: fields.positions, value: fields.positions, required: true };
  return h(
    "form",
    { class: "panel", key: "open", data: { form: "open-table" } },
    h("h2", null, "Open a table"),
    h(
      "div",
      { class: "fields" },
      selectField("book", "Book", booksOf(floor), "field wide"),
      textField("name", "Name", { required: true, maxlength: fields.table }),
      textField("positions", "Positions", positions),
      textField("unit", "Unit", { ...amount, value: "1", required: true }),
      selectField("dealer", "Dealer", [
        ["person", "A person"],
        ["automatic", "Automatic"],
      ]),
    ),
    limitsElement(floor),
    h(
      "div",
      { class: "fields", key: "cap" },
      textField("exposure", "A round may cost at most", { ...amount, placeholder: "no cap" }),
    ),
    costElement(floor),
    h("button", { class: "main", type: "submit" }, "Open the table"),
    noticeElement(floor, "open-table"),
  );
}
