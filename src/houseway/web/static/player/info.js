// @ts-check
// The panel beside the table: book, limits, pay tables, the deck's commitment, and the player's own switches.
// Not here: any figures: all come from the scene and the book.

import { fourColours } from "../shared/cards.js";
import { h } from "../shared/dom.js";
import { money, owedWords, plain, range, short } from "../shared/words.js";
import { printed } from "./circles.js";
import { companyElement } from "./company.js";
import { soundOn } from "./sounds.js";
import { phrasesElement, talkOn } from "./talk.js";

/** @import { TablePage } from "./page.js" */

/** @param {TablePage} table */
export function infoElement(table) {
  const { scene, book } = table;
  const { pay_tables: chosen } = scene.table;
  return [
    h(
      "div",
      { class: "side-head", key: "head" },
      h("h2", null, book?.title ?? scene.table.book),
      h("button", { class: "close", type: "button", data: { act: "close-sheet" } }, "Close"),
    ),
    h("p", { class: "quiet source", key: "source" }, book?.source ?? ""),
    owedElement(table),
    companyElement(table),
    limitsElement(table),
    h(
      "div",
      { class: "folds", key: "folds" },
      phrasesElement(table),
      table.wagers.map((wager) => payTableElement(wager, chosen[wager.key])),
    ),
    commitmentElement(table),
    h(
      "div",
      { class: "switches", key: "switches" },
      switchElement("four-colours", "Four-colour deck", fourColours()),
      switchElement("sound", "Sound", soundOn()),
      switchElement("talk", "What players say", talkOn()),
    ),
    h(
      "nav",
      { class: "links", key: "links", "aria-label": "Other pages" },
      h("a", { href: `/rules/${encodeURIComponent(scene.table.book)}` }, "Rules"),
      h("a", { href: "/history" }, "Your rounds"),
      h("a", { href: "/" }, "Lobby"),
      scene.you.name
        ? h("button", { class: "link", type: "button", data: { act: "safe", testid: "safe" } }, "Play safely")
        : null,
    ),
  ];
}

/**
 * What the player owes, and paying it.
 * @param {TablePage} table
 */
function owedElement({ owed, scene }) {
  if (!owed) return null;
  const now = scene.can.pay;
  const pay = { class: "small", type: "button", data: { act: "pay-owed", testid: "pay" } };
  return h(
    "section",
    { class: "owed", key: "owed", "aria-label": "What you owe" },
    h("p", null, owedWords(owed)),
    now ? h("button", pay, `Pay ${money(now)} now`) : null,
  );
}

/** @param {TablePage} table */
function limitsElement(table) {
  const { limits, unit } = table.scene.table;
  /** @param {string} key @param {string} name @param {string} value */
  const row = (key, name, value) => h("div", { key }, h("dt", null, name), h("dd", { class: "number" }, value));
  return h(
    "dl",
    { class: "limits", key: "limits" },
    table.wagers
      .filter(({ key }) => limits[key])
      .map((wager) => row(wager.key, printed(wager), range(limits[wager.key]))),
    row("unit", "Unit", money(unit)),
  );
}

/**
 * @param {string} name
 * @param {string} words
 * @param {boolean} checked
 */
function switchElement(name, words, checked) {
  return h("label", { class: "switch" }, h("input", { type: "checkbox", checked, data: { switch: name } }), words);
}

/**
 * The commission in words, from a fraction such as "1/20".
 * @param {string} commission
 */
function commissionWords(commission) {
  const [above, below] = commission.split("/").map(Number);
  const part = above / (below || 1);
  return part ? `, less ${Number((part * 100).toFixed(2))}% commission` : "";
}

/** @param {number} pays */
const odds = (pays) => `${plain(pays)} to 1`;

/**
 * @param {Wire.WagerCard} wager
 * @param {string} name the pay table used at this table
 */
function payTableElement(wager, name) {
  const tables = wager.pay_tables;
  const used = tables.find((one) => one.name === name) ?? tables[0];
  const pays = `Pays ${odds(wager.pays)}${commissionWords(wager.commission)}.`;
  return h(
    "details",
    { key: `pay-${wager.key}`, data: { pays: wager.key }, name: "pays" },
    h("summary", null, wager.name),
    used?.lines.length ? linesElement(used, tables.length > 1 ? used.name : "") : h("p", { class: "quiet" }, pays),
    wager.note ? h("p", { class: "quiet" }, wager.note) : null,
  );
}

/**
 * @param {Wire.PayTableCard} used
 * @param {string} title
 */
function linesElement(used, title) {
  const envy = used.lines.some((line) => line.envy);
  /** @param {string} words */
  const head = (words) => h("th", { scope: "col" }, words);
  return h(
    "table",
    { class: "pays" },
    h("thead", null, h("tr", null, head(title || "Hand"), head("Pays"), envy ? head("Envy") : null)),
    h(
      "tbody",
      null,
      used.lines.map((line) =>
        h(
          "tr",
          { key: line.name },
          h("th", { scope: "row" }, line.name),
          h("td", null, odds(line.pays)),
          envy ? h("td", null, line.envy ? short(line.envy) : "") : null,
        ),
      ),
    ),
  );
}

/** @param {TablePage} table */
function commitmentElement(table) {
  const { commitment, cut_by: cutBy, can } = table.scene;
  if (!commitment) return null;
  const code = { title: commitment, data: { testid: "commitment", whole: commitment } };
  return h(
    "section",
    { class: "commitment", key: "commitment", "aria-label": "The deck of this round" },
    h("h3", null, "A provably fair shuffle"),
    h(
      "p",
      { class: "quiet" },
      "The cards were shuffled before the bets, and only players cut them. After the round this code proves it: ",
    ),
    h(
      "p",
      { class: "commit-row" },
      h("code", code, `${commitment.slice(0, 12)}\u2026`),
      h("button", { class: "small", type: "button", data: { act: "copy-commitment" } }, "Copy"),
    ),
    can.cut ? cutElement(table) : null,
    cutBy.length ? h("p", { class: "quiet" }, `Cut by ${cutBy.join(", ")}.`) : null,
  );
}

/** @param {TablePage} table */
function cutElement(table) {
  const field = {
    id: "cut-words",
    name: "words",
    maxlength: table.me?.fields.cut,
    autocomplete: "off",
    placeholder: "any words",
  };
  return h(
    "form",
    { class: "cut", data: { form: "cut" } },
    h("label", { for: "cut-words" }, "Cut the deck with your own words"),
    h("div", { class: "line" }, h("input", field), h("button", { type: "submit" }, "Cut")),
  );
}
