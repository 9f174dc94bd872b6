// @ts-check
// What the dealer announces.
// Not here: the verdict, which is shown in its place after a round (`verdict`).

import { linesOf } from "../shared/clauses.js";
import { capital } from "../shared/words.js";
import { bankAnnouncement } from "./bank.js";
import { whyPushed } from "./bar.js";

/** @import { TablePage } from "./page.js" */

/**
 * What the dealer announces at this moment.
 * @param {TablePage} table
 */
export function announcement(table) {
  const { scene } = table;
  const { phase, hold, hands, seats } = scene.table;
  if (hold) return "The round is on hold";
  if (scene.stopped && phase !== "revealed") return "Play is stopped";
  switch (phase) {
    case "betting":
      return "Place your bets, please";
    case "no more bets":
      return "No more bets";
    case "setting":
      if (scene.clock?.what === "change") return "Every hand is set";
      return scene.you.hands.some((at) => hands[at] && !hands[at].is_set) ? "Set your hands" : "Hands are being set";
    case "revealed":
      return capital(whyPushed(table)) || calledPaiGow(table) || "Hands are compared";
    default:
  }
  const bank = bankAnnouncement(table);
  if (bank) return bank;
  if (scene.clock?.what === "next round") return "The next round is about to begin";
  if (linesOf(table.lines, "round settled").length) return "The round is settled";
  if (!scene.running.open) return "The table is closed";
  return Object.keys(seats).length ? "Waiting for the round to begin" : "The table is free";
}

/**
 * That the dealer has a Pai Gow, or that the viewer has one.
 * @param {TablePage} table
 */
function calledPaiGow({ scene, ownHand, veil }) {
  const dealers = veil.has(0) ? "" : scene.names[0]?.call;
  if (dealers) return `The dealer has a ${dealers}`;
  return scene.you.hands.includes(ownHand) && scene.names[ownHand]?.call ? `${scene.names[ownHand].call}` : "";
}
