// Setting a hand.
// Here: which cards the player has sent to L, undoing that, dragging, and what the two hands are called now. Not here: ranks
// or fouls: every way to set the hand comes with its names from the house.

import { cardElement, cardName } from "../shared/cards.js";
import { h, sentence } from "../shared/dom.js";

/** What the player has done so far with the hand before him. */
export class Setting {
  constructor() {
    this.hand = "";
    this.low = [];
    this.before = [];
    this.houseWay = false;
  }

  /** A new hand before the player starts from nothing; the same hand keeps what he did. */
  attend(arranging, round) {
    const hand = arranging ? `${round}/${arranging.position}/${arranging.cards.join()}` : "";
    if (hand === this.hand) return;
    Object.assign(this, { hand, low: [], before: [], houseWay: false });
  }

  change(low, houseWay = false) {
    this.before.push({ low: this.low, houseWay: this.houseWay });
    Object.assign(this, { low, houseWay });
  }

  undo() {
    const last = this.before.pop();
    if (last) Object.assign(this, last);
    return Boolean(last);
  }
}

/** How many cards L takes. */
export function lowSize(arranging) {
  return arranging.splits[0]?.low.length ?? 2;
}

/** The way of setting the player has chosen, once L is full. */
export function splitOf(arranging, low) {
  if (low.length !== lowSize(arranging)) return null;
  return arranging.splits.find((split) => split.low.every((card) => low.includes(card))) ?? null;
}

/** Send a card to L or take it back; says why not where L is full. */
export function toggle(table, card, to = "") {
  const {
    setting,
    scene: { arranging },
  } = table;
  if (!arranging?.cards.includes(card)) return;
  const inLow = setting.low.includes(card);
  if ((to === "low" && inLow) || (to === "high" && !inLow)) return;
  if (inLow) setting.change(setting.low.filter((other) => other !== card));
  else if (setting.low.length < lowSize(arranging)) setting.change([...setting.low, card]);
  else {
    table.say(`L holds ${lowSize(arranging)} cards; tap one of them to take it back`);
    return;
  }
  table.sound("card");
  table.draw({ glide: true });
}

/** Arrange the hand the house way; nothing is sent yet. */
export function arrangeHouseWay(table) {
  const {
    setting,
    scene: { arranging },
  } = table;
  if (!arranging) return;
  setting.change([...arranging.house_way], true);
  table.draw({ glide: true });
}

/** Send the setting to the house, unless it is known to be a foul. */
export async function confirm(table) {
  const {
    setting,
    scene: { arranging, can },
  } = table;
  if (!arranging || !can.set.includes(arranging.position)) return;
  const split = splitOf(arranging, setting.low);
  if (!split) return void table.say(`Choose ${lowSize(arranging) - setting.low.length} more for L first`);
  if (split.foul) return void table.say(sentence(split.foul));
  await table.do({ type: "set", position: arranging.position, low: setting.low });
}

/** The hand before the player: H and L, with a name each. */
export function settingElement(table) {
  const {
    setting,
    scene: { arranging },
  } = table;
  const split = splitOf(arranging, setting.low);
  const high = arranging.cards.filter((card) => !setting.low.includes(card));
  const missing = lowSize(arranging) - setting.low.length;
  const card = (name, index, inLow) =>
    cardElement(name, {
      tag: "button",
      type: "button",
      key: name,
      index,
      class: "playable",
      "aria-label": `${cardName(name)}, ${inLow ? "in the low hand, tap to take back" : "tap to send to the low hand"}`,
      "aria-pressed": inLow ? "true" : "false",
      data: { act: "card", glide: name, in: inLow ? "low" : "high" },
    });
  const keyOf = (name) => arranging.cards.indexOf(name) + 1;
  const withKey = (element, name) => {
    element.append(h("kbd", { class: "card-key" }, keyOf(name)));
    return element;
  };
  return h(
    "div",
    {
      class: `hand arranging ${split?.foul ? "foul" : ""}`,
      key: "arranging",
      data: { testid: "setting", full: split ? true : null },
    },
    h(
      "div",
      { class: "box", key: "H", data: { box: "high" }, vars: { "--n": arranging.cards.length - lowSize(arranging) } },
      h("span", { class: "box-name", "aria-label": "High hand" }, "H"),
      h(
        "div",
        { class: "row fan", data: { deal: table.turning ? "turn" : null }, vars: { "--cards": high.length } },
        high.map((name, index) => withKey(card(name, index, false), name)),
      ),
      h("span", { class: "hand-name", data: { testid: "high-name" } }, split ? split.high_name : "\u00a0"),
    ),
    h(
      "div",
      { class: "box", key: "L", data: { box: "low" }, vars: { "--n": lowSize(arranging) } },
      h("span", { class: "box-name", "aria-label": "Low hand" }, "L"),
      h(
        "div",
        { class: "row" },
        setting.low.map((name, index) => withKey(card(name, index, true), name)),
        Array.from({ length: missing }, (_, at) =>
          h("span", { class: "slot", key: `slot${at}`, "aria-hidden": "true" }),
        ),
      ),
      h(
        "span",
        { class: "hand-name", data: { testid: "low-name" } },
        split ? split.low_name : missing ? `${missing} to choose` : "\u00a0",
      ),
    ),
  );
}

/** What is to be said about the setting now: a foul, or the house way and its clause. */
export function settingWords(table) {
  const {
    setting,
    scene: { arranging },
    book,
  } = table;
  const split = splitOf(arranging, setting.low);
  if (split?.foul) return { foul: true, words: sentence(split.foul) };
  if (setting.houseWay)
    return { clause: arranging.clause, words: book?.clauses?.[arranging.clause] ?? "as the book sets it" };
  return null;
}

/** Let cards be dragged between H and L with a pointer. */
export function draggable(root, table) {
  let held = null;
  root.addEventListener("pointerdown", (event) => {
    const card = event.target.closest("[data-act=card]");
    if (!card || event.button) return;
    held = { card, id: event.pointerId, x: event.clientX, y: event.clientY, moved: false };
  });
  addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.moved && Math.hypot(dx, dy) < 7) return;
    held.moved = true;
    held.card.classList.add("dragged");
    held.card.style.translate = `${dx}px ${dy}px`;
    const over = boxAt(event, held.card);
    for (const box of root.querySelectorAll(".arranging [data-box]")) box.classList.toggle("over", box === over);
  });
  const drop = (event) => {
    if (!held || event.pointerId !== held.id) return;
    const { card, moved } = held;
    held = null;
    if (!moved) return;
    card.classList.remove("dragged");
    const to = event.type === "pointerup" ? boxAt(event, card)?.dataset.box : "";
    card.style.translate = "";
    for (const box of root.querySelectorAll(".over")) box.classList.remove("over");
    addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", stop, { capture: true }), 50);
    if (to) toggle(table, card.dataset.card, to);
  };
  addEventListener("pointerup", drop);
  addEventListener("pointercancel", drop);
  const stop = (event) => {
    event.stopPropagation();
    event.preventDefault();
  };

  function boxAt(event, card) {
    return document
      .elementsFromPoint(event.clientX, event.clientY)
      .filter((element) => !card.contains(element))
      .map((element) => element.closest(".arranging [data-box]"))
      .find(Boolean);
  }
}
