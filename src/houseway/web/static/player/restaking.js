// @ts-check
// Changing what lies on the circles: to an amount, to the double of it, or back by one chip.
// Here: which wagers are taken off and placed again for that, one request after another. Not here: which of them are
// allowed: the house refuses the rest.

import { linesOf } from "../shared/clauses.js";
import { short } from "../shared/words.js";
import { put } from "./betting.js";
import { total } from "./page.js";

/** @import { Bet, TablePage } from "./page.js" */

/** @param {{position: number, wager: string}} area */
const areaOf = ({ position, wager }) => `${position}/${wager}`;

/**
 * What the viewer has on every circle now, their main wagers first.
 * @param {TablePage} table
 * @returns {Bet[]}
 */
function lying(table) {
  const { wagers } = table.scene.table;
  return Object.keys(wagers).flatMap((at) =>
    table.wagers
      .map(({ key }) => ({ position: Number(at), wager: key, cents: table.ownOn(Number(at), key) }))
      .filter(({ cents }) => cents),
  );
}

/**
 * The bets of this round one by one, as far as they still lie there.
 * @param {TablePage} table
 * @returns {Bet[]}
 */
export function chipsBet(table) {
  const now = lying(table);
  /** @param {Bet[]} bets */
  const fits = (bets) =>
    bets.every((bet) => now.some((one) => areaOf(one) === areaOf(bet))) &&
    now.every((one) => total(bets.filter((bet) => areaOf(bet) === areaOf(one))) === one.cents);
  if (fits(table.stack)) return table.stack;
  /** @type {Bet[]} */
  let found = [];
  for (const { event } of table.lines) {
    if (!("player" in event) || event.player !== table.scene.you.name) continue;
    if (event.type === "wager placed") found.push({ position: event.position, wager: event.wager, cents: event.cents });
    if (event.type === "wager withdrawn") found = found.filter((bet) => areaOf(bet) !== areaOf(event));
  }
  return fits(found) ? found : now;
}

/**
 * Change what lies on the circles to what is wanted: more is added; for less a wager is taken off and placed again,
 * with the side wagers that need it.
 * @param {TablePage} table
 * @param {Bet[]} wanted one bet for each circle that is to have something
 */
async function restake(table, wanted) {
  const main = table.mainWager?.key;
  const had = lying(table);
  /** @param {Bet} bet */
  const asked = (bet) => wanted.find((one) => areaOf(one) === areaOf(bet))?.cents ?? 0;
  const less = had.filter((bet) => asked(bet) < bet.cents);
  const bare = new Set(less.filter(({ wager }) => wager === main).map(({ position }) => position));
  const off = had.filter((bet) => less.includes(bet) || bare.has(bet.position));
  const mainLast = [...off].sort((a, b) => Number(a.wager === main) - Number(b.wager === main));
  for (const { position, wager } of mainLast) await table.do({ type: "withdraw", position, wager });
  const mainFirst = [...wanted].sort((a, b) => Number(b.wager === main) - Number(a.wager === main));
  for (const bet of mainFirst) {
    const left = off.some((one) => areaOf(one) === areaOf(bet)) ? 0 : (had.find(same(bet))?.cents ?? 0);
    if (bet.cents > left) await put(table, { ...bet, cents: bet.cents - left });
  }
}

/** @param {Bet} bet */
const same = (bet) => (/** @type {Bet} */ other) => areaOf(other) === areaOf(bet);

/**
 * Bets together, one for each circle.
 * @param {Bet[]} bets
 */
function together(bets) {
  /** @type {Map<string, Bet>} */
  const found = new Map();
  for (const bet of bets) found.set(areaOf(bet), { ...bet, cents: bet.cents + (found.get(areaOf(bet))?.cents ?? 0) });
  return [...found.values()];
}

/** What was asked for last: one change of the bets follows another. @type {Promise<void>} */
let before = Promise.resolve();

/** @param {() => Promise<void>} work */
function inTurn(work) {
  const done = before.then(work);
  before = done.catch(() => {});
  return done;
}

/**
 * Take back the last chip.
 * @param {TablePage} table
 */
export function undoChip(table) {
  return inTurn(() => {
    table.stack = chipsBet(table).slice(0, -1);
    return restake(table, together(table.stack));
  });
}

/**
 * Bet the same again on every circle.
 * @param {TablePage} table
 */
export function doubleBets(table) {
  return inTurn(() => {
    const twice = lying(table).map((bet) => ({ ...bet, cents: bet.cents * 2 }));
    return restake(table, twice);
  });
}

/**
 * Have exactly this much on a circle. A first wager below the minimum is raised to it, with a message.
 * @param {TablePage} table
 * @param {Bet} bet
 */
export function setBet(table, bet) {
  return inTurn(async () => {
    const others = lying(table).filter((one) => !same(bet)(one));
    const first = !table.ownOn(bet.position, bet.wager);
    const least = first ? (table.scene.can.wager[bet.position]?.[bet.wager] ?? 0) : 0;
    await restake(table, [...others, { ...bet, cents: Math.max(bet.cents, least) }]);
    if (least > bet.cents)
      table.say(`The minimum here is ${short(least)}, so your bet is ${short(least)}`, "", { calm: true });
  });
}

/**
 * Whether the viewer has a wager in the round that is open for betting.
 * @param {TablePage} table
 */
export function hasBet(table) {
  return lying(table).length > 0;
}

/**
 * The lines of a round with the bets of one player on one circle as one line, with the sum; a bet that was changed has
 * no line for what was before.
 * @template {Wire.Line} L
 * @param {L[]} lines
 * @param {(cents: number) => string} written how amounts are written in a sentence
 * @returns {L[]}
 */
export function betsTogether(lines, written) {
  /** @type {Map<string, {sum: number, lines: L[]}>} */
  const open = new Map();
  const gone = new Set();
  const summed = new Map();
  for (const line of [...linesOf(lines, "wager placed"), ...linesOf(lines, "wager withdrawn")].sort(byPlace(lines))) {
    const { event } = line;
    const key = `${event.player}/${areaOf(event)}`;
    const so = open.get(key) ?? { sum: 0, lines: [] };
    for (const earlier of so.lines) gone.add(earlier);
    const sum = event.type === "wager placed" ? so.sum + event.cents : 0;
    if (event.type === "wager placed" && sum !== event.cents)
      summed.set(line, { ...line, sentence: line.sentence.replace(written(event.cents), written(sum)) });
    open.set(key, { sum, lines: [...so.lines, line] });
  }
  return lines.filter((line) => !gone.has(line)).map((line) => summed.get(line) ?? line);
}

/** @param {Wire.Line[]} lines */
const byPlace = (lines) => (/** @type {Wire.Line} */ a, /** @type {Wire.Line} */ b) =>
  lines.indexOf(a) - lines.indexOf(b);
