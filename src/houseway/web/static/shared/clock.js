// The ring that counts down.
// Here: what the dealer waits for and how long still. Not here: what happens when the time is over: the house does that.

import { h, show } from "./dom.js";

const WORDS = {
  betting: "to wager",
  setting: "to set",
  compare: "until hands are compared",
  "next round": "until the next round",
};

/** Show the scene's clock in an element and keep it going. */
export class Ring {
  constructor(element) {
    this.element = element;
    this.clock = null;
    this.timer = setInterval(() => this.draw(), 200);
  }

  /** The clock of a scene that has just arrived. */
  set(clock) {
    this.clock = clock && { ...clock, ends: performance.now() + clock.left * 1000 };
    this.draw();
  }

  draw() {
    this.element.hidden = !this.clock;
    if (!this.clock) return;
    const left = Math.max(0, (this.clock.ends - performance.now()) / 1000);
    const whole = Math.ceil(left);
    const words = WORDS[this.clock.what] ?? this.clock.what;
    this.element.dataset.clock = this.clock.what;
    this.element.classList.toggle("soon", left <= 5);
    this.element.style.setProperty("--turn", Math.min(1, left / (this.clock.seconds || 1)).toFixed(3));
    show(
      this.element,
      h("span", { class: "ring", role: "timer", "aria-label": `${whole} seconds ${words}` }, String(whole)),
      h("span", { class: "ring-words" }, words),
    );
  }
}
