// @ts-check
// The steps of the first lesson.
// Here: what each step says, and when it is done. Not here: drawing it (`learn`), or any rule: the house says which
// settings are fouls, and what comes of each.

/** @typedef {"deal" | "set" | "foul" | "compare" | "push" | "why"} StepName */

/** @type {StepName[]} */
export const STEPS = ["deal", "set", "foul", "compare", "push", "why"];

/** The results somebody can find in the fifth step. */
export const RESULTS = [
  { result: "win", words: "Win", why: "both hands won" },
  { result: "standoff", words: "Push", why: "one hand won" },
  { result: "lose", words: "Lose", why: "no hand won" },
];

/** @type {Record<StepName, string>} */
export const TITLES = {
  deal: "Seven cards each",
  set: "Make two hands",
  foul: "One thing you may not do",
  compare: "Meet the dealer",
  push: "Win, push or lose",
  why: "Why the house way",
};

/**
 * What a step says.
 * @param {StepName} step
 * @param {Wire.Lesson} lesson
 */
export function wordsOf(step, lesson) {
  const { pack, pays, commission } = lesson;
  const paid = `${pays} to 1${commission ? `, less ${commission} commission` : ""}`;
  return {
    deal: "You get seven cards, and so does the dealer. You only play against the dealer.",
    set: "Five cards make your high hand, two your low hand. Tap two cards for the low hand.",
    foul: "The low hand may never be higher than the high hand. Try it: put both kings low.",
    compare: "Set your hand as you like. Then the dealer's cards turn: high against high, low against low.",
    push: [
      `Win both hands and you are paid ${paid}.`,
      `Win one and it is a push, which the book calls a ${pack.standoff_word}: your chips come back.`,
      "Win none and you lose. An equal hand, a copy, goes to the dealer. Can you find all three?",
    ].join(" "),
    why: [
      "The dealer never chooses. Printed clauses set every hand of the dealer: the house way.",
      "It costs little against the best play there is, so it is worth knowing.",
    ].join(" "),
  }[step];
}
