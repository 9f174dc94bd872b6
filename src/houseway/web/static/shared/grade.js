// @ts-check
// How well a hand was set.
// Here: the badge of a grade, and what a setting gives up in words. Not here: which grade a setting has: the house
// sends it with the setting.

import { h } from "./dom.js";

/** @type {Record<Wire.Grade, [string, string]>} the sign and the word of each grade */
const GRADES = {
  best: ["\u2605", "Best"],
  good: ["\u2713", "Good"],
  inaccuracy: ["?!", "Inaccuracy"],
  mistake: ["?", "Mistake"],
  blunder: ["??", "Blunder"],
};

/**
 * The badge of a grade.
 * @param {Wire.Grade} grade
 * @param {string} [words] instead of the grade's own word
 */
export function gradeElement(grade, words) {
  const [sign, word] = GRADES[grade];
  return h(
    "span",
    { class: `grade ${grade}`, data: { grade } },
    h("b", { "aria-hidden": "true" }, sign),
    words ?? word,
  );
}

/**
 * A value per unit bet with its sign: 0.49112 is "+0.4911".
 * @param {number} value
 * @param {number} [digits]
 */
export function signed(value, digits = 4) {
  const shown = Math.abs(value).toFixed(digits);
  const sign = Number(shown) === 0 ? "" : value > 0 ? "+" : "\u2212";
  return sign + shown;
}

/**
 * What a setting gives up against the best one, as people say it; a share too small for two digits gets more.
 * @param {number} value
 * @param {string} [who]
 */
export function givenUpWords(value, who = "You gave up") {
  if (!value) return "Perfect: no better way to set it.";
  return `${who} ${value < 0.005 ? value.toPrecision(1) : value.toFixed(value < 0.1 ? 3 : 2)} per chip.`;
}
