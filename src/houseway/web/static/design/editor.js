// @ts-check
// Choosing the words of a condition or a low hand.
// Here: the words of one expression with their fields, and what a choice makes of it. Not here: which words there are
// and what they mean: the house sends them.

import { h } from "../shared/dom.js";
import { changed, FIRST, joined, opposite, taking } from "./phrase.js";

/** @import { Kind, Vocabulary } from "./phrase.js" */

const ICONS = { remove: "\u00d7" };
/** @type {Record<string, Record<Kind, string>>} */
const JOINS = {
  "&": { condition: "all of these hold", "low hand": "all of these" },
  "|": { condition: "any of these holds", "low hand": "any of these" },
};

/**
 * An expression with everything that can be chosen in it.
 * @param {Vocabulary} words
 * @param {Kind} kind
 * @param {Wire.Phrase} phrase
 * @param {string} place where the expression is in the book
 */
export function expressionElement(words, kind, phrase, place) {
  return h("div", { class: "expression", data: { place, kind } }, partsElement(words, kind, phrase, []));
}

/**
 * @param {Vocabulary} words
 * @param {Kind} kind
 * @param {Wire.Phrase} phrase
 * @param {string[]} path
 * @returns {HTMLElement}
 */
function partsElement(words, kind, phrase, path) {
  const several = phrase.sign === "&" || phrase.sign === "|";
  const parts = several ? phrase.parts : [phrase];
  const sign = several ? phrase.sign : "&";
  return h(
    "div",
    { class: "parts" },
    several ? joinElement(kind, phrase.sign, path) : null,
    h(
      "ul",
      null,
      parts.map((part, number) => {
        const here = several ? [...path, String(number)] : path;
        return h("li", { key: here.join(".") || "root" }, partElement(words, kind, part, here, sign, several));
      }),
    ),
    h("button", { type: "button", class: "plain", data: { edit: "add", path: path.join("."), sign } }, addWords(sign)),
  );
}

/** @param {string} sign */
const addWords = (sign) => (sign === "|" ? "Or" : "And");

/**
 * @param {Kind} kind
 * @param {string} sign
 * @param {string[]} path
 */
function joinElement(kind, sign, path) {
  const options = Object.entries(JOINS).map(([value, said]) => optionElement(value, said[kind], sign));
  const data = { edit: "join", path: path.join("."), value: sign };
  return h("select", { class: "join", "aria-label": "How these are joined", data }, options);
}

/**
 * @param {Vocabulary} words
 * @param {Kind} kind
 * @param {Wire.Phrase} whole
 * @param {string[]} path
 * @param {string} sign of the parts around it
 * @param {boolean} several
 */
function partElement(words, kind, whole, path, sign, several) {
  const not = whole.sign === "~";
  const part = not ? whole.parts[0] : whole;
  const inner = not ? [...path, "0"] : path;
  const other = sign === "|" ? "&" : "|";
  const where = path.join(".");
  return h(
    "div",
    { class: "part-row" },
    h(
      "button",
      { type: "button", class: "not", "aria-pressed": String(not), data: { edit: "not", path: where } },
      "not",
    ),
    part.sign
      ? partsElement(words, kind, part, inner)
      : [wordElement(words, kind, part, inner), fieldElements(words, part, inner)],
    part.sign
      ? null
      : h(
          "button",
          {
            type: "button",
            class: "plain more",
            "aria-label": other === "|" ? "Or another, in its place" : "Only together with another",
            data: { edit: "beside", path: where, sign: other },
          },
          other === "|" ? "or" : "and",
        ),
    several
      ? h(
          "button",
          { type: "button", class: "plain take", "aria-label": "Take this out", data: { edit: "take", path: where } },
          ICONS.remove,
        )
      : null,
  );
}

/**
 * @param {Vocabulary} words
 * @param {Kind} kind
 * @param {Wire.Phrase} part
 * @param {string[]} path
 */
function wordElement(words, kind, part, path) {
  const groups = words.groups(kind).map(([group, every]) =>
    h(
      "optgroup",
      { label: group, key: group },
      every.map(({ word, label }) => optionElement(word, label, part.word)),
    ),
  );
  const label = kind === "condition" ? "Condition" : "Low hand";
  const data = { edit: "word", path: path.join("."), value: part.word };
  return h("select", { class: "word", "aria-label": label, title: words.word(part.word).meaning, data }, groups);
}

/**
 * @param {Vocabulary} words
 * @param {Wire.Phrase} part
 * @param {string[]} path
 */
function fieldElements(words, part, path) {
  const { fields, label } = words.word(part.word);
  return part.takes.map((taken, place) => {
    const field = fields.find(({ name }) => name === taken.name) ?? fields[fields.length - 1];
    if (taken.phrase) {
      const kind = /** @type {Kind} */ (field.kind);
      return h("div", { class: "inner" }, partsElement(words, kind, taken.phrase, [...path, `t${place}`]));
    }
    const data = { path: path.join("."), field: place };
    const before = field.label ? h("span", { class: "quiet" }, field.label) : null;
    if (field.kind !== "ranks")
      return h("span", { class: "field" }, before, selectElement(field, taken.text, label, data));
    const [from, to = from] = taken.text.split("-");
    return h(
      "span",
      { class: "field" },
      before,
      selectElement(field, from, `${label}, from`, { ...data, end: "lowest" }),
      h("span", { class: "quiet" }, "to"),
      selectElement(field, to, `${label}, to`, { ...data, end: "highest" }),
    );
  });
}

/**
 * @param {Wire.OfferedField} field
 * @param {string} value
 * @param {string} label
 * @param {Record<string, any>} data
 */
function selectElement(field, value, label, data) {
  const options = field.values.map((each) => optionElement(each.value, each.label, value));
  return h("select", { "aria-label": label, data: { edit: "field", ...data, value } }, options);
}

/**
 * @param {string} value
 * @param {string} label
 * @param {string} chosen
 */
export function optionElement(value, label, chosen) {
  return h("option", { value, selected: value === chosen, key: value }, label);
}

/**
 * What a choice makes of an expression; nothing where it leaves nothing.
 * @param {Vocabulary} words
 * @param {Kind} kind
 * @param {Wire.Phrase} phrase
 * @param {HTMLElement} chosen
 */
export function edited(words, kind, phrase, chosen) {
  const { edit = "", path = "", sign = "&", field = "0", end = "" } = chosen.dataset;
  const value = chosen instanceof HTMLSelectElement ? chosen.value : "";
  const beside = words.word(FIRST[kindAt(words, kind, phrase, path.split("."))]).sample;
  /** @type {Record<string, (part: Wire.Phrase) => Wire.Phrase | null>} */
  const acts = {
    add: (part) => joined(part, /** @type {"&" | "|"} */ (sign), beside),
    beside: (part) => joined(part, /** @type {"&" | "|"} */ (sign), beside),
    join: (part) => ({ ...part, sign: value }),
    not: opposite,
    take: () => null,
    word: () => words.word(value).sample,
    field: (part) => {
      const taken = part.takes[Number(field)];
      const offered = words.word(part.word).fields.find(({ name }) => name === taken.name);
      return taking(part, Number(field), end ? runOf(taken.text, end, value, offered) : value);
    },
  };
  return changed(phrase, path.split(".").filter(Boolean), acts[edit]);
}

/**
 * The kind of the expression at a path: what a word takes may be of the other kind.
 * @param {Vocabulary} words
 * @param {Kind} kind
 * @param {Wire.Phrase} phrase
 * @param {string[]} path
 * @returns {Kind}
 */
function kindAt(words, kind, phrase, path) {
  let here = phrase;
  let found = kind;
  for (const step of path.filter(Boolean)) {
    if (step.startsWith("t")) {
      const taken = here.takes[Number(step.slice(1))];
      found = /** @type {Kind} */ (words.word(here.word).fields.find(({ name }) => name === taken.name)?.kind ?? found);
      here = taken.phrase ?? here;
    } else {
      here = here.parts[Number(step)];
    }
  }
  return found;
}

/**
 * A run of ranks with another end; the other end follows where it would be passed.
 * @param {string} text
 * @param {string} end
 * @param {string} value
 * @param {Wire.OfferedField | undefined} field
 */
function runOf(text, end, value, field) {
  const order = field?.values.map((each) => each.value) ?? [];
  let [from, to = from] = text.split("-");
  if (end === "lowest") from = value;
  else to = value;
  if (order.indexOf(from) > order.indexOf(to)) from = to = value;
  return from === to ? from : `${from}-${to}`;
}
