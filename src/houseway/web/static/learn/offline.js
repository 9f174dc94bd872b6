// @ts-check
// Training without the house.
// Here: starting the script that keeps the trainer in this browser. Not here: what it keeps (`worker`).

const WORKER = "/train/worker.js";

/**
 * The address as the browser wants it where scripts may come from a policy only.
 * @returns {any}
 */
function trusted() {
  const { trustedTypes } = /** @type {any} */ (window);
  if (!trustedTypes) return WORKER;
  const policy = trustedTypes.createPolicy("houseway-train", {
    createScriptURL: (/** @type {string} */ address) => (address === WORKER ? address : ""),
  });
  return policy.createScriptURL(WORKER);
}

/**
 * Keep the trainer, and these packs, for the next time; a browser that cannot still trains while the house answers.
 * @param {string[]} packs
 */
export async function keepForOffline(packs) {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  try {
    await serviceWorker.register(trusted(), { scope: "/train" });
    await serviceWorker.ready;
    if (!serviceWorker.controller) {
      await new Promise((done) => serviceWorker.addEventListener("controllerchange", done, { once: true }));
    }
    for (const pack of packs) await fetch(pack); // through the script, which keeps them
    document.body.dataset.kept = "true";
  } catch {
    // for example in a private window
  }
}
