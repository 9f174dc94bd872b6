// @ts-check
// Drawing the table page.
// Here: drawing each part of the page from its state. Not here: the parts themselves (the modules beside this one).

import { clauseElement, withoutClause } from "../shared/clauses.js";
import { byId, h, renew, show } from "../shared/dom.js";
import { asRefused } from "../shared/request.js";
import { money, owedWords, sentence } from "../shared/words.js";
import { barElement } from "./bar.js";
import { keepFocus } from "./focus.js";
import { dealerElement } from "./hands.js";
import { infoElement } from "./info.js";
import { glide } from "./motion.js";
import { placeElement } from "./places.js";
import { resultsElement } from "./results.js";
import { logElement } from "./round-log.js";
import { noticeElement, seatElement } from "./seat.js";
import { drawAnnouncement } from "./verdict.js";

/** @import { TablePage } from "./page.js" */

const SHOWN_FOR = 6500;

/**
 * Let a page draw itself and show messages.
 * @param {TablePage} table
 */
export function drawable(table) {
  let frame = 0;
  let timer = 0;
  const now = () => {
    cancelAnimationFrame(frame);
    frame = 0;
    keepFocus(() => drawAll(table));
  };
  table.draw = ({ glide: gliding = false, now: atOnce = false } = {}) => {
    if (!table.arrived) return;
    if (atOnce) now();
    else if (gliding) glide(byId("seat"), now);
    else frame ||= requestAnimationFrame(now);
  };
  table.say = (words, clause = "", { calm = false } = {}) => {
    clearTimeout(timer);
    show(byId("said"), words ? saidElement(table, words, clause, calm) : null);
    if (words) timer = setTimeout(() => table.say(""), SHOWN_FOR);
  };
  table.refused = (error) => {
    const { message, clause } = asRefused(error);
    table.say(withoutClause(message, clause), clause);
    table.draw();
  };
}

/**
 * A message, with its clause.
 * @param {TablePage} table
 * @param {string} words
 * @param {string} clause
 * @param {boolean} calm
 */
function saidElement(table, words, clause, calm) {
  return h(
    "div",
    { class: calm ? "banner calm" : "banner error" },
    h("span", null, sentence(words)),
    " ",
    table.arrived ? clauseElement(table, clause) : null,
  );
}

/**
 * If there is no table to show: the house's message and a link to the lobby.
 * @param {TablePage} table
 */
export function drawNoTable(table) {
  document.body.classList.add("no-table");
  show(byId("title"), h("strong", null, "Houseway"));
  byId("announcement").textContent = sentence(table.goodbye);
  show(byId("bar"), h("a", { class: "button main", href: "/" }, "To the lobby"));
}

/** @param {TablePage} table */
function drawAll(table) {
  drawPage(table);
  drawHead(table);
  show(byId("dealer"), dealerElement(table));
  drawArc(table);
  drawAnnouncement(table);
  show(byId("notice"), noticeElement(table));
  renew(byId("seat"), seatElement(table));
  drawResults(table);
  show(byId("bar"), barElement(table));
  show(byId("house"), infoElement(table));
  show(byId("round"), logElement(table));
}

/** @param {TablePage} table */
function drawPage({ name, scene, book }) {
  const { body } = document;
  document.title = `${name} - ${book?.title ?? "Houseway"}`;
  Object.assign(body.dataset, { phase: scene.table.phase, book: scene.table.book, round: String(scene.table.round) });
  /** @type {HTMLElement} */ (document.querySelector(".ground")).dataset.print = book?.title ?? "";
  body.classList.toggle("exposed", Boolean(book?.dealer_exposed));
  body.classList.toggle("spectator", !scene.you.positions.length && !scene.you.hands.length);
  body.classList.toggle("dealt", Object.keys(scene.table.hands).length > 0);
}

/** @param {TablePage} table */
function drawHead(table) {
  const { scene, book, name } = table;
  const { round } = scene.table;
  show(
    byId("title"),
    h("strong", null, book?.title ?? scene.table.book),
    h(
      "span",
      { class: "quiet" },
      h("span", { class: "title-name" }, h("span", { class: "title-table" }, "Table "), h("bdi", null, name)),
      round ? h("span", { class: "title-round" }, `, round ${round}`) : null,
    ),
  );
  if (!table.veil.size || table.purse === null) {
    table.purse = scene.you.bankroll;
    table.owed = scene.you.owed;
  }
  const cents = { class: "purse-cents number", data: { testid: "bankroll", cents: table.purse } };
  show(
    byId("purse"),
    scene.you.name
      ? [
          h("span", { class: "purse-name", dir: "auto" }, scene.you.name),
          h("span", cents, money(table.purse)),
          table.owed ? owedMark(table.owed) : null,
        ]
      : h("span", { class: "quiet" }, "Watching"),
  );
}

/** @param {number} cents */
function owedMark(cents) {
  const words = owedWords(cents);
  const mark = { class: "purse-owed number", title: words, "aria-label": words, role: "note" };
  return h("span", { ...mark, data: { testid: "owed", cents } }, `owes ${money(cents)}`);
}

/** @param {TablePage} table */
function drawArc(table) {
  const positions = Array.from({ length: table.scene.table.positions }, (_, at) => at + 1);
  const others = positions.filter((position) => position !== table.own);
  show(
    byId("arc"),
    others.map((position, index) => placeElement(table, position, index, others.length)),
  );
  byId("arc").style.setProperty("--count", String(others.length));
}

/** @param {TablePage} table */
function drawResults(table) {
  const comparing = table.veil.size > 0 || [...table.stage.values()].some((stage) => stage < 3);
  const results = comparing ? null : resultsElement(table);
  byId("results").hidden = !results;
  document.body.classList.toggle("with-results", Boolean(results));
  show(byId("results"), results);
}
