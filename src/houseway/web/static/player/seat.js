// @ts-check
// The viewer's own position, and the notice above it.
// Here: their circles and cards, larger, with a sentence about them. Not here: the other positions (`places`).

import { clauseElement, linesOf, lineWords, splitClause } from "../shared/clauses.js";
import { h } from "../shared/dom.js";
import { sentence } from "../shared/words.js";
import { bankCircle, hasBank, puckElement } from "./bank.js";
import { belowWords, circlesElement } from "./circles.js";
import { handElement } from "./hands.js";
import { stateOf } from "./places.js";
import { lowSize, settingElement, settingWords } from "./setting.js";
import { saysElement } from "./talk.js";

/** @import { TablePage } from "./page.js" */

/**
 * The viewer's own position, larger.
 * @param {TablePage} table
 */
export function seatElement(table) {
  const { scene, own } = table;
  const attributes = { id: "seat", class: "seat", "aria-label": "Your position" };
  if (!own) {
    const free = scene.can.sit.length > 0 || (!scene.you.name && table.me !== null);
    const words = free ? "You are watching. Take a free position to play." : "You are watching.";
    return h(
      "section",
      { ...attributes, class: "seat watching" },
      h("p", { class: "watch-words", key: "watch" }, words),
    );
  }
  const state = stateOf(table, own);
  const { arranging } = scene;
  const hand = table.ownHand;
  return h(
    "section",
    {
      ...attributes,
      class: `seat ${scene.table.hands[hand] ? "dealt" : ""}`,
      "aria-label": `Your position ${own}, ${state}`,
      data: { position: own, state: state.toLowerCase() },
    },
    headElement(table, own, state),
    hasBank(table, own) ? bankCircle(table, own) : circlesElement(table, own),
    arranging?.position === hand ? settingElement(table, arranging) : handElement(table, hand),
    wordsElement(table, own),
  );
}

/**
 * @param {TablePage} table
 * @param {number} own
 * @param {string} state
 */
function headElement(table, own, state) {
  const { can, you, table: seen } = table.scene;
  const several = seen.phase === "betting" ? you.positions : can.view.filter(Boolean);
  const others = several.filter((at) => at !== own);
  const leave = { class: "link leave", type: "button", data: { act: "leave", position: own } };
  return h(
    "div",
    { class: "seat-head", key: "head" },
    h("h2", null, `Position ${own}`),
    puckElement(table, own),
    h("span", { class: "state" }, state),
    saysElement(table, you.name),
    others.map((at) => {
      const go = { class: "link", type: "button", key: `to${at}`, data: { act: "choose", position: at } };
      return h("button", go, h("span", { class: "go-word" }, "Go to "), `position ${at}`);
    }),
    can.share.includes(own) ? shareElement(own, seen.shared.includes(own)) : null,
    can.leave.includes(own) ? h("button", leave, "Leave") : null,
  );
}

/**
 * The switch that lets others bet on the viewer's own area.
 * @param {number} own
 * @param {boolean} on
 */
function shareElement(own, on) {
  const attributes = {
    class: "switch",
    type: "button",
    role: "switch",
    key: "share",
    "aria-checked": String(on),
    "aria-label": "Let others bet here",
    data: { act: "share", testid: "share", position: own },
  };
  return h(
    "button",
    attributes,
    h("span", { class: "knob", "aria-hidden": "true" }),
    h("span", null, "Let others bet here"),
  );
}

/**
 * The sentence below the hand.
 * @param {TablePage} table
 * @param {number} own
 */
function wordsElement(table, own) {
  const { arranging, can } = table.scene;
  const words = arranging ? settingWords(table, arranging) : null;
  const attributes = {
    class: `setting-words ${words?.foul ? "foul" : ""}`,
    key: "words",
    id: "setting-words",
    role: "status",
    data: { testid: "setting-words" },
  };
  if (words) {
    const clause = words.clause ? ["House way, ", clauseElement(table, words.clause), ": "] : null;
    return h("p", attributes, clause, words.words);
  }
  if (arranging) return h("p", attributes, `Tap or drag ${lowSize(arranging)} cards to Low; the rest stay in High.`);
  if (!can.view.includes(table.ownHand)) return h("p", attributes, warning(table, own) ?? dealerSetWords(table));
  if (!can.one_hand) return h("p", attributes, "Your cards are face down. Tap them to look.");
  const [only, cite] = splitClause(can.one_hand);
  return h("p", { ...attributes, class: "setting-words only-one" }, `${sentence(only)} `, clauseElement(table, cite));
}

/**
 * A wager below the minimum, or why the hand cannot be set.
 * @param {TablePage} table
 * @param {number} own
 */
function warning(table, own) {
  const { below, can } = table.scene;
  const short = Object.entries(below[own] ?? {})[0];
  if (short) return belowWords(table, ...short);
  const why = can.why_not_set[table.ownHand];
  return why ? sentence(why) : null;
}

/**
 * That the dealer has set the viewer's hand, in the words of the house.
 * @param {TablePage} table
 */
function dealerSetWords(table) {
  const { hands, phase } = table.scene.table;
  const hand = table.ownHand;
  if (!hands[hand]?.house_way || phase === "between rounds") return null;
  const line = linesOf(table.lines, "hand set").findLast(({ event }) => event.position === hand);
  if (!line) return null;
  const late = hands[hand].viewed_by === table.scene.you.name ? "The dealer set your hand. " : "";
  return [late, lineWords(line), " ", clauseElement(table, line.clause)];
}

/** An offer to withdraw that does not last. */
function offerElement() {
  return h(
    "div",
    { class: "banner calm offered", key: "offer", role: "status", data: { testid: "until-act" } },
    "You may withdraw until you play on, or the dealer does.",
  );
}

/**
 * The most important notice: a goodbye from the house, a lost connection, a hold, or an offer that does not last.
 * @param {TablePage} table
 */
export function noticeElement(table) {
  const { can, until_act } = table.scene;
  const { hold } = table.scene.table;
  if (table.goodbye) {
    return h(
      "div",
      { class: "banner", key: "goodbye", role: "alert" },
      sentence(table.goodbye),
      " ",
      h("button", { class: "link", type: "button", data: { act: "reload" } }, "Reconnect"),
      table.connected === "closed" ? [" ", h("a", { class: "to-lobby", href: "/" }, "To the lobby")] : null,
    );
  }
  if (table.connected === "lost") {
    const attributes = { class: "banner calm", key: "lost", role: "status", data: { testid: "lost" } };
    return h("div", attributes, "Connection lost; trying again");
  }
  if (hold) return holdElement(table, hold);
  return can.withdraw_remaining && until_act && !table.asking ? offerElement() : null;
}

/**
 * @param {TablePage} table
 * @param {Wire.Hold} hold
 */
function holdElement(table, hold) {
  const place = hold.position === 0 ? ", at the dealer" : hold.position > 0 ? `, at position ${hold.position}` : "";
  return h(
    "div",
    { class: "banner", key: "hold", role: "alert", data: { testid: "hold" } },
    h("strong", null, `On hold: ${hold.fault}`),
    h("span", null, `${place}${hold.note ? `, ${hold.note}` : ""} `),
    clauseElement(table, hold.clause),
    h("span", null, ". Staff decide what happens next."),
  );
}
