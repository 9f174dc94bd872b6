// @ts-check
// The action bar: the one place for what can be done now.
// Here: its buttons and hints, from what the scene allows. Not here: the actions themselves (`actions`).

import { linesOf, withoutClause } from "../shared/clauses.js";
import { h } from "../shared/dom.js";
import { money, sentence } from "../shared/words.js";
import { bankWords, isOffered } from "./bank.js";
import { offerElement } from "./bank-offer.js";
import { remembered, trayElement } from "./betting.js";
import { splitOf } from "./setting.js";

/** @import { TablePage } from "./page.js" */

/** @type {Record<string, string>} */
const READY = {
  betting: "Deal now",
  setting: "Continue",
  revealed: "Compare now",
  "between rounds": "Next round",
};

/**
 * @param {string} act
 * @param {string} words
 * @param {{kind?: "" | "main" | "danger", key?: string, position?: number}} [how]
 */
function button(act, words, { kind = "", key = "", position } = {}) {
  const attributes = {
    type: "button",
    class: kind,
    key: `act-${act}-${position ?? ""}`,
    data: { act, testid: act, position },
  };
  return h("button", attributes, words, key ? h("kbd", null, key) : null);
}

/**
 * Whether there is a bet to repeat now.
 * @param {TablePage} table
 */
export function canRepeat(table) {
  const { you, table: seen } = table.scene;
  if (!table.canBet || you.positions.some((at) => seen.wagers[at])) return false;
  return remembered(table).some(({ position, wager }) => !table.ownOn(position, wager));
}

/**
 * Whether being ready now means sitting this round out, because the viewer has not wagered.
 * @param {TablePage} table
 */
export function sitsOut({ scene }) {
  if (scene.table.phase !== "betting") return false;
  const stakes = Object.values(scene.table.wagers).flatMap((wagers) => Object.values(wagers).flat());
  return !stakes.some(({ player }) => player === scene.you.name);
}

/**
 * Why the dealer's hand made the main wagers push in this round, or nothing.
 * @param {TablePage} table
 */
export function whyPushed(table) {
  const [line] = linesOf(table.lines, "dealer failed to qualify");
  return line ? withoutClause(line.sentence, line.clause) : "";
}

/**
 * The one action bar.
 * @param {TablePage} table
 */
export function barElement(table) {
  const { can, you, arranging } = table.scene;
  if (table.goodbye) {
    if (table.connected !== "closed") return h("p", { class: "bar-words" }, "Reconnecting.");
    return [
      h("p", { class: "bar-words", key: "closed" }, "The connection is closed."),
      h("a", { class: "button main", key: "lobby", href: "/", data: { testid: "to-lobby" } }, "To the lobby"),
    ];
  }
  if (table.asking) return askingElement(table);
  if (!you.name) return nameElement(table);
  const offer = can.withdraw_remaining
    ? h(
        "div",
        { class: "acts offer", key: "offer" },
        button("ask-withdraw", `Withdraw your wagers (${can.withdraw_remaining})`),
      )
    : null;
  if (arranging && can.set.includes(arranging.position)) return [offer, settingActs(table, arranging)];
  if (table.scene.proposed) return proposedElement(table, table.scene.proposed);
  if (you.check && !can.view.length) return [offer, realityElement(you.check)];
  if (isOffered(table) && can.bank) return offerElement(table);
  const acting = playingActs(table);
  const waits = table.scene.ready.includes(you.name);
  const typing = table.canBet && table.amount >= 0;
  const idle = !acting.length || ((can.take_back.length > 0 || can.pass_bank > 0) && !can.ready);
  const hint = !typing && (you.barred || idle || waits || (table.canBet && !can.ready));
  return [
    offer,
    table.canBet ? trayElement(table) : null,
    h(
      "div",
      { class: "acts", key: "acts" },
      acting,
      hint ? h("p", { class: "bar-words", key: "words" }, hintWords(table, waits)) : null,
    ),
  ];
}

/** @param {TablePage} table */
function chipsButton(table) {
  return table.scene.can.chips ? button("chips", "Get more play chips", { kind: table.canBet ? "" : "main" }) : null;
}

/**
 * The buttons while a hand is being set.
 * @param {TablePage} table
 * @param {Wire.Arranging} arranging
 */
function settingActs(table, arranging) {
  const { setting } = table;
  const split = splitOf(arranging, setting.low);
  const undo = { type: "button", key: "undo", disabled: !setting.before.length, data: { act: "undo", testid: "undo" } };
  const confirm = {
    type: "button",
    class: `main wide ${split && !split.foul ? "" : "not-yet"}`,
    key: "confirm",
    "aria-describedby": "setting-words",
    data: { act: "confirm", testid: "confirm" },
  };
  return h(
    "div",
    { class: "acts setting-acts", key: "setting" },
    chipsButton(table),
    button("house-way", "House way", { key: "H" }),
    h("button", undo, "Undo", h("kbd", null, "\u232b")),
    h("button", confirm, "Confirm", h("kbd", null, "\u21b5")),
  );
}

/**
 * The buttons at any other time.
 * @param {TablePage} table
 */
function playingActs(table) {
  const { can, you, ready, table: seen } = table.scene;
  const several = can.view.length > 1 || you.hands.length > 1;
  const acting = [chipsButton(table)];
  for (const position of can.view) {
    const words = several && position ? `View the hand at position ${position}` : "Look at your cards";
    acting.push(button("view", words, { kind: "main", position, key: position === can.view[0] ? "V" : "" }));
  }
  for (const position of can.take_back) {
    acting.push(button("take-back", "Change my setting", { position, key: "C" }));
  }
  for (const position of can.concede) {
    acting.push(button("ask-concede", you.hands.length > 1 ? `Concede position ${position}` : "Concede", { position }));
  }
  if (can.pass_bank) acting.push(button("pass-bank", isOffered(table) ? "Pass" : "Give the bank back", { key: "P" }));
  if (canRepeat(table)) acting.push(button("repeat", "Repeat", { key: "R" }));
  if (Object.keys(can.withdraw).length) acting.push(button("clear", "Clear", { key: "C" }));
  if (can.ready && !ready.includes(you.name)) {
    const go = () => button("ready", READY[seen.phase] ?? "Continue", { kind: "main", key: "\u21b5" });
    acting.push(sitsOut(table) ? button("ready", "Sit this round out") : go());
  }
  return acting.filter(Boolean);
}

/**
 * What to do, or what the table is waiting for.
 * @param {TablePage} table
 * @param {boolean} waits
 */
function hintWords(table, waits) {
  const { scene, own } = table;
  const { phase, hold } = scene.table;
  if (hold) return "Staff decide what happens next.";
  if (waits) return scene.ready.length < scene.present.length ? "Waiting for the others." : "One moment, please.";
  if (!own && table.wantSeat) return "You will be seated as soon as this round allows it.";
  const banking = bankWords(table);
  if (banking && own) return banking;
  if (scene.stopped && !scene.can.set.length) return sentence(scene.stopped);
  if (scene.you.staffs) return `You staff this table as ${scene.you.staffs}, and you cannot play at a table you staff.`;
  if (scene.you.barred) return sentence(scene.you.barred);
  if (scene.you.prohibited) return "You are prohibited from further play.";
  if (!own) return scene.can.sit.length ? "Choose a position and press Sit here." : "No position is free right now.";
  if (table.canBet) return "Choose a chip, then tap a circle.";
  if (phase === "betting") return "You cannot bet right now.";
  if (phase === "no more bets") return "No more bets.";
  if (phase === "setting") {
    const hand = scene.table.hands[table.ownHand];
    if (!hand) return "A round is in progress. You play from the next one.";
    return hand.is_set ? "Your hand is set. Waiting for the others." : "Waiting for the dealer.";
  }
  if (phase !== "revealed") return scene.running.open ? "Waiting for the next round." : "The table is closed.";
  if (!whyPushed(table)) return "Hands are compared next.";
  const left = Object.keys(scene.table.wagers).length > 0;
  return left ? "The remaining wagers are settled next." : "The round is settled next.";
}

/**
 * A question before something that cannot be undone.
 * @param {TablePage} table
 */
function askingElement(table) {
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
function realityElement({ minutes, cents }) {
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
function proposedElement({ wagers }, { by, position, wager, cents, lasts }) {
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

/** @param {TablePage} table */
function nameWords({ me, wantSeat }) {
  if (me?.gives_names) return "Say who you are; the house gives you a name to play under";
  if (wantSeat) return "Choose a name to sit down";
  return me?.house_money ? "Choose a name to play" : "Choose a name to play with play chips";
}

/** @param {TablePage} table */
function nameElement(table) {
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
