// @ts-check
// The state of the trainer.
// Here: which hand is asked, what was answered, and what comes next. Not here: drawing it (`train`, `side`), or what an
// answer is worth: the pack has it.

import { ask, askMe, asRefused, newId } from "../shared/request.js";
import * as answers from "./answers.js";
import { Arranging, whyNot } from "./arranging.js";
import { gradeOf, Hands, handsOf } from "./packs.js";

/** @import { Asked } from "./packs.js" */
/** @import { Verdict } from "./verdict.js" */

const BOOK = "houseway.train.book";
const DRILL = "houseway.train.drill";
const LEVEL = "houseway.train.level";
const BOOKS = "houseway.train.books";
const AGAIN_AFTER = 4;
/** @type {Wire.Drill[]} */
export const DRILLS = ["house way", "best play"];

/** Everything the page knows. */
export class Trainer {
  /** @type {Wire.TrainBook[]} */
  books = [];
  /** @type {Wire.Drill} */
  drill = localStorage.getItem(DRILL) === "best play" ? "best play" : "house way";
  level = Number(localStorage.getItem(LEVEL) ?? 0);
  name = answers.lastName();
  online = true;
  /** @type {Hands | null} */
  hands = null;
  /** @type {Asked[]} the missed hands that are reviewed now */
  review = [];
  /** @type {number[]} */
  queue = [];
  /** @type {Arranging | null} */
  arranging = null;
  /** @type {Verdict | null} */
  verdict = null;
  began = 0;
  problem = "";
  draw = () => {};
  /** @type {(words: string) => void} */
  say = () => {};

  get key() {
    return `${this.name} ${this.hands?.book.book} ${this.drill}`;
  }

  get progress() {
    return this.name ? answers.counted(this.key) : null;
  }

  /** What this player answered here and the house has not counted. */
  get uncounted() {
    const book = this.hands?.book.book;
    return answers
      .waiting()
      .filter((one) => one.name === this.name && one.answer.book === book && one.answer.drill === this.drill);
  }

  get counts() {
    return answers.countsOf(this.progress, this.uncounted);
  }

  async open() {
    const meets = this.meet();
    this.books = await this.fetchBooks();
    const wanted = new URLSearchParams(location.search).get("book") ?? localStorage.getItem(BOOK);
    const book = this.books.find((each) => each.book === wanted) ?? this.books[0];
    await this.take(book);
    await meets;
    this.draw();
    await this.sync();
  }

  /** The books; those this browser knows where the house does not answer. */
  async fetchBooks() {
    try {
      const found = await ask("GET", "/api/train/books");
      localStorage.setItem(BOOKS, JSON.stringify(found));
      return found;
    } catch (error) {
      const kept = localStorage.getItem(BOOKS);
      if (!kept) throw error;
      this.online = false;
      return JSON.parse(kept);
    }
  }

  /** Find out who trains here. */
  async meet() {
    try {
      const me = await askMe();
      this.name = me.player?.name ?? "";
      answers.rememberName(this.name);
    } catch {
      this.online = false;
    }
  }

  /** @param {Wire.TrainBook} book */
  async take(book) {
    const hands = new Hands(book);
    await hands.load("first");
    localStorage.setItem(BOOK, book.book);
    this.hands = hands;
    this.review = [];
    this.queue = [];
    this.problem = "";
    this.next();
    hands
      .load("rest")
      .then(() => this.plan())
      .catch(() => {});
  }

  /**
   * @param {Wire.Drill} drill
   */
  async choose(drill) {
    this.drill = drill;
    localStorage.setItem(DRILL, drill);
    this.review = [];
    this.queue = [];
    this.next();
    await this.sync();
  }

  /** @param {number} level */
  limit(level) {
    this.level = level;
    localStorage.setItem(LEVEL, String(level));
    this.next();
  }

  /** Send what waits, and take the house's plan. Without the house the page goes on alone. */
  async sync() {
    if (!this.name || !this.hands) return;
    try {
      await answers.send(this.name);
      const { book } = this.hands.book;
      const query = `book=${encodeURIComponent(book)}&drill=${encodeURIComponent(this.drill)}`;
      answers.keepCounted(this.key, await ask("GET", `/api/train/progress?${query}`));
      this.online = true;
      this.plan();
    } catch (error) {
      this.online = "status" in asRefused(error); // it answered, though not with what was asked
    }
    this.draw();
  }

  /** The order in which hands are asked: the house's, or that of the pack from where this browser stopped. */
  plan() {
    if (!this.hands) return;
    const { numbers, known } = this.hands;
    const planned = (this.progress?.plan ?? []).filter((number) => known.has(number));
    const done = this.counts.answered % Math.max(1, numbers.length);
    const rest = [...numbers.slice(done), ...numbers.slice(0, done)].filter((number) => !planned.includes(number));
    const now = this.arranging?.asked.hand.number;
    this.queue = [...planned, ...rest].filter((number) => number !== now);
  }

  /** The next hand. */
  next() {
    this.verdict = null;
    const asked = this.review.shift() ?? this.nextOfPack();
    this.arranging = asked ? new Arranging(asked) : null;
    this.began = performance.now();
    this.draw();
  }

  nextOfPack() {
    if (!this.queue.length) this.plan();
    const { known } = this.hands ?? {};
    const fits = this.queue.findIndex((number) => !this.level || known?.get(number)?.hand.level === this.level);
    const [number] = this.queue.splice(Math.max(0, fits), 1);
    return known?.get(number);
  }

  /** Answer with the setting as it is. */
  confirm() {
    const { arranging } = this;
    if (this.verdict) return this.next();
    if (!arranging) return;
    const why = whyNot(arranging);
    if (why) return this.say(why);
    this.answer(arranging.place, false);
  }

  /** Be shown the answer: it counts as a hand that was missed. */
  showMe() {
    if (!this.arranging || this.verdict) return;
    const { hand } = this.arranging.asked;
    this.answer(this.drill === "best play" ? hand.best : hand.house_way, true);
  }

  /**
   * @param {number} at
   * @param {boolean} shown
   */
  answer(at, shown) {
    const { arranging, hands } = this;
    if (!arranging || !hands) return;
    const { asked } = arranging;
    const { hand } = asked;
    const well = this.drill === "best play" ? hand.given_up[at] === 0 : hand.as_house_way.includes(at);
    this.verdict = { at, right: well && !shown, shown };
    if (!well || shown) this.queue.splice(Math.min(AGAIN_AFTER, this.queue.length), 0, hand.number);
    if (!shown) this.keep(asked, at, well);
    this.draw();
  }

  /**
   * @param {Asked} asked
   * @param {number} at
   * @param {boolean} right
   */
  keep(asked, at, right) {
    const { pack, hand } = asked;
    answers.add({
      name: this.name,
      right,
      grade: gradeOf(asked, at) ?? "best",
      givenUp: hand.given_up[at] / hand.unit,
      clause: pack.clauses[hand.clause].cite,
      answer: {
        id: newId(),
        book: pack.book,
        drill: this.drill,
        cards: hand.cards,
        dealer: hand.dealer,
        low: pack.lows[at].map((place) => hand.cards[place]),
        at: new Date().toISOString(),
        ms: Math.round(performance.now() - this.began),
      },
    });
    if (this.name) this.send();
  }

  /** Send what waits without changing what is asked next. */
  async send() {
    try {
      const progress = await answers.send(this.name);
      if (progress && progress.book === this.hands?.book.book && progress.drill === this.drill) {
        answers.keepCounted(this.key, progress);
      }
      this.online = true;
    } catch {
      this.online = false;
    }
    this.draw();
  }

  /** Go through the hands that were missed. */
  async reviewMissed() {
    const { book } = this.hands?.book ?? { book: "" };
    const query = `book=${encodeURIComponent(book)}&drill=${encodeURIComponent(this.drill)}`;
    try {
      this.review = handsOf(await ask("GET", `/api/train/missed?${query}`));
      if (this.review.length) this.next();
      else this.say("There is no missed hand to review");
    } catch (error) {
      this.say(asRefused(error).message);
    }
  }
}
