// @ts-check
// The connection of a page to a table.
// Here: one socket that reports when it is lost, reconnects by itself, and sends again what was not answered; the scene
// put together from what changed. Not here: what the messages mean.

import { newId } from "./request.js";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const SILENCE = 20000;
const GIVE_UP = 30000;
const FINAL = 4400; // from this code on the house has closed for good, and reconnecting is pointless
const LOCKED = 4423; // the page of staff is locked; `renew` connects it again

const ANSWERS = ["done", "refused", "previewed"];

/** @typedef {"connecting" | "connected" | "lost" | "closed" | "locked"} ConnectionState */
/** @typedef {{text: string, timer: number, resolve: (answer: any) => void, reject: (refusal: Refusal) => void}} Sent */
/**
 * A message without its id.
 * @template T
 * @typedef {T extends {id: string} ? Omit<T, "id"> : never} WithoutId
 */
/** @typedef {WithoutId<Wire.PageMessage>} Message */

/** @typedef {Wire.Hello | Wire.Reviewed | Wire.Said | Wire.Goodbye} HeardWhole */
/**
 * A message as the page hears it: with the whole scene.
 * @typedef {HeardWhole | WithScene<Wire.Happened> | WithScene<Wire.SceneChanged>} Heard
 */
/**
 * @template T
 * @typedef {Omit<T, "scene"> & {scene: Wire.Scene}} WithScene
 */

/** A message that the house refused. */
export class Refusal extends Error {
  /** @param {{sentence: string, clause?: string, reason?: string}} refused */
  constructor({ sentence, clause, reason }) {
    super(sentence);
    this.clause = clause ?? "";
    this.reason = reason ?? "";
  }
}

/** A connection to one table; after a `goodbye` it reconnects, unless the house closed it for good. */
export class Connection {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, Sent>} */
  #waiting = new Map();
  /** @type {Wire.Scene | null} */
  #scene = null;
  #wait = FIRST_WAIT;
  #over = false;
  #lastMessage = 0;
  #timer = 0;
  #pulse = 0;

  /**
   * @param {string} table the name of the table
   * @param {"player" | "staff"} as
   * @param {(message: Heard) => void} onMessage called with every message that is not an answer
   * @param {(state: ConnectionState) => void} onState
   */
  constructor(table, as, onMessage, onState) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.address = `${scheme}://${location.host}/socket/${encodeURIComponent(table)}?as=${as}&protocol=2`;
    this.onMessage = onMessage;
    this.onState = onState;
    this.#pulse = setInterval(() => this.#checkPulse(), SILENCE / 4);
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#hurry());
    onState("connecting");
    this.#open();
  }

  /**
   * Send a message. The promise resolves to the house's answer, or rejects with a Refusal.
   * @param {Message} message
   * @returns {Promise<any>}
   */
  send(message) {
    const id = newId();
    const text = JSON.stringify({ ...message, id });
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new Refusal({ sentence: "The house did not answer in time. Check the table before you try again" }));
      }, GIVE_UP);
      this.#waiting.set(id, { text, timer, resolve, reject });
      if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
    });
  }

  /**
   * The lines that a command would lead to, and who must confirm it; rejects with a Refusal.
   * @param {Wire.Command} command
   * @returns {Promise<{lines: Wire.Line[], confirms: string}>}
   */
  preview(command) {
    return this.send({ type: "preview", command });
  }

  /** End the connection. */
  close() {
    this.#over = true;
    clearInterval(this.#pulse);
    this.#socket?.close();
  }

  /** Reconnect after signing in under a name. */
  renew() {
    this.#over = false;
    this.#wait = FIRST_WAIT;
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) {
      this.#socket.onclose = null;
      this.#socket.close();
    }
    this.#open();
  }

  #open() {
    const socket = new WebSocket(this.address);
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(data));
    socket.onclose = ({ code }) => this.#closed(code);
    socket.onerror = () => socket.close();
    this.#socket = socket;
  }

  /** @param {any} message */
  #receive(message) {
    this.#lastMessage = Date.now();
    if (ANSWERS.includes(message.type)) return this.#answer(message);
    if (message.type === "hello") {
      this.#wait = FIRST_WAIT;
      this.onState("connected");
    }
    if (message.scene)
      message.scene = this.#scene = joined(message.type === "hello" ? null : this.#scene, message.scene);
    if (message.type === "goodbye" && message.retry) this.#wait = message.retry * 1000;
    this.onMessage(message);
    if (message.type === "hello") for (const { text } of this.#waiting.values()) this.#socket?.send(text);
  }

  /** @param {any} message */
  #answer(message) {
    const sent = this.#waiting.get(message.id);
    if (!sent) return;
    this.#waiting.delete(message.id);
    clearTimeout(sent.timer);
    if (message.type === "refused") sent.reject(new Refusal(message));
    else sent.resolve(message);
  }

  /** @param {number} code */
  #closed(code) {
    if (this.#over || code >= FINAL) {
      this.#over = true;
      this.onState(code === LOCKED ? "locked" : "closed");
      return;
    }
    this.onState("lost");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#open(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 1.7, LONGEST_WAIT);
  }

  /** Reconnect at once: the network is back, or the page is visible again. */
  #hurry() {
    if (this.#over || this.#socket?.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.#timer);
    this.#open();
  }

  #checkPulse() {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    const silent = Date.now() - this.#lastMessage;
    if (silent > 2 * SILENCE) this.#socket.close();
    else if (silent > SILENCE) this.send({ type: "ping" }).catch(() => {});
  }
}

/**
 * A scene with what has changed in it, so that what a page keeps of an earlier one stays as it was.
 * @param {Wire.Scene | null} scene
 * @param {any} changes the fields that have changed; of the table and the permissions, the fields within them
 * @returns {Wire.Scene}
 */
function joined(scene, changes) {
  const table = { ...scene?.table, ...changes.table };
  const can = { ...scene?.can, ...changes.can };
  return { ...scene, ...changes, table, can };
}
