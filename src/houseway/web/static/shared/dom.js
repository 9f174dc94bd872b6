// @ts-check
// Building and updating what a page shows.
// Here: making elements from plain data, and updating the elements on the page in place, so that focus, motion and
// hover survive. Not here: anything about tables or cards.

const SVG = "http://www.w3.org/2000/svg";
const DRAWN = new Set(["svg", "use", "circle", "path"]);

/** @typedef {Node | string | number | null | undefined | false | any[]} Child */

/**
 * The element with an id, which the page always has.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/**
 * The nearest element around the target of an event that matches a selector.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export function around(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

/**
 * A field of a form by its name.
 * @param {HTMLFormElement} form
 * @param {string} name
 * @returns {HTMLInputElement}
 */
export function fieldOf(form, name) {
  return /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
}

/**
 * An element. `attributes` may hold `class`, `key` (its identity among its siblings), `vars` (custom properties of its
 * style), `data` (an object for data-*) and any attribute; `true` sets a bare attribute, `false` and `null` none.
 * Updating an element with `data-kept` leaves its children as they are.
 * @param {string} tag
 * @param {Record<string, any> | null} [attributes]
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes, ...children) {
  const element = /** @type {HTMLElement} */ (
    DRAWN.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag)
  );
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name === "key") put(element, "data-key", value);
    else if (name === "vars")
      for (const [key, set] of Object.entries(value)) element.style.setProperty(key, String(set));
    else if (name === "data") for (const [key, set] of Object.entries(value)) put(element, `data-${key}`, set);
    else put(element, name, value);
  }
  const shown = children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
  element.append(...shown.map((child) => (child instanceof Node ? child : String(child))));
  return element;
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {unknown} value
 */
function put(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  element.setAttribute(name, value === true ? "" : String(value));
}

/**
 * Give an element on the page these children, updating the elements it already has.
 * @param {Element} element
 * @param {...Child} children
 */
export function show(element, ...children) {
  renewChildren(element, h("div", null, ...children));
}

/**
 * Update an element to match a fresh one of the same tag.
 * @param {HTMLElement} old
 * @param {HTMLElement} fresh
 */
export function renew(old, fresh) {
  for (const name of old.getAttributeNames()) {
    const kept = name === "style" || (name === "open" && old.tagName === "DETAILS"); // keep what the user has expanded
    if (!kept && !fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const name of fresh.getAttributeNames()) {
    const value = fresh.getAttribute(name) ?? "";
    if (name !== "style" && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  const style = fresh.getAttribute("style") ?? "";
  if ((old.getAttribute("style") ?? "") !== style) old.style.cssText = style;
  if (old.tagName === "INPUT" || old.tagName === "TEXTAREA") return; // keep what the user is typing
  if ("kept" in old.dataset) return; // its children are drawn one by one
  renewChildren(old, fresh);
}

/**
 * @param {Element} old
 * @param {Element} fresh
 */
function renewChildren(old, fresh) {
  const keyed = new Map([...old.children].map((child) => [keyOf(child), child]));
  /** @type {ChildNode | null} */
  let at = old.firstChild;
  for (const wanted of [...fresh.childNodes]) {
    const key = keyOf(wanted);
    let here = key ? keyed.get(key) : at;
    if (!key && keyOf(here)) here = null;
    if (here && here.nodeName === wanted.nodeName) {
      if (here !== at) old.insertBefore(here, at);
      else at = here.nextSibling;
      renewNode(here, wanted);
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

/**
 * @param {Node | null | undefined} node
 * @returns {string}
 */
function keyOf(node) {
  return node instanceof Element ? (node.getAttribute("data-key") ?? "") : "";
}

/**
 * @param {Node} here
 * @param {Node} wanted
 */
function renewNode(here, wanted) {
  if (here.nodeType === Node.ELEMENT_NODE) {
    renew(/** @type {HTMLElement} */ (here), /** @type {HTMLElement} */ (wanted));
  } else if (here.nodeValue !== wanted.nodeValue) {
    here.nodeValue = wanted.nodeValue;
  }
}

/**
 * Copy text to the clipboard, and say so on the button for a moment.
 * @param {string} text
 * @param {HTMLElement} button
 */
export async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = /** @type {HTMLTextAreaElement} */ (h("textarea", { class: "away" }));
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  const label = button.dataset.label ?? button.textContent ?? "";
  button.dataset.label = label;
  button.textContent = "Copied";
  setTimeout(() => {
    button.textContent = label;
  }, 1600);
}
