// @ts-check
// The list of staff.
// Here: inviting, dismissing, moving and unlocking. Not here: drawing the list (`staff-table`), the own account
// (`account`), or who may do any of it: the house decides.

import { around, byId, copy, fieldOf, h, show } from "../shared/dom.js";
import { ask, asRefused } from "../shared/request.js";
import { askOnce } from "./ask.js";
import { addressOf, peopleElement } from "./staff-table.js";

/** @import { Asker } from "./ask.js" */

/** @type {Record<string, {verb: string, address: string, words: (name: string) => string}>} */
const WAYS = {
  dismiss: {
    verb: "Dismiss",
    address: "/staff/dismiss",
    words: (name) => `${name} can no longer sign in, and every page of theirs is closed.`,
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
  notice = { words: "", done: false };

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
  const draw = () => show(main, peopleElement(people));
  const listening = new AbortController();
  const { signal } = listening;
  /** @param {() => Promise<unknown>} work */
  const attempt = async (work) => {
    people.notice = { words: "", done: false };
    try {
      await work();
    } catch (error) {
      const refusal = asRefused(error);
      people.notice = { words: refusal.message, done: false };
      if (refusal.reason === "role") refused();
    }
    if (!signal.aborted) draw();
  };
  const look = async () => {
    people.list = await ask("GET", "/staff/list");
  };
  main.addEventListener(
    "submit",
    (event) => {
      const form = /** @type {HTMLFormElement | null} */ (around(event, "form[data-form]"));
      if (!form) return;
      event.preventDefault();
      const revoke = /** @type {HTMLButtonElement | null} */ (event.submitter)?.value === "revoke";
      if (form.dataset.form === "player-key") attempt(() => playerKey(people, form, revoke));
      else attempt(() => invite(people, form).then(look));
    },
    { signal },
  );
  main.addEventListener(
    "click",
    (event) => {
      const button = /** @type {HTMLButtonElement | null} */ (around(event, "button[data-act]"));
      if (!button) return;
      const { act = "", name = "" } = button.dataset;
      if (act === "copy-invitation" && people.given) copy(addressOf(people.given), button);
      else if (act === "again") attempt(() => inviteAgain(people, name).then(look));
      else if (act === "move") attempt(() => move(people, name, button));
      else if (WAYS[act]) attempt(() => manage(people, name, act));
    },
    { signal },
  );
  draw();
  attempt(look);
  return () => listening.abort();
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
    await confirmed(people, `The key of ${player}`, "Revoke the key", words, async () => {
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
  await confirmed(people, `${verb}: ${name}`, verb, words(name), async () => {
    people.list = await ask("POST", address, { name });
    return people.list?.waits;
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
  await confirmed(people, `${name}: ${words}`, "Change the position", what, async () => {
    people.list = await ask("POST", "/staff/position", { name, position: select.value });
    return people.list?.waits;
  });
}

/**
 * @param {People} people
 * @param {string} title
 * @param {string} verb
 * @param {string} words
 * @param {() => Promise<string | void>} send returns what waits for another, as a sentence
 */
async function confirmed(people, title, verb, words, send) {
  let waits = "";
  const sent = async () => {
    waits = (await send()) || "";
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
  if (done) people.notice = { words: waits || "Done", done: true };
}
