// @ts-check
// Taps, forms, switches and keys of the table page.
// Here: which action each one triggers. Not here: the actions themselves (`actions`).

import { fourColours } from "../shared/cards.js";
import { around, byId, fieldOf } from "../shared/dom.js";
import { actionsOf, chooseName, closeAmount, openSheet } from "./actions.js";
import { isOffered } from "./bank.js";
import { takeBank, typeBank } from "./bank-offer.js";
import { canRepeat, dealsAtOnce, handToView, sitsOut } from "./bar.js";
import { typedAmount } from "./betting.js";
import { draggable } from "./dragging.js";
import { listen } from "./keys.js";
import { hasBet, setBet } from "./restaking.js";
import { toggle } from "./setting.js";
import { sound, soundOn } from "./sounds.js";
import { talkOn } from "./talk.js";
import { endMoment } from "./verdict.js";

/** @import { Action } from "./actions.js" */
/** @import { KeyActs } from "./keys.js" */
/** @import { TablePage } from "./page.js" */

/**
 * Listen to taps, forms, switches, keys and dragging on the page.
 * @param {TablePage} table
 */
export function addListeners(table) {
  const actions = actionsOf(table);
  document.addEventListener("click", (event) => clicked(table, actions, event));
  document.addEventListener("change", (event) => switched(/** @type {HTMLInputElement} */ (event.target)));
  document.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    if (target.id === "bank-field") typeBank(table, target.value);
    if (target.id !== "amount-field") return;
    table.amount = typedAmount(target.value);
    table.draw();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && around(event, "#amount-field")) closeAmount(table);
  });
  document.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    submitted(table, form).catch(table.refused);
  });
  listen(table, keyActs(table, actions));
  draggable(document.body, table);
}

/**
 * @param {TablePage} table
 * @param {Record<string, Action>} actions
 * @param {Event} event
 */
function clicked(table, actions, event) {
  const opener = around(event, "button[data-sheet]");
  if (opener) {
    const { sheet = "" } = opener.dataset;
    return openSheet(document.body.dataset.sheet === sheet ? "" : sheet);
  }
  const aside = !around(event, ".side, .words, dialog");
  if (aside && document.body.dataset.sheet === "house") openSheet("");
  const skipped = endMoment();
  const button = around(event, "[data-act]");
  const name = button?.dataset.act ?? "";
  if (button && actions[name]) {
    if (name !== "clause") table.say("");
    attempt(table, () => actions[name](button.dataset, button));
  } else if (!skipped && table.sequence.running && around(event, ".room")) table.sequence.skip();
}

/**
 * Do something, and show the refusal if there is one.
 * @param {TablePage} table
 * @param {() => unknown} work
 */
function attempt(table, work) {
  Promise.resolve(work()).catch(table.refused);
}

/** @param {HTMLInputElement} target */
function switched(target) {
  if (target.dataset.switch === "four-colours") fourColours(target.checked);
  if (target.dataset.switch === "talk") talkOn(target.checked);
  if (target.dataset.switch !== "sound") return;
  soundOn(target.checked);
  sound("chip");
}

/**
 * @param {TablePage} table
 * @param {HTMLFormElement} form
 */
async function submitted(table, form) {
  if (form.dataset.form === "name") {
    await chooseName(table, fieldOf(form, "name").value.trim(), fieldOf(form, "confirmed")?.checked);
  }
  if (form.dataset.form === "cut") {
    const field = fieldOf(form, "words");
    await table.send({ type: "cut", words: field.value });
    field.value = "";
  }
  if (form.dataset.form === "bank") await takeBank(table, !table.scene.can.bank?.alone);
  if (form.dataset.form !== "amount") return;
  const cents = typedAmount(fieldOf(form, "amount").value);
  const wager = table.aim();
  if (!cents) return void table.say("Enter an amount in figures, such as 250");
  if (!wager) return;
  table.say("");
  await setBet(table, { position: table.own, wager, cents });
  closeAmount(table);
}

/**
 * What the keys do.
 * @param {TablePage} table
 * @param {Record<string, Action>} actions
 * @returns {KeyActs}
 */
function keyActs(table, actions) {
  /** @param {string} name @param {Record<string, string>} [data] */
  const act = (name, data = {}) => {
    table.say("");
    attempt(table, () => actions[name](data, document.body));
  };
  const view = () => {
    const position = handToView(table);
    if (position !== undefined) act("view", { position: String(position) });
  };
  return {
    put: (digit, side) => putByKey(table, digit, side, act),
    card(digit) {
      const card = table.scene.arranging?.cards[digit - 1];
      if (card) toggle(table, card);
    },
    amount: () => table.canBet && act("amount"),
    aim() {
      table.aimedAt += 1;
      table.draw();
    },
    repeat: () => canRepeat(table) && act("repeat"),
    rebetDeal: () => canRepeat(table) && dealsAtOnce(table) && act("rebet-deal"),
    undoChip: () => table.canBet && hasBet(table) && act("undo-chip"),
    double: () => table.canBet && hasBet(table) && act("double"),
    clear() {
      const [position] = table.scene.can.take_back;
      if (position !== undefined) act("take-back", { position: String(position) });
      else act("clear");
    },
    ready() {
      const { can } = table.scene;
      if (can.view.length && !can.ready) view();
      else if (can.ready && !sitsOut(table)) act("ready"); // sitting a round out needs the button
    },
    confirm: () => act("confirm"),
    undo: () => act("undo"),
    houseWay: () => act("house-way"),
    forMe: () => act("for-me"),
    view,
    bank: () => isOffered(table) && act("bank"),
    bankShared: () => isOffered(table) && act("bank-shared"),
    bankMore: () => isOffered(table) && act("bank-more"),
    bankLess: () => isOffered(table) && act("bank-less"),
    passBank: () => act("pass-bank"),
    skip: skipper(table, actions),
  };
}

/**
 * Bet a chip of the tray by its number; with Shift on a side wager.
 * @param {TablePage} table
 * @param {number} digit
 * @param {boolean} side
 * @param {(name: string, data: Record<string, string>) => void} act
 */
function putByKey(table, digit, side, act) {
  const value = table.tray()[digit - 1];
  const open = Object.keys(table.scene.can.wager[table.own] ?? {});
  const wager = side ? open.find((key) => key !== table.mainWager?.key) : table.aim();
  if (!value || !wager) return;
  table.chosenChip = value;
  act("put", { position: String(table.own), wager });
}

/**
 * Escape closes what is open, or skips the animation.
 * @param {TablePage} table
 * @param {Record<string, Action>} actions
 */
function skipper(table, actions) {
  let closed = -1000;
  byId("words").addEventListener("beforetoggle", (event) => {
    if (/** @type {ToggleEvent} */ (event).newState === "closed") closed = performance.now();
  });
  return () => {
    const closing = byId("words").matches(":popover-open") || performance.now() - closed < 200;
    if (closing || endMoment()) return; // the key has just closed the panel of a clause, or the moment of the result
    if (document.body.dataset.sheet) openSheet("");
    else if (table.asking) actions.no({}, document.body);
    else table.sequence.skip();
  };
}
