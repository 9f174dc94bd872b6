// Chips: the tray, and putting money on circles.
// Here: which chips lie in the tray, repeating and clearing a bet. Not here: what may be wagered: the scene says it, and the
// house refuses the rest.

import { brief, h, short } from "../shared/dom.js";

const VALUES = [1, 5, 10, 25, 50, 100, 500, 1000, 5000, 10000, 50000, 100000, 500000, 1000000].map(
  (value) => value * 100,
);

const MOST = 6;

/** The chips of a table's tray, four to six of them, spread over its limits. */
export function trayOf({ unit, limits }) {
  const [least, most] = limits.main ?? Object.values(limits)[0] ?? [unit, unit * 100];
  const lowest = Math.min(least, ...Object.values(limits).map(([min]) => min));
  let values = VALUES.filter((value) => value % unit === 0 && value >= lowest && value <= most / 2);
  if (values.length > MOST) {
    const step = (values.length - 1) / (MOST - 1);
    values = Array.from({ length: MOST }, (_, at) => values[Math.round(at * step)]);
  }
  if (values.length < 4) {
    const smaller = VALUES.filter((value) => value % unit === 0 && value < (values[0] ?? most + 1) && value <= most);
    values = [...smaller.slice(values.length - 5), ...values];
  }
  return values.length ? values : [1, 5, 10, 25].map((times) => times * unit);
}

/** An amount as chips of a tray, largest first. */
export function chipsOf(cents, tray) {
  const chips = [];
  let left = cents;
  for (let rank = tray.length - 1; rank >= 0; rank -= 1) {
    while (left >= tray[rank] && chips.length < 12) {
      chips.push({ value: tray[rank], rank });
      left -= tray[rank];
    }
  }
  return chips.length ? chips.reverse() : [{ value: cents, rank: 0 }];
}

/** The tray as buttons; an amount that no chip is made for is written in a field. */
export function trayElement(table) {
  const chosen = table.chip();
  if (table.amount >= 0) return amountElement(table);
  return h(
    "div",
    { class: "tray", role: "group", "aria-label": "Chips", key: "tray" },
    table.tray().map((value, rank) =>
      h(
        "button",
        {
          class: `chip-button ${value === chosen ? "chosen" : ""}`,
          type: "button",
          key: `chip${value}`,
          "aria-pressed": value === chosen ? "true" : "false",
          "aria-label": `Chip of ${short(value)}`,
          data: { act: "chip", value, testid: `chip-${value}` },
        },
        h("span", { class: "chip", data: { rank } }, h("span", { class: "chip-value" }, brief(value, 500_000))),
        h("kbd", null, rank + 1),
      ),
    ),
    h(
      "button",
      { class: "amount-button", type: "button", key: "amount", data: { act: "amount", testid: "amount" } },
      "Amount",
      h("kbd", null, "A"),
    ),
  );
}

/** A field for any amount: its button puts it on the wager aimed at, a tap on a circle puts it there. */
function amountElement(table) {
  const { unit } = table.scene.table;
  const aimed = (table.book?.wagers ?? []).find(({ key }) => key === table.aim());
  return h(
    "form",
    { class: "amount-form", key: "amount-form", data: { form: "amount" } },
    h("label", { for: "amount-field" }, "Amount"),
    h("input", {
      id: "amount-field",
      name: "amount",
      inputmode: unit % 100 ? "decimal" : "numeric",
      autocomplete: "off",
      maxlength: "12",
      placeholder: short(table.chip()),
      data: { testid: "amount-field" },
    }),
    h(
      "button",
      { class: "main", type: "submit", data: { testid: "amount-put" } },
      aimed ? `Put on ${aimed.name}` : "Put",
    ),
    h("button", { type: "button", data: { act: "amount-close" } }, "Chips"),
  );
}

/** What is written in the field, in cents; nothing where it is no amount. */
export function writtenAmount(words) {
  const plain = words.replace(/[\s,]/g, "");
  return /^\d+(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : 0;
}

/** Put a chip on a circle; a first chip below the least that can be put there becomes that, and is said. */
export async function putChip(table, position, wager, value) {
  const least = table.pending(position, wager) ? 0 : (table.scene.can.wager[position]?.[wager] ?? 0);
  const done = await put(table, position, wager, Math.max(value, least));
  if (least > value)
    table.say(`The least wager here is ${short(least)}, so ${short(least)} lies there now.`, "", { calm: true });
  return done;
}

async function put(table, position, wager, cents) {
  const settle = table.expect(position, wager, cents);
  try {
    await table.do({ type: "wager", position, wager, cents });
    table.sound("chip");
  } finally {
    settle();
  }
}

/** The viewer's stakes at his positions, main wagers first. */
function stakesOf(table) {
  const found = [];
  for (const position of table.scene.you.positions) {
    for (const { key } of table.book?.wagers ?? []) {
      const cents = table.ownOn(position, key);
      if (cents) found.push({ position, wager: key, cents });
    }
  }
  return found;
}

const place = (table) => `houseway.bet.${table.name}`;

/** Remember what the viewer has wagered, for the next round. */
export function remember(table) {
  const stakes = stakesOf(table);
  if (stakes.length) localStorage.setItem(place(table), JSON.stringify(stakes));
}

/** What would be wagered again, at the positions the viewer has now. */
export function remembered(table) {
  let stakes = [];
  try {
    stakes = JSON.parse(localStorage.getItem(place(table)) ?? "[]");
  } catch {
    return [];
  }
  const positions = table.scene.you.positions;
  const known = new Set((table.book?.wagers ?? []).map(({ key }) => key));
  const before = [...new Set(stakes.map(({ position }) => position))];
  return stakes
    .map((stake) => ({
      ...stake,
      position: positions.includes(stake.position) ? stake.position : positions[before.indexOf(stake.position)],
    }))
    .filter((stake) => stake.position !== undefined && known.has(stake.wager));
}

/** Wager again what was wagered last. */
export async function repeat(table) {
  for (const { position, wager, cents } of remembered(table)) {
    if (!table.ownOn(position, wager)) await put(table, position, wager, cents);
  }
}

/** Take all one's wagers off, side wagers first: a main wager may be bound to stay while a side wager lies beside it. */
export async function clear(table) {
  const main = new Set((table.book?.wagers ?? []).filter((wager) => wager.main).map(({ key }) => key));
  const next = () =>
    Object.entries(table.scene.can.withdraw)
      .flatMap(([position, wagers]) => wagers.map((wager) => ({ position: Number(position), wager })))
      .sort((a, b) => main.has(a.wager) - main.has(b.wager))[0];
  for (let one = next(), turns = 0; one && turns < 40; one = next(), turns += 1) {
    await table.do({ type: "withdraw", ...one });
    for (let waits = 0; table.ownOn(one.position, one.wager) && waits < 40; waits += 1)
      await new Promise((go) => setTimeout(go, 25));
  }
}
