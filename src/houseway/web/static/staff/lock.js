// @ts-check
// The lock of a page that nobody uses.
// Here: noticing keys and touches, locking the page after a while, and unlocking it by the password. What is on the
// page stays there, covered. The house locks the session too: hiding the page is not what protects it. Not here:
// signing in (`sign-in`).

import { byId, fieldOf, h } from "../shared/dom.js";
import { ask, askMe, asRefused } from "../shared/request.js";
import { noticeParagraph, sends } from "./sign-in.js";

const TELL_EVERY = 60_000;
const LOOK_EVERY = 5_000;

/** The lock of this page: one for all views. */
export class Lock {
  #dialog = /** @type {HTMLDialogElement} */ (byId("lock"));
  #used = Date.now();
  #told = 0;
  #timer = 0;
  /** Whether the house does not know yet that this page was locked. */
  #owed = false;
  /** @type {Promise<void> | null} */
  #telling = null;
  /** @type {Wire.StaffSelf | null} */
  #staff = null;

  /**
   * @param {() => void} unlocked called when the page goes on
   * @param {() => void} signedOut called when the session has ended
   */
  constructor(unlocked, signedOut) {
    this.unlocked = unlocked;
    this.signedOut = signedOut;
    for (const name of ["pointerdown", "keydown", "wheel", "touchstart"]) {
      addEventListener(name, () => this.#isUsed(), { capture: true, passive: true });
    }
    this.#dialog.addEventListener("cancel", (event) => event.preventDefault());
  }

  /**
   * Watch over the page of somebody who is signed in; nobody: stop.
   * @param {Wire.StaffSelf | null} staff
   * @param {Wire.Fields} fields
   */
  watch(staff, fields) {
    clearInterval(this.#timer);
    this.#staff = staff;
    if (!staff) return this.#close();
    this.fields = fields;
    this.#used = Date.now();
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY);
    if (staff.locked) this.show();
  }

  /** Lock the page now. */
  async lock() {
    if (!this.#staff || this.#dialog.open) return;
    this.#owed = true;
    this.show(); // the page is covered, and no view asks for anything, whether or not the house answers
    await this.#tellLocked();
  }

  /** Cover the page. */
  show() {
    if (!this.#staff || this.#dialog.open) return;
    this.#dialog.replaceChildren(this.#form(this.#staff));
    document.body.dataset.locked = "yes";
    this.#dialog.showModal();
  }

  /** A request was refused: find out whether the page is locked, or the session has ended. */
  async check() {
    const waits = this.#dialog.open && !this.#owed; // an answer from before the lock opens nothing
    const me = await askMe().catch(() => null);
    if (me && !me.staff) return this.signedOut();
    if (me?.staff?.locked) {
      this.#owed = false;
      this.show();
    } else if (me && this.#owed) await this.#tellLocked();
    else if (me && waits && this.#dialog.open) this.#open();
  }

  /** Lock the session too, unless that is on its way; a page whose house does not know it stays covered. */
  #tellLocked() {
    this.#telling ??= ask("POST", "/staff/lock", {})
      .then(
        () => true,
        (error) => asRefused(error).reason === "role", // locked before, or signed out
      )
      .then((told) => {
        this.#telling = null;
        if (told) this.#owed = false;
      });
    return this.#telling;
  }

  #isUsed() {
    if (!this.#staff || this.#dialog.open) return;
    this.#used = Date.now();
    if (this.#used - this.#told < TELL_EVERY) return;
    this.#told = this.#used;
    ask("POST", "/staff/active", {}).catch((error) => {
      if (asRefused(error).reason) this.check();
    });
  }

  #look() {
    if (!this.#staff) return;
    if (this.#dialog.open) this.check();
    else if (Date.now() - this.#used >= this.#staff.idle * 1000) this.lock();
  }

  #close() {
    this.#owed = false;
    delete document.body.dataset.locked;
    if (this.#dialog.open) this.#dialog.close();
    this.#dialog.replaceChildren();
  }

  #open() {
    this.#used = Date.now();
    this.#close();
    this.unlocked();
  }

  /** @param {Wire.StaffSelf} staff */
  #form(staff) {
    const attributes = { type: "password", name: "password", id: "lock-shown", autocomplete: "current-password" };
    const most = this.fields?.password;
    const leave = h("button", { class: "link", type: "button", data: { testid: "lock-sign-out" } }, "Sign out");
    leave.addEventListener("click", () => ask("POST", "/staff/sign-out", {}).then(this.signedOut, this.signedOut));
    const form = /** @type {HTMLFormElement} */ (
      h(
        "form",
        { class: "credentials", data: { testid: "locked" } },
        h("h2", { id: "lock-title" }, "This page is locked"),
        h("p", null, `${staff.role_words}: `, h("strong", null, staff.name)),
        h("label", { for: "lock-shown" }, "Your password"),
        h("input", { ...attributes, maxlength: most, required: true, autofocus: true }),
        h("button", { class: "main", type: "submit" }, "Go on"),
        noticeParagraph(),
        leave,
      )
    );
    sends(form, async () => {
      if (this.#owed) await this.#tellLocked();
      if (this.#owed) throw new Error("The house is not answering. Try again in a moment");
      try {
        await ask("POST", "/staff/unlock", { password: fieldOf(form, "password").value });
      } catch (error) {
        await this.check();
        throw error;
      }
      this.#open();
    });
    return form;
  }
}
