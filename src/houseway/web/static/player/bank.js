// @ts-check
// A player's bank on the table page.
// Here: its circle on the felt, its state, and the words about it. Not here: taking it (`bank-offer`), or who may bank
// and what a bank covers: that comes with the scene.

import { linesOf } from "../shared/clauses.js";
import { h } from "../shared/dom.js";
import { brief, money, short } from "../shared/words.js";
import { outcomeOf, stackElement } from "./circles.js";

/** @import { TablePage } from "./page.js" */

/**
 * Who is offered the bank of the next round, or nothing.
 * @param {TablePage} table
 */
export function offeredTo({ scene: { table } }) {
  return table.phase === "between rounds" && table.bank_offered ? (table.seats[table.bank_offered] ?? "") : "";
}

/**
 * What the dealer announces about the bank of the next round, or nothing.
 * @param {TablePage} table
 */
export function bankAnnouncement(table) {
  const { bank } = table.scene.table;
  const { name } = table.scene.you;
  const asked = offeredTo(table);
  if (asked) return asked === name ? "You may bank the next round" : `The bank is offered to ${asked}`;
  return bank ? `${bank.player === name ? "You bank" : `${bank.player} banks`} the next round` : "";
}

/**
 * Whether the bank is offered to the viewer.
 * @param {TablePage} table
 */
export function isOffered(table) {
  const { can, table: seen } = table.scene;
  return Boolean(offeredTo(table)) && can.pass_bank === seen.bank_offered;
}

/**
 * Whether the hands of a round are still being compared on the page.
 * @param {TablePage} table
 */
const comparing = ({ veil, stage }) => veil.size > 0 || [...stage.values()].some((reached) => reached < 3);

/**
 * What the bank of the round on the table brought at a position, once the hands are compared.
 * @param {TablePage} table
 * @param {number} position
 */
function settledAt(table, position) {
  const settled = comparing(table) ? [] : linesOf(table.lines, "bank settled");
  return settled.find(({ event }) => event.position === position);
}

/**
 * The bank that lies at a position, also while the hands are still being compared.
 * @param {TablePage} table
 * @param {number} position
 */
function lyingAt(table, position) {
  const bank = table.scene.table.bank ?? (comparing(table) ? table.bankBefore : null);
  return bank?.position === position ? bank : null;
}

/**
 * Whether a position has a bank, or had it in the round on the table.
 * @param {TablePage} table
 * @param {number} position
 */
export function hasBank(table, position) {
  return Boolean(lyingAt(table, position) ?? settledAt(table, position));
}

/**
 * The state of a position with a bank, or with an offer of one, in one word; nothing for any other.
 * @param {TablePage} table
 * @param {number} position
 */
export function bankState(table, position) {
  const { hands, bank_offered: offered, phase } = table.scene.table;
  const bank = lyingAt(table, position);
  if (bank) {
    const hand = phase === "setting" && !bank.shared ? hands[0] : undefined;
    return hand?.is_set ? "Set" : hand?.viewed_by ? "Setting" : "Banks";
  }
  if (phase === "between rounds" && offered === position) return "Offered";
  const settled = settledAt(table, position);
  return settled ? (settled.net > 0 ? "Won" : settled.net < 0 ? "Lost" : "Even") : "";
}

/**
 * The puck beside whoever banks this round, or the next.
 * @param {TablePage} table
 * @param {number} position
 */
export function puckElement(table, position) {
  if (!lyingAt(table, position)) return null;
  return h("span", { class: "puck", key: "puck", title: "Has the bank", "aria-hidden": "true" }, "B");
}

/**
 * The circle of a bank, in place of the wagers its player cannot place.
 * @param {TablePage} table
 * @param {number} position
 * @param {{small?: boolean}} [how]
 */
export function bankCircle(table, position, { small = false } = {}) {
  const bank = lyingAt(table, position);
  const settled = bank ? undefined : settledAt(table, position);
  const cents = bank?.cents ?? 0;
  const words = `The bank, position ${position}, ${bank ? money(cents) : "settled"}`;
  const attributes = {
    class: `circle bank ${bank ? "has" : ""}`,
    key: "bank",
    role: "img",
    "aria-label": words,
    title: words,
    data: { area: "bank", position, cents },
  };
  return h(
    "div",
    { class: "circles", key: "circles", data: { count: 1 } },
    h(
      "div",
      attributes,
      h("span", { class: "circle-name" }, bank?.shared ? "Half bank" : "Bank"),
      bank ? stackElement(table, cents) : null,
      bank ? h("span", { class: "amount" }, (small ? brief : short)(cents)) : null,
      settled ? outcomeOf(settled.net, "Even", small ? brief : short) : null,
    ),
  );
}

/**
 * What the viewer should know about the bank now, as a sentence, or nothing.
 * @param {TablePage} table
 */
export function bankWords(table) {
  const { table: seen, you, cover } = table.scene;
  const { bank, phase } = seen;
  if (isOffered(table)) return "You have too few chips for the bank.";
  if (!bank || !cover) return "";
  const mine = bank.player === you.name;
  if (phase === "betting") {
    return mine
      ? `You bank this round. ${money(cover.left)} is left to bet against.`
      : `${bank.player} banks. ${money(cover.left)} is left to bet against.`;
  }
  return mine && bank.shared && phase === "setting" ? "The dealer sets the hand of a shared bank." : "";
}
