// @ts-check
// The clauses of the draft as cards, each with what it says in English and everything that can be changed in it.
// Here: drawing them. Not here: choosing words (`editor`), or carrying a change out (`design`).

import { cardElement, laidOut } from "../shared/cards.js";
import { byId, h, show } from "../shared/dom.js";
import { plain } from "../shared/words.js";
import { expressionElement, optionElement } from "./editor.js";

/** @import { Page } from "./design.js" */
/** @import { Plain } from "./draft.js" */

const STATES = { new: "new", changed: "changed" };

/** @param {Page} page */
export function drawClauses(page) {
  const { draft, proof } = page;
  if (!page.words || !draft.now.based_on) return show(byId("clauses"), null);
  const gone = proof?.left_out ?? [];
  show(
    byId("clauses"),
    h(
      "div",
      { class: "sheet-head", key: "head" },
      h("h2", null, "The house way"),
      h("p", { class: "quiet" }, `${draft.clauses.length} clauses. Their order has no effect.`),
      h("button", { type: "button", class: "main", data: { act: "add-clause", testid: "add-clause" } }, "Add a clause"),
    ),
    h(
      "ol",
      { class: "clauses", key: "list" },
      draft.clauses.map((clause, place) => clauseElement(page, clause, place)),
    ),
    gone.length ? h("div", { class: "gone", key: "gone" }, h("h3", null, "Left out"), gone.map(goneElement)) : null,
  );
}

/** @param {string} cite */
function goneElement(cite) {
  return h(
    "p",
    { key: cite },
    h("span", null, cite),
    h("button", { type: "button", class: "plain", data: { act: "put-back", cite } }, "Put back"),
  );
}

/**
 * @param {Page} page
 * @param {Plain} clause
 * @param {number} place
 */
function clauseElement(page, clause, place) {
  const found = page.provedClause(place);
  const open = page.open.has(clause.cite);
  const state = found && found.state in STATES ? h("span", { class: `state ${found.state}` }, found.state) : null;
  const count = found
    ? h("span", { class: found.hands ? "hands" : "hands none" }, `${plain(found.hands)} hands`)
    : h("span", { class: "hands" }, "");
  return h(
    "li",
    {
      class: `clause-card panel ${open ? "open" : ""}`,
      key: keyOf(page, clause.cite, place),
      data: { testid: "clause", cite: clause.cite, hands: found?.hands ?? "" },
    },
    h(
      "button",
      { type: "button", class: "clause-head", "aria-expanded": String(open), data: { act: "open", place } },
      h("span", { class: "cite", dir: "auto" }, clause.cite),
      h("span", { class: "marks" }, state, count),
      h("span", { class: "reads" }, h("b", null, "For "), saysOf(page, "condition", clause.when)),
      h("span", { class: "reads" }, h("b", null, "Low hand "), saysOf(page, "low hand", clause.low)),
      clause.exception_to?.length
        ? h("span", { class: "reads quiet", dir: "auto" }, `Exception to ${clause.exception_to.join("; ")}`)
        : null,
    ),
    open ? bodyElement(page, clause, place, found?.example ?? []) : null,
  );
}

/**
 * What tells a card from the others, also while two clauses have one name.
 * @param {Page} page
 * @param {string} cite
 * @param {number} place
 */
function keyOf({ draft }, cite, place) {
  return `${cite} ${draft.clauses.slice(0, place).filter((other) => other.cite === cite).length || ""}`;
}

/**
 * An expression in English, as the house last said it.
 * @param {Page} page
 * @param {"condition" | "low hand"} kind
 * @param {string} text
 */
export function saysOf(page, kind, text) {
  const phrase = page.phrase(kind, text);
  return h("span", { class: page.checking ? "says stale" : "says" }, phrase ? phrase.says : text);
}

/**
 * @param {Page} page
 * @param {Plain} clause
 * @param {number} place
 * @param {string[]} example
 */
function bodyElement(page, clause, place, example) {
  return h(
    "div",
    { class: "clause-body" },
    h(
      "label",
      { class: "field wide" },
      h("span", null, "Name"),
      h("input", { dir: "auto", data: { field: "cite", place, value: clause.cite } }),
    ),
    h("h3", null, "For these hands"),
    pickElement(page, "condition", clause.when, `clauses.${place}.when`),
    h("h3", null, "These low hands are permitted"),
    pickElement(page, "low hand", clause.low, `clauses.${place}.low`),
    h("p", { class: "quiet" }, "Of these the highest low hand is played, then the highest high hand."),
    exceptionsElement(page, clause, place),
    example.length ? h("p", { class: "quiet" }, "The lowest hand it decides:") : null,
    example.length ? cardsElement(example) : null,
    h(
      "div",
      { class: "acts" },
      h("button", { type: "button", data: { act: "duplicate", place, testid: "duplicate" } }, "Duplicate"),
      h("button", { type: "button", class: "danger", data: { act: "remove", place, testid: "remove" } }, "Leave out"),
    ),
  );
}

/**
 * The words of an expression; its text where the house has not read it yet.
 * @param {Page} page
 * @param {"condition" | "low hand"} kind
 * @param {string} text
 * @param {string} place
 */
export function pickElement(page, kind, text, place) {
  const phrase = page.phrase(kind, text);
  return phrase && page.words
    ? expressionElement(page.words, kind, phrase, place)
    : h("p", null, h("code", null, text));
}

/**
 * @param {Page} page
 * @param {Plain} clause
 * @param {number} place
 */
function exceptionsElement(page, clause, place) {
  /** @type {string[]} */
  const over = clause.exception_to ?? [];
  const others = page.draft.clauses.map(({ cite }) => cite).filter((cite) => cite !== clause.cite);
  const free = others.filter((cite) => !over.includes(cite));
  return h(
    "div",
    { class: "exceptions" },
    h("h3", null, "Where another clause applies too"),
    over.map((cite) =>
      h(
        "p",
        { key: cite },
        h("span", { dir: "auto" }, `It goes before ${cite}`),
        h(
          "button",
          {
            type: "button",
            class: "plain",
            "aria-label": `No exception to ${cite}`,
            data: { act: "no-exception", place, cite },
          },
          "\u00d7",
        ),
      ),
    ),
    h(
      "select",
      { "aria-label": "Make it an exception to", data: { field: "exception", place, value: "" } },
      optionElement("", "Make it an exception to a clause", ""),
      free.map((cite) => optionElement(cite, cite, "")),
    ),
  );
}

/** @param {string[]} cards */
export function cardsElement(cards) {
  return h(
    "span",
    { class: "cards" },
    laidOut(cards).map((card) => cardElement(card, { small: true, key: card })),
  );
}
