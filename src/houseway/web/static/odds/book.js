// @ts-check
// The odds of a book: its PAR sheet, with other payments tried at once, and another book beside it.
// Here: the state, its address, and asking the house. Not here: drawing (`wagers`, `compare`), or any arithmetic with
// odds: the house sends every figure.

import { fourColours } from "../shared/cards.js";
import { around, byId, h, show } from "../shared/dom.js";
import { ask, askBook, asRefused } from "../shared/request.js";
import { sentence } from "../shared/words.js";
import { drawCompare, drawCompared, stepped } from "./compare.js";
import { askFollowed } from "./counting.js";
import { drawHead, drawWagers } from "./wagers.js";

const TYPING = 180;
const query = new URLSearchParams(location.search);

/** The state of the page. */
export class Odds {
  book = decodeURIComponent(location.pathname.split("/")[2] ?? "");
  /** @type {Wire.BookCard | null} */
  card = null;
  /** @type {Wire.BookLine[]} */
  books = [];
  /** @type {Wire.ParAnswer | null} the book as it is printed */
  printed = null;
  /** @type {Wire.ParAnswer | null} the book with the payments in the fields */
  found = null;
  player = query.get("player") ?? "";
  commission = query.get("commission") ?? "";
  /** @type {Map<string, string>} what lines pay instead, by WAGER:LINE */
  pays = new Map((query.get("pays") ?? "").split(";").filter(Boolean).map(splitPays));
  /** What is wrong with a field, by its name. @type {Record<string, string>} */
  wrong = {};
  other = query.get("with") ?? "";
  /** @type {Wire.ComparedBooks | null} */
  compared = null;
  /** @type {Wire.PricedDifference | null} */
  priced = null;
  /** The kind of hand that is looked at, by its place. */
  place = 0;
  asked = 0;

  get changed() {
    return Boolean(this.commission || this.pays.size);
  }
}

/**
 * @param {string} written
 * @returns {[string, string]}
 */
function splitPays(written) {
  const at = written.lastIndexOf("=");
  return [written.slice(0, at), written.slice(at + 1)];
}

const page = new Odds();

/** @param {boolean} changed whether with the payments in the fields */
function queryOf(changed) {
  const pays = [...page.pays].map((pair) => pair.join("=")).join(";");
  /** @type {[string, string][]} */
  const fields = [["player", page.player]];
  if (changed) fields.push(["commission", page.commission], ["pays", pays]);
  return new URLSearchParams(fields.filter(([, value]) => value));
}

function keepAddress() {
  const fields = queryOf(true);
  if (page.other) fields.set("with", page.other);
  const asked = fields.toString();
  history.replaceState(null, "", `/odds/${encodeURIComponent(page.book)}${asked ? `?${asked}` : ""}`);
}

function draw() {
  drawHead(page);
  drawWagers(page);
  drawCompare(page);
  drawCompared(page);
}

/** @param {string} field what was changed */
async function count(field) {
  keepAddress();
  const asked = ++page.asked;
  page.wrong = {};
  const book = new URLSearchParams({ book: page.book });
  try {
    if (!page.printed || page.printed.player !== (page.player || page.printed.player)) {
      const plain = `${book}&${queryOf(false)}`;
      page.printed = await askFollowed(`/api/par?${plain}`, new URLSearchParams(plain), byId("counting"));
    }
    const found = page.changed ? await ask("GET", `/api/par?${book}&${queryOf(true)}`) : page.printed;
    if (asked === page.asked) page.found = found;
  } catch (error) {
    if (asked !== page.asked) return;
    page.wrong = { [field]: sentence(asRefused(error).message) };
    if (!page.printed) show(byId("said"), page.wrong[field]);
  }
  draw();
}

async function compare() {
  keepAddress();
  page.compared = page.priced = null;
  page.place = 0;
  const { other } = page;
  page.wrong = {};
  draw();
  if (!other) return;
  const asked = new URLSearchParams({ book: page.book, other });
  const place = byId("comparing");
  try {
    const compared = await askFollowed(`/api/compare?${asked}`, asked, place);
    if (other !== page.other) return;
    page.compared = compared;
    draw();
    const priced = await askFollowed(`/api/compare/cost?${asked}`, asked, byId("comparing"));
    if (other === page.other) page.priced = priced;
  } catch (error) {
    if (other === page.other) page.wrong = { with: sentence(asRefused(error).message) };
  }
  draw();
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let typing;
document.addEventListener("input", ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return;
  const { line = "" } = target.dataset;
  const value = target.value.trim();
  if (target.id === "commission") page.commission = value;
  else if (line && value && value !== target.dataset.printed) page.pays.set(line, value);
  else if (line) page.pays.delete(line);
  clearTimeout(typing);
  typing = setTimeout(count, TYPING, target.id);
});
document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLSelectElement)) return;
  if (target.id === "with") {
    page.other = target.value;
    compare();
  } else if (target.id === "player") {
    page.player = target.value;
    page.printed = page.found = null;
    draw();
    count("player");
  }
});
document.addEventListener("click", (event) => {
  const act = around(event, "[data-act]")?.dataset.act;
  if (act === "reset") {
    page.commission = "";
    page.pays.clear();
    for (const field of document.querySelectorAll("#wagers input")) {
      /** @type {HTMLInputElement} */ (field).value = /** @type {HTMLInputElement} */ (field).dataset.printed ?? "";
    }
    count("");
  }
  if (act === "next" || act === "previous") {
    stepped(page, act === "next" ? 1 : -1);
    drawCompared(page);
  }
});

fourColours();
show(byId("head"), h("p", { class: "quiet" }, "Loading the odds"));
[page.card, page.books] = await Promise.all([askBook(page.book), ask("GET", "/api/books").catch(() => [])]);
draw();
await count("");
if (page.other) await compare();
