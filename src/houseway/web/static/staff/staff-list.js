// @ts-check
// The list of staff.
// Here: inviting, dismissing, moving and unlocking, and how what takes two people ends. Not here: drawing the list
// (`staff-table`), the own account (`account`), or who may do any of it: the house decides.

import { around, byId, copy, fieldOf, h } from "../shared/dom.js";
import { ask, asRefused } from "../shared/request.js";
import { askOnce } from "./ask.js";
import { drawDecision, requestPressed, sendOverHttp } from "./decide.js";
import { show } from "./show.js";
import { addressOf, peopleElement, rowOf } from "./staff-table.js";

/** @import { Asker } from "./ask.js" */

const EVERY = 2000;
/** @type {Record<string, {verb: string, address: string, words: (name: string) => string}>} */
const WAYS = {
  dismiss: {
    verb: "Dismiss",
    address: "/staff/dismiss",
    words: (name) => `${name} can no longer sign in, and all their pages are closed.`,
  },
  unlock: {
    verb: "Unlock",
    address: "/staff/unlock-account",
    words: (name) => `${name} can try to sign in again at once.`,
  },
};

/** The state of the list. */
export class People {
  /** @type {Wire.StaffList | null} */
  list = null;
  /** @type {Wire.GivenInvitation | null} an invitation, shown once */
  given = null;
  /** @type {Wire.GivenKey | null} a new key of a player, shown once */
  key = null;
  /** @type {Wire.Requests} what waits for a second pair of eyes */
  requests = { waiting: [], ended: [] };
  /** @type {Record<string, {words: string, done: boolean}>} the answer shown in each form and at each row */
  notices = {};

  /**
   * @param {Wire.StaffSelf} staff
   * @param {Wire.Fields} fields
   */
  constructor(staff, fields) {
    this.staff = staff;
    this.fields = fields;
  }
}

/**
 * Show the list; returns a function that closes it.
 * @param {Wire.StaffSelf} staff
 * @param {Wire.Fields} fields
 * @param {() => void} refused called when the house no longer lets this person look
 * @returns {() => void}
 */
export function openStaffList(staff, fields, refused) {
  const people = new People(staff, fields);
  const main = byId("main");
  document.body.dataset.view = "people";
  document.title = "Staff - Houseway";
  show(byId("title"), h("h1", null, "Staff"));
  main.replaceChildren();
  const draw = () => {
    show(main, peopleElement(people));
    drawDecision();
  };
  const listening = new AbortController();
  const { signal } = listening;
  /**
   * Do something; a refusal is shown where it was asked for.
   * @param {string} place
   * @param {() => Promise<unknown>} work
   */
  const attempt = async (place, work) => {
    people.notices = {};
    try {
      await work();
    } catch (error) {
      const refusal = asRefused(error);
      people.notices = { [place]: { words: refusal.message, done: false } };
      if (refusal.reason === "role") refused();
    }
    if (signal.aborted) return;
    draw();
    main.querySelector(".refused")?.scrollIntoView({ block: "nearest" });
  };
  const look = async () => {
    people.list = await ask("GET", "/staff/list");
    await lookAtRequests(people);
  };
  main.addEventListener(
    "submit",
    (event) => {
      const form = /** @type {HTMLFormElement | null} */ (around(event, "form[data-form]"));
      if (!form) return;
      event.preventDefault();
      const revoke = /** @type {HTMLButtonElement | null} */ (event.submitter)?.value === "revoke";
      if (form.dataset.form === "player-key") attempt("player-key", () => playerKey(people, form, revoke).then(look));
      else attempt("invite", () => invite(people, form).then(look));
    },
    { signal },
  );
  main.addEventListener(
    "click",
    (event) => {
      const button = /** @type {HTMLButtonElement | null} */ (around(event, "button[data-act]"));
      if (!button) return;
      const { act = "", name = "" } = button.dataset;
      const shown = () => main.querySelector("[data-testid='invitation']")?.scrollIntoView({ block: "nearest" });
      if (act === "copy-invitation" && people.given) copy(addressOf(people.given), button);
      else if (button.dataset.request) attempt("requests", () => decided(people, button).then(look));
      else if (act === "again") attempt(rowOf(name), () => inviteAgain(people, name).then(look)).then(shown);
      else if (act === "move") attempt(rowOf(name), () => move(people, name, button).then(look));
      else if (WAYS[act]) attempt(rowOf(name), () => manage(people, name, act).then(look));
    },
    { signal },
  );
  draw();
  attempt("lost", look);
  follow(people, signal, draw, refused);
  return () => listening.abort();
}

/**
 * Fetch what waits again and again, until the view is closed.
 * @param {People} people
 * @param {AbortSignal} signal
 * @param {() => void} draw
 * @param {() => void} refused
 */
async function follow(people, signal, draw, refused) {
  for (;;) {
    await new Promise((done) => setTimeout(done, EVERY));
    if (signal.aborted) return;
    if (document.body.dataset.locked === "yes") continue;
    try {
      if (await lookAtRequests(people)) people.list = await ask("GET", "/staff/list");
      delete people.notices.lost;
    } catch (error) {
      const refusal = asRefused(error);
      if (refusal.reason === "role") refused();
      else people.notices.lost = { words: refusal.message, done: false };
    }
    if (!signal.aborted) draw();
  }
}

/**
 * Fetch what waits for a second pair of eyes; returns whether a request of one's own has ended since.
 * @param {People} people
 */
async function lookAtRequests(people) {
  const known = new Set(people.requests.ended.map(({ id }) => id));
  people.requests = await ask("GET", "/staff/approvals");
  const ended = people.requests.ended.filter(({ id }) => !known.has(id));
  for (const end of ended) settle(people, end);
  return ended.length > 0;
}

/**
 * Say at a link or a key how the request for it ended. Where nobody confirmed it, it is of no use, and is taken away.
 * @param {People} people
 * @param {Wire.EndedRequest} end
 */
function settle(people, { id, how, sentence: asked, words }) {
  const said = `${asked}: ${words}`;
  const [form, given] = people.key?.request === id ? ["player-key", people.key] : ["invite", people.given];
  if (given?.request !== id) return;
  given.waits = said;
  if (how === "carried out") return;
  if (given === people.key) people.key = null;
  else people.given = null;
  people.notices[form] = { words: said, done: false };
}

/**
 * Decide a request, or take one back.
 * @param {People} people
 * @param {HTMLElement} button
 */
function decided(people, button) {
  const { staff, fields } = people;
  return requestPressed({ you: staff, requests: () => people.requests, send: sendOverHttp, fields }, button);
}

/**
 * @param {People} people
 * @param {HTMLFormElement} form
 */
async function invite(people, form) {
  const name = fieldOf(form, "name").value.trim();
  people.given = await ask("POST", "/staff/invitations", { name, position: fieldOf(form, "position").value });
  form.reset();
}

/**
 * @param {People} people
 * @param {string} name
 */
async function inviteAgain(people, name) {
  people.given = await ask("POST", "/staff/invitations", { name });
}

/**
 * Ask for another key for a player, or revoke the one they have, once confirmed.
 * @param {People} people
 * @param {HTMLFormElement} form
 * @param {boolean} revoke
 */
async function playerKey(people, form, revoke) {
  const player = fieldOf(form, "player").value.trim();
  const words = `${player} is signed out everywhere, and their key no longer works.`;
  if (!revoke) people.key = await ask("POST", "/staff/players/new-key", { player });
  else {
    await confirmed(people, "player-key", `The key of ${player}`, "Revoke the key", words, async () => {
      await ask("POST", "/staff/players/revoke-key", { player });
      people.key = null;
    });
  }
}

/**
 * Do something to an account, once confirmed.
 * @param {People} people
 * @param {string} name
 * @param {string} act
 */
async function manage(people, name, act) {
  const { verb, address, words } = WAYS[act];
  await confirmed(people, rowOf(name), `${verb}: ${name}`, verb, words(name), async () => {
    people.list = await ask("POST", address, { name });
    return people.list?.asked;
  });
}

/**
 * Give somebody another position, once confirmed.
 * @param {People} people
 * @param {string} name
 * @param {HTMLButtonElement} button
 */
async function move(people, name, button) {
  const select = /** @type {HTMLSelectElement} */ (button.closest(".line")?.querySelector("select"));
  const words = select.selectedOptions[0]?.textContent ?? "";
  const what = `${name} becomes ${words.toLowerCase()}, and signs in again.`;
  await confirmed(people, rowOf(name), `${name}: ${words}`, "Change the position", what, async () => {
    people.list = await ask("POST", "/staff/position", { name, position: select.value });
    return people.list?.asked;
  });
}

/**
 * @param {People} people
 * @param {string} place where it is said that it was done
 * @param {string} title
 * @param {string} verb
 * @param {string} words
 * @param {() => Promise<boolean | void>} send returns whether it waits for another: then the list of requests shows it
 */
async function confirmed(people, place, title, verb, words, send) {
  let asked = false;
  const sent = async () => {
    asked = (await send()) === true;
  };
  /** @type {Asker} */
  const asker = {
    book: null,
    bookId: "",
    you: people.staff,
    version: 0,
    connection: { send: sent, preview: async () => ({ lines: [], confirms: "" }) },
    watch: null,
    mustBeConnected() {},
    refused() {},
  };
  const done = await askOnce(asker, { title, verb, message: {}, words });
  if (done && !asked) people.notices = { [place]: { words: "Done", done: true } };
}
