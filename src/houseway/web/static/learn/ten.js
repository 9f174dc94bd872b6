// @ts-check
// The state of the Daily ten.
// Here: which hands are set, setting the next one, and what a visitor without a name has done in this browser. Not
// here: drawing it (`daily`), or grading: the house does, and tells the answers only then.

import { ask, askMe } from "../shared/request.js";
import { Arranging } from "./arranging.js";
import { handsOf } from "./packs.js";

/** @import { Asked } from "./packs.js" */

const KEPT = "houseway.daily";

/** Everything the page knows. */
export class Ten {
  /** @type {Wire.Daily | null} */
  daily = null;
  /** @type {Wire.Standings | null} */
  standings = null;
  name = "";
  /** @type {Map<number, {result: Wire.DailyResult, asked: Asked}>} the hands that are set, with their answers */
  done = new Map();
  /** @type {Wire.DailyResult[]} what this browser set today without a name */
  unnamed = [];
  /** @type {Arranging | null} */
  arranging = null;
  /** The hand whose answers are shown; -1 for none. */
  shown = -1;
  busy = false;

  async open() {
    const [daily, me] = await Promise.all([ask("GET", "/api/train/daily"), askMe()]);
    this.daily = daily;
    this.name = me.player?.name ?? "";
    this.done.clear();
    const answered = handsOf(daily.answered);
    for (const result of daily.results) {
      const asked = answered.find(({ hand }) => hand.number === result.number);
      if (asked) this.done.set(result.number, { result, asked });
    }
    this.unnamed = this.read();
    if (!this.name) for (const { number, low } of this.unnamed) await this.send(number, low);
    this.next();
    await this.look();
  }

  /** Read the standings. */
  async look() {
    this.standings = await ask("GET", "/api/train/daily/standings").catch(() => null);
  }

  get hands() {
    return this.daily ? handsOf(this.daily.pack) : [];
  }

  get finished() {
    return this.hands.length > 0 && this.done.size === this.hands.length;
  }

  /** The results so far, by number. */
  get results() {
    return [...this.done.values()].map(({ result }) => result).sort((a, b) => a.number - b.number);
  }

  next() {
    this.shown = -1;
    const left = this.hands.find(({ hand }) => !this.done.has(hand.number));
    this.arranging = left ? new Arranging(left) : null;
  }

  /** Set the hand as it lies. */
  async set() {
    const { arranging } = this;
    if (!arranging || this.busy) return;
    this.busy = true;
    try {
      const { number } = arranging.asked.hand;
      await this.send(number, arranging.low);
      this.shown = number;
      if (this.finished) {
        await this.look();
        if (this.daily && this.name) this.daily.days = (await ask("GET", "/api/train/daily")).days;
      }
    } finally {
      this.busy = false;
    }
  }

  /**
   * @param {number} number
   * @param {string[]} low
   */
  async send(number, low) {
    if (!this.daily) return;
    /** @type {Wire.DailyAnswer} */
    const answer = { day: this.daily.day, number, low };
    /** @type {Wire.DailySet} */
    const set = await ask("POST", this.name ? "/api/train/daily" : "/api/train/daily/try", answer);
    this.done.set(number, { result: set.result, asked: handsOf(set.answered)[0] });
    if (!this.name) this.write([...this.read().filter((each) => each.number !== number), set.result]);
  }

  /** Whether this browser set hands of today without a name, which its player has not. */
  get canAdopt() {
    return Boolean(this.name) && this.unnamed.some(({ number }) => !this.done.has(number));
  }

  /** Send what was set without a name under the player's. */
  async adopt() {
    for (const { number, low } of this.unnamed) if (!this.done.has(number)) await this.send(number, low);
    this.drop();
    this.next();
    await this.look();
  }

  drop() {
    this.unnamed = [];
    this.write([]);
  }

  /** @returns {Wire.DailyResult[]} */
  read() {
    try {
      const { day, results } = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
      return day === this.daily?.day ? results : [];
    } catch {
      return [];
    }
  }

  /** @param {Wire.DailyResult[]} results */
  write(results) {
    try {
      localStorage.setItem(KEPT, JSON.stringify({ day: this.daily?.day, results }));
    } catch {
      // a browser that keeps nothing begins again after a reload
    }
  }

  /** The result as text to share: it names no card. */
  get text() {
    const { daily, results } = this;
    if (!daily) return "";
    const best = results.filter(({ grade }) => grade === "best").length;
    const [given, house] = [this.givenUp, daily.house_way_float].map((each) => each.toFixed(2));
    return [
      `Houseway Daily ten, ${daily.day}`,
      results.map(({ grade }) => daily.squares[grade]).join(""),
      `${best} of ${results.length} best. Gave up ${given}; the house way gives up ${house}.`,
    ].join("\n");
  }

  get givenUp() {
    return this.results.reduce((sum, { given_up_float: each }) => sum + each, 0);
  }
}
