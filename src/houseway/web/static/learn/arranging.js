// @ts-check
// A hand being set.
// Here: which cards are in the low hand so far, undoing that, and drawing both hands with their names. Not here: ranks
// or fouls: the pack has a name for every setting, and says which are fouls.

import { cardElement, cardName, laidOut } from "../shared/cards.js";
import { h } from "../shared/dom.js";
import { placeOf, wayOf } from "./packs.js";

/** @import { Asked } from "./packs.js" */

/** A hand in front of somebody, and what they have done with it. */
export class Arranging {
  /** @type {string[]} */
  low = [];
  /** @type {string[][]} */
  before = [];

  /** @param {Asked} asked */
  constructor(asked) {
    this.asked = asked;
  }

  get cards() {
    return this.asked.hand.cards;
  }

  /** How many cards the low hand takes. */
  get size() {
    return this.asked.pack.lows[0].length;
  }

  /** The place of the setting in the pack; -1 while the low hand is not whole. */
  get place() {
    return this.low.length === this.size ? placeOf(this.asked, this.low) : -1;
  }

  get foul() {
    const { place } = this;
    return place >= 0 && this.asked.hand.grade[place] < 0;
  }

  /**
   * Send a card to the low hand, or take it back; false where the low hand is full.
   * @param {string} card
   */
  toggle(card) {
    const inLow = this.low.includes(card);
    if (!inLow && this.low.length >= this.size) return false;
    this.before.push(this.low);
    this.low = inLow ? this.low.filter((each) => each !== card) : [...this.low, card];
    return true;
  }

  /** @param {string[]} low */
  set(low) {
    this.before.push(this.low);
    this.low = [...low];
  }

  undo() {
    const last = this.before.pop();
    if (last) this.low = last;
    return Boolean(last);
  }
}

/**
 * What is wrong with the setting so far, as a sentence; empty where it can be sent.
 * @param {Arranging} arranging
 */
export function whyNot(arranging) {
  const missing = arranging.size - arranging.low.length;
  if (missing) return `Choose ${missing} more ${missing === 1 ? "card" : "cards"} for the low hand`;
  if (!arranging.foul) return "";
  const { lowName, highName } = wayOf(arranging.asked, arranging.place);
  return `A foul: ${lowName} low outranks ${highName} high`;
}

/**
 * The hand with its two boxes, its cards as buttons.
 * @param {Arranging} arranging
 */
export function arrangingElement(arranging) {
  const { low, size, cards, foul, place } = arranging;
  const high = cards.filter((card) => !low.includes(card));
  const names = place >= 0 ? wayOf(arranging.asked, place) : null;
  const missing = size - low.length;
  const slots = Array.from({ length: missing }, (_, at) =>
    h("span", { class: "slot", key: `slot${at}`, "aria-hidden": "true" }),
  );
  return h(
    "div",
    {
      class: `hand arranging ${foul ? "foul" : ""}`,
      key: "arranging",
      data: { testid: "setting", foul: foul || null },
    },
    box("high", cards.length - size, [
      h("div", { class: "row fan", vars: { "--cards": high.length } }, playable(arranging, high, false)),
      h("span", { class: "hand-name", data: { testid: "high-name" } }, names?.highName ?? "\u00a0"),
    ]),
    box("low", size, [
      h("div", { class: "row" }, playable(arranging, low, true), slots),
      h("span", { class: "hand-name", data: { testid: "low-name" } }, names?.lowName ?? `${missing} to choose`),
    ]),
  );
}

/**
 * @param {Arranging} arranging
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
      data: { act: "card", glide: name },
    });
    card.append(h("kbd", { class: "card-key" }, arranging.cards.indexOf(name) + 1));
    return card;
  });
}

/**
 * A box of the layout.
 * @param {"high" | "low"} which
 * @param {number} size
 * @param {any[]} inside
 */
function box(which, size, inside) {
  const words = which === "high" ? `High (${size})` : `Low (${size})`;
  return h(
    "div",
    {
      class: "box",
      key: which,
      role: "group",
      "aria-label": `${which} hand`,
      data: { box: which },
      vars: { "--n": size },
    },
    h("span", { class: "box-name", "aria-hidden": "true" }, words),
    inside,
  );
}

/**
 * A hand as it was set, with the names of both hands.
 * @param {Asked} asked
 * @param {number} at
 * @param {Look} [how]
 */
export function setElement(asked, at, how) {
  return bothElement(wayOf(asked, at), how);
}

/**
 * How two hands are drawn; `marks` say how each stands against the dealer's.
 * @typedef {{small?: boolean, key?: string, marks?: {high: string, low: string} | null}} Look
 */

/**
 * Two hands with their names.
 * @param {{low: string[], high: string[], lowName: string, highName: string}} hands
 * @param {Look} [how]
 */
export function bothElement({ low, high, lowName, highName }, { small = false, key = "set", marks = null } = {}) {
  /** @param {string[]} cards */
  const row = (cards) =>
    h(
      "div",
      { class: "row" },
      laidOut(cards).map((card, index) => cardElement(card, { key: card, index, small })),
    );
  return h(
    "div",
    { class: `hand set ${small ? "small" : ""}`, key },
    box("high", high.length, [row(high), h("span", { class: "hand-name" }, highName), mark(marks?.high)]),
    box("low", low.length, [row(low), h("span", { class: "hand-name" }, lowName), mark(marks?.low)]),
  );
}

/** @type {Record<string, string>} */
const MARKS = { won: "\u2713", lost: "\u2715", copy: "=" };

/** @param {string | undefined} how */
const mark = (how) => (how ? h("span", { class: `mark ${how}`, role: "img", "aria-label": how }, MARKS[how]) : null);

/**
 * The dealer's hand, face up before the player sets.
 * @param {string[]} cards
 */
export function dealerElement(cards) {
  if (!cards.length) return null;
  return h(
    "div",
    { class: "dealer-shown", key: "dealer", role: "group", "aria-label": "The dealer's hand" },
    h("span", { class: "dealer-word" }, "Dealer"),
    h(
      "div",
      { class: "row" },
      laidOut(cards).map((card, index) => cardElement(card, { key: card, index })),
    ),
  );
}
