// @ts-check
// Signing in as staff.
// Here: the form for name, password and code, and what forms for credentials share. Not here: enrolling (`enrol`), the
// own account (`account`), the lock of an idle page (`lock`).

import { byId, fieldOf, h, show } from "../shared/dom.js";
import { ask, asRefused } from "../shared/request.js";
import { sentence } from "../shared/words.js";

let made = 0;

/**
 * A field with its label.
 * @param {string} name
 * @param {string} words
 * @param {Record<string, unknown>} attributes
 */
export function credentialField(name, words, attributes) {
  made += 1;
  const id = `field-${name}-${made}`; // a page may have several forms with such a field
  return h(
    "div",
    { class: "field", key: id },
    h("label", { for: id }, words),
    h("input", { id, name, required: true, spellcheck: "false", autocapitalize: "none", ...attributes }),
  );
}

/**
 * The field for a password that somebody has.
 * @param {Wire.Fields} fields
 * @param {string} [words]
 */
export function passwordField(fields, words = "Password") {
  const attributes = { type: "password", maxlength: fields.password, autocomplete: "current-password" };
  return credentialField("password", words, attributes);
}

/**
 * The two fields for a new password.
 * @param {Wire.Fields} fields
 */
export function newPasswordFields(fields) {
  const attributes = {
    type: "password",
    minlength: fields.shortest_password,
    maxlength: fields.password,
    autocomplete: "new-password",
  };
  return [
    credentialField("new", `New password, at least ${fields.shortest_password} characters`, attributes),
    credentialField("again", "The same again", attributes),
  ];
}

/**
 * The field for a code of the authenticator app.
 * @param {Wire.Fields} fields
 * @param {string} [words]
 * @param {string} [name]
 */
export function codeField(fields, words = "Code from your app", name = "code") {
  return credentialField(name, words, {
    inputmode: "numeric",
    autocomplete: "one-time-code",
    pattern: `[0-9 ]{${fields.code},${fields.code + 1}}`,
    maxlength: fields.code + 1,
    title: `${fields.code} digits`,
    class: "code",
  });
}

/**
 * The new password of a form, once both fields agree.
 * @param {HTMLFormElement} form
 */
export function newPasswordOf(form) {
  const password = fieldOf(form, "new").value;
  if (password !== fieldOf(form, "again").value) throw new Error("the two new passwords differ");
  return password;
}

/** Where a form shows a refusal. */
export const noticeParagraph = () => h("p", { class: "refused", role: "alert", data: { testid: "said" } });

/**
 * Make a form send something; a refusal is shown in it, and codes and passwords that were refused are cleared.
 * @param {HTMLFormElement} form
 * @param {() => Promise<unknown>} send
 */
export function sends(form, send) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    event.stopPropagation();
    const notice = /** @type {HTMLElement} */ (form.querySelector("[data-testid='said']"));
    const button = /** @type {HTMLButtonElement} */ (form.querySelector("[type='submit']"));
    button.disabled = true;
    notice.textContent = "";
    try {
      await send();
    } catch (error) {
      notice.textContent = sentence(asRefused(error).message);
      const code = /** @type {HTMLInputElement | null} */ (form.querySelector(".code"));
      if (code) {
        code.value = "";
        code.focus();
      }
    } finally {
      button.disabled = false;
    }
  });
}

/**
 * The box that somebody ticks who is the player of this browser too; nothing where nobody is signed in as a player.
 * @param {Wire.Me} me
 */
export function keepPlayerField({ player }) {
  if (!player) return null;
  const words = `I am ${player.name} too: stay signed in as ${player.name}`;
  return h("label", { class: "tick" }, h("input", { type: "checkbox", name: "keep_player" }), words);
}

/**
 * Whether that box is ticked.
 * @param {HTMLFormElement} form
 */
export const keepsPlayer = (form) => Boolean(form.querySelector("[name='keep_player']:checked"));

/**
 * Say on the page which player was signed out, if one was.
 * @param {Wire.StaffSelf} staff
 */
export function saySignedOut({ signed_out: player }) {
  show(byId("notice"), player ? h("p", { class: "did" }, `${player} was signed out of this browser.`) : null);
}

/**
 * Show the form; `done` is called once somebody is signed in.
 * @param {Wire.Me} me
 * @param {() => void} done
 */
export function showSignIn(me, done) {
  const { fields } = me;
  document.body.dataset.view = "sign-in";
  document.title = "Sign in - Houseway staff";
  show(byId("title"), h("h1", null, "Staff"));
  const form = /** @type {HTMLFormElement} */ (
    h(
      "form",
      { class: "panel lone credentials", data: { testid: "sign-in" } },
      h("h2", null, "Sign in"),
      credentialField("name", "Name", { maxlength: fields.name, autocomplete: "username" }),
      passwordField(fields),
      codeField(fields),
      keepPlayerField(me),
      h("button", { class: "main", type: "submit" }, "Sign in"),
      noticeParagraph(),
      h(
        "p",
        { class: "quiet" },
        "New here, or lost your password or phone? A pit manager or the gaming shift manager gives you a link. ",
        "The first account is made on the machine of the house: ",
        h("code", null, "houseway staff add"),
        ".",
      ),
      h("p", null, h("a", { href: "/" }, "To the lobby")),
    )
  );
  sends(form, async () => {
    const [name, password, code] = ["name", "password", "code"].map((field) => fieldOf(form, field).value);
    const staff = await ask("POST", "/staff/sign-in", { name, password, code, keep_player: keepsPlayer(form) });
    done();
    saySignedOut(staff);
  });
  byId("main").replaceChildren(form);
  fieldOf(form, "name").focus();
}
