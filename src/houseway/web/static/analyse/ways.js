// @ts-check
// The house ways: how every book of the same deck sets this hand, side by side, and why.
// Here: the books that set it alike together, each with its clauses. Not here: the values (`settings`).

import { cardElement, cardSign, laidOut } from "../shared/cards.js";
import { byId, h, show } from "../shared/dom.js";
import { gradeElement, signed } from "../shared/grade.js";

/** @import { Page } from "./analyse.js" */

/** @param {string[]} cards */
const keyOf = (cards) => [...cards].sort().join(" ");

/** @param {Page} page */
export function drawWays(page) {
  const { found, ways } = page;
  show(byId("ways"), found && ways ? [headElement(ways), groupsElement(found, ways), shareElement()] : null);
}

/** @param {Wire.BookSetting[]} ways */
function headElement(ways) {
  const settings = new Set(ways.map(({ low }) => keyOf(low))).size;
  const words = ways.length === 1 ? "The house way" : `The house ways of ${ways.length} books`;
  const agree = ways.length > 1 && settings === 1 ? h("span", { class: "quiet" }, "They all agree.") : null;
  return h("h2", { key: "head" }, words, " ", agree);
}

/**
 * @param {Wire.Analysis} found
 * @param {Wire.BookSetting[]} ways
 */
function groupsElement(found, ways) {
  /** @type {Map<string, Wire.BookSetting[]>} */
  const groups = new Map();
  for (const way of ways) groups.set(keyOf(way.low), [...(groups.get(keyOf(way.low)) ?? []), way]);
  return h(
    "div",
    { class: "groups", key: "groups", data: { testid: "ways" } },
    [...groups].map(([low, alike]) => groupElement(found, low, alike)),
  );
}

/**
 * @param {Wire.Analysis} found
 * @param {string} low
 * @param {Wire.BookSetting[]} alike
 */
function groupElement(found, low, alike) {
  const [first] = alike;
  const worth = found.settings.find((setting) => keyOf(setting.low) === low);
  return h(
    "section",
    { class: "group panel", key: low, data: { testid: "way", low: first.low.join(" ") } },
    h(
      "div",
      { class: "group-head" },
      h("div", { class: "row" }, cardsElement(first.low), cardsElement(first.high)),
      h("p", null, h("b", null, first.low_name), " under ", first.high_name.toLowerCase()),
      worth
        ? h("p", { class: "marks" }, gradeElement(worth.grade), h("span", { class: "number" }, signed(worth.ev_float)))
        : h("p", { class: "quiet" }, `not a setting by ${found.book}`),
    ),
    h(
      "ul",
      { class: "books" },
      alike.map((way) => bookElement(found, way)),
    ),
  );
}

/** @param {string[]} cards */
function cardsElement(cards) {
  return h(
    "span",
    { class: "cards" },
    laidOut(cards).map((card) => cardElement(card, { small: true, key: card })),
  );
}

/**
 * @param {Wire.Analysis} found
 * @param {Wire.BookSetting} way
 */
function bookElement(found, way) {
  const rules = { href: `/rules/${encodeURIComponent(way.book)}` };
  return h(
    "li",
    { key: way.book, data: { testid: "book-way", book: way.book, clause: way.clause } },
    h(
      "details",
      { open: way.book === found.book && way.why.length > 1 },
      h("summary", null, h("span", { class: "book-name" }, way.book), h("span", { class: "quiet" }, way.clause)),
      h(
        "ol",
        { class: "why" },
        way.why.map((clause) => clauseElement(clause)),
      ),
      h(
        "p",
        { class: "quiet rests" },
        way.rulings.length
          ? `Rests on ${way.rulings.length > 1 ? "rulings" : "ruling"} ${way.rulings.join(", ")}. `
          : "",
        h("a", rules, `Rules of ${way.title}`),
      ),
    ),
  );
}

/** @param {Wire.SpokenClause} clause */
function clauseElement({ clause, when, permits, low, overridden_by: over }) {
  const cards = laidOut(low).map(cardSign).join(" ");
  return h(
    "li",
    { class: over.length ? "overridden" : "decides", key: clause },
    h("p", { class: "why-name" }, h("b", null, clause), h("span", null, over.length ? "overridden" : "decides")),
    h("p", null, `For: ${when}.`),
    h("p", null, `Low hand: ${permits}. `, over.length ? `${cards} would be low.` : `${cards} is low.`),
    over.length ? h("p", { class: "quiet" }, `Overridden by ${over.join(" and ")}.`) : null,
  );
}

function shareElement() {
  return h(
    "section",
    { class: "share panel", key: "share", "aria-label": "Share" },
    h("h2", null, "Share this hand"),
    h(
      "div",
      { class: "share-acts" },
      h("button", { type: "button", class: "main", data: { act: "link", testid: "link" } }, "Copy link"),
      h("button", { type: "button", data: { act: "text" } }, "Copy as text"),
      h("button", { type: "button", data: { act: "png", testid: "png" } }, "Picture (PNG)"),
      h("button", { type: "button", data: { act: "svg", testid: "svg" } }, "Picture (SVG)"),
    ),
    h("p", { class: "quiet" }, "The address of this page always shows what you see."),
  );
}
