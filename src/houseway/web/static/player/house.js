// What stands beside the table: book, limits, pay tables, the deck's commitment, and the player's own switches.
// Here: the left side of the page. Not here: any number of its own: all come from the scene and the book.

import { fourColours } from "../shared/cards.js";
import { h, money, short } from "../shared/dom.js";
import { printed } from "./felt.js";
import { soundOn } from "./motion.js";

export function houseElement(table) {
  const { scene, book } = table;
  const { limits, unit, pay_tables: chosen } = scene.table;
  return [
    h(
      "div",
      { class: "side-head", key: "head" },
      h("h2", null, book?.title ?? scene.table.book),
      h("button", { class: "close", type: "button", data: { act: "close-sheet" } }, "Close"),
    ),
    h("p", { class: "quiet source", key: "source" }, book?.source ?? ""),
    h(
      "dl",
      { class: "limits", key: "limits" },
      (book?.wagers ?? [])
        .filter(({ key }) => limits[key])
        .map((wager) =>
          h(
            "div",
            { key: wager.key },
            h("dt", null, printed(wager)),
            h("dd", { class: "number" }, `${short(limits[wager.key][0])} to ${short(limits[wager.key][1])}`),
          ),
        ),
      h("div", { key: "unit" }, h("dt", null, "Unit"), h("dd", { class: "number" }, money(unit))),
    ),
    h(
      "div",
      { class: "folds", key: "folds" },
      (book?.wagers ?? []).map((wager) => payTable(wager, chosen[wager.key])),
    ),
    commitment(table),
    h(
      "div",
      { class: "switches", key: "switches" },
      h(
        "label",
        { class: "switch" },
        h("input", { type: "checkbox", checked: fourColours(), data: { switch: "four-colours" } }),
        "Four-colour deck",
      ),
      h(
        "label",
        { class: "switch" },
        h("input", { type: "checkbox", checked: soundOn(), data: { switch: "sound" } }),
        "Sound",
      ),
    ),
    h(
      "nav",
      { class: "links", key: "links", "aria-label": "Other pages" },
      h("a", { href: `/rules/${encodeURIComponent(scene.table.book)}` }, "Rules"),
      h("a", { href: "/history" }, "Your rounds"),
      h("a", { href: "/" }, "Lobby"),
    ),
  ];
}

function commissionWords(commission) {
  const [above, below] = String(commission ?? "0")
    .split("/")
    .map(Number);
  const part = above / (below || 1);
  return part ? `, less ${Number((part * 100).toFixed(2))}% commission` : "";
}

const odds = (pays) => (/^[\d.,]+$/.test(String(pays)) ? `${Number(pays).toLocaleString("en-US")} to 1` : String(pays));

function payTable(wager, name) {
  const tables = wager.pay_tables ?? [];
  const used = tables.find((one) => one.name === name) ?? tables[0];
  const envy = used?.lines.some((line) => line.envy);
  return h(
    "details",
    { key: `pay-${wager.key}`, data: { pays: wager.key }, name: "pays" },
    h("summary", null, wager.name),
    used?.lines.length
      ? h(
          "table",
          { class: "pays" },
          h(
            "thead",
            null,
            h(
              "tr",
              null,
              h("th", { scope: "col" }, used.name && tables.length > 1 ? used.name : "Hand"),
              h("th", { scope: "col" }, "Pays"),
              envy ? h("th", { scope: "col" }, "Envy") : null,
            ),
          ),
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
        )
      : h("p", { class: "quiet" }, `Pays ${odds(wager.pays ?? 1)}${commissionWords(wager.commission)}.`),
  );
}

function commitment(table) {
  const { scene } = table;
  if (!scene.commitment) return null;
  return h(
    "section",
    { class: "commitment", key: "commitment", "aria-label": "The deck of this round" },
    h("h3", null, "The deck is fixed"),
    h("p", { class: "quiet" }, "The house is bound to this round's cards by: "),
    h(
      "p",
      { class: "commit-row" },
      h(
        "code",
        { title: scene.commitment, data: { testid: "commitment", whole: scene.commitment } },
        `${scene.commitment.slice(0, 12)}\u2026`,
      ),
      h("button", { class: "small", type: "button", data: { act: "copy-commitment" } }, "Copy"),
    ),
    scene.can.cut
      ? h(
          "form",
          { class: "cut", data: { form: "cut" } },
          h("label", { for: "cut-words" }, "Cut the deck with words of yours"),
          h(
            "div",
            { class: "line" },
            h("input", {
              id: "cut-words",
              name: "words",
              maxlength: "80",
              autocomplete: "off",
              placeholder: "any words",
            }),
            h("button", { type: "submit" }, "Cut"),
          ),
        )
      : null,
    scene.cut_by.length ? h("p", { class: "quiet" }, `Cut by ${scene.cut_by.join(", ")}.`) : null,
  );
}
