// @ts-check
// Messages from the house to the console.
// Here: taking in a scene, and previewing the remedies of a hold. Not here: drawing.

import { Ring } from "../shared/clock.js";
import { byId } from "../shared/dom.js";
import { askBook, asRefused } from "../shared/request.js";
import { ONLY_IN } from "./tabs.js";

/** @import { Desk } from "./desk.js" */
/** @import { Heard } from "../shared/socket.js" */

/** Updates the console from the messages of the house. */
export class ConsoleNews {
  #ring = new Ring(byId("clock"));

  /**
   * @param {Desk} desk
   * @param {() => void} newPhase called when the phase has changed
   */
  constructor(desk, newPhase) {
    this.desk = desk;
    this.newPhase = newPhase;
  }

  /** @param {Heard} message */
  hear(message) {
    const { desk } = this;
    if (message.type === "goodbye") desk.goodbye = message.sentence;
    if (message.type === "hello") desk.goodbye = "";
    if (message.type === "hello" || message.type === "happened") desk.log.take(message.lines);
    if ("scene" in message) this.#take(message.scene);
    desk.draw();
  }

  /** @param {Wire.Scene} scene */
  #take(scene) {
    const { desk } = this;
    const before = desk.arrived ? desk.scene.table : null;
    desk.scene = scene;
    this.#ring.set(scene.clock);
    if (before?.book !== scene.table.book) this.#readBook(scene.table.book);
    this.#chooseTab(before, scene);
    if (scene.table.phase !== before?.phase) {
      desk.notice = null;
      this.newPhase();
    }
    this.#previewRemedies();
  }

  /**
   * Open the tab that the table now calls for.
   * @param {Wire.TableView | null} before
   * @param {Wire.Scene} scene
   */
  #chooseTab(before, { table, can }) {
    const { desk } = this;
    if (table.hold && !before?.hold) {
      desk.right = "";
      desk.tab = "hold";
    }
    if (!table.hold && before?.hold && desk.tab === "hold") desk.tab = "report";
    const keying = can.acts.some((act) => act.name === "key in" && !act.refusal);
    if (keying && desk.keyedRound !== table.round && !table.hold) this.#startKeying(table.round);
    const over = before && table.phase !== before.phase && ONLY_IN[desk.tab] && table.phase !== ONLY_IN[desk.tab];
    if (over) desk.tab = "report";
  }

  /** @param {number} round */
  #startKeying(round) {
    const { desk } = this;
    desk.keyedRound = round;
    desk.keyed.clear();
    desk.more.clear();
    const fields = byId("main").querySelectorAll("[data-form='key in'] input");
    for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (fields)) field.value = "";
    desk.tab = "key in";
  }

  /** @param {string} book */
  async #readBook(book) {
    this.desk.book = await askBook(book);
    this.desk.draw();
  }

  /** Preview each remedy as soon as the round is on hold. */
  async #previewRemedies() {
    const { desk } = this;
    const { table, can } = desk.scene;
    const now = table.hold ? `${table.version} ${can.remedies.map((remedy) => remedy.name).join()}` : "";
    if (now === desk.previewed) return;
    desk.previewed = now;
    desk.previews.clear();
    for (const remedy of can.remedies) {
      if (remedy.refusal || !table.hold) continue;
      const name = /** @type {Wire.Remedy} */ (remedy.name);
      const seen = await desk.connection.preview({ type: "remedy", remedy: name }).then(
        ({ lines }) => ({ lines }),
        (error) => ({ refusal: asRefused(error).message }),
      );
      if (desk.previewed !== now) return;
      desk.previews.set(name, seen);
      desk.draw();
    }
  }
}
