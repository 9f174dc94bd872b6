// @ts-check
// Hands to begin with, while no hand is chosen.
// Here: a few hands that people argue about. Not here: what is right: the house counts it.

import { cardElement } from "../shared/cards.js";
import { h } from "../shared/dom.js";

/** @import { Page } from "./analyse.js" */

/** @type {Record<number, [string, string, string][]>} a question, a hand, and the dealer's where it is seen */
const HANDS = {
  7: [
    ["Two pairs with an ace and a king: split them?", "As Kc Jh Jd 9h 9d 5d", ""],
    ["A straight, or a pair low?", "Ts 9h 8d 7c 6s 6h Kd", ""],
    ["The Joker and three pairs", "Jk Ah Qs Qd 7c 7h 3d", ""],
    ["Nothing at all", "Kc Qh 9s 6h 4c 3d 2s", ""],
  ],
  5: [
    ["Break the pair, or not?", "Kc Kd 8c 6s 3d", "Ah Qd 9s 5c 2h"],
    ["Save one of two hands", "Kc 9c 8c 6s 3d", "Ah Qd 9s 5c 2h"],
  ],
};

/** @param {Page} page */
export function examplesElement(page) {
  const hands = (HANDS[page.dealt] ?? []).filter(([, hand]) =>
    hand.split(" ").every((card) => page.deck.includes(card)),
  );
  return [
    h("h2", { key: "head" }, "Or begin with one of these"),
    h(
      "ul",
      { class: "examples", key: "examples" },
      hands.map(([words, hand, dealer]) => h("li", { key: hand }, exampleElement(page, words, hand, dealer))),
    ),
  ];
}

/**
 * @param {Page} page
 * @param {string} words
 * @param {string} hand
 * @param {string} dealer
 */
function exampleElement(page, words, hand, dealer) {
  const cards = hand.split(" ").map((card) => cardElement(card, { small: true, key: card }));
  const seen = page.card?.dealer_exposed ? dealer : "";
  return h(
    "button",
    { type: "button", class: "example", data: { act: "example", hand, dealer: seen } },
    h("span", { class: "cards" }, cards),
    h("span", null, words),
  );
}
