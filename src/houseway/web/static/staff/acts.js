// The table at a glance, and the acts of the dealer in the order of the round.
// Here: drawing them. What is possible, and why not, comes from the scene. Not here: carrying an act out.

import { cardElement, laidOut } from "../shared/cards.js";
import { clauseElement, clauseWords } from "../shared/log.js";
import { h, money, sentence } from "../shared/dom.js";

/** The name of a wager, short enough for a tile. */
export function wagerName(desk, key) {
  const name =
    desk.book?.wagers?.find((wager) => wager.key === key)?.name ??
    (key === "main" ? "Main wager" : key.replaceAll("-", " "));
  const short = name.replace(/ wager$/i, "");
  return short.charAt(0).toUpperCase() + short.slice(1);
}

export function placeName(desk, at) {
  const seated = desk.scene.table.seats[at];
  return Number(at) === 0 ? "The dealer" : `Position ${at}${seated ? `, ${seated}` : ""}`;
}

/** A refusal without the clause at its end, which stands beside it as a button. */
export function refusalWords(words) {
  const bare = words.replace(/ \([^()]*\)$/, "");
  return /^\S*\d/.test(bare) ? `${bare}.` : sentence(bare); // the name of a book stays as it is written
}

/** The last refusal, where somebody acted. */
export function saidElement(desk, place) {
  const said = desk.said;
  if (said?.place !== place) return null;
  return h(
    "p",
    { class: said.done ? "did" : "refused", role: "alert", key: "said", data: { testid: "said" } },
    refusalWords(said.sentence),
    " ",
    said.done ? null : clauseElement(desk, said.clause),
  );
}

/** The dealer's acts. */
export function actsElement(desk) {
  const { can } = desk.scene;
  return [
    h(
      "div",
      { class: "acts", role: "group", "aria-label": "The dealer's acts, in the order of the round", key: "acts" },
      can.acts.map((act, index) => {
        const words = clauseWords(desk.book, act.clause)
          .map(([, text]) => text)
          .join(" ");
        return h(
          "div",
          { class: "act-cell", key: act.name },
          h(
            "button",
            {
              type: "button",
              class: act.refusal ? "act" : "act main",
              "aria-disabled": act.refusal ? "true" : null,
              "aria-describedby": `why-${index}`,
              data: { act: act.name, deal: "yes" },
            },
            h("span", { class: "act-top" }, h("kbd", null, index + 1), h("span", { class: "act-clause" }, act.clause)),
            h("span", { class: "act-name" }, act.name.charAt(0).toUpperCase() + act.name.slice(1)),
          ),
          h(
            "span",
            { class: "why", id: `why-${index}`, role: "tooltip" },
            act.refusal ? h("b", null, refusalWords(act.refusal)) : h("b", null, "Possible now."),
            " ",
            words ? `${act.clause}: ${words} ` : `Clause ${act.clause}. `,
            `By the ${act.by} or a higher position.`,
          ),
        );
      }),
    ),
    saidElement(desk, "acts"),
  ];
}

// ---------------------------------------------------------------------------------------------------------------------
// The table

/** Dealer and positions. */
export function glanceElement(desk) {
  const { table } = desk.scene;
  const places = Array.from({ length: table.positions }, (_, index) => index + 1);
  return [
    dealerElement(desk),
    h(
      "div",
      { class: "places", key: "places", role: "list", "aria-label": "Positions" },
      places.map((at) => placeElement(desk, at)),
    ),
  ];
}

function dealerElement(desk) {
  const { table, can } = desk.scene;
  const hand = table.hands[0];
  const reveal = can.acts.find((act) => act.name === "reveal");
  const by = desk.scene.running.dealer === "automatic" ? "automatic" : "dealt by a person";
  return h(
    "section",
    {
      class: held(table, 0) ? "dealer held" : "dealer",
      key: "dealer",
      "aria-label": "Dealer's hand",
      data: { position: 0, state: stateOf(hand) },
    },
    h(
      "div",
      { class: "dealer-head" },
      h("h2", null, "Dealer"),
      h("small", { class: "quiet" }, by),
      h("span", { class: "state" }, stateWords(desk, 0, hand)),
    ),
    handElement(desk, 0, hand),
    reveal && table.phase === "setting"
      ? h(
          "form",
          { class: "low", key: "low", data: { form: "reveal" } },
          h("label", { for: "reveal-low" }, "Low hand as set by hand"),
          h("input", {
            id: "reveal-low",
            name: "low",
            autocomplete: "off",
            spellcheck: "false",
            placeholder: "empty: the house way",
            maxlength: "20",
          }),
          h("button", { type: "submit", "aria-disabled": reveal.refusal ? "true" : null }, "Reveal"),
        )
      : null,
  );
}

function held(table, at) {
  return table.hold && table.hold.position === at;
}

function stateOf(hand) {
  if (!hand) return "none";
  return hand.conceded
    ? "conceded"
    : hand.cards.length
      ? "open"
      : hand.is_set
        ? "set"
        : hand.viewed_by
          ? "viewed"
          : "down";
}

function stateWords(desk, at, hand) {
  const { table } = desk.scene;
  if (!hand)
    return table.wagers[at]
      ? table.phase === "setting" || table.phase === "revealed"
        ? "no cards"
        : "wagered"
      : at === 0
        ? "no cards"
        : "";
  const words = [];
  const names = desk.scene.names[at];
  if (hand.conceded) words.push("conceded");
  if (hand.cards.length && names) words.push(`${names.high} over ${names.low}`.toLowerCase());
  else if (hand.cards.length) words.push("open");
  else words.push(`${hand.number} card${hand.number === 1 ? "" : "s"} face down`);
  if (hand.viewed_by) words.push(hand.viewed_by === table.seats[at] ? "viewed" : `viewed by ${hand.viewed_by}`);
  if (hand.house_way) words.push(`house way by ${hand.house_way}`);
  else if (hand.is_set) words.push("set");
  return words.join(", ");
}

function handElement(desk, at, hand) {
  if (!hand) return h("div", { class: "hand none", key: "hand" });
  if (!hand.cards.length) {
    return h(
      "div",
      { class: "hand down", key: "hand", role: "img", "aria-label": `${hand.number} cards face down` },
      Array.from({ length: hand.number }, (_, index) => cardElement("", { key: `d${index}`, "aria-hidden": "true" })),
    );
  }
  const low = laidOut(hand.cards.filter((card) => hand.low.includes(card)));
  const high = laidOut(hand.cards.filter((card) => !hand.low.includes(card)));
  const row = (cards, name) =>
    cards.length
      ? h(
          "span",
          { class: "row", key: name },
          low.length ? h("b", { class: "hl", "aria-hidden": "true" }, name) : null,
          cards.map((card) => cardElement(card, { small: true, key: card })),
        )
      : null;
  return h("div", { class: "hand open", key: "hand" }, row(high, "H"), row(low, "L"));
}

function wagersElement(desk, at) {
  const wagers = Object.entries(desk.scene.table.wagers[at] ?? {});
  return h(
    "ul",
    { class: "wagers", key: "wagers" },
    wagers.flatMap(([key, stakes]) =>
      stakes.map((stake) =>
        h(
          "li",
          { key: `${key} ${stake.player}`, data: { wager: key, player: stake.player, cents: stake.cents } },
          h(
            "span",
            null,
            wagerName(desk, key),
            stake.player === desk.scene.table.seats[at] ? null : ` of ${stake.player}`,
          ),
          h("b", { class: "number" }, money(stake.cents)),
        ),
      ),
    ),
  );
}

/** What the round brought to a position, once it is settled. */
function resultsElement(desk, at) {
  if (desk.scene.table.phase !== "between rounds") return null;
  const settled = desk.log
    .round()
    .map(({ event }) => event)
    .filter((event) => event.type === "wager settled" && event.position === at);
  if (!settled.length) return null;
  return h(
    "ul",
    { class: "wagers results", key: "results" },
    settled.map((event, index) =>
      h(
        "li",
        { key: `s${index}`, class: event.result, data: { wager: event.wager, result: event.result } },
        h("span", null, `${wagerName(desk, event.wager)} ${money(event.stake)} ${event.result}`),
        h(
          "b",
          { class: "number", title: `To ${event.player}` },
          `${event.player === desk.scene.table.seats[at] ? "gets" : `${event.player} gets`} ${money(event.back + event.payout - event.commission)}`,
        ),
      ),
    ),
  );
}

function placeElement(desk, at) {
  const { table, can, present } = desk.scene;
  const name = table.seats[at];
  const hand = table.hands[at];
  const wagered = table.wagers[at];
  return h(
    "section",
    {
      class: ["place", name || wagered || hand ? "" : "empty", held(table, at) ? "held" : ""].join(" ").trim(),
      key: `p${at}`,
      role: "listitem",
      "aria-label": placeName(desk, at),
      data: { position: at, state: stateOf(hand) },
    },
    h(
      "div",
      { class: "place-head", key: "head" },
      h("b", { class: "at" }, at),
      name ? h("span", { class: "name" }, name) : h("span", { class: "quiet" }, "free"),
      name && !present.includes(name) ? h("small", { class: "mark" }, "not connected") : null,
      name && table.restricted.includes(name)
        ? h("small", { class: "mark warn", key: "restricted" }, "one area only")
        : null,
      name && table.prohibited.includes(name)
        ? h("small", { class: "mark warn", key: "prohibited" }, "may not play")
        : null,
      name && table.allowed_more.includes(name)
        ? h("small", { class: "mark", key: "more" }, "more than one hand")
        : null,
    ),
    h("p", { class: "state", key: "state", title: stateWords(desk, at, hand) || null }, stateWords(desk, at, hand)),
    wagered ? wagersElement(desk, at) : resultsElement(desk, at),
    h(
      "div",
      { class: "place-foot", key: "foot" },
      can.house_way.includes(at) ? null : handElement(desk, at, hand),
      can.house_way.includes(at)
        ? h(
            "form",
            { class: "low", key: "low", data: { form: "house way", position: at } },
            h("input", {
              name: "low",
              autocomplete: "off",
              spellcheck: "false",
              maxlength: "20",
              placeholder: "low by hand",
              "aria-label": `Position ${at}: low hand as the dealer set it; empty for the house way`,
            }),
            h(
              "button",
              { type: "submit", data: { testid: `house-way-${at}` }, "aria-label": `Set position ${at} the house way` },
              "House way",
              can.house_way[0] === at ? h("kbd", null, "H") : null,
            ),
          )
        : null,
      can.conceded.includes(at) && !hand?.cards.length
        ? h("button", { type: "button", key: "view", data: { act: "view conceded", position: at } }, "View the hand")
        : null,
    ),
    saidElement(desk, `place-${at}`),
  );
}
