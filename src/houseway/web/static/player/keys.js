// @ts-check
// Keyboard shortcuts.
// Here: what each key does. Everything here is also a button on the page; the buttons show their keys.

import { around } from "../shared/dom.js";

/** @import { TablePage } from "./page.js" */

/**
 * @typedef {object} KeyActs
 * @property {(digit: number, side: boolean) => void} put
 * @property {(digit: number) => void} card
 * @property {() => void} amount
 * @property {() => void} aim
 * @property {() => void} repeat
 * @property {() => void} rebetDeal
 * @property {() => void} undoChip
 * @property {() => void} double
 * @property {() => void} clear
 * @property {() => void} ready
 * @property {() => void} confirm
 * @property {() => void} undo
 * @property {() => void} houseWay
 * @property {() => void} forMe
 * @property {() => void} view
 * @property {() => void} bank
 * @property {() => void} bankShared
 * @property {() => void} bankMore
 * @property {() => void} bankLess
 * @property {() => void} passBank
 * @property {() => void} skip
 */

/** @typedef {Exclude<keyof KeyActs, "put" | "card" | "skip">} PlainAct */

/** @type {Record<string, PlainAct>} */
const WHILE_SETTING = { enter: "confirm", backspace: "undo", h: "houseWay", w: "forMe" };
/** @type {Record<string, PlainAct>} */
const OTHERWISE = {
  a: "amount",
  f: "aim",
  r: "repeat",
  d: "rebetDeal",
  u: "undoChip",
  backspace: "undoChip",
  x: "double",
  c: "clear",
  v: "view",
  b: "bank",
  s: "bankShared",
  p: "passBank",
  "+": "bankMore",
  "-": "bankLess",
  enter: "ready",
};

/**
 * Listen for keys.
 * @param {TablePage} table
 * @param {KeyActs} acts
 */
export function listen(table, acts) {
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !table.arrived) return;
    if (around(event, "input:not([type=checkbox]), textarea, select")) return;
    if (event.key === "Escape") return void acts.skip();
    const button = around(event, "button, a, summary");
    const pressed = event.key === "Enter" && button && !button.matches(".card, .circle, .chip-button");
    if (pressed || event.key === " ") return;
    if (choose(table, acts, event)) event.preventDefault();
  });
}

/** @param {KeyboardEvent} event */
function digitOf(event) {
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1] ?? (/^[1-9]$/.test(event.key) ? event.key : "0");
  return Number(digit);
}

/**
 * Do what a key stands for; returns whether it stands for anything.
 * @param {TablePage} table
 * @param {KeyActs} acts
 * @param {KeyboardEvent} event
 */
function choose(table, acts, event) {
  const digit = digitOf(event);
  const setting = table.scene.arranging !== null;
  if (digit && setting) acts.card(digit);
  else if (digit && table.canBet) acts.put(digit, event.shiftKey);
  else {
    const act = (setting ? WHILE_SETTING : OTHERWISE)[event.key.toLowerCase()];
    if (!act) return false;
    acts[act]();
  }
  return true;
}
