// @ts-check
// Betting: the tray, putting chips on circles, repeating and clearing a bet.
// Not here: which wagers are allowed: that comes from the scene, and the house refuses the rest.

import { h } from "../shared/dom.js";
import { brief, readMoney, short } from "../shared/words.js";
import { printed } from "./circles.js";
import { sound } from "./sounds.js";

/** @import { Bet, TablePage } from "./page.js" */

/**
 * The tray as buttons; other amounts are typed into a field.
 * @param {TablePage} table
 */
export function trayElement(table) {
  const chosen = table.chip();
  if (table.amount >= 0) return amountElement(table);
  return h(
    "div",
    { class: "tray", role: "group", "aria-label": "Chips", key: "tray" },
    table.tray().map((value, rank) => chipElement(value, rank, value === chosen)),
    h(
      "button",
      { class: "amount-button", type: "button", key: "amount", data: { act: "amount", testid: "amount" } },
      "Amount",
      h("kbd", null, "A"),
    ),
  );
}

/**
 * @param {number} value
 * @param {number} rank
 * @param {boolean} chosen
 */
function chipElement(value, rank, chosen) {
  return h(
    "button",
    {
      class: `chip-button ${chosen ? "chosen" : ""}`,
      type: "button",
      key: `chip${value}`,
      "aria-pressed": String(chosen),
      "aria-label": `Chip of ${short(value)}`,
      data: { act: "chip", value, testid: `chip-${value}` },
    },
    h("span", { class: "chip", data: { rank } }, h("span", { class: "chip-value" }, brief(value, 500_000))),
    h("kbd", null, rank + 1),
  );
}

/**
 * A field for any amount: its button sets the wager aimed at to it, a tap on a circle that one.
 * @param {TablePage} table
 */
function amountElement(table) {
  const { unit } = table.scene.table;
  const aimed = table.wagers.find(({ key }) => key === table.aim());
  const field = {
    id: "amount-field",
    name: "amount",
    inputmode: unit % 100 ? "decimal" : "numeric",
    autocomplete: "off",
    maxlength: table.me?.fields.amount,
    placeholder: short(table.chip()),
    data: { testid: "amount-field" },
  };
  const put = { class: "main", type: "submit", data: { testid: "amount-put" } };
  return h(
    "form",
    { class: "amount-form", key: "amount-form", data: { form: "amount" } },
    h("label", { for: "amount-field" }, "Amount"),
    h("input", field),
    h("button", put, aimed ? `Set ${printed(aimed)}` : "Set"),
    h("button", { type: "button", data: { act: "amount-close", testid: "amount-close" } }, "Chips"),
  );
}

/**
 * The amount in the field, in cents; 0 where it is not an amount.
 * @param {string} typed
 */
export function typedAmount(typed) {
  return readMoney(typed) ?? 0;
}

/**
 * Put a chip on a circle. A first chip below the minimum is raised to the minimum, with a message.
 * @param {TablePage} table
 * @param {Bet} bet
 */
export async function putChip(table, { position, wager, cents }) {
  const least = table.pending(position, wager) ? 0 : (table.scene.can.wager[position]?.[wager] ?? 0);
  await put(table, { position, wager, cents: Math.max(cents, least) });
  if (least > cents)
    table.say(`The minimum here is ${short(least)}, so your bet is ${short(least)}`, "", { calm: true });
}

/**
 * Place a bet; its chips are shown at once.
 * @param {TablePage} table
 * @param {Bet} bet
 */
export async function put(table, bet) {
  const answered = table.expect(bet);
  try {
    await table.do({ type: "wager", ...bet });
    sound("chip");
  } finally {
    answered();
  }
}

/** @param {TablePage} table */
const keptUnder = (table) => `houseway.bet.${table.name}`;

/**
 * Remember what the viewer has wagered in a scene, for the next round.
 * @param {TablePage} table
 * @param {Wire.Scene} scene
 */
export function remember(table, scene) {
  const bets = scene.you.positions.flatMap((position) =>
    table.wagers.map(({ key }) => ({ position, wager: key, cents: table.ownOn(position, key, scene) })),
  );
  const made = bets.filter(({ cents }) => cents);
  if (made.length) localStorage.setItem(keptUnder(table), JSON.stringify(made));
}

/**
 * The bet that would be repeated, at the positions the viewer has now.
 * @param {TablePage} table
 * @returns {Bet[]}
 */
export function remembered(table) {
  /** @type {Bet[]} */
  let bets = [];
  try {
    bets = JSON.parse(localStorage.getItem(keptUnder(table)) ?? "[]");
  } catch {
    return [];
  }
  const { positions } = table.scene.you;
  const known = new Set(table.wagers.map(({ key }) => key));
  const before = [...new Set(bets.map(({ position }) => position))];
  /** @param {number} position */
  const now = (position) => (positions.includes(position) ? position : positions[before.indexOf(position)]);
  return bets
    .map((bet) => ({ ...bet, position: now(bet.position) }))
    .filter((bet) => bet.position !== undefined && known.has(bet.wager));
}

/**
 * Bet the same as in the last round.
 * @param {TablePage} table
 */
export async function repeat(table) {
  for (const bet of remembered(table)) {
    if (!table.ownOn(bet.position, bet.wager)) await put(table, bet);
  }
}

/**
 * Take all the viewer's wagers off, side wagers first: a main wager may have to stay while a side wager is beside it.
 * @param {TablePage} table
 */
export async function clear(table) {
  const next = () =>
    Object.entries(table.scene.can.withdraw)
      .flatMap(([position, wagers]) => wagers.map((wager) => ({ position: Number(position), wager })))
      .sort((a, b) => Number(a.wager === table.mainWager?.key) - Number(b.wager === table.mainWager?.key))[0];
  for (let bet = next(), turns = 0; bet && turns < 40; bet = next(), turns += 1) {
    await table.do({ type: "withdraw", ...bet });
    for (let waits = 0; table.ownOn(bet.position, bet.wager) && waits < 40; waits += 1) {
      await new Promise((go) => setTimeout(go, 25));
    }
  }
}
