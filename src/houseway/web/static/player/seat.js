// The viewer's own position, and the notice above it.
// Here: his circles and cards, larger, with what is to be said about them. Not here: the other positions (`felt`).

import { h, sentence } from "../shared/dom.js";
import { circlesElement, handElement, stateOf } from "./felt.js";
import { clauseElement } from "../shared/log.js";
import { settingElement, settingWords } from "./setting.js";

/** The viewer's own position, larger. */
export function seatElement(table, own) {
  const { scene } = table;
  const attributes = { id: "seat", class: "seat", "aria-label": "Your position" };
  if (!own) {
    const free = scene.can.sit.length || (!scene.you.name && table.met);
    return h(
      "section",
      { ...attributes, class: "seat watching" },
      h(
        "p",
        { class: "watch-words", key: "watch" },
        free ? "You are watching. Take a free position to play." : "You are watching.",
      ),
    );
  }
  const state = stateOf(table, own);
  const hand = scene.table.hands[own];
  const words = scene.arranging ? settingWords(table) : null;
  const positions = scene.you.positions;
  return h(
    "section",
    {
      ...attributes,
      class: `seat ${hand ? "dealt" : ""}`,
      "aria-label": `Your position ${own}, ${state}`,
      data: { position: own, state: state.toLowerCase() },
    },
    h(
      "div",
      { class: "seat-head", key: "head" },
      h("h2", null, `Position ${own}`),
      h("span", { class: "state" }, state),
      positions.length > 1 && scene.table.phase === "betting"
        ? positions
            .filter((at) => at !== own)
            .map((at) =>
              h(
                "button",
                { class: "link", type: "button", key: `to${at}`, data: { act: "choose", position: at } },
                `To position ${at}`,
              ),
            )
        : null,
      scene.can.leave.includes(own)
        ? h("button", { class: "link leave", type: "button", data: { act: "leave", position: own } }, "Leave")
        : null,
    ),
    circlesElement(table, own),
    scene.arranging?.position === own ? settingElement(table) : handElement(table, own),
    h(
      "p",
      {
        class: `setting-words ${words?.foul ? "foul" : ""}`,
        key: "words",
        id: "setting-words",
        role: "status",
        data: { testid: "setting-words" },
      },
      words
        ? [words.clause ? ["House way, ", clauseElement(table, words.clause), ": "] : null, words.words]
        : scene.arranging
          ? "Tap two cards for L, or drag them; the other cards are H."
          : scene.can.view.includes(own)
            ? "Your cards lie face down. Tap them to look."
            : null,
    ),
  );
}

/** What is to be known before anything else: a farewell, a lost connection, a hold. */
export function noticeElement(table) {
  const { hold } = table.scene.table;
  if (table.goodbye)
    return h(
      "div",
      { class: "banner", key: "goodbye", role: "alert" },
      sentence(table.goodbye),
      " ",
      h("button", { class: "link", type: "button", data: { act: "reload" } }, "Come back"),
      table.connection === "closed" ? [" ", h("a", { class: "to-lobby", href: "/" }, "To the lobby")] : null,
    );
  if (table.connection === "lost")
    return h(
      "div",
      { class: "banner calm", key: "lost", role: "status", data: { testid: "lost" } },
      "Connection lost; trying again",
    );
  if (!hold) return null;
  const place = hold.position === 0 ? ", at the dealer" : hold.position > 0 ? `, at position ${hold.position}` : "";
  return h(
    "div",
    { class: "banner", key: "hold", role: "alert", data: { testid: "hold" } },
    h("strong", null, `On hold: ${hold.fault}`),
    h("span", null, `${place}${hold.note ? `, ${hold.note}` : ""} `),
    clauseElement(table, hold.clause),
    h("span", null, ". Staff decide what happens next."),
  );
}
