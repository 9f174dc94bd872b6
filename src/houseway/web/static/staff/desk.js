// @ts-check
// The state of the console of one table.
// Here: the scene, the work in progress, and doing something with a refusal shown in place. Not here: drawing.

import { asRefused } from "../shared/request.js";
import { TableState } from "../shared/table-state.js";
import { Log } from "./log.js";

/** @import { Refused } from "../shared/request.js" */
/** @import { Connection } from "../shared/socket.js" */

/** @typedef {{place: string, sentence: string, clause: string, done: boolean}} Notice */
/** @typedef {{lines?: Wire.Line[], refusal?: string}} Preview what a remedy would do, or why it cannot be chosen */

/** The state of the console. */
export class Desk extends TableState {
  /** @type {Connection | null} */
  #connection = null;
  log = new Log();

  tab = "report";
  /** The fault chosen to be reported. */
  fault = "";
  /** @type {Notice | null} */
  notice = null;
  /** @type {Map<number, string>} the typed cards of each hand */
  keyed = new Map();
  /** @type {Set<number>} positions with cards but no wager */
  more = new Set();
  /** The round whose cards are being keyed in. */
  keyedRound = -1;
  /** The typed cards of a hand that is corrected. */
  right = "";
  /** @type {Map<string, Preview>} what each remedy would do */
  previews = new Map();
  /** The state of the table these previews belong to. */
  previewed = "";

  draw = () => {};
  /** @type {(() => void) | null} called after each drawing while a dialog is open */
  watch = null;

  /**
   * @param {string} name the name of the table
   * @param {Wire.Fields} fields
   */
  constructor(name, fields) {
    super(name);
    this.fields = fields;
  }

  get connection() {
    if (!this.#connection) throw new Error("not connected yet");
    return this.#connection;
  }

  set connection(connection) {
    this.#connection = connection;
  }

  get you() {
    return this.scene.you;
  }

  get version() {
    return this.scene.table.version;
  }

  /** Nothing is queued to be sent later, because the table may have changed by then. */
  mustBeConnected() {
    if (this.connected !== "connected") throw new Error("The connection is lost; try again when it is back");
  }

  /**
   * Send a command about the round in progress.
   * @param {Wire.Command} command
   */
  send(command) {
    return this.connection.send({ type: "do", command, round: this.scene.table.round });
  }

  /**
   * Log what was refused.
   * @param {Refused} refusal
   */
  refused({ message, clause }) {
    this.log.refuse(message, clause);
    this.draw();
  }

  /**
   * Show a refusal beside the control that was used.
   * @param {string} place
   * @param {Refused} refusal
   */
  say(place, refusal) {
    this.notice = { place, sentence: refusal.message, clause: refusal.clause, done: false };
    if (refusal.reason) this.log.refuse(refusal.message, refusal.clause);
    this.draw();
  }

  /**
   * Show a success beside the control that was used.
   * @param {string} place
   * @param {string} words
   */
  did(place, words) {
    this.notice = { place, sentence: words, clause: "", done: true };
    this.draw();
  }

  /**
   * Do something and show a refusal in place; returns whether it was done.
   * @param {string} place
   * @param {() => unknown} work
   */
  async attempt(place, work) {
    this.notice = null;
    try {
      this.mustBeConnected();
      const done = await work();
      this.draw();
      return done !== false;
    } catch (error) {
      this.say(place, asRefused(error));
      return false;
    }
  }
}
