// @ts-check
// What "Check the deck" finds in a round.
// Here: checking the proof, and comparing the visible cards with its deck in dealing order. Not here: drawing it.

import { dealt, readProof, verifyProof } from "./fair.js";

/** @typedef {"proof" | "seed" | "deck" | "commitment" | "round" | "cards"} About */
/** @typedef {{about: About, holds: boolean, words: string}} Check what was checked, and whether it holds */
/** @typedef {{holds: boolean, checks: Check[]}} Checked */

const CORRECTIONS = ["hand reconstructed", "hands moved", "hand removed"];

/** @param {About} about @param {string} words @returns {Check} */
const right = (about, words) => ({ about, holds: true, words });
/** @param {About} about @param {string} words @returns {Check} */
const wrong = (about, words) => ({ about, holds: false, words });

/**
 * Everything that was checked in a round.
 * @param {Wire.SeenRound} round
 * @returns {Checked}
 */
export function check(round) {
  const checks = [...proofChecks(round), ...cardChecks(round)];
  return { holds: checks.every(({ holds }) => holds), checks };
}

/**
 * @param {Wire.SeenRound} round
 * @returns {Check[]}
 */
function proofChecks(round) {
  let proof;
  try {
    proof = readProof(round.proof);
  } catch (error) {
    return [wrong("proof", error instanceof Error ? error.message : String(error))];
  }
  const found = verifyProof(proof).map((words) => wrong("proof", words));
  if (proof.commitment !== round.commitment)
    found.push(wrong("commitment", "the proof is for another commitment than this round\u2019s"));
  if (proof.table !== round.table || proof.round !== round.round || proof.ended !== round.ended) {
    found.push(wrong("round", "the proof is for another round, or for another end of this one"));
  }
  if (found.length) return found;
  const players = proof.cut.length;
  const words = players === 1 ? "the words of one player" : `the words of ${players} players`;
  return [
    right("seed", "the seed and salt revealed are those committed to"),
    right("deck", `the deck is the one that the seed, the salt and ${players ? words : "an empty cut"} give`),
  ];
}

/**
 * @param {Wire.SeenRound} round
 * @returns {Check[]}
 */
function cardChecks(round) {
  const hands = round.lines.flatMap(({ event }) => (event.type === "hand dealt" ? event : []));
  if (!hands.length) return [right("cards", "no cards were dealt")];
  if (round.lines.some(({ event }) => CORRECTIONS.includes(event.type))) {
    return [right("cards", "hands were corrected after the deal, so the cards are not compared with the deck")];
  }
  const positions = hands.map((event) => event.position).filter((at) => at !== 0);
  const places = [...positions.sort((a, b) => a - b), 0];
  const given = dealt(round.proof?.deck ?? [], places, hands[0].number, round.manual);
  const seen = places.filter((at) => round.hands[at]?.cards.length);
  const differing = seen.filter((at) => sorted(round.hands[at].cards) !== sorted(given.get(at) ?? []));
  if (differing.length)
    return differing.map((at) => wrong("cards", `the cards of ${placeWords(at)} are not those the deck gives`));
  if (!seen.length) return [right("cards", "no hand is visible to you, so no cards are compared with the deck")];
  const number = seen.length === places.length ? "all" : `the ${seen.length} of ${places.length}`;
  return [right("cards", `the cards of ${number} hands you can see are the deck\u2019s, in dealing order`)];
}

/** @param {string[]} cards */
const sorted = (cards) => [...cards].sort().join();

/** @param {number} at */
const placeWords = (at) => (at === 0 ? "the dealer" : `position ${at}`);
