// @ts-check
// Results: what each of the viewer's wagers won, the largest win first, and how well each hand was set (`review`).
// Here: the panel after a round. Not here: computing any of it: it comes in lines and reviews.

import { clauseElement, linesOf, lineWords } from "../shared/clauses.js";
import { h } from "../shared/dom.js";
import { capital, money, signed } from "../shared/words.js";
import { reviewElement } from "./review.js";

/** @import { NumberedLine, RoundResult, TablePage } from "./page.js" */

/**
 * What happened to one player's wagers in a round.
 * @param {{lines: NumberedLine[]}} round
 * @param {string} player
 */
export function resultsOf({ lines }, player) {
  const own = [...linesOf(lines, "wager settled"), ...linesOf(lines, "envy paid"), ...linesOf(lines, "bank settled")]
    .filter(({ event }) => event.player === player)
    .sort((a, b) => Math.sign(b.net) - Math.sign(a.net) || a.at - b.at);
  const net = own.reduce((all, line) => all + line.net, 0);
  return { own, net, voided: linesOf(lines, "round voided").length > 0 };
}

/**
 * A settled wager: its name and its result.
 * @param {TablePage} table
 * @param {RoundResult} result
 * @param {Wire.WagerSettled} event
 */
function settledWords(table, result, event) {
  const wager = table.wagers.find(({ key }) => key === event.wager);
  const shown = linesOf(result.lines, "hand shown").find((line) => line.event.position === event.position)?.event;
  const parts = [event.result === "standoff" ? (table.mainWager?.standoff_word ?? event.result) : event.result];
  if (event.line) parts.push(event.line);
  if (event.reason) parts.push(event.reason);
  else if (wager?.main && shown?.low_result && event.result !== "returned") {
    parts.push(`high ${shown.high_result}, low ${shown.low_result}`);
  }
  if (event.payout) parts.push(`pays ${money(event.payout)}`);
  if (event.commission) parts.push(`commission ${money(event.commission)}`);
  if (event.back && !event.payout) parts.push(`${money(event.back)} back`);
  return [wager?.name ?? event.wager, parts.join(", ")];
}

/**
 * A settled bank: what it won or lost, the house's part, the commission, and what comes back.
 * @param {Wire.BankSettled} event
 * @param {number} received
 */
function bankWords({ won, house, commission }, received) {
  const parts = [won > 0 ? `wins ${money(won)}` : won < 0 ? `loses ${money(-won)}` : "neither wins nor loses"];
  if (house) parts.push(`${money(Math.abs(house))} of it the house\u2019s`);
  if (commission) parts.push(`commission ${money(commission)}`);
  parts.push(received ? `${money(received)} back` : "nothing back");
  return ["Bank", parts.join(", ")];
}

/**
 * What a round brought, in a few words.
 * @param {number} net
 * @param {boolean} voided
 */
export function netWords(net, voided) {
  if (net) return net > 0 ? `You win ${money(net)}` : `You lose ${money(-net)}`;
  return voided ? "The round is void" : "You break even";
}

/**
 * The result of the viewer's round as sentences, for those who hear the page.
 * @param {TablePage} table
 */
export function spokenResult(table) {
  const { result, scene } = table;
  if (!result) return "";
  const { own } = resultsOf(result, scene.you.name);
  return own.map((line) => `${namesAndWords(table, result, line).join(": ")}.`).join(" ");
}

/**
 * The panel, or null if there is nothing to show.
 * @param {TablePage} table
 */
export function resultsElement(table) {
  const { result } = table;
  const { name } = table.scene.you;
  if (!result || !name) return null;
  const { own, net, voided } = resultsOf(result, name);
  if (!own.length && !voided) return null;
  const many = new Set(own.map(({ event }) => event.position)).size > 1;
  const close = { class: "close", type: "button", "aria-label": "Close the results", data: { act: "close-results" } };
  return [
    h(
      "div",
      {
        class: `result-head ${net > 0 ? "won" : net < 0 ? "lost" : "even"}`,
        key: "head",
        data: { testid: "result", net },
      },
      h("h2", null, netWords(net, voided)),
      h("span", { class: "quiet" }, `Round ${result.round}`),
      h("button", close, "Close"),
    ),
    h(
      "ul",
      { class: "result-lines", key: "lines" },
      own.map((line) => resultElement(table, result, line, many)),
      linesOf(result.lines, "debt deducted").map((line) => deductedElement(table, line)),
    ),
    result.reviews.map((review) => reviewElement(table, review, many)),
  ];
}

/**
 * @param {TablePage} table
 * @param {RoundResult} result
 * @param {NumberedLine & {event: Wire.WagerSettled | Wire.EnvyPaid | Wire.BankSettled}} line
 * @param {boolean} many whether the viewer played several positions
 */
function resultElement(table, result, line, many) {
  const { event } = line;
  const [key, outcome] = keyAndOutcome(line);
  const [name, words] = namesAndWords(table, result, line);
  const attributes = {
    key: `result${line.version}.${line.at}`,
    class: outcome === "win" ? "gold" : "",
    title: lineWords(line),
    data: { testid: "result-line", wager: key, result: outcome },
  };
  return h(
    "li",
    attributes,
    h("strong", null, name),
    " ",
    h("b", { class: `net number ${line.net > 0 ? "paid" : ""}` }, signed(line.net)),
    h(
      "span",
      { class: "result-words" },
      capital(words),
      many && event.type === "wager settled" ? `, position ${event.position}` : null,
      " ",
      clauseElement(table, line.clause),
    ),
  );
}

/**
 * The name of what was settled, and how it ended in words.
 * @param {TablePage} table
 * @param {RoundResult} result
 * @param {NumberedLine & {event: Wire.WagerSettled | Wire.EnvyPaid | Wire.BankSettled}} line
 */
function namesAndWords(table, result, { event, received }) {
  if (event.type === "envy paid")
    return ["Envy Bonus", `${event.line} at position ${event.position}, pays ${money(event.cents)}`];
  return event.type === "bank settled" ? bankWords(event, received) : settledWords(table, result, event);
}

/**
 * What a line is about, and how it ended.
 * @param {NumberedLine & {event: Wire.WagerSettled | Wire.EnvyPaid | Wire.BankSettled}} line
 */
function keyAndOutcome({ event, net }) {
  if (event.type === "envy paid") return ["envy", "win"];
  if (event.type === "wager settled") return [event.wager, event.result];
  return ["bank", net > 0 ? "win" : net < 0 ? "lose" : "even"];
}

/**
 * Winnings that went to what the viewer owes.
 * @param {TablePage} table
 * @param {NumberedLine & {event: Wire.DebtDeducted}} line
 */
function deductedElement(table, line) {
  const { cents, left } = line.event;
  const words = `${money(cents)} goes to what you owe, ${left ? `${money(left)} is left` : "nothing is left"}`;
  return h(
    "li",
    { key: `owed${line.version}.${line.at}`, title: lineWords(line), data: { testid: "deducted", cents } },
    h("strong", null, "Owed: "),
    h("span", null, words),
    " ",
    clauseElement(table, line.clause),
  );
}
