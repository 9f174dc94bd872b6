// @ts-check
// The records as elements: events, evidence, and the ways to rounds and files. Not here: the state (`state`).

import { h } from "../shared/dom.js";
import { money, sentence } from "../shared/words.js";

/** @import { Records } from "./audit.js" */

/** The names of amounts in events. */
const CENTS = new Set(["staked", "returned", "cents", "exposure", "envy", "approved_above", "tray", "chips", "owed"]);
/** @type {Record<string, string>} */
const STATES = { met: "state-met", "in part": "state-part", operator: "state-part", "not met": "state-not" };

/** @param {Records} page */
export function viewsElement({ view }) {
  const views = { events: "Significant events", evidence: "Evidence" };
  return h(
    "div",
    { class: "views", key: "views" },
    Object.entries(views).map(([name, words]) =>
      h("button", { type: "button", key: name, "aria-pressed": String(view === name), data: { view: name } }, words),
    ),
  );
}

/** @param {Records} page */
export function eventsElement(page) {
  const none = h("p", { class: "quiet" }, "No event fits.");
  return h(
    "div",
    { class: "panel", key: "events" },
    filterElement(page),
    page.events.length
      ? h(
          "table",
          { class: "told", data: { testid: "events" } },
          h(
            "thead",
            null,
            h(
              "tr",
              null,
              h("th", null, "When (UTC)"),
              h("th", null, "What"),
              h("th", null, "By"),
              h("th", null, "Why"),
            ),
          ),
          h("tbody", null, page.events.map(eventElement)),
        )
      : none,
    page.more
      ? h("div", { class: "more" }, h("button", { type: "button", data: { act: "more" } }, "Older events"))
      : null,
  );
}

/** @param {Records} page */
function filterElement({ filter, state, fields }) {
  const words = { autocomplete: "off", maxlength: fields?.search };
  const kinds = (state?.kinds ?? []).map((kind) =>
    h("option", { value: kind, key: kind, selected: kind === filter.kind }, sentence(kind).replace(/\.$/, "")),
  );
  /**
   * @param {string} name
   * @param {string} words
   * @param {HTMLElement} field
   */
  const labelled = (name, words, field) =>
    h("div", { class: "field", key: name }, h("label", { for: `filter-${name}` }, words), field);
  return h(
    "form",
    { class: "filters", key: "filters", data: { form: "filter" } },
    labelled(
      "kind",
      "Kind",
      h("select", { id: "filter-kind", name: "kind" }, h("option", { value: "", key: "all" }, "Every kind"), kinds),
    ),
    labelled("by", "By", h("input", { id: "filter-by", name: "by", ...words })),
    labelled("about", "Says", h("input", { id: "filter-about", name: "about", ...words })),
    labelled("since", "Since", h("input", { id: "filter-since", name: "since", type: "date" })),
    h("button", { class: "main", type: "submit" }, "Find"),
  );
}

/** @param {Wire.SeenEvent} event */
function eventElement(event) {
  const changed = event.before !== null || event.after !== null;
  return h(
    "tr",
    { key: String(event.number), data: { kind: event.kind, number: event.number } },
    h("td", { class: "when" }, h("time", { datetime: event.when }, moment(event.when))),
    h(
      "td",
      { class: "what" },
      h("strong", null, sentence(event.kind).replace(/\.$/, "")),
      ` ${event.what}`,
      changed
        ? h(
            "span",
            { class: "change" },
            event.before === null ? null : [h("b", null, words(event.before)), ", then "],
            h("b", null, event.after === null ? "nothing" : words(event.after)),
          )
        : null,
    ),
    h("td", null, event.by),
    h("td", { class: "what" }, event.why),
  );
}

/** @param {string} when */
function moment(when) {
  return when.slice(0, 19).replace("T", " ");
}

/**
 * A value of an event in words; amounts in the house's unit of money.
 * @param {unknown} value
 * @param {string} [name] what it is the value of
 * @returns {string}
 */
function words(value, name = "") {
  if (value === null || value === undefined || value === "") return "nothing";
  if (typeof value === "number" && CENTS.has(name)) return money(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) {
    if (value.length === 2 && value.every((each) => typeof each === "number")) return value.map(money).join(" to ");
    return value.map((each) => words(each)).join("; ") || "none";
  }
  if (typeof value !== "object") return String(value);
  const parts = Object.entries(value).map(([key, each]) => `${key.replaceAll("_", " ")} ${words(each, key)}`);
  return parts.join(", ") || "none";
}

/** @param {Records} page */
export function evidenceElement({ evidence }) {
  const counts = Object.keys(STATES).map((state) => `${evidence.filter((row) => row.state === state).length} ${state}`);
  return h(
    "div",
    { class: "panel", key: "evidence", data: { testid: "evidence" } },
    h("p", { class: "quiet" }, `A self-assessment: ${counts.join(", ")}.`),
    h(
      "table",
      { class: "told" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", null, "Clause"),
          h("th", null, "Topic"),
          h("th", null, "State"),
          h("th", null, "What shows it"),
        ),
      ),
      h(
        "tbody",
        null,
        evidence.map((row) =>
          h(
            "tr",
            { key: `${row.standard} ${row.topic}` },
            h("td", { class: "quiet" }, `${row.standard} ${row.number}`.trim()),
            h("td", { class: "what" }, h("strong", null, row.topic), h("span", { class: "change" }, row.how)),
            h("td", { class: STATES[row.state] ?? "" }, row.state),
            h(
              "td",
              { class: "what" },
              row.shown.map((each) => h("code", { class: "change", key: each }, each)),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {Wire.AuditView} state
 * @param {Wire.Fields | undefined} fields
 */
export function lookUpElement({ tables }, fields) {
  const options = tables.map(({ name, rounds, open }) =>
    h("option", { value: name, key: name }, `${name}, ${rounds} rounds${open ? "" : ", closed"}`),
  );
  return h(
    "section",
    { class: "panel", key: "rounds", "aria-label": "Rounds" },
    h("h2", null, "Rounds"),
    h("p", { class: "quiet" }, "Each look is noted under your name."),
    h(
      "form",
      { class: "look-up", data: { form: "round" } },
      h(
        "div",
        null,
        h("label", { for: "look-table" }, "Table"),
        h("select", { id: "look-table", name: "table" }, options),
      ),
      h(
        "div",
        null,
        h("label", { for: "look-number" }, "Round"),
        h("input", {
          id: "look-number",
          name: "number",
          inputmode: "numeric",
          pattern: "[0-9]*",
          placeholder: "last 10",
        }),
      ),
      h("button", { type: "submit" }, "Show"),
    ),
    h(
      "form",
      { class: "look-up wide", data: { form: "player" } },
      h(
        "div",
        null,
        h("label", { for: "look-player" }, "Every round of a player"),
        h("input", {
          id: "look-player",
          name: "player",
          required: true,
          autocomplete: "off",
          maxlength: fields?.search,
        }),
      ),
      h("button", { type: "submit" }, "Show"),
    ),
  );
}

/**
 * @param {URLSearchParams} filter
 * @param {Wire.AuditView} state
 */
export function filesElement(filter, { tables }) {
  /**
   * @param {string} href
   * @param {string} label
   */
  const file = (href, label) => h("a", { href, download: true, key: href }, label);
  return h(
    "section",
    { class: "panel", key: "files", "aria-label": "Files" },
    h("h2", null, "Files"),
    h(
      "div",
      { class: "files" },
      file(`/staff/audit/events/export?${filter}`, "Significant events (CSV)"),
      file("/staff/audit/journal/export", "The journal (JSON lines)"),
      tables.map(({ name }) => file(`/api/tables/${encodeURIComponent(name)}/rounds/export`, `Rounds of ${name}`)),
      tables.map(({ name }) => file(`/api/tables/${encodeURIComponent(name)}/proofs`, `Proofs of ${name}`)),
    ),
  );
}
