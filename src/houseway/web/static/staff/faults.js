// When something goes wrong: reporting it, and the book's remedies.
// Here: the book's faults with the details each needs, and while the round is on hold its remedies with what each would
// do. Not here: which there are, when, and by whom: that comes from the scene and the book.

import { clauseElement, clauseWords, lineWords } from "../shared/log.js";
import { h, money } from "../shared/dom.js";
import { placeName, refusalWords, saidElement, wagerName } from "./acts.js";
import { moneyElement } from "./ask.js";
import { cardsOf, cents, readCards, readElement, writtenTwice } from "./fields.js";

const ALL = ["position", "wager", "player", "cents", "cards", "handled"];
export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** Everybody who plays at the table. */
export function players(desk) {
  const { seats, wagers, restricted } = desk.scene.table;
  const staked = Object.values(wagers).flatMap((kinds) =>
    Object.values(kinds)
      .flat()
      .map((stake) => stake.player),
  );
  return [...new Set([...Object.values(seats), ...staked, ...restricted])];
}

/** The wagers of the book, or those the table knows where the book cannot be read. */
export function wagerKeys(desk) {
  const { limits, wagers } = desk.scene.table;
  return (
    desk.book?.wagers?.map((wager) => wager.key) ?? [
      ...new Set(["main", ...Object.keys(limits), ...Object.values(wagers).flatMap(Object.keys)]),
    ]
  );
}

/** Fields for details, each with its label; `id` tells forms apart. */
export function detailFields(desk, needs, id) {
  const { table } = desk.scene;
  const places = Array.from({ length: table.positions + 1 }, (_, at) => at);
  const choose = (name, words, options, first = "choose") =>
    h(
      "div",
      { class: "field", key: `d-${name}` },
      h("label", { for: `${id}-${name}` }, words),
      h(
        "select",
        { id: `${id}-${name}`, name },
        h("option", { value: "", key: "none" }, first),
        options.map(([value, text]) => h("option", { value, key: `o-${value}` }, text)),
      ),
    );
  const type = (name, words, { wide, ...attributes }) =>
    h(
      "div",
      { class: wide ? "field wide" : "field", key: `d-${name}` },
      h("label", { for: `${id}-${name}` }, words),
      h("input", { id: `${id}-${name}`, name, autocomplete: "off", ...attributes }),
    );
  const fields = {
    position: () =>
      choose(
        "position",
        "Position",
        places.map((at) => [at, placeName(desk, at)]),
      ),
    wager: () =>
      choose(
        "wager",
        "Wager",
        wagerKeys(desk).map((key) => [key, wagerName(desk, key)]),
      ),
    player: () =>
      choose(
        "player",
        "Player",
        players(desk).map((name) => [name, name]),
      ),
    cents: () => type("cents", "Amount", { inputmode: "decimal", placeholder: "25.00" }),
    cards: () => type("cards", "Number of cards", { type: "number", min: "1", max: "53" }),
    handled: () =>
      h(
        "label",
        { class: "tick", key: "d-handled" },
        h("input", { type: "checkbox", name: "handled" }),
        "A player has handled cards, though not viewed them",
      ),
    note: () => type("note", "Note, for the log", { maxlength: "200", wide: true }),
  };
  return needs.filter((need) => fields[need]).map((need) => fields[need]());
}

/** What a form's fields say, as fields of a request; what is empty is left out. */
export function detailsOf(form) {
  const found = {};
  for (const element of form.elements) {
    const { name, value } = element;
    if (name === "handled" && element.checked) found.handled = true;
    else if (!["position", "wager", "player", "cents", "cards", "note"].includes(name) || !value.trim()) continue;
    else if (name === "cents") found.cents = cents(value);
    else found[name] = name === "position" || name === "cards" ? Number(value) : value.trim();
  }
  return found;
}

// ---------------------------------------------------------------------------------------------------------------------
// Reporting

export function faultsElement(desk) {
  const { can } = desk.scene;
  const chosen = can.faults.find(({ name }) => name === desk.fault);
  if (!can.faults.length) return h("p", { class: "quiet" }, "The book prints no irregularities.");
  return h(
    "div",
    { class: "faults" },
    h(
      "div",
      { class: "fault-list", key: "list", role: "group", "aria-label": "What went wrong" },
      can.faults.map((fault) =>
        h(
          "button",
          {
            type: "button",
            class: "fault",
            key: fault.name,
            "aria-pressed": fault.name === desk.fault ? "true" : "false",
            "aria-disabled": fault.refusal ? "true" : null,
            title: fault.refusal ? refusalWords(fault.refusal) : null,
            data: { fault: fault.name },
          },
          h("span", null, capital(fault.name)),
          h("small", null, fault.clause),
        ),
      ),
    ),
    h(
      "div",
      { class: "fault-form", key: "form" },
      chosen
        ? reportElement(desk, chosen)
        : h(
            "p",
            { class: "quiet" },
            "Choose what went wrong. Nothing is reported before you have seen what follows from it.",
          ),
      saidElement(desk, "report"),
    ),
  );
}

function reportElement(desk, fault) {
  const row = desk.book?.faults?.find((each) => each.fault === fault.name);
  const needs = row ? row.needs : ALL;
  const words = clauseWords(desk.book, fault.clause);
  return h(
    "form",
    { class: "report", key: fault.name, data: { form: "report", report: fault.name } },
    h("h3", { key: "title" }, capital(fault.name), " ", clauseElement(desk, fault.clause)),
    words.length ? h("p", { class: "words-of", key: "words" }, words.map(([, text]) => text).join(" ")) : null,
    fault.refusal
      ? h("p", { class: "refused", key: "why-not", data: { testid: "why-not" } }, refusalWords(fault.refusal))
      : null,
    h("div", { class: "fields", key: "fields" }, detailFields(desk, [...needs, "note"], "report")),
    h(
      "button",
      {
        type: "submit",
        key: "button",
        class: fault.refusal ? "" : "main",
        "aria-disabled": fault.refusal ? "true" : null,
        data: { testid: "report" },
      },
      "Report",
    ),
  );
}

// ---------------------------------------------------------------------------------------------------------------------
// Remedies

/** What was reported, in words. */
function reported(desk) {
  const { hold } = desk.scene.table;
  return [
    hold.position >= 0 ? placeName(desk, hold.position).toLowerCase().replace(/, .*/, "") : "",
    hold.wager ? wagerName(desk, hold.wager) : "",
    hold.player,
    hold.cents ? money(hold.cents) : "",
    hold.cards ? `${hold.cards} card${hold.cards > 1 ? "s" : ""}` : "",
    hold.handled ? "cards handled" : "",
    hold.note,
  ]
    .filter(Boolean)
    .join(", ");
}

export function holdElement(desk) {
  const { table, can } = desk.scene;
  const { hold } = table;
  if (!hold) return h("p", { class: "quiet" }, "Nothing is on hold.");
  const details = reported(desk);
  const last = desk.log.round().findLast(({ event }) => event.type === "irregularity reported");
  return h(
    "div",
    { class: "hold", data: { testid: "hold", hold: hold.fault } },
    h(
      "div",
      { class: "hold-head", key: "head" },
      h("h3", null, "On hold: ", capital(hold.fault), " ", clauseElement(desk, hold.clause)),
      h(
        "p",
        { class: "quiet" },
        [details, last ? `reported by ${last.event.by}` : ""].filter(Boolean).join("; ") || "reported",
      ),
      h("button", { type: "button", data: { act: "retract" } }, "Take the report back", h("kbd", null, "0")),
    ),
    h(
      "div",
      { class: "remedies", key: "remedies" },
      can.remedies.length
        ? can.remedies.map((remedy, index) => remedyElement(desk, remedy, index))
        : h("p", { class: "quiet" }, "The book prints no remedy as the round stands."),
    ),
    saidElement(desk, "hold"),
  );
}

function remedyElement(desk, remedy, index) {
  const words = clauseWords(desk.book, remedy.clause)
    .map(([, text]) => text)
    .join(" ");
  const seen = desk.previews.get(remedy.name);
  return h(
    "form",
    {
      class: remedy.refusal ? "remedy barred" : "remedy",
      key: remedy.name,
      data: { form: "remedy", remedy: remedy.name },
    },
    h(
      "div",
      { class: "remedy-head", key: "head" },
      h("h4", null, capital(remedy.name), " ", clauseElement(desk, remedy.clause)),
      h("small", { class: "quiet" }, `by the ${remedy.by} or a higher position`),
      h(
        "button",
        {
          type: "submit",
          class: remedy.refusal ? "" : "main",
          "aria-disabled": remedy.refusal ? "true" : null,
          data: { testid: `remedy-${remedy.name}` },
        },
        capital(remedy.name),
        h("kbd", null, 7 + index),
      ),
    ),
    words ? h("p", { class: "words-of", key: "words" }, words) : null,
    remedy.refusal ? h("p", { class: "refused", key: "refused" }, refusalWords(remedy.refusal)) : null,
    remedy.name === "reconstruct" ? reconstructElement(desk) : null,
    seen?.lines
      ? h(
          "div",
          { class: "seen", key: "seen" },
          h(
            "ul",
            null,
            seen.lines.slice(1).map((line, at) => h("li", { key: `s${at}` }, lineWords(line))),
          ),
          moneyElement(seen.lines),
        )
      : null,
    seen?.refusal && !remedy.refusal ? h("p", { class: "quiet", key: "not-yet" }, refusalWords(seen.refusal)) : null,
    saidElement(desk, `remedy-${remedy.name}`),
  );
}

/** Where hands belong, or the right cards of the position. */
function reconstructElement(desk) {
  const { table } = desk.scene;
  const { hold } = table;
  if (hold.fault === "misdeal") {
    const places = Array.from({ length: table.positions + 1 }, (_, at) => at);
    return h(
      "div",
      { class: "moves", key: "moves" },
      Object.entries(table.hands).map(([at, hand]) =>
        h(
          "label",
          { key: `mv${at}` },
          `${placeName(desk, at)}: ${hand.number} cards`,
          h(
            "select",
            { name: `move-${at}`, "aria-label": `The hand at ${placeName(desk, at)}` },
            h("option", { value: "", key: "stay" }, "stay"),
            places
              .filter((to) => String(to) !== at)
              .map((to) =>
                h(
                  "option",
                  { value: to, key: `to${to}` },
                  `go to ${placeName(desk, to).toLowerCase().replace(/, .*/, "")}`,
                ),
              ),
          ),
        ),
      ),
    );
  }
  const at = Math.max(0, hold.position);
  const cards = readCards(desk.right);
  return h(
    "div",
    { class: "field right-cards", key: "right" },
    h("label", { for: "right-cards" }, `The right cards of ${placeName(desk, at).toLowerCase().replace(/, .*/, "")}`),
    h("input", {
      id: "right-cards",
      name: "right",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      maxlength: "60",
      placeholder: "Ac Kd Qd Qs 9h 5c 2s",
      data: { right: at },
    }),
    h(
      "span",
      { class: "count number" },
      desk.book?.dealt ? `${cards.length} of ${desk.book.dealt}` : `${cards.length} cards`,
    ),
    readElement(cards, writtenTwice([cards])),
  );
}

/** The request a remedy's form makes. */
export function remedyCommand(form) {
  const command = { type: "remedy", remedy: form.dataset.remedy };
  const moves = {};
  for (const element of form.elements) {
    if (element.name?.startsWith("move-") && element.value !== "")
      moves[Number(element.name.slice(5))] = Number(element.value);
    if (element.name === "right" && element.value.trim())
      command.hands = { [element.dataset.right]: cardsOf(element.value) };
  }
  return Object.keys(moves).length ? { ...command, moves } : command;
}
