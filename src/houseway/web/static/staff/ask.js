// @ts-check
// The confirmation dialog before a dangerous act.
// Here: one dialog with the clause and what will happen. Enter confirms, Escape cancels.
// If the table has changed meanwhile, the preview is shown again. Not here: the acts, and the money (`moved-money`).

import { clauseElement, clauseWords, lineWords } from "../shared/clauses.js";
import { around, byId, h } from "../shared/dom.js";
import { asRefused } from "../shared/request.js";
import { moneyElement } from "./moved-money.js";
import { show } from "./show.js";
import { actingAs, refusalWords } from "./words.js";

/** @import { ClauseSource } from "../shared/clauses.js" */
/** @import { Refused } from "../shared/request.js" */
/** @import { Message } from "../shared/socket.js" */

/**
 * The page that asks: the console of a table, or the staff page if no table is open.
 * @typedef {ClauseSource & {
 *   you: {name: string, role_words: string},
 *   version: number,
 *   connection: {
 *     send: (message: any) => Promise<any>,
 *     preview: (command: Wire.Command) => Promise<{lines: Wire.Line[], confirms: string}>,
 *   },
 *   watch: (() => void) | null,
 *   mustBeConnected: () => void,
 *   refused: (refusal: Refused) => void,
 * }} Asker
 */

/**
 * What is asked. `command` is previewed and sent with the version of the preview; `message` is sent as it is.
 * @typedef {{title: string, verb: string, clause?: string, words?: string,
 *   command?: Wire.Command, message?: Message | {}}} Question
 */

/**
 * `confirms` is the position that must confirm the command, if any: then it is asked for.
 * @typedef {{lines: Wire.Line[] | null, confirms: string, version: number, notice: string, sending: boolean}} Shown
 */

/**
 * Ask for confirmation. Resolves to true once the house has done it, to "asked" if another must confirm it, and to
 * false if cancelled; rejects if the preview is refused.
 * @param {Asker} asker
 * @param {Question} question
 * @returns {Promise<boolean | "asked">}
 */
export async function askOnce(asker, question) {
  const dialog = new Dialog(asker, question);
  await dialog.look();
  return new Promise((answer) => dialog.open(answer));
}

/** The dialog of one question. */
class Dialog {
  /** @type {Shown} */
  #shown;
  #element = /** @type {HTMLDialogElement} */ (byId("ask"));
  #listening = new AbortController();
  /** @type {(done: boolean | "asked") => void} */
  #answer = () => {};

  /**
   * @param {Asker} asker
   * @param {Question} question
   */
  constructor(asker, question) {
    this.asker = asker;
    this.question = question;
    this.#shown = { lines: null, confirms: "", version: asker.version, notice: "", sending: false };
  }

  /** Preview the command; the preview belongs to this version of the table, and only that version is confirmed. */
  async look() {
    const { version, connection } = this.asker;
    const { command } = this.question;
    if (command) {
      const { lines, confirms } = await connection.preview(command);
      Object.assign(this.#shown, { lines, confirms });
    }
    this.#shown.version = version;
  }

  /** @param {(done: boolean | "asked") => void} answer */
  open(answer) {
    const { signal } = this.#listening;
    this.#answer = answer;
    this.#element.addEventListener("submit", (event) => this.#submit(event), { signal });
    this.#element.addEventListener("close", () => this.#end(false), { signal });
    this.#element.addEventListener("click", (event) => around(event, "[data-ask='cancel']") && this.#end(false), {
      signal,
    });
    this.asker.watch = () => this.#draw();
    this.#element.replaceChildren();
    this.#draw();
    /** @type {HTMLElement | null} */ (this.#element.querySelector("[data-ask='confirm']"))?.focus();
  }

  get #stale() {
    return Boolean(this.question.command) && this.asker.version !== this.#shown.version;
  }

  #draw() {
    show(this.#element, dialogElement(this.asker, this.question, this.#shown, this.#stale));
    if (!this.#element.open) this.#element.showModal();
  }

  /** @param {boolean | "asked"} done */
  #end(done) {
    this.asker.watch = null;
    this.#listening.abort();
    if (this.#element.open) this.#element.close();
    this.#answer(done);
  }

  /** @param {Event} event */
  async #submit(event) {
    event.preventDefault();
    const shown = this.#shown;
    if (shown.sending) return;
    shown.sending = true;
    try {
      if (await this.#confirm()) return this.#end(shown.confirms ? "asked" : true);
      shown.notice = "";
    } catch (error) {
      const refusal = asRefused(error);
      shown.notice = refusal.message;
      if (refusal.reason) this.asker.refused(refusal);
    }
    shown.sending = false;
    this.#draw();
  }

  /** Send what was asked, or preview it again if the table has changed; returns whether it was sent. */
  async #confirm() {
    const { command, message } = this.question;
    const stale = this.#stale;
    this.asker.mustBeConnected();
    if (stale) await this.look();
    else await this.asker.connection.send(message ?? this.#message(command));
    return !stale;
  }

  /** @param {Wire.Command} [command] */
  #message(command) {
    const { version, confirms } = this.#shown;
    return { type: confirms ? "ask" : "do", command, version };
  }
}

/**
 * @param {Asker} asker
 * @param {Question} question
 * @param {Shown} shown
 * @param {boolean} stale
 */
function dialogElement(asker, question, { lines, confirms, notice }, stale) {
  const clause = question.clause ?? lines?.at(-1)?.clause ?? "";
  const alert = { role: "alert" };
  return h(
    "form",
    { method: "dialog", class: "ask-form" },
    h(
      "h2",
      { id: "ask-title", key: "title" },
      question.title,
      clause ? [" ", h("span", { class: "ask-clause" }, clause)] : null,
    ),
    clauseParagraphs(asker, clause),
    question.words ? h("p", { class: "ask-plain", key: "plain" }, question.words) : null,
    lines ? previewElement(asker, lines) : null,
    confirms
      ? h(
          "p",
          { class: "ask-plain", key: "confirms", data: { testid: "confirms" } },
          `You ask for this. A ${confirms} is shown what it does, and confirms it or declines it.`,
        )
      : null,
    stale
      ? h(
          "p",
          { class: "banner", ...alert, key: "stale", data: { testid: "stale" } },
          "The table has changed. Look again before you decide.",
        )
      : null,
    notice ? h("p", { class: "refused", ...alert, key: "said", data: { testid: "said" } }, refusalWords(notice)) : null,
    h("p", { class: "ask-who", key: "who" }, actingAs(asker.you)),
    h(
      "div",
      { class: "ask-buttons", key: "buttons" },
      h("button", { type: "button", data: { ask: "cancel" } }, "Cancel", h("kbd", null, "Esc")),
      h(
        "button",
        { type: "submit", class: "main", data: { ask: "confirm" } },
        stale ? "Look again" : confirms ? `Ask a ${confirms}` : question.verb,
        h("kbd", null, "Enter"),
      ),
    ),
  );
}

/**
 * @param {Asker} asker
 * @param {string} clause
 */
function clauseParagraphs(asker, clause) {
  const words = clauseWords(asker.book, clause);
  if (!words.length) return null;
  return h(
    "div",
    { class: "ask-words", key: "words" },
    words.map(([name, text]) => h("p", { key: name }, words.length > 1 ? h("b", null, `${name} `) : null, text)),
  );
}

/**
 * @param {Asker} asker
 * @param {Wire.Line[]} lines
 */
function previewElement(asker, lines) {
  return h(
    "div",
    { class: "ask-preview", key: "preview" },
    h("h3", null, "What will happen"),
    h(
      "ol",
      { class: "ask-lines", data: { testid: "preview" } },
      lines.map((line, index) =>
        h(
          "li",
          { key: `l${index}`, data: { event: line.event.type } },
          h("span", null, lineWords(line)),
          " ",
          clauseElement(asker, line.clause),
        ),
      ),
    ),
    h("h3", null, "Money"),
    moneyElement(lines),
  );
}
