// The log of the console.
// Here: every line with its version and clause, and what was refused to you, in the order it came. Not here: the
// sentences: they come from the house.

import { clauseElement, lineWords } from "../shared/log.js";
import { h } from "../shared/dom.js";
import { refusalWords } from "./acts.js";

const MOST = 400;

/** What the console has been told, oldest first. */
export class Log {
  constructor() {
    this.entries = [];
    this.known = new Set();
  }

  /** Take in lines; one that is known already stays where it is. */
  take(lines) {
    for (const line of lines) {
      if (this.known.has(line.version)) continue;
      this.known.add(line.version);
      this.entries.push({ key: `v${line.version}`, line });
    }
    this.entries.splice(0, Math.max(0, this.entries.length - MOST));
  }

  /** Something was refused to you. */
  refuse(said, clause) {
    this.entries.push({ key: `r${Math.random()}`, said, clause });
  }

  /** The lines of the round in progress, or of the one just ended. */
  round() {
    const opened = this.entries.findLastIndex(({ line }) => line?.event.type === "betting opened");
    return this.entries
      .slice(Math.max(0, opened))
      .filter(({ line }) => line)
      .map(({ line }) => line);
  }
}

const CALLS = new Set(["betting opened", "betting closed", "deal ended", "dealer revealed", "round settled"]);
const FAULTS = new Set([
  "irregularity reported",
  "irregularity remedied",
  "report retracted",
  "round voided",
  "foul declared",
  "player prohibited",
  "round corrected",
  "settlement corrected",
]);

export function logElement(desk) {
  const { table } = desk.scene;
  const kind = ({ line }) =>
    !line ? "no" : FAULTS.has(line.event.type) ? "wrong" : CALLS.has(line.event.type) ? "call" : "";
  return [
    h(
      "div",
      { class: "log-head", key: "head" },
      h("h2", { id: "log-title" }, "Log ", h("kbd", null, "L")),
      h(
        "nav",
        { "aria-label": "Other pages" },
        h("a", { href: `/history/${encodeURIComponent(desk.name)}` }, "Rounds"),
        h("a", { href: `/rules/${encodeURIComponent(table.book)}`, target: "_blank", rel: "noopener" }, "Rules"),
        h("a", { href: `/table/${encodeURIComponent(desk.name)}`, target: "_blank", rel: "noopener" }, "Table"),
      ),
    ),
    h(
      "div",
      {
        class: "log",
        key: "log",
        id: "log",
        role: "log",
        tabindex: "0",
        "aria-labelledby": "log-title",
        data: { testid: "log" },
      },
      h(
        "ol",
        null,
        desk.log.entries.length
          ? desk.log.entries.map((entry) =>
              h(
                "li",
                {
                  key: entry.key,
                  class: kind(entry),
                  data: { event: entry.line?.event.type ?? "refused", version: entry.line?.version ?? null },
                },
                h(
                  "span",
                  { class: "version number", title: entry.line ? `Version ${entry.line.version} of the table` : null },
                  entry.line?.version ?? "",
                ),
                h(
                  "span",
                  { class: "told" },
                  entry.line ? lineWords(entry.line) : [h("b", null, "Refused to you: "), refusalWords(entry.said)],
                  " ",
                  clauseElement(desk, entry.line?.clause ?? entry.clause),
                ),
              ),
            )
          : h("li", { class: "quiet", key: "none" }, h("span"), "Nothing has happened yet."),
      ),
    ),
  ];
}

/** Keep the newest line in view, unless somebody reads further up. */
export function follow(before) {
  const log = document.getElementById("log");
  if (log && before) log.scrollTop = log.scrollHeight;
}

/** Whether the log shows its end. */
export function atEnd() {
  const log = document.getElementById("log");
  return !log || log.scrollHeight - log.scrollTop - log.clientHeight < 40;
}
