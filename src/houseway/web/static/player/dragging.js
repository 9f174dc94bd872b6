// @ts-check
// Dragging cards between H and L with a pointer.
// Not here: what a card's move means (`setting`).

import { around } from "../shared/dom.js";
import { toggle } from "./setting.js";

/** @import { TablePage } from "./page.js" */

/** @typedef {{card: HTMLElement, id: number, x: number, y: number, moved: boolean}} Held */

const FAR_ENOUGH = 7; // pixels from which a press is a drag

/**
 * Let cards be dragged.
 * @param {HTMLElement} root
 * @param {TablePage} table
 */
export function draggable(root, table) {
  /** @type {Held | null} */
  let held = null;
  /** @param {HTMLElement | null} over */
  const mark = (over) => {
    for (const box of root.querySelectorAll(".arranging [data-box]")) box.classList.toggle("over", box === over);
  };
  /** @param {PointerEvent} event */
  const drop = (event) => {
    if (event.pointerId !== held?.id) return;
    const { card, moved } = held;
    held = null;
    if (!moved) return;
    card.classList.remove("dragged");
    const to = event.type === "pointerup" ? boxAt(event, card)?.dataset.box : "";
    card.style.translate = "";
    mark(null);
    ignoreClick();
    if (to) toggle(table, card.dataset.card ?? "", to);
  };
  root.addEventListener("pointerdown", (event) => {
    const card = around(event, "[data-act=card]");
    if (!card || event.button) return;
    held = { card, id: event.pointerId, x: event.clientX, y: event.clientY, moved: false };
  });
  addEventListener("pointermove", (event) => {
    if (event.pointerId !== held?.id) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.moved && Math.hypot(dx, dy) < FAR_ENOUGH) return;
    held.moved = true;
    held.card.classList.add("dragged");
    held.card.style.translate = `${dx}px ${dy}px`;
    mark(boxAt(event, held.card));
  });
  addEventListener("pointerup", drop);
  addEventListener("pointercancel", drop);
}

/** The click that ends a drag is not a tap on a card; a click on anything else counts, however soon it comes. */
function ignoreClick() {
  /** @param {Event} event */
  const stop = (event) => {
    if (!around(event, "[data-act=card]")) return;
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener("click", stop, { capture: true });
  setTimeout(() => removeEventListener("click", stop, { capture: true }), 50);
}

/**
 * The box below the pointer.
 * @param {PointerEvent} event
 * @param {HTMLElement} card
 * @returns {HTMLElement | null}
 */
function boxAt(event, card) {
  const below = document.elementsFromPoint(event.clientX, event.clientY).filter((element) => !card.contains(element));
  const boxes = below.map((element) => /** @type {HTMLElement | null} */ (element.closest(".arranging [data-box]")));
  return boxes.find(Boolean) ?? null;
}
