// @ts-check
// Enrolling by an invitation: a password, and an authenticator app as the second factor.
// Here: the form, and the picture the app scans. Not here: signing in (`sign-in`).

import { byId, copy, fieldOf, h, show } from "../shared/dom.js";
import { ask, asRefused } from "../shared/request.js";
import { sentence } from "../shared/words.js";
import {
  codeField,
  keepPlayerField,
  keepsPlayer,
  newPasswordFields,
  newPasswordOf,
  noticeParagraph,
  saySignedOut,
  sends,
} from "./sign-in.js";

/**
 * The QR code of a second factor, and its secret to type where scanning is not possible.
 * @param {Wire.Enrolment} enrolment
 */
export function secretElement({ picture, secret }) {
  const drawn = h("svg", { viewBox: `0 0 ${picture.size} ${picture.size}` }, h("path", { d: picture.path }));
  const spaced = secret.match(/.{1,4}/g)?.join(" ") ?? secret;
  const button = /** @type {HTMLButtonElement} */ (h("button", { class: "small", type: "button" }, "Copy the secret"));
  button.addEventListener("click", () => copy(secret, button));
  return h(
    "div",
    { class: "secret" },
    h("div", { class: "qr", role: "img", "aria-label": "QR code for an authenticator app" }, drawn),
    h(
      "div",
      { class: "typed" },
      h("p", null, "Scan this with an authenticator app, or type the secret:"),
      h("code", { class: "address", data: { testid: "secret" } }, spaced),
      button,
    ),
  );
}

/**
 * Show who is invited as what, and let them enrol; `done` is called once they are signed in.
 * @param {string} invitation
 * @param {Wire.Me} me
 * @param {() => void} done
 */
export async function showInvited(invitation, me, done) {
  const { staff, fields } = me;
  document.body.dataset.view = "entering";
  document.title = "Join the staff - Houseway";
  show(byId("title"), h("h1", null, "Staff"));
  /** @type {Wire.Enrolment} */
  let enrolment;
  try {
    enrolment = await ask("POST", "/staff/invitation", { invitation });
  } catch (error) {
    const words = h("p", { class: "banner error", role: "alert" }, sentence(asRefused(error).message));
    const back = h("button", { type: "button" }, "To the sign-in");
    back.addEventListener("click", done);
    byId("main").replaceChildren(
      h("section", { class: "panel lone", data: { testid: "bad-invitation" } }, words, back),
    );
    return;
  }
  const { name, position_words: position, again } = enrolment;
  const before = again ? "What you had before stops working, and you are signed out everywhere else." : "";
  const now = staff ? `This browser is signed in as ${staff.role_words}: ${staff.name}; that ends.` : "";
  const form = /** @type {HTMLFormElement} */ (
    h(
      "form",
      { class: "panel lone credentials", data: { testid: "enrol" } },
      h("h2", null, again ? "New password and second factor" : "You are invited to join the staff"),
      h("p", null, "You will be ", h("strong", null, `${position}: ${name}`), "."),
      before || now ? h("p", { class: "quiet" }, `${before} ${now}`.trim()) : null,
      h("input", { name: "username", autocomplete: "username", value: name, hidden: true, readonly: true }),
      newPasswordFields(fields),
      secretElement(enrolment),
      codeField(fields, "The code the app shows now"),
      keepPlayerField(me),
      h("button", { class: "main", type: "submit" }, again ? "Replace them" : "Join the staff"),
      noticeParagraph(),
    )
  );
  sends(form, async () => {
    const chosen = { invitation, password: newPasswordOf(form), code: fieldOf(form, "code").value };
    const enrolled = await ask("POST", "/staff/enrol", { ...chosen, keep_player: keepsPlayer(form) });
    done();
    saySignedOut(enrolled);
  });
  byId("main").replaceChildren(form);
  fieldOf(form, "new").focus();
}
