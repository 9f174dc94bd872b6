// Keying in a deal from a physical deck.
// Here: a field for each hand, with what was read, counted and marked where a card is written twice. The cards are sent
// as they are written, right or wrong: the house decides. Not here: any rule.

import { h } from "../shared/dom.js";
import { refusalWords, saidElement } from "./acts.js";
import { cardsOf, readCards, readElement, writtenTwice } from "./fields.js";

/** The hands to key in: the dealer, the wagered positions, and those chosen beside them. */
function places(desk) {
  const { table } = desk.scene;
  const wagered = Object.keys(table.wagers).map(Number);
  const more = [...desk.more].filter((at) => !wagered.includes(at));
  return [...wagered, ...more].sort((a, b) => a - b).concat(0);
}

export function dealElement(desk) {
  const { table, can } = desk.scene;
  const act = can.acts.find(({ name }) => name === "key in");
  const free = Array.from({ length: table.positions }, (_, index) => index + 1).filter(
    (at) => !table.wagers[at] && !desk.more.has(at),
  );
  const written = new Map(places(desk).map((at) => [at, readCards(desk.keyed.get(at) ?? "")]));
  const twice = writtenTwice([...written.values()]);
  const dealt = desk.book?.dealt;
  if (!act)
    return h(
      "p",
      { class: "quiet" },
      "This round is dealt from the house\u2019s deck. A physical deck is chosen under \u201cThe table\u201d, from the next round on.",
    );
  return h(
    "form",
    { class: "keying", data: { form: "key in" } },
    h(
      "div",
      { class: "keying-rows", key: "rows" },
      [...written].map(([at, cards]) => {
        const marked = cards.some((card) => !card.read || twice.has(card.text));
        return h(
          "div",
          { class: "keying-row", key: `k${at}`, data: { keyed: at } },
          h(
            "label",
            { for: `keyed-${at}` },
            at === 0
              ? "Dealer"
              : h(
                  "span",
                  null,
                  h("b", null, at),
                  ` ${table.seats[at] ?? ""}`,
                  table.wagers[at] ? null : h("small", { class: "mark warn" }, "no wager"),
                ),
          ),
          h("input", {
            id: `keyed-${at}`,
            name: `keyed-${at}`,
            autocomplete: "off",
            autocapitalize: "off",
            spellcheck: "false",
            placeholder: "Ac Kd Qd Qs 9h 5c 2s",
            maxlength: "60",
            data: { position: at },
          }),
          h(
            "span",
            {
              class: `count number${marked || (dealt && cards.length && cards.length !== dealt) ? " off" : ""}`,
              data: { testid: `count-${at}` },
              title: marked ? "A card cannot be read, or is written twice" : null,
            },
            dealt ? `${cards.length} of ${dealt}` : `${cards.length} cards`,
          ),
          readElement(cards, twice),
        );
      }),
    ),
    h(
      "div",
      { class: "keying-foot", key: "foot" },
      h(
        "button",
        {
          type: "submit",
          class: act.refusal ? "" : "main",
          "aria-disabled": act.refusal ? "true" : null,
          data: { testid: "key-in" },
        },
        "Key in",
        h("span", { class: "act-clause" }, act.clause),
      ),
      free.length
        ? h(
            "span",
            { class: "more" },
            h("span", { class: "quiet" }, "Cards lie at another position:"),
            free.map((at) =>
              h(
                "button",
                {
                  type: "button",
                  key: `m${at}`,
                  class: "small",
                  "aria-label": `Add position ${at}`,
                  data: { act: "more", position: at },
                },
                at,
              ),
            ),
          )
        : null,
      h(
        "span",
        { class: "quiet" },
        (act.refusal && refusalWords(act.refusal)) ||
          (twice.size ? "A card is written twice." : "The Joker is Jk. Enter goes to the next hand."),
      ),
    ),
    saidElement(desk, "key in"),
  );
}

/** The hands as they are written, for the house. */
export function keyedHands(desk) {
  return Object.fromEntries(
    places(desk)
      .map((at) => [at, cardsOf(desk.keyed.get(at) ?? "")])
      .filter(([, cards]) => cards.length),
  );
}
