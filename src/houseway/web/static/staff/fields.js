// What staff type: money and cards.
// Here: reading it for the house and saying what was read. Not here: whether it is right: the house decides.

import { cardElement } from "../shared/cards.js";
import { h } from "../shared/dom.js";

/** Money as it is written, in cents: "1,250.50" are 125050; what cannot be read is refused in a sentence. */
export function cents(written) {
  const text = String(written).trim().replaceAll(",", "");
  const found = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text);
  if (!found) throw new Error(text ? `${written} is no amount; write it as 25 or 25.50` : "Say the amount");
  return Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
}

/** Cards as they are written: "Ac 10d jk" are Ac Td Jk; what is no card stays as it is, and is marked. */
export function readCards(written) {
  const pieces = written
    .trim()
    .split(/[\s,;]+/)
    .filter(Boolean);
  return pieces.flatMap((piece) => {
    const run = piece.replace(/10/g, "T").match(/jk|joker|[2-9tjqka][cdhs]/gi);
    const whole = run && run.join("").length === piece.replace(/10/g, "T").length;
    return whole ? run.map((card) => ({ text: spelled(card), read: true })) : [{ text: piece, read: false }];
  });
}

function spelled(card) {
  return /^j(k|oker)$/i.test(card) ? "Jk" : card[0].toUpperCase() + card[1].toLowerCase();
}

/** The cards of a field for the house. */
export function cardsOf(written) {
  return readCards(written).map((card) => card.text);
}

/** What was read of a field: the cards drawn, those that cannot be read or are written twice marked. */
export function readElement(cards, twice) {
  return h(
    "span",
    { class: "read" },
    cards.map((card, index) =>
      card.read
        ? cardElement(card.text, {
            small: true,
            key: `${card.text}${index}`,
            class: twice.has(card.text) ? "twice" : "",
          })
        : h("span", { class: "unread", key: `u${index}`, title: "This is no card" }, card.text),
    ),
  );
}

/** The cards that are written more than once in these fields. */
export function writtenTwice(fields) {
  const seen = new Set();
  const twice = new Set();
  for (const { text } of fields.flat()) (seen.has(text) ? twice : seen).add(text);
  return twice;
}
