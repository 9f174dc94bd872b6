// @ts-check
// The floor: all tables at a glance.
// Here: the tables, and polling them. Not here: the forms beside them (`floor-forms`), or the console of one table.

import { around, byId, copy, h } from "../shared/dom.js";
import { ask, asRefused } from "../shared/request.js";
import { money, range, sentence } from "../shared/words.js";
import { debtsElement, invite, inviteElement, settleDebt } from "./floor-forms.js";
import { openTable, openTableElement, TableTerms } from "./open-table.js";
import { show } from "./show.js";

const EVERY = 2000;
const HEADS = ["Table", "Book", "Round", "Players", "Limits", "Dealer"];

/** The state of the floor page. */
export class Floor {
  /** @type {Wire.LobbyTable[] | null} */
  tables = null;
  /** @type {Wire.Debtor[]} who owes the house what */
  debtors = [];
  /** @type {Wire.BookLine[] | null} */
  books = null;
  /** @type {{words: string, address: string} | null} */
  invited = null;
  /** @type {Record<string, {words: string, done: boolean}>} the answer shown in each form */
  notices = {};
  lost = "";
  /** the limits of a table that may be opened */
  terms = new TableTerms();

  /**
   * @param {Wire.StaffSelf} staff
   * @param {Wire.Fields} fields
   */
  constructor(staff, fields) {
    this.staff = staff;
    this.fields = fields;
  }

  /** Fetch the tables, and who owes what. */
  async look() {
    try {
      const [lobby, owing] = await Promise.all([ask("GET", "/lobby"), ask("GET", "/staff/owed")]);
      this.tables = /** @type {Wire.Lobby} */ (lobby).tables;
      this.debtors = /** @type {Wire.Owing} */ (owing).debtors;
      this.lost = "";
    } catch (error) {
      this.lost = asRefused(error).message;
    }
  }
}

/**
 * Show the floor; returns a function that closes it.
 * @param {Wire.StaffSelf} staff
 * @param {Wire.Fields} fields
 * @returns {() => void}
 */
export function openFloor(staff, fields) {
  const floor = new Floor(staff, fields);
  const main = byId("main");
  document.body.dataset.view = "floor";
  document.title = "Floor - Houseway";
  show(byId("title"), h("h1", null, "The floor"));
  const draw = () => show(main, floorElement(floor));
  const listening = new AbortController();
  const { signal } = listening;
  let timer = 0;
  const again = async () => {
    await floor.look();
    if (signal.aborted) return;
    draw();
    timer = setTimeout(again, EVERY);
  };
  main.addEventListener("submit", (event) => submitted(floor, event).then(draw), { signal });
  main.addEventListener(
    "click",
    (event) => {
      const button = around(event, "[data-act]");
      const { act, way } = button?.dataset ?? {};
      const form = button?.closest("form");
      if (button && act === "copy-invitation" && floor.invited) copy(floor.invited.address, button);
      if (form && act === "owed") sent(floor, form, way).then(draw);
    },
    { signal },
  );
  const askTerms = () => {
    const form = /** @type {HTMLFormElement | null} */ (main.querySelector('form[data-form="open-table"]'));
    if (form) floor.terms.ask(form).then(draw);
  };
  let typing = 0;
  main.addEventListener(
    "input",
    (event) => {
      if (!around(event, 'form[data-form="open-table"]')) return;
      clearTimeout(typing);
      typing = setTimeout(askTerms, 250);
    },
    { signal },
  );
  ask("GET", "/api/books").then(
    (books) => {
      floor.books = books;
      draw();
      askTerms();
    },
    () => {},
  );
  draw();
  again();
  return () => {
    listening.abort();
    clearTimeout(timer);
  };
}

/**
 * @param {Floor} floor
 * @param {Event} event
 */
async function submitted(floor, event) {
  const form = /** @type {HTMLFormElement | null} */ (around(event, "form[data-form]"));
  if (!form) return;
  event.preventDefault();
  await sent(floor, form);
}

/**
 * Send a form; a refusal is shown in it.
 * @param {Floor} floor
 * @param {HTMLFormElement} form
 * @param {string} [way] how a debt is repaid
 */
async function sent(floor, form, way) {
  const name = form.dataset.form ?? "";
  floor.notices = {};
  try {
    if (name === "invite") await invite(floor, form);
    if (name === "open-table") await openTable(floor, form);
    if (name === "owed") await settleDebt(floor, form, way);
  } catch (error) {
    floor.notices = { [name]: { words: asRefused(error).message, done: false } };
  }
}

/** @param {Floor} floor */
function floorElement(floor) {
  const held = (floor.tables ?? []).filter((table) => table.hold);
  const banner = { class: "held-banner", role: "alert", key: "held", data: { testid: "held" } };
  return h(
    "div",
    { class: "floor" },
    h(
      "section",
      { class: "tables", "aria-label": "Tables" },
      floor.lost ? h("p", { class: "banner error", role: "alert", key: "lost" }, sentence(floor.lost)) : null,
      held.length ? h("p", banner, `On hold: ${held.map((table) => table.name).join(", ")}`) : null,
      floor.tables ? tablesElement(floor.tables) : h("p", { class: "quiet", key: "none" }, "Loading the tables."),
    ),
    h(
      "aside",
      { class: "desk", "aria-label": "Staff and tables" },
      debtsElement(floor),
      inviteElement(floor),
      openTableElement(floor),
    ),
  );
}

/** @param {Wire.LobbyTable[]} tables */
function tablesElement(tables) {
  const heads = HEADS.map((head) => h("th", { scope: "col" }, head));
  const last = h("th", { scope: "col" }, h("span", { class: "away" }, "Console"));
  return h(
    "table",
    { class: "floor-table", key: "tables" },
    h("thead", null, h("tr", null, heads, last)),
    h("tbody", null, tables.map(rowElement)),
  );
}

/** @param {Wire.LobbyTable} table */
function rowElement(table) {
  const address = `/staff/${encodeURIComponent(table.name)}`;
  const limits = table.limits.main;
  const link = {
    class: table.hold ? "button main" : "button",
    href: address,
    "aria-label": `Console of ${table.name}`,
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
      table.open ? null : h("span", { class: "mark shut-mark" }, "Closed"),
    ),
    h("td", { data: { label: "Book" } }, table.title, h("small", null, table.book)),
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
    h("td", { data: { label: "Dealer" } }, table.dealer === "person" ? "A person" : "Automatic"),
    h("td", { class: "go" }, h("a", link, "Console")),
  );
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
