// @ts-check
// One hand in full: every setting with its exact value, and how every book sets it.
// Here: what the page looks at, asking the house, and what people press. Not here: the parts of the page (`picker`,
// `board`, `settings`, `ways`), or the address (`view`). Nothing here knows what a hand is worth: the house sends it.

import { fourColours } from "../shared/cards.js";
import { around, byId, copy } from "../shared/dom.js";
import { ask, askBook, asRefused } from "../shared/request.js";
import { sentence } from "../shared/words.js";
import { drawBoard } from "./board.js";
import { drawPicker, movedInDeck, PILES, randomCards } from "./picker.js";
import { drawSettings } from "./settings.js";
import { savePicture, textOf } from "./share.js";
import { View } from "./view.js";
import { drawWays } from "./ways.js";

/** @import { Pile } from "./view.js" */

const SLOW = 150;
const TYPING = 220;

/** The state of the page. */
export class Page {
  view = new View(new URLSearchParams(location.search));
  /** @type {Wire.BookLine[]} */
  books = [];
  /** @type {Wire.BookCard | null} */
  card = null;
  /** @type {Pile} the pile that cards of the deck go to */
  pile = "hand";
  /** @type {Wire.Analysis | null} */
  found = null;
  /** @type {Wire.BookSetting[] | null} */
  ways = null;
  /** The setting on the board, by its place; none is the one that was played, or the best. @type {number | null} */
  chosen = null;
  /** @type {Record<string, string>} what is wrong, by field */
  wrong = {};
  slow = false;
  /** Whether the deck is open where it would be in the way of the answer. */
  open = false;
  asked = 0;

  /** The setting on the board. */
  get place() {
    return this.chosen ?? this.found?.played ?? this.found?.best ?? 0;
  }

  get dealt() {
    return this.card?.dealt ?? 7;
  }

  /** Every card of the deck. */
  get deck() {
    return this.card?.cards ?? [];
  }
}

const page = new Page();

function draw() {
  drawPicker(page);
  drawBoard(page);
  drawSettings(page);
  drawWays(page);
}

/**
 * Look at something else: the address follows, and the house is asked.
 * @param {string} field what was changed: what is wrong is said beside it
 */
async function look(field) {
  history.replaceState(null, "", page.view.address);
  const asked = ++page.asked;
  const last = page.card?.book;
  page.wrong = {};
  page.chosen = null;
  if (last !== page.view.book) await changeBook(asked);
  if (asked !== page.asked) return;
  if (!page.card || page.view.piles.hand.length < page.dealt) {
    page.found = page.ways = null;
    return draw();
  }
  draw();
  const waiting = setTimeout(() => {
    page.slow = true;
    byId("status").textContent = "Counting every hand the dealer can hold";
    draw();
  }, SLOW);
  await answered(asked, field);
  clearTimeout(waiting);
  if (asked !== page.asked) return;
  page.slow = false;
  byId("status").textContent = page.found ? textOf(page.found)[0] : (page.wrong[field] ?? "");
  draw();
}

/**
 * @param {number} asked
 * @param {string} field
 */
async function answered(asked, field) {
  const { view } = page;
  const ways = ask(
    "GET",
    `/api/house-ways?${new URLSearchParams({ book: view.book, hand: view.piles.hand.join(" ") })}`,
  );
  const silent = ways.catch(() => null);
  try {
    const found = await ask("GET", `/api/analysis?${view.query}`);
    if (asked !== page.asked) return;
    const first = !page.found && !byId("picker").querySelector("input:focus, select:focus");
    if (!page.found) page.open = !first;
    page.found = found;
    draw();
    if (first && asked > 1) byId("board").scrollIntoView({ block: "nearest" });
    const every = await silent;
    if (asked === page.asked) page.ways = every;
  } catch (error) {
    if (asked !== page.asked) return;
    page.found = page.ways = null;
    page.wrong = { [field]: sentence(asRefused(error).message) };
  }
}

/** @param {number} asked */
async function changeBook(asked) {
  const card = await askBook(page.view.book);
  if (asked !== page.asked) return;
  const { view } = page;
  if (!card) {
    page.wrong = { book: `There is no book ${view.book} here.` };
    page.card = null;
    return;
  }
  const changed = page.card && page.card.dealt !== card.dealt;
  page.card = card;
  const known = new Set(page.deck);
  for (const pile of PILES) view.piles[pile] = changed ? [] : view.piles[pile].filter((one) => known.has(one));
  if (changed) view.low = [];
  if (!card.dealer_exposed) view.piles.dealer_cards = [];
  const same = page.books.find(({ book }) => book === view.dealer);
  if (same && same.dealt !== card.dealt) view.dealer = "";
  if (page.pile === "dealer_cards" && !card.dealer_exposed) page.pile = "hand";
  history.replaceState(null, "", view.address);
}

/** Deal a hand at random, and the dealer's where the book shows it first. */
function deal() {
  const { view } = page;
  const exposed = page.card?.dealer_exposed;
  const left = page.deck.filter((card) => !view.piles.dead.includes(card));
  const dealt = randomCards(left, page.dealt * (exposed ? 2 : 1));
  begin(dealt.slice(0, page.dealt), dealt.slice(page.dealt));
}

/**
 * Look at another hand; the way back leads to the one before.
 * @param {string[]} hand
 * @param {string[]} dealers
 */
function begin(hand, dealers) {
  history.pushState(null, "", location.href);
  page.view.lay("hand", hand);
  page.view.lay("dealer_cards", dealers);
  look("hand");
}

/** @param {string} card */
function pick(card) {
  const { view, pile } = page;
  const there = view.pileOf(card);
  const most = pile === "dead" ? page.deck.length : page.dealt;
  if (there === pile) {
    view.takeOut(card);
  } else if (view.piles[pile].length >= most) {
    page.wrong = { [pile]: `All ${most} cards are there. Take one out first.` };
    return draw();
  } else {
    view.takeOut(card);
    view.piles[pile] = [...view.piles[pile], card];
    if (pile === "hand") view.low = [];
  }
  look(pile);
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let typing;

/**
 * Read what was typed or pasted into the field of the pile.
 * @param {string} words
 */
async function read(words) {
  const { pile } = page;
  try {
    const { cards } = await ask("GET", `/api/cards?${new URLSearchParams({ written: words })}`);
    page.view.lay(pile, cards);
    look(pile);
  } catch (error) {
    page.wrong = { [pile]: sentence(asRefused(error).message) };
    draw();
  }
}

/** @type {Record<string, (button: HTMLElement) => void>} */
const ACTS = {
  pick: ({ dataset: { card = "" } }) => pick(card),
  deal,
  example: ({ dataset: { hand = "", dealer = "" } }) => begin(hand.split(" "), dealer.split(" ").filter(Boolean)),
  unfold() {
    page.open = !page.open;
    draw();
  },
  clear() {
    page.view.lay(page.pile, []);
    look(page.pile);
  },
  pile({ dataset: { pile } }) {
    page.pile = /** @type {Pile} */ (pile);
    draw();
  },
  choose({ dataset: { place } }) {
    page.chosen = Number(place);
    draw();
    byId("board").scrollIntoView({ block: "nearest" });
  },
  played() {
    const low = page.found?.settings[page.place].low ?? [];
    const same = page.found?.played === page.place;
    page.view.low = same ? [] : [...low];
    look("hand");
  },
  link: (button) => copy(location.href, button),
  text: (button) => page.found && copy([...textOf(page.found), location.href].join("\n"), button),
  png: () => savePicture(page.view, "png"),
  svg: () => savePicture(page.view, "svg"),
};

document.addEventListener("click", (event) => {
  const button = around(event, "[data-act]");
  if (button) ACTS[button.dataset.act ?? ""]?.(button);
});
document.addEventListener("input", ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return;
  clearTimeout(typing);
  if (target.id === "cards") typing = setTimeout(read, TYPING, target.value);
  if (target.id === "commission") {
    page.view.commission = target.value.trim();
    typing = setTimeout(look, TYPING, "commission");
  }
});
document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLSelectElement)) return;
  if (target.id === "book") page.view.book = target.value;
  if (target.id === "dealer") page.view.dealer = target.value;
  look(target.id);
});
document.addEventListener("keydown", (event) => {
  if (event.target instanceof Element && event.target.closest("#deck") && movedInDeck(event)) return;
  const typed = event.target instanceof Element && event.target.closest("input, select, textarea");
  if (typed || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key.toLowerCase() === "d") deal();
});
addEventListener("popstate", () => {
  page.view = new View(new URLSearchParams(location.search));
  look("hand");
});

fourColours();
draw();
const every = ask("GET", "/api/books").catch(() => []);
await look("hand");
page.books = await every;
draw();
