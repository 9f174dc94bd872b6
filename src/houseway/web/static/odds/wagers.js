// @ts-check
// The PAR sheet: every wager with its chances, its edge, and a field for everything that it pays.
// Here: the head of the page and the wagers. Not here: the charts (`charts`) or asking (`book`).

import { byId, h, show } from "../shared/dom.js";
import { plain } from "../shared/words.js";
import { bandsChart, barChart, percent } from "./charts.js";
import { netElement, netWords, payElement, wrongElement } from "./fields.js";
import { keyOf, nameOf } from "./names.js";

/** @import { Odds } from "./book.js" */

const SAME = "What a line pays instead holds for every pay table of this wager.";

/** @param {Odds} page */
export function drawHead(page) {
  const { card, book } = page;
  const title = card ? `Odds: ${card.title}` : "Odds";
  document.title = `${title} - Houseway`;
  show(byId("title"), title);
  const about = encodeURIComponent(book);
  show(
    byId("head"),
    h(
      "div",
      { class: "odds-head" },
      h(
        "div",
        { class: "field", key: "player" },
        h("label", { for: "player" }, "The player sets"),
        h(
          "select",
          { id: "player" },
          h("option", { value: "" }, card?.dealer_exposed ? "as well as can be" : "the house way"),
          h(
            "option",
            { value: card?.dealer_exposed ? "house-way" : "best" },
            card?.dealer_exposed ? "the house way" : "as well as can be",
          ),
        ),
      ),
      h(
        "div",
        { class: "ways" },
        page.changed ? h("button", { type: "button", class: "main", data: { act: "reset" } }, "As printed") : null,
        h("a", { class: "button", href: `/rules/${about}` }, "Rules"),
        h("a", { class: "button", href: `/analyse?book=${about}` }, "Analyse a hand"),
      ),
    ),
    page.wrong["player"] ? wrongElement("player", page.wrong["player"]) : null,
    page.found ? overviewElement(page, page.found) : null,
  );
  /** @type {HTMLSelectElement} */ (byId("player")).value = page.player;
}

/**
 * Every wager in one line, with its edge as a bar.
 * @param {Odds} page
 * @param {Wire.ParAnswer} found
 */
function overviewElement(page, found) {
  const most = Math.max(...found.wagers.map(({ house_edge_float: edge }) => Math.abs(edge)));
  return h(
    "table",
    { class: "overview", key: "overview" },
    h("caption", { class: "away" }, "House edge of every wager"),
    h("thead", null, h("tr", null, ["Wager", "House edge", "", "Wins", "Variance"].map(headElement))),
    h(
      "tbody",
      null,
      found.wagers.map((wager, at) => {
        const { house_edge_float: edge } = wager;
        const before = page.printed?.wagers[at].house_edge_float ?? edge;
        const kind = edge > 0 ? "lose" : "win";
        return h(
          "tr",
          { key: keyOf(wager) },
          h("th", { scope: "row" }, h("a", { href: `#${keyOf(wager)}` }, nameOf(wager))),
          h("td", { class: "number" }, percent(edge, 4), changeElement(edge - before)),
          h("td", { class: "edge-bar" }, barChart([{ kind, share: most ? Math.abs(edge) / most : 0 }])),
          h("td", { class: "number" }, percent(wager.hit_rate_float)),
          h("td", { class: "number" }, wager.variance_float.toFixed(3)),
        );
      }),
    ),
  );
}

/** @param {string} words */
const headElement = (words) =>
  h("th", { scope: "col", class: words ? "" : "edge-bar" }, words || h("span", { class: "away" }, "As a bar"));

/** @param {number} change */
function changeElement(change) {
  if (!change) return null;
  return h(
    "span",
    { class: change > 0 ? "rise" : "fall" },
    `${change > 0 ? "+" : "\u2212"}${percent(Math.abs(change), 4)}`,
  );
}

/** @param {Odds} page */
export function drawWagers(page) {
  const { found } = page;
  show(byId("wagers"), found ? found.wagers.map((wager, at) => wagerElement(page, wager, at)) : null);
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("#wagers input"))) {
    if (field === document.activeElement) continue;
    const { line = "", printed = "" } = field.dataset;
    field.value = field.id === "commission" ? page.commission || printed : (page.pays.get(line) ?? printed);
  }
}

/**
 * @param {Odds} page
 * @param {Wire.ParWager} wager
 * @param {number} at
 */
function wagerElement(page, wager, at) {
  const before = page.printed?.wagers[at];
  const main = at === 0;
  return h(
    "section",
    {
      class: "wager panel",
      key: keyOf(wager),
      id: keyOf(wager),
      "aria-label": nameOf(wager),
      data: {
        testid: "wager",
        wager: wager.wager,
        table: wager.pay_table,
        edge: wager.house_edge,
        variance: wager.variance,
        hits: wager.hit_rate,
      },
    },
    h(
      "div",
      { class: "wager-head" },
      h("h2", null, nameOf(wager)),
      h(
        "dl",
        { class: "figures" },
        figure(
          "House edge",
          percent(wager.house_edge_float, 4),
          wager.house_edge,
          wager.house_edge_float - (before?.house_edge_float ?? 0),
        ),
        figure("Wins", percent(wager.hit_rate_float), wager.hit_rate),
        figure("Variance", wager.variance_float.toFixed(4), wager.variance),
        figure("Standard deviation", wager.standard_deviation.toFixed(4)),
        figure("Volatility index", wager.volatility_index.toFixed(4)),
      ),
    ),
    h(
      "div",
      { class: "wager-body" },
      h("div", null, shareChart(wager, main), linesElement(page, wager, main)),
      h("div", null, bandsChart(wager), wager.pay_table ? h("p", { class: "quiet same-lines" }, SAME) : null),
    ),
  );
}

/**
 * @param {string} name
 * @param {string} value
 * @param {string} [exact]
 * @param {number} [change]
 */
function figure(name, value, exact, change = 0) {
  const title = exact ? `exactly ${exact}` : null;
  return h("div", { key: name }, h("dt", null, name), h("dd", { title }, value, changeElement(change)));
}

/**
 * What the wager wins, pushes and loses in one bar.
 * @param {Wire.ParWager} wager
 * @param {boolean} main
 */
function shareChart({ lines }, main) {
  const kinds = main ? ["win", "push", "lose"] : lines.map((_, at) => (at === lines.length - 1 ? "lose" : "win"));
  return barChart(lines.map(({ probability_float: share }, at) => ({ kind: kinds[at], share })));
}

/**
 * @param {Odds} page
 * @param {Wire.ParWager} wager
 * @param {boolean} main
 */
function linesElement(page, wager, main) {
  const last = wager.lines.length - 1;
  return h(
    "div",
    { class: "wide", role: "region", tabindex: "0", "aria-label": `Every outcome of ${nameOf(wager)}` },
    h(
      "table",
      { class: "lines" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          ["Outcome", "Combinations", "Chance", "Pays", "Return"].map((name) => h("th", { scope: "col" }, name)),
        ),
      ),
      h(
        "tbody",
        null,
        wager.lines.map((line, at) =>
          h(
            "tr",
            {
              key: line.name,
              data: { testid: "line", line: line.name, combinations: line.combinations, return: line.return },
            },
            h("th", { scope: "row" }, line.name),
            h("td", { class: "number" }, plain(line.combinations)),
            h("td", { class: "number", title: `exactly ${line.probability}` }, chance(line.probability_float)),
            h(
              "td",
              { class: "number" },
              main ? netElement(page, line, at) : at === last ? netWords(line) : payElement(page, wager, line),
            ),
            h("td", { class: "number", title: `exactly ${line.return}` }, percent(line.return_float, 4)),
          ),
        ),
      ),
    ),
  );
}

/** @param {number} share */
const chance = (share) => (share < 0.0001 ? `1 in ${plain(Math.round(1 / share))}` : percent(share, 4));
