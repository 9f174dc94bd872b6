// @ts-check
// The tips of the dealer's acts.
// Here: hiding a tip while the pointer stays where it clicked, or after the act below it has changed. It shows again
// when the pointer comes back. Not here: the text of a tip (`acts`).

import { around } from "../shared/dom.js";

/** Hides and shows the tips of one area. */
export class Tips {
  #hiddenFor = "";

  /** @param {HTMLElement} area */
  constructor(area) {
    this.area = area;
    area.addEventListener("click", (event) => this.#hide(actUnder(event)));
    area.addEventListener("pointerover", (event) => {
      if (actUnder(event) !== this.#hiddenFor) this.#show();
    });
    area.addEventListener("pointerleave", () => this.#show());
  }

  /** The acts have changed below a pointer that has not moved. */
  changed() {
    const resting = /** @type {HTMLElement | null} */ (this.area.querySelector(".act:hover"));
    if (resting) this.#hide(resting.dataset.act ?? "");
  }

  /** @param {string} act */
  #hide(act) {
    this.area.dataset.tips = "no";
    this.#hiddenFor = act;
  }

  #show() {
    this.#hiddenFor = "";
    delete this.area.dataset.tips;
  }
}

/** @param {Event} event */
const actUnder = (event) => around(event, ".act")?.dataset.act ?? "";
