// @ts-check
// How the table is run: dealer, deck, open or closed.
// Here: the form. Not here: whether the house accepts what it sends.

import { h } from "../shared/dom.js";
import { noticeElement } from "./words.js";

/** @import { Desk } from "./desk.js" */

/** @param {Desk} desk */
export function tableModeElement(desk) {
  const { running } = desk.scene;
  return h(
    "div",
    { class: "running" },
    choice("Who deals", "dealer", { person: "A person", automatic: "Automatic dealer" }, running.dealer),
    choice(
      "Deck, from the next round on",
      "deck",
      { house: "The house\u2019s deck", physical: "A physical deck" },
      running.deck,
    ),
    choice("The table", "open", { yes: "Open", no: "Closed" }, running.open ? "yes" : "no"),
    h("p", { class: "quiet deck-words", key: "deck-words" }, deckWords(desk)),
    running.by ? byElement(running.by) : null,
    noticeElement(desk, "run"),
  );
}

/**
 * @param {string} words
 * @param {string} name
 * @param {Record<string, string>} options words by value
 * @param {string} now
 */
function choice(words, name, options, now) {
  const buttons = Object.entries(options).map(([value, text]) => {
    const attributes = { "aria-pressed": String(value === now), data: { act: "run", run: name, value } };
    return h("button", { type: "button", key: value, ...attributes }, text);
  });
  return h(
    "fieldset",
    { key: name, class: "choice" },
    h("legend", null, words),
    h("div", { class: "segments" }, buttons),
  );
}

/** @param {Desk} desk */
function deckWords({ scene: { table, commitment } }) {
  if (table.phase === "between rounds") return "No round is in progress.";
  if (!commitment) return "This round is dealt from a physical deck: its cards are keyed in.";
  return ["The house committed to this round\u2019s deck: ", h("code", { data: { testid: "commitment" } }, commitment)];
}

/** @param {string} by */
function byElement(by) {
  const who = by === "house" ? "the house, when the table was opened" : by;
  return h(
    "p",
    { class: "quiet deck-words", key: "by", data: { testid: "run-by" } },
    "Last changed by ",
    h("b", null, who),
    ".",
  );
}
