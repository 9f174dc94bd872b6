// @ts-check
// The state of the table page.
// Here: the scene, the lines of the round, and what the player has chosen so far. Not here: drawing it (`draw`), or the
// messages of the house (`news`).

import { linesOf } from "../shared/clauses.js";
import { TableState } from "../shared/table-state.js";
import { firstChip, trayOf } from "./chips.js";
import { Sequence } from "./motion.js";
import { Setting } from "./setting.js";

/** @import { PastResult } from "./strip.js" */
/** @import { Connection, Message } from "../shared/socket.js" */

/** @typedef {Wire.Line & {at: number}} NumberedLine a line and its place in the round */
/** @typedef {{round: number, lines: NumberedLine[], reviews: Wire.Review[]}} RoundResult */
/** @typedef {{position: number, wager: string, cents: number}} Bet */

/** The state of the table page. */
export class TablePage extends TableState {
  /** @type {Connection | null} */
  connection = null;
  /** @type {Wire.Me | null} */
  me = null;

  /** @type {NumberedLine[]} */
  lines = [];
  /** @type {RoundResult | null} what the panel of results shows */
  result = null;
  /** The round whose results were closed. */
  dismissed = 0;
  /** @type {{round: number, reviews: Wire.Review[]} | null} */
  reviewed = null;
  announced = "";

  setting = new Setting();
  /** The position chosen where the player has several. */
  chosen = 0;
  chosenChip = 0;
  /** Cents in the field for an amount; negative while the field is closed. */
  amount = -1;
  /** Which of the open wagers the number keys bet on. */
  aimedAt = 0;
  /** Cents chosen for a bank; negative until the player chooses. */
  bankCents = -1;
  /** @type {Bet[]} bets on their way to the house */
  expected = [];
  /** @type {Bet[]} the bets that are left after the last chip was taken back */
  stack = [];
  /** What the player is asked to confirm: "concede 3", "withdraw". */
  asking = "";
  /** The round whose hand was viewed automatically. */
  lookedAt = 0;

  /** @type {Set<number>} positions whose hands still wait to be turned on the page */
  veil = new Set();
  /** @type {Map<number, number>} how far the comparison of a position has been shown */
  stage = new Map();
  /** @type {Wire.TableView["wagers"]} the wagers before the last message, for chips that are still shown */
  wagersBefore = {};
  /** @type {Wire.Bank | null} the bank before the last message, for the same */
  bankBefore = null;
  dealing = false;
  sequence = new Sequence();
  /** What the player owes, as shown in the header; it changes together with the chips. */
  owed = 0;
  /** @type {number | null} the chips shown in the header, which change only once the hands are compared */
  purse = null;
  /** @type {number | null} what the header shows while it counts to that */
  purseShown = null;
  /** @type {Promise<Wire.LineRarity[]> | null} how rare the paid hands of the book are, once that was asked */
  rarity = null;
  /** @type {Record<string, string>} what can be said at the table, by its name */
  phrases = {};
  /** @type {Map<string, {words: string, timer: number}>} what players have just said */
  talk = new Map();
  /** @type {PastResult[]} the viewer's last results, newest first */
  past = [];
  /** Whose results these are. */
  pastOf = "";

  /** @type {(how?: {glide?: boolean, now?: boolean}) => void} */
  draw = () => {};
  /** @type {(words: string, clause?: string, how?: {calm?: boolean}) => void} */
  say = () => {};
  /** @type {(error: unknown) => void} */
  refused = () => {};

  /**
   * @param {string} name the name of the table
   * @param {number} wantSeat the position to take as soon as possible: -1 for any, 0 for none
   */
  constructor(name, wantSeat) {
    super(name);
    this.wantSeat = wantSeat;
  }

  /** The book's wagers, main first. */
  get wagers() {
    return this.book?.wagers ?? [];
  }

  get mainWager() {
    return this.wagers.find(({ main }) => main);
  }

  /** How many cards the high and the low hand have. */
  get sizes() {
    const { high, dealt } = this.book ?? { high: 5, dealt: 7 };
    return { high, low: dealt - high };
  }

  /** The position the viewer plays: that of the hand in front of them, or else where they sit; 0 for none. */
  get own() {
    const { arranging, you, table } = this.scene;
    if (arranging?.position) return arranging.position;
    if (you.name && table.bank?.player === you.name) return table.bank.position;
    const hands = you.hands.filter(Boolean);
    const own = [...new Set([...you.positions, ...hands])];
    const viewed = own.find((at) => you.name && table.hands[at]?.viewed_by === you.name);
    if (viewed) return viewed;
    return own.includes(this.chosen) ? this.chosen : (hands[0] ?? own[0] ?? 0);
  }

  /** The position of the hand in front of the viewer; 0 where they bank: it lies where the dealer's would. */
  get ownHand() {
    const { you, table } = this.scene;
    const banks = you.hands.includes(0) || (you.name && table.hands[0]?.viewed_by === you.name);
    return banks ? 0 : this.own;
  }

  /** Who banks, or banked, the hands on the table; empty where the house does. */
  get banker() {
    const { bank, phase } = this.scene.table;
    if (phase !== "between rounds") return bank?.player ?? "";
    return linesOf(this.lines, "dealer revealed").at(-1)?.event.banker ?? "";
  }

  tray() {
    return trayOf(this.scene.table);
  }

  /** The cents that a tap on a circle bets. */
  chip() {
    const tray = this.tray();
    if (this.amount > 0) return this.amount;
    return tray.includes(this.chosenChip) ? this.chosenChip : firstChip(tray, this.scene.table.limits);
  }

  /**
   * The wager that number keys bet on, or one that comes after it.
   * @param {number} [later]
   */
  aim(later = 0) {
    const open = this.scene.can.wager[this.own] ?? {};
    const keys = this.wagers.map(({ key }) => key).filter((key) => key in open);
    return keys[(this.aimedAt + later) % (keys.length || 1)];
  }

  /** Whether the viewer can bet on anything now. */
  get canBet() {
    return Object.keys(this.scene.can.wager).length > 0;
  }

  /**
   * The cents the viewer has on a wager.
   * @param {number} position
   * @param {string} wager
   * @param {Wire.Scene} [scene]
   */
  ownOn(position, wager, scene = this.scene) {
    const stakes = scene.table.wagers[position]?.[wager] ?? [];
    return total(stakes.filter(({ player }) => player === scene.you.name));
  }

  /**
   * The cents on their way to a wager.
   * @param {number} position
   * @param {string} wager
   */
  pending(position, wager) {
    return total(this.expected.filter((bet) => bet.position === position && bet.wager === wager));
  }

  /**
   * Show money on its way to a circle; call the returned function once the house has answered.
   * @param {Bet} bet
   */
  expect(bet) {
    this.expected.push(bet);
    this.draw();
    return () => {
      this.expected = this.expected.filter((other) => other !== bet);
      this.draw();
    };
  }

  /**
   * Send a command of the player.
   * @param {Wire.Command} command
   */
  do(command) {
    const anyRound = ["sit", "leave", "share"].includes(command.type); // about the table rather than about a round
    return this.send({ type: "do", command, ...(anyRound ? {} : { round: this.scene.table.round }) });
  }

  /**
   * @param {Message} message
   * @returns {Promise<any>}
   */
  send(message) {
    return this.connection?.send(message) ?? Promise.reject(new Error("Not connected yet"));
  }
}

/** @param {{cents: number}[]} stakes */
export function total(stakes) {
  return stakes.reduce((all, { cents }) => all + cents, 0);
}
