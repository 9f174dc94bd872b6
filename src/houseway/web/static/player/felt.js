// The felt: dealer, positions, wagers and hands as elements.
// Here: what lies where, drawn from the scene alone. Not here: what a player does about it (`betting`, `setting`), or how
// things move (`motion`).

import { cardElement, laidOut } from "../shared/cards.js";
import { brief, h, money, short } from "../shared/dom.js";
import { chipsOf } from "./betting.js";

/** The book's wagers, main first. */
export function wagersOf(table) {
  return table.book?.wagers ?? [];
}

/** A wager's name as it is printed on the felt. */
export function printed(wager) {
  return wager.name.replace(/\s+(wager|bonus)$/i, "");
}

/** Where the viewer plays: the hand before him, or else his position. */
export function mine(table) {
  const { scene } = table;
  const own = [...new Set([...scene.you.positions, ...scene.you.hands])];
  if (scene.arranging) return scene.arranging.position;
  const viewed = own.find((at) => scene.table.hands[at]?.viewed_by === scene.you.name && scene.you.name);
  if (viewed) return viewed;
  if (own.includes(table.chosen)) return table.chosen;
  return scene.you.hands[0] ?? own[0] ?? 0;
}

/** What was settled at a position in the round whose hands lie on the table. */
export function settledAt(table, position) {
  if (table.veil.has(position)) return [];
  return table.lines
    .map((line) => line.event)
    .filter((event) => event.type === "wager settled" && event.position === position);
}

function shownAt(table, position) {
  return table.lines
    .map((line) => line.event)
    .findLast((event) => event.type === "hand shown" && event.position === position);
}

/** Whether the round says that the dealer's hand does not qualify. */
export function failedToQualify(table) {
  return table.lines.some(({ event }) => event.type === "dealer failed to qualify");
}

const RESULTS = { win: "Won", lose: "Lost", returned: "Returned" };

/** The state of a position in one word. */
export function stateOf(table, position) {
  const { scene, book } = table;
  const { seats, hands, wagers, phase } = scene.table;
  const player = seats[position];
  const hand = hands[position];
  const main = wagersOf(table).find((wager) => wager.main);
  if (hand?.conceded) return "Conceded";
  const settled = settledAt(table, position).find((event) => event.wager === main?.key);
  if (settled && phase !== "betting") return RESULTS[settled.result] ?? capital(main?.standoff_word ?? settled.result);
  if (hand && (phase !== "between rounds" || table.veil.has(position)))
    return hand.is_set ? "Set" : hand.viewed_by ? "Setting" : "Dealt";
  if (!player) return "Free";
  if (!scene.present.includes(player)) return "Away";
  if (phase === "betting") return scene.ready.includes(player) ? "Ready" : wagers[position] ? "Wagered" : "Betting";
  return wagers[position] ? "Wagered" : "Seated";
}

const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/** The dealer with the H row and the L row. */
export function dealerElement(table) {
  const { scene, book } = table;
  const hand = scene.table.hands[0];
  const names = table.veil.has(0) ? null : scene.names[0];
  const high = book ? book.high : 5;
  return h(
    "div",
    {
      class: "dealer-hand",
      data: { position: 0, state: hand ? (hand.cards.length && !table.veil.has(0) ? "open" : "face down") : "none" },
    },
    h("h2", { class: "dealer-name", key: "name" }, "Dealer"),
    hand && !(hand.low.length && !table.veil.has(0))
      ? h(
          "div",
          { class: "box whole", key: "whole" },
          h("span", { class: "box-name" }, "Dealer"),
          row(table, 0, hand.cards.length && !table.veil.has(0) ? laidOut(hand.cards) : Array(hand.number).fill("")),
        )
      : [
          box(
            table,
            0,
            "H",
            hand ? laidOut(hand.cards.filter((card) => !hand.low.includes(card))) : [],
            high,
            names?.high,
          ),
          box(table, 0, "L", hand ? laidOut(hand.low) : [], 2, names?.low),
        ],
  );
}

/** Cards in a row. */
function row(table, position, cards, { small = false, high = null } = {}) {
  return h(
    "div",
    { class: "row", data: { deal: table.dealing ? true : null }, vars: { "--o": dealOrder(table, position) } },
    cards.map((card, index) => cardElement(card, { small, key: `${position}.${index}`, index })),
  );
}

function dealOrder(table, position) {
  const places = Object.keys(table.scene.table.hands)
    .map(Number)
    .sort((a, b) => (a || 99) - (b || 99));
  return Math.max(0, places.indexOf(position));
}

/** A box of the layout, H or L, with its cards, name and mark. */
function box(table, position, letter, cards, size, name, { small = false, mark = "" } = {}) {
  return h(
    "div",
    {
      class: "box",
      key: letter,
      data: { box: letter === "H" ? "high" : "low", mark: mark || null },
      vars: { "--n": size },
    },
    h("span", { class: "box-name", "aria-label": letter === "H" ? "High hand" : "Low hand" }, letter),
    cards.length ? row(table, position, cards, { small }) : h("div", { class: "row empty" }),
    mark ? markElement(mark) : null,
    name && !small ? h("span", { class: "hand-name" }, name) : null,
  );
}

const MARKS = { won: "\u2713", lost: "\u2715", copy: "=" };

function markElement(mark) {
  return h("span", { class: `mark ${mark}`, role: "img", "aria-label": mark }, MARKS[mark] ?? mark);
}

/** The marks of a position's hands that may be shown by now: high first, then low. */
function marksAt(table, position) {
  const shown = shownAt(table, position);
  const stage = table.stage.get(position) ?? 3;
  if (!shown || table.veil.has(position)) return {};
  return { high: stage >= 2 ? shown.high_result : "", low: stage >= 3 ? shown.low_result : "" };
}

/** H and L of a position, as the viewer sees them. */
export function handElement(table, position, { small = false } = {}) {
  const { scene, book } = table;
  const hand = scene.table.hands[position];
  const high = book ? book.high : 5;
  const marks = marksAt(table, position);
  if (!hand) {
    return h(
      "div",
      { class: "hand none", key: "none" },
      box(table, position, "H", [], high, "", { small }),
      box(table, position, "L", [], 2, "", { small }),
    );
  }
  const veiled = table.veil.has(position) && hand.viewed_by !== scene.you.name;
  const down = !hand.cards.length || veiled;
  if (!hand.is_set || (down && !hand.is_set) || (!down && !hand.low.length)) {
    const look = !small && scene.can.view.includes(position); // the same as the button in the bar
    return h(
      "div",
      { class: `hand whole ${look ? "to-view" : ""}`, key: "whole", data: look ? { act: "view", position } : {} },
      h(
        "div",
        { class: "box whole" },
        row(table, position, down ? Array(hand.number).fill("") : laidOut(hand.cards), { small }),
      ),
    );
  }
  const top = down ? Array(hand.number - 2).fill("") : laidOut(hand.cards.filter((card) => !hand.low.includes(card)));
  const low = down ? ["", ""] : laidOut(hand.low);
  const names = veiled ? null : scene.names[position];
  return h(
    "div",
    { class: "hand set", key: "set" },
    box(table, position, "H", top, high, names?.high, { small, mark: marks.high }),
    box(table, position, "L", low, 2, names?.low, { small, mark: marks.low }),
  );
}

/** The circles of a position: one a wager, with its chips; a button where the viewer can put a chip. */
export function circlesElement(table, position, { small = false } = {}) {
  const { scene } = table;
  const can = scene.can.wager[position] ?? {};
  const settled = settledAt(table, position);
  const stage = table.stage.get(position) ?? 3;
  return h(
    "div",
    { class: "circles", key: "circles", data: { count: wagersOf(table).length } },
    wagersOf(table).map((wager) => {
      const stakes = scene.table.wagers[position]?.[wager.key] ?? [];
      const kept = !stakes.length ? (table.kept.wagers?.[position]?.[wager.key] ?? []) : [];
      const total = sum(stakes) || (table.veil.has(position) || stage < 3 ? sum(kept) : 0);
      const own = sum(stakes.filter((stake) => stake.player === scene.you.name));
      const pending = table.pending(position, wager.key);
      const open = wager.key in can;
      const outcome = !total && stage >= 3 ? settled.filter((event) => event.wager === wager.key) : [];
      const aimed = !small && open && table.aim() === wager.key;
      const words = `${wager.name}, position ${position}, ${total ? money(total) : "no wager"}`;
      return h(
        open ? "button" : "div",
        {
          class: `circle ${wager.main ? "main-wager" : "side-wager"} ${total + pending ? "has" : ""} ${open ? "open" : ""} ${aimed ? "aimed" : ""}`,
          key: wager.key + (open ? "+" : ""),
          type: open ? "button" : null,
          role: open ? null : "img",
          "aria-label": open ? `${words}. Put ${money(table.chip())} here` : words,
          title: words,
          data: { area: wager.key, position, cents: total, own, act: open ? "put" : null, wager: wager.key },
        },
        h("span", { class: "circle-name" }, printed(wager)),
        open && !small ? h("kbd", { class: "circle-key", key: "key" }, aimed ? `1-${table.tray().length}` : "F") : null,
        total + pending ? stackElement(table, total + pending) : null,
        total + pending ? h("span", { class: "amount" }, (small ? brief : short)(total + pending)) : null,
        outcome.length
          ? outcomeElement(outcome, small ? "" : capital(standoffWord(table)), small ? brief : short)
          : null,
      );
    }),
    small ? sumElement(table, position) : null,
  );
}

/** Where a tile is too small for all its circles: the main wager's chip and what lies there, or came of it, in all. */
function sumElement(table, position) {
  const wagers = wagersOf(table);
  if (wagers.length < 3) return null;
  const areas = table.scene.table.wagers[position] ?? {};
  const total = Object.values(areas).reduce((all, stakes) => all + sum(stakes), 0);
  const settled = settledAt(table, position);
  if (total) {
    const main = sum(areas[wagers.find((wager) => wager.main)?.key] ?? []);
    return h(
      "span",
      { class: "sum", key: "sum", title: `${money(total)} in all` },
      stackElement(table, main || total, 1),
      h("span", { class: "amount" }, brief(total)),
    );
  }
  return settled.length ? h("span", { class: "sum", key: "sum" }, outcomeElement(settled, "", brief)) : null;
}

function standoffWord(table) {
  return wagersOf(table).find((wager) => wager.main)?.standoff_word ?? "";
}

function outcomeElement(events, even, written) {
  const back = events.reduce((all, event) => all + event.back + event.payout - event.commission, 0);
  const net = back - events.reduce((all, event) => all + event.stake, 0);
  const word = net > 0 ? "paid" : net < 0 ? "collected" : "even";
  return h(
    "span",
    { class: `outcome ${word}`, key: "outcome" },
    net > 0
      ? `+${written(net)}`
      : net < 0
        ? `\u2212${written(-net)}`
        : even && events.every((event) => !RESULTS[event.result])
          ? even
          : "0",
  );
}

/** A stack of chips that makes an amount. */
export function stackElement(table, cents, most = 5) {
  const chips = chipsOf(cents, table.tray()).reverse().slice(0, most);
  return h(
    "span",
    { class: "stack", "aria-hidden": "true", vars: { "--of": Math.max(1, chips.length - 1) } },
    chips.map((chip, at) =>
      h("span", { class: "chip", key: `${at}`, data: { rank: chip.rank }, vars: { "--at": at } }),
    ),
  );
}

const sum = (stakes) => stakes.reduce((all, stake) => all + stake.cents, 0);

/** A position on the arc. */
export function placeElement(table, position, index, count) {
  const { scene } = table;
  const { can, you } = scene;
  const player = scene.table.seats[position] ?? "";
  const state = stateOf(table, position);
  const yours = you.positions.includes(position) || you.hands.includes(position);
  const middle = (count - 1) / 2;
  const bend = count > 1 ? 1 - ((index - middle) / middle) ** 2 : 1;
  const sit = can.sit.includes(position) || (!player && !table.me?.player && table.met);
  return h(
    "section",
    {
      class: `place ${player ? "taken" : "free"} ${yours ? "yours" : ""}`,
      key: `place${position}`,
      "aria-label": `Position ${position}, ${player || "nobody"}, ${state}`,
      data: { position, state: state.toLowerCase(), player },
      vars: { "--bend": bend.toFixed(3) },
    },
    h(
      "div",
      { class: "who" },
      h("span", { class: "player" }, player || `Position ${position}`),
      h("span", { class: "state" }, state),
    ),
    player || scene.table.hands[position]
      ? [handElement(table, position, { small: true }), circlesElement(table, position, { small: true })]
      : circlesElement(table, position, { small: true }),
    h(
      "div",
      { class: "place-acts" },
      sit
        ? h(
            "button",
            { class: `small ${you.positions.length ? "" : "main"}`, type: "button", data: { act: "sit", position } },
            "Sit here",
          )
        : null,
      can.view.includes(position) && can.view.length > 1
        ? h("button", { class: "main small", type: "button", data: { act: "view", position } }, "View this hand")
        : null,
      yours && can.leave.includes(position)
        ? h("button", { class: "small", type: "button", data: { act: "leave", position } }, "Leave")
        : null,
    ),
  );
}
