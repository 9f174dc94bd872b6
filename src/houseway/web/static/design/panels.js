// @ts-check
// What the house says about the draft: whether it is valid, and which hands change.
// Here: drawing it. Not here: asking (`design`), or the exact odds (`edge`).

import { byId, h, show } from "../shared/dom.js";
import { capital, plain, sentence } from "../shared/words.js";
import { cardsElement } from "./clauses.js";

/** @import { Page } from "./design.js" */

const FEW = 6;
/** A whole hand in a sentence of the house. */
const DRAWN = /((?:(?:(?:10|[2-9JQKA])[\u2660\u2665\u2666\u2663]|Joker) ?){5,})/;
/** @type {Record<string, string>} */
const SUITS = { "\u2660": "s", "\u2665": "h", "\u2666": "d", "\u2663": "c" };

/** @param {Page} page */
export function drawVerdict(page) {
  const { proof, checking, refused } = page;
  const valid = proof?.valid && !refused;
  const state = refused ? "wrong" : checking ? "checking" : valid ? "valid" : "wrong";
  show(
    byId("verdict"),
    h(
      "div",
      { class: `verdict-row ${state}`, key: "row", data: { testid: "state", state } },
      h("span", { class: "light", "aria-hidden": "true" }),
      h("p", { class: "verdict-words" }, capital(state === "valid" ? "valid" : wordsOf(page)), restOf(page, state)),
      moved(page),
    ),
    refused ? h("p", { class: "wrong", key: "refused" }, sentence(refused)) : null,
    !refused && proof?.defects.length ? defectsElement(proof.defects) : null,
  );
}

/**
 * What valid means, where there is room for it.
 * @param {Page} page
 * @param {string} state
 */
function restOf({ proof }, state) {
  if (state !== "valid" || !proof) return null;
  const words = `: exactly one clause decides each of ${plain(proof.hands)} hands, and none is a foul`;
  return h("span", { class: "rest" }, words);
}

/**
 * What is known of the draft, in a sentence.
 * @param {Page} page
 */
export function wordsOf({ proof, checking, refused }) {
  if (refused) return "This draft cannot be checked";
  if (!proof) return "Checking every hand";
  if (checking) return "Checking every hand again";
  if (proof.valid) return "Valid: exactly one clause decides every hand, and none is a foul";
  return proof.defects.length === 1 ? "One thing is wrong" : `${proof.defects.length} things are wrong`;
}

/** How many hands change; where the panels are far below, links to them. @param {Page} page */
function moved({ proof, refused }) {
  const moves = proof?.moves;
  if (!proof || refused) return null;
  const words = moves?.hands ? `${plain(moves.hands)} hands change` : "No hand changes";
  const links = [
    ["#moves", moves ? words : "Hands that change"],
    ["#edge", "House edge"],
    ["#keep", "Save"],
  ];
  return [
    moves ? h("p", { class: "verdict-moves", data: { testid: "moved", hands: moves.hands } }, words) : null,
    h(
      "nav",
      { class: "ways-on", "aria-label": "On this page" },
      links.map(([href, word]) => h("a", { href }, word)),
    ),
  ];
}

/** @param {string[]} defects */
function defectsElement(defects) {
  const [first, rest] = [defects.slice(0, FEW), defects.slice(FEW)];
  return h(
    "div",
    { class: "defects", key: "defects", data: { testid: "defects" } },
    first.map(defectElement),
    rest.length
      ? h("details", { key: "more" }, h("summary", null, `${rest.length} more`), rest.map(defectElement))
      : null,
  );
}

/** @param {string} defect */
function defectElement(defect) {
  const [before, cards, after = ""] = defect.split(DRAWN);
  if (!cards) return h("p", { class: "defect", key: defect }, sentence(defect));
  return h(
    "p",
    { class: "defect", key: defect },
    capital(before),
    cardsElement(cards.trim().split(" ").map(cardOf)),
    after,
  );
}

/** @param {string} drawn a card as sentences have it */
function cardOf(drawn) {
  return drawn === "Joker" ? "Jk" : drawn.replace("10", "T").slice(0, -1) + SUITS[drawn.slice(-1)];
}

/** @param {Page} page */
export function drawMoves(page) {
  const { proof } = page;
  if (!proof) return show(byId("moves"), null);
  const moves = proof.moves;
  show(
    byId("moves"),
    h("h2", { key: "head" }, "Hands that change"),
    moves
      ? movesElement(moves, proof.based_on)
      : h("p", { class: "quiet", key: "none" }, "They are counted when the draft is valid."),
  );
}

/**
 * @param {Wire.DraftMoves} moves
 * @param {string} base
 */
function movesElement(moves, base) {
  if (!moves.hands) return h("p", { class: "quiet", key: "same" }, `Every hand is set as in ${base}.`);
  const share = (100 * moves.hands) / moves.of;
  return h(
    "div",
    { key: "moves", class: "moved" },
    h(
      "p",
      null,
      h("b", { class: "big" }, plain(moves.hands)),
      ` of ${plain(moves.of)} hands, ${share < 0.01 ? "under 0.01" : share.toFixed(2)}%`,
    ),
    moves.pairs.slice(0, FEW).map(pairElement),
    moves.pairs.length > FEW
      ? h(
          "details",
          { key: "more" },
          h("summary", null, `${moves.pairs.length - FEW} more pairs of clauses`),
          moves.pairs.slice(FEW).map(pairElement),
        )
      : null,
    moves.more ? h("p", { class: "quiet", key: "rest" }, `And ${moves.more} more.`) : null,
  );
}

/** @param {Wire.DraftMoved} pair */
function pairElement({ hands, was, now }) {
  return h(
    "div",
    { class: "pair", key: `${was.clause} ${now.clause}`, data: { testid: "pair", hands } },
    h("p", { class: "pair-head" }, h("b", null, `${plain(hands)} hands`), " such as"),
    sideElement("Was", was),
    sideElement("Now", now),
  );
}

/**
 * @param {string} word
 * @param {Wire.SetHandAs} set
 */
function sideElement(word, set) {
  return h(
    "div",
    { class: `set ${word.toLowerCase()}` },
    h("p", { class: "set-words" }, h("b", null, word), ` ${set.low_name} under ${set.high_name.toLowerCase()}`),
    h("div", { class: "row" }, cardsElement(set.low), cardsElement(set.high)),
    h("p", { class: "quiet", dir: "auto" }, set.clause),
  );
}
