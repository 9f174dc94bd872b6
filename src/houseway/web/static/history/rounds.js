// @ts-check
// A past round.
// Here: its hands, what was settled, and the whole round line by line. Not here: its deck (`deck`).

import { analyseElement } from "../shared/analyse-link.js";
import { cardElement, laidOut } from "../shared/cards.js";
import { clauseElement, linesOf, lineWords } from "../shared/clauses.js";
import { h } from "../shared/dom.js";
import { money } from "../shared/words.js";
import { deckElement, idOf } from "./deck.js";

/** @import { Rounds } from "./history.js" */

/** @type {Record<string, string>} how a round ended, where it was not settled */
const ENDED = { voided: "void", "": "in progress" };

/**
 * What was settled in a round.
 * @param {Wire.SeenRound} round
 */
function settledIn({ lines }) {
  const types = /** @type {const} */ (["wager settled", "envy paid", "bank settled", "settlement corrected"]);
  return types.flatMap((type) => linesOf(lines, type)).sort((a, b) => lines.indexOf(a) - lines.indexOf(b));
}

/**
 * @param {Rounds} page
 * @param {Wire.SeenRound} round
 */
export function roundElement(page, round) {
  const { player } = page;
  const settled = settledIn(round);
  const own = settled.filter(({ event }) => !player || event.player === player);
  const others = settled.filter(({ event }) => player && event.player !== player);
  return h(
    "li",
    {
      class: "round panel",
      key: idOf(round),
      data: { testid: "round", round: round.round, table: round.table },
    },
    headElement(page, round, own),
    handsElement(page, round),
    own.length ? h("ul", { class: "settled" }, linesElement(page, round, own)) : null,
    h(
      "div",
      { class: "folds" },
      others.length
        ? h(
            "details",
            { key: "others" },
            h("summary", null, "Other players"),
            h("ul", { class: "settled" }, linesElement(page, round, others)),
          )
        : null,
      h(
        "details",
        { key: "lines" },
        h("summary", null, "The whole round"),
        h("ol", { class: "settled" }, linesElement(page, round, round.lines)),
      ),
      deckElement(round, page.checked.get(idOf(round))),
    ),
  );
}

/**
 * @param {Rounds} page
 * @param {Wire.SeenRound} round
 * @param {Wire.Line[]} own
 */
function headElement(page, round, own) {
  const net = own.reduce((all, line) => all + line.net, 0);
  const [kind, result] = resultOf(round, page.player ? net : null);
  const rules = { href: `/rules/${encodeURIComponent(round.book)}` };
  return h(
    "div",
    { class: "round-head", key: "head" },
    h("h2", null, `Round ${round.round}`),
    h(
      "p",
      { class: "quiet" },
      page.table ? "" : `${round.table}, `,
      h("a", rules, page.books.get(round.book)?.title ?? round.book),
    ),
    h("p", { class: `net ${kind}`, data: { testid: "net" } }, result),
  );
}

/**
 * How a round ended for a player, as a class and in words.
 * @param {Wire.SeenRound} round
 * @param {number | null} net null for staff
 */
function resultOf(round, net) {
  if (ENDED[round.ended]) return ["", ENDED[round.ended]];
  if (net === null) return ["", ""];
  if (!net) return ["", "even"];
  return net > 0 ? ["won", `won ${money(net)}`] : ["lost", `lost ${money(-net)}`];
}

/**
 * @param {Rounds} page
 * @param {Wire.SeenRound} round
 */
function handsElement(page, round) {
  const { player } = page;
  /** @type {Map<number, string>} */
  const players = new Map();
  for (const { event } of linesOf(round.lines, "wager placed").reverse()) players.set(event.position, event.player);
  const shown = new Map(linesOf(round.lines, "hand shown").map(({ event }) => [event.position, event]));
  const places = Object.keys(round.hands).map(Number);
  if (!places.length) {
    const words = round.ended ? "No cards were dealt." : "No cards have been dealt yet.";
    return h("p", { class: "quiet", key: "hands" }, words);
  }
  const banker = linesOf(round.lines, "dealer revealed").at(-1)?.event.banker || round.hands[0]?.viewed_by;
  if (banker) players.set(0, banker);
  /** @param {number} at */
  const own = (at) => Boolean(player) && players.get(at) === player;
  /** @param {number} at */
  const order = (at) => (at === 0 ? -1 : own(at) ? 0 : 1);
  places.sort((a, b) => order(a) - order(b) || a - b);
  return h(
    "div",
    { class: "hands", key: "hands" },
    places.map((at) => {
      const dealer = banker ? `Bank of ${banker}` : "Dealer";
      const name = at === 0 ? dealer : `${at}  ${players.get(at) ?? ""}`.trim();
      const analysed = own(at) && round.hands[at].low.length ? analysedElement(page, round, at) : null;
      return handElement(round.hands[at], { at, name, own: own(at), shown: shown.get(at), analysed });
    }),
  );
}

/**
 * The way to the analysis of a player's own hand, with the dealer's where the book shows it first.
 * @param {Rounds} page
 * @param {Wire.SeenRound} round
 * @param {number} at
 */
function analysedElement(page, { book, hands }, at) {
  const seen = page.books.get(book)?.dealer_exposed ? (hands[0]?.cards ?? []) : [];
  return h("p", { class: "analysed" }, analyseElement(book, hands[at], seen));
}

/**
 * @param {Wire.SeenHand} hand
 * @param {{at: number, name: string, own: boolean, shown?: Wire.HandShown, analysed: HTMLElement | null}} of
 */
function handElement(hand, { at, name, own, shown, analysed }) {
  const whole = hand.cards.length ? laidOut(hand.cards) : Array(hand.number).fill("");
  const attributes = {
    class: `hand ${own ? "own" : ""} ${at === 0 ? "dealer" : ""}`.trim(),
    key: `hand${at}`,
    "aria-label": name,
    data: { testid: "hand", position: at },
  };
  return h(
    "section",
    attributes,
    h("h3", null, name, hand.conceded ? h("span", { class: "quiet" }, " conceded") : null),
    hand.low.length
      ? [
          rowElement(laidOut(hand.high), "high", hand.high_name, shown?.high_result),
          rowElement(laidOut(hand.low), "low", hand.low_name, shown?.low_result),
        ]
      : rowElement(whole, "whole", hand.cards.length ? "not set" : "face down"),
    analysed,
  );
}

/**
 * @param {string[]} cards
 * @param {string} kind
 * @param {string} words
 * @param {string} [result]
 */
function rowElement(cards, kind, words, result) {
  return h(
    "div",
    { class: `row ${kind}` },
    h(
      "div",
      { class: "cards" },
      cards.map((card, index) => cardElement(card, { small: true, index })),
    ),
    h("p", { class: "says" }, words, result ? h("span", { class: `mark ${result}` }, result) : null),
  );
}

/**
 * @param {Rounds} page
 * @param {Wire.SeenRound} round
 * @param {Wire.Line[]} lines
 */
function linesElement(page, round, lines) {
  return lines.map((line) => {
    const { event } = line;
    const gold =
      (event.type === "wager settled" && event.result === "win") ||
      (event.type === "bank settled" && line.net > 0) ||
      event.type === "envy paid";
    return h(
      "li",
      {
        key: `line${line.version}${"left" in event ? event.player : ""}`,
        class: gold ? "gold" : "",
        data: { event: event.type, of: idOf(round) },
      },
      h("span", null, lineWords(line)),
      " ",
      clauseElement(page.clausesOf(round), line.clause),
    );
  });
}
