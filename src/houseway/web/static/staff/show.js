// Renewing a part of the console while somebody works in it.
// Here: the focus, and the place in what is typed, stay where they are. Not here: how elements are renewed (`dom`).

import { show as renewed } from "../shared/dom.js";

/** As `show` of `dom`: an element that had to be moved keeps the focus it had. */
export function show(element, ...children) {
  const had = document.activeElement;
  const typed =
    had && element.contains(had) && had.selectionStart !== null && had.selectionStart !== undefined
      ? [had.selectionStart, had.selectionEnd]
      : null;
  renewed(element, ...children);
  if (!had || had === document.body || document.activeElement === had || !had.isConnected) return;
  had.focus({ preventScroll: true });
  if (typed) had.setSelectionRange(...typed);
}
