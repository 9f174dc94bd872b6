// @ts-check
// Results: what each of the viewer's wagers won, and what the house way would have done.
// Here: the panel after a round. Not here: computing any of it: it comes in lines and reviews.

import { analyseElement } from "../shared/analyse-link.js";
import { cardSign, laidOut } from "../shared/cards.js";
import { clauseElement, linesOf, lineWords } from "../shared/clauses.js";
import { h } from "../shared/dom.js";
import { money } from "../shared/words.js";

/** @import { NumberedLine, RoundResult, TablePage } from "./page.js" */

/**
 * What happened to one player's wagers in a round.
 * @param {{lines: NumberedLine[]}} round
 * @param {string} player
 */
export function resultsOf({ lines }, player) {
  const own = [...linesOf(lines, "wager settled"), ...linesOf(lines, "envy paid"), ...linesOf(lines, "bank settled")]
    .filter(({ event }) => event.player === player)
    .sort((a, b) => a.at - b.at);
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
  const even = voided ? "The round is void" : "Even";
  const head = net > 0 ? `You win ${money(net)}` : net < 0 ? `You lose ${money(-net)}` : even;
  const close = { class: "close", type: "button", "aria-label": "Close the results", data: { act: "close-results" } };
  return [
    h(
      "div",
      {
        class: `result-head ${net > 0 ? "won" : net < 0 ? "lost" : "even"}`,
        key: "head",
        data: { testid: "result", net },
      },
      h("h2", null, head),
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
  const [name, words] =
    event.type === "envy paid"
      ? ["Envy Bonus", `${event.line} at position ${event.position}, pays ${money(event.cents)}`]
      : event.type === "bank settled"
        ? bankWords(event, line.received)
        : settledWords(table, result, event);
  const attributes = {
    key: `result${line.version}.${line.at}`,
    class: outcome === "win" ? "gold" : "",
    title: lineWords(line),
    data: { testid: "result-line", wager: key, result: outcome },
  };
  return h(
    "li",
    attributes,
    h("strong", null, `${name}: `),
    h("span", null, words),
    many && event.type === "wager settled" ? h("span", { class: "quiet" }, `, position ${event.position}`) : null,
    " ",
    clauseElement(table, line.clause),
  );
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

/** @param {Wire.ValuedSetting} setting */
const lowWords = (setting) => `${laidOut(setting.low).map(cardSign).join(" ")} low`;

/** @param {Wire.ValuedSetting} setting */
function valueWords({ ev_float: value }) {
  return value === null ? "" : `${value >= 0 ? "+" : "\u2212"}${Math.abs(value).toFixed(4)}`;
}

/**
 * The dealer's cards where the book shows them before the players set.
 * @param {TablePage} table
 */
function seenBefore({ book, scene }) {
  return book?.dealer_exposed ? (scene.table.hands[0]?.cards ?? []) : [];
}

/**
 * After a round: the house way, the best setting, and their expected values.
 * @param {TablePage} table
 * @param {Wire.Review} review
 * @param {boolean} many
 */
function reviewElement(table, review, many) {
  const { yours, house_way: way, best } = review;
  const same = review.same || [...yours.low].sort().join() === [...way.low].sort().join();
  const names = `${way.low_name.toLowerCase()} under ${way.high_name.toLowerCase()}`;
  const words = same ? "You set it the house way" : `House way would have played ${lowWords(way)}: ${names}`;
  return h(
    "div",
    { class: "review", key: `review${review.position}`, data: { testid: "review", position: review.position } },
    h("p", null, many ? `Position ${review.position}: ` : "", words, " ", clauseElement(table, review.clause)),
    yours.ev ? valuesElement(review, same) : null,
    best ? h("p", { class: "quiet" }, bestWords(review, best)) : null,
    best ? h("p", null, analyseElement(table.bookId, yours, seenBefore(table))) : null,
  );
}

/**
 * @param {Wire.Review} review
 * @param {boolean} same
 */
function valuesElement({ yours, house_way: way, best }, same) {
  /** @type {[string, Wire.ValuedSetting][]} */
  const rows = [["You", yours]];
  if (!same) rows.push(["House way", way]);
  if (best && best.ev !== yours.ev && best.ev !== way.ev) rows.push(["Best", best]);
  return h(
    "table",
    { class: "worth" },
    h("caption", { class: "away" }, "Expected value per unit bet"),
    h(
      "tbody",
      null,
      rows.map(([who, setting]) =>
        h(
          "tr",
          { key: who },
          h("th", { scope: "row" }, who),
          h("td", null, lowWords(setting)),
          h("td", { class: "number", title: setting.ev ? `exactly ${setting.ev}` : null }, valueWords(setting)),
        ),
      ),
    ),
  );
}

/**
 * @param {Wire.Review} review
 * @param {Wire.ValuedSetting} best
 */
function bestWords({ yours, house_way: way }, best) {
  if (best.ev === yours.ev) return "Your setting was the best possible.";
  if (best.ev === way.ev) return "The house way was the best possible setting.";
  return "Expected value per unit bet; the best setting has the highest.";
}
