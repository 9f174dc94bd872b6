// @ts-check
// The trainer's page.
// Here: drawing the hand, the verdict and the choices, and what buttons and keys do. Not here: what is asked or counted
// (`trainer`), or the parts of the page (`arranging`, `verdict`, `side`).

import { fourColours } from "../shared/cards.js";
import { around, byId, h, show } from "../shared/dom.js";
import { asRefused } from "../shared/request.js";
import { capital, sentence } from "../shared/words.js";
import * as answers from "./answers.js";
import { arrangingElement, dealerElement, whyNot } from "./arranging.js";
import { glide } from "./glide.js";
import { keepForOffline } from "./offline.js";
import { sideElement } from "./side.js";
import { DRILLS, Trainer } from "./trainer.js";
import { bestPlayVerdict, headlineElement, houseWayVerdict } from "./verdict.js";

const SAID_FOR = 3500;
const TRIED_EVERY = 15_000;
const trainer = new Trainer();
let saidUntil = 0;

trainer.say = (words) => {
  show(byId("said"), h("p", { class: "banner" }, sentence(words)));
  clearTimeout(saidUntil);
  saidUntil = setTimeout(() => show(byId("said")), SAID_FOR);
};
trainer.draw = () => glide(byId("felt"), draw);

function draw() {
  const { hands, problem, arranging } = trainer;
  document.body.dataset.state = problem ? "problem" : arranging ? (trainer.verdict ? "answered" : "asking") : "loading";
  show(byId("who"), trainer.name ? h("bdi", null, trainer.name) : "Not signed in");
  show(byId("choice"), hands ? choiceElement() : null);
  show(byId("felt"), problem ? problemElement(problem) : feltElement());
  show(byId("side"), hands ? sideElement(trainer) : null);
}

/** @param {string} problem */
function problemElement(problem) {
  return [
    h("p", { class: "loading" }, sentence(problem)),
    h("button", { type: "button", data: { act: "again" } }, "Try again"),
  ];
}

function choiceElement() {
  const { books, hands, drill, level } = trainer;
  const levels = trainer.arranging?.asked.pack.levels ?? [];
  const groups = [...new Set(books.map(({ group }) => group))];
  /** @param {Wire.TrainBook} book */
  const option = ({ book, title }) =>
    h("option", { value: book, selected: book === hands?.book.book }, `${title} (${book})`);
  return [
    h(
      "div",
      { class: "drills", role: "group", "aria-label": "Drill", key: "drills" },
      DRILLS.map((each) =>
        h(
          "button",
          { type: "button", key: each, "aria-pressed": String(each === drill), data: { act: "drill", drill: each } },
          capital(each),
        ),
      ),
    ),
    h("label", { class: "away", for: "book", key: "book-label" }, "Book"),
    h(
      "select",
      { id: "book", key: "book", data: { choose: "book" } },
      groups.map((group) =>
        h("optgroup", { label: group || "Books" }, books.filter((each) => each.group === group).map(option)),
      ),
    ),
    h("label", { class: "away", for: "level", key: "level-label" }, "Difficulty"),
    h(
      "select",
      { id: "level", key: "level", data: { choose: "level" } },
      h("option", { value: 0, selected: !level }, "Any level"),
      levels.map((words, at) => h("option", { value: at + 1, selected: level === at + 1 }, capital(words))),
    ),
  ];
}

function feltElement() {
  const { arranging, verdict, drill } = trainer;
  if (!arranging) return h("p", { class: "loading" }, "Shuffling up");
  const { asked } = arranging;
  const { pack, hand } = asked;
  const dealer = drill === "best play" && pack.dealer_seen ? dealerElement(hand.dealer) : null;
  const told = drill === "best play" ? "Set this hand as well as it can be" : "Set this hand the house way";
  const level = pack.levels[hand.level - 1];
  const task = trainer.review.length ? `${told}. ${trainer.review.length} more to review` : told;
  return [
    h(
      "header",
      { class: "task", key: "task" },
      verdict ? headlineElement(asked, drill, verdict) : h("p", { class: "task-words", key: "words" }, task),
      h("p", { class: "level", title: "By the gap between the best setting and the next" }, [
        h(
          "span",
          { class: "dots", "aria-hidden": "true", data: { level: hand.level } },
          pack.levels.map(() => h("i")),
        ),
        capital(level),
      ]),
    ),
    dealer,
    verdict ? null : arrangingElement(arranging),
    verdict
      ? (drill === "best play" ? bestPlayVerdict : houseWayVerdict)(asked, verdict)
      : h("p", { class: `hint ${arranging.foul ? "foul" : ""}`, key: "hint", data: { testid: "hint" } }, hintWords()),
    h("div", { class: "acts stays", key: "acts" }, actElements()),
  ];
}

function hintWords() {
  const { arranging } = trainer;
  if (!arranging || (!arranging.low.length && !arranging.before.length)) return "Tap the cards of the low hand";
  return whyNot(arranging);
}

function actElements() {
  const { arranging, verdict } = trainer;
  if (verdict && arranging) {
    const more = trainer.online
      ? h("a", { class: "button", key: "more", href: analyseAddress(arranging.asked) }, "Analyse")
      : null;
    return [more, act("confirm", "Next hand", "\u21b5", "main")];
  }
  const ready = arranging && !whyNot(arranging);
  return [
    act("undo", "Undo", "\u232b", arranging?.before.length ? "" : "off"),
    act("show", "Show me", "H"),
    act("confirm", "Set", "\u21b5", ready ? "main" : "main not-yet"),
  ];
}

/**
 * The address at which a hand is analysed.
 * @param {import("./packs.js").Asked} asked
 */
function analyseAddress({ pack, hand }) {
  const query = new URLSearchParams({ book: pack.book, hand: hand.cards.join(" ") });
  if (hand.dealer.length) query.set("dealer_cards", hand.dealer.join(" "));
  return `/analyse?${query}`;
}

/**
 * @param {string} name
 * @param {string} words
 * @param {string} key
 * @param {string} [look]
 */
function act(name, words, key, look = "") {
  const attributes = { type: "button", class: look, key: name, disabled: look === "off", data: { act: name } };
  return h("button", attributes, words, h("kbd", { "aria-hidden": "true" }, key));
}

/** @type {Record<string, (button: HTMLElement) => void>} */
const ACTS = {
  card: (button) => tap(button.dataset.card ?? ""),
  confirm: () => trainer.confirm(),
  undo: () => trainer.arranging?.undo() && trainer.draw(),
  show: () => trainer.showMe(),
  drill: (button) => trainer.choose(/** @type {Wire.Drill} */ (button.dataset.drill)),
  review: () => trainer.reviewMissed(),
  again: () => start(),
  adopt: () => {
    answers.adopt(trainer.name);
    trainer.draw();
    trainer.sync();
  },
  drop: () => {
    answers.dropNobodys();
    trainer.draw();
  },
};

/** @param {string} card */
function tap(card) {
  const { arranging, verdict } = trainer;
  if (!arranging?.cards.includes(card) || verdict) return;
  if (arranging.toggle(card)) trainer.draw();
  else trainer.say(`The low hand holds ${arranging.size} cards; tap one to take it back`);
}

document.addEventListener("click", (event) => {
  const button = around(event, "[data-act]");
  if (!button) return;
  ACTS[button.dataset.act ?? ""]?.(button);
  if (event.detail && !button.matches(".card")) byId("felt").focus({ preventScroll: true }); // the keys go on working
});

document.addEventListener("change", (event) => {
  const field = /** @type {HTMLSelectElement | null} */ (around(event, "[data-choose]"));
  if (field?.dataset.choose === "level") trainer.limit(Number(field.value));
  const book = trainer.books.find((each) => each.book === field?.value);
  if (field?.dataset.choose === "book" && book) take(book);
});

/** @param {Wire.TrainBook} book */
async function take(book) {
  try {
    await trainer.take(book);
    await trainer.sync();
  } catch (error) {
    trainer.say(asRefused(error).message); // the book before it stays
    trainer.draw();
  }
}

/** @type {Record<string, string>} */
const KEYS = { Enter: "confirm", Backspace: "undo", h: "show", H: "show" };

addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || around(event, "input, select, textarea")) return;
  const digit = /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
  const name = KEYS[event.key];
  const button = around(event, "button, a, summary");
  if (event.key === "Enter" && button && !button.matches(".card")) return;
  if (digit) tap(trainer.arranging?.cards[digit - 1] ?? "");
  else if (name) ACTS[name](document.body);
  else return;
  event.preventDefault();
});

addEventListener("online", () => trainer.sync());

/** @param {() => Promise<unknown>} work */
async function guarded(work) {
  try {
    await work();
  } catch (error) {
    trainer.problem = asRefused(error).message;
    trainer.draw();
  }
}

function start() {
  trainer.problem = "";
  return guarded(() => trainer.open());
}

setInterval(() => trainer.online || trainer.sync(), TRIED_EVERY);

fourColours();
await start();
keepForOffline(trainer.hands?.addresses ?? []);
