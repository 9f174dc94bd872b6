// @ts-check
// The details of a request: position, wager, player, amount and so on.
// Here: a field for each, and reading them. Not here: which details a request needs: that is in the book.

import { h } from "../shared/dom.js";
import { centsOf } from "./typed.js";
import { placeName, positionsOf, wagerName } from "./words.js";

/** @import { Desk } from "./desk.js" */

/** @typedef {{position?: number, wager?: string, player?: string, cents?: number, cards?: number,
 *   handled?: boolean, note?: string}} Details */

/**
 * Everybody who plays at the table.
 * @param {Desk} desk
 */
export function playersOf(desk) {
  const { seats, wagers, restricted, prohibited } = desk.scene.table;
  const staked = Object.values(wagers).flatMap((kinds) =>
    Object.values(kinds)
      .flat()
      .map((stake) => stake.player),
  );
  return [...new Set([...Object.values(seats), ...staked, ...restricted, ...prohibited])];
}

/**
 * The wagers of the book, or those of the table where the book cannot be read.
 * @param {Desk} desk
 */
function wagerKeys(desk) {
  const { limits, wagers } = desk.scene.table;
  const known = [...Object.keys(limits), ...Object.values(wagers).flatMap((kinds) => Object.keys(kinds))];
  return desk.book?.wagers.map((wager) => wager.key) ?? [...new Set(["main", ...known])];
}

/**
 * Fields for details, each with its label.
 * @param {Desk} desk
 * @param {string[]} needs
 * @param {string} id tells the forms apart
 */
export function detailFields(desk, needs, id) {
  /** @type {Record<string, () => HTMLElement>} */
  const fields = {
    position: () =>
      selectField(
        id,
        "position",
        "Position",
        [0, ...positionsOf(desk)].map((at) => [at, placeName(desk, at)]),
      ),
    wager: () =>
      selectField(
        id,
        "wager",
        "Wager",
        wagerKeys(desk).map((key) => [key, wagerName(desk, key)]),
      ),
    player: () =>
      selectField(
        id,
        "player",
        "Player",
        playersOf(desk).map((name) => [name, name]),
      ),
    cents: () =>
      textField(id, "cents", "Amount", { inputmode: "decimal", placeholder: "25.00", maxlength: desk.fields.amount }),
    cards: () => textField(id, "cards", "Number of cards", { type: "number", min: "1", max: desk.book?.deck }),
    handled: () => {
      const box = h("input", { type: "checkbox", name: "handled" });
      return h("label", { class: "tick", key: "d-handled" }, box, "A player handled cards but did not look at them");
    },
    note: () => textField(id, "note", "Note for the log", { maxlength: desk.fields.note }, "field wide"),
  };
  return needs.flatMap((need) => fields[need]?.() ?? []);
}

/**
 * @param {string} id
 * @param {string} name
 * @param {string} words
 * @param {(string | number)[][]} options pairs of a value and its words
 */
function selectField(id, name, words, options) {
  return h(
    "div",
    { class: "field", key: `d-${name}` },
    h("label", { for: `${id}-${name}` }, words),
    h(
      "select",
      { id: `${id}-${name}`, name },
      h("option", { value: "", key: "none" }, "choose"),
      options.map(([value, text]) => h("option", { value, key: `o-${value}` }, text)),
    ),
  );
}

/**
 * @param {string} id
 * @param {string} name
 * @param {string} words
 * @param {Record<string, unknown>} attributes
 * @param {string} [kind]
 */
function textField(id, name, words, attributes, kind = "field") {
  return h(
    "div",
    { class: kind, key: `d-${name}` },
    h("label", { for: `${id}-${name}` }, words),
    h("input", { id: `${id}-${name}`, name, autocomplete: "off", ...attributes }),
  );
}

/**
 * The values of a form's fields, without the empty ones.
 * @param {HTMLFormElement} form
 * @returns {Details}
 */
export function detailsOf(form) {
  /** @type {Details} */
  const found = {};
  for (const element of /** @type {Iterable<HTMLInputElement>} */ (form.elements)) {
    const { name } = element;
    const value = element.value.trim();
    if (name === "handled" && element.checked) found.handled = true;
    else if (!value) continue;
    else if (name === "cents") found.cents = centsOf(value);
    else if (name === "position" || name === "cards") found[name] = Number(value);
    else if (name === "wager" || name === "player" || name === "note") found[name] = value;
  }
  return found;
}
