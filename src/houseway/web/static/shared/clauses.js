// @ts-check
// Lines of the house and the clauses they cite.
// Here: a line's sentence, its clause as a small button, and the panel with the clause in words. Not here: making the
// sentences: they come from the house.

import { withSigns } from "./cards.js";
import { byId, h, show } from "./dom.js";
import { sentence } from "./words.js";

/**
 * Anything that knows the book its clauses are from.
 * @typedef {{book: Wire.BookCard | null, bookId: string}} ClauseSource
 */

/**
 * The words of a clause, or of each clause where several are cited.
 * @param {Wire.BookCard | null} book
 * @param {string} clause
 * @returns {[string, string][]}
 */
export function clauseWords(book, clause) {
  const clauses = book?.clauses ?? {};
  if (clauses[clause]) return [[clause, clauses[clause]]];
  const parts = clause.split(/\s*[,;]\s*|\s+and\s+/).filter((part) => clauses[part]);
  return parts.map((part) => [part, clauses[part]]);
}

/**
 * The same as one text.
 * @param {Wire.BookCard | null} book
 * @param {string} clause
 */
export function clauseText(book, clause) {
  return clauseWords(book, clause)
    .map(([, text]) => text)
    .join(" ");
}

/**
 * A clause as a small button that opens its words.
 * @param {ClauseSource} source
 * @param {string | undefined} clause
 */
export function clauseElement(source, clause) {
  if (!clause) return null;
  const attributes = {
    class: "clause",
    type: "button",
    title: clauseText(source.book, clause) || null,
    "aria-label": `Clause ${clause} in words`,
    data: { act: "clause", clause },
  };
  return h("button", attributes, clause);
}

/**
 * The lines with an event, or a change of a debt, of one type.
 * @template {Wire.Line["event"]["type"]} T
 * @template {Wire.Line} L
 * @param {L[]} lines
 * @param {T} type
 * @returns {(L & {event: Extract<Wire.Line["event"], {type: T}>})[]}
 */
export function linesOf(lines, type) {
  return /** @type {any} */ (lines.filter(({ event }) => event.type === type));
}

/**
 * A sentence without the clause at its end, which is shown beside it as a button.
 * @param {string} words
 * @param {string} clause
 */
export function withoutClause(words, clause) {
  const tail = ` (${clause})`;
  return clause && words.endsWith(tail) ? words.slice(0, -tail.length) : words;
}

/**
 * A sentence of the house and the clause at its end, where it names one.
 * @param {string} words
 * @returns {[string, string]}
 */
export function splitClause(words) {
  const found = /^(.*) \(([^()]+)\)$/.exec(words);
  return found ? [found[1], found[2]] : [words, ""];
}

/**
 * The sentence of a line.
 * @param {Wire.Line} line
 */
export function lineWords(line) {
  const words = withSigns(withoutClause(line.sentence, line.clause));
  const player = "player" in line.event ? line.event.player : "";
  return player && words.startsWith(player) ? `${words}.` : sentence(words); // a name keeps the case its player gave it
}

/**
 * Open the text of a clause beside the button that was pressed.
 * @param {ClauseSource} source
 * @param {string} clause
 * @param {HTMLElement} beside
 */
export function openClause(source, clause, beside) {
  const panel = byId("words");
  const found = clauseWords(source.book, clause);
  const missing = [h("h3", null, clause), h("p", null, "This clause is on the rules page.")];
  const rules = { href: `/rules/${encodeURIComponent(source.bookId)}`, target: "_blank", rel: "noopener" };
  show(
    panel,
    found.length ? found.map(([name, words]) => [h("h3", null, name), h("p", null, words)]) : missing,
    h("p", { class: "words-foot" }, h("a", rules, "Rules of the book")),
  );
  const at = beside.getBoundingClientRect();
  panel.showPopover?.();
  const { width, height } = panel.getBoundingClientRect();
  const below = at.bottom + height + 12 < innerHeight;
  panel.style.left = `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`;
  panel.style.top = `${below ? at.bottom + 6 : Math.max(8, at.top - height - 6)}px`;
}
