// @ts-check
// The deck of a past round.
// Here: the button that checks it, and what was found. Not here: the check itself (`fair` and `checking`).

import { cardSign } from "../shared/cards.js";
import { h } from "../shared/dom.js";
import { sentence } from "../shared/words.js";
import { cardText } from "./fair.js";

/** @import { Check, Checked } from "./checking.js" */

const WHAT_YOU_CHECK =
  "This page checked the deck from the numbers below. Only you can confirm that this commitment is the one " +
  "your table showed before betting closed.";

/** @param {Wire.SeenRound} round */
const fileOf = (round) => `${round.table}-round-${round.round}.json`.replace(/[^\w.-]+/g, "-");

/**
 * The id of a round, unique across all tables.
 * @param {Wire.SeenRound} round
 */
export const idOf = (round) => `${round.table}/${round.round}`;

/**
 * @param {Wire.SeenRound} round
 * @param {Checked} [checked]
 */
export function deckElement(round, checked) {
  const { commitment, proof, ended } = round;
  const quiet = { class: "quiet no-deck", key: "deck" };
  if (!commitment) return h("p", quiet, "The house did not commit to a deck for this round.");
  if (!proof) return h("p", quiet, ended ? "The deck is not revealed yet." : "The deck is revealed after the round.");
  const button = { class: "main", type: "button", data: { act: "check", id: idOf(round), testid: "check" } };
  return h(
    "div",
    { class: "deck", key: "deck" },
    checked ? checkedElement(round, proof, checked) : h("button", button, "Check the deck"),
  );
}

/**
 * @param {Wire.SeenRound} round
 * @param {Wire.SeenProof} proof
 * @param {Checked} checked
 */
function checkedElement(round, proof, { holds, checks }) {
  const command = `houseway fair verify ${fileOf(round)}`;
  const attributes = {
    class: `checked ${holds ? "holds" : "wrong"}`,
    "aria-label": "The deck checked",
    data: { testid: "checked", holds: String(holds) },
  };
  return h(
    "section",
    attributes,
    h("h3", null, holds ? "The deck checks out" : "The deck does not check out"),
    h(
      "ul",
      { class: "checks" },
      checks.map((each) => checkElement(each)),
    ),
    h("p", { class: "quiet" }, WHAT_YOU_CHECK),
    numbersElement(proof),
    h("p", { class: "command" }, h("span", { class: "quiet" }, "On another machine"), h("code", null, command)),
    h(
      "div",
      { class: "acts" },
      h("button", { type: "button", data: { act: "proof", id: idOf(round) } }, "Download this proof"),
      h("button", { type: "button", data: { act: "copy", words: command } }, "Copy the command"),
    ),
  );
}

/** @param {Check} check */
function checkElement({ holds, words }) {
  const tick = { class: "tick", role: "img", "aria-label": holds ? "right" : "wrong" };
  return h(
    "li",
    { class: holds ? "holds" : "wrong", key: words },
    h("span", tick, holds ? "\u2713" : "\u2717"),
    h("span", null, sentence(words)),
  );
}

/** @param {Wire.SeenProof} proof */
function numbersElement({ commitment, seed, salt, cut, deck }) {
  const numbers = Object.entries({ Commitment: commitment, Seed: seed, Salt: salt });
  const words = cut.map((added) => `${added.player}: ${added.words}`).join("; ");
  return h(
    "dl",
    { class: "numbers" },
    numbers.map(([name, value]) => [h("dt", null, name), h("dd", null, h("code", null, value))]),
    h("dt", null, "Words in the cut"),
    h("dd", null, words || "none"),
    h("dt", null, "Deck"),
    h("dd", { class: "order" }, deck.map((card) => cardSign(cardText(card))).join(" ")),
  );
}

/** @param {Wire.SeenRound} round */
export function downloadProof(round) {
  const file = URL.createObjectURL(new Blob([`${JSON.stringify(round.proof)}\n`], { type: "application/json" }));
  h("a", { href: file, download: fileOf(round) }).click();
  setTimeout(() => URL.revokeObjectURL(file), 1000);
}
