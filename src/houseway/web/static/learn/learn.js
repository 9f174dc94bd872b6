// @ts-check
// How to play, in sixty seconds.
// Here: the lesson's page: one hand, dealt, set, compared and explained. Not here: what the steps say (`steps`), or
// what comes of a setting: the house sends that with the hand.

import { cardElement, fourColours } from "../shared/cards.js";
import { around, byId, h, show } from "../shared/dom.js";
import { ask, asRefused } from "../shared/request.js";
import { sentence } from "../shared/words.js";
import { Arranging, arrangingElement, bothElement, setElement, whyNot } from "./arranging.js";
import { glide } from "./glide.js";
import { handsOf } from "./packs.js";
import { RESULTS, STEPS, TITLES, wordsOf } from "./steps.js";
import { clauseElement, waysElement } from "./verdict.js";

/** @import { StepName } from "./steps.js" */

const FELT = byId("felt");
/** @type {Wire.Lesson | null} */
let lesson = null;
let arranging = /** @type {Arranging | null} */ (null);
let at = 0;
let dealt = false;
let compared = -1;
let problem = "";
const found = new Set();

/** @returns {StepName} */
const step = () => STEPS[at];

function draw() {
  glide(FELT, () =>
    show(
      FELT,
      problem ? problemElement() : lesson ? stepElement(lesson) : h("p", { class: "loading" }, "Shuffling up"),
    ),
  );
  document.body.dataset.step = step();
}

function problemElement() {
  return [
    h("p", { class: "loading" }, sentence(problem)),
    h("button", { type: "button", data: { act: "again" } }, "Try again"),
  ];
}

/** @param {Wire.Lesson} known */
function stepElement(known) {
  return [
    h(
      "ol",
      { class: "steps", key: "steps", "aria-label": "Steps" },
      STEPS.map((each, place) =>
        h("li", { key: each, "aria-current": place === at ? "step" : null, class: place < at ? "done" : "" }, [
          h("span", { class: "away" }, `${TITLES[each]}${place < at ? ", done" : ""}`),
        ]),
      ),
    ),
    h(
      "div",
      { class: "told", key: `told ${step()}` },
      h("h2", null, TITLES[step()]),
      h("p", null, wordsOf(step(), known)),
    ),
    h("div", { class: "shown", key: "shown" }, shownElements(known)),
    h(
      "p",
      { class: `hint ${arranging?.foul ? "foul" : ""}`, key: "hint", role: "status", data: { testid: "hint" } },
      hintWords(),
    ),
    h("div", { class: "acts stays", key: "acts" }, actElements()),
  ];
}

/** @param {Wire.Lesson} known */
function shownElements(known) {
  const [asked] = handsOf(known.pack);
  if (step() === "deal") return h("div", { class: "row dealt", key: "dealt" }, dealtCards(asked.hand.cards));
  if (step() === "why") {
    const { hand, pack } = asked;
    return [
      setElement(asked, hand.house_way, { small: true }),
      clauseElement(pack.clauses[hand.clause]),
      waysElement(asked, -1),
    ];
  }
  const result = compared >= 0 ? known.compared[compared] : null;
  if (!result) return arranging && arrangingElement(arranging);
  const { low, high, low_name: lowName, high_name: highName } = known.dealer;
  return [
    sideOf("Dealer", bothElement({ low, high, lowName, highName }, { small: true, key: "dealer" })),
    sideOf("You", setElement(asked, compared, { small: true, key: "own", marks: result })),
    h(
      "p",
      { class: `result ${result.result}`, key: "result", role: "status", data: { testid: "result" } },
      resultWords(result),
    ),
    step() === "push" ? foundElement() : null,
  ];
}

/** @param {string[]} cards */
const dealtCards = (cards) =>
  cards.map((card, index) =>
    cardElement(dealt ? card : "", { key: `card ${index}`, index, class: dealt ? "turned" : "" }),
  );

/**
 * @param {string} who
 * @param {HTMLElement} hand
 */
const sideOf = (who, hand) => h("div", { class: "compared", key: who }, h("h3", null, who), hand);

/** @param {Wire.Compared} result */
function resultWords({ result }) {
  const known = RESULTS.find((each) => each.result === result);
  return known ? `${known.words}: ${known.why}` : "";
}

function foundElement() {
  return h(
    "ul",
    { class: "found", key: "found", "aria-label": "Results found" },
    RESULTS.map(({ result, words }) =>
      h(
        "li",
        { key: result, class: found.has(result) ? `${result} yes` : "" },
        found.has(result) ? "\u2713 " : "",
        words,
      ),
    ),
  );
}

function hintWords() {
  if (!arranging || step() === "deal" || step() === "why" || compared >= 0) return "";
  const why = whyNot(arranging);
  if (step() === "foul" && !arranging.foul)
    return arranging.low.length === arranging.size ? "That one is fine. Put both kings low" : why;
  if (arranging.foul)
    return step() === "foul" ? `${why}. The table never lets you send it` : `${why}. Tap a card to take it back`;
  return why;
}

function actElements() {
  if (step() === "deal") return main(dealt ? "next" : "deal", dealt ? "Next" : "Deal");
  if (step() === "why") {
    return [
      h("a", { class: "button", key: "table", href: "/" }, "Sit at a table"),
      h("a", { class: "button main", key: "train", href: "/train" }, "Train the house way"),
    ];
  }
  if (compared >= 0) {
    return step() === "compare"
      ? main("next", "Next")
      : [plain("retry", "Set it again"), main("next", found.size === RESULTS.length ? "All three. Next" : "Next")];
  }
  if (step() === "foul") return main("next", "Next", !arranging?.foul);
  const ready = arranging && !whyNot(arranging);
  const sets = step() === "set" ? main("next", "Next", !ready) : main("compare", "Set", !ready);
  return [plain("undo", "Undo", !arranging?.before.length), sets];
}

/**
 * @param {string} name
 * @param {string} words
 * @param {boolean | null} [off]
 */
function main(name, words, off = false) {
  const look = off ? "main not-yet" : "main";
  return h(
    "button",
    { type: "button", class: look, key: "main", "aria-disabled": off ? "true" : null, data: { act: name } },
    words,
    [h("kbd", { "aria-hidden": "true" }, "\u21b5")],
  );
}

/**
 * @param {string} name
 * @param {string} words
 * @param {boolean} [off]
 */
const plain = (name, words, off = false) =>
  h("button", { type: "button", key: name, disabled: off, data: { act: name } }, words);

function again() {
  if (lesson) arranging = new Arranging(handsOf(lesson.pack)[0]);
  compared = -1;
}

/** @type {Record<string, (button: HTMLElement) => void>} */
const ACTS = {
  deal: () => {
    dealt = true;
  },
  next: () => {
    at = Math.min(at + 1, STEPS.length - 1);
    if (step() !== "push") again();
    FELT.focus({ preventScroll: true });
    scrollTo(0, 0);
  },
  card: (button) => {
    if (compared < 0) arranging?.toggle(button.dataset.card ?? "");
  },
  undo: () => arranging?.undo(),
  retry: again,
  compare: () => {
    if (!lesson || !arranging) return;
    compared = arranging.place;
    found.add(lesson.compared[compared]?.result);
  },
  again: () => start(),
};

/** @param {HTMLElement} button */
function press(button) {
  if (button.getAttribute("aria-disabled") === "true") return;
  ACTS[button.dataset.act ?? ""]?.(button);
  draw();
}

document.addEventListener("click", (event) => {
  const button = around(event, "[data-act]");
  if (button) press(button);
});

addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const card = /^[1-9]$/.test(event.key)
    ? FELT.querySelector(`.playable[data-card="${arranging?.cards[Number(event.key) - 1]}"]`)
    : null;
  const wanted = event.key === "Enter" ? "button.main" : event.key === "Backspace" ? "[data-act=undo]" : "";
  const within = around(event, "button, a");
  if (wanted === "button.main" && within && !within.matches(".card")) return;
  const button = /** @type {HTMLElement | null} */ (card ?? (wanted ? FELT.querySelector(wanted) : null));
  if (!button) return;
  press(button);
  event.preventDefault();
});

async function start() {
  problem = "";
  draw();
  try {
    lesson = await ask("GET", "/api/train/lesson");
    again();
  } catch (error) {
    problem = asRefused(error).message;
  }
  draw();
}

fourColours();
await start();
