// @ts-check
// The draft: what is changed in a book, every step of it, and its link.
// Here: values and steps, kept in this browser over a reload. Not here: drawing, asking, or what a value means.

/** @typedef {Record<string, any>} Plain a table of a book file */

const KEPT = "houseway.design";
const MOST_STEPS = 40;
const MOST_LINK = 200_000;

/** A draft with the steps that led to it. */
export class Draft {
  /** The book it began with, in the data form. @type {Plain} */
  base = {};
  /** @type {Wire.Draft} */
  now = { based_on: "", changes: {} };
  /** @type {Wire.Draft[]} */
  past = [];
  /** @type {Wire.Draft[]} */
  future = [];

  /**
   * The value of a key: as it was changed, or as the book has it.
   * @param {string} key
   * @returns {any}
   */
  get(key) {
    return key in this.now.changes ? this.now.changes[key] : this.base[key];
  }

  /** @returns {Plain[]} */
  get clauses() {
    return this.get("clauses") ?? [];
  }

  /** @returns {Plain[]} */
  get wagers() {
    return this.get("side_wagers") ?? [];
  }

  /**
   * Change keys of the draft: one step that can be undone.
   * @param {Plain} values
   */
  set(values) {
    this.past = [...this.past, this.now].slice(-MOST_STEPS);
    this.future = [];
    this.now = { based_on: this.now.based_on, changes: { ...this.now.changes, ...values } };
    this.keep();
  }

  /**
   * Begin with another draft; that too can be undone where the book is the same.
   * @param {Wire.Draft} draft
   * @param {Plain} base
   */
  begin(draft, base) {
    this.past = draft.based_on === this.now.based_on ? [...this.past, this.now].slice(-MOST_STEPS) : [];
    this.future = [];
    this.now = draft;
    this.base = base;
    this.keep();
  }

  undo() {
    const last = this.past.pop();
    if (!last) return;
    this.future.push(this.now);
    this.now = last;
    this.keep();
  }

  redo() {
    const next = this.future.pop();
    if (!next) return;
    this.past.push(this.now);
    this.now = next;
    this.keep();
  }

  keep() {
    const { now, past, future } = this;
    try {
      localStorage.setItem(KEPT, JSON.stringify({ now, past, future }));
    } catch {
      localStorage.removeItem(KEPT); // there is no room for so many steps: the page still has them
    }
  }

  /** What was kept in this browser, if there is anything. */
  restore() {
    try {
      const { now, past, future } = JSON.parse(localStorage.getItem(KEPT) ?? "");
      if (typeof now.based_on !== "string" || typeof now.changes !== "object") return false;
      Object.assign(this, { now, past, future });
      return true;
    } catch {
      return false;
    }
  }
}

/**
 * A clause with other values; other clauses follow where it has another name.
 * @param {Plain[]} clauses
 * @param {number} place
 * @param {Plain} values
 */
export function withClause(clauses, place, values) {
  const was = clauses[place].cite;
  const now = values.cite ?? was;
  return clauses.map((clause, at) => {
    if (at === place) return tidy({ ...clause, ...values });
    return now === was ? clause : exceptTo(clause, (cites) => cites.map((cite) => (cite === was ? now : cite)));
  });
}

/**
 * Clauses without one of them, and without exceptions to it.
 * @param {Plain[]} clauses
 * @param {number} place
 */
export function withoutClause(clauses, place) {
  const { cite } = clauses[place];
  const others = clauses.filter((_, at) => at !== place);
  return others.map((clause) => exceptTo(clause, (cites) => cites.filter((other) => other !== cite)));
}

/**
 * @param {Plain} clause
 * @param {(cites: string[]) => string[]} change
 */
function exceptTo(clause, change) {
  return clause.exception_to ? tidy({ ...clause, exception_to: change(clause.exception_to) }) : clause;
}

/** A clause as a file has it: without empty lists. @param {Plain} clause */
function tidy(clause) {
  return Object.fromEntries(Object.entries(clause).filter(([, value]) => !Array.isArray(value) || value.length));
}

/**
 * A name that is not taken yet.
 * @param {string} wanted
 * @param {string[]} taken
 */
export function freeName(wanted, taken) {
  let name = wanted;
  for (let number = 2; taken.includes(name); number++) name = `${wanted} ${number}`;
  return name;
}

/** @param {Wire.Draft} draft */
export async function packed(draft) {
  const body = new Blob([JSON.stringify(draft)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(body).arrayBuffer());
  const text = [...bytes].map((byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * The draft in a link; nothing where it is none, or is too long to be one.
 * @param {string} text
 * @returns {Promise<Wire.Draft | null>}
 */
export async function unpacked(text) {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const decoder = new TextDecoder();
    let whole = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      whole += decoder.decode(part.value, { stream: true });
      if (whole.length > MOST_LINK) return null;
    }
    const { based_on, changes } = JSON.parse(whole);
    return typeof based_on === "string" && typeof changes === "object" ? { based_on, changes } : null;
  } catch {
    return null;
  }
}
