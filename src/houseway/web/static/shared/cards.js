// Cards on a page.
// Here: a card as an element, its name in words, and the choice of a two- or four-colour deck. Not here: what a
// card is worth: that is the house's to say.

import { h } from "./dom.js";

const RANKS = {
  A: "Ace",
  K: "King",
  Q: "Queen",
  J: "Jack",
  T: "Ten",
  9: "Nine",
  8: "Eight",
  7: "Seven",
  6: "Six",
  5: "Five",
  4: "Four",
  3: "Three",
  2: "Two",
};
const SUITS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
const SIGNS = { s: "\u2660", h: "\u2665", d: "\u2666", c: "\u2663" };

/** "Qh" is "Queen of hearts"; nothing is a face-down card. */
export function cardName(card) {
  if (!card) return "face-down card";
  return card === "Jk" ? "Joker" : `${RANKS[card[0]]} of ${SUITS[card[1]]}`;
}

/** A card in a line of text: "Qh" is "Q\u2665", "Td" is "10\u2666". */
export function cardSign(card) {
  if (card === "Jk") return "Joker";
  return (card[0] === "T" ? "10" : card[0]) + SIGNS[card[1]];
}

/** Cards written in a sentence as the books write them: "Td 9s" becomes "10\u2666 9\u2660". */
export function withSigns(words) {
  return words.replace(/\b([2-9TJQKA][cdhs]|Jk)\b/g, (card) => cardSign(card));
}

/**
 * A card as an element; `card` empty is a face-down card.
 * @param {string} card
 * @param {{small?: boolean, tag?: string, key?: string, index?: number}} [how] `small` draws rank and suit large
 *   enough for a small place; `index` is its place in the hand, for motion
 */
export function cardElement(card, { small = false, tag = "span", key, index = 0, ...attributes } = {}) {
  const drawing = (small ? "m" : "") + (card || "back");
  const { class: more = "", data = {}, vars = {}, ...rest } = attributes;
  return h(
    tag,
    {
      class: `card ${card ? "up" : "down"} ${more}`.trim(),
      key,
      role: tag === "span" ? "img" : null,
      "aria-label": cardName(card),
      data: {
        card,
        suit: card ? (card === "Jk" ? "j" : card[1]) : null,
        index: small && card ? (card === "Jk" ? "\u2605" : cardSign(card).slice(0, -1)) : null,
        sign: small && card ? (card === "Jk" ? "Jkr" : SIGNS[card[1]]) : null,
        ...data,
      },
      vars: { "--i": index, ...vars },
      ...rest,
    },
    h(
      "svg",
      { viewBox: "0 0 100 140", "aria-hidden": "true", focusable: "false" },
      h("use", { href: `#card-${drawing}` }),
    ),
  );
}

/** Put the drawings of the cards into the page, once, so that no card waits for its picture. */
async function bringDrawings() {
  const text = await (await fetch("/static/shared/cards.svg")).text();
  const drawings = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  drawings.setAttribute("class", "drawings");
  drawings.setAttribute("aria-hidden", "true");
  document.body.prepend(drawings);
}

bringDrawings().catch(() => setTimeout(bringDrawings, 1500));

const PRINTED = "AKQJT98765432";

/** Cards as they are laid out to be looked at: those of one index together, larger groups first. Says nothing of worth. */
export function laidOut(cards) {
  const index = (card) => (card === "Jk" ? "A" : card[0]);
  const group = (card) => cards.filter((other) => index(other) === index(card)).length;
  const place = (card) => PRINTED.indexOf(index(card)) + (card === "Jk" ? -0.5 : 0);
  return [...cards].sort((a, b) => group(b) - group(a) || place(a) - place(b));
}

/** Whether the deck has four colours; remembered in this browser. */
export function fourColours(choice) {
  if (choice !== undefined) localStorage.setItem("houseway.four-colours", choice ? "yes" : "no");
  const four = localStorage.getItem("houseway.four-colours") === "yes";
  document.documentElement.classList.toggle("four-colours", four);
  return four;
}
