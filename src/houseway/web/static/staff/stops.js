// @ts-check
// The emergency switch and closing a table for good, on the floor; and the way to the cage.
// Here: the forms, which ask once. Not here: what a stop refuses: the house decides.

import { fieldOf, h } from "../shared/dom.js";
import { ask, asRefused, newId } from "../shared/request.js";
import { capital, sentence } from "../shared/words.js";
import { askOnce } from "./ask.js";
import { noticeElement } from "./floor-forms.js";

/** @import { Floor } from "./floor.js" */
/** @import { Asker } from "./ask.js" */

/** @param {Wire.Stop} stop */
function whatOf({ scope, name }) {
  return scope === "house" ? "the house" : `${scope} ${name}`;
}

/**
 * Send something once it is confirmed; resolves to whether it was.
 * @param {Floor} floor
 * @param {string} address
 * @param {object} body
 * @param {{title: string, verb: string, words: string}} question
 */
function confirmed(floor, address, body, question) {
  /** @type {Asker} */
  const asker = {
    book: null,
    bookId: "",
    you: floor.staff,
    version: 0,
    connection: {
      send: () => ask("POST", address, body),
      preview: async () => ({ lines: [], confirms: "" }),
    },
    watch: null,
    mustBeConnected() {},
    refused() {},
  };
  return askOnce(asker, { ...question, message: {} });
}

/**
 * @param {Floor} floor
 * @param {HTMLFormElement} form
 */
export async function stopPlay(floor, form) {
  const [scope, ...rest] = fieldOf(form, "scope").value.split(" ");
  const player = fieldOf(form, "player")?.value.trim() ?? "";
  const name = scope === "player" ? player : rest.join(" ");
  /** @type {Wire.StopPlay} */
  const stop = {
    scope,
    name,
    rounds: fieldOf(form, "rounds").value,
    why: fieldOf(form, "why").value.trim(),
    lift: false,
  };
  const what = scope === "house" ? "the house" : `${scope} ${name}`;
  const rounds = stop.rounds === "suspend" ? "Rounds in play are suspended" : "Rounds in play are finished";
  const words = `No new wagers. ${rounds}. It stays so, also after a restart, until a gaming shift manager lifts it.`;
  if (!(await confirmed(floor, "/staff/stops", stop, { title: `Stop ${what}`, verb: "Stop play", words }))) return;
  floor.notices = { stop: { words: `${capital(what)} is stopped`, done: true } };
  form.reset();
  await floor.look();
}

/**
 * @param {Floor} floor
 * @param {HTMLElement} button
 */
export async function lift(floor, button) {
  const { scope = "", name = "" } = button.dataset;
  const what = scope === "house" ? "the house" : `${scope} ${name}`;
  /** @type {Wire.StopPlay} */
  const stop = { scope, name, rounds: "finish", why: "", lift: true };
  try {
    const words = "Play goes on where it was stopped.";
    await confirmed(floor, "/staff/stops", stop, { title: `Lift the stop of ${what}`, verb: "Lift", words });
  } catch (error) {
    floor.notices = { stop: { words: asRefused(error).message, done: false } };
  }
  await floor.look();
}

/**
 * @param {Floor} floor
 * @param {HTMLFormElement} form
 */
export async function retireTable(floor, form) {
  const table = fieldOf(form, "table").value;
  /** @type {Wire.Retirement} */
  const asked = { id: newId(), table, why: fieldOf(form, "why").value.trim() };
  const words = "Its float goes back to the cage and its history stays. Its name is never used again.";
  const question = { title: `Close ${table} for good`, verb: "Close for good", words };
  if (!(await confirmed(floor, "/staff/tables/retire", asked, question))) return;
  floor.notices = { retire: { words: `Table ${table} has closed for good`, done: true } };
  form.reset();
  await floor.look();
}

/**
 * What is stopped now.
 * @param {Floor} floor
 */
export function stopsElement({ stops, staff }) {
  if (!stops.length) return null;
  return h(
    "div",
    { class: "held-banner stops", role: "alert", key: "stops", data: { testid: "stops" } },
    stops.map((stop) =>
      h(
        "p",
        { key: `${stop.scope}${stop.name}` },
        `${capital(whatOf(stop))} is stopped by ${stop.role} ${stop.by}: ${sentence(stop.why)} `,
        staff.may_open_tables
          ? h(
              "button",
              { class: "small", type: "button", data: { act: "lift", scope: stop.scope, name: stop.name } },
              "Lift",
            )
          : null,
      ),
    ),
  );
}

/**
 * The way to the cage, with the figures of the whole house.
 * @param {Floor} floor
 */
export function cageElement({ cage, staff }) {
  const shift = cage?.shift ? `Shift ${cage.shift} is open.` : "No shift is open.";
  return h(
    "section",
    { class: "panel", key: "cage" },
    h("h2", null, "The cage"),
    h("p", { class: "quiet", data: { testid: "cage-shift" } }, shift),
    h(
      "div",
      { class: "line" },
      h("a", { class: "button", href: "/cage" }, "To the cage"),
      staff.may_audit ? h("a", { class: "button", href: "/audit" }, "To the records") : null,
    ),
  );
}

/** @param {Floor} floor */
export function stopElement(floor) {
  const { fields, staff, tables } = floor;
  if (!staff.may_open_tables) return null;
  const scopes = [
    h("option", { value: "house", key: "house" }, "The whole house"),
    ...(tables ?? []).map(({ name }) => h("option", { value: `table ${name}`, key: name }, `Table ${name}`)),
    h("option", { value: "player", key: "player" }, "The player named here"),
  ];
  return h(
    "form",
    { class: "panel", key: "stop", data: { form: "stop" } },
    h("h2", null, "Stop play"),
    h(
      "div",
      { class: "fields" },
      fieldElement("stop-scope", "What", h("select", { id: "stop-scope", name: "scope" }, scopes)),
      fieldElement(
        "stop-rounds",
        "Rounds in play",
        h(
          "select",
          { id: "stop-rounds", name: "rounds" },
          h("option", { value: "finish" }, "Finish them"),
          h("option", { value: "suspend" }, "Suspend them"),
        ),
      ),
      fieldElement(
        "stop-player",
        "Player",
        h("input", { id: "stop-player", name: "player", autocomplete: "off", maxlength: fields.name }),
      ),
      fieldElement(
        "stop-why",
        "Why",
        h("input", { id: "stop-why", name: "why", autocomplete: "off", maxlength: fields.note, required: true }),
      ),
    ),
    h("button", { type: "submit", class: "danger" }, "Stop play"),
    noticeElement(floor, "stop"),
  );
}

/** @param {Floor} floor */
export function retireElement(floor) {
  const { fields, staff, tables } = floor;
  if (!staff.may_open_tables || !tables?.length) return null;
  const names = tables.map(({ name }) => h("option", { value: name, key: name }, name));
  return h(
    "form",
    { class: "panel", key: "retire", data: { form: "retire" } },
    h("h2", null, "Close a table for good"),
    h(
      "div",
      { class: "fields" },
      fieldElement("retire-table", "Table", h("select", { id: "retire-table", name: "table" }, names)),
      fieldElement(
        "retire-why",
        "Why",
        h("input", { id: "retire-why", name: "why", autocomplete: "off", maxlength: fields.note, required: true }),
      ),
    ),
    h("button", { type: "submit" }, "Close it for good"),
    noticeElement(floor, "retire"),
  );
}

/**
 * @param {string} id
 * @param {string} words
 * @param {HTMLElement} field
 */
function fieldElement(id, words, field) {
  return h("div", { class: "field", key: id }, h("label", { for: id }, words), field);
}
