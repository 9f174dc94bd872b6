// @ts-check
// Keying in a deal from a physical deck, and keying hands in again that were keyed in wrongly.
// Here: a field for each hand, with the cards that were read, counted, and marked where one is repeated. The cards are
// sent as they are typed, right or wrong: the house decides. What was sent is never shown again. Not here: any rule.

import { h } from "../shared/dom.js";
import { capital } from "../shared/words.js";
import { cardsOf, countWords, readCards, readElement, typedTwice } from "./typed.js";
import { noticeElement, positionsOf, refusalWords } from "./words.js";

/** @import { Desk } from "./desk.js" */
/** @import { TypedCard } from "./typed.js" */

const PHYSICAL_NEXT =
  "This round is dealt from the house\u2019s deck. You can choose a physical deck under \u201cThe table\u201d, " +
  "from the next round on.";

const NONE = "-";
const AGAIN =
  "Type all cards of each hand that was keyed in wrongly, or a dash where no cards lie; leave the other hands empty.";
const BY_TWO = "Somebody has seen a hand, so another pit supervisor or above has to confirm it.";

/**
 * The hands to key in: those that lie there, the wagered positions, those added beside them, and the dealer.
 * @param {Desk} desk
 */
function places(desk) {
  const { wagers, hands } = desk.scene.table;
  const dealt = desk.scene.can.key_again ? Object.keys(hands) : [];
  const positions = [...Object.keys(wagers), ...dealt].map(Number).filter(Boolean);
  return [...[...new Set([...positions, ...desk.more])].sort((a, b) => a - b), 0];
}

/**
 * What is typed for a hand.
 * @param {Desk} desk
 * @param {number} at
 */
function typedAt(desk, at) {
  return (desk.keyed.get(at) ?? "").trim();
}

/** @param {Desk} desk */
export function dealElement(desk) {
  const again = desk.scene.can.key_again;
  const act = again ?? desk.scene.can.acts.find(({ name }) => name === "key in");
  if (!act) return h("p", { class: "quiet" }, PHYSICAL_NEXT);
  /** @type {[number, TypedCard[]][]} */
  const typed = places(desk).map((at) => {
    const text = typedAt(desk, at);
    return [at, readCards(again && text === NONE ? "" : text)];
  });
  const twice = typedTwice(typed.map(([, cards]) => cards));
  return h(
    "form",
    { class: "keying", data: { form: act.name } },
    again ? h("p", { class: "quiet", key: "again" }, `${AGAIN}${again.two ? ` ${BY_TWO}` : ""}`) : null,
    h(
      "div",
      { class: "keying-rows", key: "rows" },
      typed.map(([at, cards]) => rowElement(desk, at, cards, twice)),
    ),
    footElement(desk, act, twice.size > 0),
    noticeElement(desk, "key in"),
  );
}

/**
 * @param {Desk} desk
 * @param {number} at
 * @param {TypedCard[]} cards
 * @param {Set<string>} twice
 */
function rowElement(desk, at, cards, twice) {
  const marked = cards.some(({ read, text }) => !read || twice.has(text));
  const off = marked || (desk.book && cards.length && cards.length !== desk.book.dealt);
  const field = {
    id: `keyed-${at}`,
    name: `keyed-${at}`,
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    placeholder: "Ac Kd Qd Qs 9h 5c 2s",
    maxlength: desk.fields.hand,
    data: { position: at },
  };
  const count = {
    class: `count number${off ? " off" : ""}`,
    data: { testid: `count-${at}` },
    title: marked ? "A card cannot be read, or is repeated" : null,
  };
  return h(
    "div",
    { class: "keying-row", key: `k${at}`, data: { keyed: at } },
    h("label", { for: `keyed-${at}` }, at === 0 ? "Dealer" : positionElement(desk, at)),
    h("input", field),
    h("span", count, countWords(cards, desk.book)),
    readElement(cards, twice),
  );
}

/**
 * @param {Desk} desk
 * @param {number} at
 */
function positionElement(desk, at) {
  const { seats, wagers } = desk.scene.table;
  const warning = wagers[at] ? null : h("small", { class: "mark warn" }, "no wager");
  return h("span", null, h("b", null, at), ` ${seats[at] ?? ""}`, warning);
}

/**
 * @param {Desk} desk
 * @param {Wire.Choice} act
 * @param {boolean} twice
 */
function footElement(desk, act, twice) {
  const hint = twice ? "A card is repeated." : "The Joker is Jk. Enter goes to the next hand.";
  const button = {
    type: "submit",
    class: act.refusal ? "" : "main",
    "aria-disabled": act.refusal ? "true" : null,
    data: { testid: "key-in" },
  };
  return h(
    "div",
    { class: "keying-foot", key: "foot" },
    h("button", button, capital(act.name), h("span", { class: "act-clause" }, act.clause)),
    moreElement(desk),
    h("span", { class: "quiet" }, act.refusal ? refusalWords(act.refusal) : hint),
  );
}

/**
 * Positions without a wager that may have received cards by mistake.
 * @param {Desk} desk
 */
function moreElement(desk) {
  const free = positionsOf(desk).filter((at) => !desk.scene.table.wagers[at] && !desk.more.has(at));
  if (!free.length) return null;
  return h(
    "span",
    { class: "more" },
    h("span", { class: "quiet" }, "Cards at another position:"),
    free.map((at) => {
      const attributes = { class: "small", "aria-label": `Add position ${at}`, data: { act: "more", position: at } };
      return h("button", { type: "button", key: `m${at}`, ...attributes }, at);
    }),
  );
}

/**
 * The hands as they are typed, for the house.
 * @param {Desk} desk
 * @returns {Record<number, string[]>}
 */
export function keyedHands(desk) {
  const typed = places(desk).filter((at) => typedAt(desk, at));
  return Object.fromEntries(typed.map((at) => [at, cardsOf(typedAt(desk, at))]));
}

/**
 * The hands that are keyed in again; a dash is a hand without cards.
 * @param {Desk} desk
 * @returns {Record<number, string[]>}
 */
export function keyedAgain(desk) {
  const none = places(desk).filter((at) => typedAt(desk, at) === NONE);
  return { ...keyedHands(desk), ...Object.fromEntries(none.map((at) => [at, []])) };
}
