// @ts-check
// How far somebody is.
// Here: the numbers beside the hand, mistakes by clause, and what can be done about them. Not here: counting
// (`answers`).

import { withSigns } from "../shared/cards.js";
import { h } from "../shared/dom.js";
import { plain } from "../shared/words.js";
import * as answers from "./answers.js";

/** @import { Trainer } from "./trainer.js" */

const MOST = 6;

/**
 * The panel beside the hand.
 * @param {Trainer} trainer
 */
export function sideElement(trainer) {
  const { counts, progress, drill } = trainer;
  return [
    offerElement(trainer),
    h(
      "dl",
      { class: "numbers", key: "numbers" },
      number("Streak", plain(counts.streak), "streak"),
      number("Best streak", plain(counts.best), "best-streak"),
      number(
        "Right",
        counts.answered ? `${Math.round((100 * counts.right) / counts.answered)}%` : "\u2013",
        "accuracy",
      ),
      number("Hands", plain(counts.answered), "answered"),
      drill === "best play"
        ? number(
            "Given up a hand",
            counts.answered ? (counts.givenUp / counts.answered).toFixed(3) : "\u2013",
            "given-up",
          )
        : null,
      progress ? number("Days in a row", plain(progress.days), "days") : null,
    ),
    clausesElement(trainer),
    h("div", { class: "side-acts", key: "acts" }, actElements(trainer)),
    h("p", { class: "quiet where", key: "where", data: { testid: "where" } }, whereWords(trainer)),
  ];
}

/**
 * @param {string} name
 * @param {string} value
 * @param {string} id
 */
function number(name, value, id) {
  return h("div", { key: id }, h("dt", null, name), h("dd", { class: "number", data: { testid: id } }, value));
}

/** @param {Trainer} trainer */
function clausesElement({ counts }) {
  const weak = Object.entries(counts.clauses)
    .map(([clause, [answered, right]]) => ({ clause, answered, missed: answered - right }))
    .filter(({ missed }) => missed)
    .sort((a, b) => b.missed - a.missed || a.clause.localeCompare(b.clause));
  const list = weak
    .slice(0, MOST)
    .map(({ clause, answered, missed }) =>
      h(
        "li",
        { key: clause },
        h("span", { class: "clause-name" }, withSigns(clause)),
        h("span", { class: "number" }, `${missed} of ${answered}`),
        h("span", { class: "missed-bar", "aria-hidden": "true", vars: { "--share": (100 * missed) / answered } }),
      ),
    );
  return h(
    "section",
    { class: "weak", key: "weak", "aria-labelledby": "weak" },
    h("h2", { id: "weak" }, "Mistakes by clause"),
    list.length
      ? h("ol", null, list)
      : h("p", { class: "quiet" }, counts.answered ? "None so far. Keep going." : "They appear here as you train."),
  );
}

/** @param {Trainer} trainer */
function actElements({ progress, review }) {
  const missed = progress?.missed ?? 0;
  const words = missed ? `Review ${missed} missed ${missed === 1 ? "hand" : "hands"}` : "No missed hands";
  if (!progress) return null;
  return [
    h(
      "button",
      { type: "button", key: "review", disabled: !missed || review.length > 0, data: { act: "review" } },
      words,
    ),
    h(
      "a",
      { class: "button", key: "test", href: `/train/test?book=${encodeURIComponent(progress.book)}` },
      "Dealer test",
    ),
  ];
}

/** @param {Trainer} trainer */
function offerElement({ name }) {
  const nobodys = answers.waiting().filter((one) => !one.name).length;
  if (!name || !nobodys) return null;
  const hands = `${plain(nobodys)} ${nobodys === 1 ? "hand" : "hands"}`;
  return h(
    "div",
    { class: "banner calm offer", key: "offer" },
    h("p", null, `This browser set ${hands} without a name. Are they yours, `, h("bdi", null, name), "?"),
    h("div", { class: "offer-acts" }, [
      h("button", { type: "button", class: "main", data: { act: "adopt" } }, "Keep them"),
      h("button", { type: "button", data: { act: "drop" } }, "Discard"),
    ]),
  );
}

/** @param {Trainer} trainer */
function whereWords({ name, online, uncounted }) {
  const left = uncounted.length;
  const hands = `${plain(left)} ${left === 1 ? "hand waits" : "hands wait"}`;
  if (!name) {
    return [
      "Kept in this browser only. ",
      h("a", { href: "/" }, "Take a name"),
      " in the lobby to keep it, and to have hands chosen for you.",
    ];
  }
  if (!online) return left ? `Offline: ${hands} to be sent.` : "Offline. You can go on training.";
  if (left) return `Sending ${plain(left)} ${left === 1 ? "hand" : "hands"}.`;
  return ["Kept under ", h("bdi", null, name), "."];
}
