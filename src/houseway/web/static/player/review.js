// @ts-check
// After a round: how well the viewer set a hand, beside the house way and the best setting.
// Not here: values and grades: they come in reviews.

import { analyseElement } from "../shared/analyse-link.js";
import { cardSign, laidOut } from "../shared/cards.js";
import { clauseElement } from "../shared/clauses.js";
import { h } from "../shared/dom.js";
import { givenUpWords, gradeElement, signed } from "../shared/grade.js";

/** @import { TablePage } from "./page.js" */

/** @param {Wire.ValuedSetting} setting */
const lowWords = (setting) => `${laidOut(setting.low).map(cardSign).join(" ")} low`;

/** @param {Wire.ValuedSetting} setting */
const namesOf = (setting) => `${setting.low_name.toLowerCase()} under ${setting.high_name.toLowerCase()}`;

/** @param {Wire.ValuedSetting} setting */
const valueWords = ({ ev_float: value }) => (value === null ? "" : signed(value));

/**
 * A hand after its round.
 * @param {TablePage} table
 * @param {Wire.Review} review
 * @param {boolean} many whether the viewer played several positions
 */
export function reviewElement(table, review, many) {
  const { yours, house_way: way, best, grade, given_up_float: given } = review;
  const place = many ? `Position ${review.position}: ` : "";
  const optimal = best?.ev === yours.ev;
  return h(
    "div",
    { class: "review", key: `review${review.position}`, data: { testid: "review", position: review.position } },
    h(
      "p",
      { class: "review-head", key: "head" },
      grade ? gradeElement(grade) : null,
      h("strong", { title: review.given_up ? `exactly ${review.given_up}` : null }, place, headWords(review, given)),
    ),
    h("p", { key: "way" }, wayWords(review), " ", clauseElement(table, review.clause)),
    best && !optimal ? h("p", { key: "best" }, `Best: ${lowWords(best)}, ${namesOf(best)}`) : null,
    yours.ev && !optimal ? valuesElement(review) : null,
    yours.ev ? h("p", { key: "analyse" }, analyseElement(table.bookId, yours, review.dealer_cards)) : null,
    way.ev && best && optimal && way.ev !== best.ev ? h("p", { key: "beat" }, "You beat the house way.") : null,
  );
}

/**
 * @param {Wire.Review} review
 * @param {number | null} given
 */
function headWords({ set_by_dealer: dealer }, given) {
  if (given === null) return dealer ? "The dealer set this hand." : "Your setting.";
  if (!dealer) return givenUpWords(given);
  return given > 0 ? givenUpWords(given, "The dealer set it, and gave up") : "The dealer set it perfectly.";
}

/** @param {Wire.Review} review */
function wayWords({ yours, house_way: way, same, set_by_dealer: dealer }) {
  if (dealer) return "Time ran out, or the setting was a foul: the dealer set it the house way,";
  if (same || [...yours.low].sort().join() === [...way.low].sort().join()) return "You set it the house way,";
  return `House way: ${lowWords(way)}, ${namesOf(way)},`;
}

/** @param {Wire.Review} review */
function valuesElement({ yours, house_way: way, best }) {
  /** @type {[string, Wire.ValuedSetting][]} */
  const rows = [["You", yours]];
  if (way.ev !== yours.ev) rows.push(["House way", way]);
  if (best && best.ev !== way.ev) rows.push(["Best", best]);
  return h(
    "table",
    { class: "worth", key: "worth" },
    h("caption", null, "Expected value per chip"),
    h(
      "tbody",
      null,
      rows.map(([who, setting]) =>
        h(
          "tr",
          { key: who },
          h("th", { scope: "row" }, who),
          h("td", null, lowWords(setting)),
          h("td", { class: "number", title: setting.ev ? `exactly ${setting.ev}` : null }, valueWords(setting)),
        ),
      ),
    ),
  );
}
