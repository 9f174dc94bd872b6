// @ts-check
// What the player is asked in the action bar before anything else: a question to confirm, a reality check, a wager that
// staff ask for, a name.
// Not here: the buttons of play (`bar`), or the actions themselves (`actions`).

import { h } from "../shared/dom.js";
import { money } from "../shared/words.js";
import { button } from "./buttons.js";

/** @import { TablePage } from "./page.js" */

/**
 * A question before something that cannot be undone.
 * @param {TablePage} table
 */
export function askingElement(table) {
  const [what, at] = table.asking.split(" ");
  const position = Number(at);
  const conceding = what === "concede";
  const shown = table.scene.commitment ? " After the round the deck is shown to everyone, including this hand." : "";
  const words = conceding
    ? `Concede the hand at position ${position}? The ${table.mainWager?.name ?? "main wager"} is lost. ` +
      `This cannot be undone.${shown}`
    : "Withdraw all your wagers from this round? This cannot be undone.";
  return [
    h("p", { class: "bar-words asking", key: "asking" }, words),
    h(
      "div",
      { class: "acts", key: "acts" },
      conceding
        ? button("concede", "Concede the hand", { kind: "danger", position })
        : button("withdraw-remaining", "Withdraw all", { kind: "danger" }),
      button("no", "Keep playing", { kind: "main" }),
    ),
  ];
}

/**
 * How long the player has played: acknowledged before the next wager.
 * @param {Wire.Reality} check
 */
export function realityElement({ minutes, cents }) {
  const dialog = { role: "dialog", "aria-label": "How long you have played", class: "reality", key: "reality" };
  return h(
    "div",
    { ...dialog, data: { testid: "reality", cents } },
    h("p", { class: "bar-words asking" }, `You have played for ${minutes} minutes. Your result: ${money(cents)}.`),
    h(
      "div",
      { class: "acts" },
      button("acknowledge", "Go on playing", { kind: "main" }),
      button("safe", "Play safely"),
    ),
  );
}

/**
 * A wager that staff ask for: the player agrees or declines, or the question lapses.
 * @param {TablePage} table
 * @param {Wire.Proposed} proposed
 */
export function proposedElement({ wagers }, { by, position, wager, cents, lasts }) {
  const name = wagers.find(({ key }) => key === wager)?.name ?? wager;
  const question =
    `${by} asks to bet ${money(cents)} of your chips on the ${name} at position ${position}. ` +
    `Do you agree? You have ${lasts} seconds.`;
  return [
    h("p", { class: "bar-words asking", key: "proposed", role: "alert", data: { testid: "proposed" } }, question),
    h(
      "div",
      { class: "acts", key: "acts" },
      button("agree", `Agree: bet ${money(cents)}`, { kind: "main" }),
      button("decline", "Decline"),
    ),
  ];
}

/**
 * What a player who has run out of chips is told.
 * @param {Wire.You} you
 */
export function brokeWords({ bankroll, stacks }) {
  const left = bankroll ? `You have ${money(bankroll)} left, too little for a wager.` : "That was your last chip.";
  const before = stacks ? ` You have had ${stacks === 1 ? "one fresh stack" : `${stacks} fresh stacks`} so far.` : "";
  return `${left} It happens to everybody: the next stack is on the house.${before}`;
}

/**
 * What a player is told with a fresh stack.
 * @param {Wire.You} you
 */
export function freshWords({ bankroll, stacks }) {
  const which = stacks > 1 ? `your fresh stack number ${stacks}` : "your first fresh stack";
  return `${money(bankroll)} is in front of you, ${which}. Good luck.`;
}

/** @param {TablePage} table */
function nameWords({ me, wantSeat }) {
  if (me?.gives_names) return "Say who you are; the house gives you a name to play under";
  if (wantSeat) return "Choose a name to sit down";
  return me?.house_money ? "Choose a name to play" : "Choose a name to play with play chips";
}

/** @param {TablePage} table */
export function nameElement(table) {
  const gate = table.me?.age_gate;
  const box = { type: "checkbox", name: "confirmed", required: true, data: { testid: "age-gate" } };
  const field = {
    id: "take-name",
    name: "name",
    required: true,
    maxlength: table.me?.gives_names ? table.me.fields.person : table.me?.fields.name,
    autocomplete: table.me?.gives_names ? "name" : "nickname",
    placeholder: "Your name",
  };
  return h(
    "form",
    { class: "name-form", key: "name", data: { form: "name" } },
    h("label", { for: "take-name" }, nameWords(table)),
    h("div", { class: "line" }, h("input", field), h("button", { class: "main", type: "submit" }, "Play")),
    gate ? h("label", { class: "age-gate", key: "gate" }, h("input", box), gate) : null,
  );
}
