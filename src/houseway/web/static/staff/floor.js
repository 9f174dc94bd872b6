// @ts-check
// The floor: all tables at a glance.
// Here: polling the tables. Not here: drawing them (`floor-table`), the forms beside them (`floor-forms`), or the
// console of one table.

import { around, byId, h } from "../shared/dom.js";
import { ask, asRefused } from "../shared/request.js";
import { sentence } from "../shared/words.js";
import { drawDecision, requestPressed, sendOverHttp } from "./decide.js";
import { erase, eraseElement, exclude, exclusionsElement, liftExclusion, liftProhibition } from "./exclusions.js";
import { debtsElement, noticeElement, settleDebt } from "./floor-forms.js";
import { tablesElement } from "./floor-table.js";
import { openTable, openTableElement, TableTerms } from "./open-table.js";
import { requestsElement } from "./requests.js";
import { show } from "./show.js";
import { cageElement, lift, retireElement, retireTable, stopElement, stopPlay, stopsElement } from "./stops.js";

const EVERY = 2000;

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
  /** @type {Wire.Exclusions | null} who may not play in this house */
  exclusions = null;
  /** @type {Wire.Requests} what waits for a second pair of eyes */
  requests = { waiting: [], ended: [] };
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
      const parts = ["owed", "cage", "stops", "alarms", "exclusions", "approvals"];
      const addresses = ["/lobby", ...parts.map((part) => `/staff/${part}`)];
      const [lobby, owing, cage, stops, raised, excluded, requests] = await Promise.all(
        addresses.map((address) => ask("GET", address)),
      );
      this.requests = requests;
      this.exclusions = excluded;
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
  const draw = () => {
    show(main, floorElement(floor));
    drawDecision();
  };
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
      if (act === "lift-exclusion") liftExclusion(floor, button?.dataset.player ?? "").then(draw);
      if (act === "lift-prohibition") liftProhibition(floor, button?.dataset.player ?? "").then(draw);
      if (form && act === "owed") sent(floor, form, way).then(draw);
      if (button?.dataset.request) decided(floor, button).then(draw);
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
    if (name === "exclude") await exclude(floor, form);
    if (name === "erase") await erase(floor, form);
    if (name === "owed") await settleDebt(floor, form, way);
  } catch (error) {
    floor.notices = { [name]: { words: asRefused(error).message, done: false } };
  }
}

/**
 * Decide a request, or take one back; a refusal is shown beside the list.
 * @param {Floor} floor
 * @param {HTMLElement} button
 */
async function decided(floor, button) {
  const { staff, fields } = floor;
  const decider = { you: staff, requests: () => floor.requests, send: sendOverHttp, fields };
  floor.notices = {};
  try {
    await requestPressed(decider, button);
  } catch (error) {
    floor.notices = { requests: { words: asRefused(error).message, done: false } };
  }
  await floor.look();
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
      requestsElement(floor.requests, { full: true }),
      noticeElement(floor, "requests"),
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
      exclusionsElement(floor),
      eraseElement(floor),
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
