// @ts-check
// A round on hold and the book's remedies.
// Here: what was reported, and each remedy with what it would do. Not here: which remedies are available, when and to
// whom: that comes from the scene and the book.

import { clauseElement, clauseText, linesOf, lineWords } from "../shared/clauses.js";
import { h } from "../shared/dom.js";
import { capital, money } from "../shared/words.js";
import { moneyElement } from "./moved-money.js";
import { cardsOf, countWords, readCards, readElement, typedTwice } from "./typed.js";
import { noticeElement, placeName, placeWords, positionsOf, refusalWords, wagerName } from "./words.js";

/** @import { Desk } from "./desk.js" */

/**
 * The first key that chooses a remedy.
 */
export const FIRST_KEY = 7;

/**
 * What was reported, in words.
 * @param {Desk} desk
 * @param {Wire.Hold} hold
 */
function reportedWords(desk, hold) {
  const by = linesOf(desk.log.round(), "irregularity reported").at(-1)?.event.by;
  const details = [
    hold.position >= 0 ? placeWords(hold.position) : "",
    hold.wager ? wagerName(desk, hold.wager) : "",
    hold.player,
    hold.cents ? money(hold.cents) : "",
    hold.cards ? `${hold.cards} card${hold.cards > 1 ? "s" : ""}` : "",
    hold.handled ? "cards handled" : "",
    hold.note,
  ].filter(Boolean);
  return [details.join(", "), by ? `reported by ${by}` : ""].filter(Boolean).join("; ") || "reported";
}

/** @param {Desk} desk */
export function holdElement(desk) {
  const { hold } = desk.scene.table;
  const { remedies } = desk.scene.can;
  if (!hold) return h("p", { class: "quiet" }, "Nothing is on hold.");
  return h(
    "div",
    { class: "hold", data: { testid: "hold", hold: hold.fault } },
    h(
      "div",
      { class: "hold-head", key: "head" },
      h("h3", null, "On hold: ", capital(hold.fault), " ", clauseElement(desk, hold.clause)),
      h("p", { class: "quiet" }, reportedWords(desk, hold)),
      h("button", { type: "button", data: { act: "retract" } }, "Withdraw the report", h("kbd", null, "0")),
    ),
    h(
      "div",
      { class: "remedies", key: "remedies" },
      remedies.map((remedy, index) => remedyElement(desk, hold, remedy, index)),
      remedies.length ? null : h("p", { class: "quiet" }, "The book lists no remedy for this round now."),
    ),
    noticeElement(desk, "hold"),
  );
}

/**
 * @param {Desk} desk
 * @param {Wire.Hold} hold
 * @param {Wire.Choice} remedy
 * @param {number} index
 */
function remedyElement(desk, hold, remedy, index) {
  const words = clauseText(desk.book, remedy.clause);
  const seen = desk.previews.get(remedy.name);
  const button = {
    type: "submit",
    class: remedy.refusal ? "" : "main",
    "aria-disabled": remedy.refusal ? "true" : null,
    data: { testid: `remedy-${remedy.name}` },
  };
  const notYet = seen?.refusal && !remedy.refusal ? refusalWords(seen.refusal) : "";
  return h(
    "form",
    {
      class: remedy.refusal ? "remedy barred" : "remedy",
      key: remedy.name,
      data: { form: "remedy", remedy: remedy.name },
    },
    h(
      "div",
      { class: "remedy-head", key: "head" },
      h("h4", null, capital(remedy.name), " ", clauseElement(desk, remedy.clause)),
      h("small", { class: "quiet" }, `by the ${remedy.by} or above${remedy.two ? ", and takes two people" : ""}`),
      h(
        "button",
        button,
        remedy.confirms ? `Ask: ${remedy.name}` : capital(remedy.name),
        h("kbd", null, FIRST_KEY + index),
      ),
    ),
    words ? h("p", { class: "words-of", key: "words" }, words) : null,
    remedy.refusal ? h("p", { class: "refused", key: "refused" }, refusalWords(remedy.refusal)) : null,
    remedy.name === "reconstruct" ? reconstructElement(desk, hold) : null,
    seen?.lines ? seenElement(seen.lines) : null,
    notYet ? h("p", { class: "quiet", key: "not-yet" }, notYet) : null,
    noticeElement(desk, `remedy-${remedy.name}`),
  );
}

/**
 * What a remedy would do; its first line is the remedy itself.
 * @param {Wire.Line[]} lines
 */
function seenElement(lines) {
  const rest = lines.slice(1).map((line, at) => h("li", { key: `s${at}` }, lineWords(line)));
  return h("div", { class: "seen", key: "seen" }, h("ul", null, rest), moneyElement(lines));
}

/**
 * Where hands belong, or the right cards of the position.
 * @param {Desk} desk
 * @param {Wire.Hold} hold
 */
function reconstructElement(desk, hold) {
  if (hold.fault === "misdeal") return movesElement(desk);
  const at = Math.max(0, hold.position);
  const cards = readCards(desk.right);
  const field = {
    id: "right-cards",
    name: "right",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    maxlength: desk.fields.hand,
    placeholder: "Ac Kd Qd Qs 9h 5c 2s",
    data: { right: at },
  };
  return h(
    "div",
    { class: "field right-cards", key: "right" },
    h("label", { for: "right-cards" }, `The right cards of ${placeWords(at)}`),
    h("input", field),
    h("span", { class: "count number" }, countWords(cards, desk.book)),
    readElement(cards, typedTwice([cards])),
  );
}

/**
 * Where each hand belongs.
 * @param {Desk} desk
 */
function movesElement(desk) {
  const places = [0, ...positionsOf(desk)];
  const hands = Object.entries(desk.scene.table.hands).map(([at, hand]) => ({ at: Number(at), hand }));
  return h(
    "div",
    { class: "moves", key: "moves" },
    hands.map(({ at, hand }) =>
      h(
        "label",
        { key: `mv${at}` },
        `${placeName(desk, at)}: ${hand.number} cards`,
        h(
          "select",
          { name: `move-${at}`, "aria-label": `The hand at ${placeName(desk, at)}` },
          h("option", { value: "", key: "stay" }, "stays"),
          places
            .filter((to) => to !== at)
            .map((to) => h("option", { value: to, key: `to${to}` }, `goes to ${placeWords(to)}`)),
        ),
      ),
    ),
  );
}

/**
 * The command that a remedy's form makes.
 * @param {HTMLFormElement} form
 * @returns {Wire.RemedyFault}
 */
export function remedyCommand(form) {
  /** @type {Wire.RemedyFault} */
  const command = { type: "remedy", remedy: /** @type {Wire.Remedy} */ (form.dataset.remedy) };
  /** @type {Record<number, number>} */
  const moves = {};
  for (const { name, value, dataset } of /** @type {Iterable<HTMLInputElement>} */ (form.elements)) {
    if (name?.startsWith("move-") && value !== "") moves[Number(name.slice(5))] = Number(value);
    if (name === "right" && value.trim()) command.hands = { [Number(dataset.right)]: cardsOf(value) };
  }
  return Object.keys(moves).length ? { ...command, moves } : command;
}
