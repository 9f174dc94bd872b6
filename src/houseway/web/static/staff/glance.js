// @ts-check
// The table at a glance: dealer and positions.
// Here: drawing them from the scene. Not here: the dealer's acts (`acts`).

import { cardElement, highAndLow } from "../shared/cards.js";
import { linesOf } from "../shared/clauses.js";
import { h } from "../shared/dom.js";
import { capital, money } from "../shared/words.js";
import { bankElement, bankerOf, bankResultElement } from "./bank.js";
import { noticeElement, placeName, positionsOf, wagerName } from "./words.js";

/** @import { Desk } from "./desk.js" */

/** @param {Desk} desk */
export function glanceElement(desk) {
  return [
    dealerElement(desk),
    h(
      "div",
      { class: "places", key: "places", role: "list", "aria-label": "Positions" },
      positionsOf(desk).map((at) => placeElement(desk, at)),
    ),
  ];
}

/** @param {Desk} desk */
function dealerElement(desk) {
  const { table, can, running } = desk.scene;
  const hand = table.hands[0];
  const reveal = can.acts.find((act) => act.name === "reveal");
  const banker = bankerOf(desk);
  const theirs = table.bank && !table.bank.shared; // the banker's to set, or the dealer's where they leave it
  return h(
    "section",
    {
      class: isHeld(desk, 0) ? "dealer held" : "dealer",
      key: "dealer",
      "aria-label": "Dealer\u2019s hand",
      data: { position: 0, state: stateOf(hand) },
    },
    h(
      "div",
      { class: "dealer-head" },
      h("h2", null, banker ? `Bank of ${banker}` : "Dealer"),
      h("small", { class: "quiet" }, running.dealer === "automatic" ? "automatic" : "dealt by a person"),
      h("span", { class: "state" }, stateWords(desk, 0)),
    ),
    handElement(hand),
    can.house_way.includes(0) ? houseWayElement(desk, 0) : null,
    reveal && table.phase === "setting" && !theirs ? revealElement(desk, reveal) : null,
    noticeElement(desk, "place-0"),
  );
}

/**
 * @param {Desk} desk
 * @param {Wire.Choice} reveal
 */
function revealElement(desk, reveal) {
  return h(
    "form",
    { class: "low", key: "low", data: { form: "reveal" } },
    h("label", { for: "reveal-low" }, "Low hand as set by hand"),
    lowField(desk, { id: "reveal-low", placeholder: "empty: house way" }),
    h("button", { type: "submit", "aria-disabled": reveal.refusal ? "true" : null }, "Reveal"),
  );
}

/**
 * A field for a low hand.
 * @param {Desk} desk
 * @param {Record<string, string>} attributes
 */
function lowField({ fields }, attributes) {
  return h("input", { name: "low", autocomplete: "off", spellcheck: "false", maxlength: fields.hand, ...attributes });
}

/**
 * Whether the round is on hold because of a position.
 * @param {Desk} desk
 * @param {number} at
 */
function isHeld(desk, at) {
  return desk.scene.table.hold?.position === at;
}

/** @param {Wire.HandView | undefined} hand */
function stateOf(hand) {
  if (!hand) return "none";
  if (hand.conceded) return "conceded";
  if (hand.cards.length) return "open";
  return hand.is_set ? "set" : hand.viewed_by ? "viewed" : "down";
}

/**
 * The state of a position in a few words.
 * @param {Desk} desk
 * @param {number} at
 */
function stateWords(desk, at) {
  const { table, names } = desk.scene;
  const hand = table.hands[at];
  if (!hand) return noHandWords(desk, at);
  const words = [];
  if (hand.conceded) words.push("conceded");
  if (!hand.cards.length) words.push(`${hand.number} card${hand.number === 1 ? "" : "s"} face down`);
  else words.push(names[at] ? `${names[at].high} over ${names[at].low}`.toLowerCase() : "open");
  if (hand.viewed_by) words.push(hand.viewed_by === table.seats[at] ? "viewed" : `viewed by ${hand.viewed_by}`);
  if (hand.house_way) words.push(`house way by ${hand.house_way}`);
  else if (hand.is_set) words.push("set");
  return words.join(", ");
}

/**
 * @param {Desk} desk
 * @param {number} at
 */
function noHandWords(desk, at) {
  const { wagers, phase } = desk.scene.table;
  if (at === 0) return "no cards";
  if (!wagers[at]) return "";
  return phase === "setting" || phase === "revealed" ? "no cards" : "wagered";
}

/** @param {Wire.HandView | undefined} hand */
function handElement(hand) {
  if (!hand) return h("div", { class: "hand none", key: "hand" });
  if (!hand.cards.length) {
    return h(
      "div",
      { class: "hand down", key: "hand", role: "img", "aria-label": `${hand.number} cards face down` },
      Array.from({ length: hand.number }, (_, index) => cardElement("", { key: `d${index}`, "aria-hidden": "true" })),
    );
  }
  const { high, low } = highAndLow(hand);
  /** @param {string[]} cards @param {string} name */
  const row = (cards, name) =>
    cards.length
      ? h(
          "span",
          { class: "row", key: name },
          low.length ? h("b", { class: "hl", "aria-hidden": "true" }, name) : null,
          cards.map((card) => cardElement(card, { small: true, key: card })),
        )
      : null;
  return h("div", { class: "hand open", key: "hand" }, row(high, "H"), row(low, "L"));
}

/**
 * @param {Desk} desk
 * @param {number} at
 */
function wagersElement(desk, at) {
  const { wagers, seats } = desk.scene.table;
  const stakes = Object.entries(wagers[at] ?? {}).flatMap(([key, all]) => all.map((stake) => ({ key, ...stake })));
  return h(
    "ul",
    { class: "wagers", key: "wagers" },
    stakes.map(({ key, player, cents }) =>
      h(
        "li",
        { key: `${key} ${player}`, data: { wager: key, player, cents } },
        h("span", null, wagerName(desk, key), player === seats[at] ? null : ` of ${player}`),
        h("b", { class: "number" }, money(cents)),
      ),
    ),
  );
}

/**
 * What a position received, once the round is settled.
 * @param {Desk} desk
 * @param {number} at
 */
function resultsElement(desk, at) {
  const { phase, seats } = desk.scene.table;
  if (phase !== "between rounds") return null;
  const lines = desk.log.round();
  const settled = linesOf(lines, "wager settled").filter(({ event }) => event.position === at);
  const [bank] = linesOf(lines, "bank settled").filter(({ event }) => event.position === at);
  if (!settled.length && !bank) return null;
  return h(
    "ul",
    { class: "wagers results", key: "results" },
    settled.map(({ event, received }, index) =>
      h(
        "li",
        { key: `s${index}`, class: event.result, data: { wager: event.wager, result: event.result } },
        h("span", null, `${wagerName(desk, event.wager)} ${money(event.stake)} ${event.result}`),
        h(
          "b",
          { class: "number", title: `To ${event.player}` },
          `${event.player === seats[at] ? "gets" : `${event.player} gets`} ${money(received)}`,
        ),
      ),
    ),
    bank ? bankResultElement(bank) : null,
  );
}

/**
 * @param {Desk} desk
 * @param {number} at
 */
function placeElement(desk, at) {
  const { table } = desk.scene;
  const hand = table.hands[at];
  const wagered = table.wagers[at];
  const empty = !table.seats[at] && !wagered && !hand;
  const state = stateWords(desk, at);
  return h(
    "section",
    {
      class: ["place", empty && "empty", isHeld(desk, at) && "held"].filter(Boolean).join(" "),
      key: `p${at}`,
      role: "listitem",
      "aria-label": placeName(desk, at),
      data: { position: at, state: stateOf(hand) },
    },
    placeHead(desk, at),
    h("p", { class: "state", key: "state", title: state || null }, state),
    wagered ? wagersElement(desk, at) : (bankElement(desk, at) ?? resultsElement(desk, at)),
    placeFoot(desk, at),
    noticeElement(desk, `place-${at}`),
  );
}

/**
 * @param {Desk} desk
 * @param {number} at
 */
function placeHead(desk, at) {
  const { table, present } = desk.scene;
  const name = table.seats[at];
  /** @param {boolean} shown @param {string} words @param {string} [kind] */
  const mark = (shown, words, kind = "mark warn") => (shown ? h("small", { class: kind, key: words }, words) : null);
  return h(
    "div",
    { class: "place-head", key: "head" },
    h("b", { class: "at" }, at),
    name ? h("span", { class: "name" }, name) : h("span", { class: "quiet" }, "free"),
    name
      ? [
          mark(!present.includes(name), "not connected", "mark"),
          mark(table.restricted.includes(name), "one area only"),
          mark(table.prohibited.includes(name), "may not play"),
          mark(table.shared.includes(at), "open to others", "mark"),
          mark(table.bank?.position === at, "has the bank", "mark"),
          mark(table.phase === "between rounds" && table.bank_offered === at, "bank offered", "mark"),
          mark(table.allowed_more.includes(name), "more than one hand", "mark"),
        ]
      : null,
  );
}

/**
 * The hand of a position, or the form that sets it the house way, and the button to view a conceded hand.
 * @param {Desk} desk
 * @param {number} at
 */
function placeFoot(desk, at) {
  const { can, table } = desk.scene;
  const view = can.conceded.includes(at) && !table.hands[at]?.cards.length;
  const button = { type: "button", key: "view", data: { act: "view conceded", position: at } };
  return h(
    "div",
    { class: "place-foot", key: "foot" },
    can.house_way.includes(at) ? houseWayElement(desk, at) : handElement(table.hands[at]),
    view ? h("button", button, "View the hand") : null,
  );
}

/**
 * @param {Desk} desk
 * @param {number} at
 */
function houseWayElement(desk, at) {
  const hand = at === 0 ? "the bank\u2019s hand" : `position ${at}`; // the dealer sets what a banker leaves to them
  const label = `${capital(hand)}: low hand as the dealer set it; empty for the house way`;
  const first = desk.scene.can.house_way[0] === at;
  return h(
    "form",
    { class: "low", key: "low", data: { form: "house way", position: at } },
    lowField(desk, { placeholder: "low by hand", "aria-label": label }),
    h(
      "button",
      { type: "submit", data: { testid: `house-way-${at}` }, "aria-label": `Set ${hand} the house way` },
      "House way",
      first ? h("kbd", null, "H") : null,
    ),
  );
}
