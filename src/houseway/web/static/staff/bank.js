// @ts-check
// A player's bank at the console.
// Here: who banks, what the bank covers, and what it brought. Not here: offering it (`acts`).

import { linesOf } from "../shared/clauses.js";
import { h } from "../shared/dom.js";
import { money } from "../shared/words.js";

/** @import { Desk } from "./desk.js" */

/**
 * Who banks, or banked, the hands on the table; empty where the house does.
 * @param {Desk} desk
 */
export function bankerOf(desk) {
  const { bank, phase } = desk.scene.table;
  if (phase !== "between rounds") return bank?.player ?? "";
  return linesOf(desk.log.round(), "dealer revealed").at(-1)?.event.banker ?? "";
}

/**
 * The bank that lies at a position, and how much of it may still be bet against.
 * @param {Desk} desk
 * @param {number} at
 */
export function bankElement({ scene: { table, cover } }, at) {
  const { bank } = table;
  if (bank?.position !== at || !cover) return null;
  /** @param {string} key @param {string} words @param {number} cents */
  const row = (key, words, cents) =>
    h("li", { key, data: { bank: key, cents } }, h("span", null, words), h("b", { class: "number" }, money(cents)));
  return h(
    "ul",
    { class: "wagers", key: "bank" },
    row("bank", bank.shared ? "Half the bank" : "Bank", bank.cents),
    row("left", `Covers ${money(cover.covers)}, left`, cover.left),
  );
}

/**
 * What a bank won or lost.
 * @param {Wire.Line & {event: Wire.BankSettled}} line
 */
export function bankResultElement({ event, received }) {
  const { won } = event;
  const words = won > 0 ? `won ${money(won)}` : won < 0 ? `lost ${money(-won)}` : "even";
  return h(
    "li",
    { key: "bank", class: won > 0 ? "win" : won < 0 ? "lose" : "", data: { bank: "settled", cents: won } },
    h("span", null, `Bank ${words}`),
    h("b", { class: "number", title: `To ${event.player}` }, `gets ${money(received)}`),
  );
}
