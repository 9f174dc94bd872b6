// @ts-check
// Money and sentences.
// Here: how amounts are written and read, and how sentences begin and end. Not here: the sentences themselves.

/**
 * A number with commas: 12500 is "12,500". The browser's own formats take it many milliseconds to make.
 * @param {number | string} value
 */
export function plain(value) {
  const [whole, part] = String(value).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return part ? `${grouped}.${part}` : grouped;
}

/**
 * Cents as an amount: 123450 is "1,234.50".
 * @param {number} cents
 */
export function money(cents) {
  return plain((cents / 100).toFixed(2));
}

/**
 * A result: "+9.50", "\u22125.00", "0.00".
 * @param {number} cents
 */
export function signed(cents) {
  return cents > 0 ? `+${money(cents)}` : cents < 0 ? `\u2212${money(-cents)}` : money(0);
}

/**
 * An amount on a chip or in a circle, as short as it can be: "25", "7.50".
 * @param {number} cents
 */
export function short(cents) {
  return cents % 100 ? money(cents) : plain(cents / 100);
}

/**
 * An amount for tight spaces: "9,500", "250K", "1.2M". The full amount is in the title beside it.
 * @param {number} cents
 * @param {number} [from] the amount from which letters are used
 */
export function brief(cents, from = 1_000_000) {
  if (cents < from) return short(cents);
  const [times, letter] = cents >= 100_000_000 ? [100_000_000, "M"] : [100_000, "K"];
  return `${plain(Math.floor((cents / times) * 10) / 10)}${letter}`;
}

/**
 * The lowest and the highest wager: "10 to 1,000".
 * @param {[number, number]} limits
 */
export function range([lowest, highest]) {
  return `${short(lowest)} to ${short(highest)}`;
}

/**
 * A typed amount in cents: "1,250.50" is 125050; null where it is not an amount.
 * @param {string} typed
 * @returns {number | null}
 */
export function readMoney(typed) {
  const found = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(typed.replace(/[\s,]/g, ""));
  return found ? Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0")) : null;
}

/**
 * What a player reads about what they owe.
 * @param {number} cents
 */
export function owedWords(cents) {
  return `You owe the house ${money(cents)}; it is taken from your next winnings.`;
}

/**
 * A word or a sentence with a capital.
 * @param {string} words
 */
export function capital(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * A sentence with a capital and a full stop.
 * @param {string} words
 */
export function sentence(words) {
  return /[.?]$/.test(words) ? capital(words) : `${capital(words)}.`;
}
