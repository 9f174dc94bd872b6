// @ts-check
// The way from a hand that was played to the page that analyses it.
// Here: the link. Not here: the page.

import { h } from "./dom.js";

/**
 * A link to everything about a hand; `dealer` are the dealer's cards where they were seen before the hand was set.
 * @param {string} book
 * @param {{low: string[], high: string[]}} hand
 * @param {string[]} [dealer]
 */
export function analyseElement(book, { low, high }, dealer = []) {
  const query = new URLSearchParams({ book, hand: [...high, ...low].join(" "), low: low.join(" ") });
  if (dealer.length) query.set("dealer_cards", dealer.join(" "));
  return h("a", { href: `/analyse?${query}`, data: { testid: "analyse" } }, "Analyse this hand");
}
