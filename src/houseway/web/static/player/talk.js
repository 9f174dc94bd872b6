// @ts-check
// Set phrases that players say to each other, shown beside the seat for a few seconds.
// Here: saying one, showing them, and the switch that hides them. Not here: which there are: the house sends the list.

import { byId, h } from "../shared/dom.js";

/** @import { TablePage } from "./page.js" */

const SHOWN_FOR = 6000;

/**
 * Whether phrases are shown; remembered in this browser.
 * @param {boolean} [choice]
 */
export function talkOn(choice) {
  if (choice !== undefined) localStorage.setItem("houseway.talk", choice ? "on" : "off");
  return localStorage.getItem("houseway.talk") !== "off";
}

/**
 * A player has said something.
 * @param {TablePage} table
 * @param {Wire.Said} said
 */
export function hearTalk(table, { player, words }) {
  if (!talkOn()) return;
  clearTimeout(table.talk.get(player)?.timer);
  const end = () => {
    table.talk.delete(player);
    byId("talk").textContent = "";
    table.draw();
  };
  table.talk.set(player, { words, timer: setTimeout(end, SHOWN_FOR) });
  if (player !== table.scene.you.name) byId("talk").textContent = `${player}: ${words}`;
  table.draw();
}

/**
 * What a player has just said.
 * @param {TablePage} table
 * @param {string} player
 */
export function saysElement({ talk }, player) {
  const said = talk.get(player);
  if (!said || !talkOn()) return null;
  return h("span", { class: "says", key: "says", "aria-hidden": "true", data: { says: player } }, said.words);
}

/**
 * The phrases, for whoever is seated.
 * @param {TablePage} table
 */
export function phrasesElement({ scene, phrases }) {
  if (!scene.you.positions.length || !talkOn()) return null;
  return h(
    "details",
    { key: "phrases", name: "pays", data: { testid: "phrases" } },
    h("summary", null, "Say something"),
    h(
      "p",
      { class: "phrases" },
      Object.entries(phrases).map(([phrase, words]) =>
        h("button", { type: "button", class: "small", key: phrase, data: { act: "say", phrase } }, words),
      ),
    ),
  );
}
