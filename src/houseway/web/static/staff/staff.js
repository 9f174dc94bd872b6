// @ts-check
// The staff page: the floor, or the console of one table.
// Here: who is signed in, choosing a staff name with an invitation, and which of the two is shown. Not here: the floor
// and the console themselves (`floor`, `console`).

import { around, byId, copy, h, show } from "../shared/dom.js";
import { ask, askMe, asRefused } from "../shared/request.js";
import { sentence } from "../shared/words.js";
import { askOnce } from "./ask.js";
import { openConsole } from "./console.js";
import { openFloor } from "./floor.js";
import { actingAs } from "./words.js";

/** @import { Asker } from "./ask.js" */

const AGAIN = 3000;
const table = decodeURIComponent(location.pathname.split("/")[2] ?? "");
let close = () => {};
/** @type {Wire.StaffSelf | null} */
let acting = null;

/**
 * Show the name and role of the member of staff, on both views of the page.
 * @param {Wire.StaffSelf | null} staff
 */
function showWho(staff) {
  acting = staff;
  const key = { class: "link", type: "button", data: { act: "staff-key" }, title: "To sign in from another browser" };
  show(
    byId("who"),
    staff && [
      h("span", { class: "who-as" }, actingAs(staff)),
      h("button", key, "Copy your key"),
      h("button", { class: "link", type: "button", data: { act: "staff-quit" } }, "Leave"),
    ],
  );
}

async function start() {
  close();
  close = () => {};
  /** @type {Wire.Me} */
  let me;
  try {
    me = await askMe();
  } catch (error) {
    show(byId("main"), h("p", { class: "banner error lone" }, sentence(asRefused(error).message)));
    setTimeout(start, AGAIN);
    return;
  }
  const { staff, fields } = me;
  showWho(staff);
  const invitation = new URLSearchParams(location.hash.slice(1)).get("invitation");
  if (invitation) showInvited(invitation, me);
  else if (!staff) showOutside();
  else close = table ? openConsole(table, fields) : openFloor(staff, fields);
}

/** For visitors without a staff name or an invitation: how to get one. */
function showOutside() {
  document.body.dataset.view = "outside";
  show(byId("title"), h("h1", null, "Staff"));
  show(
    byId("main"),
    h(
      "section",
      { class: "panel lone", data: { testid: "outside" } },
      h(
        "p",
        null,
        "Staff sign in with an invitation: open the address that ",
        h("code", null, "houseway serve"),
        " prints in its terminal as \u201cStaff, once\u201d, or one that another member of staff gives you.",
      ),
      returnForm(),
      h("p", null, h("a", { href: "/" }, "To the lobby")),
    ),
  );
}

/**
 * Make a form sign in; a refusal is shown in the form.
 * @param {HTMLElement} form
 * @param {HTMLElement} notice
 * @param {() => Promise<unknown>} enter
 */
function signsIn(form, notice, enter) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await enter();
      startAgain();
    } catch (error) {
      notice.textContent = sentence(asRefused(error).message);
    }
  });
}

/** Where a form shows a refusal. */
const noticeParagraph = () => h("p", { class: "refused", role: "alert", data: { testid: "said" } });

/** Sign in with the key of a staff name. */
function returnForm() {
  const notice = noticeParagraph();
  const attributes = { id: "staff-key", required: true, autocomplete: "off", spellcheck: "false" };
  const field = /** @type {HTMLInputElement} */ (h("input", attributes));
  const form = h(
    "form",
    { class: "enter", data: { testid: "return-staff" } },
    h("label", { for: "staff-key" }, "Or sign in with your key"),
    h("div", { class: "line" }, field, h("button", { type: "submit" }, "Sign in")),
    notice,
  );
  signsIn(form, notice, () => ask("POST", "/return", { key: field.value }));
  return form;
}

/**
 * Choose a staff name with an invitation.
 * @param {string} invitation
 * @param {Wire.Me} me
 */
function showInvited(invitation, { staff, fields }) {
  document.body.dataset.view = "entering";
  show(byId("title"), h("h1", null, "Staff"));
  const notice = noticeParagraph();
  const attributes = { id: "staff-name", name: "name", maxlength: fields.name, required: true, autocomplete: "off" };
  const field = /** @type {HTMLInputElement} */ (h("input", { ...attributes, spellcheck: "false" }));
  const keep = { class: "link", type: "button", data: { act: "keep-name" } };
  const now = staff ? `This browser is signed in as ${staff.role_words}: ${staff.name}. A new name replaces it.` : "";
  const form = h(
    "form",
    { class: "panel lone enter", data: { testid: "enter-staff" } },
    h("h2", null, "You are invited to join the staff"),
    now ? h("p", { class: "quiet" }, now) : null,
    h("label", { for: "staff-name" }, "Your name, as the log will show it"),
    h("div", { class: "line" }, field, h("button", { class: "main", type: "submit" }, "Use this name")),
    notice,
    staff ? h("button", keep, `Stay ${staff.name}`) : null,
  );
  byId("main").replaceChildren(form);
  form.querySelector("[data-act='keep-name']")?.addEventListener("click", startAgain);
  signsIn(form, notice, () => ask("POST", "/staff/enter", { invitation, name: field.value }));
  field.focus();
}

/** Show the page again without the invitation in its address. */
function startAgain() {
  history.replaceState(null, "", location.pathname);
  byId("main").replaceChildren();
  start();
}

/**
 * Forget the staff name in this browser, once confirmed.
 * @param {Wire.StaffSelf} staff
 */
async function leaveStaff(staff) {
  /** @type {Asker} */
  const asker = {
    book: null,
    bookId: "",
    you: staff,
    version: 0,
    connection: { send: () => ask("POST", "/staff/quit", {}), preview: async () => [] },
    watch: null,
    mustBeConnected() {},
    refused() {},
  };
  const left = await askOnce(asker, {
    title: "Leave the staff",
    verb: "Leave",
    message: {},
    words: `This browser forgets ${staff.name}. To act again you need your key, or a new invitation and another name.`,
  });
  if (left) location.assign("/staff");
}

document.addEventListener("click", async (event) => {
  const key = around(event, "[data-act='staff-key']");
  if (key) copy((await ask("GET", "/staff/key")).key, key);
  if (acting && around(event, "[data-act='staff-quit']")) leaveStaff(acting);
});
addEventListener("hashchange", start);
start();
