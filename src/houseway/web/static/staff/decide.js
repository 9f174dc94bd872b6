// @ts-check
// The dialog in which a second pair of eyes confirms or declines what somebody asked for.
// Here: what will happen, the money, the reason, and sending the answer. Not here: the list of requests (`requests`).

import { around, byId, fieldOf, h } from "../shared/dom.js";
import { ask, asRefused } from "../shared/request.js";
import { capital } from "../shared/words.js";
import { moneyList } from "./moved-money.js";
import { dismiss, moneyOf, placeOf, shownWords, timeWords } from "./requests.js";
import { show } from "./show.js";
import { cardsOf } from "./typed.js";
import { actingAs, placeWords, refusalWords } from "./words.js";

/**
 * Sends an answer to the house.
 * @typedef {(way: "confirm" | "decline" | "take-back", body: Record<string, any>) => Promise<any>} Send
 */
/**
 * Whoever decides: who they are, what waits, how they answer, and the limits of input fields.
 * @typedef {{you: {name: string, role_words: string}, requests: () => Wire.Requests, send: Send,
 *   fields: Wire.Fields}} Decider
 */

/** @type {Send} over HTTP, where no console is open */
export const sendOverHttp = (way, body) => ask("POST", `/staff/approvals/${way}`, body);

/** @type {Dialog | null} the dialog that is open */
let open = null;

/** Draw the dialog again, if it is open: its request may have ended. */
export function drawDecision() {
  open?.draw();
}

/**
 * Do what a button of the list stands for; returns whether it was one of them.
 * @param {Decider} decider
 * @param {HTMLElement} button
 * @returns {Promise<boolean>}
 */
export async function requestPressed(decider, button) {
  const { act, request: id = "" } = button.dataset;
  if (act === "dismiss") dismiss(id);
  else if (act === "take back request") await decider.send("take-back", { request: id });
  else if (act === "decide") await decide(decider, id);
  else return false;
  return true;
}

/**
 * Let the viewer decide a request; resolves when the dialog is closed.
 * @param {Decider} decider
 * @param {string} id
 */
export function decide(decider, id) {
  const found = decider.requests().waiting.find((request) => request.id === id);
  return found ? new Promise((done) => new Dialog(decider, found, () => done(undefined)).open()) : Promise.resolve();
}

/** The dialog of one request. */
class Dialog {
  #element = /** @type {HTMLDialogElement} */ (byId("ask"));
  #listening = new AbortController();
  #notice = "";
  #declining = false;
  #sending = false;

  /**
   * @param {Decider} decider
   * @param {Wire.WaitingRequest} request
   * @param {() => void} done
   */
  constructor(decider, request, done) {
    this.decider = decider;
    this.request = request;
    this.done = done;
  }

  open() {
    const { signal } = this.#listening;
    open = this;
    this.#element.addEventListener("submit", (event) => this.#submit(event), { signal });
    this.#element.addEventListener("close", () => this.#end(), { signal });
    this.#element.addEventListener("click", (event) => this.#clicked(event), { signal });
    this.#element.replaceChildren();
    this.draw();
    this.#focus("[data-ask='cancel']");
  }

  get #waits() {
    return this.decider.requests().waiting.some(({ id }) => id === this.request.id);
  }

  draw() {
    show(this.#element, this.#form());
    if (!this.#element.open) this.#element.showModal();
  }

  #end() {
    open = null;
    this.#listening.abort();
    if (this.#element.open) this.#element.close();
    this.done();
  }

  /** @param {string} selector */
  #focus(selector) {
    /** @type {HTMLElement | null} */ (this.#element.querySelector(selector))?.focus();
  }

  /** @param {Event} event */
  #clicked(event) {
    if (around(event, "[data-ask='cancel']")) this.#end();
    if (!around(event, "[data-ask='decline']")) return;
    this.#declining = !this.#declining;
    this.#notice = "";
    this.draw();
    this.#focus(this.#declining ? "#decline-why" : "[data-ask='cancel']");
  }

  /** @param {Event} event */
  async #submit(event) {
    event.preventDefault();
    if (this.#sending || !this.#waits) return;
    this.#sending = true;
    try {
      await this.#send(/** @type {HTMLFormElement} */ (event.target));
      return this.#end();
    } catch (error) {
      this.#notice = asRefused(error).message;
    }
    this.#sending = false;
    this.draw();
  }

  /** @param {HTMLFormElement} form */
  #send(form) {
    const { id: request, digest, cards_of: places } = this.request;
    if (this.#declining) {
      return this.decider.send("decline", { request, digest, why: fieldOf(form, "why").value });
    }
    const cards = Object.fromEntries(places.map((at) => [at, cardsOf(fieldOf(form, `right-${at}`).value)]));
    return this.decider.send("confirm", { request, digest, ...(places.length ? { cards } : {}) });
  }

  #form() {
    const { request } = this;
    const { fields } = this.decider;
    const waits = this.#waits;
    return h(
      "form",
      { method: "dialog", class: "ask-form" },
      h("h2", { id: "ask-title", key: "title" }, capital(request.sentence)),
      h(
        "p",
        { class: "ask-plain", key: "plain", data: { testid: "asked-by" } },
        `${placeOf(request)}: ${request.role_words} `,
        h("strong", null, request.by),
        `, ${timeWords(request)}.`,
      ),
      willHappen(request),
      this.#declining ? null : request.cards_of.map((at) => cardsField(at, fields.hand)),
      this.#declining ? whyField(fields.note) : null,
      waits ? null : h("p", { class: "banner", role: "alert", key: "gone" }, "This request no longer waits."),
      this.#notice
        ? h("p", { class: "refused", role: "alert", key: "said", data: { testid: "said" } }, refusalWords(this.#notice))
        : null,
      h("p", { class: "ask-who", key: "who" }, actingAs(this.decider.you)),
      this.#buttons(waits),
    );
  }

  /** @param {boolean} waits */
  #buttons(waits) {
    const other = this.#declining ? "Back" : "Decline";
    const verb = this.#declining ? "Decline" : "Confirm";
    return h(
      "div",
      { class: "ask-buttons", key: "buttons" },
      h("button", { type: "button", data: { ask: "cancel" } }, "Cancel", h("kbd", null, "Esc")),
      waits ? h("button", { type: "button", key: "decline", data: { ask: "decline" } }, other) : null,
      waits ? h("button", { type: "submit", key: "confirm", class: "main", data: { ask: "confirm" } }, verb) : null,
    );
  }
}

/** @param {Wire.WaitingRequest} request */
function willHappen(request) {
  return h(
    "div",
    { class: "ask-preview", key: "preview" },
    h("h3", null, "What will happen"),
    h(
      "ol",
      { class: "ask-lines", data: { testid: "preview" } },
      request.lines.map((line, index) => h("li", { key: `l${index}` }, h("span", null, shownWords(line)))),
    ),
    h("h3", null, "Money"),
    moneyList(moneyOf(request)),
  );
}

/**
 * @param {number} at
 * @param {number} longest
 */
function cardsField(at, longest) {
  const id = `decide-${at}`;
  const attributes = { autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: longest };
  return h(
    "div",
    { class: "field", key: id },
    h("label", { for: id }, `Key in the right cards of ${placeWords(at)} yourself`),
    h("input", { id, name: `right-${at}`, ...attributes }),
  );
}

/** @param {number} longest */
function whyField(longest) {
  return h(
    "div",
    { class: "field", key: "why" },
    h("label", { for: "decline-why" }, "Why you decline it"),
    h("input", { id: "decline-why", name: "why", maxlength: longest, autocomplete: "off", required: true }),
  );
}
