// @ts-check
// What players owe the house.
// Here: a form for each player who owes, on the floor and in the console. Not here: who may do what: the house decides.

import { fieldOf, h } from "../shared/dom.js";
import { ask, newId } from "../shared/request.js";
import { capital, money } from "../shared/words.js";
import { askOnce } from "./ask.js";
import { centsOf } from "./typed.js";

/** @import { Asker } from "./ask.js" */

/** @typedef {{player: string, cents: number, because?: string, clause?: string}} Owes */

/** @type {Record<string, {verb: string, words: (player: string, cents: string) => string, done: string}>} */
const WAYS = {
  cash: {
    verb: "Paid in cash",
    words: (player, cents) => `You have received ${cents} in cash from ${player}. This cannot be undone.`,
    done: "paid",
  },
  "write-off": {
    verb: "Write off",
    words: (player, cents) =>
      `The house bears ${cents} of what ${player} owes. You ask for it; a gaming shift manager confirms it.`,
    done: "written off",
  },
};

/**
 * Everybody who owes the house something, with what can be done about it.
 * @param {Owes[]} debtors
 * @param {number} longest the most characters of an amount
 * @param {boolean} mayWriteOff
 */
export function owedElement(debtors, longest, mayWriteOff) {
  return debtors.map((owes) => debtorElement(owes, longest, mayWriteOff));
}

/**
 * @param {Owes} owes
 * @param {number} longest
 * @param {boolean} mayWriteOff
 */
function debtorElement({ player, cents, because, clause }, longest, mayWriteOff) {
  const id = `owed-${player}`;
  const field = { id, name: "cents", value: money(cents), inputmode: "decimal", maxlength: longest, required: true };
  const why = because ? ` after ${because}${clause ? ` (${clause})` : ""}` : "";
  /** @param {string} way */
  const button = (way) => {
    const data = { act: "owed", way, testid: way };
    const attributes = { type: "button", key: way, "aria-label": `${WAYS[way].verb}: ${player}`, data };
    return h("button", attributes, WAYS[way].verb);
  };
  return h(
    "form",
    { class: "owes", key: `${id}-${cents}`, data: { form: "owed", testid: "owes", player, cents } },
    h("label", { for: id }, h("strong", null, player), ` owes ${money(cents)}${why}`),
    h(
      "div",
      { class: "line" },
      h("input", { ...field, autocomplete: "off" }),
      button("cash"),
      mayWriteOff ? button("write-off") : null,
    ),
    mayWriteOff ? null : h("p", { class: "quiet" }, "A pit supervisor or above asks for it to be written off."),
  );
}

/**
 * Record a payment in cash, or write off a debt, once confirmed; resolves to what was done, or to nothing if cancelled.
 * @param {{name: string, role_words: string}} you
 * @param {HTMLFormElement} form
 * @param {string} [way]
 */
export async function repay(you, form, way = "cash") {
  const { player = "" } = form.dataset;
  const cents = centsOf(fieldOf(form, "cents").value);
  const { verb, words, done } = WAYS[way];
  /** @type {Wire.DebtOf} */
  const debt = { id: newId(), player, cents, ask: true };
  let asked = false;
  /** @type {Asker} */
  const asker = {
    book: null,
    bookId: "",
    you,
    version: 0,
    connection: {
      send: async () => {
        asked = /** @type {Wire.Owing} */ (await ask("POST", `/staff/owed/${way}`, debt)).asked;
      },
      preview: async () => ({ lines: [], confirms: "" }),
    },
    watch: null,
    mustBeConnected() {},
    refused() {},
  };
  const title = `${verb}: ${money(cents)}, ${player}`;
  const did = await askOnce(asker, { title, verb, message: {}, words: words(player, money(cents)) });
  if (did && asked) return `Asked: it is ${done} once a second person has confirmed it`;
  return did ? capital(`${money(cents)} of what ${player} owes is ${done}`) : "";
}
