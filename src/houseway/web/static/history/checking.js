// What "Check the deck" says of a round.
// Here: the proof, and the cards that were seen held against its deck in dealing order. Not here: drawing it.

import { dealt, readProof, verifyProof } from "./fair.js";

const PUT_RIGHT = ["hand reconstructed", "hands moved", "hand removed"];

/**
 * Everything that was checked of a round, each with a sentence and whether it holds.
 * @returns {{holds: boolean, checks: {holds: boolean, words: string}[]}}
 */
export function check(round) {
  const checks = [...proofChecks(round), ...cardChecks(round)];
  return { holds: checks.every(({ holds }) => holds), checks };
}

function proofChecks(round) {
  let proof;
  try {
    proof = readProof(round.proof);
  } catch (error) {
    return [{ holds: false, words: error.message }];
  }
  const wrong = verifyProof(proof).map((words) => ({ holds: false, words }));
  if (proof.commitment !== round.commitment)
    wrong.push({ holds: false, words: "the proof is of another commitment than the round's" });
  if (proof.table !== round.table || proof.round !== round.round || proof.ended !== round.ended) {
    wrong.push({ holds: false, words: "the proof is of another round, or says it ended otherwise" });
  }
  if (wrong.length) return wrong;
  const cut = proof.cut.length === 1 ? "the words of one player" : `the words of ${proof.cut.length} players`;
  return [
    { holds: true, words: "the seed and salt revealed are those committed to" },
    {
      holds: true,
      words: `the deck is the one that the seed, the salt and ${proof.cut.length ? cut : "an empty cut"} give`,
    },
  ];
}

function cardChecks(round) {
  const events = round.lines.map(({ event }) => event);
  const hands = events.filter((event) => event.type === "hand dealt");
  if (!hands.length) return [{ holds: true, words: "no cards were dealt" }];
  if (events.some((event) => PUT_RIGHT.includes(event.type))) {
    return [
      { holds: true, words: "hands were put right after the deal, so the cards seen are not held against the deck" },
    ];
  }
  const places = [
    ...hands
      .map((event) => event.position)
      .filter((at) => at !== 0)
      .sort((a, b) => a - b),
    0,
  ];
  const given = dealt(round.proof.deck, places, hands[0].number, round.manual);
  const seen = places.filter((at) => round.hands[at]?.cards.length);
  const wrong = seen.filter((at) => [...round.hands[at].cards].sort().join() !== [...given.get(at)].sort().join());
  if (wrong.length) {
    return wrong.map((at) => ({
      holds: false,
      words: `the cards of ${at === 0 ? "the dealer" : `position ${at}`} are not those that the deck gives`,
    }));
  }
  const number = seen.length === places.length ? "all" : `the ${seen.length} of ${places.length}`;
  return [
    {
      holds: true,
      words: seen.length
        ? `the cards of ${number} hands you can see are the deck's, in dealing order`
        : "no hand was turned that you can see",
    },
  ];
}
