// @ts-check
// The records of the house, for auditors and the gaming shift manager.
// Here: fetching them, filters, and the forms that find rounds. Not here: drawing them (`records`, `state`). Nothing on
// this page changes anything in the house, apart from the note that somebody looked.

import { around, byId, fieldOf, h } from "../shared/dom.js";
import { ask, askMe, asRefused } from "../shared/request.js";
import { sentence } from "../shared/words.js";
import { Lock } from "../staff/lock.js";
import { show } from "../staff/show.js";
import { actingAs } from "../staff/words.js";
import { eventsElement, evidenceElement, filesElement, lookUpElement, viewsElement } from "./records.js";
import { stateElement } from "./state.js";

/** The state of the page. */
export class Records {
  /** @type {Wire.StaffSelf | null} */
  staff = null;
  /** @type {Wire.Fields | undefined} */
  fields;
  /** @type {Wire.AuditView | null} */
  state = null;
  /** @type {Wire.Verified | null} what verifying all of the journal found */
  verified = null;
  verifying = false;
  /** @type {Wire.SeenEvent[]} newest first */
  events = [];
  more = false;
  /** @type {Wire.EvidenceRow[]} */
  evidence = [];
  view = "events";
  filter = { since: "", kind: "", by: "", about: "" };
  lost = "";
}

const page = new Records();
const lock = new Lock(
  () => load(),
  () => location.assign("/staff"),
);

/** The filters as the house reads them. */
function asked() {
  return new URLSearchParams(Object.entries(page.filter).filter(([, value]) => value));
}

/**
 * Do something that asks the house, and show what it refused.
 * @param {() => Promise<void>} work
 */
async function tried(work) {
  try {
    await work();
    page.lost = "";
  } catch (error) {
    const refusal = asRefused(error);
    page.lost = refusal.message;
    if (refusal.reason === "role") lock.check();
  }
  draw();
}

/** Fetch the newest events that fit, or older ones. */
function loadEvents(older = false) {
  return tried(async () => {
    const query = asked();
    const last = page.events.at(-1);
    if (older && last) query.set("before", String(last.number));
    /** @type {Wire.SeenEvents} */
    const found = await ask("GET", `/staff/audit/events?${query}`);
    page.events = older ? [...page.events, ...found.events] : found.events;
    page.more = found.more;
  });
}

/** Fetch everything. */
async function load() {
  await tried(async () => {
    page.state = await ask("GET", "/staff/audit");
    page.evidence = await ask("GET", "/staff/audit/evidence");
  });
  await loadEvents();
}

function draw() {
  const { staff, state, lost } = page;
  show(byId("title"), [
    h("h1", null, "Records"),
    state ? h("span", { class: "fact" }, `${state.entries.toLocaleString("en")} entries`) : null,
  ]);
  show(byId("who"), staff ? h("span", { class: "who-as" }, actingAs(staff)) : null);
  show(byId("notice"), lost ? h("p", { class: "banner error", role: "alert" }, sentence(lost)) : null);
  if (!state) return;
  const shown = page.view === "evidence" ? evidenceElement(page) : eventsElement(page);
  show(
    byId("main"),
    h(
      "div",
      { class: "records" },
      h("section", { "aria-label": "What is kept", key: "kept" }, viewsElement(page), shown),
      h(
        "aside",
        { "aria-label": "State, rounds and files", key: "aside" },
        lookUpElement(state, page.fields),
        stateElement(page, state),
        filesElement(asked(), state),
      ),
    ),
  );
}

/** @param {HTMLFormElement} form */
function sent(form) {
  /** @param {string} name */
  const typed = (name) => fieldOf(form, name)?.value.trim() ?? "";
  if (form.dataset.form === "filter") {
    page.filter = { since: typed("since"), kind: typed("kind"), by: typed("by"), about: typed("about") };
    loadEvents();
  }
  if (form.dataset.form === "round") {
    const number = typed("number");
    location.assign(`/history/${encodeURIComponent(typed("table"))}${number ? `?round=${number}` : ""}`);
  }
  if (form.dataset.form === "player") location.assign(`/history?player=${encodeURIComponent(typed("player"))}`);
}

async function verifyNow() {
  page.verifying = true;
  draw();
  await tried(async () => {
    page.verified = await ask("GET", "/staff/audit/verify");
  });
  page.verifying = false;
  draw();
}

/** Start the page: for those who audit. */
async function start() {
  const me = await askMe().catch(() => null);
  page.staff = me?.staff ?? null;
  page.fields = me?.fields;
  if (!page.staff) {
    const way = h("a", { href: "/staff" }, "Sign in on the floor");
    show(byId("main"), h("p", { class: "banner", data: { testid: "outside" } }, "The records are for staff. ", way));
    return;
  }
  if (me) lock.watch(page.staff, me.fields);
  document.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.dataset.form || form.closest("dialog")) return;
    event.preventDefault();
    sent(form);
  });
  document.addEventListener("click", (event) => {
    const { act = "", view = "" } = around(event, "[data-act], [data-view]:is(button)")?.dataset ?? {};
    if (view) {
      page.view = view;
      draw();
    }
    if (act === "more") loadEvents(true);
    if (act === "verify") verifyNow();
  });
  await load();
}

start();
