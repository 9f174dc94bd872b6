// @ts-check
// The own account of a member of staff.
// Here: a new password, a new second factor, the name they play under, signing out. Not here: other people
// (`staff-list`).

import { byId, fieldOf, h, show } from "../shared/dom.js";
import { ask } from "../shared/request.js";
import { secretElement } from "./enrol.js";
import {
  codeField,
  credentialField,
  newPasswordFields,
  newPasswordOf,
  noticeParagraph,
  passwordField,
  sends,
} from "./sign-in.js";

/**
 * Show the account; returns a function that closes it.
 * @param {Wire.StaffSelf} staff
 * @param {Wire.Fields} fields
 * @param {() => void} left called once this browser is signed out
 * @returns {() => void}
 */
export function openAccount(staff, fields, left) {
  document.body.dataset.view = "account";
  document.title = "Your account - Houseway staff";
  show(byId("title"), h("h1", null, "Your account"));
  const last = h("div", { class: "column" }, playsAsForm(staff, fields), leaveSection(left));
  const parts = [passwordForm(fields), secondFactorForm(fields), last];
  byId("main").replaceChildren(h("div", { class: "account" }, parts));
  return () => {};
}

/**
 * A form of this page.
 * @param {string} name
 * @param {string} title
 * @param {string} verb
 * @param {...import("../shared/dom.js").Child} parts
 */
function accountForm(name, title, verb, ...parts) {
  return /** @type {HTMLFormElement} */ (
    h(
      "form",
      { class: "panel credentials", data: { testid: name } },
      h("h2", null, title),
      parts,
      h("button", { class: "main", type: "submit" }, verb),
      noticeParagraph(),
    )
  );
}

/**
 * Say in a form that something was done.
 * @param {HTMLFormElement} form
 * @param {string} words
 */
function did(form, words) {
  form.reset();
  const old = form.querySelector("[data-testid='did']");
  old?.remove();
  form.append(h("p", { class: "did", role: "status", data: { testid: "did" } }, words));
}

/** @param {Wire.Fields} fields */
function passwordForm(fields) {
  const current = passwordField(fields, "Your password now");
  const note = h("p", { class: "quiet" }, "Every other browser is signed out.");
  const parts = [current, codeField(fields), newPasswordFields(fields), note];
  const form = accountForm("change-password", "New password", "Change the password", ...parts);
  sends(form, async () => {
    const [password, code] = ["password", "code"].map((field) => fieldOf(form, field).value);
    await ask("POST", "/staff/password", { password, code, new: newPasswordOf(form) });
    did(form, "Your password is changed.");
  });
  return form;
}

/** @param {Wire.Fields} fields */
function secondFactorForm(fields) {
  const words = "For a new phone, while you still have the old one. Without it, ask for a new link.";
  const parts = [
    h("p", { class: "quiet" }, words),
    passwordField(fields),
    codeField(fields, "Code from the app you have"),
  ];
  const form = accountForm("second-factor", "New second factor", "Show the new code", ...parts);
  const place = h("div", null, form);
  sends(form, async () => {
    const [password, code] = ["password", "code"].map((field) => fieldOf(form, field).value);
    const enrolment = await ask("POST", "/staff/second-factor", { password, code });
    place.replaceChildren(confirmForm(enrolment, fields, place));
  });
  return place;
}

/**
 * @param {Wire.Enrolment} enrolment
 * @param {Wire.Fields} fields
 * @param {HTMLElement} place
 */
function confirmForm(enrolment, fields, place) {
  const parts = [secretElement(enrolment), codeField(fields, "The code the new app shows now")];
  const form = accountForm("confirm-factor", "New second factor", "Use this from now on", ...parts);
  sends(form, async () => {
    await ask("POST", "/staff/second-factor/confirm", { code: fieldOf(form, "code").value });
    const words = "Your new second factor is in use. Delete the old entry from the old phone.";
    place.replaceChildren(
      h(
        "section",
        { class: "panel" },
        h("h2", null, "New second factor"),
        h("p", { class: "did", role: "status", data: { testid: "did" } }, words),
      ),
    );
  });
  return form;
}

/**
 * @param {Wire.StaffSelf} staff
 * @param {Wire.Fields} fields
 */
function playsAsForm(staff, fields) {
  const attributes = { maxlength: fields.name, autocomplete: "off", value: staff.player, required: false };
  const words =
    "You cannot play at a table you staff. Leave the name empty if you do not play here. " +
    "You do not need the key if this browser is signed in as that player.";
  const key = { autocomplete: "off", required: false };
  const parts = [
    h("p", { class: "quiet" }, words),
    staff.also_plays_as.map(alsoElement),
    credentialField("player", "The name you play under", attributes),
    credentialField("key", "The key of that player", key),
  ];
  const form = accountForm("plays-as", "You as a player", "Keep this name", ...parts);
  sends(form, async () => {
    const player = fieldOf(form, "player").value.trim();
    await ask("POST", "/staff/plays-as", { player, key: fieldOf(form, "key").value.trim() });
    did(form, player ? `You play as ${player}.` : "You play under no name.");
    fieldOf(form, "player").value = player;
  });
  return form;
}

/** @param {Wire.Played} played */
function alsoElement({ name, until }) {
  const when = h(
    "time",
    { datetime: until },
    new Date(until).toLocaleString([], { dateStyle: "medium", timeStyle: "short" }),
  );
  return h(
    "p",
    { key: name, data: { testid: "also-plays-as" } },
    "You also count as ",
    h("strong", null, name),
    " until ",
    when,
    ": your browser was signed in as that player, or you gave that name up. If it was not you, tell the operator.",
  );
}

/** @param {() => void} left */
function leaveSection(left) {
  const here = h("button", { type: "button", data: { testid: "sign-out" } }, "Sign out here");
  const all = h("button", { type: "button", class: "danger", data: { testid: "sign-out-all" } }, "Sign out everywhere");
  here.addEventListener("click", () => ask("POST", "/staff/sign-out", {}).then(left, left));
  all.addEventListener("click", () => ask("POST", "/staff/sign-out-everywhere", {}).then(left, left));
  return h(
    "section",
    { class: "panel" },
    h("h2", null, "Signing out"),
    h("div", { class: "line" }, here, all),
    h("p", { class: "quiet" }, "Signing out everywhere also ends this session."),
  );
}
