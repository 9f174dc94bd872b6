// @ts-check
// The moment of the result: the verdict over the felt, chips that move, the purse that counts up, and a celebration
// for a paid hand, as large as the hand is rare.
// Not here: what was won (`results`), or how rare a hand is: the house counts that.

import { linesOf } from "../shared/clauses.js";
import { byId, h, show } from "../shared/dom.js";
import { ask } from "../shared/request.js";
import { plain, signed } from "../shared/words.js";
import { bankAnnouncement } from "./bank.js";
import { count, fly, moves } from "./motion.js";
import { netWords, resultsOf, spokenResult } from "./results.js";
import { sound } from "./sounds.js";

/** @import { TablePage } from "./page.js" */

const SHOWN_FOR = 1700;
const SPARKS_A_POWER = 9; // sparks, and milliseconds, for each power of ten that a hand is rare by
const LONGER_A_POWER = 250;

/**
 * Whether hands of the last round are still being compared on the page.
 * @param {TablePage} table
 */
const comparing = ({ veil, stage }) => veil.size > 0 || [...stage.values()].some((reached) => reached < 3);

/**
 * The result of the viewer's last round, until the next one opens; null while there is none.
 * @param {TablePage} table
 */
export function verdictOf(table) {
  const { result, scene } = table;
  if (!result || !scene.you.name || scene.table.phase !== "between rounds" || comparing(table)) return null;
  const { own, net, voided } = resultsOf(result, scene.you.name);
  if (!own.length && !voided) return null;
  return { net, own, words: netWords(net, voided), kind: net > 0 ? "won" : net < 0 ? "lost" : "even" };
}

/**
 * What the dealer announces, or the verdict; those who hear the page are told every wager too.
 * @param {TablePage} table
 */
export function drawAnnouncement(table) {
  const verdict = bankAnnouncement(table) ? null : verdictOf(table); // an offer of the bank does not wait
  byId("call").dataset.verdict = verdict?.kind ?? "";
  show(
    byId("announcement"),
    verdict
      ? [h("span", { key: "net" }, verdict.words), h("span", { class: "away", key: "all" }, `. ${spokenResult(table)}`)]
      : h("span", { key: "said" }, comparing(table) ? "Hands are compared" : table.announced),
  );
}

/**
 * Ask the house once how rare the paid hands of the book are.
 * @param {TablePage} table
 * @returns {Promise<Wire.LineRarity[]>}
 */
export function askRarity(table) {
  table.rarity ??= ask("GET", `/api/rarity?book=${encodeURIComponent(table.bookId)}`).then(
    ({ lines }) => lines,
    () => [],
  );
  return table.rarity;
}

/**
 * The rarest paid hand among the viewer's wagers, with how rare it is.
 * @param {TablePage} table
 */
async function rarest(table) {
  const verdict = verdictOf(table);
  const paid = linesOf(verdict?.own ?? [], "wager settled").filter(({ event, net }) => event.line && net > 0);
  if (!paid.length) return null;
  const known = await askRarity(table);
  const found = paid.flatMap(({ event }) =>
    known.filter((one) => one.wager === event.wager && one.line === event.line),
  );
  return found.sort((a, b) => b.one_in - a.one_in)[0] ?? null;
}

/**
 * The moment after the last hand is compared.
 * @param {TablePage} table
 */
export function moment(table) {
  const verdict = verdictOf(table);
  if (!verdict) return;
  sound(verdict.kind === "won" ? "win" : verdict.kind === "lost" ? "lose" : "push");
  if (moves()) {
    overFelt(
      { class: `moment ${verdict.kind}`, data: { testid: "moment" } },
      h("strong", { class: "number" }, signed(verdict.net)),
      h("span", null, verdict.words),
    );
  }
  rarest(table).then((found) => {
    if (found && verdictOf(table)) celebrate(found);
  });
}

/**
 * Show a paid hand, with as many sparks as it is rare.
 * @param {Wire.LineRarity} rarity
 */
function celebrate({ line, one_in: oneIn }) {
  const power = Math.log10(oneIn);
  const words = `${line}: one hand in ${plain(Math.round(oneIn))}`;
  show(byId("celebration"), h("span", null, words));
  byId("celebration").dataset.power = power.toFixed(2);
  if (power >= 2) sound("big");
  if (moves()) joinMoment(power, words);
}

/**
 * Add a paid hand to the moment of the verdict, or show it alone where that is over.
 * @param {number} power
 * @param {string} words
 */
function joinMoment(power, words) {
  const sparks = Array.from({ length: Math.round(power * SPARKS_A_POWER) }, (_, at) =>
    h("i", { class: "spark", vars: { "--turn": `${(at * 137.5) % 360}deg`, "--far": 0.5 + ((at * 61) % 50) / 100 } }),
  );
  const shown =
    byId("moment").querySelector(".moment") ?? overFelt({ class: "moment won", data: { testid: "moment" } });
  shown.classList.add("fortune");
  /** @type {HTMLElement} */ (shown).style.setProperty("--power", String(power));
  shown.append(h("span", { class: "sparks", "aria-hidden": "true" }, sparks), h("em", null, words));
  clearTimeout(timer);
  timer = setTimeout(endMoment, SHOWN_FOR + Math.round(power * LONGER_A_POWER));
}

let timer = 0;

/**
 * Show something in the middle of the felt for a moment; a tap or Escape ends it.
 * @param {Record<string, any>} attributes
 * @param {...HTMLElement} children
 */
function overFelt(attributes, ...children) {
  endMoment();
  const shown = h("div", { ...attributes, "aria-hidden": "true" }, ...children);
  byId("moment").append(shown);
  timer = setTimeout(endMoment, SHOWN_FOR);
  return shown;
}

/** End the moment; returns whether there was one. */
export function endMoment() {
  clearTimeout(timer);
  const any = byId("moment").childElementCount > 0;
  byId("moment").replaceChildren();
  return any;
}

/** Forget the celebration of the last round. */
export function clearCelebration() {
  byId("celebration").replaceChildren();
  delete byId("celebration").dataset.power;
}

/** @param {string} selector */
const boxOf = (selector) => document.querySelector(selector)?.getBoundingClientRect();

/**
 * Chips of a position move once it is compared: what is lost to the dealer, what is won from the dealer.
 * @param {TablePage} table
 * @param {number} position
 */
export function moveChips(table, position) {
  const dealer = boxOf("#dealer .box");
  if (!dealer || !moves()) return;
  for (const { event, net } of linesOf(table.lines, "wager settled")) {
    const circle = event.position === position ? boxOf(circleOf(position, event.wager)) : null;
    if (!circle?.width || !net) continue;
    const [from, to] = net > 0 ? [dealer, circle] : [circle, dealer];
    fly(from, to, net > 0 ? [2, 1] : [0, 1]);
  }
}

/** @param {number} position @param {string} wager */
const circleOf = (position, wager) => `:is(#seat, .place)[data-position="${position}"] [data-area="${wager}"]`;

/**
 * The viewer's winnings go to their purse, which counts up, or down.
 * @param {TablePage} table
 * @param {number} before
 */
export function fillPurse(table, before) {
  const purse = boxOf("#purse");
  const verdict = verdictOf(table);
  if (verdict && verdict.net > 0 && purse) {
    for (const { event, net } of linesOf(verdict.own, "wager settled")) {
      const circle = net > 0 ? boxOf(circleOf(event.position, event.wager)) : null;
      if (circle?.width) fly(circle, purse, [2, 1, 2], 250);
    }
  }
  count(before, table.scene.you.bankroll, (cents) => {
    table.purseShown = cents === table.scene.you.bankroll ? null : cents;
    table.draw();
  });
}
