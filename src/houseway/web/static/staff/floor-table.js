// @ts-check
// The tables of the floor, drawn.
// Here: a row for each table, with its round, players, limits and money. Not here: polling them (`floor`).

import { h } from "../shared/dom.js";
import { brief, money, range } from "../shared/words.js";

/** @import { Floor } from "./floor.js" */

const HEADS = ["Table", "Round", "Players", "Limits", "Tray", "Drop", "Win", "Exposure"];

/**
 * @param {Floor} floor
 * @param {Wire.LobbyTable[]} tables
 */
export function tablesElement(floor, tables) {
  const heads = HEADS.map((head) => h("th", { scope: "col" }, head));
  const last = h("th", { scope: "col" }, h("span", { class: "away" }, "Console"));
  return h(
    "table",
    { class: "floor-table", key: "tables" },
    h("thead", null, h("tr", null, heads, last)),
    h(
      "tbody",
      null,
      tables.map((table) =>
        rowElement(
          table,
          floor.staff.at_tables,
          floor.cage?.tables.find((each) => each.table === table.name),
        ),
      ),
    ),
  );
}

/**
 * @param {Wire.LobbyTable} table
 * @param {boolean} works whether the viewer works at tables
 * @param {Wire.CageTable} [float]
 */
function rowElement(table, works, float) {
  const address = `/${works ? "console" : "history"}/${encodeURIComponent(table.name)}`;
  const limits = table.limits.main;
  const place = works ? "Console" : "Rounds";
  const link = {
    class: table.hold ? "button main" : "button",
    href: address,
    "aria-label": `${place} of ${table.name}`,
  };
  return h(
    "tr",
    {
      key: table.name,
      class: table.hold ? "held" : table.open ? "" : "shut",
      data: { table: table.name, hold: table.hold ? "yes" : "no", open: table.open ? "yes" : "no" },
    },
    h(
      "th",
      { scope: "row" },
      h("a", { href: address }, table.name),
      h(
        "small",
        { title: table.title },
        `${table.book}, ${table.dealer === "person" ? "a person deals" : "automatic"}`,
      ),
      table.open ? null : h("span", { class: "mark shut-mark" }, "Closed"),
    ),
    h(
      "td",
      { data: { label: "Round" } },
      table.hold ? h("strong", { class: "hold-mark" }, "On hold") : h("span", { class: "phase" }, table.phase),
      h("small", null, table.round ? `round ${table.round}` : "no round yet"),
    ),
    h("td", { data: { label: "Players" } }, playersElement(table)),
    h(
      "td",
      { data: { label: "Limits" }, class: "number" },
      limits ? range(limits) : "none",
      h("small", null, `unit ${money(table.unit)}`),
    ),
    moneyElements(float),
    h("td", { class: "go" }, h("a", link, place)),
  );
}

/**
 * Float, drop, win and exposure of a table.
 * @param {Wire.CageTable} [float]
 */
function moneyElements(float) {
  if (!float) return HEADS.slice(4).map((label) => h("td", { class: "number", data: { label } }, "\u2013"));
  const { tray, drop, win, exposure, most_exposure: most } = float;
  const low = tray < exposure ? "number low" : "number";
  return [
    h("td", { class: low, data: { label: "Tray", figure: "tray" } }, money(tray)),
    h("td", { class: "number", data: { label: "Drop", figure: "drop" } }, money(drop)),
    h("td", { class: "number", data: { label: "Win", figure: "win" } }, money(win)),
    h(
      "td",
      { class: "number", data: { label: "Exposure", figure: "exposure" } },
      money(exposure),
      h("small", null, `of ${brief(most)}`),
    ),
  ];
}

/** @param {Wire.LobbyTable} table */
function playersElement(table) {
  const seats = Object.entries(table.seats);
  const seated = seats.map(([at, name]) => {
    const here = table.present.includes(name);
    const attributes = { class: here ? "seat here" : "seat", title: here ? "connected" : "not connected" };
    return h("span", attributes, `${at} ${name}`);
  });
  const watching = table.watching ? `, ${table.watching} watching` : "";
  return [
    seats.length ? h("span", { class: "seated" }, seated) : h("span", { class: "quiet" }, "no players"),
    h("small", null, `${seats.length} of ${table.positions} positions${watching}`),
  ];
}
