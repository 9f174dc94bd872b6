// @ts-check
// The player's actions.
// Here: every action of the page by its name. Not here: the taps, forms and keys that trigger it (`listeners`), or
// whether it is allowed: the page shows only what the scene allows, and the house refuses the rest.

import { openClause, splitClause } from "../shared/clauses.js";
import { byId, copy } from "../shared/dom.js";
import { ask, askMe, payOwed } from "../shared/request.js";
import { freshWords } from "./asking.js";
import { passBank, stepBank, takeBank } from "./bank-offer.js";
import { clear, putChip, repeat } from "./betting.js";
import { doubleBets, setBet, undoChip } from "./restaking.js";
import { arrangeHouseWay, confirm, toggle } from "./setting.js";

/** @import { TablePage } from "./page.js" */

/** @typedef {(data: DOMStringMap, button: HTMLElement) => unknown} Action */

/** @param {string} selector */
const focusSoon = (selector) =>
  requestAnimationFrame(() => /** @type {HTMLElement | null} */ (document.querySelector(selector))?.focus());

/**
 * On a phone: open one of the two sheets, or none.
 * @param {string} name
 */
export function openSheet(name) {
  const was = document.body.dataset.sheet;
  document.body.dataset.sheet = name;
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("button[data-sheet]"))) {
    button.setAttribute("aria-expanded", String(button.dataset.sheet === name));
  }
  const log = name === "round" && document.querySelector("#round .log");
  if (log) log.scrollTop = 0; // its end, where the newest line is
  const focus = name ? `#${name} .close` : was ? `button[data-sheet="${was}"]` : "";
  if (focus) /** @type {HTMLElement | null} */ (document.querySelector(focus))?.focus();
}

/**
 * Show one of the two views of the panel beside the felt; remembered in this browser.
 * @param {TablePage} table
 * @param {"" | "log"} tab
 */
function showTab(table, tab) {
  document.body.dataset.tab = tab;
  localStorage.setItem("houseway.tab", tab);
  table.draw();
}

/**
 * Every action by its name.
 * @param {TablePage} table
 * @returns {Record<string, Action>}
 */
export function actionsOf(table) {
  return {
    ...betActions(table),
    ...bankActions(table),
    ...handActions(table),
    ...tableActions(table),
    ...pageActions(table),
  };
}

/**
 * @param {TablePage} table
 * @returns {Record<string, Action>}
 */
function betActions(table) {
  return {
    chip({ value }) {
      table.chosenChip = Number(value);
      table.draw();
    },
    async put({ position, wager }) {
      const bet = { position: Number(position), wager: wager ?? "", cents: table.chip() };
      if (table.amount <= 0) return putChip(table, bet);
      await setBet(table, bet);
      return closeAmount(table);
    },
    "why-not-wager": ({ position, wager }) => {
      const why = table.scene.can.why_not_wager[Number(position)]?.[wager ?? ""];
      if (why) table.say(...splitClause(why), { calm: true });
    },
    amount() {
      table.amount = 0;
      table.draw({ now: true });
      byId("amount-field")?.focus(); // at once: what is typed next is the amount
    },
    "amount-close": () => closeAmount(table),
    repeat: () => repeat(table),
    async "rebet-deal"() {
      await repeat(table);
      if (table.scene.can.ready) await table.send({ type: "ready", round: table.scene.table.round });
    },
    "undo-chip": () => undoChip(table),
    double: () => doubleBets(table),
    clear() {
      table.aimedAt = 0;
      return clear(table);
    },
    chips: () => freshStack(table),
    company: ({ bots }) => table.send({ type: "company", bots: Number(bots) }),
    say: ({ phrase = "" }) => table.send({ type: "say", phrase }),
    "pay-owed": () => payOwed(table.scene.can.pay),
    agree: () => agree(table),
    decline: () => table.send({ type: "decline" }),
  };
}

/**
 * @param {TablePage} table
 * @returns {Record<string, Action>}
 */
function bankActions(table) {
  return {
    bank: () => takeBank(table, false),
    "bank-shared": () => takeBank(table, true),
    "bank-more": () => stepBank(table, 1),
    "bank-less": () => stepBank(table, -1),
    "pass-bank": () => passBank(table),
  };
}

/**
 * Take a fresh stack of play chips, and say which it is.
 * @param {TablePage} table
 */
async function freshStack(table) {
  await table.send({ type: "chips" });
  table.say(freshWords(table.scene.you), "", { calm: true });
}

/**
 * Place the wager that staff ask for.
 * @param {TablePage} table
 */
async function agree(table) {
  const { proposed } = table.scene;
  if (!proposed) return;
  const { position, wager, cents } = proposed;
  await table.do({ type: "wager", position, wager, cents });
}

/**
 * Show the chips again instead of the field for an amount.
 * @param {TablePage} table
 */
export function closeAmount(table) {
  table.amount = -1;
  table.draw();
  focusSoon("#bar"); // so that Enter deals, and does not open the field again
}

/**
 * @param {TablePage} table
 * @returns {Record<string, Action>}
 */
function handActions(table) {
  return {
    view: ({ position }) => table.do({ type: "view", position: Number(position) }),
    card: ({ card }) => toggle(table, card ?? ""),
    confirm: () => confirm(table),
    undo: () => table.setting.undo() && table.draw({ glide: true }),
    "house-way": () => arrangeHouseWay(table),
    "for-me"() {
      arrangeHouseWay(table);
      return confirm(table);
    },
    "take-back": ({ position }) => table.do({ type: "take back", position: Number(position) }),
    "ask-concede": ({ position }) => question(table, `concede ${position}`),
    "ask-withdraw": () => question(table, "withdraw"),
    no: () => question(table, ""),
    concede({ position }) {
      table.asking = "";
      return table.do({ type: "concede", position: Number(position) });
    },
    "withdraw-remaining"() {
      table.asking = "";
      return table.do({ type: "withdraw remaining" });
    },
  };
}

/**
 * Ask before an act that cannot be undone; the keyboard starts at the answer that changes nothing.
 * @param {TablePage} table
 * @param {string} asking
 */
function question(table, asking) {
  table.asking = asking;
  table.draw();
  focusSoon("#bar [data-testid=no]");
}

/**
 * @param {TablePage} table
 * @returns {Record<string, Action>}
 */
function tableActions(table) {
  return {
    ready: () => table.send({ type: "ready", round: table.scene.table.round }),
    sit({ position }) {
      if (table.scene.you.name) return table.do({ type: "sit", position: Number(position) });
      table.wantSeat = Number(position);
      table.draw();
      return byId("take-name")?.focus();
    },
    share({ position }) {
      const at = Number(position);
      return table.do({ type: "share", position: at, stop: table.scene.table.shared.includes(at) });
    },
    leave: ({ position }) => table.do({ type: "leave", position: Number(position) }),
    choose({ position }) {
      table.chosen = Number(position);
      table.draw();
    },
  };
}

/**
 * @param {TablePage} table
 * @returns {Record<string, Action>}
 */
function pageActions(table) {
  return {
    clause: ({ clause }, button) => openClause(table, clause ?? "", button),
    "copy-commitment": (_, button) => copy(table.scene.commitment, button),
    "close-results"() {
      table.dismissed = table.result?.round ?? 0;
      table.result = null;
      table.draw();
    },
    "close-sheet": () => openSheet(""),
    "show-log": () => showTab(table, "log"),
    "show-results": () => showTab(table, ""),
    async safe() {
      const { openSafePlay } = await import("../shared/safe-play.js"); // few open it: nobody else fetches it
      await openSafePlay(table.me?.fields);
    },
    acknowledge: () => ask("POST", "/protection/acknowledge", {}),
    reload: () => location.reload(),
  };
}

/**
 * Choose a name, and connect again as that player.
 * @param {TablePage} table
 * @param {string} name
 * @param {boolean} [confirmed] whether the text of the age gate was confirmed
 */
export async function chooseName(table, name, confirmed = false) {
  await ask("POST", "/enter", { name, confirmed });
  table.me = await askMe().catch(() => table.me);
  table.connection?.renew();
  table.say("To return in another browser you need a key: make one in the lobby", "", { calm: true });
}
