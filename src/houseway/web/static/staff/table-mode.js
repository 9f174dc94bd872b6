// @ts-check
// How the table is run: dealer, deck, open or closed, and what a round can cost.
// Here: the form. Not here: whether the house accepts what it sends.

import { h } from "../shared/dom.js";
import { money } from "../shared/words.js";
import { limitsElement } from "./table-limits.js";
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
    exposureElement(desk),
    limitsElement(desk),
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

/**
 * What the round can cost the house.
 * @param {Desk} desk
 */
function exposureElement({ scene: { exposure } }) {
  if (!exposure) return null;
  const { now, most, cap } = exposure;
  const words = cap ? `; at most ${money(cap)} is accepted` : "";
  return h(
    "p",
    { class: "quiet deck-words", key: "exposure", data: { testid: "exposure" } },
    "The wagers on the layout can cost the house ",
    h("b", null, money(now)),
    `, a round ${money(most)}${words}.`,
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
