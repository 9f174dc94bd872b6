// @ts-check
// The offer of the bank to the viewer.
// Here: how much to put up, taking the bank, and passing it or giving it back. Not here: the limits of the amount, and
// what it covers: they come with the scene.

import { h } from "../shared/dom.js";
import { readMoney, short } from "../shared/words.js";

/** @import { TablePage } from "./page.js" */

const STEPS = [1, 2, 5];

/**
 * The amount the viewer would put up: what they chose, or else what the house suggests.
 * @param {TablePage} table
 */
export function bankAmount(table) {
  const { bank } = table.scene.can;
  const { least, most, suggested } = bank?.alone ?? bank?.shared ?? { least: 0, most: 0, suggested: 0 };
  return Math.min(most, Math.max(least, table.bankCents < 0 ? suggested : table.bankCents));
}

/**
 * The next round amount above or below the one chosen.
 * @param {TablePage} table
 * @param {1 | -1} way
 */
export function stepBank(table, way) {
  const { bank } = table.scene.can;
  const amounts = bank?.alone ?? bank?.shared;
  if (!amounts) return;
  const now = bankAmount(table);
  const { unit } = table.scene.table;
  const ladder = [amounts.least, amounts.most];
  for (let power = 100; power < amounts.most; power *= 10) ladder.push(...STEPS.map((step) => step * power));
  const allowed = ladder.filter((cents) => cents % unit === 0 && cents >= amounts.least && cents <= amounts.most);
  const next = allowed.sort((a, b) => (a - b) * way).find((cents) => (cents - now) * way > 0);
  if (next !== undefined) chooseBank(table, next);
}

/**
 * @param {TablePage} table
 * @param {number} cents
 */
function chooseBank(table, cents) {
  table.bankCents = cents;
  const field = /** @type {HTMLInputElement | null} */ (document.getElementById("bank-field"));
  if (field) field.value = short(cents);
  table.draw();
}

/**
 * Take over an amount while it is typed.
 * @param {TablePage} table
 * @param {string} typed
 */
export function typeBank(table, typed) {
  const { unit } = table.scene.table;
  const cents = readMoney(typed) ?? -1;
  table.bankCents = cents > 0 ? Math.max(unit, cents - (cents % unit)) : -1;
  table.draw();
}

/**
 * Take the bank that is offered, alone or with the house.
 * @param {TablePage} table
 * @param {boolean} shared
 */
export function takeBank(table, shared) {
  const { bank } = table.scene.can;
  if (!bank?.[shared ? "shared" : "alone"]) return undefined;
  return table.do({ type: "take the bank", position: bank.position, cents: bankAmount(table), shared });
}

/**
 * Pass the bank, or give it back.
 * @param {TablePage} table
 */
export function passBank(table) {
  const position = table.scene.can.pass_bank;
  return position ? table.do({ type: "pass the bank", position }) : undefined;
}

/**
 * The offer in the action bar: how much to put up, alone or with the house, or passing it.
 * @param {TablePage} table
 */
export function offerElement(table) {
  const { bank } = table.scene.can;
  const cents = bankAmount(table);
  /** @param {string} act @param {string} words @param {string} key @param {Wire.BankAmounts} amounts */
  const take = (act, words, key, { covers }) =>
    h(
      "button",
      { class: act === "bank" ? "main two-lines" : "two-lines", type: "button", key: act, data: { act, testid: act } },
      h("span", null, words, h("kbd", null, key)),
      h("small", null, `covers up to ${short(cents * covers)}`),
    );
  return [
    amountElement(table, cents),
    h(
      "div",
      { class: "acts bank-acts", key: "bank-acts" },
      bank?.alone ? take("bank", `Bank ${short(cents)}`, "B", bank.alone) : null,
      bank?.shared ? take("bank-shared", "With the house", "S", bank.shared) : null,
      h(
        "button",
        { type: "button", key: "pass-bank", data: { act: "pass-bank", testid: "pass-bank" } },
        "Pass",
        h("kbd", null, "P"),
      ),
    ),
  ];
}

/**
 * @param {TablePage} table
 * @param {number} cents
 */
function amountElement(table, cents) {
  /** @param {string} act @param {string} sign @param {string} words */
  const step = (act, sign, words) =>
    h("button", { type: "button", key: act, "aria-label": words, data: { act, testid: act } }, sign);
  const field = {
    id: "bank-field",
    name: "bank",
    inputmode: table.scene.table.unit % 100 ? "decimal" : "numeric",
    autocomplete: "off",
    maxlength: table.me?.fields.amount,
    value: short(cents),
    data: { testid: "bank-field" },
  };
  return h(
    "form",
    { class: "bank-form", key: "bank-form", data: { form: "bank" } },
    h("label", { for: "bank-field" }, "Put up"),
    step("bank-less", "\u2212", "Put up less"),
    h("input", field),
    step("bank-more", "+", "Put up more"),
  );
}
