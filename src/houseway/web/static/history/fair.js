// @ts-check
// The fair deck, checked in the page.
// Here: SHA-256 (FIPS 180-4), HMAC (FIPS 198-1), HMAC-DRBG (NIST SP 800-90A, 10.1.2) and the shuffle, written out in
// full because browsers offer no cryptography on plain http; reading a proof and reporting what is wrong with it, in
// the same sentences as `houseway fair verify`. This file imports no other.

export const FORMAT = "houseway fair deck 1";
const COMPLETED = "completed";
const VOIDED = "voided";
const DECKS = [52, 53];

/** @typedef {Iterable<number> & ArrayLike<number>} Bytes */

/** @type {number[]} */
const PRIMES = [];
for (let number = 2; PRIMES.length < 64; number += 1) if (PRIMES.every((prime) => number % prime)) PRIMES.push(number);
/**
 * The first 32 bits of the fractional part of a root of a prime.
 * @param {number} root
 */
const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32) >>> 0;
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const BEGINNING = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

/** @param {number} word @param {number} by */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/**
 * The SHA-256 of bytes, as bytes.
 * @param {Uint8Array} bytes
 */
export function sha256(bytes) {
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
  const state = Uint32Array.from(BEGINNING);
  const words = new Uint32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let at = 0; at < 16; at += 1) words[at] = view.getUint32(block + 4 * at);
    for (let at = 16; at < 64; at += 1) {
      const early = words[at - 15];
      const late = words[at - 2];
      words[at] =
        words[at - 16] +
        (turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)) +
        words[at - 7] +
        (turned(late, 17) ^ turned(late, 19) ^ (late >>> 10));
    }
    let [a, b, c, d, e, f, g, i] = state;
    for (let at = 0; at < 64; at += 1) {
      const one =
        (i + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[at] + words[at]) | 0;
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [i, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, i].forEach((word, at) => {
      state[at] += word;
    });
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, at) => void digest.setUint32(4 * at, word));
  return new Uint8Array(digest.buffer);
}

/**
 * HMAC with SHA-256.
 * @param {Uint8Array} key
 * @param {Uint8Array} message
 */
export function hmac(key, message) {
  const short = key.length > 64 ? sha256(key) : key;
  /** @param {number} mark */
  const block = (mark) => {
    const filled = new Uint8Array(64).fill(mark);
    short.forEach((byte, at) => {
      filled[at] ^= byte;
    });
    return filled;
  };
  return sha256(together(block(0x5c), sha256(together(block(0x36), message))));
}

/** HMAC-DRBG with SHA-256, without reseeding. */
export class HmacDrbg {
  #key = new Uint8Array(32);
  #value = new Uint8Array(32).fill(1);
  /** @type {number[]} */
  #block = [];

  /**
   * @param {Bytes} entropy
   * @param {Bytes} nonce
   * @param {Bytes} personalization
   */
  constructor(entropy, nonce, personalization) {
    this.#update(together(entropy, nonce, personalization));
  }

  /**
   * Generate a number of bytes, as one request.
   * @param {number} size
   */
  generate(size) {
    const made = [];
    while (made.length < size) {
      this.#value = hmac(this.#key, this.#value);
      made.push(...this.#value);
    }
    this.#update(new Uint8Array(0));
    return made.slice(0, size);
  }

  /**
   * The lowest bits, at most eight, of the next byte; bytes are generated 64 at a time.
   * @param {number} width
   */
  bits(width) {
    if (!this.#block.length) this.#block = this.generate(64);
    return (this.#block.shift() ?? 0) & ((1 << width) - 1);
  }

  /** @param {Uint8Array} data */
  #update(data) {
    for (const mark of [0, 1]) {
      this.#key = hmac(this.#key, together(this.#value, [mark], data));
      this.#value = hmac(this.#key, this.#value);
      if (!data.length) return;
    }
  }
}

/**
 * The commitment of the house: the SHA-256 of a salt and a seed, given in hex.
 * @param {string} seed
 * @param {string} salt
 */
export function commitment(seed, salt) {
  return hex(sha256(joined([utf8(FORMAT), unhex(salt), unhex(seed)])));
}

/**
 * The deck that seed, salt and the players' words give, top card first.
 * @param {string} seed
 * @param {string} salt
 * @param {Wire.AddedWords[]} cut
 * @param {number} cards
 */
export function deck(seed, salt, cut, cards) {
  const words = joined(cut.flatMap((added) => [utf8(added.player), utf8(added.words)]));
  const source = new HmacDrbg(unhex(seed), unhex(salt), words);
  const order = Array.from({ length: cards }, (_, card) => card);
  for (let last = cards - 1; last > 0; last -= 1) {
    const width = 32 - Math.clz32(last);
    let place = source.bits(width);
    while (place > last) place = source.bits(width);
    [order[last], order[place]] = [order[place], order[last]];
  }
  return order;
}

/**
 * A proof from parsed JSON, every field checked; throws an Error whose message is a sentence.
 * @param {any} read
 * @returns {Wire.SeenProof}
 */
export function readProof(read) {
  /** @param {string} sentence */
  const refuse = (sentence) => {
    throw new Error(sentence);
  };
  if (!isObject(read) || read.format !== FORMAT) refuse(`this is not a proof: its format is not '${FORMAT}'`);
  const names = [
    "table",
    "book",
    "round",
    "cards",
    "commitment",
    "seed",
    "salt",
    "cut",
    "deck",
    "ended",
    "reason",
    "format",
  ];
  const odd = [
    ...Object.keys(read).filter((name) => !names.includes(name)),
    ...names.filter((name) => !Object.hasOwn(read, name)),
  ];
  if (odd.length) refuse(`missing or unknown fields: ${odd.sort().map(quoted).join(", ")}`);
  for (const name of ["table", "book", "commitment", "seed", "salt", "ended", "reason"]) {
    if (!isText(read[name])) refuse(`${name} must be text`);
  }
  for (const name of ["commitment", "seed", "salt"]) {
    if (!/^[0-9a-f]{64}$/.test(read[name])) refuse(`${name} must be 64 hexadecimal digits`);
  }
  if (!Number.isInteger(read.round) || read.round < 1) refuse("round must be a whole number from 1");
  if (!DECKS.includes(read.cards)) refuse("cards must be 52 or 53");
  if (!Array.isArray(read.deck) || !read.deck.every(Number.isInteger)) refuse("deck must be a list of card numbers");
  if (!Array.isArray(read.cut) || !read.cut.every(isWords)) refuse("cut must be a list of players and their words");
  return read;
}

/**
 * A sentence for everything that is wrong with one proof; none if it holds.
 * @param {Wire.SeenProof} proof
 */
export function verifyProof(proof) {
  const found = [];
  if (commitment(proof.seed, proof.salt) !== proof.commitment)
    found.push("the revealed seed and salt do not match the commitment");
  if (deck(proof.seed, proof.salt, proof.cut, proof.cards).join() !== proof.deck.join()) {
    found.push("the deck does not follow from the seed, the salt and the cut");
  }
  if (![COMPLETED, VOIDED].includes(proof.ended)) {
    found.push(`the round must be ${COMPLETED} or ${VOIDED}, not ${quoted(proof.ended)}`);
  }
  if ((proof.ended === VOIDED) !== Boolean(proof.reason)) {
    found.push("a voided round needs a reason, and no other round has one");
  }
  return found.map((what) => `table ${proof.table}, round ${proof.round}: ${what}`);
}

/**
 * A card by its number: 0 is the 2 of clubs, 51 the ace of spades, 52 the Joker.
 * @param {number} number
 */
export function cardText(number) {
  return number === 52 ? "Jk" : "23456789TJQKA"[number >> 2] + "cdhs"[number & 3];
}

/**
 * The cards the deck gives each place: a whole hand at a time, or one card at a time if dealt by hand.
 * @param {number[]} order
 * @param {number[]} places
 * @param {number} number
 * @param {boolean} manual
 * @returns {Map<number, string[]>}
 */
export function dealt(order, places, number, manual) {
  const cards = order.slice(0, places.length * number).map(cardText);
  return new Map(
    places.map((place, index) => [
      place,
      cards.filter((_, at) => (manual ? at % places.length : Math.floor(at / number)) === index),
    ]),
  );
}

/** @param {unknown} read */
const isObject = (read) => typeof read === "object" && read !== null && !Array.isArray(read);
/** @param {unknown} read */
const isText = (read) => typeof read === "string" && !/[\ud800-\udfff]/u.test(read);
/** @param {any} read */
const isWords = (read) =>
  isObject(read) && Object.keys(read).sort().join() === "player,words" && Object.values(read).every(isText);
/** @param {string} text */
const utf8 = (text) => new TextEncoder().encode(text);
/** @param {Uint8Array} bytes */
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
/** @param {string} digits */
const unhex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
/** @param {string} text */
const quoted = (text) =>
  text.includes("'") && !text.includes('"') ? `"${text}"` : `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

/** @param {...Bytes} parts */
function together(...parts) {
  return Uint8Array.from(parts.flatMap((part) => Array.from(part)));
}

/**
 * Parts joined, each preceded by its length in eight bytes.
 * @param {Uint8Array[]} parts
 */
function joined(parts) {
  return together(
    ...parts.flatMap((part) => {
      const length = new DataView(new ArrayBuffer(8));
      length.setBigUint64(0, BigInt(part.length));
      return [new Uint8Array(length.buffer), part];
    }),
  );
}
