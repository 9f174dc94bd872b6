// @ts-check
// The round as a list of sentences, each with its clause.
// Not here: making the sentences: they come from the house.

import { clauseElement, lineWords } from "../shared/clauses.js";
import { h } from "../shared/dom.js";
import { money } from "../shared/words.js";
import { betsTogether } from "./restaking.js";
import { stripElement } from "./strip.js";

/** @import { NumberedLine, TablePage } from "./page.js" */

const CALLS = ["betting opened", "betting closed", "deal ended", "dealer revealed", "round settled", "round voided"];

/**
 * The round's lines, newest at the end.
 * @param {TablePage} table
 */
export function logElement(table) {
  const { round } = table.scene.table;
  const shown = table.lines.filter((line) => !waits(table, line));
  const lines = dealtTogether(table, betsTogether(shown, money));
  return [
    h(
      "div",
      { class: "side-head", key: "head" },
      h("h2", null, round ? `Round ${round}` : "The round"),
      tabsElement(),
      h("button", { class: "close", type: "button", data: { act: "close-sheet" } }, "Close"),
    ),
    stripElement(table),
    h("div", { class: "quiet no-results", key: "none" }, noResultsElement(table)),
    h(
      "div",
      { key: "log", class: "log", role: "log", "aria-label": "What happened in this round", tabindex: "0" },
      h(
        "ol",
        null,
        lines.map((line) => lineElement(table, line)),
        lines.length ? null : h("li", { class: "quiet", key: "none" }, "Nothing has happened yet."),
      ),
    ),
  ];
}

/** The two views of the panel: the viewer's results, and the log of the round. */
function tabsElement() {
  const log = document.body.dataset.tab === "log";
  /** @param {string} act @param {string} words @param {boolean} pressed */
  const tab = (act, words, pressed) =>
    h("button", { type: "button", "aria-pressed": String(pressed), data: { act, testid: act } }, words);
  return h("div", { class: "tabs", key: "tabs" }, tab("show-results", "Results", !log), tab("show-log", "Log", log));
}

/** @type {[string, string][]} */
const KEYS = [
  ["1-9", "bet a chip, or move a card"],
  ["F", "aim at the next circle"],
  ["U", "take back the last chip"],
  ["X", "double"],
  ["R", "repeat the last bet"],
  ["D", "repeat and deal"],
  ["V", "look at your cards"],
  ["H", "arrange the house way"],
  ["W", "set it the house way"],
  ["\u21b5", "deal, or confirm"],
];

/**
 * What is in the place of the results while there are none: what the keys do.
 * @param {TablePage} table
 */
function noResultsElement({ scene, result }) {
  if (result || !scene.you.name) return null;
  return [
    h("p", null, "Your results are shown here after the round."),
    h(
      "dl",
      { class: "keys" },
      KEYS.map(([key, does]) => [h("dt", null, h("kbd", null, key)), h("dd", null, does)]),
    ),
  ];
}

/**
 * @param {TablePage} table
 * @param {NumberedLine} line
 */
function lineElement(table, line) {
  const { event } = line;
  const gold =
    (event.type === "wager settled" && event.result === "win") ||
    (event.type === "bank settled" && line.net > 0) ||
    event.type === "envy paid";
  const attributes = {
    key: `line${line.version}.${line.at}`,
    class: gold ? "gold" : CALLS.includes(event.type) ? "call-line" : "",
    data: { event: event.type, clause: line.clause || null },
  };
  return h("li", attributes, h("span", null, lineWords(line)), " ", clauseElement(table, line.clause));
}

/**
 * A line about a hand that is still being turned waits for it.
 * @param {TablePage} table
 * @param {NumberedLine} line
 */
function waits({ veil }, { event }) {
  if (["round settled", "bank settled", "debt deducted"].includes(event.type)) return veil.size > 0;
  const settling =
    event.type === "hand shown" ||
    event.type === "wager settled" ||
    event.type === "envy paid" ||
    event.type === "envy barred";
  return settling && veil.has(event.position);
}

/**
 * Face-down hands dealt one after another are one line.
 * @param {TablePage} table
 * @param {NumberedLine[]} lines
 */
function dealtTogether({ banker }, lines) {
  const found = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    const { event } = line;
    if (event.type !== "hand dealt" || event.cards.length) {
      found.push(line);
      continue;
    }
    const places = [event.position];
    for (let next = dealtLike(event, lines[at + 1]); next; next = dealtLike(event, lines[at + 1])) {
      places.push(next.position);
      at += 1;
    }
    found.push(places.length > 1 ? { ...line, sentence: dealtWords(event.number, places, banker) } : line);
  }
  return found;
}

/**
 * The next deal, if it is also face down, with the same number of cards and the same clause.
 * @param {Wire.HandDealt} event
 * @param {NumberedLine | undefined} line
 */
function dealtLike(event, line) {
  const other = line?.event;
  if (other?.type !== "hand dealt" || other.cards.length) return null;
  return other.number === event.number && other.clause === event.clause ? other : null;
}

/**
 * @param {number} number
 * @param {number[]} places
 * @param {string} banker
 */
function dealtWords(number, places, banker) {
  const positions = places.filter((place) => place !== 0).sort((a, b) => a - b);
  const dealer = places.includes(0);
  const last = dealer ? (banker ? "the bank" : "the dealer") : String(positions.pop());
  const many = positions.length + (dealer ? 0 : 1) > 1;
  return `${number} cards ${many ? "to each of positions" : "each to position"} ${positions.join(", ")} and ${last}`;
}
