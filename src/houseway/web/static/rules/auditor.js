// @ts-check
// The rules for an auditor: every clause with its hands and examples, rulings, pay lines, procedure, irregularities.
// Here: these parts and the search in them. Not here: the rules for people (`people`).

import { cardElement, laidOut } from "../shared/cards.js";
import { byId, h, show } from "../shared/dom.js";
import { plain, sentence } from "../shared/words.js";
import { proceduresElement } from "./procedure.js";
import { treeOf } from "./tree.js";

/** @import { Rules } from "./book.js" */
/** @import { Branch } from "./tree.js" */

/** @param {Rules} page */
export function drawAuditor(page) {
  const { rules } = page;
  if (!rules) return;
  show(
    byId("auditor"),
    h(
      "div",
      { class: "auditor-head", key: "head" },
      h("h2", { id: "audit" }, "To lay beside the document"),
      h("p", { class: "quiet" }, `${rules.source}. ${rules.deck}, ${plain(rules.hands)} hands. ${rules.straights}.`),
      h("p", { class: "quiet digest" }, `Digest ${rules.digest.slice(0, 16)}`),
      h(
        "div",
        { class: "search" },
        h("label", { for: "search" }, "Search clauses, rulings and procedure"),
        h("input", { id: "search", type: "search", autocomplete: "off", spellcheck: "false" }),
        h("p", { id: "found", class: "quiet", role: "status", data: { kept: "" } }),
      ),
    ),
    page.proved ? defectsElement(page.proved) : h("p", { class: "banner calm", key: "unproved" }, page.unproved),
    clausesElement(page, rules),
    rulingsElement(page, rules),
    linesElement(page, rules),
    proceduresElement(rules),
  );
}

/** @param {Wire.ProvedRules} proved */
function defectsElement({ defects }) {
  return defects.length
    ? h(
        "ul",
        { class: "banner error", key: "defects" },
        defects.map((words) => h("li", null, sentence(words))),
      )
    : null;
}

/**
 * @param {Rules} page
 * @param {Wire.RulesCard} rules
 */
function clausesElement(page, rules) {
  return h(
    "section",
    { key: "clauses", id: "clauses", "aria-labelledby": "clauses-head" },
    h("h3", { id: "clauses-head" }, "House way"),
    h("p", { class: "quiet" }, rules.how_low_is_chosen),
    h(
      "ul",
      { class: "clauses", data: { testid: "clauses" } },
      treeOf(rules.clauses).map((one) => branchElement(page, one)),
    ),
    rules.references.length
      ? h(
          "ul",
          { class: "clauses", key: "references" },
          rules.references.map((clause) => branchElement(page, { clause, exceptions: [] })),
        )
      : null,
  );
}

/**
 * @param {Rules} page
 * @param {Branch} branch
 * @returns {HTMLElement}
 */
function branchElement(page, { clause, exceptions }) {
  const { clause: cite, when, low, exception_to: over, rulings } = clause;
  const known = page.proved?.clauses.find((one) => one.clause === cite);
  const hands = known?.hands ?? null;
  return h(
    "li",
    { class: "found-in", key: cite, data: { testid: "clause", clause: cite, hands } },
    h(
      "div",
      { class: "clause-of-book" },
      h(
        "div",
        { class: "clause-words" },
        h("h4", null, cite, hands === null ? null : h("span", { class: "hands" }, `${plain(hands)} hands`)),
        when ? h("p", null, h("span", { class: "is" }, "Applies to"), when) : null,
        h("p", null, h("span", { class: "is" }, when ? "Low hand" : "Refers to"), low),
        over.length ? h("p", { class: "quiet" }, `Exception to ${over.join("; ")}`) : null,
        rulings.length ? h("p", { class: "quiet" }, "Rests on ", rulings.flatMap(rulingLink)) : null,
      ),
      known?.examples.length ? examplesElement(known) : null,
    ),
    exceptions.length
      ? h(
          "ul",
          { class: "exceptions" },
          exceptions.map((one) => branchElement(page, one)),
        )
      : null,
  );
}

/** @param {string} ruling */
function rulingLink(ruling) {
  return [h("a", { href: `#${ruling}` }, ruling), " "];
}

/** @param {Wire.ClauseProof} known */
function examplesElement({ examples, printed }) {
  return h(
    "div",
    { class: "examples" },
    examples.map(({ low, high, low_name: below, high_name: above }) =>
      h(
        "figure",
        { key: [...low, ...high].join() },
        h("div", { class: "example-cards" }, cardsElement(low), cardsElement(high)),
        h("figcaption", { class: "quiet" }, `${below} under ${above.toLowerCase()}`),
      ),
    ),
    printed ? null : h("p", { class: "quiet" }, "The lowest such hand; the document has no example."),
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
 * @param {Rules} page
 * @param {Wire.RulesCard} rules
 */
function rulingsElement(page, rules) {
  return h(
    "section",
    { key: "rulings", id: "rulings", "aria-labelledby": "rulings-head" },
    h("h3", { id: "rulings-head" }, "Rulings"),
    h(
      "p",
      { class: "quiet" },
      "Where the document is unclear: what was decided, and what other readings would change.",
    ),
    h(
      "ul",
      { class: "rulings" },
      rules.rulings.map(({ ruling, point, decision, rejected }) =>
        h(
          "li",
          { class: "found-in panel", key: ruling, id: ruling, data: { testid: "ruling", ruling } },
          h("h4", null, ruling),
          h("p", { class: "quiet" }, sentence(point)),
          h("p", null, sentence(decision)),
          rejected.map((says) => rejectedElement(page, ruling, says)),
        ),
      ),
    ),
  );
}

/**
 * @param {Rules} page
 * @param {string} ruling
 * @param {string} says
 */
function rejectedElement({ proved, rules }, ruling, says) {
  const moved = proved?.moved.find((one) => one.ruling === ruling && one.says === says);
  const share = moved && rules ? ((100 * moved.hands) / rules.hands).toPrecision(2) : "";
  const words = moved ? `${plain(moved.hands)} hands would have another low hand (${share}%).` : "";
  return h(
    "p",
    { class: "rejected", key: says, data: { hands: moved?.hands ?? null } },
    h("span", { class: "is" }, "Rejected"),
    sentence(says),
    " ",
    h("b", null, words),
  );
}

/**
 * @param {Rules} page
 * @param {Wire.RulesCard} rules
 */
function linesElement({ proved, card }, rules) {
  const sides = card?.wagers.filter(({ main }) => !main) ?? [];
  return h(
    "section",
    { key: "lines", id: "wagers", "aria-labelledby": "lines-head" },
    h("h3", { id: "lines-head" }, "Wagers"),
    h(
      "ul",
      { class: "rulings" },
      rules.wagers.map(({ name, notes }) =>
        h(
          "li",
          { class: "found-in panel", key: name },
          h("h4", null, name),
          notes.map((note) => h("p", { class: "quiet", key: note }, sentence(note))),
        ),
      ),
    ),
    sides.length && proved ? countsElement(proved) : null,
  );
}

/** @param {Wire.ProvedRules} proved */
function countsElement({ lines }) {
  return h(
    "div",
    { class: "wide", role: "region", tabindex: "0", "aria-label": "Hands of every pay line" },
    h(
      "table",
      { class: "lines" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          ["Wager", "Line", "Hands"].map((name) => h("th", { scope: "col" }, name)),
        ),
      ),
      h(
        "tbody",
        null,
        lines.map(({ wager, pay_table: table, line, hands }) =>
          h(
            "tr",
            { class: "found-in", key: `${wager} ${table} ${line}` },
            h("td", null, table ? `${wager} ${table}` : wager),
            h("td", null, line),
            h("td", { class: "number" }, hands),
          ),
        ),
      ),
    ),
  );
}

/**
 * Show only what holds these words; a clause stays while an exception to it does.
 * @param {string} words
 */
export function search(words) {
  const wanted = words.trim().toLowerCase();
  const every = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#auditor .found-in")]);
  for (const one of every) one.hidden = Boolean(wanted) && !(one.textContent ?? "").toLowerCase().includes(wanted);
  const left = every.filter((one) => !one.hidden).length;
  byId("found").textContent = wanted ? (left ? `${left} of ${every.length} found.` : "Nothing holds these words.") : "";
}
