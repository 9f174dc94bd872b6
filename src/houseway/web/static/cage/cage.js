// @ts-check
// The cage: the floats of all tables, recording an act, and the slips of the shift.
// Here: the form and its keys. Not here: the figures beside it (`figures`), or what is allowed: the house decides.

import { around, byId, fieldOf, h } from "../shared/dom.js";
import { ask, askMe, asRefused, newId } from "../shared/request.js";
import { money, sentence } from "../shared/words.js";
import { askOnce } from "../staff/ask.js";
import { drawDecision, requestPressed, sendOverHttp } from "../staff/decide.js";
import { Lock } from "../staff/lock.js";
import { requestsElement } from "../staff/requests.js";
import { show } from "../staff/show.js";
import { centsOf } from "../staff/typed.js";
import { actingAs } from "../staff/words.js";
import { floatsElement, reportsElement, slipsElement, sumsElement } from "./figures.js";

/** @import { Asker } from "../staff/ask.js" */

const EVERY = 2000;
const COUNTS = "Everything you recorded alone within a day counts.";
/** @typedef {{kind: string, verb: string, key: string, needs: string[], money?: boolean}} Kind */
/** @type {Kind[]} what can be recorded, by its key; `money` where it takes a house of house money */
const KINDS = [
  { kind: "buy-in", verb: "Buy-in", key: "b", needs: ["player", "place", "cents"], money: true },
  { kind: "cash-out", verb: "Cash-out", key: "o", needs: ["player", "cents"], money: true },
  { kind: "fill", verb: "Fill", key: "f", needs: ["table", "cents"] },
  { kind: "credit", verb: "Credit", key: "r", needs: ["table", "cents"] },
  { kind: "float counted", verb: "Count", key: "c", needs: ["table", "cents", "when"] },
  { kind: "shift", verb: "Shift", key: "s", needs: [] },
];
/** @type {Wire.CageView | null} */
let view = null;
/** @type {Wire.StaffSelf | null} */
let staff = null;
/** @type {Wire.Fields | null} */
let limits = null;
/** @type {Wire.Requests} what waits for a second pair of eyes */
let requests = { waiting: [], ended: [] };
let chosen = "fill";
let lost = "";
/** @type {{words: string, done: boolean} | null} */
let said = null;
const lock = new Lock(
  () => look().then(draw),
  () => location.assign("/staff"),
);

/** Fetch the cage as it is now. */
async function look() {
  try {
    [view, requests] = await Promise.all([ask("GET", "/staff/cage"), ask("GET", "/staff/approvals")]);
    lost = "";
  } catch (error) {
    const refusal = asRefused(error);
    lost = refusal.message;
    if (refusal.reason === "role") lock.check();
  }
}

function draw() {
  const open = view?.shift ? `Shift ${view.shift}` : "No shift is open";
  const facts = [h("h1", null, "The cage"), h("strong", { class: "fact phase", data: { testid: "shift" } }, open)];
  if (view) facts.push(h("span", { class: "fact" }, view.money === "house" ? "house money" : "play money"));
  show(byId("title"), facts);
  show(byId("who"), staff ? h("span", { class: "who-as" }, actingAs(staff)) : null);
  show(byId("notice"), lost ? h("p", { class: "banner error", role: "alert" }, sentence(lost)) : null);
  if (view) show(byId("main"), cageElement(view));
  drawDecision();
}

/** @param {Wire.CageView} cage */
function cageElement(cage) {
  return h(
    "div",
    { class: "cage" },
    h(
      "section",
      { "aria-label": "Floats", key: "floats" },
      requestsElement(requests, { full: true }),
      floatsElement(cage),
      sumsElement(cage),
      staff?.may_read_reports ? reportsElement(cage) : null,
      slipsElement(cage),
    ),
    staff?.may_ask_the_cage
      ? h("aside", { class: "work-area", "aria-label": "Record", key: "work" }, formElement(cage))
      : null,
  );
}

/** @param {Wire.CageView} cage */
function formElement(cage) {
  const kind = KINDS.find((each) => each.kind === chosen) ?? KINDS[2];
  const free = kind.money && cage.money !== "house";
  return h(
    "form",
    { class: "panel", data: { form: "cage" } },
    h("h2", null, "Record"),
    h("div", { class: "kinds" }, KINDS.map(kindElement)),
    h("div", { class: "fields", key: kind.kind }, fieldElements(cage, kind)),
    free ? h("p", { class: "quiet" }, "Play chips are free: they are neither bought nor cashed out.") : null,
    h("button", { class: "main", type: "submit", data: { testid: "record" } }, verbOf(cage, kind)),
    h("p", { class: "quiet hint" }, `Above ${money(cage.confirmed_above)} a second person must confirm. ${COUNTS}`),
    said ? h("p", { class: said.done ? "did" : "refused", role: "alert" }, sentence(said.words)) : null,
  );
}

/** @param {Kind} kind */
function kindElement({ kind, verb, key }) {
  const attributes = { "aria-pressed": String(kind === chosen), data: { kind } };
  return h("button", { type: "button", key: kind, ...attributes }, verb, h("kbd", null, key.toUpperCase()));
}

/**
 * @param {Wire.CageView} cage
 * @param {Kind} kind
 */
function verbOf(cage, kind) {
  if (kind.kind === "shift") return cage.shift ? "Close the shift" : "Open a shift";
  return `Record the ${kind.verb.toLowerCase()}`;
}

/**
 * @param {Wire.CageView} cage
 * @param {Kind} kind
 */
function fieldElements(cage, { needs }) {
  const tables = cage.tables.map(({ table }) => h("option", { value: table, key: table }, table));
  const at = h("option", { value: "", key: "cage" }, "At the cage");
  const typed = { autocomplete: "off", required: true };
  /** @type {Record<string, () => [string, HTMLElement]>} */
  const fields = {
    player: () => ["Player", h("input", { id: "cage-player", name: "player", maxlength: limits?.name, ...typed })],
    place: () => ["Where", h("select", { id: "cage-place", name: "place" }, at, tables)],
    table: () => ["Table", h("select", { id: "cage-table", name: "table", required: true }, tables)],
    cents: () => [
      "Amount",
      h("input", { id: "cage-cents", name: "cents", inputmode: "decimal", maxlength: limits?.amount, ...typed }),
    ],
    when: () => [
      "When",
      h(
        "select",
        { id: "cage-when", name: "when" },
        h("option", { value: "closing" }, "At the closing"),
        h("option", { value: "opening" }, "At the opening"),
        h("option", { value: "between" }, "In between"),
      ),
    ],
  };
  return needs.map((need) => {
    const [words, field] = fields[need]();
    return h("div", { class: "field", key: need }, h("label", { for: `cage-${need}` }, words), field);
  });
}

/** @param {HTMLFormElement} form */
async function record(form) {
  if (!view || !staff) return;
  const kind = KINDS.find((each) => each.kind === chosen) ?? KINDS[2];
  /** @param {string} name */
  const typed = (name) => fieldOf(form, name)?.value.trim() ?? "";
  /** @type {Wire.CageAct} */
  const act = { id: newId(), kind: kind.kind, cents: 0, table: "", player: "", when: "between", ask: true };
  if (kind.kind === "shift") act.kind = view.shift ? "shift closed" : "shift opened";
  else act.cents = centsOf(typed("cents"));
  if (kind.needs.includes("player")) act.player = typed("player");
  if (typed("table") || typed("place")) act.table = typed("table") || typed("place");
  if (kind.needs.includes("when")) act.when = typed("when");
  const where = [act.player, act.table].filter(Boolean).join(", ");
  const amount = kind.kind === "shift" ? "" : `: ${money(act.cents)}${where ? `, ${where}` : ""}`;
  /** @type {Asker} */
  const asker = {
    book: null,
    bookId: "",
    you: staff,
    version: 0,
    connection: {
      send: async () => {
        view = await ask("POST", "/staff/cage", act);
      },
      preview: async () => ({ lines: [], confirms: "" }),
    },
    watch: null,
    mustBeConnected() {},
    refused() {},
  };
  const verb = verbOf(view, kind);
  const recorded = "It is recorded under your name, with the chips and cash it moves, and cannot be undone.";
  const words = recorded + notCounted(act, view);
  const did = await askOnce(asker, { title: `${verb}${amount}`, verb, message: {}, words });
  if (!did) return;
  const asked = `${verb}${amount}: asked, and recorded once a second person has confirmed it`;
  said = { words: view?.asked ? asked : `${verb}${amount}: done`, done: true };
  form.reset();
}

/**
 * The tables that nobody has counted at the closing, where a shift is to be closed.
 * @param {Wire.CageAct} act
 * @param {Wire.CageView} cage
 */
function notCounted(act, cage) {
  const names = cage.tables.filter(({ counted }) => !counted).map(({ table }) => table);
  return act.kind === "shift closed" && names.length ? ` Not counted at closing: ${names.join(", ")}.` : "";
}

/**
 * Decide a request, or take one back.
 * @param {HTMLElement} button
 */
async function decided(button) {
  if (!staff || !limits) return;
  try {
    await requestPressed({ you: staff, requests: () => requests, send: sendOverHttp, fields: limits }, button);
  } catch (error) {
    said = { words: asRefused(error).message, done: false };
  }
  await look();
}

/** @param {string} kind */
function choose(kind) {
  chosen = kind;
  said = null;
  draw();
  /** @type {HTMLElement | null} */ (document.querySelector(".fields :is(input, select)"))?.focus();
}

/** Start the page: for staff alone. */
async function start() {
  const me = await askMe().catch(() => null);
  staff = me?.staff ?? null;
  if (!me || !staff) {
    const way = h("a", { href: "/staff" }, "Sign in on the floor");
    show(byId("main"), h("p", { class: "banner", data: { testid: "outside" } }, "The cage is for staff. ", way));
    return;
  }
  limits = me.fields;
  lock.watch(staff, limits);
  const main = byId("main");
  main.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    record(form)
      .catch((error) => {
        said = { words: asRefused(error).message, done: false };
      })
      .then(draw);
  });
  main.addEventListener("click", (event) => {
    const { kind } = around(event, "[data-kind]")?.dataset ?? {};
    if (kind) choose(kind);
    const button = around(event, "button[data-request]");
    if (button) decided(button).then(draw);
  });
  document.addEventListener("keydown", (event) => {
    const asking = ["ask", "lock"].some((id) => /** @type {HTMLDialogElement} */ (byId(id)).open);
    if (event.altKey || event.ctrlKey || event.metaKey || asking) return;
    const field = around(event, "input, select");
    if (field) {
      if (event.key === "Escape") field.blur();
      return;
    }
    const found = KINDS.find(({ key }) => key === event.key.toLowerCase());
    if (!found) return;
    event.preventDefault();
    choose(found.kind);
  });
  for (;;) {
    if (document.body.dataset.locked !== "yes") await look();
    draw();
    await new Promise((done) => setTimeout(done, EVERY));
  }
}

start();
