// @ts-check
// Players who are excluded from the whole house, or prohibited from play in it.
// Here: the list on the floor, excluding a player by name, and lifting either. Not here: who may: the house decides.

import { fieldOf, h } from "../shared/dom.js";
import { ask, asRefused } from "../shared/request.js";
import { noticeElement } from "./floor-forms.js";

/** @import { Floor } from "./floor.js" */

/**
 * Exclude a player.
 * @param {Floor} floor
 * @param {HTMLFormElement} form
 */
export async function exclude(floor, form) {
  const player = fieldOf(form, "player").value.trim();
  /** @type {Wire.Exclusion} */
  const asked = { player, why: fieldOf(form, "why").value.trim(), lift: false };
  floor.exclusions = await ask("POST", "/staff/exclusions", asked);
  floor.notices = { exclude: { words: `${player} is excluded at every table`, done: true } };
  form.reset();
}

/**
 * Lift an exclusion.
 * @param {Floor} floor
 * @param {string} player
 */
export async function liftExclusion(floor, player) {
  try {
    floor.exclusions = await ask("POST", "/staff/exclusions", { player, lift: true });
    floor.notices = { exclude: { words: `${player} may play again`, done: true } };
  } catch (error) {
    floor.notices = { exclude: { words: asRefused(error).message, done: false } };
  }
}

/**
 * Lift a prohibition.
 * @param {Floor} floor
 * @param {string} player
 */
export async function liftProhibition(floor, player) {
  try {
    floor.exclusions = await ask("POST", "/staff/prohibitions/lift", { player });
    floor.notices = { exclude: { words: `${player} may play again at every table`, done: true } };
  } catch (error) {
    floor.notices = { exclude: { words: asRefused(error).message, done: false } };
  }
}

/**
 * Ask for a player's personal data to be erased.
 * @param {Floor} floor
 * @param {HTMLFormElement} form
 */
export async function erase(floor, form) {
  /** @type {Wire.Erasure} */
  const asked = { player: fieldOf(form, "player").value.trim(), why: fieldOf(form, "why").value.trim() };
  const { sentence } = await ask("POST", "/staff/people/erase", asked);
  floor.notices = { erase: { words: sentence, done: true } };
  form.reset();
}

/**
 * The form that asks for personal data to be erased, in a house that gives players their names.
 * @param {Floor} floor
 */
export function eraseElement(floor) {
  const { staff, fields } = floor;
  if (!staff.may_erase) return null;
  const player = { id: "erase-player", name: "player", required: true, maxlength: fields.name, autocomplete: "off" };
  const why = { id: "erase-why", name: "why", required: true, maxlength: fields.note, autocomplete: "off" };
  return h(
    "form",
    { class: "panel", key: "erase", data: { form: "erase", testid: "erase" } },
    h("h2", null, "Personal data"),
    h("p", { class: "quiet" }, "Who a player is can be erased; rounds and chips stay. A second person must confirm."),
    h("label", { for: "erase-player" }, "Player, by the name the house gave"),
    h("input", player),
    h("label", { for: "erase-why" }, "Reason"),
    h("div", { class: "line" }, h("input", why), h("button", { type: "submit" }, "Ask to erase")),
    noticeElement(floor, "erase"),
  );
}

/**
 * Who is excluded or prohibited, and the form; nothing for those who may not exclude, while nobody is.
 * @param {Floor} floor
 */
export function exclusionsElement(floor) {
  const { exclusions, fields } = floor;
  if (!exclusions) return null;
  const { excluded, prohibited, may_exclude: may, may_lift: mayLift } = exclusions;
  if (!may && !excluded.length && !prohibited.length) return null;
  const player = { id: "exclude-player", name: "player", required: true, maxlength: fields.name, autocomplete: "off" };
  const why = { id: "exclude-why", name: "why", required: true, maxlength: fields.note, autocomplete: "off" };
  return h(
    "form",
    { class: "panel", key: "exclude", data: { form: "exclude", testid: "exclusions" } },
    h("h2", null, prohibited.length ? "Excluded and prohibited players" : "Excluded players"),
    excluded.map((each) => excludedElement(each, may)),
    prohibited.map((each) => prohibitedElement(each, mayLift)),
    may
      ? [
          h("label", { for: "exclude-player" }, "Player"),
          h("input", player),
          h("label", { for: "exclude-why" }, "Reason"),
          h("div", { class: "line" }, h("input", why), h("button", { type: "submit" }, "Exclude")),
        ]
      : null,
    noticeElement(floor, "exclude"),
  );
}

/**
 * @param {Wire.ExcludedPlayer} excluded
 * @param {boolean} may
 */
function excludedElement({ player, by, why, until }, may) {
  const words = until ? `excluded themselves until ${new Date(until).toLocaleString()}` : `excluded by ${by}: ${why}`;
  const lift = { type: "button", "aria-label": `Lift: ${player}`, data: { act: "lift-exclusion", player } };
  return h(
    "div",
    { class: "owes", key: `excluded-${player}`, data: { testid: "excluded", player } },
    h("p", null, h("strong", null, player), ` ${words}`),
    may && !until ? h("button", lift, "Lift") : null,
  );
}

/**
 * @param {Wire.ProhibitedPlayer} prohibited
 * @param {boolean} may
 */
function prohibitedElement({ player, clause }, may) {
  const lift = { type: "button", "aria-label": `Lift: ${player}`, data: { act: "lift-prohibition", player } };
  return h(
    "div",
    { class: "owes", key: `prohibited-${player}`, data: { testid: "prohibited", player } },
    h("p", null, h("strong", null, player), ` is prohibited from further play under ${clause}`),
    may ? h("button", lift, "Lift") : null,
  );
}
