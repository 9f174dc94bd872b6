// @ts-check
// Motion and sound.
// Here: steps shown one after another that a click skips, cards that glide to their new place, and short sounds.
// Not here: what is shown. Without motion everything appears at once.

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

/** @type {AudioContext | null} */
let audio = null;
/** @typedef {"card" | "chip" | "win" | "call"} Tone */
/** @type {Record<Tone, [pitch: number, seconds: number, volume: number]>} */
const TONES = { card: [1900, 0.02, 0.05], chip: [3200, 0.03, 0.07], win: [880, 0.18, 0.06], call: [520, 0.09, 0.05] };

/**
 * Whether there is sound: off until it is switched on.
 * @param {boolean} [choice]
 */
export function soundOn(choice) {
  if (choice !== undefined) localStorage.setItem("houseway.sound", choice ? "on" : "off");
  return localStorage.getItem("houseway.sound") === "on";
}

/**
 * A short click.
 * @param {Tone} name
 */
export function sound(name) {
  if (!soundOn()) return;
  try {
    audio ??= new AudioContext();
    const [pitch, length, loud] = TONES[name];
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = pitch;
    tone.type = "triangle";
    volume.gain.setValueAtTime(loud, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + length);
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + length);
  } catch {
    soundOn(false);
  }
}
