// @ts-check
// The exact odds of the draft beside those of its book: counts under way, with how far they are, and their results.
// Here: asking for a count and drawing it. Not here: counting: the house does, and sends how far it is line by line.

import { byId, h, show } from "../shared/dom.js";
import { sentence } from "../shared/words.js";

/** @import { Page } from "./design.js" */

/**
 * A count: of which version, how far it is, and how to cancel it.
 * @typedef {{id: string, digest: string, news: Wire.CountNews, stop: AbortController}} Count
 */

const MOST_COUNTS = 5;

/**
 * Count the draft as it is now.
 * @param {Page} page
 * @param {() => void} draw
 */
export async function count(page, draw) {
  const { proof, draft } = page;
  if (!proof || page.counts.some(({ digest, news }) => digest === proof.digest && news.state !== "failed")) return;
  const stop = new AbortController();
  /** @type {Count} */
  const mine = {
    id: proof.id,
    digest: proof.digest,
    news: { state: "waiting", before: 0, done: 0, odds: null, error: "" },
    stop,
  };
  page.counts = [mine, ...page.counts].slice(0, MOST_COUNTS);
  draw();
  try {
    const answer = await fetch("/api/designer/odds", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(draft.now),
      signal: stop.signal,
    });
    if (!answer.ok || !answer.body) throw new Error((await answer.json()).error);
    await read(answer.body, (news) => {
      mine.news = news;
      draw();
    });
  } catch (error) {
    if (stop.signal.aborted) page.counts = page.counts.filter((each) => each !== mine);
    else mine.news = { ...mine.news, state: "failed", error: error instanceof Error ? error.message : String(error) };
  }
  draw();
}

/**
 * @param {ReadableStream<Uint8Array>} body
 * @param {(news: Wire.CountNews) => void} tell
 */
async function read(body, tell) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + decoder.decode(part.value, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line) tell(JSON.parse(line));
  }
}

/** @param {Page} page */
export function drawEdge(page) {
  const { proof, counts } = page;
  if (!proof) return show(byId("edge"), null);
  const known = counts.some(({ digest, news }) => digest === proof.digest && news.state !== "failed");
  const ready = proof.valid && !page.checking && !page.refused;
  show(
    byId("edge"),
    h("h2", { key: "head" }, "House edge"),
    known
      ? null
      : h(
          "button",
          { type: "button", class: "main", key: "count", disabled: !ready, data: { act: "count", testid: "count" } },
          "Count it exactly",
        ),
    counts.length
      ? null
      : h(
          "p",
          { class: "quiet", key: "how" },
          ready ? "Every deal is counted, which takes some seconds." : "It can be counted when the draft is valid.",
        ),
    counts.map((each) => countElement(each, each.digest === proof.digest)),
  );
}

/**
 * @param {Count} count
 * @param {boolean} current
 */
function countElement({ id, digest, news }, current) {
  const name = current ? id : `${id}, an earlier version`;
  const data = { testid: "count-state", state: news.state };
  if (news.state === "counted" && news.odds) return oddsElement(name, digest, news.odds, current);
  return h(
    "div",
    { class: "count", key: digest, data },
    h("p", null, h("b", { dir: "auto" }, name)),
    news.state === "failed"
      ? h("p", { class: "wrong" }, sentence(news.error))
      : [
          h("progress", { max: 1, value: news.done, "aria-label": `Counting ${name}` }),
          h("p", { class: "quiet" }, progressWords(news)),
          h("button", { type: "button", class: "plain", data: { act: "cancel", digest, testid: "cancel" } }, "Cancel"),
        ],
  );
}

/** @param {Wire.CountNews} news */
function progressWords({ state, before, done }) {
  if (state === "counting") return `Counting every deal: ${Math.round(done * 100)}%`;
  return before ? `Waiting behind ${before} other ${before === 1 ? "count" : "counts"}` : "Waiting";
}

/**
 * @param {string} name
 * @param {string} digest
 * @param {Wire.DraftOdds} odds
 * @param {boolean} current
 */
function oddsElement(name, digest, odds, current) {
  const [main] = odds.edges;
  return h(
    "details",
    { class: "count", key: digest, open: current, data: { testid: "count-state", state: "counted", current } },
    h("summary", null, h("span", { dir: "auto" }, name), h("b", null, percent(main.now_float))),
    h("p", { class: "gain" }, gainWords(main, odds.based_on)),
    h(
      "table",
      null,
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          ["Wager", odds.based_on, "Now", "Change"].map((word) => h("th", { scope: "col" }, word)),
        ),
      ),
      h("tbody", null, odds.edges.map(edgeElement)),
    ),
    h(
      "p",
      { class: "quiet" },
      odds.now.player === "best" ? "The player sets as well as possible." : "Both sides set the house way.",
    ),
  );
}

/** @param {Wire.ComparedEdge} edge */
function edgeElement(edge) {
  const name = edge.pay_table ? `${edge.name}, ${edge.pay_table}` : edge.name;
  const data = { testid: "edge-row", wager: edge.wager, now: edge.now, was: edge.was, difference: edge.difference };
  return h(
    "tr",
    { key: `${edge.wager} ${edge.pay_table}`, data },
    h("th", { scope: "row" }, name),
    h("td", { title: edge.was || null }, edge.was ? percent(edge.was_float) : "none"),
    h("td", { title: edge.now || null }, edge.now ? percent(edge.now_float) : "left out"),
    h("td", { title: edge.difference || null }, edge.difference ? changeWords(edge) : ""),
  );
}

/**
 * @param {Wire.ComparedEdge} main
 * @param {string} base
 */
function gainWords(main, base) {
  if (main.difference.startsWith("0/")) return `The ${main.name} costs the player the same as in ${base}.`;
  const more = main.difference_float > 0;
  const share = (Math.abs(main.difference_float) * 100).toFixed(4);
  return `The house ${more ? "gains" : "gives up"} ${share} on every 100 wagered, compared with ${base}.`;
}

/** @param {Wire.ComparedEdge} edge */
const changeWords = (edge) => (edge.difference.startsWith("0/") ? "the same" : signed(edge.difference_float));
/** @param {number} value */
const percent = (value) => `${(value * 100).toFixed(4)}%`;
/** @param {number} value */
const signed = (value) => `${value < 0 ? "\u2212" : "+"}${(Math.abs(value) * 100).toFixed(4)}%`;
