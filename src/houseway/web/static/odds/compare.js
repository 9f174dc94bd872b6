// @ts-check
// Another book beside this one: the hands they set differently, what they cost, and an example of each kind to look at.
// Here: this part of the page. Not here: asking for it (`book`).

import { cardElement, laidOut } from "../shared/cards.js";
import { byId, h, show } from "../shared/dom.js";
import { plain } from "../shared/words.js";
import { percent } from "./charts.js";

/** @import { Odds } from "./book.js" */

/** @param {Odds} page */
export function drawCompare(page) {
  const alike = page.books.filter(
    ({ book, deck, dealt }) => book !== page.book && deck === page.card?.deck && dealt === page.card?.dealt,
  );
  show(
    byId("compare"),
    h("h2", { id: "compare-head" }, "Beside another book"),
    alike.length
      ? h(
          "div",
          { class: "field", key: "field" },
          h("label", { for: "with" }, "Compare with"),
          h(
            "select",
            { id: "with" },
            h("option", { key: "none", value: "" }, "no other book"),
            alike.map(({ book }) => h("option", { key: book, value: book }, book)),
          ),
        )
      : h("p", { class: "quiet", key: "none" }, "No other book deals the same cards."),
    page.wrong["with"] ? h("p", { class: "wrong", role: "alert", key: "wrong" }, page.wrong["with"]) : null,
    h("div", { id: "compared", key: "compared", data: { kept: "" } }),
    h("div", { id: "comparing", key: "comparing", role: "status", data: { kept: "" } }),
  );
  const field = /** @type {HTMLSelectElement | null} */ (document.getElementById("with"));
  if (field) field.value = page.other;
}

/**
 * Look at the next kind of hand, or the one before.
 * @param {Odds} page
 * @param {number} by
 */
export function stepped(page, by) {
  const kinds = page.compared?.pairs.length ?? 0;
  if (kinds) page.place = (page.place + by + kinds) % kinds;
}

/** @param {Odds} page */
export function drawCompared(page) {
  const { compared } = page;
  show(byId("compared"), compared ? comparedElement(page, compared) : null);
}

/**
 * @param {Odds} page
 * @param {Wire.ComparedBooks} compared
 */
function comparedElement(page, compared) {
  const [first, second] = compared.books;
  const share = (100 * compared.different) / compared.hands;
  return [
    h(
      "p",
      { class: "lead", key: "lead", data: { testid: "different", hands: compared.different } },
      compared.different
        ? `${first} and ${second} set ${plain(compared.different)} hands differently, ${share.toPrecision(3)}% of all.`
        : `${first} and ${second} set every hand alike.`,
    ),
    page.priced ? edgesElement(page.priced, first, second) : null,
    compared.pairs.length ? exampleElement(page, compared) : null,
  ];
}

/**
 * @param {Wire.PricedDifference} priced
 * @param {string} first
 * @param {string} second
 */
function edgesElement({ edges, cost, cost_float: costs }, first, second) {
  /**
   * @param {string} player
   * @param {string} dealer
   */
  const edge = (player, dealer) => edges.find((one) => one.player === player && one.dealer === dealer);
  return h(
    "div",
    { class: "edges", key: "edges" },
    h(
      "table",
      { class: "overview" },
      h("caption", null, "House edge of the main wager"),
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          ["Player", `Dealer of ${first}`, `Dealer of ${second}`].map((name) => h("th", { scope: "col" }, name)),
        ),
      ),
      h(
        "tbody",
        null,
        [first, second].map((player) =>
          h(
            "tr",
            { key: player },
            h("th", { scope: "row" }, `sets by ${player}`),
            [first, second].map((dealer) => edgeElement(edge(player, dealer), dealer)),
          ),
        ),
      ),
    ),
    h(
      "p",
      { data: { testid: "cost", cost } },
      `Setting by ${second} against the dealer of ${first} ${costs > 0 ? "costs" : "gains"} the player `,
      h("b", { title: `exactly ${cost}` }, percent(Math.abs(costs), 6)),
      " of the bet.",
    ),
  );
}

/**
 * @param {Wire.EdgeBetween | undefined} edge
 * @param {string} key
 */
function edgeElement(edge, key) {
  const exact = edge?.house_edge ?? "";
  return h(
    "td",
    { class: "number", key, title: `exactly ${exact}`, data: { edge: exact } },
    percent(edge?.house_edge_float ?? 0, 6),
  );
}

/**
 * One kind of hand: the clauses of both books, an example as each sets it, and what the second setting costs.
 * @param {Odds} page
 * @param {Wire.ComparedBooks} compared
 */
function exampleElement(page, compared) {
  const pair = compared.pairs[page.place];
  const cost = page.priced?.pairs.find(({ clauses }) => clauses.join() === pair.clauses.join());
  const kinds = compared.pairs.length;
  return h(
    "section",
    {
      class: "example panel",
      key: "example",
      "aria-label": "Hands set differently",
      data: { testid: "example", hands: pair.hands },
    },
    h(
      "div",
      { class: "stepper" },
      h("button", { type: "button", disabled: kinds < 2, data: { act: "previous" } }, "Previous"),
      h(
        "p",
        { role: "status" },
        h("b", null, `${page.place + 1} of ${kinds}`),
        ` kinds: ${plain(pair.hands)} such hands`,
      ),
      h("button", { type: "button", disabled: kinds < 2, data: { act: "next" } }, "Next"),
    ),
    h(
      "div",
      { class: "sides" },
      pair.settings.map((setting, at) => sideElement(compared.books[at], pair.clauses[at], setting, pair.example)),
    ),
    cost
      ? h(
          "p",
          { data: { testid: "each", cost: cost.each } },
          cost.cost_float > 0 ? `${compared.books[1]} gives up ` : `${compared.books[1]} gains `,
          h("b", { title: `exactly ${cost.each}` }, percent(Math.abs(cost.each_float), 3)),
          ` of the bet on such a hand; ${percent(Math.abs(cost.cost_float), 6)} over all hands.`,
        )
      : null,
  );
}

/**
 * @param {string} book
 * @param {string} clause
 * @param {Wire.NamedSetting} setting
 * @param {string[]} hand
 */
function sideElement(book, clause, { low, high, low_name: below, high_name: above }, hand) {
  const query = new URLSearchParams({ book, hand: hand.join(" "), low: low.join(" ") });
  return h(
    "section",
    { key: book, "aria-label": book },
    h("h3", null, book, " ", h("span", { class: "quiet" }, clause)),
    h("div", { class: "example-cards" }, cardsElement(low), cardsElement(high)),
    h("p", null, `${below} under ${above.toLowerCase()}. `, h("a", { href: `/analyse?${query}` }, "Analyse")),
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
