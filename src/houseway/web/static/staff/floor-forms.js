// @ts-check
// The forms beside the tables of the floor: what players owe. Opening a table is in `open-table`.
// Not here: who may do any of it: the house decides.

import { h } from "../shared/dom.js";
import { sentence } from "../shared/words.js";
import { owedElement, repay } from "./owed.js";

/** @import { Floor } from "./floor.js" */

/**
 * Record a payment in cash, or write off a debt.
 * @param {Floor} floor
 * @param {HTMLFormElement} form
 * @param {string} [way]
 */
export async function settleDebt(floor, form, way) {
  const words = await repay(floor.staff, form, way);
  if (!words) return;
  floor.notices = { owed: { words, done: true } };
  await floor.look();
}

/**
 * Who owes the house what; nothing if nobody does.
 * @param {Floor} floor
 */
export function debtsElement(floor) {
  const { debtors, fields, notices, staff } = floor;
  if (!debtors.length && !notices.owed) return null;
  return h(
    "section",
    { class: "panel", key: "owed", data: { testid: "debts" } },
    h("h2", null, "Owed to the house"),
    owedElement(debtors, fields.amount, staff.may_write_off),
    noticeElement(floor, "owed"),
  );
}

/**
 * What the house answered, where it was asked.
 * @param {{notices: Floor["notices"]}} page
 * @param {string} form
 */
export function noticeElement({ notices }, form) {
  if (!notices[form]) return null;
  const { words, done } = notices[form];
  return h("p", { class: done ? "did" : "refused", role: "alert", data: { testid: "said" } }, sentence(words));
}
