// @ts-check
// What a drill says about an answer.
// Here: the verdict, the house way with its clause, and the best settings as bars of win, push and loss. Not here: any
// value: all of them come with the pack.

import { withSigns } from "../shared/cards.js";
import { h } from "../shared/dom.js";
import { givenUpWords, gradeElement, signed } from "../shared/grade.js";
import { capital, plain } from "../shared/words.js";
import { setElement } from "./arranging.js";
import { gradeOf, ranked, wayOf } from "./packs.js";

/** @import { Asked } from "./packs.js" */

const SHOWN = 4;

/**
 * What came of an answer.
 * @typedef {{at: number, right: boolean, shown: boolean}} Verdict `shown`: they asked to be shown instead of answering
 */

/**
 * The verdict in one line.
 * @param {Asked} asked
 * @param {Wire.Drill} drill
 * @param {Verdict} verdict
 */
export function headlineElement(asked, drill, { at, right, shown }) {
  const { hand } = asked;
  const best = shown ? "The best setting" : givenUpWords(hand.given_up[at] / hand.unit);
  const words = right ? "Right" : shown ? "The house way" : "Not the house way";
  const sign = h("b", { "aria-hidden": "true" }, right ? "\u2713" : "\u2715");
  return h(
    "p",
    { class: `headline ${right ? "right" : "wrong"}`, key: "headline", role: "status", data: { right: String(right) } },
    drill === "house way"
      ? [shown ? null : sign, words]
      : [shown ? null : gradeOfAnswer(asked, at), h("span", null, best)],
  );
}

/**
 * @param {Asked} asked
 * @param {number} at
 */
function gradeOfAnswer(asked, at) {
  const grade = gradeOf(asked, at);
  return grade && gradeElement(grade);
}

/**
 * The verdict on an answer to the house-way drill: the house way beside the answer, and its clause.
 * @param {Asked} asked
 * @param {Verdict} verdict
 */
export function houseWayVerdict(asked, { at, right, shown }) {
  const { pack, hand } = asked;
  const both = !right && !shown;
  return h(
    "div",
    { class: "verdict", key: "verdict", data: { testid: "verdict", right: String(right) } },
    both ? sideOf("You", setElement(asked, at, { small: true, key: "own" })) : null,
    both ? sideOf("House way", setElement(asked, hand.house_way, { small: true, key: "way" })) : null,
    both ? null : setElement(asked, right ? at : hand.house_way),
    clauseElement(pack.clauses[hand.clause]),
    hand.overridden.length
      ? h(
          "p",
          { class: "quiet" },
          "Gives way to it: ",
          hand.overridden.map((each) => pack.clauses[each].cite).join(", "),
        )
      : null,
  );
}

/**
 * @param {string} who
 * @param {HTMLElement} hand
 */
const sideOf = (who, hand) => h("div", { class: "compared", key: who }, h("h2", null, who), hand);

/**
 * A clause: where it is printed, the hands it is about, and the low hands it permits.
 * @param {Wire.PackWords} clause
 */
export function clauseElement({ cite, when, low }) {
  return h(
    "div",
    { class: "clause-words", data: { testid: "clause" } },
    h("h2", null, withSigns(cite)),
    h("p", null, h("span", { class: "quiet" }, "Hands: "), withSigns(when)),
    h("p", null, h("span", { class: "quiet" }, "Low hand: "), withSigns(low)),
  );
}

/**
 * The verdict on an answer to the best-play drill: the best settings, the answer and the house way among them.
 * @param {Asked} asked
 * @param {Verdict} verdict
 */
export function bestPlayVerdict(asked, { at, right, shown }) {
  return h(
    "div",
    { class: "verdict", key: "verdict", data: { testid: "verdict", right: String(right) } },
    setElement(asked, at),
    waysElement(asked, shown ? -1 : at),
  );
}

/**
 * The best settings of a hand, with the house way and an answer among them, as bars.
 * @param {Asked} asked
 * @param {number} own -1 for none
 */
export function waysElement(asked, own) {
  const { hand } = asked;
  const named = [...(own < 0 ? [] : [own]), hand.house_way, hand.best];
  const against = hand.deals === 1 ? "the dealer's hand" : `each of the ${plain(hand.deals)} hands the dealer can hold`;
  return [
    h(
      "ol",
      { class: "ways", key: "ways", "aria-label": "The best settings" },
      ranked(asked, SHOWN, named).map((way) => wayElement(asked, way, own)),
    ),
    h("p", { class: "quiet key-to-bars", key: "key" }, `Won, pushed and lost against ${against}; value per unit bet.`),
  ];
}

/**
 * One setting: its hands, the deals it wins, pushes and loses, and its value.
 * @param {Asked} asked
 * @param {number} at
 * @param {number} own
 */
function wayElement(asked, at, own) {
  const { pack, hand } = asked;
  const [win, lose] = [hand.win[at], hand.lose[at]];
  const push = hand.deals - win - lose;
  const same = (/** @type {number} */ other) =>
    other >= 0 && hand.low[other] === hand.low[at] && hand.high[other] === hand.high[at];
  const tags = [
    same(own) ? "You" : "",
    same(hand.best) ? "Best" : "",
    hand.as_house_way.includes(at) ? "House way" : "",
  ].filter(Boolean);
  const value = signed(hand.worth[at] / hand.unit, 3);
  /** @param {number} deals */
  const share = (deals) => (deals / hand.deals) * 100;
  const said = [share(win), share(push), share(lose)].map((each) => `${each.toFixed(1)}%`);
  const spoken = `wins ${said[0]}, ${pack.standoff_word} ${said[1]}, loses ${said[2]}`;
  return h(
    "li",
    { class: same(own) ? "way own" : "way", data: { way: at } },
    h("span", { class: "way-name" }, wayWords(asked, at)),
    h(
      "span",
      { class: "tags" },
      tags.map((tag) => h("span", { class: "tag", data: { tag } }, tag)),
    ),
    h(
      "span",
      { class: "odds-bar", role: "img", "aria-label": spoken, title: capital(spoken) },
      h("span", { class: "win", vars: { "--share": share(win) } }),
      h("span", { class: "push", vars: { "--share": share(push) } }),
      h("span", { class: "lose", vars: { "--share": share(lose) } }),
    ),
    h("span", { class: "way-value number", title: `${hand.worth[at]}/${hand.unit} per unit bet` }, value),
  );
}

/**
 * @param {Asked} asked
 * @param {number} at
 */
function wayWords(asked, at) {
  const { lowName, highName } = wayOf(asked, at);
  return `${highName} over ${lowName.charAt(0).toLowerCase()}${lowName.slice(1)}`;
}
