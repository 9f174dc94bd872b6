// @ts-check
// Where the keyboard is after the page has been drawn again.
// Here: giving the focus to what comes next, where the button that had it is gone. Not here: the focus of a dialog.

import { byId } from "../shared/dom.js";

const WATCHED = "#bar, #seat, #arc";
const CARD = "#seat .arranging .card";

/**
 * Draw, and then give the focus to what comes next, if what had it is gone: the first card of a hand that can be set,
 * the main button, or the action bar.
 * @param {() => void} draw
 */
export function keepFocus(draw) {
  const before = document.activeElement;
  const watched = before?.closest(WATCHED);
  const setting = document.querySelector(CARD) !== null;
  draw();
  const lost = watched && !before?.isConnected;
  const waits = before === byId("bar") && !setting && document.querySelector(CARD) !== null;
  if (!lost && !waits) return;
  const next = document.querySelector(CARD) ?? document.querySelector("#bar .main") ?? byId("bar");
  /** @type {HTMLElement} */ (next).focus({ preventScroll: true });
}
