// The action bar: the one place for what can be done now.
// Here: its buttons and its quiet words, by what the scene says can be done. Not here: doing it (`acts`).

import { remembered, trayElement } from "./betting.js";
import { h } from "../shared/dom.js";
import { failedToQualify, wagersOf } from "./felt.js";
import { splitOf } from "./setting.js";

const hint = (key) => h("kbd", null, key);
const button = (act, words, { main = false, danger = false, key = "", ...rest } = {}) =>
  h(
    "button",
    {
      type: "button",
      class: main ? "main" : danger ? "danger" : "",
      key: `act-${act}-${rest.position ?? ""}`,
      data: { act, testid: act, ...rest },
    },
    words,
    key ? hint(key) : null,
  );

/** Whether there is a bet to repeat now. */
export function canRepeat(table) {
  const { scene } = table;
  if (!Object.keys(scene.can.wager).length) return false;
  return (
    remembered(table).some(({ position, wager }) => !table.ownOn(position, wager)) &&
    !scene.you.positions.some((at) => scene.table.wagers[at])
  );
}

/** Whether to be ready now means to sit this round out: others have wagered, the viewer has not. */
export function sitsOut(table) {
  const { scene } = table;
  if (scene.table.phase !== "betting") return false;
  return !Object.values(scene.table.wagers).some((wagers) =>
    Object.values(wagers).some((stakes) => stakes.some((stake) => stake.player === scene.you.name)),
  );
}

/** The one action bar. */
export function barElement(table, own) {
  const { scene } = table;
  const { can, you } = scene;
  if (table.goodbye)
    return h(
      "p",
      { class: "bar-words" },
      table.connection === "closed" ? "The connection is closed." : "Trying to come back.",
    );
  if (table.asking) return askingElement(table);
  if (!you.name) return nameElement(table);
  const acting = [];
  const offer = can.withdraw_remaining
    ? h(
        "div",
        { class: "acts offer", key: "offer" },
        button("ask-withdraw", `Withdraw your wagers (${can.withdraw_remaining})`),
      )
    : null;
  if (can.chips) acting.push(button("chips", "Take play chips", { main: !Object.keys(can.wager).length }));
  if (scene.arranging && can.set.includes(scene.arranging.position)) {
    const split = splitOf(scene.arranging, table.setting.low);
    return [
      offer,
      h(
        "div",
        { class: "acts setting-acts", key: "setting" },
        acting,
        button("house-way", "House way", { key: "H" }),
        h(
          "button",
          {
            type: "button",
            key: "undo",
            disabled: !table.setting.before.length,
            data: { act: "undo", testid: "undo" },
          },
          "Undo",
          hint("\u232b"),
        ),
        h(
          "button",
          {
            type: "button",
            class: `main wide ${split && !split.foul ? "" : "not-yet"}`,
            key: "confirm",
            "aria-describedby": "setting-words",
            data: { act: "confirm", testid: "confirm" },
          },
          "Confirm",
          hint("\u21b5"),
        ),
      ),
    ];
  }
  const canWager = Object.keys(can.wager).length > 0;
  const waits = scene.ready.includes(you.name);
  const ready =
    { betting: "Deal now", setting: "Go on", revealed: "Compare now", "between rounds": "Next round" }[
      scene.table.phase
    ] ?? "Go on";
  for (const position of can.view) {
    acting.push(
      button(
        "view",
        can.view.length > 1 || you.hands.length > 1 ? `View the hand of position ${position}` : "Look at your cards",
        { main: true, position, key: position === can.view[0] ? "V" : "" },
      ),
    );
  }
  for (const position of can.concede)
    acting.push(button("ask-concede", you.hands.length > 1 ? `Concede position ${position}` : "Concede", { position }));
  if (canRepeat(table)) acting.push(button("repeat", "Repeat", { key: "R" }));
  if (Object.keys(can.withdraw).length) acting.push(button("clear", "Clear", { key: "C" }));
  if (can.ready && !waits)
    acting.push(
      sitsOut(table) ? button("ready", "Sit this round out") : button("ready", ready, { main: true, key: "\u21b5" }),
    );
  const quiet = quietWords(table, { own, canWager, waits });
  return [
    offer,
    canWager ? trayElement(table) : null,
    h(
      "div",
      { class: "acts", key: "acts" },
      acting,
      !acting.length || waits || (canWager && !can.ready) ? h("p", { class: "bar-words", key: "words" }, quiet) : null,
    ),
  ];
}

function quietWords(table, { own, canWager, waits }) {
  const { scene } = table;
  const { phase, hold } = scene.table;
  if (hold) return "Staff decide what happens next.";
  if (waits) return scene.ready.length < scene.present.length ? "Waiting for the others." : "A moment, please.";
  if (!own && table.wantSeat) return "A position will be taken for you as soon as this round allows it.";
  if (!own) return scene.can.sit.length ? "Choose a position: Sit here." : "No position is free for you now.";
  if (canWager) return "Choose a chip, then tap a circle.";
  if (phase === "setting")
    return scene.table.hands[own]
      ? "Your hand is set. Waiting for the others."
      : "A round is in progress. You play from the next one.";
  if (phase === "revealed" && failedToQualify(table))
    return Object.keys(scene.table.wagers).length
      ? "The wagers that still lie are settled next."
      : "The round is settled next.";
  if (phase === "revealed") return "Hands are compared next.";
  if (phase === "betting") return "You cannot wager now.";
  if (phase === "no more bets") return "No more bets.";
  return scene.running.open ? "Waiting for the next round." : "The table is closed.";
}

function askingElement(table) {
  const [what, position] = table.asking.split(" ");
  const wager = wagersOf(table).find(({ main }) => main)?.name ?? "main wager";
  const opened = table.scene.commitment
    ? " The deck is opened to everybody after the round, and with it this hand."
    : "";
  const words =
    what === "concede"
      ? `Concede the hand of position ${position}? The ${wager} is lost. This cannot be taken back.${opened}`
      : "Withdraw all your wagers of this round? This cannot be taken back.";
  return [
    h("p", { class: "bar-words", key: "asking" }, words),
    h(
      "div",
      { class: "acts", key: "acts" },
      what === "concede"
        ? button("concede", "Concede the hand", { danger: true, position })
        : button("withdraw-remaining", "Withdraw them all", { danger: true }),
      button("no", "Keep playing", { main: true }),
    ),
  ];
}

function nameElement(table) {
  return h(
    "form",
    { class: "name-form", key: "name", data: { form: "name" } },
    h(
      "label",
      { for: "take-name" },
      table.wantSeat ? "Take a name to sit down" : "Take a name to play with play chips",
    ),
    h(
      "div",
      { class: "line" },
      h("input", {
        id: "take-name",
        name: "name",
        required: true,
        maxlength: "24",
        autocomplete: "nickname",
        placeholder: "Your name",
      }),
      h("button", { class: "main", type: "submit" }, "Play"),
    ),
  );
}
