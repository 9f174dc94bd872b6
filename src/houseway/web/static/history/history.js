// The page of past rounds: a player's own, or a table's for staff.
// Here: asking for rounds and drawing them, files, and the button that checks a deck. Not here: the check itself
// (`fair.js` and `checking.js`), or what of a round may be seen: the house sends nothing else.

import { cardElement, cardSign, fourColours, laidOut } from "../shared/cards.js";
import { check } from "./checking.js";
import { ask, copy, h, money, sentence, show } from "../shared/dom.js";
import { cardText } from "./fair.js";
import { clauseElement, lineWords, openClause } from "../shared/log.js";

const PAGE = 10;
const table = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const state = {
  me: { player: null, staff: null },
  rounds: [],
  books: new Map(),
  checked: new Map(),
  more: false,
  asking: false,
  said: "",
};

const idOf = (round) => `${round.table}/${round.round}`;
const fileOf = (round) => `${round.table}-round-${round.round}.json`.replace(/[^\w.-]+/g, "-");
const asTable = (round) => ({ book: state.books.get(round.book), scene: { table: { book: round.book } } });
const ownName = () => (table && state.me.staff ? "" : (state.me.player?.name ?? ""));

async function load() {
  if (state.asking) return;
  state.asking = true;
  draw();
  const last = state.rounds.at(-1);
  const before = !last ? "" : `&before=${table ? last.round : encodeURIComponent(idOf(last))}`;
  const source = table ? `/api/tables/${encodeURIComponent(table)}/rounds` : "/api/rounds";
  try {
    const found = await ask("GET", `${source}?last=${PAGE}${before}`);
    state.rounds.push(...found);
    state.more = found.length === PAGE;
    state.said = "";
    await Promise.all(
      [...new Set(found.map((round) => round.book))]
        .filter((book) => !state.books.has(book))
        .map(async (book) => {
          state.books.set(book, await ask("GET", `/api/books/${encodeURIComponent(book)}`).catch(() => null));
        }),
    );
  } catch (error) {
    state.said = error.message;
    state.more = false;
  }
  state.asking = false;
  draw();
}

function draw() {
  const staff = table && state.me.staff;
  const title = staff ? `Rounds of ${table}` : table ? `Your rounds at ${table}` : "Your rounds";
  document.title = `${title} - Houseway`;
  show(document.getElementById("title"), title);
  show(document.getElementById("files"), state.rounds.length ? filesElement() : null);
  show(
    document.getElementById("said"),
    state.said ? sentence(state.said) : null,
    state.said && !state.me.player && !staff ? [" ", h("a", { href: "/" }, "To the lobby")] : null,
  );
  show(document.getElementById("rounds"), state.rounds.map(roundElement));
  const none = !state.rounds.length && !state.asking && !state.said;
  show(
    document.getElementById("more"),
    none
      ? h("p", { class: "quiet" }, staff ? "No round was played at this table yet." : "You have played no round yet.")
      : null,
    state.more ? h("button", { type: "button", disabled: state.asking, data: { act: "more" } }, "Older rounds") : null,
    state.asking && !state.rounds.length ? h("p", { class: "quiet" }, "Looking for rounds") : null,
  );
}

function filesElement() {
  const rounds = table ? `/api/tables/${encodeURIComponent(table)}/rounds/export` : "/api/rounds/export";
  const tables = [...new Set(state.rounds.map((round) => round.table))].sort();
  return [
    h("a", { class: "button", href: rounds, download: true, key: "rounds" }, "Download rounds"),
    tables.map((name) =>
      h(
        "a",
        {
          class: "button",
          href: `/api/tables/${encodeURIComponent(name)}/proofs`,
          download: true,
          key: `proofs ${name}`,
          title: `The proofs of every deck of ${name}, for houseway fair verify`,
        },
        tables.length > 1 ? `Proofs of ${name}` : "Download proofs",
      ),
    ),
  ];
}

function roundElement(round) {
  const mine = ownName();
  const settled = round.lines.filter(
    ({ event }) =>
      event.type === "wager settled" || event.type === "envy paid" || event.type === "settlement corrected",
  );
  const own = settled.filter(({ event }) => !mine || event.player === mine);
  const others = mine ? settled.filter(({ event }) => event.player !== mine) : [];
  return h(
    "li",
    { class: "round panel", key: idOf(round), data: { testid: "round", round: round.round, table: round.table } },
    headElement(round, own, mine),
    handsElement(round, mine),
    own.length
      ? h(
          "ul",
          { class: "settled" },
          own.map((line) => lineElement(round, line)),
        )
      : null,
    h(
      "div",
      { class: "folds" },
      others.length
        ? h(
            "details",
            { key: "others" },
            h("summary", null, "Other players"),
            h(
              "ul",
              { class: "settled" },
              others.map((line) => lineElement(round, line)),
            ),
          )
        : null,
      h(
        "details",
        { key: "lines" },
        h("summary", null, "The whole round"),
        h(
          "ol",
          { class: "settled" },
          round.lines.map((line) => lineElement(round, line)),
        ),
      ),
      deckElement(round),
    ),
  );
}

const brought = ({ event }) => {
  if (event.type === "wager settled") return event.back + event.payout - event.commission - event.stake;
  return event.cents;
};

function headElement(round, own, mine) {
  const net = own.reduce((all, line) => all + brought(line), 0);
  const word = { completed: "", voided: "void", "": "in progress" }[round.ended];
  const result = word || (!mine ? "" : net > 0 ? `won ${money(net)}` : net < 0 ? `lost ${money(-net)}` : "even");
  const kind = word ? "" : mine && net > 0 ? "won" : mine && net < 0 ? "lost" : "";
  return h(
    "div",
    { class: "round-head", key: "head" },
    h("h2", null, `Round ${round.round}`),
    h(
      "p",
      { class: "quiet" },
      table ? "" : `${round.table}, `,
      h("a", { href: `/rules/${encodeURIComponent(round.book)}` }, state.books.get(round.book)?.title ?? round.book),
    ),
    h("p", { class: `net ${kind}`, data: { testid: "net" } }, result),
  );
}

function handsElement(round, mine) {
  const players = new Map();
  for (const { event } of round.lines) {
    if (event.type === "wager placed" && !players.has(event.position)) players.set(event.position, event.player);
  }
  const shown = new Map(
    round.lines
      .map(({ event }) => event)
      .filter((event) => event.type === "hand shown")
      .map((event) => [event.position, event]),
  );
  const places = Object.keys(round.hands).map(Number);
  if (!places.length)
    return h("p", { class: "quiet", key: "hands" }, round.ended ? "No cards were dealt." : "No cards are dealt yet.");
  const own = (at) => mine && players.get(at) === mine;
  places.sort((a, b) => (a === 0 ? -1 : b === 0 ? 1 : Number(own(b) || 0) - Number(own(a) || 0) || a - b));
  return h(
    "div",
    { class: "hands", key: "hands" },
    places.map((at) =>
      handElement(round.hands[at], {
        at,
        name: at === 0 ? "Dealer" : `${at}  ${players.get(at) ?? ""}`.trim(),
        own: own(at),
        shown: shown.get(at),
      }),
    ),
  );
}

function handElement(hand, { at, name, own, shown }) {
  const row = (cards, word, says, result) =>
    h(
      "div",
      { class: `row ${word}` },
      h(
        "div",
        { class: "cards" },
        cards.map((card, index) => cardElement(card, { small: true, index })),
      ),
      h("p", { class: "says" }, says || "", result ? h("span", { class: `mark ${result}` }, result) : null),
    );
  const set = hand.low.length > 0;
  const cards = hand.cards.length ? laidOut(hand.cards) : Array(hand.number).fill("");
  return h(
    "section",
    {
      class: `hand ${own ? "own" : ""} ${at === 0 ? "dealer" : ""}`.trim(),
      key: `hand${at}`,
      "aria-label": name,
      data: { testid: "hand", position: at },
    },
    h("h3", null, name, hand.conceded ? h("span", { class: "quiet" }, " conceded") : null),
    set
      ? [
          row(laidOut(hand.high), "high", hand.high_name, shown?.high_result),
          row(laidOut(hand.low), "low", hand.low_name, shown?.low_result),
        ]
      : row(cards, "whole", hand.cards.length ? "not set" : "face down"),
  );
}

function lineElement(round, line) {
  const gold = (line.event.type === "wager settled" && line.event.result === "win") || line.event.type === "envy paid";
  return h(
    "li",
    { key: `line${line.version}`, class: gold ? "gold" : "", data: { event: line.event.type, of: idOf(round) } },
    h("span", null, lineWords(line)),
    " ",
    clauseElement(asTable(round), line.clause),
  );
}

// --------------------------------------------------------------------------------------------------------------------
// The deck

function deckElement(round) {
  const id = idOf(round);
  const found = state.checked.get(id);
  if (!round.commitment)
    return h("p", { class: "quiet no-deck", key: "deck" }, "The house committed to no deck in this round.");
  if (!round.proof)
    return h(
      "p",
      { class: "quiet no-deck", key: "deck" },
      round.ended ? "The deck is not revealed yet." : "The deck is revealed once the round has ended.",
    );
  return h(
    "div",
    { class: "deck", key: "deck" },
    found
      ? checkedElement(round, found)
      : h("button", { class: "main", type: "button", data: { act: "check", id, testid: "check" } }, "Check the deck"),
  );
}

function checkedElement(round, found) {
  const { proof } = round;
  const command = `houseway fair verify ${fileOf(round)}`;
  return h(
    "section",
    {
      class: `checked ${found.holds ? "holds" : "wrong"}`,
      "aria-label": "The deck checked",
      data: { testid: "checked", holds: String(found.holds) },
    },
    h("h3", null, found.holds ? "The deck holds" : "The deck does not hold"),
    h(
      "ul",
      { class: "checks" },
      found.checks.map(({ holds, words }) =>
        h(
          "li",
          { class: holds ? "holds" : "wrong", key: words },
          h("span", { class: "tick", "aria-label": holds ? "holds" : "wrong" }, holds ? "✓" : "✗"),
          h("span", null, sentence(words)),
        ),
      ),
    ),
    h(
      "p",
      { class: "quiet" },
      "This was worked out by this page from the numbers below. That the commitment is the one your table showed before betting closed, only you can say.",
    ),
    h(
      "dl",
      { class: "numbers" },
      [
        ["Commitment", proof.commitment],
        ["Seed", proof.seed],
        ["Salt", proof.salt],
      ].map(([name, value]) => [h("dt", null, name), h("dd", null, h("code", null, value))]),
      h("dt", null, "Words in the cut"),
      h("dd", null, proof.cut.length ? proof.cut.map((added) => `${added.player}: ${added.words}`).join("; ") : "none"),
      h("dt", null, "Deck"),
      h("dd", { class: "order" }, proof.deck.map((card) => cardSign(cardText(card))).join(" ")),
    ),
    h("p", { class: "command" }, h("span", { class: "quiet" }, "On another machine"), h("code", null, command)),
    h(
      "div",
      { class: "acts" },
      h("button", { type: "button", data: { act: "proof", id: idOf(round) } }, "Download this proof"),
      h("button", { type: "button", data: { act: "copy", words: command } }, "Copy the command"),
    ),
  );
}

function download(round) {
  const file = URL.createObjectURL(new Blob([`${JSON.stringify(round.proof)}\n`], { type: "application/json" }));
  const link = h("a", { href: file, download: fileOf(round) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(file), 1000);
}

document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-act]");
  if (!target) return;
  const round = state.rounds.find((one) => idOf(one) === target.dataset.id);
  if (target.dataset.act === "more") load();
  else if (target.dataset.act === "check") {
    state.checked.set(target.dataset.id, check(round));
    draw();
  } else if (target.dataset.act === "proof") download(round);
  else if (target.dataset.act === "copy") copy(target.dataset.words, target);
  else if (target.dataset.act === "clause") {
    const of = target.closest("[data-of]")?.dataset.of;
    openClause(asTable(state.rounds.find((one) => idOf(one) === of)), target.dataset.clause, target);
  }
});

fourColours();
state.me = await ask("GET", "/me").catch(() => state.me);
await load();
