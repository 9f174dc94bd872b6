// @ts-check
// Conditions and low hands as trees of words.
// Here: writing a tree as the text that book files have, and changing one part of it. Not here: what any word means:
// the house sends every word with its fields, and says every tree in English.

/** @typedef {"condition" | "low hand"} Kind */

/**
 * Where a part is in a tree: the numbers of parts, and `t0` for what a word takes.
 * @typedef {string[]} Path
 */

/** @type {Record<Kind, string>} the word that a new part begins with */
export const FIRST = { condition: "joker", "low hand": "pair" };

/** The words the house offers. */
export class Vocabulary {
  /** @param {Wire.OfferedWord[]} offered */
  constructor(offered) {
    this.offered = offered;
    this.byName = new Map(offered.map((word) => [word.word, word]));
  }

  /**
   * @param {string} name
   * @returns {Wire.OfferedWord}
   */
  word(name) {
    const found = this.byName.get(name);
    if (!found) throw new Error(`there is no word ${name}`);
    return found;
  }

  /**
   * The words of a kind by the groups they are listed in.
   * @param {Kind} kind
   */
  groups(kind) {
    /** @type {Map<string, Wire.OfferedWord[]>} */
    const groups = new Map();
    for (const word of this.offered) {
      if (word.kind === kind) groups.set(word.group, [...(groups.get(word.group) ?? []), word]);
    }
    return [...groups];
  }

  /**
   * A tree as a book file has it.
   * @param {Wire.Phrase} phrase
   * @returns {string}
   */
  text(phrase) {
    const { sign, parts, word, takes } = phrase;
    if (sign === "~") return `~${this.#inside(parts[0])}`;
    if (sign) return parts.map((part) => this.#inside(part)).join(` ${sign} `);
    const fields = this.word(word).fields;
    const written = takes.map((taken) => {
      const text = taken.phrase ? this.text(taken.phrase) : taken.text;
      return fields.find(({ name }) => name === taken.name)?.by_name ? `${taken.name}=${text}` : text;
    });
    return written.length ? `${word}(${written.join(", ")})` : word;
  }

  /** @param {Wire.Phrase} phrase */
  #inside(phrase) {
    const text = this.text(phrase);
    return phrase.sign === "&" || phrase.sign === "|" ? `(${text})` : text;
  }
}

/**
 * A tree with the part at a path replaced; a part that becomes nothing is taken out.
 * @param {Wire.Phrase} phrase
 * @param {Path} path
 * @param {(part: Wire.Phrase) => Wire.Phrase | null} change
 * @returns {Wire.Phrase | null}
 */
export function changed(phrase, [step, ...rest], change) {
  if (step === undefined) return change(phrase);
  if (step.startsWith("t")) {
    const at = Number(step.slice(1));
    const takes = phrase.takes.map((taken, place) =>
      place === at && taken.phrase ? { ...taken, phrase: changed(taken.phrase, rest, change) ?? taken.phrase } : taken,
    );
    return { ...phrase, takes };
  }
  const parts = phrase.parts.flatMap((part, place) => {
    const fresh = place === Number(step) ? changed(part, rest, change) : part;
    return fresh ? [fresh] : [];
  });
  if (!parts.length) return null;
  return parts.length === 1 && phrase.sign !== "~" ? parts[0] : flat({ ...phrase, parts });
}

/**
 * What one sign combines, side by side.
 * @param {Wire.Phrase} phrase
 * @returns {Wire.Phrase}
 */
function flat(phrase) {
  if (phrase.sign === "~") return phrase;
  return { ...phrase, parts: phrase.parts.flatMap((part) => (part.sign === phrase.sign ? part.parts : [part])) };
}

/**
 * A part with one more beside it.
 * @param {Wire.Phrase} phrase
 * @param {"&" | "|"} sign
 * @param {Wire.Phrase} other
 * @returns {Wire.Phrase}
 */
export function joined(phrase, sign, other) {
  return flat({ says: phrase.says, sign, parts: [phrase, other], word: "", takes: [] });
}

/**
 * The opposite of a part.
 * @param {Wire.Phrase} phrase
 * @returns {Wire.Phrase}
 */
export function opposite(phrase) {
  return phrase.sign === "~" ? phrase.parts[0] : { says: phrase.says, sign: "~", parts: [phrase], word: "", takes: [] };
}

/**
 * A word with one of the things it takes changed.
 * @param {Wire.Phrase} phrase
 * @param {number} place
 * @param {string} text
 * @returns {Wire.Phrase}
 */
export function taking(phrase, place, text) {
  return { ...phrase, takes: phrase.takes.map((taken, at) => (at === place ? { ...taken, text } : taken)) };
}
