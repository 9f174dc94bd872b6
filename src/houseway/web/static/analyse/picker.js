// @ts-check
// Choosing what is looked at: the deck, the text field, and the settings around the hand.
// Here: the panel with the deck. Not here: what a press does (`analyse`).

import { cardElement, cardName } from "../shared/cards.js";
import { byId, h, show } from "../shared/dom.js";
import { capital } from "../shared/words.js";

/** @import { Page } from "./analyse.js" */
/** @import { Pile } from "./view.js" */

const SUITS = "shdc";
const JOKER = "Jk";

/** @type {Pile[]} */
export const PILES = ["hand", "dead", "dealer_cards"];
/** @type {Record<Pile, string>} */
const NAMES = { hand: "Your hand", dead: "Dead cards", dealer_cards: "Dealer\u2019s hand" };
/** @type {Record<Pile, string>} */
const LABELS = {
  hand: "Your cards",
  dead: "Dead cards: others you have seen",
  dealer_cards: "The dealer\u2019s cards",
};

/**
 * So many cards, at random.
 * @param {string[]} cards
 * @param {number} number
 */
export function randomCards(cards, number) {
  const left = [...cards];
  return Array.from({ length: number }, () => left.splice(randomBelow(left.length), 1)[0]);
}

/**
 * A random number below a limit, every one as likely: what does not divide evenly is drawn again.
 * @param {number} limit
 * @returns {number}
 */
function randomBelow(limit) {
  const [drawn] = crypto.getRandomValues(new Uint32Array(1));
  return drawn < 2 ** 32 - (2 ** 32 % limit) ? drawn % limit : randomBelow(limit);
}

/** @param {Page} page */
export function drawPicker(page) {
  byId("picker").classList.toggle("folded", Boolean(page.found) && !page.open);
  show(
    byId("picker"),
    bookElement(page),
    pilesElement(page),
    fieldElement(page),
    deckElement(page),
    h(
      "div",
      { class: "picker-acts", key: "acts" },
      h(
        "button",
        { type: "button", class: "main", data: { act: "deal", testid: "deal" } },
        "Deal a hand ",
        h("kbd", null, "D"),
      ),
      h("button", { type: "button", data: { act: "clear" } }, "Clear"),
      page.found
        ? h(
            "button",
            {
              type: "button",
              class: "unfold",
              key: "unfold",
              "aria-expanded": String(page.open),
              data: { act: "unfold" },
            },
            page.open ? "Close the deck" : "Change the cards",
          )
        : null,
    ),
    moreElement(page),
  );
  const field = /** @type {HTMLInputElement} */ (byId("cards"));
  if (field !== document.activeElement) field.value = page.view.piles[page.pile].join(" ");
  const commission = /** @type {HTMLInputElement} */ (byId("commission"));
  if (commission !== document.activeElement) commission.value = page.view.commission;
  /** @type {HTMLSelectElement} */ (byId("book")).value = page.view.book;
  /** @type {HTMLSelectElement} */ (byId("dealer")).value = page.view.dealer;
}

/** @param {Page} page */
function bookElement(page) {
  const known = page.books.some(({ book }) => book === page.view.book);
  const only = known ? null : h("option", { key: page.view.book, value: page.view.book }, page.view.book);
  return h(
    "div",
    { class: "field", key: "book" },
    h("label", { for: "book" }, "Book"),
    h("select", { id: "book" }, only, groupsOf(page.books)),
    wrongElement(page, "book"),
  );
}

/** @param {Wire.BookLine[]} books */
function groupsOf(books) {
  const groups = [...new Set(books.map(({ group }) => group))];
  return groups.map((group) =>
    h(
      "optgroup",
      { key: group, label: group },
      books.filter((one) => one.group === group).map(({ book }) => h("option", { key: book, value: book }, book)),
    ),
  );
}

/** @param {Page} page */
function pilesElement(page) {
  const exposed = page.card?.dealer_exposed;
  const offered = PILES.filter((pile) => pile !== "dealer_cards" || exposed);
  return h(
    "div",
    { class: "piles", key: "piles", role: "group", "aria-label": "Where cards go" },
    offered.map((pile) => {
      const { length } = page.view.piles[pile];
      const of = pile === "dead" ? `${length}` : `${length}/${page.dealt}`;
      const attributes = { type: "button", "aria-pressed": String(page.pile === pile), data: { act: "pile", pile } };
      return h("button", { ...attributes, key: pile }, NAMES[pile], h("span", { class: "number quiet" }, of));
    }),
  );
}

/** @param {Page} page */
function fieldElement(page) {
  const wrong = page.wrong[page.pile];
  return h(
    "div",
    { class: "field", key: "field" },
    h("label", { for: "cards", key: "label" }, LABELS[page.pile]),
    h("input", {
      id: "cards",
      key: "input",
      type: "text",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      placeholder: "Type or paste: As Kd 10h Jk",
      "aria-invalid": wrong ? "true" : null,
      "aria-describedby": wrong ? `wrong-${page.pile}` : null,
    }),
    wrongElement(page, page.pile),
  );
}

/**
 * What is wrong with a field, beside it.
 * @param {Page} page
 * @param {string} field
 */
function wrongElement(page, field) {
  const words = page.wrong[field];
  if (!words) return null;
  return h("p", { class: "wrong", id: `wrong-${field}`, key: `wrong${field}`, role: "alert" }, words);
}

/** @param {Page} page */
function deckElement(page) {
  const deck = page.deck.toReversed(); // the highest first
  const rows = [...SUITS].map((suit) => deck.filter((card) => card.endsWith(suit) && card !== JOKER));
  if (deck.includes(JOKER)) rows[0].push(JOKER);
  return h(
    "div",
    { class: "deck", id: "deck", key: "deck", role: "group", "aria-label": "The deck; arrow keys move" },
    rows.map((cards) =>
      h(
        "div",
        { class: "suit", key: cards[0] },
        cards.map((card) => pickElement(page, card)),
      ),
    ),
  );
}

/**
 * @param {Page} page
 * @param {string} card
 */
function pickElement(page, card) {
  const pile = page.view.pileOf(card);
  const reached = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.card : "";
  const stop = page.deck.includes(reached ?? "") ? reached : page.deck.findLast((one) => one.endsWith("s"));
  return cardElement(card, {
    small: true,
    tag: "button",
    key: card,
    type: "button",
    class: pile ? `in-${pile}` : "",
    "aria-pressed": String(Boolean(pile)),
    "aria-label": pile ? `${cardName(card)}, ${NAMES[pile].toLowerCase()}` : cardName(card),
    tabindex: card === stop ? "0" : "-1",
    data: { act: "pick", card },
  });
}

/**
 * Move the focus within the deck with the arrow keys; whether the key did.
 * @param {KeyboardEvent} event
 */
export function movedInDeck(event) {
  const cards = /** @type {HTMLElement[]} */ ([...byId("deck").querySelectorAll("button")]);
  const at = cards.indexOf(/** @type {HTMLElement} */ (event.target));
  const { left, top } = cards[at].getBoundingClientRect();
  /** @param {number} way */
  const across = (way) => {
    const rows = cards.map((card) => [card, card.getBoundingClientRect()]);
    const found = rows.filter(([, box]) => Math.abs(/** @type {DOMRect} */ (box).left - left) < 4);
    const order = found.map(([card]) => /** @type {HTMLElement} */ (card));
    return order[order.indexOf(cards[at]) + way];
  };
  /** @type {Record<string, HTMLElement | undefined>} */
  const next = {
    ArrowLeft: cards[at - 1],
    ArrowRight: cards[at + 1],
    ArrowUp: Number.isFinite(top) ? across(-1) : undefined,
    ArrowDown: across(1),
    Home: cards[0],
    End: cards.at(-1),
  };
  if (!(event.key in next)) return false;
  event.preventDefault();
  const to = next[event.key];
  if (to) {
    for (const card of cards) card.tabIndex = card === to ? 0 : -1;
    to.focus();
  }
  return true;
}

/** @param {Page} page */
function moreElement(page) {
  const { dealer, commission, book } = page.view;
  const alike = page.books.filter(
    (one) => one.dealt === page.dealt && one.deck === page.card?.deck && one.book !== book,
  );
  return h(
    "details",
    { class: "more", key: "more", open: Boolean(dealer || commission) },
    h("summary", null, "Another dealer or commission"),
    h(
      "div",
      { class: "field", key: "dealer" },
      h("label", { for: "dealer" }, "The dealer sets by"),
      h("select", { id: "dealer" }, h("option", { key: "same", value: "" }, "the same book"), groupsOf(alike)),
      wrongElement(page, "dealer"),
    ),
    h(
      "div",
      { class: "field", key: "commission" },
      h("label", { for: "commission" }, "Commission"),
      h("input", {
        id: "commission",
        type: "text",
        inputmode: "decimal",
        autocomplete: "off",
        placeholder: `${capital(commissionWords(page))}; try 4% or 1/20`,
        "aria-invalid": page.wrong["commission"] ? "true" : null,
        "aria-describedby": page.wrong["commission"] ? "wrong-commission" : null,
      }),
      wrongElement(page, "commission"),
    ),
  );
}

/** @param {Page} page */
function commissionWords(page) {
  const main = page.card?.wagers.find((wager) => wager.main);
  const [part, whole] = (main?.commission ?? "0/1").split("/").map(Number);
  return part ? `the book\u2019s ${(100 * part) / whole}%` : "the book has none";
}
