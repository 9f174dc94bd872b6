// @ts-check
// "Play safely": a player's own limits, the reality check and self-exclusion, in a dialog of the lobby and the table.
// Here: the dialog, from opening to closing. Not here: any rule: the house decides what is possible, and from when on.

import { around, fieldOf, h, show } from "./dom.js";
import { ask, asRefused } from "./request.js";
import { money, readMoney, sentence } from "./words.js";

/** @type {Record<string, {label: string, minutes?: boolean}>} */
const LIMITS = {
  day: { label: "Most you may lose in 24 hours" },
  week: { label: "Most you may lose in 7 days" },
  wager: { label: "Most you may bet in a round" },
  session: { label: "Longest session, in minutes", minutes: true },
};

/** What the dialog shows. */
const state = {
  /** @type {Wire.Fields | undefined} */
  fields: undefined,
  /** @type {Wire.SafePlay | null} */
  safe: null,
  said: "",
  /** The days of the self-exclusion that the player is asked to confirm. */
  asking: 0,
};

/** @type {HTMLDialogElement | null} */
let dialog = null;
/** @type {() => void} */
let whenClosed = () => {};

/**
 * Open the dialog; `closed` is called when it closes.
 * @param {Wire.Fields | undefined} fields
 * @param {() => void} [closed]
 */
export async function openSafePlay(fields, closed = () => {}) {
  whenClosed = closed;
  Object.assign(state, { fields, safe: await ask("GET", "/protection"), said: "", asking: 0 });
  dialog ??= made();
  draw();
  dialog.showModal();
}

function made() {
  const found = /** @type {HTMLDialogElement} */ (h("dialog", { class: "safe", "aria-label": "Play safely" }));
  document.body.append(found);
  found.addEventListener("close", () => whenClosed());
  found.addEventListener("keydown", (event) => event.stopPropagation());
  found.addEventListener("submit", (event) => {
    event.preventDefault();
    event.stopPropagation();
    attempt(() => submitted(/** @type {HTMLFormElement} */ (event.target)));
  });
  found.addEventListener("click", (event) => {
    event.stopPropagation();
    const { safe, days } = around(event, "[data-safe]")?.dataset ?? {};
    if (safe === "close") found.close();
    if (safe === "no") attempt(() => Object.assign(state, { asking: 0 }));
    if (safe === "exclude") attempt(() => sent("exclude", { days: Number(days) }));
    if (safe === "return") attempt(() => sent("return", {}));
  });
  return found;
}

/** @param {() => unknown} work */
async function attempt(work) {
  state.said = "";
  try {
    await work();
  } catch (error) {
    state.said = asRefused(error).message;
  }
  draw();
}

/**
 * @param {string} what
 * @param {object} body
 */
async function sent(what, body) {
  Object.assign(state, { safe: await ask("POST", `/protection/${what}`, body), asking: 0 });
}

/** @param {HTMLFormElement} form */
async function submitted(form) {
  const { form: kind, limit = "" } = form.dataset;
  const typed = fieldOf(form, "value").value.trim();
  if (kind === "check") await sent("check", { minutes: Number(typed) });
  if (kind === "exclude") state.asking = Number(typed);
  if (kind !== "limit") return;
  const value = LIMITS[limit].minutes ? Number(typed) : typed ? readMoney(typed) : 0;
  if (value === null || !Number.isInteger(value)) throw new Error("Enter a number, or nothing for no limit");
  await sent("limit", { limit, value });
}

function draw() {
  const { safe, said, asking } = state;
  if (!dialog || !safe) return;
  const close = { type: "button", class: "close", data: { safe: "close", testid: "safe-close" } };
  show(
    dialog,
    h("div", { class: "safe-head", key: "head" }, h("h2", null, "Play safely"), h("button", close, "Close")),
    said ? h("p", { class: "safe-said", role: "alert", key: "said" }, sentence(said)) : null,
    safe.why_not
      ? h("p", { class: "safe-why", key: "why", data: { testid: "why-not" } }, sentence(safe.why_not))
      : null,
    safe.may_return ? returnElement() : null,
    h(
      "p",
      { class: "quiet", key: "session" },
      `In this session: ${safe.minutes} minutes, result ${money(safe.cents)}. `,
      "A lower limit holds at once, a higher one after 24 hours.",
    ),
    safe.limits.map(limitElement),
    checkElement(safe),
    asking ? askingElement(safe, asking) : excludeElement(safe),
  );
}

/** @param {Wire.SeenLimit} limit */
function limitElement({ name, value, used, later, since }) {
  const { label, minutes } = LIMITS[name];
  /** @param {number} amount */
  const words = (amount) => (amount ? (minutes ? `${amount} minutes` : money(amount)) : "no limit");
  const id = `safe-${name}`;
  const field = {
    id,
    name: "value",
    inputmode: minutes ? "numeric" : "decimal",
    autocomplete: "off",
    maxlength: state.fields?.amount,
    placeholder: "No limit",
  };
  const now = value ? `Now ${words(value)}${name === "wager" ? "" : `, used ${minutes ? used : money(used)}`}.` : "";
  const then = since ? ` From ${new Date(since).toLocaleString()} on: ${words(later ?? 0)}.` : "";
  return h(
    "form",
    { class: "safe-form", key: id, data: { form: "limit", limit: name } },
    h("label", { for: id }, label),
    h("div", { class: "safe-line" }, h("input", field), h("button", { type: "submit" }, "Set")),
    now || then ? h("p", { class: "quiet", data: { testid: `limit-${name}` } }, now + then) : null,
  );
}

/** @param {Wire.SafePlay} safe */
function checkElement({ check, checks }) {
  const options = checks.map((minutes) =>
    h("option", { value: minutes, selected: minutes === check }, minutes ? `Every ${minutes} minutes` : "Never"),
  );
  return h(
    "form",
    { class: "safe-form", key: `check-${check}`, data: { form: "check" } },
    h("label", { for: "safe-check" }, "Tell me how long I have played"),
    h(
      "div",
      { class: "safe-line" },
      h("select", { id: "safe-check", name: "value" }, options),
      h("button", { type: "submit" }, "Set"),
    ),
  );
}

/** @param {Wire.SafePlay} safe */
function excludeElement({ periods }) {
  const options = Object.entries(periods).map(([days, words]) => h("option", { value: days }, `For ${words}`));
  return h(
    "form",
    { class: "safe-form", key: "exclude", data: { form: "exclude" } },
    h("label", { for: "safe-exclude" }, "Exclude myself from play"),
    h(
      "div",
      { class: "safe-line" },
      h("select", { id: "safe-exclude", name: "value" }, options),
      h("button", { type: "submit" }, "Exclude"),
    ),
  );
}

/**
 * @param {Wire.SafePlay} safe
 * @param {number} days
 */
function askingElement({ periods }, days) {
  const words = `Exclude yourself from every table for ${periods[days]}? Nobody can shorten this.`;
  const yes = { type: "button", class: "danger", data: { safe: "exclude", days, testid: "safe-exclude" } };
  return h(
    "div",
    { class: "safe-form", key: "asking", role: "group", "aria-label": "Confirm" },
    h("p", null, words),
    h(
      "div",
      { class: "safe-line" },
      h("button", yes, "Exclude myself"),
      h("button", { type: "button", data: { safe: "no" } }, "No"),
    ),
  );
}

function returnElement() {
  const button = { type: "button", data: { safe: "return", testid: "safe-return" } };
  return h("p", { key: "return" }, h("button", button, "I want to play again"));
}
