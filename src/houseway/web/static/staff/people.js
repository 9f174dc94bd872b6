// Players, settled rounds, and how the table is run.
// Here: the forms. Not here: whether the house does what they ask.

import { h } from "../shared/dom.js";
import { saidElement } from "./acts.js";
import { detailFields, players } from "./faults.js";

/** A wager placed at a player's request. */
export function wagerElement(desk) {
  return h(
    "form",
    { class: "narrow", data: { form: "wager" } },
    h("p", { class: "quiet" }, "At a player\u2019s request, while betting is open."),
    h("div", { class: "fields" }, detailFields(desk, ["position", "player", "wager", "cents"], "wager")),
    h("button", { type: "submit", class: "main", data: { testid: "place-wager" } }, "Place the wager"),
    saidElement(desk, "wager"),
  );
}

/** Who may wager where. */
export function playersElement(desk) {
  const { table, present } = desk.scene;
  const known = players(desk);
  const button = (name, act, lift, words) =>
    h(
      "button",
      {
        type: "button",
        class: "small",
        key: `${act}${lift}`,
        "aria-label": `${words}: ${name}`,
        data: { act, player: name, lift: lift ? "yes" : "no" },
      },
      words,
    );
  return h(
    "div",
    { class: "players" },
    known.length
      ? h(
          "table",
          { class: "players-table", key: "table" },
          h(
            "thead",
            null,
            h(
              "tr",
              null,
              ["Player", "Positions", "One playing area", "More than one hand"].map((head) =>
                h("th", { scope: "col" }, head),
              ),
            ),
          ),
          h(
            "tbody",
            null,
            known.map((name) => {
              const seated = Object.entries(table.seats)
                .filter(([, player]) => player === name)
                .map(([at]) => at)
                .join(", ");
              const restricted = table.restricted.includes(name);
              return h(
                "tr",
                { key: name, data: { player: name, restricted: restricted ? "yes" : "no" } },
                h(
                  "th",
                  { scope: "row" },
                  name,
                  present.includes(name) ? null : h("small", { class: "mark" }, "not connected"),
                  table.prohibited.includes(name)
                    ? h("small", { class: "mark warn", data: { testid: "prohibited" } }, "may not play")
                    : null,
                ),
                h("td", { class: "number" }, seated || "not seated"),
                h(
                  "td",
                  null,
                  h(
                    "span",
                    { class: "pair" },
                    restricted
                      ? [
                          h("small", { class: "mark warn", key: "m" }, "one area only"),
                          button(name, "restrict", true, "Lift"),
                        ]
                      : button(name, "restrict", false, "Restrict"),
                  ),
                ),
                h(
                  "td",
                  null,
                  h(
                    "span",
                    { class: "pair" },
                    table.allowed_more.includes(name)
                      ? [h("small", { class: "mark", key: "m" }, "allowed"), button(name, "allow more", true, "End")]
                      : button(name, "allow more", false, "Allow"),
                  ),
                ),
              );
            }),
          ),
        )
      : h("p", { class: "quiet", key: "none" }, "Nobody plays at this table."),
    saidElement(desk, "players"),
  );
}

/** A settled round in which a hand was set wrongly. */
export function correctElement(desk) {
  const { table } = desk.scene;
  const last = table.phase === "between rounds" ? table.round : table.round - 1;
  return h(
    "form",
    { class: "narrow", data: { form: "correct" } },
    h(
      "p",
      { class: "quiet" },
      "A settled round in which the dealer did not set a hand the house way. You see what it pays or retrieves before anything happens.",
    ),
    h(
      "div",
      { class: "fields" },
      h(
        "div",
        { class: "field" },
        h("label", { for: "correct-round" }, "Round"),
        h("input", {
          id: "correct-round",
          name: "round",
          type: "number",
          min: "1",
          max: Math.max(1, last),
          value: last > 0 ? last : null,
          required: true,
        }),
      ),
    ),
    h("button", { type: "submit", class: "main", data: { testid: "correct" } }, "Look at the correction"),
    saidElement(desk, "correct"),
  );
}

/** Dealer, deck, open or closed. */
export function runningElement(desk) {
  const { running, commitment, table } = desk.scene;
  const choice = (words, name, options, now) =>
    h(
      "fieldset",
      { key: name, class: "choice" },
      h("legend", null, words),
      h(
        "div",
        { class: "segments" },
        options.map(([value, text]) =>
          h(
            "button",
            {
              type: "button",
              key: value,
              "aria-pressed": value === now ? "true" : "false",
              data: { act: "run", run: name, value },
            },
            text,
          ),
        ),
      ),
    );
  return h(
    "div",
    { class: "running" },
    choice(
      "Who deals",
      "dealer",
      [
        ["person", "A person"],
        ["automatic", "Automatic dealer"],
      ],
      running.dealer,
    ),
    choice(
      "Deck, from the next round on",
      "deck",
      [
        ["house", "The house\u2019s deck"],
        ["physical", "A physical deck"],
      ],
      running.deck,
    ),
    choice(
      "The table",
      "open",
      [
        ["yes", "Open"],
        ["no", "Closed"],
      ],
      running.open ? "yes" : "no",
    ),
    h(
      "p",
      { class: "quiet deck-words", key: "deck-words" },
      table.phase === "between rounds"
        ? "No round is in progress."
        : commitment
          ? [
              "The house is bound to the deck of this round by ",
              h("code", { data: { testid: "commitment" } }, commitment),
            ]
          : "This round is dealt from a physical deck: its cards are keyed in.",
    ),
    running.by
      ? h(
          "p",
          { class: "quiet deck-words", key: "by", data: { testid: "run-by" } },
          "How the table is run was decided last by ",
          h("b", null, running.by === "house" ? "the house, when the table was opened" : running.by),
          ".",
        )
      : null,
    saidElement(desk, "run"),
  );
}
