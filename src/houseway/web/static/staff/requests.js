// @ts-check
// What waits for a second pair of eyes, as a list: on the console, on the floor and at the cage.
// Here: drawing it. Who may decide what comes from the house. Not here: deciding it (`decide`).

import { h } from "../shared/dom.js";
import { capital, money, sentence } from "../shared/words.js";

/** @type {Set<string>} ended requests that the viewer has seen */
const seen = new Set();

/**
 * Leave out an ended request from now on.
 * @param {string} id
 */
export function dismiss(id) {
  seen.add(id);
}

/**
 * The request that waits longest and that the viewer may decide.
 * @param {Wire.Requests} requests
 */
export function firstToDecide({ waiting }) {
  return waiting.find(({ refusal }) => !refusal);
}

/**
 * Where a request comes from, in words.
 * @param {Wire.WaitingRequest | Wire.EndedRequest} request
 */
export function placeOf({ place }) {
  return place === "house" ? "The house" : place;
}

/**
 * When a request was made and when it expires, in the viewer's time.
 * @param {Wire.WaitingRequest} request
 */
export function timeWords({ at, until }) {
  /** @param {number} seconds */
  const clock = (seconds) =>
    new Date(seconds * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return `asked at ${clock(at)}, expires at ${clock(until)}`;
}

/**
 * The money that a request moves, by player.
 * @param {Wire.WaitingRequest} request
 * @returns {[string, number][]}
 */
export function moneyOf({ lines }) {
  const moved = new Map();
  for (const { player, cents } of lines) if (cents) moved.set(player, (moved.get(player) ?? 0) + cents);
  return [...moved];
}

/**
 * The list of requests; nothing where there are none.
 * @param {Wire.Requests} requests
 * @param {{full?: boolean, key?: string}} [how] `full` shows what each will do; `key` is the key that opens the first
 */
export function requestsElement(requests, { full = false, key = "" } = {}) {
  const ended = requests.ended.filter(({ id, how }) => !seen.has(id) && how !== "taken back");
  if (!requests.waiting.length && !ended.length) return null;
  const first = firstToDecide(requests)?.id;
  return h(
    "section",
    { class: "requests", "aria-label": "Two pairs of eyes", key: "requests", data: { testid: "requests" } },
    h(
      "ul",
      null,
      requests.waiting.map((request) => waitingElement(request, full, request.id === first ? key : "")),
      ended.map(endedElement),
    ),
  );
}

/**
 * @param {Wire.WaitingRequest} request
 * @param {boolean} full
 * @param {string} key
 */
function waitingElement(request, full, key) {
  const { id, by, role_words: role, sentence: words, mine, refusal } = request;
  const who = mine ? "You ask to " : `${capital(role)} ${by} asks to `;
  const state = mine ? "mine" : refusal ? "others" : "yours";
  return h(
    "li",
    { class: `request ${state}`, key: id, data: { request: id, testid: "request", state } },
    h(
      "div",
      { class: "request-words" },
      h("p", null, h("b", { class: "request-place" }, placeOf(request)), " ", who, h("strong", null, words), ". "),
      full ? linesElement(request) : null,
      h("p", { class: "quiet" }, moneyElement(request), " ", waitsWords(request)),
    ),
    buttonElement(request, key),
  );
}

/** @param {Wire.WaitingRequest} request */
function waitsWords(request) {
  const { mine, refusal, confirms_words: confirms } = request;
  const waits = mine || refusal ? `Waits for a ${confirms}; ` : "";
  return capital(`${waits}${timeWords(request)}.`);
}

/** @param {Wire.WaitingRequest} request */
function moneyElement(request) {
  const moved = moneyOf(request);
  if (!moved.length) return h("span", { data: { testid: "request-money" } }, "No money moves.");
  const words = moved.map(([player, cents]) => {
    const who = cents < 0 ? `from ${player}` : `to ${player}`;
    return `${who} ${money(Math.abs(cents))}`;
  });
  return h("b", { class: "number", data: { testid: "request-money" } }, `${capital(words.join(", "))}.`);
}

/** @param {Wire.WaitingRequest} request */
function linesElement({ lines }) {
  return h(
    "ul",
    { class: "request-lines" },
    lines.map((line, at) => h("li", { key: `l${at}` }, shownWords(line))),
  );
}

/**
 * A line of what a request will do.
 * @param {Wire.ShownLine} line
 */
export function shownWords({ sentence: said, clause, player }) {
  const words = clause ? said.replace(` (${clause})`, "") : said;
  const whole = player && words.startsWith(player) ? `${words}.` : sentence(words); // a name keeps its case
  return [whole, clause ? h("span", { class: "quiet" }, ` ${clause}`) : null];
}

/**
 * @param {Wire.WaitingRequest} request
 * @param {string} key
 */
function buttonElement({ id, mine, refusal, sentence: words }, key) {
  if (refusal && !mine) return null;
  const [act, verb] = mine ? ["take back request", "Take back"] : ["decide", "Look and decide"];
  const attributes = {
    type: "button",
    class: mine ? "" : "main",
    "aria-label": `${verb}: ${words}`,
    data: { act, request: id },
  };
  return h("button", attributes, verb, key ? h("kbd", null, key) : null);
}

/** @param {Wire.EndedRequest} request */
function endedElement(request) {
  const { id, how, words, sentence: asked } = request;
  return h(
    "li",
    { class: `request ended ${how === "carried out" ? "good" : "bad"}`, key: id, data: { testid: "ended", how } },
    h(
      "div",
      { class: "request-words" },
      h(
        "p",
        { role: "status" },
        h("b", { class: "request-place" }, placeOf(request)),
        " You asked to ",
        h("strong", null, asked),
        ": ",
        `${words}.`,
      ),
    ),
    h("button", { type: "button", "aria-label": `Close: ${asked}`, data: { act: "dismiss", request: id } }, "Close"),
  );
}
