// @ts-check
// The page of past rounds: a player's own, or a table's for staff.
// Here: fetching rounds, and the buttons of the page. Not here: drawing a round (`rounds`) or its deck (`deck`). The
// house sends only the rounds this viewer may see.

import { fourColours } from "../shared/cards.js";
import { openClause } from "../shared/clauses.js";
import { around, byId, copy, h, show } from "../shared/dom.js";
import { ask, askBook, askMe, asRefused } from "../shared/request.js";
import { sentence } from "../shared/words.js";
import { check } from "./checking.js";
import { downloadProof, idOf } from "./deck.js";
import { roundElement } from "./rounds.js";

/** @import { Checked } from "./checking.js" */

const PAGE = 10;
const table = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const query = new URLSearchParams(location.search);
const looked = query.get("player") ?? "";
const only = Number(query.get("round") ?? 0);

/** The state of the page. */
export class Rounds {
  /** @type {Wire.Me | null} */
  me = null;
  /** @type {Wire.SeenRound[]} newest first */
  rounds = [];
  /** @type {Map<string, Wire.BookCard | null>} */
  books = new Map();
  /** @type {Map<string, Checked>} the decks that were checked, by round */
  checked = new Map();
  more = false;
  asking = false;
  notice = "";

  /** The table whose rounds are shown, empty for all. */
  table = table;

  /** Whether staff look at all the rounds of a table, or of a player. */
  get staff() {
    return Boolean((table || looked) && this.me?.staff);
  }

  /** The player whose rounds these are; empty for staff. */
  get player() {
    return this.staff ? "" : (this.me?.player?.name ?? "");
  }

  /**
   * The book that holds the clauses of a round.
   * @param {Wire.SeenRound} round
   */
  clausesOf(round) {
    return { book: this.books.get(round.book) ?? null, bookId: round.book };
  }

  /** @param {string | undefined} id */
  round(id) {
    return this.rounds.find((one) => idOf(one) === id);
  }
}

const page = new Rounds();

async function load() {
  if (page.asking) return;
  page.asking = true;
  draw();
  try {
    const found = await askRounds();
    page.rounds.push(...found);
    page.more = !only && found.length === PAGE;
    page.notice = "";
    const missing = new Set(found.map(({ book }) => book).filter((book) => !page.books.has(book)));
    await Promise.all([...missing].map(async (book) => page.books.set(book, await askBook(book))));
  } catch (error) {
    page.notice = asRefused(error).message;
    page.more = false;
  }
  page.asking = false;
  draw();
}

/**
 * Fetch the next rounds, older than those shown.
 * @returns {Promise<Wire.SeenRound[]>}
 */
async function askRounds() {
  if (only) return [await ask("GET", `${sourceOf()}/${only}`)];
  const last = page.rounds.at(-1);
  const before = last ? `&before=${table ? last.round : encodeURIComponent(idOf(last))}` : "";
  return ask("GET", `${sourceOf()}?last=${PAGE}${before}`);
}

function sourceOf() {
  if (looked) return `/api/players/${encodeURIComponent(looked)}/rounds`;
  return table ? `/api/tables/${encodeURIComponent(table)}/rounds` : "/api/rounds";
}

function draw() {
  const { staff, notice, rounds } = page;
  const whole = only ? `Round ${only} of ${table}` : `Rounds of ${looked || table}`;
  const title = staff ? whole : table ? `Your rounds at ${table}` : "Your rounds";
  const stranger = notice && !page.me?.player && !staff;
  document.title = `${title} - Houseway`;
  show(byId("title"), title);
  show(byId("files"), page.me?.staff ? floorElement() : null, rounds.length ? filesElement() : null);
  show(byId("said"), notice ? sentence(notice) : null, stranger ? [" ", h("a", { href: "/" }, "To the lobby")] : null);
  show(
    byId("rounds"),
    rounds.map((round) => roundElement(page, round)),
  );
  show(byId("more"), moreElement());
}

function moreElement() {
  const { staff, asking, more, rounds } = page;
  const none = staff ? "No rounds are kept here." : "You have not played a round yet.";
  if (more) return h("button", { type: "button", disabled: asking, data: { act: "more" } }, "Older rounds");
  if (rounds.length || page.notice) return null;
  return h("p", { class: "quiet" }, asking ? "Loading rounds" : none);
}

function floorElement() {
  return h(
    "a",
    { class: "button", href: "/staff", key: "floor", data: { testid: "to-the-floor" } },
    "Back to the floor",
  );
}

function filesElement() {
  const tables = [...new Set(page.rounds.map((round) => round.table))].sort();
  return [
    h("a", { class: "button", href: `${sourceOf()}/export`, download: true, key: "rounds" }, "Download rounds"),
    tables.map((name) => {
      const href = `/api/tables/${encodeURIComponent(name)}/proofs`;
      const title = `The proofs of every deck at ${name}, for houseway fair verify`;
      const words = tables.length > 1 ? `Proofs of ${name}` : "Download proofs";
      return h("a", { class: "button", href, download: true, key: `proofs ${name}`, title }, words);
    }),
  ];
}

/**
 * @param {string} act
 * @param {HTMLElement} button
 */
function pressed(act, button) {
  const { id = "", words = "", clause = "" } = button.dataset;
  const round = page.round(id);
  if (act === "more") load();
  if (act === "copy") copy(words, button);
  if (act === "proof" && round) downloadProof(round);
  if (act === "check" && round) {
    page.checked.set(id, check(round));
    draw();
  }
  const of = page.round(/** @type {HTMLElement | null} */ (button.closest("[data-of]"))?.dataset.of);
  if (act === "clause" && of) openClause(page.clausesOf(of), clause, button);
}

document.addEventListener("click", (event) => {
  const button = around(event, "[data-act]");
  if (button) pressed(button.dataset.act ?? "", button);
});

fourColours();
page.me = await askMe().catch(() => null);
await load();
