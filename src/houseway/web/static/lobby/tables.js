// @ts-check
// The tables of the lobby.
// Here: a card for each table, with links to it. Not here: the table page.

import { h } from "../shared/dom.js";
import { range, short } from "../shared/words.js";

/** @typedef {{me: Wire.Me | null, tables: Wire.LobbyTable[] | null, lost: boolean}} Lobby */

/** @type {Record<string, string>} */
const PHASES = {
  "between rounds": "Between rounds",
  betting: "Betting is open",
  "no more bets": "No more bets",
  setting: "Hands are being set",
  revealed: "Hands are compared",
};

/** @param {Lobby} lobby */
export function tablesElement({ me, tables, lost }) {
  const quiet = { class: "quiet", key: "none" };
  if (!tables) return h("li", quiet, lost ? "The house is not answering; trying again" : "Loading tables");
  if (!tables.length) return h("li", quiet, "No table is open. Come back a little later.");
  const groups = groupsOf(tables);
  const player = me?.player?.name ?? "";
  return [...groups].flatMap(([group, those]) => [
    groups.size > 1 ? h("li", { class: "group", key: `group-${group}` }, h("h3", null, group)) : null,
    ...those.map((table) => tableElement(table, player)),
  ]);
}

/**
 * The tables by the group of their book, in the order the house sends them.
 * @param {Wire.LobbyTable[]} tables
 */
function groupsOf(tables) {
  /** @type {Map<string, Wire.LobbyTable[]>} */
  const groups = new Map();
  for (const table of tables) groups.set(table.group, [...(groups.get(table.group) ?? []), table]);
  return groups;
}

/**
 * How many positions no person has: bots make room.
 * @param {Wire.LobbyTable} table
 */
const freeOf = ({ positions, seats, bots }) => positions - Object.keys(seats).length + bots.length;

/**
 * @param {Wire.LobbyTable} table
 * @param {string} player
 */
function tableElement(table, player) {
  return h(
    "li",
    {
      class: `table-card panel ${table.open ? "" : "closed"}`,
      key: table.name,
      data: { table: table.name, book: table.book, phase: table.phase },
    },
    h(
      "div",
      { class: "felt" },
      h("h3", null, table.title),
      h("p", { class: "felt-name" }, [table.name, table.printed].filter(Boolean).join(", ")),
      table.summary ? h("p", { class: "felt-differs" }, table.summary) : null,
      seatsElement(table),
    ),
    factsElement(table),
    linksElement(table, player),
  );
}

/** @param {Wire.LobbyTable} table */
function seatsElement(table) {
  const { positions, seats, present, bots } = table;
  return h(
    "ol",
    { class: "seats", "aria-label": `${freeOf(table)} of ${positions} positions free` },
    Array.from({ length: positions }, (_, index) => {
      const at = index + 1;
      const name = seats[at];
      const title = name ? `Position ${at}: ${name}` : `Position ${at} is free`;
      const kind = name ? `taken ${bots.includes(name) ? "bot" : present.includes(name) ? "" : "gone"}` : "";
      return h("li", { class: kind, key: `${at}`, title }, name ? name.charAt(0).toUpperCase() : "");
    }),
  );
}

/** @param {Wire.LobbyTable} table */
function nowWords({ open, round, phase }) {
  if (!open) return "Closed";
  return round ? `${PHASES[phase] ?? phase}, round ${round}` : "Ready to begin";
}

/** @param {Wire.LobbyTable} table */
function factsElement(table) {
  const free = freeOf(table);
  const limits = table.limits.main ?? Object.values(table.limits)[0];
  /** @param {string} name @param {string} value @param {string} [kind] */
  const fact = (name, value, kind) => h("div", null, h("dt", null, name), h("dd", { class: kind }, value));
  return h(
    "dl",
    { class: "facts" },
    limits ? fact("Limits", range(limits), "number") : fact("Wagers", `units of ${short(table.unit)}`, "number"),
    fact("Free", free ? `${free} of ${table.positions}` : "none", "number"),
    fact("Now", nowWords(table)),
    table.dealer === "person" ? fact("Dealer", "In person") : null,
  );
}

/**
 * @param {Wire.LobbyTable} table
 * @param {string} player
 */
function linksElement(table, player) {
  const address = `/table/${encodeURIComponent(table.name)}`;
  const seated = Boolean(player) && Object.values(table.seats).includes(player);
  const play = { class: "button main", href: seated ? address : `${address}?sit`, data: { testid: "play" } };
  const watch = { class: "button", href: address, data: { testid: "watch" } };
  return h(
    "div",
    { class: "table-acts" },
    table.open && (seated || freeOf(table)) ? h("a", play, seated ? "Continue playing" : "Play") : null,
    h("a", watch, table.watching ? `Watch (${table.watching})` : "Watch"),
    h("a", { class: "rules", href: `/rules/${encodeURIComponent(table.book)}` }, "Rules"),
  );
}
