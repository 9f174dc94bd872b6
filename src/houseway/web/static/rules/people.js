// @ts-check
// The rules for people: how to play, what it pays, and the house way as a card to print.
// Here: these three parts. Not here: counts and rulings (`auditor`), or the words: they come from the book.

import { byId, h, show } from "../shared/dom.js";
import { money, plain, sentence } from "../shared/words.js";
import { treeOf } from "./tree.js";

/** @import { Rules } from "./book.js" */
/** @import { Branch } from "./tree.js" */

const PARTS = [
  ["play", "How to play"],
  ["pay", "What it pays"],
  ["card", "The card"],
  ["clauses", "Clauses"],
  ["rulings", "Rulings"],
  ["wagers", "Wagers"],
  ["procedure", "Procedure"],
  ["irregularities", "Irregularities"],
];

/** @param {Rules} page */
export function drawPeople(page) {
  const { rules, card } = page;
  if (!rules) return;
  document.title = `${rules.title} - Houseway`;
  show(byId("title"), rules.title);
  show(byId("people"), headElement(rules), playElement(rules), card ? payElement(card) : null, cardElement(rules));
}

/** @param {Wire.RulesCard} rules */
function headElement(rules) {
  const about = encodeURIComponent(rules.book);
  return h(
    "div",
    { class: "rules-head", key: "head" },
    h("p", { class: "lead" }, rules.summary ? sentence(rules.summary) : rules.source),
    h(
      "div",
      { class: "ways" },
      h("a", { class: "button", href: `/odds/${about}` }, "Odds"),
      h("a", { class: "button", href: `/analyse?book=${about}` }, "Analyse a hand"),
      h("button", { type: "button", data: { act: "print-card" } }, "Print the card"),
      rules.published ? h("a", { class: "button", href: `/published#${about}` }, "Published figures") : null,
      h("a", { class: "button", href: "/rules" }, "All books"),
    ),
    h(
      "nav",
      { class: "jump", "aria-label": "On this page" },
      PARTS.filter(([part]) => part !== "irregularities" || rules.faults.length).map(([part, words]) =>
        h("a", { key: part, href: `#${part}` }, words),
      ),
    ),
  );
}

/** @param {Wire.RulesCard} rules */
function playElement({ how_to_play: steps }) {
  return h(
    "section",
    { key: "play", id: "play", "aria-labelledby": "play-head" },
    h("h2", { id: "play-head" }, "How to play"),
    h(
      "ol",
      { class: "steps", data: { testid: "how-to-play" } },
      steps.map(({ title, says }) => h("li", { key: title }, h("h3", null, title), h("p", null, says))),
    ),
  );
}

/** @param {Wire.BookCard} card */
function payElement({ wagers }) {
  return h(
    "section",
    { key: "pay", id: "pay", "aria-labelledby": "pay-head" },
    h("h2", { id: "pay-head" }, "What it pays"),
    h(
      "div",
      { class: "pays" },
      wagers.flatMap((wager) => (wager.main ? [mainElement(wager)] : sideElements(wager))),
    ),
  );
}

/** @param {Wire.WagerCard} wager */
function mainElement({ key, name, pays, commission, standoff_word: push }) {
  const [part, whole] = commission.split("/").map(Number);
  const less = part ? `, less ${(100 * part) / whole}% commission` : "";
  return h(
    "section",
    { class: "pay panel", key },
    h("h3", null, name),
    h(
      "table",
      null,
      h(
        "tbody",
        null,
        rowElement("Win", `${plain(pays)} to 1${less}`),
        rowElement(push.charAt(0).toUpperCase() + push.slice(1), "your bet comes back"),
        rowElement("Loss", "your bet"),
      ),
    ),
  );
}

/**
 * @param {string} name
 * @param {string} pays
 * @param {string} [envy]
 */
function rowElement(name, pays, envy) {
  const last = envy === undefined ? null : h("td", { class: "number" }, envy);
  return h("tr", { key: name }, h("th", { scope: "row" }, name), h("td", { class: "number" }, pays), last);
}

/** @param {Wire.WagerCard} wager */
function sideElements({ key, name, judged, pay_tables: tables }) {
  return tables.map((table) => {
    const envious = table.lines.some(({ envy }) => envy);
    return h(
      "section",
      { class: "pay panel", key: `${key} ${table.name}` },
      h("h3", null, table.name ? `${name}, pay table ${table.name}` : name),
      h("p", { class: "quiet" }, `Judged on ${judged}.`),
      h(
        "table",
        null,
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            h("th", { scope: "col" }, "Hand"),
            h("th", { scope: "col", class: "number" }, "Pays"),
            envious ? h("th", { scope: "col", class: "number" }, "Envy Bonus") : null,
          ),
        ),
        h(
          "tbody",
          null,
          table.lines.map((line) => {
            const bonus = line.envy ? money(line.envy) : "none";
            return rowElement(line.name, `${plain(line.pays)} to 1`, envious ? bonus : undefined);
          }),
        ),
      ),
    );
  });
}

/** @param {Wire.RulesCard} rules */
function cardElement(rules) {
  return h(
    "section",
    { key: "card", id: "card", "aria-labelledby": "card-head" },
    h("h2", { id: "card-head" }, "The house way on a card"),
    h(
      "div",
      { class: "way-card", data: { testid: "way-card" } },
      h("p", { class: "way-card-title" }, rules.title, h("span", null, rules.book)),
      h("ul", { class: "way-lines" }, treeOf(rules.clauses, { everywhere: true }).map(branchElement)),
      h(
        "p",
        { class: "way-card-foot" },
        "Where a line leaves a choice, play the highest low hand, then the highest high hand. ",
        "A line further in replaces the one above it.",
      ),
    ),
  );
}

/**
 * @param {Branch} branch
 * @returns {HTMLElement}
 */
function branchElement({ clause: { clause, when, low }, exceptions }) {
  return h(
    "li",
    { key: clause },
    h("p", null, h("b", null, when), h("span", null, low)),
    exceptions.length ? h("ul", null, exceptions.map(branchElement)) : null,
  );
}
