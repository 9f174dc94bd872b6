// @ts-check
// The money that an act will move, shown before it is done.

import { linesOf } from "../shared/clauses.js";
import { h } from "../shared/dom.js";
import { money } from "../shared/words.js";

/**
 * The money that lines move, by player: what they receive, or what is taken from them where negative.
 * @param {Wire.Line[]} lines
 * @returns {Map<string, number>}
 */
function moneyMoved(lines) {
  const moved = new Map();
  for (const { event, received } of lines) {
    if (received && "player" in event) moved.set(event.player, (moved.get(event.player) ?? 0) + received);
  }
  return moved;
}

/**
 * What a correction does to what a player owes, in words.
 * @param {Wire.Line[]} lines
 * @param {string} player
 */
function debtWords(lines, player) {
  const [booked] = linesOf(lines, "debt booked").filter(({ event }) => event.player === player);
  const [deducted] = linesOf(lines, "debt deducted").filter(({ event }) => event.player === player);
  if (booked) return `${money(booked.event.cents)} of it becomes a debt`;
  return deducted ? `${money(deducted.event.cents)} of it pays a debt` : "";
}

/**
 * That money as a sentence or a list.
 * @param {Wire.Line[]} lines
 */
export function moneyElement(lines) {
  return moneyList([...moneyMoved(lines)], (player) => debtElement(debtWords(lines, player)));
}

/**
 * Money by player as a sentence or a list; `beside` is what else to say of a player.
 * @param {[string, number][]} moved
 * @param {(player: string) => any} [beside]
 */
export function moneyList(moved, beside = () => null) {
  if (!moved.length) return h("p", { class: "money-none", data: { testid: "money" } }, "No money moves.");
  return h(
    "dl",
    { class: "money", data: { testid: "money" } },
    moved.map(([player, cents]) =>
      h(
        "div",
        { key: player, data: { player, cents } },
        h("dt", null, cents < 0 ? `From ${player}` : `To ${player}`),
        h("dd", { class: "number" }, money(Math.abs(cents))),
        beside(player),
      ),
    ),
  );
}

/** @param {string} words */
function debtElement(words) {
  return words ? h("dd", { class: "debt", data: { testid: "debt" } }, words) : null;
}
