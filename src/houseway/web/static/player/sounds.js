// @ts-check
// Sounds of the table: off until they are switched on.
// Here: fetching and playing the files that `scripts/make-sounds` makes. Not here: when something sounds.

/** @typedef {"card" | "chip" | "call" | "win" | "push" | "lose" | "big"} Tone */

/** @type {AudioContext | null} */
let audio = null;
/** @type {Map<Tone, Promise<AudioBuffer>>} */
const fetched = new Map();

/**
 * Whether there is sound; remembered in this browser.
 * @param {boolean} [choice]
 */
export function soundOn(choice) {
  if (choice !== undefined) localStorage.setItem("houseway.sound", choice ? "on" : "off");
  return localStorage.getItem("houseway.sound") === "on";
}

/**
 * @param {AudioContext} context
 * @param {Tone} name
 */
function fetchedSound(context, name) {
  const known = fetched.get(name);
  if (known) return known;
  const found = fetch(new URL(`../sounds/${name}.wav`, import.meta.url))
    .then((answer) => answer.arrayBuffer())
    .then((body) => context.decodeAudioData(body));
  found.catch(() => fetched.delete(name)); // the next time it is fetched again
  fetched.set(name, found);
  return found;
}

/**
 * Play a sound, if there is to be any. Nothing on the page waits for it.
 * @param {Tone} name
 */
export async function sound(name) {
  if (!soundOn() || document.visibilityState !== "visible") return;
  try {
    audio ??= new AudioContext();
    const buffer = await fetchedSound(audio, name);
    const source = audio.createBufferSource();
    source.buffer = buffer;
    source.connect(audio.destination);
    source.start();
    document.body.dataset.sound = name;
  } catch {
    // without a device for sound the game goes on
  }
}
