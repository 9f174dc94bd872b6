// @ts-check
// Players and settled rounds.
// Here: the forms. Not here: whether the house accepts what they send.

import { clauseElement } from "../shared/clauses.js";
import { h } from "../shared/dom.js";
import { money } from "../shared/words.js";
import { detailFields, playersOf } from "./details.js";
import { owedElement } from "./owed.js";
import { noticeElement, refusalWords, wagerName } from "./words.js";

/** @import { Desk } from "./desk.js" */

const CORRECTING =
  "For a settled round in which the dealer did not set a hand the house way. " +
  "You see what is paid or taken back before anything happens.";

const POSITIONS = "Positions";
const AREA = "One playing area";
const HANDS = "More than one hand";
const PLAY = "Play in the house";
const ASKED_FOR =
  "At a player\u2019s request, while betting is open; on another player\u2019s area, at the request of both.";
const NO_CORRECTION = "This book has no clause for correcting a settled round.";

/**
 * A wager placed at a player's request.
 * @param {Desk} desk
 */
export function wagerElement(desk) {
  return h(
    "form",
    { class: "narrow", data: { form: "wager" } },
    h("p", { class: "quiet" }, ASKED_FOR),
    h("div", { class: "fields" }, detailFields(desk, ["position", "player", "wager", "cents"], "wager")),
    h("button", { type: "submit", class: "main", data: { testid: "place-wager" } }, "Place the wager"),
    noticeElement(desk, "wager"),
    desk.scene.proposals.map((asked) => proposalElement(desk, asked)),
  );
}

/**
 * What a player is asked, or has declined.
 * @param {Desk} desk
 * @param {Wire.Proposed} asked
 */
function proposalElement(desk, { player, by, position, wager, cents, declined }) {
  const about = `${money(cents)} on the ${wagerName(desk, wager)} at position ${position}`;
  const words = declined ? `${player} declined ${about}.` : `${by} asked ${player} to bet ${about}: no answer yet.`;
  return h("p", { class: "quiet", key: `asked-${player}`, role: "status", data: { testid: "proposal" } }, words);
}

/**
 * Who may wager where.
 * @param {Desk} desk
 */
export function playersElement(desk) {
  const known = playersOf(desk);
  const { owed, can } = desk.scene;
  const { prohibit, restrict, allow_more: more } = can;
  const heads = ["Player", POSITIONS, restrict ? AREA : "", more ? HANDS : "", prohibit ? PLAY : ""].filter(Boolean);
  return h(
    "div",
    { class: "players" },
    known.length
      ? h(
          "table",
          { class: "players-table", key: "table" },
          h(
            "thead",
            null,
            h(
              "tr",
              null,
              heads.map((head) => h("th", { scope: "col" }, head)),
            ),
          ),
          h(
            "tbody",
            null,
            known.map((name) => playerElement(desk, name)),
          ),
        )
      : h("p", { class: "quiet", key: "none" }, "Nobody plays at this table."),
    prohibit?.refusal ? whyNot(desk, prohibit) : null,
    owedElement(
      Object.entries(owed).map(([player, cents]) => ({ player, cents })),
      desk.fields.amount,
      can.write_off,
    ),
    noticeElement(desk, "players"),
  );
}

/**
 * Why something cannot be done now, or not by this role.
 * @param {Desk} desk
 * @param {Wire.Choice} choice
 */
function whyNot(desk, { refusal, clause }) {
  const attributes = { class: "quiet", key: "why-not", data: { testid: "why-not" } };
  return h("p", attributes, refusalWords(refusal), " ", clauseElement(desk, clause));
}

/**
 * @param {Desk} desk
 * @param {string} name
 */
function playerElement(desk, name) {
  const { table, present, can, owed } = desk.scene;
  const seated = Object.entries(table.seats).filter(([, player]) => player === name);
  const restricted = table.restricted.includes(name);
  const barred = table.prohibited.includes(name);
  const owes = { class: "mark warn", data: { testid: "owes-mark" } };
  const prohibited = { class: "mark warn", data: { testid: "prohibited" } };
  /** @param {string} act @param {boolean} lift @param {string} words @param {string} [refusal] */
  const button = (act, lift, words, refusal = "") => {
    const attributes = {
      class: "small",
      key: `${act}${lift}`,
      "aria-label": `${words}: ${name}`,
      "aria-disabled": refusal ? "true" : null,
      title: refusal ? refusalWords(refusal) : null,
      data: { act, player: name, lift: lift ? "yes" : "no" },
    };
    return h("button", { type: "button", ...attributes }, words);
  };
  const play = can.prohibit
    ? h(
        "td",
        { key: "play", data: { label: PLAY } },
        button("prohibit", barred, barred ? "Lift" : "Prohibit", can.prohibit.refusal),
      )
    : null;
  const area = restricted
    ? [
        h("small", { class: "mark warn", key: "m" }, "one area only"),
        button("restrict", true, "Lift", can.restrict?.refusal),
      ]
    : button("restrict", false, "Restrict", can.restrict?.refusal);
  const hands = table.allowed_more.includes(name)
    ? [h("small", { class: "mark", key: "m" }, "allowed"), button("allow more", true, "End", can.allow_more?.refusal)]
    : button("allow more", false, "Allow", can.allow_more?.refusal);
  return h(
    "tr",
    { key: name, data: { player: name, restricted: restricted ? "yes" : "no", prohibited: barred ? "yes" : "no" } },
    h(
      "th",
      { scope: "row" },
      name,
      present.includes(name) ? null : h("small", { class: "mark" }, "not connected"),
      barred ? h("small", prohibited, "may not play") : null,
      owed[name] ? h("small", owes, `owes ${money(owed[name])}`) : null,
    ),
    h("td", { class: "number", data: { label: POSITIONS } }, seated.map(([at]) => at).join(", ") || "not seated"),
    can.restrict ? h("td", { key: "area", data: { label: AREA } }, h("span", { class: "pair" }, area)) : null,
    can.allow_more ? h("td", { key: "hands", data: { label: HANDS } }, h("span", { class: "pair" }, hands)) : null,
    play,
  );
}

/**
 * A settled round in which a hand was set wrongly.
 * @param {Desk} desk
 */
export function correctElement(desk) {
  const { phase, round } = desk.scene.table;
  const { correct } = desk.scene.can;
  if (!correct) return h("p", { class: "quiet" }, NO_CORRECTION);
  const last = phase === "between rounds" ? round : round - 1;
  const field = {
    id: "correct-round",
    name: "round",
    type: "number",
    min: "1",
    max: Math.max(1, last),
    value: last > 0 ? last : null,
    required: true,
  };
  const button = {
    type: "submit",
    class: correct.refusal ? "" : "main",
    "aria-disabled": correct.refusal ? "true" : null,
    data: { testid: "correct" },
  };
  return h(
    "form",
    { class: "narrow", data: { form: "correct" } },
    h("p", { class: "quiet" }, CORRECTING),
    h(
      "div",
      { class: "fields" },
      h("div", { class: "field" }, h("label", { for: "correct-round" }, "Round"), h("input", field)),
    ),
    correct.refusal ? whyNot(desk, correct) : null,
    h("button", button, "Look at the correction"),
    noticeElement(desk, "correct"),
  );
}
