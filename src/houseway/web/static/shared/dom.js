// Building and renewing what a page shows.
// Here: making elements from plain data, and bringing what is on the page in line with it while elements stay what they
// are (so that focus, motion and hover survive). Not here: anything about tables or cards.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element. `attributes` may hold `class`, `key` (what it is among its siblings), `vars` (custom properties of its
 * style), `data` (an object for data-*) and any attribute; `true` sets a bare attribute, `false`, `null` none.
 * @param {string} tag
 * @param {Object} [attributes]
 * @param {...(Node|string|number|null|false|Array)} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes, ...children) {
  const element =
    tag === "svg" || tag === "use" || tag === "circle" || tag === "path"
      ? document.createElementNS(SVG, tag)
      : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "key") element.setAttribute("data-key", value);
    else if (name === "vars") for (const [key, set] of Object.entries(value)) element.style.setProperty(key, set);
    else if (name === "data") for (const [key, set] of Object.entries(value)) put(element, `data-${key}`, set);
    else put(element, name, value);
  }
  element.append(
    ...children
      .flat(Infinity)
      .filter((child) => child !== null && child !== undefined && child !== false)
      .map((child) => (child instanceof Node ? child : String(child))),
  );
  return element;
}

function put(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  element.setAttribute(name, value === true ? "" : value);
}

/** Make an element on the page hold these children, keeping the elements that are there already. */
export function show(element, ...children) {
  renewChildren(element, h("div", null, ...children));
}

/** Bring an element in line with a fresh one of the same tag. */
export function renew(old, fresh) {
  for (const { name } of [...old.attributes]) {
    const kept = name === "style" || (name === "open" && old.tagName === "DETAILS"); // what somebody unfolded stays so
    if (!kept && !fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (name !== "style" && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (old.style && old.style.cssText !== fresh.style.cssText) old.style.cssText = fresh.style.cssText;
  if (old.tagName === "INPUT" || old.tagName === "TEXTAREA") return; // what somebody types stays
  renewChildren(old, fresh);
}

function renewChildren(old, fresh) {
  const keyed = new Map();
  for (const child of old.children) if (child.dataset?.key) keyed.set(child.dataset.key, child);
  let at = old.firstChild;
  for (const wanted of [...fresh.childNodes]) {
    const key = wanted.nodeType === Node.ELEMENT_NODE ? wanted.dataset?.key : undefined;
    let here = key ? keyed.get(key) : at;
    if (!key && here?.nodeType === Node.ELEMENT_NODE && here.dataset?.key) here = null;
    if (here && here.nodeType === wanted.nodeType && here.nodeName === wanted.nodeName) {
      if (here !== at) old.insertBefore(here, at);
      else at = at.nextSibling;
      if (here.nodeType === Node.ELEMENT_NODE) renew(here, wanted);
      else if (here.nodeValue !== wanted.nodeValue) here.nodeValue = wanted.nodeValue;
    } else {
      old.insertBefore(wanted, at);
    }
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
}

/** Money in words: 123450 cents are "1,234.50". */
export function money(cents) {
  return (cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** Money on a chip or in a circle, as short as it can be: "25", "7.50". */
export function short(cents) {
  return cents % 100 ? money(cents) : (cents / 100).toLocaleString("en-US");
}

/** Money where there is hardly room: "9,500", "250K", "1.2M"; the whole amount stands in the title beside it. */
export function brief(cents, from = 1_000_000) {
  if (cents < from) return short(cents);
  const [times, letter] = cents >= 100_000_000 ? [100_000_000, "M"] : [100_000, "K"];
  return `${Number((Math.floor((cents / times) * 10) / 10).toFixed(1)).toLocaleString("en-US")}${letter}`;
}

/** A sentence with a capital and a full stop. */
export function sentence(words) {
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.?]$/.test(text) ? text : `${text}.`;
}

/**
 * Ask the house over HTTP. Resolves to its answer; rejects with an Error whose message is the house's sentence and whose
 * `clause` is the clause, if any.
 */
export async function ask(method, address, body) {
  let answer;
  try {
    answer = await fetch(address, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Error("The house does not answer; try again in a moment");
  }
  const found = await answer.json().catch(() => null);
  if (answer.ok) return found;
  throw Object.assign(new Error(found?.error ?? "The house does not answer; try again in a moment"), {
    clause: found?.clause ?? "",
  });
}

/** Copy words for the player, and say so on the button for a moment. */
export async function copy(words, button) {
  try {
    await navigator.clipboard.writeText(words);
  } catch {
    const field = h("textarea", { class: "away" });
    field.value = words;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  const said = button.dataset.said ?? button.textContent;
  button.dataset.said = said;
  button.textContent = "Copied";
  setTimeout(() => {
    button.textContent = said;
  }, 1600);
}
