// @ts-check
// What came of the Daily ten, and who did best.
// Here: the result with the text to share, and the standings. Not here: the hands (`daily`), or what was set (`ten`).

import { h } from "../shared/dom.js";
import { gradeElement } from "../shared/grade.js";

/** @import { Ten } from "./ten.js" */

/**
 * What came of the ten hands.
 * @param {Ten} ten
 * @param {Wire.Daily} daily
 */
export function resultElement(ten, daily) {
  const { results, givenUp } = ten;
  const best = results.filter(({ grade }) => grade === "best").length;
  const better = givenUp <= daily.house_way_float;
  return h(
    "div",
    { class: "ten-result", key: "result", data: { testid: "ten-result" } },
    h("p", { class: "headline right", role: "status" }, `${best} of ${results.length} best`),
    h("p", { class: "ten-sum" }, [
      "You gave up ",
      h("b", { class: "number", data: { testid: "given-up" } }, givenUp.toFixed(2)),
      ` in all. The house way gives up ${daily.house_way_float.toFixed(2)}`,
      better ? ": you set these hands at least as well." : ".",
    ]),
    h("pre", { class: "share", data: { testid: "share" } }, ten.text),
    h(
      "div",
      { class: "acts" },
      h("button", { type: "button", class: "main", data: { act: "share" } }, "Copy the result"),
    ),
    h(
      "ol",
      { class: "ten-list" },
      results.map((result) =>
        h("li", { key: result.number }, [
          h("span", { class: "number" }, `Hand ${result.number + 1}`),
          gradeElement(result.grade),
          h("span", { class: "number" }, result.given_up_float ? `\u2212${result.given_up_float.toFixed(3)}` : "0"),
          h("button", { type: "button", class: "link", data: { act: "look", number: result.number } }, [
            "Look",
            h("span", { class: "away" }, ` at hand ${result.number + 1}`),
          ]),
        ]),
      ),
    ),
    h("p", { class: "quiet" }, `The next ten come ${leftWords(daily.seconds_left)}.`),
  );
}

/** @param {number} seconds */
function leftWords(seconds) {
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `in ${minutes} minutes` : `in about ${Math.round(minutes / 60)} hours`;
}

/**
 * What stands beside the hand.
 * @param {Ten} ten
 */
export function sideElements(ten) {
  const { standings } = ten;
  return [
    ten.canAdopt ? offerElement(ten) : null,
    rowElement(ten),
    standings ? standingsElement(standings) : null,
    whereElement(ten),
  ];
}

/** @param {Ten} ten */
function rowElement({ daily, givenUp }) {
  if (!daily) return null;
  return h("dl", { class: "numbers", key: "numbers" }, [
    h("div", null, h("dt", null, "Given up"), h("dd", { class: "number" }, givenUp.toFixed(2))),
    h("div", null, h("dt", null, "Days in a row"), h("dd", { class: "number" }, daily.days)),
  ]);
}

/** @param {Wire.Standings} standings */
function standingsElement({ places, finished, day }) {
  const list = places.map(({ place, name, given_up_float: givenUp, you }) =>
    h("li", { key: name, class: you ? "you" : "" }, [
      h("span", { class: "number rank" }, place),
      h("bdi", { class: "player" }, name),
      h("span", { class: "number" }, givenUp.toFixed(2)),
    ]),
  );
  return h(
    "section",
    { class: "weak", key: "standings", "aria-labelledby": "standings" },
    h("h2", { id: "standings" }, `Standings of ${day}`),
    list.length
      ? h("ol", { class: "standings", data: { testid: "standings" } }, list)
      : h("p", { class: "quiet" }, "Nobody has finished yet. Be the first."),
    finished > places.length ? h("p", { class: "quiet" }, `${finished} players have finished.`) : null,
  );
}

/** @param {Ten} ten */
function offerElement(ten) {
  return h(
    "div",
    { class: "banner calm offer", key: "offer" },
    h("p", null, "This browser set hands of today without a name. Are they yours, ", h("bdi", null, ten.name), "?"),
    h("div", { class: "offer-acts" }, [
      h("button", { type: "button", class: "main", data: { act: "adopt" } }, "Keep them"),
      h("button", { type: "button", data: { act: "drop" } }, "Discard"),
    ]),
  );
}

/** @param {Ten} ten */
function whereElement(ten) {
  if (ten.name || !ten.daily) return null;
  return h("p", { class: "quiet where", key: "where" }, [
    "Without a name your result stays in this browser. ",
    h("a", { href: "/" }, "Take a name"),
    " in the lobby to stand in the list.",
  ]);
}
