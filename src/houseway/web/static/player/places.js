// @ts-check
// The positions on the arc, each with a one-word state.
// Not here: the viewer's own position, which is larger (`seat`).

import { botMark, shortName } from "../shared/bots.js";
import { h } from "../shared/dom.js";
import { capital } from "../shared/words.js";
import { bankCircle, bankState, hasBank, puckElement } from "./bank.js";
import { circlesElement, settledAt } from "./circles.js";
import { handElement } from "./hands.js";
import { saysElement } from "./talk.js";

/** @import { TablePage } from "./page.js" */

/** @type {Record<string, string>} */
const RESULTS = { win: "Won", lose: "Lost", returned: "Returned" };

/**
 * The state of a position in one word.
 * @param {TablePage} table
 * @param {number} position
 */
export function stateOf(table, position) {
  const { seats, hands, wagers, phase } = table.scene.table;
  const banks = bankState(table, position);
  if (banks) return banks;
  const hand = hands[position];
  if (hand?.conceded) return "Conceded";
  const main = table.mainWager;
  const settled = settledAt(table, position).find(({ event }) => event.wager === main?.key);
  if (settled && phase !== "betting") {
    return RESULTS[settled.event.result] ?? capital(main?.standoff_word ?? settled.event.result);
  }
  if (hand && (phase !== "between rounds" || table.veil.has(position))) {
    return hand.is_set ? "Set" : hand.viewed_by ? "Setting" : "Dealt";
  }
  const player = seats[position];
  if (!player) return "Free";
  if (!table.scene.present.includes(player)) return "Away";
  if (phase === "betting" && table.scene.ready.includes(player)) return "Ready";
  if (wagers[position]) return "Wagered";
  return phase === "betting" ? "Betting" : "Seated";
}

/**
 * A position on the arc.
 * @param {TablePage} table
 * @param {number} position
 * @param {number} index its place among those on the arc
 * @param {number} count
 */
export function placeElement(table, position, index, count) {
  const { table: seen, you } = table.scene;
  const player = seen.seats[position] ?? "";
  const state = stateOf(table, position);
  const yours = you.positions.includes(position) || you.hands.includes(position);
  const middle = (count - 1) / 2;
  const bend = count > 1 ? 1 - ((index - middle) / middle) ** 2 : 1;
  const open = seen.shared.includes(position);
  const bank = seen.bank?.position === position ? ", has the bank" : "";
  const attributes = {
    class: `place ${player ? "taken" : "free"} ${yours ? "yours" : ""}`,
    key: `place${position}`,
    "aria-label": `Position ${position}, ${player || "free"}, ${state}${bank}${open ? ", others may bet here" : ""}`,
    data: { position, state: state.toLowerCase(), player },
    vars: { "--bend": bend.toFixed(3) },
  };
  return h(
    "section",
    attributes,
    h(
      "div",
      { class: "who" },
      player
        ? h("span", { class: "player", key: "player", dir: "auto" }, shortName(player))
        : h("span", { class: "player", key: "free" }, h("span", { class: "place-word" }, "Position "), position),
      botMark(player, table.scene.bots[player]),
      h("span", { class: "state" }, state),
      puckElement(table, position),
      open ? h("span", { class: "open-mark", key: "open", title: "Others may bet here" }, "+") : null,
    ),
    player ? saysElement(table, player) : null,
    player || seen.hands[position] ? handElement(table, position, { small: true }) : null,
    hasBank(table, position)
      ? bankCircle(table, position, { small: true })
      : circlesElement(table, position, { small: true }),
    h("div", { class: "place-acts" }, buttonsOf(table, position, yours)),
  );
}

/**
 * At a free position of a table where the viewer plays: one bot more.
 * @param {TablePage} table
 * @param {number} position
 */
function addBot({ scene: { can, company, table: seen, you } }, position) {
  if (!you.positions.length || seen.seats[position] || company >= can.company) return null;
  const act = { act: "company", bots: company + 1, testid: "add-bot" };
  return h("button", { class: "small", type: "button", key: "bot", data: act }, "Add a bot");
}

/**
 * What the viewer can do at a position.
 * @param {TablePage} table
 * @param {number} position
 * @param {boolean} yours
 */
function buttonsOf(table, position, yours) {
  const { can, you, table: seen } = table.scene;
  const stranger = !seen.seats[position] && table.me !== null && !table.me.player;
  const sit = can.sit.includes(position) || stranger;
  const view = can.view.includes(position) && can.view.length > 1;
  /** @param {string} act @param {string} words @param {boolean} main */
  const button = (act, words, main) =>
    h("button", { class: main ? "main small" : "small", type: "button", data: { act, position } }, words);
  return [
    addBot(table, position),
    sit ? button("sit", "Sit here", !you.positions.length) : null,
    view ? button("view", "Look at this", true) : null,
    yours && can.leave.includes(position) ? button("leave", "Leave", false) : null,
  ];
}
