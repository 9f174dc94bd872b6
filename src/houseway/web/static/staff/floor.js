// @ts-check
// The floor: all tables at a glance.
// Here: the tables, and polling them. Not here: the forms beside them (`floor-forms`), or the console of one table.

import { around, byId, h } from "../shared/dom.js";
import { ask, asRefused } from "../shared/request.js";
import { brief, money, range, sentence } from "../shared/words.js";
import { debtsElement, settleDebt } from "./floor-forms.js";
import { openTable, openTableElement, TableTerms } from "./open-table.js";
import { show } from "./show.js";
import { cageElement, lift, retireElement, retireTable, stopElement, stopPlay, stopsElement } from "./stops.js";

const EVERY = 2000;
const HEADS = ["Table", "Round", "Players", "Limits", "Tray", "Drop", "Win", "Exposure"];

/** The state of the floor page. */
export class Floor {
  /** @type {Wire.LobbyTable[] | null} */
  tables = null;
  /** @type {Wire.CageView | null} the floats, drop, win and exposure of the tables */
  cage = null;
  /** @type {Wire.Stop[]} what the emergency switch has stopped */
  stops = [];
  /** @type {Wire.Alarm[]} what somebody should look at now */
  alarms = [];
  /** @type {Wire.Debtor[]} who owes the house what */
  debtors = [];
  /** @type {Wire.BookLine[] | null} */
  books = null;
  /** @type {Record<string, {words: string, done: boolean}>} the answer shown in each form */
  notices = {};
  lost = "";
  /** the limits of a table that may be opened */
  terms = new TableTerms();

  /**
   * @param {Wire.StaffSelf} staff
   * @param {Wire.Fields} fields
   * @param {() => void} refused called when the house no longer lets this person look
   */
  constructor(staff, fields, refused) {
    this.staff = staff;
    this.fields = fields;
    this.refused = refused;
  }

  /** Fetch the tables, and who owes what. */
  async look() {
    try {
      const [lobby, owing, cage, stops, raised] = await Promise.all(
        ["/lobby", "/staff/owed", "/staff/cage", "/staff/stops", "/staff/alarms"].map((address) => ask("GET", address)),
      );
      this.alarms = /** @type {Wire.RaisedAlarms} */ (raised).alarms;
      this.cage = cage;
      this.stops = stops;
      this.tables = /** @type {Wire.Lobby} */ (lobby).tables;
      this.debtors = /** @type {Wire.Owing} */ (owing).debtors;
      this.lost = "";
    } catch (error) {
      const refusal = asRefused(error);
      if (refusal.reason === "role") this.refused();
      else this.lost = refusal.message;
    }
  }
}

/**
 * Show the floor; returns a function that closes it.
 * @param {Wire.StaffSelf} staff
 * @param {Wire.Fields} fields
 * @param {() => void} refused called when the house no longer lets this person look
 * @returns {() => void}
 */
export function openFloor(staff, fields, refused) {
  const floor = new Floor(staff, fields, refused);
  const main = byId("main");
  document.body.dataset.view = "floor";
  document.title = "Floor - Houseway";
  show(byId("title"), h("h1", null, "The floor"));
  const draw = () => show(main, floorElement(floor));
  const listening = new AbortController();
  const { signal } = listening;
  let timer = 0;
  const again = async () => {
    if (document.body.dataset.locked !== "yes") await floor.look();
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
      if (button && act === "lift") lift(floor, button).then(draw);
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
    if (name === "open-table") await openTable(floor, form);
    if (name === "stop") await stopPlay(floor, form);
    if (name === "retire") await retireTable(floor, form);
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
      floor.alarms.map(alarmElement),
      stopsElement(floor),
      held.length ? h("p", banner, `On hold: ${held.map((table) => table.name).join(", ")}`) : null,
      floor.tables
        ? tablesElement(floor, floor.tables)
        : h("p", { class: "quiet", key: "none" }, "Loading the tables."),
    ),
    h(
      "aside",
      { class: "desk", "aria-label": "Staff and tables" },
      debtsElement(floor),
      cageElement(floor),
      stopElement(floor),
      openTableElement(floor),
      retireElement(floor),
    ),
  );
}

/** @param {Wire.Alarm} alarm */
function alarmElement(alarm) {
  const about = {
    class: "banner error",
    role: "alert",
    key: `alarm ${alarm.kind} ${alarm.about}`,
    data: { testid: "alarm" },
  };
  return h("p", about, `Alarm since ${new Date(alarm.since).toLocaleTimeString()}: ${sentence(alarm.sentence)}`);
}

/**
 * @param {Floor} floor
 * @param {Wire.LobbyTable[]} tables
 */
function tablesElement(floor, tables) {
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
  const address = `/${works ? "staff" : "history"}/${encodeURIComponent(table.name)}`;
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
