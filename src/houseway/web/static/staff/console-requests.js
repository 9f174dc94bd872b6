// @ts-check
// What takes two people, at the console of a table.
// Here: asking for it instead of doing it, and deciding what others asked for. Not here: the list (`requests`), the
// dialog (`decide`).

import { asRefused } from "../shared/request.js";
import { sentence } from "../shared/words.js";
import { askOnce } from "./ask.js";
import { decide, requestPressed } from "./decide.js";
import { firstToDecide } from "./requests.js";

/** @import { Desk } from "./desk.js" */

/**
 * Send a message; where it takes two people, ask for it instead. Resolves to false if cancelled.
 * @param {Desk} desk
 * @param {Record<string, any>} message
 * @param {Record<string, any>} command what is asked for then
 * @param {string} title
 */
export async function sendOrAsk(desk, message, command, title) {
  try {
    await desk.connection.send(/** @type {any} */ (message));
    return true;
  } catch (error) {
    const { reason, message: words } = asRefused(error);
    if (reason !== "approval") throw error;
    const question = { title, verb: "Ask", words: sentence(words), message: { type: "ask", command } };
    return Boolean(await askOnce(desk, question));
  }
}

/** @param {Desk} desk */
function decider(desk) {
  return {
    you: desk.you,
    requests: () => desk.scene.asked,
    /** @type {import("./decide.js").Send} */
    send: (way, body) =>
      desk.connection.send(/** @type {any} */ ({ type: way === "decline" ? "decline-request" : way, ...body })),
    fields: desk.fields,
  };
}

/**
 * Look at the request that waits longest for this viewer; returns whether there is one.
 * @param {Desk} desk
 */
export function decideFirst(desk) {
  const first = firstToDecide(desk.scene.asked);
  if (first) desk.attempt("requests", () => decide(decider(desk), first.id));
  return Boolean(first);
}

/**
 * Do what a button of the list stands for.
 * @param {Desk} desk
 * @param {HTMLElement} button
 */
export function pressRequest(desk, button) {
  desk.attempt("requests", () => requestPressed(decider(desk), button));
}
