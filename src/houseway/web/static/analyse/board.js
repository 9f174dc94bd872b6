// @ts-check
// The felt: the cards that are chosen, and then the setting that is looked at with what it is worth.
// Here: the board at the top. Not here: the list of all settings (`settings`).

import { cardElement, laidOut } from "../shared/cards.js";
import { byId, h, show } from "../shared/dom.js";
import { givenUpWords, gradeElement, signed } from "../shared/grade.js";
import { capital, plain } from "../shared/words.js";
import { barElement, outcomeWord } from "./settings.js";

/** @import { Page } from "./analyse.js" */

/** @param {Page} page */
export function drawBoard(page) {
  const board = byId("board");
  board.classList.toggle("counting", page.slow);
  board.setAttribute("aria-busy", String(page.slow));
  show(board, page.found ? answerElement(page, page.found) : emptyElement(page));
}

/** @param {Page} page */
function emptyElement(page) {
  const { hand } = page.view.piles;
  const missing = page.dealt - hand.length;
  const slots = Array.from({ length: Math.max(page.dealt, hand.length) }, (_, at) => hand[at] ?? "");
  const words = page.slow ? "Counting every hand the dealer can hold" : waitingWords(page, missing);
  return h(
    "div",
    { class: "empty", key: "empty" },
    h(
      "div",
      { class: "slots" },
      slots.map((card, at) =>
        card ? slotElement(card) : h("span", { class: "slot", key: `slot${at}`, "aria-hidden": "true" }),
      ),
    ),
    h("p", { class: "empty-words", data: { testid: "waiting" } }, words),
  );
}

/** @param {string} card */
function slotElement(card) {
  return cardElement(card, { tag: "button", key: card, type: "button", data: { act: "pick", card } });
}

/**
 * @param {Page} page
 * @param {number} missing
 */
function waitingWords(page, missing) {
  if (missing <= 0) return page.wrong["hand"] ?? "";
  if (missing === page.dealt) return `Pick ${page.dealt} cards, paste them, or deal a hand.`;
  return missing === 1 ? "One more card." : `${missing} more cards.`;
}

/**
 * @param {Page} page
 * @param {Wire.Analysis} found
 */
function answerElement(page, found) {
  const setting = found.settings[page.place];
  return h(
    "div",
    { class: "answer", key: "answer" },
    found.dealer_hand ? dealerElement(found.dealer_hand) : null,
    h(
      "div",
      { class: "hands", key: "hands" },
      handElement("High", setting.high, setting.high_name),
      handElement("Low", setting.low, setting.low_name),
    ),
    h(
      "div",
      { class: "verdict", key: "verdict" },
      h(
        "p",
        { class: "value", data: { testid: "value", ev: setting.ev }, title: `exactly ${setting.ev}` },
        found.deals === 1 ? outcomeWord(found, setting) : signed(setting.ev_float),
        h("span", null, found.deals === 1 ? `${signed(setting.ev_float, 2)} per chip` : "per chip"),
      ),
      h(
        "div",
        { class: "verdict-words" },
        h("p", { data: { testid: "verdict" } }, verdictWords(page, found)),
        marks(page, found),
      ),
    ),
    found.deals === 1 ? null : barElement(found, setting, "bar"),
    h("p", { class: "quiet against", key: "against" }, againstWords(found)),
  );
}

/** @param {Wire.DealersHand} hand */
function dealerElement(hand) {
  return h(
    "div",
    { class: "dealers", key: "dealers", data: { testid: "dealer-hand" } },
    handElement("Dealer, high", hand.high, hand.high_name),
    handElement("Dealer, low", hand.low, hand.low_name),
    hand.push ? h("p", { class: "pushes" }, `${capital(hand.push)}: the main wager pushes.`) : null,
  );
}

/**
 * @param {string} label
 * @param {string[]} cards
 * @param {string} name
 */
function handElement(label, cards, name) {
  return h(
    "section",
    { class: `hand of-${cards.length}`, key: label, "aria-label": label },
    h("h2", null, label),
    h(
      "div",
      { class: "cards" },
      laidOut(cards).map((card, index) => cardElement(card, { key: card, index })),
    ),
    h("p", null, name),
  );
}

/**
 * @param {Page} page
 * @param {Wire.Analysis} found
 */
function verdictWords(page, found) {
  const { place } = page;
  const setting = found.settings[place];
  const way = found.settings[found.house_way];
  if (place === found.played) return givenUpWords(setting.given_up_float);
  if (place !== found.best) return givenUpWords(setting.given_up_float, "This setting gives up");
  if (!way.given_up_float) return "The best setting. The house way is as good.";
  return `The best setting. ${givenUpWords(way.given_up_float, "The house way gives up")}`;
}

/**
 * @param {Page} page
 * @param {Wire.Analysis} found
 */
function marks(page, found) {
  const { place } = page;
  const setting = found.settings[place];
  const played = place === found.played;
  return h(
    "div",
    { class: "marks" },
    gradeElement(setting.grade),
    place === found.house_way ? h("span", { class: "mark" }, "House way") : null,
    h(
      "button",
      { type: "button", class: "plain", "aria-pressed": String(played), data: { act: "played", testid: "played" } },
      played ? "You played this" : "I played this",
    ),
  );
}

/** @param {Wire.Analysis} found */
function againstWords(found) {
  const dealer = found.dealer === found.book ? "the dealer" : `the dealer of ${found.dealer}`;
  const [part, whole] = found.commission.split("/").map(Number);
  const less = part ? `, less ${(100 * part) / whole}% commission on wins` : "";
  if (found.deals === 1) return `Against the hand ${dealer} holds${less}.`;
  const dead = found.dead.length
    ? ` without ${plain(found.dead.length)} dead ${found.dead.length > 1 ? "cards" : "card"}`
    : "";
  return `Against all ${plain(found.deals)} hands ${dealer} can hold${dead}${less}. Every one is counted.`;
}
