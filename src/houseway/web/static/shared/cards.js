// @ts-check
// Cards on a page.
// Here: a card as an element, its name in words, and the choice of a two- or four-colour deck. Not here: what a card is
// worth: only the house knows that.

import { h } from "./dom.js";

/** @type {Record<string, string>} */
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
/** @type {Record<string, string>} */
const SUITS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
/** @type {Record<string, string>} */
const SIGNS = { s: "\u2660", h: "\u2665", d: "\u2666", c: "\u2663" };
const JOKER = "Jk";
const PRINTED = "AKQJT98765432";

/**
 * "Qh" is "Queen of hearts"; an empty card is face down.
 * @param {string} card
 */
export function cardName(card) {
  if (!card) return "face-down card";
  return card === JOKER ? "Joker" : `${RANKS[card[0]]} of ${SUITS[card[1]]}`;
}

/**
 * A card in a line of text: "Qh" is "Q\u2665", "Td" is "10\u2666".
 * @param {string} card
 */
export function cardSign(card) {
  return card === JOKER ? "Joker" : indexOf(card) + SIGNS[card[1]];
}

/** @param {string} card */
const indexOf = (card) => (card[0] === "T" ? "10" : card[0]);

/** Cards in a sentence of the house. There are always two or more: "8s" alone is the title of a clause, "6s to 8s". */
const ROW = /\b(?:[2-9TJQKA][cdhs]|Jk)(?: (?:[2-9TJQKA][cdhs]|Jk))+\b/g;

/**
 * A sentence of the house with suit symbols for its cards: "Td 9s" becomes "10\u2666 9\u2660".
 * @param {string} words
 */
export function withSigns(words) {
  return words.replace(ROW, (cards) => cards.split(" ").map(cardSign).join(" "));
}

/**
 * A card as an element; an empty `card` is face down.
 * @param {string} card
 * @param {{small?: boolean, tag?: string, key?: string, index?: number, [attribute: string]: any}} [how] `small` draws
 *   rank and suit large enough for a small place; `index` is the card's place in the hand, for motion
 */
export function cardElement(card, { small = false, tag = "span", key, index = 0, ...attributes } = {}) {
  const { class: more = "", data = {}, vars = {}, ...rest } = attributes;
  const drawing = `card-${small ? "m" : ""}${card || "back"}`;
  useDrawing(drawing);
  return h(
    tag,
    {
      class: `card ${card ? "up" : "down"} ${more}`.trim(),
      key,
      role: tag === "span" ? "img" : null,
      "aria-label": cardName(card),
      data: { ...cardData(card, small), ...data },
      vars: { "--i": index, ...vars },
      ...rest,
    },
    h("svg", { viewBox: "0 0 100 140", "aria-hidden": "true", focusable: "false" }, h("use", { href: `#${drawing}` })),
  );
}

/**
 * The data attributes of a card, for the style sheet.
 * @param {string} card
 * @param {boolean} small
 */
function cardData(card, small) {
  if (!card) return { card };
  const joker = card === JOKER;
  const suit = joker ? "j" : card[1];
  if (!small) return { card, suit };
  return { card, suit, index: joker ? "\u2605" : indexOf(card), sign: joker ? "Jkr" : SIGNS[card[1]] };
}

/** The file with the drawings of all cards, once it is there. @type {Document | null} */
let drawings = null;
/** The drawings that cards of this page have used so far, by their ids. @type {Set<string>} */
const used = new Set();

/**
 * Use a drawing, and those that it is made of: only these are added to the page. All of them are thousands of nodes.
 * @param {string} id
 */
function useDrawing(id) {
  if (used.has(id)) return;
  used.add(id);
  if (drawings) addDrawing(drawings, id);
}

/**
 * @param {Document} from
 * @param {string} id
 */
function addDrawing(from, id) {
  const drawing = from.getElementById(id);
  if (!drawing) return;
  for (const part of drawing.querySelectorAll("use")) useDrawing((part.getAttribute("href") ?? "").slice(1));
  let place = document.querySelector(".drawings");
  if (!place) {
    place = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    place.setAttribute("class", "drawings");
    place.setAttribute("aria-hidden", "true");
    document.body.prepend(place);
  }
  place.append(document.importNode(drawing, true));
}

/** Fetch the drawings once, before the first card, so that cards appear without delay. */
function loadDrawings() {
  const request = new XMLHttpRequest(); // it reads a document itself: no script may turn text into one here
  request.open("GET", new URL("cards.svg", import.meta.url));
  request.responseType = "document";
  request.onloadend = () => {
    drawings = request.responseXML;
    if (!drawings) return setTimeout(loadDrawings, 1500);
    for (const id of [...used]) addDrawing(drawings, id);
  };
  request.send();
}

loadDrawings();

/**
 * Cards as people lay them out: equal ranks together, larger groups first. This is not a ranking.
 * @param {string[]} cards
 */
export function laidOut(cards) {
  /** @param {string} card */
  const rank = (card) => (card === JOKER ? "A" : card[0]);
  /** @param {string} card */
  const group = (card) => cards.filter((other) => rank(other) === rank(card)).length;
  /** @param {string} card */
  const place = (card) => PRINTED.indexOf(rank(card)) + (card === JOKER ? -0.5 : 0);
  return [...cards].sort((a, b) => group(b) - group(a) || place(a) - place(b));
}

/**
 * The high and the low hand of a face-up hand, each laid out.
 * @param {{cards: string[], low: string[]}} hand
 */
export function highAndLow({ cards, low }) {
  return { high: laidOut(cards.filter((card) => !low.includes(card))), low: laidOut(low) };
}

/**
 * Whether the deck has four colours; remembered in this browser.
 * @param {boolean} [choice]
 */
export function fourColours(choice) {
  if (choice !== undefined) localStorage.setItem("houseway.four-colours", choice ? "yes" : "no");
  const four = localStorage.getItem("houseway.four-colours") === "yes";
  document.documentElement.classList.toggle("four-colours", four);
  return four;
}
