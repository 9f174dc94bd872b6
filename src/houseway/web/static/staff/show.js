// @ts-check
// Updating a part of the console while somebody works in it.
// Here: the focus and the cursor stay where they are. Not here: how elements are updated (`dom`).

import { show as renewed } from "../shared/dom.js";

/**
 * As `show` of `dom`: an element that had to be moved keeps the focus it had.
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
