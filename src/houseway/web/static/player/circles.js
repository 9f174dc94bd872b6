// @ts-check
// The wagers of a position: one circle each, with its chips and its result.
// Not here: putting chips there (`betting`).

import { linesOf } from "../shared/clauses.js";
import { h } from "../shared/dom.js";
import { brief, capital, money, sentence, short } from "../shared/words.js";
import { chipsOf } from "./chips.js";
import { total } from "./page.js";

/** @import { TablePage } from "./page.js" */

const HIGHEST_STACK = 5;

/**
 * A wager's name as it is printed on the felt.
 * @param {Wire.WagerCard} wager
 */
export function printed(wager) {
  return wager.name.replace(/\s+(wager|bonus)$/i, "");
}

/**
 * What was settled at a position in the round whose hands are on the table.
 * @param {TablePage} table
 * @param {number} position
 */
export function settledAt(table, position) {
  if (table.veil.has(position)) return [];
  return linesOf(table.lines, "wager settled").filter(({ event }) => event.position === position);
}

/**
 * That a wager is below the minimum, and what happens to it.
 * @param {TablePage} table
 * @param {string} key
 * @param {number} least
 */
export function belowWords(table, key, least) {
  const name = table.wagers.find((wager) => wager.key === key)?.name ?? "The wager";
  return `${name} below the minimum of ${money(least)}: it is returned when betting closes.`;
}

/**
 * The circles of a position; each is a button where the viewer can bet.
 * @param {TablePage} table
 * @param {number} position
 * @param {{small?: boolean}} [how]
 */
export function circlesElement(table, position, { small = false } = {}) {
  return h(
    "div",
    { class: "circles", key: "circles", data: { count: table.wagers.length } },
    table.wagers.map((wager) => circleElement(table, position, wager, small)),
    small ? sumElement(table, position) : null,
  );
}

/**
 * The chips on a wager: those of the scene, or those of the round that is still being compared.
 * @param {TablePage} table
 * @param {number} position
 * @param {string} wager
 */
function stakesOn(table, position, wager) {
  const now = total(table.scene.table.wagers[position]?.[wager] ?? []);
  const comparing = table.veil.has(position) || (table.stage.get(position) ?? 3) < 3;
  return now || (comparing ? total(table.wagersBefore[position]?.[wager] ?? []) : 0);
}

/**
 * @param {TablePage} table
 * @param {number} position
 * @param {Wire.WagerCard} wager
 * @param {boolean} small
 */
function circleElement(table, position, wager, small) {
  const { key } = wager;
  const lying = stakesOn(table, position, key);
  const shown = lying + table.pending(position, key);
  const open = key in (table.scene.can.wager[position] ?? {});
  const why = small || open ? "" : (table.scene.can.why_not_wager[position]?.[key] ?? "");
  const aimed = !small && open && table.aim() === key;
  const least = table.scene.below[position]?.[key] ?? 0;
  const below = least ? `, below the minimum of ${money(least)}` : "";
  const words = `${wager.name}, position ${position}, ${lying ? money(lying) : "no wager"}${below}`;
  const main = wager.main ? "main-wager" : "side-wager";
  const kinds = [main, shown && "has", open && "open", aimed && "aimed", least && "below"];
  const written = small ? brief : short;
  const attributes = {
    class: ["circle", ...kinds.filter(Boolean)].join(" "),
    key: key + (open ? "+" : why ? "?" : ""),
    type: open || why ? "button" : null,
    role: open || why ? null : "img",
    "aria-disabled": why ? "true" : null,
    "aria-label": open ? `${words}. Bet ${money(table.chip())} here` : why ? `${words}. ${sentence(why)}` : words,
    title: words,
    data: {
      area: key,
      position,
      cents: lying,
      own: table.ownOn(position, key),
      act: open ? "put" : why ? "why-not-wager" : null,
      wager: key,
    },
  };
  return h(
    open || why ? "button" : "div",
    attributes,
    h("span", { class: "circle-name" }, printed(wager)),
    open && !small ? keyElement(table, key, aimed) : null,
    shown ? stackElement(table, shown) : null,
    shown ? h("span", { class: "amount" }, written(shown)) : null,
    lying ? null : outcomeElement(table, position, key, small),
  );
}

/**
 * The keys that bet on a circle: the digits on the one aimed at, F on the one it aims at next.
 * @param {TablePage} table
 * @param {string} key
 * @param {boolean} aimed
 */
function keyElement(table, key, aimed) {
  const next = table.aim(1) === key;
  return aimed || next ? h("kbd", { class: "circle-key", key: "key" }, aimed ? `1-${table.tray().length}` : "F") : null;
}

/**
 * The result of a wager, once its position has been compared.
 * @param {TablePage} table
 * @param {number} position
 * @param {string} wager
 * @param {boolean} small
 */
function outcomeElement(table, position, wager, small) {
  if ((table.stage.get(position) ?? 3) < 3) return null;
  const settled = settledAt(table, position).filter(({ event }) => event.wager === wager);
  const even = small ? "" : capital(table.mainWager?.standoff_word ?? "");
  return settled.length ? netElement(settled, even, small ? brief : short) : null;
}

/**
 * For a tile too small for all its circles: the main wager's chip and the total staked or won.
 * @param {TablePage} table
 * @param {number} position
 */
function sumElement(table, position) {
  if (table.wagers.length < 3) return null;
  const areas = table.scene.table.wagers[position] ?? {};
  const all = total(Object.values(areas).flat());
  const settled = settledAt(table, position);
  if (!all) return settled.length ? h("span", { class: "sum", key: "sum" }, netElement(settled, "", brief)) : null;
  const main = total(areas[table.mainWager?.key ?? ""] ?? []);
  return h(
    "span",
    { class: "sum", key: "sum", title: `${money(all)} in total` },
    stackElement(table, main || all, 1),
    h("span", { class: "amount" }, brief(all)),
  );
}

/**
 * The result of settled wagers; `even` is the word if all are standoffs.
 * @param {ReturnType<typeof settledAt>} settled
 * @param {string} even
 * @param {(cents: number) => string} written
 */
function netElement(settled, even, written) {
  const net = settled.reduce((all, line) => all + line.net, 0);
  const stoodOff = settled.every(({ event }) => event.result === "standoff");
  return outcomeOf(net, stoodOff ? even : "", written);
}

/**
 * What was won or lost.
 * @param {number} net
 * @param {string} even the word for neither
 * @param {(cents: number) => string} written
 */
export function outcomeOf(net, even, written) {
  const words = net > 0 ? `+${written(net)}` : net < 0 ? `\u2212${written(-net)}` : even || "0";
  const kind = net > 0 ? "paid" : net < 0 ? "collected" : "even";
  return h("span", { class: `outcome ${kind}`, key: "outcome" }, words);
}

/**
 * A stack of chips that makes an amount.
 * @param {TablePage} table
 * @param {number} cents
 * @param {number} [most]
 */
export function stackElement(table, cents, most = HIGHEST_STACK) {
  const chips = chipsOf(cents, table.tray()).reverse().slice(0, most);
  return h(
    "span",
    { class: "stack", "aria-hidden": "true", vars: { "--of": Math.max(1, chips.length - 1) } },
    chips.map(({ rank }, at) => h("span", { class: "chip", key: `${at}`, data: { rank }, vars: { "--at": at } })),
  );
}
