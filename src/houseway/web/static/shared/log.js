// The round as a list of sentences, and clauses in words.
// Here: lines of what happened, each with its clause as a small button, and the words that open. Not here: making the
// sentences: they come from the house.

import { withSigns } from "./cards.js";
import { h, sentence, show } from "./dom.js";

/** The words of a clause, or of each clause where several are cited. */
export function clauseWords(book, clause) {
  const clauses = book?.clauses ?? {};
  if (clauses[clause]) return [[clause, clauses[clause]]];
  const parts = clause.split(/\s*[,;]\s*|\s+and\s+/).filter((part) => clauses[part]);
  return parts.map((part) => [part, clauses[part]]);
}

/** A clause as a small button that opens its words. */
export function clauseElement(table, clause) {
  if (!clause) return null;
  const words = clauseWords(table.book, clause)
    .map(([, text]) => text)
    .join(" ");
  return h(
    "button",
    {
      class: "clause",
      type: "button",
      title: words || null,
      "aria-label": `Clause ${clause} in words`,
      data: { act: "clause", clause },
    },
    clause,
  );
}

/** A line without its clause, which stands beside it as a button. */
export function lineWords(line) {
  const tail = ` (${line.clause})`;
  const words = line.clause && line.sentence.endsWith(tail) ? line.sentence.slice(0, -tail.length) : line.sentence;
  const named = line.event?.player && words.startsWith(line.event.player); // a name is written as its player writes it
  return named ? `${withSigns(words)}.` : sentence(withSigns(words));
}

const GOLD = (event) => (event.type === "wager settled" && event.result === "win") || event.type === "envy paid";
const CALLS = new Set([
  "betting opened",
  "betting closed",
  "deal ended",
  "dealer revealed",
  "round settled",
  "round voided",
]);

/** The round's lines, newest at the end. */
export function logElement(table) {
  const { scene } = table;
  const lines = dealtTogether(table.lines.filter((line) => !hides(table, line)));
  return [
    h(
      "div",
      { class: "side-head" },
      h("h2", null, scene.table.round ? `Round ${scene.table.round}` : "The round"),
      h("button", { class: "close", type: "button", data: { act: "close-sheet" } }, "Close"),
    ),
    h(
      "div",
      { class: "log", role: "log", "aria-label": "What happened in this round", tabindex: "0" },
      h(
        "ol",
        null,
        lines.length
          ? lines.map((line) =>
              h(
                "li",
                {
                  key: `line${line.version}.${line.at}`,
                  class: GOLD(line.event) ? "gold" : CALLS.has(line.event.type) ? "call-line" : "",
                  data: { event: line.event.type, clause: line.clause || null },
                },
                h("span", null, lineWords(line)),
                " ",
                clauseElement(table, line.clause),
              ),
            )
          : h("li", { class: "quiet", key: "none" }, "Nothing has happened yet."),
      ),
    ),
  ];
}

const alike = (one, other) =>
  one.event.type === "hand dealt" &&
  other?.event.type === "hand dealt" &&
  one.event.number === other.event.number &&
  one.clause === other.clause &&
  !one.event.cards.length &&
  !other.event.cards.length;

/** Hands dealt one after another, unseen, are one line. */
function dealtTogether(lines) {
  const found = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    const places = [line.event.position];
    while (alike(line, lines[at + 1])) places.push(lines[(at += 1)].event.position);
    found.push(places.length > 1 ? { ...line, sentence: dealtWords(line.event.number, places) } : line);
  }
  return found;
}

function dealtWords(number, places) {
  const positions = places.filter((place) => place !== 0).sort((a, b) => a - b);
  const dealer = places.includes(0);
  const last = dealer ? "the dealer" : String(positions.pop());
  const many = positions.length + !dealer > 1;
  return `${number} cards ${many ? "to each of positions" : "each to position"} ${positions.join(", ")} and ${last}`;
}

/** A line about a hand that is still being turned waits for it. */
function hides(table, line) {
  const { event } = line;
  if (!["hand shown", "wager settled", "envy paid", "round settled"].includes(event.type)) return false;
  return event.type === "round settled" ? table.veil.size > 0 : table.veil.has(event.position);
}

/** Open the words of a clause beside what was tapped. */
export function openClause(table, clause, beside) {
  const panel = document.getElementById("words");
  const found = clauseWords(table.book, clause);
  show(
    panel,
    found.length
      ? found.map(([name, words]) => [h("h3", null, name), h("p", null, words)])
      : [h("h3", null, clause), h("p", null, "The words of this clause are on the page of the rules.")],
    h(
      "p",
      { class: "words-foot" },
      h(
        "a",
        { href: `/rules/${encodeURIComponent(table.scene.table.book)}`, target: "_blank", rel: "noopener" },
        "Rules of the book",
      ),
    ),
  );
  const at = beside.getBoundingClientRect();
  panel.showPopover?.();
  const { width, height } = panel.getBoundingClientRect();
  panel.style.left = `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`;
  panel.style.top = `${at.bottom + height + 12 < innerHeight ? at.bottom + 6 : Math.max(8, at.top - height - 6)}px`;
}
