// @ts-check
// What the table page and the console both know about their table.
// Here: its name, its scene and its book. Not here: what a player has chosen, or the work of staff.

/** @import { ConnectionState } from "./socket.js" */

/** The state of one table as a page sees it. */
export class TableState {
  /** @type {Wire.Scene | null} */
  #scene = null;
  /** @type {ConnectionState} */
  connected = "connecting";
  /** @type {Wire.BookCard | null} */
  book = null;
  /** The house's last sentence before it closed the connection. */
  goodbye = "";

  /** @param {string} name the name of the table */
  constructor(name) {
    this.name = name;
  }

  /** Whether there is anything to draw yet. */
  get arrived() {
    return this.#scene !== null;
  }

  get scene() {
    if (!this.#scene) throw new Error("the table has not arrived yet");
    return this.#scene;
  }

  set scene(scene) {
    this.#scene = scene;
  }

  get bookId() {
    return this.scene.table.book;
  }
}
