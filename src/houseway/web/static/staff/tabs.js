// @ts-check
// The tabs of the console: what staff work on.
// Here: the list of tabs, their keys, and choosing one. Not here: what each one shows.

import { byId, h } from "../shared/dom.js";
import { dealElement } from "./deal.js";
import { correctElement, playersElement, wagerElement } from "./people.js";
import { holdElement } from "./remedies.js";
import { faultsElement } from "./report.js";
import { tableModeElement } from "./table-mode.js";

/** @import { Child } from "../shared/dom.js" */
/** @import { Desk } from "./desk.js" */

/** @typedef {{tab: string, words: string, key: string, draw: (desk: Desk) => Child}} Tab */

/** @type {Tab[]} */
const TABS = [
  { tab: "hold", words: "On hold", key: "o", draw: holdElement },
  { tab: "report", words: "Irregularity", key: "i", draw: faultsElement },
  { tab: "key in", words: "Key in", key: "k", draw: dealElement },
  { tab: "wager", words: "Wager for a player", key: "w", draw: wagerElement },
  { tab: "players", words: "Players", key: "p", draw: playersElement },
  { tab: "correct", words: "Correct a round", key: "c", draw: correctElement },
  { tab: "run", words: "The table", key: "t", draw: tableModeElement },
];

/** @type {Record<string, string>} tabs for one phase only: when it is over, another tab is opened */
export const ONLY_IN = { "key in": "no more bets", wager: "betting" };

/** @param {string} tab */
export const tabId = (tab) => `tab-${tab.replace(" ", "-")}`;

/**
 * The tabs shown now; "On hold" only while the round is on hold.
 * @param {Desk} desk
 */
function tabsOf(desk) {
  return TABS.filter(({ tab }) => tab !== "hold" || desk.scene.table.hold);
}

/**
 * The tab for a key, if any.
 * @param {Desk} desk
 * @param {string} key
 */
export function tabOfKey(desk, key) {
  return tabsOf(desk).find((each) => each.key === key)?.tab;
}

/**
 * Choose a tab and go to its first field.
 * @param {Desk} desk
 * @param {string} tab
 */
export function goToTab(desk, tab) {
  desk.tab = tab;
  desk.notice = null;
  desk.draw();
  const panel = byId("panel");
  const choices = ["input:not([type='checkbox']), select, button:not([aria-disabled])", "button"];
  const first = [".fault", ...choices].map((selector) => panel.querySelector(selector)).find(Boolean);
  /** @type {HTMLElement} */ (first ?? byId(tabId(tab))).focus();
}

/**
 * The tabs and the panel of the one that is open.
 * @param {Desk} desk
 */
export function workElement(desk) {
  const shown = tabsOf(desk);
  const open = shown.find(({ tab }) => tab === desk.tab) ?? shown[0];
  return [
    h(
      "div",
      { class: "tabs", role: "tablist", "aria-label": "Work", key: "tabs" },
      shown.map((tab) => tabElement(tab, tab === open)),
      h("span", { class: "tabs-hint", key: "hint", role: "presentation" }, h("kbd", null, "Esc"), " leaves a field"),
    ),
    h(
      "div",
      { class: "panel-body", id: "panel", role: "tabpanel", "aria-labelledby": tabId(open.tab), key: "panel" },
      h("div", { key: `body-${open.tab}`, class: "body", data: { panel: open.tab } }, open.draw(desk)),
    ),
  ];
}

/**
 * @param {Tab} tab
 * @param {boolean} open
 */
function tabElement({ tab, words, key }, open) {
  const attributes = {
    type: "button",
    role: "tab",
    key: tab,
    id: tabId(tab),
    class: tab === "hold" ? "tab hold-tab" : "tab",
    "aria-selected": String(open),
    "aria-controls": "panel",
    tabindex: open ? "0" : "-1",
    data: { tab },
  };
  return h("button", attributes, words, h("kbd", null, key.toUpperCase()));
}
