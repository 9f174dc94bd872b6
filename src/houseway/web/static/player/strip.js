// @ts-check
// The viewer's last ten results as a strip, newest first.
// Here: reading them once from the house, adding the rounds that follow, and drawing them. Not here: computing any of
// them: they come in lines.

import { h } from "../shared/dom.js";
import { ask } from "../shared/request.js";
import { brief, signed } from "../shared/words.js";
import { resultsOf } from "./results.js";

/** @import { TablePage } from "./page.js" */

const MOST = 10;

/** @typedef {{table: string, round: number, net: number}} PastResult */

/**
 * Read the last results of the viewer, once for each name.
 * @param {TablePage} table
 */
export async function readPast(table) {
  const { name } = table.scene.you;
  if (!name || table.pastOf === name) return;
  table.pastOf = name;
  table.past = [];
  /** @type {Wire.SeenRound[]} */
  const rounds = await ask("GET", `/api/rounds?last=${MOST}`).catch(() => []);
  if (table.pastOf !== name) return;
  const ended = rounds.filter(({ ended }) => ended === "completed");
  for (const { table: at, round, lines } of ended.reverse())
    addPast(table, {
      table: at,
      round,
      net: resultsOf({ lines: lines.map((line, at) => ({ ...line, at })) }, name).net,
    });
  table.draw();
}

/**
 * Add a result, unless it is there.
 * @param {TablePage} table
 * @param {PastResult} result
 */
export function addPast(table, result) {
  const known = table.past.some((one) => one.table === result.table && one.round === result.round);
  if (!known) table.past = [result, ...table.past].slice(0, MOST);
}

/**
 * The strip; nothing before the first result.
 * @param {TablePage} table
 */
export function stripElement({ past }) {
  if (!past.length) return null;
  return h(
    "ol",
    { class: "strip", key: "strip", "aria-label": "Your last results, newest first", data: { testid: "strip" } },
    past.map(({ table, round, net }) => {
      const words = net > 0 ? `+${brief(net, 100_000)}` : net < 0 ? `\u2212${brief(-net, 100_000)}` : "0";
      const attributes = {
        key: `${table}.${round}`,
        class: net > 0 ? "won" : net < 0 ? "lost" : "even",
        title: `${table}, round ${round}: ${signed(net)}`,
        data: { net },
      };
      return h("li", attributes, words);
    }),
  );
}
