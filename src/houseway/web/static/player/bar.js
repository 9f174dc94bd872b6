// @ts-check
// The action bar: the one place for what can be done now.
// Here: its buttons and hints, from what the scene allows. Not here: the actions themselves (`actions`).

import { linesOf, withoutClause } from "../shared/clauses.js";
import { h } from "../shared/dom.js";
import { sentence } from "../shared/words.js";
import { askingElement, brokeWords, nameElement, proposedElement, realityElement } from "./asking.js";
import { bankWords, isOffered } from "./bank.js";
import { offerElement } from "./bank-offer.js";
import { remembered, trayElement } from "./betting.js";
import { button } from "./buttons.js";
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
 * Whether there is a bet to repeat now.
 * @param {TablePage} table
 */
export function canRepeat(table) {
  const { you, table: seen } = table.scene;
  if (!table.canBet || you.positions.some((at) => seen.wagers[at])) return false;
  return remembered(table).some(({ position, wager }) => !table.ownOn(position, wager));
}

/**
 * Whether the dealer deals as soon as those who have wagered are ready.
 * @param {TablePage} table
 */
export function dealsAtOnce({ scene }) {
  return scene.running.dealer === "automatic" && scene.table.phase === "betting";
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
 * The hand that the key V and the Enter key open: the one the page shows, where it can be looked at.
 * @param {TablePage} table
 */
export function handToView(table) {
  const { view } = table.scene.can;
  return view.includes(table.ownHand) ? table.ownHand : view[0];
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
  const free = table.canBet && !can.ready && acting.length < 2;
  const hint = !typing && (you.barred || idle || waits || free);
  return [
    offer,
    can.chips ? h("p", { class: "bar-words asking", key: "broke", role: "status" }, brokeWords(you)) : null,
    table.canBet && !can.chips ? trayElement(table) : null,
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
  return table.scene.can.chips ? button("chips", "Take a fresh stack", { kind: table.canBet ? "" : "main" }) : null;
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
    button("for-me", "Set it for me", { key: "W" }),
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
  const acting = [chipsButton(table)];
  const shown = handToView(table);
  for (const position of can.view) {
    const words = can.view.length > 1 && position ? `Look at position ${position}` : "Look at your cards";
    acting.push(button("view", words, { kind: "main", position, key: position === shown ? "V" : "" }));
  }
  for (const position of can.take_back) {
    acting.push(button("take-back", "Change my setting", { position, key: "C" }));
  }
  for (const position of can.concede) {
    acting.push(button("ask-concede", you.hands.length > 1 ? `Concede position ${position}` : "Concede", { position }));
  }
  if (can.pass_bank) acting.push(button("pass-bank", isOffered(table) ? "Pass" : "Give the bank back", { key: "P" }));
  const repeats = canRepeat(table);
  const staked = Object.keys(can.withdraw).length > 0;
  const deals = can.ready && !ready.includes(you.name);
  if (repeats) acting.push(button("repeat", "Repeat", { key: "R" }));
  if (repeats && dealsAtOnce(table)) acting.push(button("rebet-deal", "Repeat and deal", { kind: "main", key: "D" }));
  if (staked) acting.push(button("undo-chip", "Undo", { key: "U" }));
  if (staked && table.canBet) acting.push(button("double", "Double", { key: "X" }));
  if (staked) acting.push(button("clear", "Clear", { key: "C" }));
  if (deals) {
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
  if (!own && scene.can.sit.length) return "Choose a position and press Sit here.";
  if (!own) return scene.company ? "A bot makes room for you." : "No position is free right now.";
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
