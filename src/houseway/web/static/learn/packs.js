// @ts-check
// Packs: hands of a book with all their answers.
// Here: fetching the two parts of a pack, and a hand with the table its names are in. Not here: what is asked next, or
// any rule: every name, value and clause comes with the pack.

import { ask } from "../shared/request.js";

/**
 * A hand, and the part of the pack that its names and clauses are in.
 * @typedef {{pack: Wire.Pack, hand: Wire.PackHand}} Asked
 */

/** The hands of one book that have arrived, by number. */
export class Hands {
  /** @type {Map<number, Asked>} */
  known = new Map();

  /** @param {Wire.TrainBook} book */
  constructor(book) {
    this.book = book;
  }

  /** @param {"first" | "rest"} part */
  address(part) {
    const { book, version } = this.book;
    return `/api/train/packs/${encodeURIComponent(book)}?part=${part}&version=${version}`;
  }

  /** The addresses of both parts. */
  get addresses() {
    return [this.address("first"), this.address("rest")];
  }

  /**
   * Fetch a part.
   * @param {"first" | "rest"} part
   */
  async load(part) {
    const pack = await ask("GET", this.address(part));
    for (const each of handsOf(pack)) this.known.set(each.hand.number, each);
  }

  /** The numbers of all hands that are here, in the order of the pack. */
  get numbers() {
    return [...this.known.keys()].sort((a, b) => a - b);
  }
}

/**
 * The hands of a part.
 * @param {Wire.Pack} pack
 * @returns {Asked[]}
 */
export function handsOf(pack) {
  return pack.hands.map((hand) => ({ pack, hand }));
}

/**
 * The cards of one way to set a hand, and what its two hands are called.
 * @param {Asked} asked
 * @param {number} at
 */
export function wayOf({ pack, hand }, at) {
  const low = pack.lows[at].map((place) => hand.cards[place]);
  const high = hand.cards.filter((card) => !low.includes(card));
  return { low, high, lowName: pack.names[hand.low[at]], highName: pack.names[hand.high[at]] };
}

/**
 * The place of a low hand; -1 while it is not whole.
 * @param {Asked} asked
 * @param {string[]} low
 */
export function placeOf({ pack, hand }, low) {
  const places = low.map((card) => hand.cards.indexOf(card)).sort((a, b) => a - b);
  return pack.lows.findIndex((each) => each.join() === places.join());
}

/**
 * The grade of a way; nothing for a foul.
 * @param {Asked} asked
 * @param {number} at
 */
export function gradeOf({ pack, hand }, at) {
  const grade = hand.grade[at];
  return grade < 0 ? null : /** @type {Wire.Grade} */ (pack.grades[grade]);
}

/**
 * What the ways of a hand give up, one of each rank, best first; the ways named are always among them.
 * @param {Asked} asked
 * @param {number} most
 * @param {number[]} named
 */
export function ranked(asked, most, named) {
  const { hand } = asked;
  /** @param {number} at */
  const alike = (at) => `${hand.low[at]}/${hand.high[at]}`;
  const order = hand.grade.map((_, at) => at).filter((at) => hand.grade[at] >= 0);
  order.sort((a, b) => hand.given_up[a] - hand.given_up[b] || rank(b, named) - rank(a, named));
  const seen = new Set();
  const each = order.filter((at) => !seen.has(alike(at)) && seen.add(alike(at)));
  const wanted = new Set(named.map(alike));
  return each.filter((at, place) => place < most || wanted.has(alike(at)));
}

/**
 * @param {number} at
 * @param {number[]} named
 */
const rank = (at, named) => (named.includes(at) ? 1 : 0);
