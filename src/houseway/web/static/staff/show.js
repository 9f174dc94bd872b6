// @ts-check
// Updating a part of the console while it is in use.
// Here: keeping the focus and the cursor in place. Not here: how elements are updated (`dom`).

import { show as renewed } from "../shared/dom.js";

/**
 * Like `show` of `dom`, but an element that is moved keeps its focus.
 * @param {Element} element
 * @param {...import("../shared/dom.js").Child} children
 */
export function show(element, ...children) {
  const had = /** @type {HTMLInputElement | null} */ (document.activeElement);
  const inside = had && element.contains(had);
  const [start, end] = inside ? [had.selectionStart ?? null, had.selectionEnd ?? null] : [null, null];
  renewed(element, ...children);
  if (!had || had === document.body || document.activeElement === had || !had.isConnected) return;
  had.focus({ preventScroll: true });
  if (start !== null) had.setSelectionRange(start, end);
}
