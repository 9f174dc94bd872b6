// @ts-check
// The page of the Daily ten.
// Here: drawing the hand, and the ten squares. Not here: the hands and what was set (`ten`), the result and the
// standings (`standings`).

import { fourColours } from "../shared/cards.js";
import { around, byId, copy, h, show } from "../shared/dom.js";
import { asRefused } from "../shared/request.js";
import { capital, sentence } from "../shared/words.js";
import { arrangingElement, whyNot } from "./arranging.js";
import { glide } from "./glide.js";
import { placeOf } from "./packs.js";
import { resultElement, sideElements } from "./standings.js";
import { Ten } from "./ten.js";
import { bestPlayVerdict, headlineElement } from "./verdict.js";

const SAID_FOR = 3500;
const ten = new Ten();
let problem = "";
let saidUntil = 0;

/** @param {string} words */
function say(words) {
  show(byId("said"), h("p", { class: "banner" }, sentence(words)));
  clearTimeout(saidUntil);
  saidUntil = setTimeout(() => show(byId("said")), SAID_FOR);
}

function draw() {
  glide(byId("felt"), () => {
    document.body.dataset.state = problem
      ? "problem"
      : ten.shown >= 0
        ? "answered"
        : ten.arranging
          ? "asking"
          : "finished";
    show(byId("who"), ten.name ? h("bdi", null, ten.name) : "Not signed in");
    show(byId("squares"), squareElements());
    show(byId("felt"), feltElement());
    show(byId("side"), sideElements(ten));
  });
}

function squareElements() {
  const now = ten.shown >= 0 ? ten.shown : (ten.arranging?.asked.hand.number ?? -1);
  return ten.hands.map(({ hand: { number } }) => {
    const grade = ten.done.get(number)?.result.grade;
    const words = `Hand ${number + 1}, ${grade ?? (number === now ? "now" : "to come")}`;
    const data = { grade: grade ?? null, now: number === now || null };
    return h(
      "li",
      { key: number, data },
      h("span", { class: "away" }, words),
      h("span", { "aria-hidden": "true" }, number + 1),
    );
  });
}

function feltElement() {
  if (problem) {
    return [
      h("p", { class: "loading" }, sentence(problem)),
      h("button", { type: "button", data: { act: "again" } }, "Try again"),
    ];
  }
  if (ten.shown >= 0) return answeredElement(ten.shown);
  if (ten.arranging) return askedElement(ten.arranging);
  return ten.daily ? resultElement(ten, ten.daily) : h("p", { class: "loading" }, "Shuffling up");
}

/** @param {number} number */
function answeredElement(number) {
  const set = ten.done.get(number);
  if (!set) return null;
  const { asked, result } = set;
  const verdict = { at: placeOf(asked, result.low), right: result.grade === "best", shown: false };
  const next = ten.finished ? "See your result" : "Next hand";
  return [
    h("header", { class: "task", key: "task" }, headlineElement(asked, "best play", verdict)),
    bestPlayVerdict(asked, verdict),
    h("div", { class: "acts stays", key: "acts" }, act("next", next, "\u21b5", "main")),
  ];
}

/** @param {import("./arranging.js").Arranging} arranging */
function askedElement(arranging) {
  const { pack, hand } = arranging.asked;
  const ready = !whyNot(arranging) && !ten.busy;
  const begun = arranging.low.length || arranging.before.length;
  return [
    h(
      "header",
      { class: "task", key: "task" },
      h(
        "p",
        { class: "task-words", key: "words" },
        `Hand ${hand.number + 1} of ${ten.hands.length}: as well as it can be`,
      ),
      h("p", { class: "level", key: "level", title: "By the gap between the best setting and the next" }, [
        h(
          "span",
          { class: "dots", "aria-hidden": "true", data: { level: hand.level } },
          pack.levels.map(() => h("i")),
        ),
        capital(pack.levels[hand.level - 1]),
      ]),
    ),
    arrangingElement(arranging),
    h(
      "p",
      { class: `hint ${arranging.foul ? "foul" : ""}`, key: "hint", data: { testid: "hint" } },
      begun ? whyNot(arranging) : "One try a hand. Tap the cards of the low hand",
    ),
    h("div", { class: "acts stays", key: "acts" }, [
      act("undo", "Undo", "\u232b", arranging.before.length ? "" : "off"),
      act("set", "Set", "\u21b5", ready ? "main" : "main not-yet"),
    ]),
  ];
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

/** @type {Record<string, (button: HTMLElement) => unknown>} */
const ACTS = {
  card: (button) => tap(button.dataset.card ?? ""),
  undo: () => ten.arranging?.undo(),
  set: () => {
    const why = ten.arranging ? whyNot(ten.arranging) : "";
    return why ? say(why) : ten.set();
  },
  next: () => ten.next(),
  look: (button) => {
    ten.shown = Number(button.dataset.number);
  },
  share: (button) => copy(ten.text, button),
  adopt: () => ten.adopt(),
  drop: () => ten.drop(),
  again: () => start(),
};

/** @param {string} card */
function tap(card) {
  const { arranging } = ten;
  if (!arranging?.cards.includes(card) || ten.shown >= 0) return;
  if (!arranging.toggle(card)) say(`The low hand holds ${arranging.size} cards; tap one to take it back`);
}

/**
 * @param {string} name
 * @param {HTMLElement} button
 */
async function press(name, button) {
  if (name === "share") return ACTS.share(button);
  try {
    const doing = ACTS[name]?.(button);
    draw();
    await doing;
  } catch (error) {
    say(asRefused(error).message);
  }
  draw();
}

document.addEventListener("click", (event) => {
  const button = around(event, "[data-act]");
  if (button) press(button.dataset.act ?? "", button);
});

addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const within = around(event, "button, a");
  if (event.key === "Enter" && within && !within.matches(".card")) return;
  const card = /^[1-9]$/.test(event.key) ? ten.arranging?.cards[Number(event.key) - 1] : "";
  if (card) tap(card);
  else if (event.key === "Enter" && (ten.arranging || ten.shown >= 0))
    press(ten.shown >= 0 ? "next" : "set", document.body);
  else if (event.key === "Backspace") ten.arranging?.undo();
  else return;
  event.preventDefault();
  draw();
});

async function start() {
  problem = "";
  try {
    await ten.open();
  } catch (error) {
    problem = asRefused(error).message;
  }
  draw();
}

fourColours();
await start();
