// @ts-check
// Requests to the house over HTTP.
// Here: one request and its answer. Not here: the socket of a table (`socket`).

const NO_ANSWER = "The house is not answering. Try again in a moment";

/**
 * A refusal of the house: its sentence, and the clause where a book has one.
 * @typedef {Error & {clause: string, reason?: string, status?: number}} Refused
 */

/**
 * Send a request. Rejects with an Error whose message is the house's sentence; `clause` is its clause, `reason` says in
 * one word why it was refused, and `status` is that of the answer, if the house did.
 * @param {"GET" | "POST"} method
 * @param {string} address
 * @param {object} [body]
 * @returns {Promise<any>}
 */
export async function ask(method, address, body) {
  let answer;
  try {
    answer = await fetch(address, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Error(NO_ANSWER);
  }
  const found = await answer.json().catch(() => null);
  if (answer.ok) return found;
  const { error = NO_ANSWER, clause = "", reason = "" } = found ?? {};
  throw Object.assign(new Error(error), { clause, reason, status: answer.status });
}

/**
 * Who this browser belongs to, and the limits of input fields.
 * @returns {Promise<Wire.Me>}
 */
export function askMe() {
  return ask("GET", "/me");
}

/**
 * What pages need to know about a book; null if the house does not answer.
 * @param {string} book
 * @returns {Promise<Wire.BookCard | null>}
 */
export function askBook(book) {
  return ask("GET", `/api/books/${encodeURIComponent(book)}`).catch(() => null);
}

/** An id for a message: sent again under the same id, it is carried out once. */
export function newId() {
  return crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`;
}

/**
 * Pay part of what the player owes from their chips.
 * @param {number} cents
 * @returns {Promise<Wire.PlayerSelf>}
 */
export function payOwed(cents) {
  /** @type {Wire.Payment} */
  const payment = { id: newId(), cents };
  return ask("POST", "/owed/pay", payment);
}

/**
 * Any error as a refusal.
 * @param {unknown} error
 * @returns {Refused}
 */
export function asRefused(error) {
  const known = error instanceof Error ? error : new Error(String(error));
  return Object.assign(known, { clause: "clause" in known ? String(known.clause) : "" });
}
