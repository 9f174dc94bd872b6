// Results: what each wager of the viewer brought, and, quietly, what the house way would have done.
// Here: the panel after a round. Not here: working any of it out: it comes in events and reviews.

import { cardSign, laidOut } from "../shared/cards.js";
import { h, money } from "../shared/dom.js";
import { clauseElement, lineWords } from "../shared/log.js";

/** What happened to one player's wagers in a round. */
export function resultsOf(round, player) {
  const own = round.lines.filter(
    ({ event }) => (event.type === "wager settled" || event.type === "envy paid") && event.player === player,
  );
  const net = own.reduce(
    (all, { event }) =>
      all + (event.type === "envy paid" ? event.cents : event.back + event.payout - event.commission - event.stake),
    0,
  );
  return { own, net, voided: round.lines.some(({ event }) => event.type === "round voided") };
}

const WORDS = { win: "win", lose: "lose", returned: "returned" };

function settledWords(table, event) {
  const wager = table.book?.wagers.find(({ key }) => key === event.wager);
  const standoff = table.book?.wagers.find(({ main }) => main)?.standoff_word ?? "standoff";
  const shown = table.result.lines
    .map((line) => line.event)
    .find((other) => other.type === "hand shown" && other.position === event.position);
  const parts = [WORDS[event.result] ?? standoff];
  if (event.line) parts.push(event.line);
  if (event.reason) parts.push(event.reason);
  else if (wager?.main && shown?.low_result && event.result !== "returned")
    parts.push(`high ${shown.high_result}, low ${shown.low_result}`);
  if (event.payout) parts.push(`pays ${money(event.payout)}`);
  if (event.commission) parts.push(`commission ${money(event.commission)}`);
  if (event.back && !event.payout) parts.push(`${money(event.back)} back`);
  return [wager?.name ?? event.wager, parts.join(", ")];
}

/** The panel; nothing where there is nothing to tell. */
export function resultsElement(table) {
  const { result, scene } = table;
  if (!result || !scene.you.name) return null;
  const { own, net, voided } = resultsOf(result, scene.you.name);
  if (!own.length && !voided) return null;
  const many = new Set(own.map(({ event }) => event.position)).size > 1;
  const head =
    net > 0 ? `You win ${money(net)}` : net < 0 ? `You lose ${money(-net)}` : voided ? "The round is void" : "Even";
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
      h(
        "button",
        { class: "close", type: "button", "aria-label": "Close the results", data: { act: "close-results" } },
        "Close",
      ),
    ),
    h(
      "ul",
      { class: "result-lines", key: "lines" },
      own.map((line) => {
        const { event } = line;
        const [name, words] =
          event.type === "envy paid"
            ? ["Envy Bonus", `${event.line} at position ${event.position}, pays ${money(event.cents)}`]
            : settledWords(table, event);
        return h(
          "li",
          {
            key: `result${line.version}.${line.at}`,
            class: event.result === "win" || event.type === "envy paid" ? "gold" : "",
            title: lineWords(line),
            data: { testid: "result-line", wager: event.wager ?? "envy", result: event.result ?? "win" },
          },
          h("strong", null, `${name}: `),
          h("span", null, words),
          many && event.type !== "envy paid" ? h("span", { class: "quiet" }, `, position ${event.position}`) : null,
          " ",
          clauseElement(table, line.clause),
        );
      }),
    ),
    (result.reviews ?? []).map((review) => reviewElement(table, review, many)),
  ];
}

const worth = (setting) => `${laidOut(setting.low).map(cardSign).join(" ")} low`;
const value = (setting) =>
  setting.ev_float === null || setting.ev_float === undefined
    ? ""
    : `${setting.ev_float >= 0 ? "+" : "\u2212"}${Math.abs(setting.ev_float).toFixed(4)}`;

/** After a round, quietly: the house way, the best setting, and what a unit wagered brings on average. */
function reviewElement(table, review, many) {
  const { yours, house_way: way, best } = review;
  const same = review.same || [...yours.low].sort().join() === [...way.low].sort().join();
  const rows = [
    ["You", yours],
    ...(same ? [] : [["House way", way]]),
    ...(best && best.ev !== yours.ev && best.ev !== way.ev ? [["Best", best]] : []),
  ];
  return h(
    "div",
    { class: "review", key: `review${review.position}`, data: { testid: "review", position: review.position } },
    h(
      "p",
      null,
      many ? `Position ${review.position}: ` : "",
      same
        ? "You set it the house way"
        : `House way would have played ${worth(way)}: ${way.low_name.toLowerCase()} under ${way.high_name.toLowerCase()}`,
      " ",
      clauseElement(table, review.clause),
    ),
    yours.ev
      ? h(
          "table",
          { class: "worth" },
          h("caption", { class: "away" }, "What a unit wagered brings on average"),
          h(
            "tbody",
            null,
            rows.map(([who, setting]) =>
              h(
                "tr",
                { key: who },
                h("th", { scope: "row" }, who),
                h("td", null, worth(setting)),
                h("td", { class: "number", title: setting.ev ? `exactly ${setting.ev}` : null }, value(setting)),
              ),
            ),
          ),
        )
      : null,
    best
      ? h(
          "p",
          { class: "quiet" },
          best.ev === yours.ev
            ? "Best: yours; no setting brings more a unit."
            : best.ev === way.ev
              ? "Best: the house way; its average a unit is the highest."
              : "Average a unit wagered; best is the highest of all settings.",
        )
      : null,
  );
}
