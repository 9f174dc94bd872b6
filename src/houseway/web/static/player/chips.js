// @ts-check
// Chips: which are in the tray, and an amount as a stack of them.
// Here: values only. Not here: betting with them (`betting`).

const VALUES = [1, 5, 10, 25, 50, 100, 500, 1000, 5000, 10000, 50000, 100000, 500000, 1000000].map((v) => v * 100);
const FEWEST = 4;
const MOST = 6;
const HIGHEST_STACK = 12;

/**
 * The chips of a table's tray, four to six of them, spread over its limits.
 * @param {{unit: number, limits: Record<string, [number, number]>}} table
 * @returns {number[]} cents
 */
export function trayOf({ unit, limits }) {
  const [least, most] = limits.main ?? Object.values(limits)[0] ?? [unit, unit * 100];
  const lowest = Math.min(least, ...Object.values(limits).map(([min]) => min));
  let values = VALUES.filter((value) => value % unit === 0 && value >= lowest && value <= most / 2);
  if (values.length > MOST) {
    const step = (values.length - 1) / (MOST - 1);
    values = Array.from({ length: MOST }, (_, at) => values[Math.round(at * step)]);
  }
  if (values.length < FEWEST) {
    const smaller = VALUES.filter((value) => value % unit === 0 && value < (values[0] ?? most + 1) && value <= most);
    values = [...smaller.slice(values.length - FEWEST - 1), ...values];
  }
  return values.length ? values : [1, 5, 10, 25].map((times) => times * unit);
}

/**
 * The chip that is chosen until the player chooses another: the smallest that makes a wager.
 * @param {number[]} tray
 * @param {Record<string, [number, number]>} limits
 */
export function firstChip(tray, limits) {
  return tray.find((value) => value >= (limits.main?.[0] ?? 0)) ?? tray[0];
}

/**
 * An amount as chips of a tray, largest first.
 * @param {number} cents
 * @param {number[]} tray
 */
export function chipsOf(cents, tray) {
  const chips = [];
  let left = cents;
  for (let rank = tray.length - 1; rank >= 0; rank -= 1) {
    while (left >= tray[rank] && chips.length < HIGHEST_STACK) {
      chips.push({ value: tray[rank], rank });
      left -= tray[rank];
    }
  }
  return chips.length ? chips.reverse() : [{ value: cents, rank: 0 }];
}
