// @ts-check
// Motion.
// Here: steps shown one after another that a click skips, cards that glide to their new place, chips that fly, and
// numbers that count. Not here: what is shown. Without motion everything appears at once.

import { h } from "../shared/dom.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** @typedef {[wait: number, act: () => void]} Step milliseconds to wait, then what to do */

/** Whether anything may move. */
export function moves() {
  return !calm.matches && document.visibilityState === "visible";
}

/** Steps with pauses between them; `skip` does the rest at once. */
export class Sequence {
  /** @type {Step[]} */
  steps = [];
  timer = 0;

  get running() {
    return this.steps.length > 0;
  }

  /** @param {...Step} steps */
  add(...steps) {
    const idle = !this.running;
    this.steps.push(...steps);
    if (!moves()) this.skip();
    else if (idle) this.next();
  }

  next() {
    if (!this.steps.length) return;
    this.timer = setTimeout(() => {
      const step = this.steps.shift();
      step?.[1]();
      this.next();
    }, this.steps[0][0]);
  }

  skip() {
    clearTimeout(this.timer);
    const rest = this.steps;
    this.steps = [];
    for (const [, act] of rest) act();
  }
}

/**
 * Change the page and let every element that keeps its data-glide move from its old place to its new one.
 * @param {Element} root
 * @param {() => void} change
 */
export function glide(root, change) {
  if (!moves()) {
    change();
    return;
  }
  const gliding = () => /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-glide]"));
  const before = new Map([...gliding()].map((element) => [element.dataset.glide, element.getBoundingClientRect()]));
  change();
  for (const element of gliding()) {
    const from = before.get(element.dataset.glide);
    const to = element.getBoundingClientRect();
    if (!from || (Math.abs(from.x - to.x) < 1 && Math.abs(from.y - to.y) < 1)) continue;
    const start = { transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` };
    element.animate([start, { transform: "none" }], { duration: 150, easing: "cubic-bezier(.2,.8,.3,1)" });
  }
}

/**
 * Let chips fly from one place to another, a little apart.
 * @param {DOMRect} from
 * @param {DOMRect} to
 * @param {number[]} ranks
 * @param {number} [wait]
 */
export function fly(from, to, ranks, wait = 0) {
  if (!moves()) return;
  ranks.forEach((rank, at) => {
    const chip = h("span", { class: "chip flying", "aria-hidden": "true", data: { rank } });
    document.body.append(chip);
    const { width, height } = chip.getBoundingClientRect();
    /** @param {DOMRect} box */
    const middle = (box) =>
      `translate(${box.x + (box.width - width) / 2}px, ${box.y + (box.height - height) / 2 - at * 3}px)`;
    const path = [
      { transform: middle(from), opacity: 1 },
      { transform: middle(to), opacity: 1, offset: 0.85 },
      { transform: middle(to), opacity: 0 },
    ];
    const how = { duration: 400, delay: wait + at * 50, easing: "cubic-bezier(.3,.7,.3,1)", fill: "both" };
    const end = () => chip.remove();
    chip.animate(path, /** @type {KeyframeAnimationOptions} */ (how)).finished.then(end, end);
  });
}

/**
 * Count from one number to another within half a second.
 * @param {number} from
 * @param {number} to
 * @param {(value: number) => void} show
 */
export function count(from, to, show) {
  const began = performance.now();
  const step = (/** @type {number} */ now) => {
    const part = Math.min(1, (now - began) / 600);
    show(part < 1 ? Math.round(from + (to - from) * (1 - (1 - part) ** 3)) : to);
    if (part < 1) requestAnimationFrame(step);
  };
  if (moves() && from !== to) requestAnimationFrame(step);
  else show(to);
}
