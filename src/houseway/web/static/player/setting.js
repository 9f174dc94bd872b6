// @ts-check
// Setting a hand.
// Here: which cards the player has sent to L, undoing that, and what the two hands are called now. Not here: ranks or
// fouls: every way to set the hand comes with its names from the house.

import { cardElement, cardName } from "../shared/cards.js";
import { h } from "../shared/dom.js";
import { sentence } from "../shared/words.js";
import { forgetSetting, keepSetting, keptSetting } from "./kept-setting.js";
import { sound } from "./sounds.js";

/** @import { TablePage } from "./page.js" */

/** What the player has done so far with the hand in front of them. */
export class Setting {
  hand = "";
  who = "";
  /** @type {string[]} */
  low = [];
  houseWay = false;
  /** @type {{low: string[], houseWay: boolean}[]} */
  before = [];

  /**
   * A new hand starts with an empty low hand, or with what was kept of it through a reload; the same hand keeps what
   * the player did, also when the setting is taken back.
   * @param {Wire.Scene} scene
   */
  update({ arranging, table, you }) {
    const hand = `${table.id}/${table.round}/${arranging?.position}/${arranging?.cards.join()}`;
    if (!arranging) return forgetSetting();
    if (hand === this.hand && you.name === this.who) return undefined;
    const { low = [], houseWay = false } = keptSetting(you.name, hand, arranging.cards) ?? {};
    return Object.assign(this, { hand, who: you.name, low, before: [], houseWay });
  }

  /**
   * @param {string[]} low
   * @param {boolean} [houseWay]
   */
  change(low, houseWay = false) {
    this.before.push({ low: this.low, houseWay: this.houseWay });
    Object.assign(this, { low, houseWay });
    this.#keep();
  }

  #keep() {
    const { who, hand, low, houseWay } = this;
    keepSetting({ who, hand, low, houseWay });
  }

  undo() {
    const last = this.before.pop();
    if (last) Object.assign(this, last);
    this.#keep();
    return Boolean(last);
  }
}

/**
 * How many cards L takes.
 * @param {Wire.Arranging} arranging
 */
export function lowSize(arranging) {
  return arranging.house_way.length;
}

/**
 * The way of setting the player has chosen, once L is full.
 * @param {Wire.Arranging} arranging
 * @param {string[]} low
 */
export function splitOf(arranging, low) {
  if (low.length !== lowSize(arranging)) return null;
  return arranging.splits.find((split) => split.low.every((card) => low.includes(card))) ?? null;
}

/**
 * Send a card to L or take it back; shows a message if L is full.
 * @param {TablePage} table
 * @param {string} card
 * @param {string} [to] "high" or "low"; the other box where left out
 */
export function toggle(table, card, to = "") {
  const { setting } = table;
  const { arranging } = table.scene;
  if (!arranging?.cards.includes(card)) return;
  const inLow = setting.low.includes(card);
  if ((to === "low" && inLow) || (to === "high" && !inLow)) return;
  if (inLow) setting.change(setting.low.filter((other) => other !== card));
  else if (setting.low.length < lowSize(arranging)) setting.change([...setting.low, card]);
  else {
    table.say(`The low hand is full: tap one of its ${lowSize(arranging)} cards to take it back`);
    return;
  }
  sound("card");
  table.draw({ glide: true });
}

/**
 * Arrange the hand the house way; nothing is sent yet.
 * @param {TablePage} table
 */
export function arrangeHouseWay(table) {
  const { arranging } = table.scene;
  if (!arranging) return;
  table.setting.change([...arranging.house_way], true);
  table.draw({ glide: true });
}

/**
 * Send the setting to the house, unless it is known to be a foul.
 * @param {TablePage} table
 */
export async function confirm(table) {
  const { low } = table.setting;
  const { arranging, can } = table.scene;
  if (!arranging || !can.set.includes(arranging.position)) return;
  const split = splitOf(arranging, low);
  if (!split) return void table.say(`Choose ${lowSize(arranging) - low.length} more for the low hand first`);
  if (split.foul) return void table.say(sentence(split.foul));
  await table.do({ type: "set", position: arranging.position, low });
}

/**
 * The hand in front of the player: H and L, with a name each.
 * @param {TablePage} table
 * @param {Wire.Arranging} arranging
 */
export function settingElement(table, arranging) {
  const { low } = table.setting;
  const split = splitOf(arranging, low);
  const high = arranging.cards.filter((card) => !low.includes(card));
  const missing = lowSize(arranging) - low.length;
  const slots = Array.from({ length: missing }, (_, at) =>
    h("span", { class: "slot", key: `slot${at}`, "aria-hidden": "true" }),
  );
  return h(
    "div",
    {
      class: `hand arranging ${split?.foul ? "foul" : ""}`,
      key: "arranging",
      data: { testid: "setting", full: split ? true : null },
    },
    h(
      "div",
      { class: "box", key: "H", data: { box: "high" }, vars: { "--n": arranging.cards.length - lowSize(arranging) } },
      h("span", { class: "box-name" }, `High (${arranging.cards.length - lowSize(arranging)})`),
      h("div", { class: "row fan", vars: { "--cards": high.length } }, playable(arranging, high, false)),
      h("span", { class: "hand-name", data: { testid: "high-name" } }, split?.high_name ?? "\u00a0"),
    ),
    h(
      "div",
      { class: "box", key: "L", data: { box: "low" }, vars: { "--n": lowSize(arranging) } },
      h("span", { class: "box-name" }, `Low (${lowSize(arranging)})`),
      h("div", { class: "row" }, playable(arranging, low, true), slots),
      h("span", { class: "hand-name", data: { testid: "low-name" } }, split?.low_name ?? `${missing} to choose`),
    ),
  );
}

/**
 * Cards that can be sent to the other hand, each with its key.
 * @param {Wire.Arranging} arranging
 * @param {string[]} cards
 * @param {boolean} inLow
 */
function playable(arranging, cards, inLow) {
  const what = inLow ? "in the low hand, tap to take back" : "tap to send to the low hand";
  return cards.map((name, index) => {
    const card = cardElement(name, {
      tag: "button",
      type: "button",
      key: name,
      index,
      class: "playable",
      "aria-label": `${cardName(name)}, ${what}`,
      "aria-pressed": String(inLow),
      data: { act: "card", glide: name, in: inLow ? "low" : "high" },
    });
    card.append(h("kbd", { class: "card-key" }, arranging.cards.indexOf(name) + 1));
    return card;
  });
}

/**
 * The message about the current setting: a foul, or the house way and its clause.
 * @param {TablePage} table
 * @param {Wire.Arranging} arranging
 * @returns {{foul: boolean, clause: string, words: string} | null}
 */
export function settingWords({ setting, book }, arranging) {
  const split = splitOf(arranging, setting.low);
  if (split?.foul) return { foul: true, clause: "", words: sentence(split.foul) };
  if (!setting.houseWay) return null;
  const { clause } = arranging;
  return { foul: false, clause, words: book?.clauses[clause] ?? "as the book sets it" };
}
