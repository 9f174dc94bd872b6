// @ts-check
// The limits of every wager at a table, and the most that a round may cost the house.
// Here: the form of the gaming shift manager, and sending it. Not here: what limits are valid: the house decides.

import { fieldOf, h } from "../shared/dom.js";
import { money } from "../shared/words.js";
import { askOnce } from "./ask.js";
import { centsOf } from "./typed.js";
import { wagerName } from "./words.js";

/** @import { Desk } from "./desk.js" */

/** @param {Desk} desk */
export function limitsElement(desk) {
  const { table, can, exposure } = desk.scene;
  if (!can.limits) return null;
  const amount = { inputmode: "decimal", maxlength: desk.fields.amount, autocomplete: "off" };
  /** @param {string} name @param {string} words @param {number} cents */
  const field = (name, words, cents) =>
    h("input", { ...amount, key: `${name}-${cents}`, name, "aria-label": words, value: cents ? money(cents) : "" });
  return h(
    "form",
    { class: "narrow", key: "limits", data: { form: "limits" } },
    h(
      "div",
      { class: "limits" },
      h("span", { class: "limits-head" }, "Limits, between rounds"),
      h("span", { class: "limits-head", "aria-hidden": "true" }, "Minimum"),
      h("span", { class: "limits-head", "aria-hidden": "true" }, "Maximum"),
      Object.entries(table.limits).map(([key, [least, most]]) => [
        h("span", { key: `n-${key}`, class: "limits-name" }, wagerName(desk, key)),
        field(`least-${key}`, `${wagerName(desk, key)}: minimum`, least),
        field(`most-${key}`, `${wagerName(desk, key)}: maximum`, most),
      ]),
      h("span", { class: "limits-name", key: "n-cap" }, "A round may cost at most"),
      h("span", { key: "no-cap" }),
      field("exposure", "A round may cost at most", exposure?.cap ?? 0),
    ),
    h("button", { type: "submit", data: { testid: "set-limits" } }, "Look at the new limits"),
  );
}

/**
 * @param {Desk} desk
 * @param {HTMLFormElement} form
 */
export async function setLimits(desk, form) {
  /** @param {string} name */
  const typed = (name) => fieldOf(form, name).value.trim();
  const done = await desk.attempt("run", () => {
    /** @type {Record<string, [number, number]>} */
    const limits = {};
    for (const key of Object.keys(desk.scene.table.limits)) {
      limits[key] = [centsOf(typed(`least-${key}`)), centsOf(typed(`most-${key}`))];
    }
    const exposure = typed("exposure") ? centsOf(typed("exposure")) : 0;
    /** @type {Wire.Command} */
    const command = { type: "set limits", limits, exposure };
    return askOnce(desk, { title: "Set the limits of this table", verb: "Set the limits", command });
  });
  if (done) desk.did("run", "The limits are set");
}
