// @ts-check
// The dealer test: hands to set the house way against the clock.
// Here: beginning, setting one hand after another, handing in, and what was wrong. Not here: marking: the house does,
// by its own clock.

import { fourColours } from "../shared/cards.js";
import { around, byId, h, show } from "../shared/dom.js";
import { ask, askMe, asRefused } from "../shared/request.js";
import { sentence } from "../shared/words.js";
import { Arranging, arrangingElement, setElement, whyNot } from "./arranging.js";
import { glide } from "./glide.js";
import { handsOf } from "./packs.js";
import { clauseElement } from "./verdict.js";

const BOOK =
  new URLSearchParams(location.search).get("book") ?? localStorage.getItem("houseway.train.book") ?? "mbs-v4";
const SAID_FOR = 3500;
let name = "";
let problem = "";
/** @type {Wire.TestHands | null} */
let test = null;
/** @type {Wire.TestTerms | null} */
let terms = null;
/** @type {Wire.TestMarked | null} */
let marked = null;
/** @type {string[][]} */
let lows = [];
let arranging = /** @type {Arranging | null} */ (null);
let ends = 0;
let saidUntil = 0;

/** @param {string} words */
function say(words) {
  show(byId("said"), h("p", { class: "banner" }, sentence(words)));
  clearTimeout(saidUntil);
  saidUntil = setTimeout(() => show(byId("said")), SAID_FOR);
}

function draw() {
  document.body.dataset.state = marked ? "marked" : test ? "asking" : "start";
  show(byId("who"), name ? h("bdi", null, name) : "Not signed in");
  glide(byId("felt"), () =>
    show(byId("felt"), marked ? markedElement(marked) : test ? askedElement(test) : startElement()),
  );
  drawClock();
}

function drawClock() {
  const left = Math.max(0, Math.ceil((ends - performance.now()) / 1000));
  const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  const seen = test && !marked;
  show(
    byId("choice"),
    seen
      ? [
          h("p", { class: `exam-clock ${left < 30 ? "soon" : ""}`, key: "clock", role: "timer" }, [
            h("span", { class: "away" }, "Time left "),
            h("b", { class: "number", data: { testid: "clock" } }, clock),
          ]),
          h("progress", { key: "bar", max: test?.pack.hands.length, value: lows.length, "aria-label": "Hands set" }),
        ]
      : null,
  );
  if (seen && left === 0) handIn();
}

function startElement() {
  const { hands, seconds, passes } = terms ?? { hands: 0, seconds: 0, passes: 0 };
  const words = [
    `${hands} hands, ${seconds / 60} minutes. Set each as the dealer must: by the clauses of the book.`,
    `There is no hint, and no way back to a hand you have set. ${passes} right is a pass, and earns a certificate.`,
  ].join(" ");
  return h("div", { class: "exam-start", key: "start" }, [
    h("p", { class: "task-words" }, "Ready to deal?"),
    h("p", { class: "exam-words" }, terms ? words : ""),
    h("p", { class: "quiet" }, "Book: ", BOOK),
    problem ? h("p", { class: "banner error", role: "alert" }, sentence(problem)) : null,
    h("div", { class: "acts" }, [
      h("a", { class: "button", href: "/train" }, "Back to the trainer"),
      name
        ? h("button", { type: "button", class: "main", data: { act: "begin" } }, "Begin")
        : h("a", { class: "button main", href: "/" }, "Take a name first"),
    ]),
  ]);
}

/** @param {Wire.TestHands} known */
function askedElement(known) {
  const { hands } = known.pack;
  if (!arranging) return h("p", { class: "loading" }, "Marking");
  const begun = arranging.low.length || arranging.before.length;
  return [
    h("p", { class: "task-words", key: "task" }, `Hand ${lows.length + 1} of ${hands.length}: the house way`),
    arrangingElement(arranging),
    h(
      "p",
      { class: `hint ${arranging.foul ? "foul" : ""}`, key: "hint", data: { testid: "hint" } },
      begun ? whyNot(arranging) : "Tap the cards of the low hand",
    ),
    h("div", { class: "acts stays", key: "acts" }, [
      act("undo", "Undo", "\u232b", arranging.before.length ? "" : "off"),
      act("set", "Set", "\u21b5", whyNot(arranging) ? "main not-yet" : "main"),
    ]),
  ];
}

/** @param {Wire.TestMarked} known */
function markedElement({ result, wrong }) {
  const { passed, right, hands, seconds, passes } = result;
  const took = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const address = `/train/certificate/${encodeURIComponent(name)}/${result.id}`;
  const late = !passed && right >= passes;
  return [
    h(
      "p",
      { class: `headline ${passed ? "right" : ""}`, key: "headline", role: "status", data: { testid: "exam-result" } },
      [
        h("b", { "aria-hidden": "true" }, passed ? "\u2713" : "\u2715"),
        passed ? "Passed" : late ? "Too late" : "Not passed",
      ],
    ),
    h("p", { class: "exam-words", key: "score" }, `${right} of ${hands} the house way, in ${took}. ${passes} pass.`),
    h("div", { class: "acts", key: "acts" }, [
      passed ? h("a", { class: "button main", key: "paper", href: address }, "Your certificate") : null,
      h(
        "button",
        { type: "button", class: passed ? "" : "main", key: "begin", data: { act: "begin" } },
        "Another test",
      ),
      h("a", { class: "button", key: "train", href: "/train" }, "To the trainer"),
    ]),
    wrong.hands.length ? h("h2", { class: "exam-wrong", key: "wrong" }, "Not the house way") : null,
    handsOf(wrong).map((asked) => wrongElement(asked)),
  ];
}

/** @param {import("./packs.js").Asked} asked */
function wrongElement(asked) {
  const { pack, hand } = asked;
  const low = lows[hand.number] ?? [];
  const place = pack.lows.findIndex((places) => places.every((at) => low.includes(hand.cards[at])));
  return h("article", { class: "verdict", key: `wrong ${hand.number}` }, [
    place < 0 || !low.length
      ? h("p", { class: "quiet" }, `Hand ${hand.number + 1} was not set.`)
      : h("div", { class: "compared" }, h("h3", null, "You"), setElement(asked, place, { small: true })),
    h("div", { class: "compared" }, h("h3", null, "House way"), setElement(asked, hand.house_way, { small: true })),
    clauseElement(pack.clauses[hand.clause]),
  ]);
}

/**
 * @param {string} which
 * @param {string} words
 * @param {string} key
 * @param {string} [look]
 */
function act(which, words, key, look = "") {
  const attributes = { type: "button", class: look, key: which, disabled: look === "off", data: { act: which } };
  return h("button", attributes, words, h("kbd", { "aria-hidden": "true" }, key));
}

async function begin() {
  marked = null;
  problem = "";
  try {
    test = await ask("POST", "/api/train/tests", { book: BOOK });
    lows = [];
    ends = performance.now() + (test?.seconds ?? 0) * 1000;
    next();
  } catch (error) {
    test = null;
    problem = asRefused(error).message;
  }
  draw();
}

function next() {
  const asked = test ? handsOf(test.pack)[lows.length] : null;
  arranging = asked ? new Arranging(asked) : null;
}

function setHand() {
  if (!arranging) return;
  const why = whyNot(arranging);
  if (why) return say(why);
  lows.push(arranging.low);
  next();
  if (!arranging) handIn();
}

let handing = false;

async function handIn() {
  if (!test || handing) return;
  handing = true;
  arranging = null;
  try {
    marked = await ask("POST", `/api/train/tests/${test.id}`, { lows });
    test = null;
  } catch (error) {
    const refused = asRefused(error);
    problem = refused.message;
    if ("status" in refused) test = null;
    else say(problem); // the clock tries again
  }
  handing = false;
  draw();
}

/** @type {Record<string, (button: HTMLElement) => unknown>} */
const ACTS = {
  begin,
  undo: () => arranging?.undo(),
  set: setHand,
  card: (button) => tap(button.dataset.card ?? ""),
};

/** @param {string} card */
function tap(card) {
  if (!arranging?.cards.includes(card)) return;
  if (!arranging.toggle(card)) say(`The low hand holds ${arranging.size} cards; tap one to take it back`);
}

document.addEventListener("click", (event) => {
  const button = around(event, "[data-act]");
  if (!button) return;
  ACTS[button.dataset.act ?? ""]?.(button);
  draw();
});

addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const within = around(event, "button, a");
  if (event.key === "Enter" && within && !within.matches(".card")) return;
  const card = /^[1-9]$/.test(event.key) ? arranging?.cards[Number(event.key) - 1] : "";
  if (card) tap(card);
  else if (event.key === "Enter" && arranging) setHand();
  else if (event.key === "Backspace") arranging?.undo();
  else return;
  event.preventDefault();
  draw();
});

fourColours();
name = await askMe().then(
  (me) => me.player?.name ?? "",
  () => "",
);
terms = await ask("GET", "/api/train/tests/terms").catch(() => null);
draw();
setInterval(drawClock, 500);
