// @ts-check
// Company: asking for bots at the table, and sending them away.
// Not here: who they are and how many there may be: the scene says so.

import { shortName } from "../shared/bots.js";
import { h } from "../shared/dom.js";

/** @import { TablePage } from "./page.js" */

const AT_FIRST = 3;

/**
 * How many bots there are, and more or fewer of them; nothing for whoever is not seated or may have none.
 * @param {TablePage} table
 */
export function companyElement({ scene }) {
  const { can, company, bots, you } = scene;
  if (!you.positions.length || !(can.company || company)) return null;
  const attributes = { class: "company", key: "company", "aria-labelledby": "company-title" };
  return h(
    "section",
    { ...attributes, data: { testid: "company", wanted: company } },
    h("h3", { id: "company-title" }, "Company"),
    company
      ? h("p", { class: "quiet", key: "who" }, whoWords(bots))
      : h("p", { class: "quiet", key: "why" }, "Bots take free seats, and make room for people."),
    h(
      "p",
      { class: "company-acts", key: "acts" },
      company
        ? [
            ask(company - 1, "\u2212", "One bot fewer", "fewer"),
            h("output", { class: "number", key: "count", "aria-live": "polite" }, String(company)),
            ask(company + 1, "+", "One bot more", "more", company >= can.company),
            ask(0, "Send away", "", "away"),
          ]
        : ask(Math.min(AT_FIRST, can.company), "Play with company", "", "first"),
    ),
  );
}

/**
 * @param {number} bots
 * @param {string} words
 * @param {string} label
 * @param {string} key
 * @param {boolean} [disabled]
 */
function ask(bots, words, label, key, disabled = false) {
  const attributes = { type: "button", class: "small", key, disabled, "aria-label": label || undefined };
  return h("button", { ...attributes, data: { act: "company", testid: `company-${key}`, bots } }, words);
}

/**
 * The bots that are seated, each with how it plays.
 * @param {Record<string, string>} bots
 */
function whoWords(bots) {
  const words = Object.entries(bots).map(([name, how]) => `${shortName(name)} ${how}`);
  return words.length ? `${words.join(", ")}.` : "They are on their way.";
}
