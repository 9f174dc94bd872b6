// @ts-check
// The trainer without the house: what keeps its page, its files and its hands in the browser.
// Here: one cache for each version of the files, one for packs, and answering from them. The house writes the version
// and the files into this script. Not here: anything about a person: requests for it are never looked at, and no page
// but the trainer's is.

const VERSION = "version";
/** @type {string[]} */
const FILES = [];
const PAGE = "/train";
const PACKS = "/api/train/packs/";
const OURS = "houseway-train-";
const KEPT_FILES = `${OURS}${VERSION}`;
const KEPT_PACKS = `${OURS}packs`;

const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(
    caches
      .open(KEPT_FILES)
      .then((kept) => kept.addAll([PAGE, ...FILES]))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(dropOlder().then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const answer = answerTo(event.request);
  if (answer) event.respondWith(answer);
});

/** Drop the files of other versions. */
async function dropOlder() {
  const names = await caches.keys();
  const older = names.filter((name) => name.startsWith(OURS) && name !== KEPT_FILES && name !== KEPT_PACKS);
  await Promise.all(older.map((name) => caches.delete(name)));
}

/**
 * The answer to a request for the trainer's own; nothing for any other, which goes to the house as if this were not
 * here.
 * @param {Request} request
 */
function answerTo(request) {
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return null;
  if (address.pathname === PAGE) return pageOf(request);
  if (FILES.includes(address.pathname)) return fileOf(request);
  if (address.pathname.startsWith(PACKS) && address.searchParams.get("version")) return packOf(request, address);
  return null;
}

/**
 * The page as the house has it now, or the one that is kept where the house does not answer.
 * @param {Request} request
 */
async function pageOf(request) {
  const kept = () => caches.match(PAGE, { cacheName: KEPT_FILES });
  try {
    const found = await fetch(request);
    return found.status < 500 ? found : ((await kept()) ?? found);
  } catch (error) {
    const known = await kept();
    if (known) return known;
    throw error;
  }
}

/**
 * A file: its version is in its address, so the one that is kept is right.
 * @param {Request} request
 */
async function fileOf(request) {
  return (await caches.match(request, { cacheName: KEPT_FILES, ignoreVary: true })) ?? fetch(request);
}

/**
 * A part of a pack, kept under its version; older versions of the same part are dropped.
 * @param {Request} request
 * @param {URL} address
 */
async function packOf(request, address) {
  const packs = await caches.open(KEPT_PACKS);
  const known = await packs.match(request, { ignoreVary: true });
  if (known) return known;
  const found = await fetch(request);
  if (found.ok) {
    const part = address.searchParams.get("part");
    for (const old of await packs.keys()) {
      const other = new URL(old.url);
      if (other.pathname === address.pathname && other.searchParams.get("part") === part) await packs.delete(old);
    }
    await packs.put(request, found.clone());
  }
  return found;
}
