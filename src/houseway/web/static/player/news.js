// @ts-check
// Messages from the house to the table page.
// Here: handling each kind of message, and animating what happened in order. Not here: drawing (`draw`).

import { linesOf, lineWords } from "../shared/clauses.js";
import { Ring } from "../shared/clock.js";
import { byId } from "../shared/dom.js";
import { askBook } from "../shared/request.js";
import { announcement } from "./announcement.js";
import { remember } from "./betting.js";
import { drawNoTable } from "./draw.js";
import { moves } from "./motion.js";
import { resultsOf } from "./results.js";
import { sound } from "./sounds.js";
import { addPast, readPast } from "./strip.js";
import { hearTalk } from "./talk.js";
import { askRarity, clearCelebration, endMoment, fillPurse, moment, moveChips } from "./verdict.js";

/** @import { Step } from "./motion.js" */
/** @import { NumberedLine, TablePage } from "./page.js" */
/** @import { Heard, WithScene } from "../shared/socket.js" */

/** What may happen while the hands of the last round are still being compared, without ending that. */
const ASIDE = ["bank offered", "bank taken", "bank passed"];

/** Updates the page from the messages of the house. */
export class News {
  #ring = new Ring(byId("clock"));

  /** @param {TablePage} table */
  constructor(table) {
    this.table = table;
  }

  /** @param {Heard} message */
  hear(message) {
    if (message.type === "hello") this.#hello(message);
    if (message.type === "happened") this.#happened(message);
    if (message.type === "scene") this.#arrive(message.scene);
    if (message.type === "review") this.#reviewed(message);
    if (message.type === "said") hearTalk(this.table, message);
    if (message.type !== "goodbye") return;
    this.table.goodbye = message.sentence;
    if (this.table.arrived) this.table.draw();
    else drawNoTable(this.table);
  }

  /** @param {Wire.Hello} message */
  async #hello({ scene, lines, phrases }) {
    const { table } = this;
    const { classList } = document.body;
    table.sequence.skip();
    classList.add("still");
    classList.remove("no-table");
    table.goodbye = "";
    table.phrases = phrases;
    table.lines = numbered(lines);
    table.veil.clear();
    table.stage.clear();
    if (table.book?.book !== scene.table.book) table.book = await askBook(scene.table.book);
    this.#keepResult(scene.table.round);
    this.#arrive(scene);
    requestAnimationFrame(() => requestAnimationFrame(() => classList.remove("still")));
  }

  /** @param {WithScene<Wire.Happened>} message */
  #happened({ lines, scene }) {
    const { table } = this;
    const aside = table.sequence.running && lines.every(({ event }) => ASIDE.includes(event.type));
    if (!aside) table.sequence.skip();
    const before = table.arrived ? table.scene : null;
    const opened = linesOf(lines, "betting opened").at(-1);
    if (opened) {
      clearCelebration();
      endMoment();
      table.stack = [];
      const at = lines.indexOf(opened);
      table.lines = numbered([...table.lines, ...lines.slice(0, at)]);
      this.#keepResult(opened.event.round - 1);
      table.lines = numbered(lines.slice(at));
      table.stage.clear();
    } else {
      table.lines = numbered([...table.lines, ...lines]);
    }
    const closed = before?.table.phase === "betting" && scene.table.phase !== "betting";
    if (closed && !linesOf(lines, "round voided").length) remember(table, before);
    const placed = linesOf(lines, "wager placed");
    const { bank, phase } = scene.table;
    const banks = phase === "betting" && bank?.player === scene.you.name;
    if (banks || placed.some(({ event }) => event.player === scene.you.name)) table.result = null;
    if (placed.length || linesOf(lines, "bank taken").length) sound("chip");
    const side = placed.some(({ event }) => event.player === scene.you.name && event.wager !== table.mainWager?.key);
    if (side && moves()) askRarity(table); // so that it is known when the round is settled
    this.#saySetByDealer(lines, scene);
    if (!aside) table.wagersBefore = before?.table.wagers ?? {};
    if (!aside) table.bankBefore = before?.table.bank ?? null;
    this.#move(lines, scene);
  }

  /**
   * Tell a player who had looked at a hand that the dealer has set it.
   * @param {Wire.Line[]} lines
   * @param {Wire.Scene} scene
   */
  #saySetByDealer(lines, { table: { hands }, you }) {
    const set = linesOf(lines, "hand set").find(
      ({ event }) => event.house_way && hands[event.position]?.viewed_by === you.name && you.name,
    );
    if (!set) return;
    const foul = linesOf(lines, "foul declared").some(({ event }) => event.position === set.event.position);
    const why = foul ? "Your setting was a foul." : "The time to set is over.";
    this.table.say(`${why} ${lineWords(set)}`, set.clause, { calm: true });
  }

  /**
   * Show what happened, step by step if animated.
   * @param {Wire.Line[]} lines
   * @param {Wire.Scene} scene
   */
  #move(lines, scene) {
    const { table } = this;
    const dealt = linesOf(lines, "hand dealt").length > 0;
    const revealed = linesOf(lines, "dealer revealed").length > 0;
    const shown = linesOf(lines, "hand shown").map(({ event }) => event.position);
    const ended = roundEnded(lines);
    if (!moves() || !(dealt || revealed || shown.length)) {
      if (ended) this.#keepResult(scene.table.round);
      this.#arrive(scene);
      if (ended) moment(table);
      return;
    }
    for (const position of revealed ? [0, ...shown] : shown) table.veil.add(position);
    table.dealing ||= dealt;
    this.#arrive(scene);
    table.sequence.add(
      ...(dealt ? this.#dealSteps(Object.keys(scene.table.hands).length) : []),
      ...(table.veil.has(0) ? [this.#turnStep(0, dealt ? 60 : 80)] : []),
      ...shown.flatMap((position) => this.#compareSteps(position)),
      ...(ended ? [this.#endStep(scene)] : []),
      [0, () => this.#look()],
    );
  }

  /**
   * @param {number} hands
   * @returns {Step[]}
   */
  #dealSteps(hands) {
    const { table } = this;
    /** @type {Step[]} */
    const cards = Array.from({ length: hands }, () => [110, () => sound("card")]);
    const end = () => {
      table.dealing = false;
      table.draw();
    };
    return [...cards, [380, end]];
  }

  /**
   * Turn the hand of a position.
   * @param {number} position
   * @param {number} wait
   * @returns {Step}
   */
  #turnStep(position, wait) {
    const { table } = this;
    const turn = () => {
      table.veil.delete(position);
      sound("card");
      table.draw();
    };
    return [wait, turn];
  }

  /**
   * Turn a hand, then compare high, then low.
   * @param {number} position
   * @returns {Step[]}
   */
  #compareSteps(position) {
    const { table } = this;
    const [wait, turn] = this.#turnStep(position, 360);
    /** @param {number} stage */
    const reach = (stage) => {
      table.stage.set(position, stage);
      table.draw();
    };
    const first = () => {
      reach(1);
      turn();
    };
    return [
      [wait, first],
      [240, () => reach(2)],
      [280, () => moveChips(table, position)],
      [280, () => reach(3)],
    ];
  }

  /**
   * @param {Wire.Scene} scene
   * @returns {Step}
   */
  #endStep(scene) {
    const { table } = this;
    const before = table.purse ?? scene.you.bankroll;
    const end = () => {
      this.#keepResult(table.scene.table.round);
      table.draw();
      fillPurse(table, before);
      moment(table);
    };
    return [200, end];
  }

  /**
   * Keep the results of a round for the panel that stays until the next wager.
   * @param {number} current the round, where no line names it
   */
  #keepResult(current) {
    const { table } = this;
    const { lines, result, reviewed } = table;
    if (!roundEnded(lines)) return; // the panel waits for the end of the round, though some wagers are settled before
    const round = lines.map(({ event }) => ("round" in event ? event.round : 0)).findLast(Boolean) ?? current;
    if (table.dismissed === round || (result?.round === round && result.lines.length === lines.length)) return;
    table.result = { round, lines, reviews: reviewed?.round === round ? reviewed.reviews : [] };
    const { own, net } = resultsOf(table.result, table.arrived ? table.scene.you.name : "");
    if (own.length) addPast(table, { table: table.name, round, net });
  }

  /** @param {Wire.Reviewed} message */
  #reviewed({ round, reviews }) {
    const { table } = this;
    table.reviewed = { round, reviews };
    if (table.result?.round === round) table.result.reviews = reviews;
    table.draw();
  }

  /** @param {Wire.Scene} scene */
  #arrive(scene) {
    const { table } = this;
    const before = table.arrived ? table.scene.table.phase : "";
    table.scene = scene;
    this.#ring.set(scene.clock);
    table.setting.update(scene);
    readPast(table);
    if (before !== scene.table.phase) {
      sound("call");
      Object.assign(table, { asking: "", aimedAt: 0, amount: -1, bankCents: -1 });
    }
    table.announced = announcement(table);
    table.draw();
    if (!table.sequence.running) this.#look();
    this.#takeSeat();
  }

  /** Take the seat named in the address, or the one chosen before signing in, as soon as it is available. */
  #takeSeat() {
    const { table } = this;
    const { can, you } = table.scene;
    if (you.positions.length) table.wantSeat = 0; // whoever leaves it again is not seated once more
    if (!table.wantSeat || !you.name || !can.sit.length) return;
    const position = can.sit.includes(table.wantSeat) ? table.wantSeat : can.sit[0];
    table.wantSeat = 0;
    table.do({ type: "sit", position }).catch(table.refused);
  }

  /** At an automatic table without staff, the one hand a player may view is turned for them. */
  #look() {
    const { table } = this;
    const { can, you, running, supervised, arranging } = table.scene;
    const { round, phase } = table.scene.table;
    if (running.dealer !== "automatic" || supervised || phase !== "setting" || arranging) return;
    if (can.view.length !== 1 || you.hands.length > 1 || table.lookedAt === round) return;
    table.lookedAt = round;
    table.do({ type: "view", position: can.view[0] }).catch(table.refused);
  }
}

/**
 * Lines with their place in the round.
 * @param {Wire.Line[]} lines
 * @returns {NumberedLine[]}
 */
const numbered = (lines) => lines.map((line, at) => ({ ...line, at }));

/** @param {Wire.Line[]} lines */
function roundEnded(lines) {
  return linesOf(lines, "round settled").length > 0 || linesOf(lines, "round voided").length > 0;
}
