// @ts-check
// What staff type: money and cards.
// Here: parsing it for the house and showing what was read. Not here: whether it is right: the house decides.

import { cardElement } from "../shared/cards.js";
import { h } from "../shared/dom.js";
import { readMoney } from "../shared/words.js";

/** @typedef {{text: string, read: boolean}} TypedCard */

/**
 * A typed amount in cents; throws a sentence if it is not an amount.
 * @param {string} typed
 */
export function centsOf(typed) {
  const found = readMoney(typed);
  if (found === null)
    throw new Error(typed.trim() ? `"${typed}" is not an amount; enter 25 or 25.50` : "Enter the amount");
  return found;
}

/**
 * Typed cards: "Ac 10d jk" is Ac Td Jk; what is not a card stays as typed, and is marked.
 * @param {string} typed
 * @returns {TypedCard[]}
 */
export function readCards(typed) {
  return typed
    .split(/[\s,;]+/)
    .filter(Boolean)
    .flatMap((piece) => readPiece(piece));
}

/**
 * The cards of a piece without spaces: "AcKd" is two.
 * @param {string} piece
 * @returns {TypedCard[]}
 */
function readPiece(piece) {
  const plain = piece.replace(/10/g, "T");
  const cards = plain.match(/jk|joker|[2-9tjqka][cdhs]/gi) ?? [];
  if (cards.join("").length !== plain.length) return [{ text: piece, read: false }];
  return cards.map((card) => ({ text: spelled(card), read: true }));
}

/** @param {string} card */
function spelled(card) {
  return /^j(k|oker)$/i.test(card) ? "Jk" : card[0].toUpperCase() + card[1].toLowerCase();
}

/**
 * The cards of a field for the house.
 * @param {string} typed
 */
export function cardsOf(typed) {
  return readCards(typed).map(({ text }) => text);
}

/**
 * What was read of a field: the cards drawn, those that are not cards or are repeated marked.
 * @param {TypedCard[]} cards
 * @param {Set<string>} twice
 */
export function readElement(cards, twice) {
  return h(
    "span",
    { class: "read" },
    cards.map(({ text, read }, index) =>
      read
        ? cardElement(text, { small: true, key: `${text}${index}`, class: twice.has(text) ? "twice" : "" })
        : h("span", { class: "unread", key: `u${index}`, title: "Not a card" }, text),
    ),
  );
}

/**
 * The number of cards read, of the number dealt.
 * @param {TypedCard[]} cards
 * @param {Wire.BookCard | null} book
 */
export function countWords(cards, book) {
  return book ? `${cards.length} of ${book.dealt}` : `${cards.length} cards`;
}

/**
 * The cards that are typed more than once in these fields.
 * @param {TypedCard[][]} fields
 * @returns {Set<string>}
 */
export function typedTwice(fields) {
  const seen = new Set();
  const twice = new Set();
  for (const { text } of fields.flat()) (seen.has(text) ? twice : seen).add(text);
  return twice;
}
