// @ts-check
// The designer: a book taken apart into clauses and pay tables, changed in words, and proved at every step.
// Here: the state of the page and asking the house. Not here: the parts of the page (`clauses`, `wagers`, `panels`,
// `edge`, `keep`), or what people press (`acts`). Nothing here knows a rule: the house says what is valid, what moves.

import { fourColours } from "../shared/cards.js";
import { byId } from "../shared/dom.js";
import { ask, asRefused } from "../shared/request.js";
import { sentence } from "../shared/words.js";
import { listen } from "./acts.js";
import { drawClauses } from "./clauses.js";
import { Draft, unpacked } from "./draft.js";
import { drawEdge } from "./edge.js";
import { drawKeep, drawTop } from "./keep.js";
import { drawMoves, drawVerdict, wordsOf } from "./panels.js";
import { Vocabulary } from "./phrase.js";
import { drawWagers } from "./wagers.js";

/** @import { Plain } from "./draft.js" */
/** @import { Count } from "./edge.js" */
/** @import { Kind } from "./phrase.js" */

const FIRST_BOOK = "mbs-v4";
const PAUSE = 200;
const AGAIN = 2500;

/** The state of the page. */
export class Page {
  draft = new Draft();
  /** @type {Vocabulary | null} */
  words = null;
  /** @type {Wire.BookLine[]} */
  books = [];
  /** @type {Wire.DraftProof | null} */
  proof = null;
  /** Whether an answer about the draft as it is now is on its way. */
  checking = false;
  /** Why the house refuses to look at the draft at all. */
  refused = "";
  /** What went wrong with a file or a link. */
  trouble = "";
  note = "";
  /** The clauses and lines that are unfolded. @type {Set<string>} */
  open = new Set();
  /** @type {Count[]} */
  counts = [];
  /** Expressions as trees, by their kind and text. @type {Map<string, Wire.Phrase>} */
  known = new Map();
  asked = 0;

  /**
   * An expression as a tree, if the house has read it.
   * @param {Kind} kind
   * @param {string} text
   */
  phrase(kind, text) {
    return this.known.get(`${kind} ${text}`);
  }

  /**
   * @param {Kind} kind
   * @param {string} text
   * @param {Wire.Phrase} phrase
   */
  learn(kind, text, phrase) {
    this.known.set(`${kind} ${text}`, phrase);
  }

  /**
   * What was proved of a clause, while it is the same.
   * @param {number} place
   */
  provedClause(place) {
    const cite = this.draft.clauses[place]?.cite;
    return this.proof?.clauses.find((clause) => clause.cite === cite);
  }

  /**
   * Learn the trees of a proof that was asked for with these clauses and wagers.
   * @param {Wire.DraftProof} proof
   * @param {Plain[]} clauses
   * @param {Plain[]} wagers
   */
  learnAll(proof, clauses, wagers) {
    for (const [place, clause] of proof.clauses.entries()) {
      this.learn("condition", clauses[place].when, clause.when);
      this.learn("low hand", clauses[place].low, clause.low);
    }
    for (const [at, side] of proof.wagers.entries()) {
      for (const [table, pays] of side.pay_tables.entries()) {
        for (const [number, line] of pays.lines.entries()) {
          const written = wagers[at].pay_tables[table].lines[number];
          this.learn("condition", written.when, line.when);
          if (line.dealer) this.learn("condition", written.dealer, line.dealer);
        }
      }
    }
  }
}

const page = new Page();

export function draw() {
  drawTop(page);
  drawVerdict(page);
  drawMoves(page);
  drawEdge(page);
  drawKeep(page);
  drawClauses(page);
  drawWagers(page);
  fill();
}

/** Show in every field what the draft has, except in the one that is typed in. */
function fill() {
  /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */
  const fields = document.querySelectorAll("[data-value]");
  for (const field of fields) {
    const { value = "" } = field.dataset;
    if (field.value !== value && (field !== document.activeElement || field instanceof HTMLSelectElement))
      field.value = value;
  }
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let soon;

/** The draft has changed: draw it, and have it proved. */
export function changed() {
  page.checking = true;
  page.trouble = "";
  page.asked++;
  draw();
  clearTimeout(soon);
  soon = setTimeout(prove, PAUSE);
}

async function prove() {
  const asked = page.asked;
  const { clauses, wagers, now } = page.draft;
  try {
    const proof = await ask("POST", "/api/designer/proof", now);
    if (asked !== page.asked) return;
    page.learnAll(proof, clauses, wagers);
    page.proof = proof;
    page.refused = "";
  } catch (error) {
    if (asked !== page.asked) return;
    page.refused = asRefused(error).message;
    if (/again in|not answering/.test(page.refused)) soon = setTimeout(prove, AGAIN);
  }
  page.checking = false;
  draw();
  byId("status").textContent = sentence(page.refused || wordsOf(page));
}

/**
 * Begin with a book.
 * @param {string} book
 */
export async function beginWith(book) {
  const opened = await ask("GET", `/api/designer/begin?book=${encodeURIComponent(book)}`);
  page.proof = null;
  page.open.clear();
  page.draft.begin(opened.draft, opened.base);
  page.note = "";
  changed();
}

/**
 * Begin with a draft from a link or a file.
 * @param {Wire.Draft} draft
 */
export async function beginDraft(draft) {
  const opened = await ask("GET", `/api/designer/begin?book=${encodeURIComponent(draft.based_on)}`);
  page.proof = null;
  page.draft.begin(draft, opened.base);
  changed();
}

/** What the page begins with: the draft of its link, the one kept in this browser, or a book. */
async function start() {
  const [, link] = /^#d=([\w-]+)$/.exec(location.hash) ?? [];
  const linked = link ? await unpacked(link) : null;
  if (link) history.replaceState(null, "", location.pathname);
  const book = new URLSearchParams(location.search).get("book");
  const kept = page.draft.restore();
  try {
    if (linked) return await beginDraft(linked);
    if (link) page.trouble = "The link is not whole. Copy all of it.";
    if (!kept || book) return await beginWith(book ?? FIRST_BOOK);
    page.draft.base = (
      await ask("GET", `/api/designer/begin?book=${encodeURIComponent(page.draft.now.based_on)}`)
    ).base;
    changed();
  } catch (error) {
    page.note = sentence(asRefused(error).message);
    await beginWith(FIRST_BOOK);
  }
}

fourColours();
draw();
listen(page);
addEventListener("hashchange", () => location.hash.startsWith("#d=") && start());
[page.words, page.books] = await Promise.all([
  ask("GET", "/api/designer/words").then((words) => new Vocabulary(words)),
  ask("GET", "/api/books"),
]);
await start();
