// @ts-check
// Every legal setting of the hand, best first, each as a bar of what it wins, pushes and loses.
// Here: the list. Not here: the setting on the board (`board`), or which one beats which: the house says so.

import { cardElement, laidOut } from "../shared/cards.js";
import { byId, h, show } from "../shared/dom.js";
import { gradeElement, signed } from "../shared/grade.js";
import { capital, plain } from "../shared/words.js";

import { examplesElement } from "./examples.js";

/** @import { Page } from "./analyse.js" */

const LONG = 8;

/** @param {Page} page */
export function drawSettings(page) {
  const { found } = page;
  const begin = !page.view.piles.hand.length && page.card;
  show(byId("settings"), found ? listElement(page, found) : begin ? examplesElement(page) : null);
}

/**
 * @param {Page} page
 * @param {Wire.Analysis} found
 */
function listElement(page, found) {
  const places = found.settings.map((_, place) => place);
  const marked = new Set([found.house_way, found.best, found.played]);
  const folds = places.length > LONG;
  const first = places.filter((place) => !folds || !found.settings[place].beaten || marked.has(place));
  const rest = places.filter((place) => !first.includes(place));
  return [
    h(
      "h2",
      { key: "head" },
      places.length === 1 ? "The only legal setting" : `${places.length} legal settings, best first`,
    ),
    h(
      "ol",
      { class: "list", key: "list", data: { testid: "settings" } },
      first.map((place) => rowElement(page, found, place)),
    ),
    rest.length
      ? h(
          "details",
          { class: "rest", key: "rest" },
          h("summary", null, `${rest.length} more: for each, another setting is as good in both hands`),
          h(
            "ol",
            { class: "list" },
            rest.map((place) => rowElement(page, found, place)),
          ),
        )
      : null,
  ];
}

/**
 * @param {Page} page
 * @param {Wire.Analysis} found
 * @param {number} place
 */
function rowElement(page, found, place) {
  const setting = found.settings[place];
  const { win, standoff, lose, ev } = setting;
  return h(
    "li",
    {
      class: `setting ${place === page.place ? "chosen" : ""}`,
      key: setting.low.join(),
      data: { testid: "setting", low: setting.low.join(" "), win, standoff, lose, ev, act: "choose", place },
    },
    h(
      "button",
      {
        class: "setting-cards",
        type: "button",
        "aria-pressed": String(place === page.place),
        "aria-label": `${setting.low_name} low, ${setting.high_name} high: show on the board`,
        data: { act: "choose", place },
      },
      cardsElement(setting.low),
      cardsElement(setting.high),
    ),
    h(
      "div",
      { class: "setting-names" },
      h("p", null, h("b", null, setting.low_name), " under ", setting.high_name.toLowerCase()),
      marksElement(found, place),
    ),
    barElement(found, setting),
    h(
      "p",
      { class: "setting-value", title: `exactly ${ev}` },
      found.deals === 1 ? outcomeWord(found, setting) : signed(setting.ev_float),
      setting.given_up_float ? h("span", null, signed(-setting.given_up_float)) : h("span", null, "best"),
    ),
  );
}

/** @param {string[]} cards */
function cardsElement(cards) {
  return h(
    "span",
    { class: "cards" },
    laidOut(cards).map((card) => cardElement(card, { small: true, key: card })),
  );
}

/**
 * @param {Wire.Analysis} found
 * @param {number} place
 */
function marksElement(found, place) {
  return h(
    "p",
    { class: "marks" },
    gradeElement(found.settings[place].grade),
    place === found.house_way ? h("span", { class: "mark", data: { mark: "house way" } }, "House way") : null,
    place === found.played ? h("span", { class: "mark played", data: { mark: "played" } }, "Played") : null,
  );
}

/**
 * How a setting ends against the one hand the dealer holds.
 * @param {Wire.Analysis} found
 * @param {Wire.AnalysedSetting} setting
 */
export function outcomeWord({ standoff_word: push }, { win, lose }) {
  return win ? "Win" : lose ? "Lose" : capital(push);
}

/**
 * What a setting wins, pushes and loses, as parts of one bar, with the share and the exact count of each.
 * @param {Wire.Analysis} found
 * @param {Wire.AnalysedSetting} setting
 * @param {string} [key]
 */
export function barElement({ deals, standoff_word: push }, { win, standoff, lose }, key) {
  /** @type {[string, string, number][]} */
  const parts = [
    ["win", "Win", win],
    ["push", capital(push), standoff],
    ["lose", "Lose", lose],
  ];
  const bar = h(
    "div",
    { class: "bar-parts", "aria-hidden": "true" },
    parts.map(([kind, , number]) => h("span", { class: kind, key: kind, vars: { "--part": number / deals } })),
  );
  if (deals === 1) return h("div", { class: "outcome", key }, bar);
  return h(
    "div",
    { class: "outcome", key },
    bar,
    h(
      "ul",
      { class: "counts" },
      parts.map(([kind, name, number]) =>
        h(
          "li",
          { class: kind, key: kind },
          h("span", { class: "count-name" }, name),
          " ",
          h("b", null, `${((100 * number) / deals).toFixed(2)}%`),
          " ",
          h("span", { class: "count number" }, plain(number)),
        ),
      ),
    ),
  );
}
