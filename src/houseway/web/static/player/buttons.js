// @ts-check
// A button of the action bar.
// Not here: which buttons there are (`bar`, `asking`).

import { h } from "../shared/dom.js";

/**
 * A button that does something, with the key that does the same.
 * @param {string} act
 * @param {string} words
 * @param {{kind?: "" | "main" | "danger", key?: string, position?: number}} [how]
 */
export function button(act, words, { kind = "", key = "", position } = {}) {
  const attributes = {
    type: "button",
    class: kind,
    key: `act-${act}-${position ?? ""}`,
    data: { act, testid: act, position },
  };
  return h("button", attributes, words, key ? h("kbd", null, key) : null);
}
