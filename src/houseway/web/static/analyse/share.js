// @ts-check
// Sharing a hand: as text, and as a picture.
// Here: saving the house's picture, also as PNG, and the result in lines of text. Not here: drawing the picture: the
// house does.

import { cardSign, laidOut } from "../shared/cards.js";
import { h } from "../shared/dom.js";
import { givenUpWords, signed } from "../shared/grade.js";

/** @import { View } from "./view.js" */

const SHARPER = 2;

/**
 * The result in lines: the best setting first.
 * @param {Wire.Analysis} found
 */
export function textOf(found) {
  /** @param {string[]} cards */
  const drawn = (cards) => laidOut(cards).map(cardSign).join(" ");
  const best = found.settings[found.best];
  const lines = [
    `Best: ${drawn(best.low)} low, ${drawn(best.high)} high, ${signed(best.ev_float)} per chip (${found.book})`,
  ];
  if (found.played !== null) {
    const own = found.settings[found.played];
    lines.push(`Played: ${drawn(own.low)} low. ${givenUpWords(own.given_up_float)}`);
  }
  return lines;
}

/**
 * Save the picture of a view.
 * @param {View} view
 * @param {"png" | "svg"} kind
 */
export async function savePicture(view, kind) {
  const address = `/api/analysis/picture?${view.query}`;
  const name = `houseway-${view.piles.hand.join("")}.${kind}`;
  if (kind === "svg") return save(address, name);
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const canvas = /** @type {HTMLCanvasElement} */ (h("canvas"));
  canvas.width = picture.naturalWidth * SHARPER;
  canvas.height = picture.naturalHeight * SHARPER;
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((drawn) => {
    if (!drawn) return;
    const kept = URL.createObjectURL(drawn);
    save(kept, name);
    setTimeout(() => URL.revokeObjectURL(kept), 1000);
  }, "image/png");
}

/**
 * @param {string} href
 * @param {string} download
 */
function save(href, download) {
  h("a", { href, download }).click();
}
