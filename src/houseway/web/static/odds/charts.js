// @ts-check
// Charts, drawn as SVG from numbers.
// Here: a bar of parts, and the range of the return over many rounds. Not here: the numbers: the house sends them.

import { h } from "../shared/dom.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * An SVG element.
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children
 */
function s(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** @typedef {{kind: string, share: number}} Part */

/**
 * One bar whose parts have the width of their share.
 * @param {Part[]} parts
 */
export function barChart(parts) {
  let at = 0;
  const shapes = parts.map(({ kind, share }) => {
    const shape = s("rect", { class: kind, x: 1000 * at, y: 0, width: 1000 * share, height: 20 });
    at += share;
    return shape;
  });
  const how = { class: "bar-chart", viewBox: "0 0 1000 20", preserveAspectRatio: "none", "aria-hidden": "true" };
  return s("svg", how, ...shapes);
}

const WIDE = 560;
const HIGH = 206;
const LEFT = 62;
const BELOW = 26;

/**
 * The range in which the return lies after more and more rounds, in 95 of 100 cases.
 * @param {Wire.ParWager} wager
 */
export function bandsChart({ bands, return_float: middle = 0 }) {
  const shown = bands.filter(({ confidence }) => confidence === 95);
  if (!shown.length) return null;
  const low = Math.min(...shown.map((band) => band.low));
  const high = Math.max(...shown.map((band) => band.high));
  /** @param {number} value */
  const y = (value) => 18 + ((high - value) / (high - low)) * (HIGH - BELOW - 26);
  /** @param {number} at */
  const x = (at) => LEFT + (at / (shown.length - 1)) * (WIDE - LEFT - 30);
  const above = shown.map((band, at) => `${x(at)},${y(band.high)}`);
  const under = shown.map((band, at) => `${x(at)},${y(band.low)}`).reverse();
  const words = shown.map(
    (band) => `${band.rounds.toLocaleString("en")} rounds: ${percent(band.low)} to ${percent(band.high)}`,
  );
  return h(
    "figure",
    { class: "bands" },
    s(
      "svg",
      { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": `Return in 95 of 100 cases. ${words.join("; ")}` },
      ...[high, middle, low].flatMap((value) => ruled(value, y(value))),
      s("polygon", { class: "band", points: [...above, ...under].join(" ") }),
      s("line", { class: "middle", x1: LEFT, x2: WIDE - 30, y1: y(middle), y2: y(middle) }),
      ...shown.map((band, at) =>
        s("text", { class: "tick", x: x(at), y: HIGH - 6, "text-anchor": "middle" }, brief(band.rounds)),
      ),
    ),
    h("figcaption", { class: "quiet" }, "The return after so many rounds, in 95 of 100 cases"),
  );
}

/**
 * @param {number} value
 * @param {number} at
 */
function ruled(value, at) {
  return [
    s("line", { class: "rule", x1: LEFT, x2: WIDE - 30, y1: at, y2: at }),
    s("text", { class: "tick", x: LEFT - 6, y: at + 4, "text-anchor": "end" }, percent(value, 0)),
  ];
}

/** @param {number} rounds */
const brief = (rounds) => (rounds >= 1e6 ? `${rounds / 1e6}M` : `${rounds / 1e3}K`);

/**
 * A share as a percentage.
 * @param {number} value
 * @param {number} [digits]
 */
export function percent(value, digits = 2) {
  const shown = (100 * Math.abs(value)).toFixed(digits);
  return `${value < 0 && Number(shown) ? "\u2212" : ""}${shown}%`;
}
