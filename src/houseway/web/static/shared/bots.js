// @ts-check
// Bots among the players: a name, with the mark that says so beside it.
// Not here: what bots do: they ask the house as everybody does.

import { h } from "./dom.js";

/** How the house marks the name of a bot; the number tells those of different tables apart. */
const MARK = / \(bot(?: \d+)?\)$/;

/**
 * A name for a narrow place: of a bot without its brackets, but with a mark that is never cut off.
 * @param {string} name
 */
export function shortName(name) {
  return MARK.test(name) ? name.replace(MARK, "") : name;
}

/**
 * The mark beside the short name of a bot; nothing for a person.
 * @param {string} name
 * @param {string} [how] how the bot plays, in words
 */
export function botMark(name, how = "") {
  if (!MARK.test(name)) return null;
  return h("span", { class: "bot-mark", key: "bot", title: how ? `A bot that ${how}` : "A bot" }, "bot");
}
