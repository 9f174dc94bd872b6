// @ts-check
// Words that several parts of the console use.
// Here: names of positions and wagers, refusals. Not here: the sentences of the house.

import { clauseElement } from "../shared/clauses.js";
import { h } from "../shared/dom.js";
import { capital, sentence } from "../shared/words.js";

/** @import { Desk } from "./desk.js" */

/**
 * The name of a wager, short enough for a tile.
 * @param {Desk} desk
 * @param {string} key
 */
export function wagerName(desk, key) {
  const known = desk.book?.wagers.find((wager) => wager.key === key)?.name;
  const name = known ?? (key === "main" ? "Main wager" : key.replaceAll("-", " "));
  return capital(name.replace(/ wager$/i, ""));
}

/**
 * A position with the player who sits there.
 * @param {Desk} desk
 * @param {number} at
 */
export function placeName(desk, at) {
  const seated = desk.scene.table.seats[at];
  return at === 0 ? "The dealer" : `Position ${at}${seated ? `, ${seated}` : ""}`;
}

/**
 * A position within a sentence.
 * @param {number} at
 */
export function placeWords(at) {
  return at === 0 ? "the dealer" : `position ${at}`;
}

/**
 * Every position of a table.
 * @param {Desk} desk
 */
export function positionsOf(desk) {
  return Array.from({ length: desk.scene.table.positions }, (_, index) => index + 1);
}

/**
 * A refusal without the clause at its end, which is shown beside it as a button.
 * @param {string} words
 */
export function refusalWords(words) {
  const bare = words.replace(/ \([^()]*\)$/, "");
  return /^\S*\d/.test(bare) ? `${bare}.` : sentence(bare); // the name of a book keeps its small letters
}

/**
 * The last refusal or success, shown beside the control that was used.
 * @param {Desk} desk
 * @param {string} place
 */
export function noticeElement(desk, place) {
  const { notice } = desk;
  if (notice?.place !== place) return null;
  return h(
    "p",
    { class: notice.done ? "did" : "refused", role: "alert", key: "said", data: { testid: "said" } },
    refusalWords(notice.sentence),
    " ",
    notice.done ? null : clauseElement(desk, notice.clause),
  );
}

/**
 * Who acts, and as what.
 * @param {{role_words: string, name: string}} you
 */
export function actingAs({ role_words: role, name }) {
  return ["You act as ", h("strong", null, role), ": ", h("b", null, name)];
}
