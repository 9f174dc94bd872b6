// @ts-check
// The ring that counts down.
// Here: what the dealer is waiting for and the time left. Not here: what happens when the time is up: the house does
// that.

import { h, show } from "./dom.js";

/** @type {Record<string, string>} */
const WORDS = {
  betting: "to bet",
  setting: "to set",
  change: "to change a setting",
  withdrawal: "to withdraw",
  remedy: "until the house goes on",
  compare: "until hands are compared",
  bank: "to answer",
  "next round": "until the next round",
};

/** Shows the scene's clock in an element and keeps it running. */
export class Ring {
  /** @type {(Wire.Clock & {ends: number}) | null} */
  #clock = null;

  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    this.timer = setInterval(() => this.draw(), 200);
  }

  /**
   * Take the clock of a scene that has just arrived.
   * @param {Wire.Clock | null} clock
   */
  set(clock) {
    this.#clock = clock && { ...clock, ends: performance.now() + clock.left * 1000 };
    this.draw();
  }

  draw() {
    const clock = this.#clock;
    this.element.hidden = !clock;
    if (!clock) return;
    const left = Math.max(0, (clock.ends - performance.now()) / 1000);
    const whole = Math.ceil(left);
    const words = WORDS[clock.what] ?? clock.what;
    this.element.dataset.clock = clock.what;
    this.element.classList.toggle("soon", left <= 5);
    this.element.style.setProperty("--turn", Math.min(1, left / (clock.seconds || 1)).toFixed(3));
    show(
      this.element,
      h("span", { class: "ring", role: "timer", "aria-label": `${whole} seconds ${words}` }, whole),
      h("span", { class: "ring-words" }, words),
    );
  }
}
