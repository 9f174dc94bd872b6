// @ts-check
// A count that takes long, followed while it goes on.
// Here: asking for it, and how far it is. Not here: what is counted.

import { h, show } from "../shared/dom.js";
import { ask } from "../shared/request.js";
import { capital } from "../shared/words.js";

const SOON = 300;
const EVERY = 800;

/**
 * Ask for something that may have to be counted; meanwhile `place` shows how far the count is.
 * @param {string} address
 * @param {URLSearchParams} count the query of the count at /api/counting
 * @param {Element} place
 * @returns {Promise<any>}
 */
export async function askFollowed(address, count, place) {
  let over = false;
  const follow = async () => {
    await wait(SOON);
    while (!over) {
      /** @type {Wire.Progress | null} */
      const progress = await ask("GET", `/api/counting?${count}`).catch(() => null);
      if (!over) show(place, progressElement(progress));
      await wait(EVERY);
    }
  };
  follow();
  try {
    return await ask("GET", address);
  } finally {
    over = true;
    show(place);
  }
}

/** @param {number} time */
const wait = (time) => new Promise((done) => setTimeout(done, time));

/** @param {Wire.Progress | null} progress */
function progressElement(progress) {
  const { state = "counting", what = "", done = 0 } = progress ?? {};
  const words = state === "waiting" ? "Waiting for another count to end" : capital(what || "counting every deal");
  return h(
    "div",
    { class: "counting panel" },
    h("p", null, words),
    h("progress", { max: "1", value: done || null, "aria-label": words }),
    h("p", { class: "quiet" }, "Every deal is counted once; from then on the answer is looked up."),
  );
}
