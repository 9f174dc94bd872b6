// @ts-check
// Hands on the felt.
// Here: the dealer's hand and the hands of positions, with their marks, drawn from the scene alone. Not here: setting a
// hand (`setting`), or the wagers beside it (`circles`).

import { cardElement, highAndLow, laidOut } from "../shared/cards.js";
import { linesOf } from "../shared/clauses.js";
import { h } from "../shared/dom.js";

/** @import { TablePage } from "./page.js" */

/** @type {Record<string, string>} */
const MARKS = { won: "\u2713", lost: "\u2715", copy: "=" };

/** @param {number} number */
const faceDown = (number) => /** @type {string[]} */ (Array(number).fill(""));

/**
 * The dealer with the H row and the L row.
 * @param {TablePage} table
 */
export function dealerElement(table) {
  const { you, table: seen } = table.scene;
  const hand = seen.hands[0];
  const before = seen.phase === "setting" && you.hands.includes(0); // a banker sets this hand at their own position
  const open = hand?.cards.length && !table.veil.has(0) && !before;
  const { banker } = table;
  const who = banker ? "Bank" : "Dealer";
  return h(
    "div",
    { class: "dealer-hand", data: { position: 0, state: hand ? (open ? "open" : "face down") : "none", who } },
    h(
      "h2",
      { class: "dealer-name", key: "name" },
      banker ? ["Bank of ", h("span", { class: "player", dir: "auto" }, banker)] : who,
    ),
    hand && !(open && hand.low.length)
      ? h(
          "div",
          { class: "box whole", key: "whole" },
          h("span", { class: "box-name" }, who),
          row(table, 0, open ? laidOut(hand.cards) : faceDown(hand.number)),
        )
      : boxes(table, 0, hand ? highAndLow(hand) : { high: [], low: [] }),
  );
}

/**
 * The two boxes of the layout, H and L.
 * @param {TablePage} table
 * @param {number} position
 * @param {{high: string[], low: string[]}} cards
 * @param {{small?: boolean, high?: string, low?: string}} [marks]
 */
function boxes(table, position, cards, { small = false, high = "", low = "" } = {}) {
  const names = table.veil.has(position) && !isOwn(table, position) ? null : table.scene.names[position];
  return [
    box(table, position, {
      letter: "H",
      cards: cards.high,
      size: table.sizes.high,
      name: names?.high,
      small,
      mark: high,
    }),
    box(table, position, { letter: "L", cards: cards.low, size: table.sizes.low, name: names?.low, small, mark: low }),
  ];
}

/**
 * A box of the layout with its cards, name and mark.
 * @param {TablePage} table
 * @param {number} position
 * @param {{letter: "H" | "L", cards: string[], size: number, name?: string, small: boolean, mark: string}} of
 */
function box(table, position, { letter, cards, size, name, small, mark }) {
  const high = letter === "H";
  const attributes = {
    class: "box",
    key: letter,
    data: { box: high ? "high" : "low", mark: mark || null },
    vars: { "--n": size },
  };
  return h(
    "div",
    attributes,
    h("span", { class: "box-name" }, `${high ? "High" : "Low"} (${size})`),
    cards.length ? row(table, position, cards, small) : h("div", { class: "row empty" }),
    mark ? h("span", { class: `mark ${mark}`, role: "img", "aria-label": mark }, MARKS[mark] ?? mark) : null,
    name && !small ? h("span", { class: "hand-name" }, name) : null,
  );
}

/**
 * Cards in a row.
 * @param {TablePage} table
 * @param {number} position
 * @param {string[]} cards
 * @param {boolean} [small]
 */
function row(table, position, cards, small = false) {
  return h(
    "div",
    {
      class: "row",
      data: { deal: table.dealing ? true : null },
      vars: { "--o": dealOrder(table, position), "--cards": cards.length },
    },
    cards.map((card, index) => cardElement(card, { small, key: `${position}.${index}`, index })),
  );
}

/**
 * A position's place in the deal, for motion: the dealer last.
 * @param {TablePage} table
 * @param {number} position
 */
function dealOrder(table, position) {
  const places = Object.keys(table.scene.table.hands).map(Number);
  places.sort((a, b) => (a || Infinity) - (b || Infinity));
  return Math.max(0, places.indexOf(position));
}

/**
 * @param {TablePage} table
 * @param {number} position
 */
function isOwn(table, position) {
  const { you, table: seen } = table.scene;
  return Boolean(you.name) && seen.hands[position]?.viewed_by === you.name;
}

/**
 * The marks of a position's hands that may be shown by now: high first, then low.
 * @param {TablePage} table
 * @param {number} position
 */
function marksAt(table, position) {
  const shown = linesOf(table.lines, "hand shown").findLast(({ event }) => event.position === position);
  const stage = table.stage.get(position) ?? 3;
  if (!shown || table.veil.has(position)) return {};
  return { high: stage >= 2 ? shown.event.high_result : "", low: stage >= 3 ? shown.event.low_result : "" };
}

/**
 * H and L of a position, as the viewer sees them.
 * @param {TablePage} table
 * @param {number} position
 * @param {{small?: boolean}} [how]
 */
export function handElement(table, position, { small = false } = {}) {
  const hand = table.scene.table.hands[position];
  if (!hand) {
    return h("div", { class: "hand none", key: "none" }, boxes(table, position, { high: [], low: [] }, { small }));
  }
  const down = !hand.cards.length || (table.veil.has(position) && !isOwn(table, position));
  if (!hand.is_set || (!down && !hand.low.length)) return wholeHand(table, position, hand, { small, down });
  const { high, low } = table.sizes;
  const cards = down ? { high: faceDown(high), low: faceDown(low) } : highAndLow(hand);
  return h(
    "div",
    { class: "hand set", key: "set" },
    boxes(table, position, cards, { small, ...marksAt(table, position) }),
  );
}

/**
 * A hand that is not set.
 * @param {TablePage} table
 * @param {number} position
 * @param {Wire.HandView} hand
 * @param {{small: boolean, down: boolean}} how
 */
function wholeHand(table, position, hand, { small, down }) {
  const look = !small && table.scene.can.view.includes(position); // does the same as the button in the bar
  const data = look ? { act: "view", position } : {};
  return h(
    "div",
    { class: `hand whole ${look ? "to-view" : ""}`, key: "whole", data },
    h("div", { class: "box whole" }, row(table, position, down ? faceDown(hand.number) : laidOut(hand.cards), small)),
  );
}
