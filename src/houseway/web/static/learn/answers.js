// @ts-check
// What somebody answered, as this browser keeps it.
// Here: answers that wait to be sent, sending them once the house answers, and counting those the house has not
// counted. Not here: grading: the pack says what each setting is worth, and the house grades everything again.

import { ask } from "../shared/request.js";

const WAITING = "houseway.train.waiting";
const COUNTED = "houseway.train.counted";
const NAME = "houseway.train.name";
const AT_ONCE = 40;
const MOST_WAITING = 2000;

/**
 * An answer with what the page knows of it. `name` is the player who gave it; empty for a visitor without a name.
 * @typedef {{name: string, answer: Wire.Answer, right: boolean, grade: Wire.Grade, givenUp: number, clause: string}}
 *   Waiting
 */

/**
 * Answers added up.
 * @typedef {object} Counts
 * @property {number} answered
 * @property {number} right
 * @property {number} streak
 * @property {number} best
 * @property {number} givenUp
 * @property {Record<string, [answered: number, right: number]>} clauses
 */

/** @returns {Counts} */
export const nothing = () => ({ answered: 0, right: 0, streak: 0, best: 0, givenUp: 0, clauses: {} });

/**
 * @template T
 * @param {string} key
 * @param {T} otherwise
 * @returns {T}
 */
function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // a browser that keeps nothing still trains
  }
}

/** The name this browser trained under last; empty for nobody. @returns {string} */
export const lastName = () => read(NAME, "");

/** @param {string} name */
export const rememberName = (name) => write(NAME, name);

/** @returns {Waiting[]} */
export const waiting = () => read(WAITING, /** @type {Waiting[]} */ ([]));

/** @param {Waiting} one */
export function add(one) {
  write(WAITING, [...waiting(), one].slice(-MOST_WAITING));
}

/**
 * Send what a player answered, oldest first; returns the house's progress after the last of it, or nothing where
 * nothing waited. Rejects where the house does not answer, or not now: then everything still waits.
 * @param {string} name
 * @returns {Promise<Wire.TrainProgress | null>}
 */
export async function send(name) {
  let progress = null;
  let most = AT_ONCE;
  for (;;) {
    const mine = waiting().filter((one) => one.name === name);
    if (!mine.length) return progress;
    const part = mine.slice(0, most).map((one) => one.answer);
    try {
      progress = await ask("POST", "/api/train/answers", { answers: part });
    } catch (error) {
      if (!isWrong(error)) throw error;
      if (part.length > 1) {
        most = 1; // one of them is wrong: find it
        continue;
      }
    }
    const sent = new Set(part.map((answer) => answer.id));
    write(
      WAITING,
      waiting().filter((one) => !sent.has(one.answer.id)),
    );
  }
}

/** What may be sent again later: not signed in, too often. */
const LATER = [401, 403, 408, 425, 429];

/**
 * Whether the house will never take this: for example a hand of a book it no longer has.
 * @param {any} error
 */
const isWrong = ({ status = 0 }) => status >= 400 && status < 500 && !LATER.includes(status);

/**
 * Give what nobody answered to a player, so that it is sent.
 * @param {string} name
 */
export function adopt(name) {
  write(
    WAITING,
    waiting().map((one) => (one.name ? one : { ...one, name })),
  );
}

/** Leave out what nobody answered: a player does not want it. */
export function dropNobodys() {
  write(
    WAITING,
    waiting().filter((one) => one.name),
  );
}

/**
 * What the house has counted, as it was last told; kept so that the page can show it without the house.
 * @param {string} key
 * @returns {Wire.TrainProgress | null}
 */
export const counted = (key) => read(COUNTED, /** @type {Record<string, Wire.TrainProgress>} */ ({}))[key] ?? null;

/**
 * @param {string} key
 * @param {Wire.TrainProgress} progress
 */
export function keepCounted(key, progress) {
  write(COUNTED, { ...read(COUNTED, {}), [key]: progress });
}

/**
 * What is counted with what still waits.
 * @param {Wire.TrainProgress | null} known
 * @param {Waiting[]} more
 * @returns {Counts}
 */
export function countsOf(known, more) {
  const counts = nothing();
  if (known) {
    counts.answered = known.answered;
    counts.right = known.right;
    counts.streak = known.streak;
    counts.best = known.best_streak;
    counts.givenUp = known.given_up_float;
    for (const each of known.clauses) counts.clauses[each.clause] = [each.answered, each.right];
  }
  for (const one of more) count(counts, one);
  return counts;
}

/**
 * @param {Counts} counts
 * @param {Waiting} one
 */
function count(counts, { right, givenUp, clause }) {
  counts.answered += 1;
  counts.right += right ? 1 : 0;
  counts.streak = right ? counts.streak + 1 : 0;
  counts.best = Math.max(counts.best, counts.streak);
  counts.givenUp += givenUp;
  const [answered, well] = counts.clauses[clause] ?? [0, 0];
  counts.clauses[clause] = [answered + 1, well + (right ? 1 : 0)];
}
