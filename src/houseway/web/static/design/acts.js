// @ts-check
// What people press and type in the designer, and what it changes in the draft.
// Here: every button and field. Not here: drawing, or asking the house (`design`).

import { around, byId, copy } from "../shared/dom.js";
import { ask, asRefused } from "../shared/request.js";
import { readMoney, sentence } from "../shared/words.js";
import { beginDraft, beginWith, changed, draw } from "./design.js";
import { freeName, packed, withClause, withoutClause } from "./draft.js";
import { count } from "./edge.js";
import { edited } from "./editor.js";
import { saveFile, textOf } from "./keep.js";

/** @import { Page } from "./design.js" */
/** @import { Plain } from "./draft.js" */
/** @import { Kind } from "./phrase.js" */

const MOST_PAYS = 1_000_000_000;

/**
 * @param {Page} page
 * @returns {Record<string, (button: HTMLElement) => void | Promise<void>>}
 */
function clauseActs(page) {
  const { draft } = page;
  /** @param {Plain[]} clauses */
  const put = (clauses) => {
    draft.set({ clauses });
    changed();
  };
  /** @param {Plain} clause @param {number} at */
  const insert = (clause, at) => {
    page.open.add(clause.cite);
    put([...draft.clauses.slice(0, at), clause, ...draft.clauses.slice(at)]);
    const card = document.querySelector(`[data-testid="clause"][data-cite="${CSS.escape(clause.cite)}"]`);
    card?.scrollIntoView({ block: "nearest" });
    card?.querySelector("input")?.focus({ preventScroll: true });
  };
  const cites = () => draft.clauses.map(({ cite }) => cite);
  return {
    open({ dataset: { place } }) {
      const { cite } = draft.clauses[Number(place)];
      if (!page.open.delete(cite)) page.open.add(cite);
      draw();
    },
    "add-clause"() {
      const cite = freeName("House rule", cites());
      insert({ cite, when: "anything", low: "any_legal" }, draft.clauses.length);
    },
    duplicate({ dataset: { place } }) {
      const clause = draft.clauses[Number(place)];
      insert({ ...clause, cite: freeName(`${clause.cite}, copy`, cites()) }, Number(place) + 1);
    },
    remove({ dataset: { place } }) {
      put(withoutClause(draft.clauses, Number(place)));
    },
    "put-back"({ dataset: { cite } }) {
      const clause = draft.base.clauses.find((/** @type {Plain} */ each) => each.cite === cite);
      if (clause) insert(clause, draft.clauses.length);
    },
    "no-exception"({ dataset: { place, cite } }) {
      const clause = draft.clauses[Number(place)];
      const exception_to = clause.exception_to.filter((/** @type {string} */ other) => other !== cite);
      put(withClause(draft.clauses, Number(place), { exception_to }));
    },
  };
}

/**
 * @param {Page} page
 * @returns {Record<string, (button: HTMLElement) => void | Promise<void>>}
 */
function wagerActs(page) {
  const { draft } = page;
  /** @param {Plain[]} side_wagers */
  const put = (side_wagers) => {
    draft.set({ side_wagers });
    changed();
  };
  return {
    "open-line"({ dataset: { path = "" } }) {
      if (!page.open.delete(path)) page.open.add(path);
      draw();
    },
    "drop-wager": ({ dataset: { at } }) => put(draft.wagers.filter((_, place) => place !== Number(at))),
    "put-wager"({ dataset: { key } }) {
      const side = draft.base.side_wagers.find((/** @type {Plain} */ each) => each.key === key);
      if (side) put([...draft.wagers, side]);
    },
    "add-line": ({ dataset }) => put(withLines(draft.wagers, dataset, (lines) => [...lines, newLine(lines)])),
    "drop-line": ({ dataset }) =>
      put(withLines(draft.wagers, dataset, (lines) => lines.filter((_, place) => place !== Number(dataset.line)))),
  };
}

/** @param {Plain[]} lines */
function newLine(lines) {
  const name = freeName(
    "New line",
    lines.map((line) => line.name),
  );
  return { name, when: "straight_flush_throughout", pays: 1 };
}

/**
 * Wagers with the lines of one pay table changed.
 * @param {Plain[]} wagers
 * @param {DOMStringMap} where
 * @param {(lines: Plain[]) => Plain[]} change
 */
function withLines(wagers, { at, table }, change) {
  const inTable = (/** @type {Plain} */ pays, /** @type {number} */ place) =>
    place === Number(table) ? { ...pays, lines: change(pays.lines) } : pays;
  return wagers.map((side, place) =>
    place === Number(at) ? { ...side, pay_tables: side.pay_tables.map(inTable) } : side,
  );
}

/**
 * @param {Page} page
 * @returns {Record<string, (button: HTMLElement) => void | Promise<void>>}
 */
function pageActs(page) {
  const { draft } = page;
  return {
    undo() {
      draft.undo();
      changed();
    },
    redo() {
      draft.redo();
      changed();
    },
    again: () => beginWith(draft.now.based_on),
    count: () => count(page, draw),
    cancel({ dataset: { digest } }) {
      for (const each of page.counts) if (each.digest === digest) each.stop.abort();
    },
    save: () => saveFile(page),
    file: () => byId("file").click(),
    async link(button) {
      await copy(`${location.origin}/design#d=${await packed(draft.now)}`, button);
    },
    command: (button) => copy(button.dataset.command ?? "", button),
  };
}

/**
 * A field that was changed.
 * @param {Page} page
 * @param {HTMLInputElement | HTMLSelectElement} field
 */
function typed(page, field) {
  const { draft } = page;
  const { value, dataset } = field;
  const place = Number(dataset.place);
  /** @param {Plain} values */
  const line = (values) => ({
    side_wagers: withLines(draft.wagers, dataset, (lines) =>
      lines.map((each, at) => (at === Number(dataset.line) ? { ...each, ...values } : each)),
    ),
  });
  /** @type {Record<string, () => Plain | null>} */
  const fields = {
    id: () => ({ id: value.trim() }),
    cite() {
      const cite = value.trim();
      if (!cite) return null;
      if (page.open.delete(draft.clauses[place].cite)) page.open.add(cite);
      return { clauses: withClause(draft.clauses, place, { cite }) };
    },
    exception() {
      const over = draft.clauses[place].exception_to ?? [];
      return value ? { clauses: withClause(draft.clauses, place, { exception_to: [...over, value] }) } : null;
    },
    pays: () => wholeOf(value, (pays) => ({ main: { ...draft.get("main"), pays } })),
    commission: () => ({ main: { ...draft.get("main"), commission: shareOf(value) } }),
    "line-name": () => (value.trim() ? line({ name: value.trim() }) : null),
    "line-pays": () => wholeOf(value, (pays) => line({ pays })),
    "line-envy"() {
      const envy = readMoney(value);
      return envy === null ? null : line({ envy });
    },
  };
  const found = fields[dataset.field ?? ""]?.();
  if (found) draft.set(found);
  if (found) changed();
  else field.value = dataset.value ?? "";
}

/**
 * @param {string} typed
 * @param {(value: number) => Plain} put
 */
function wholeOf(typed, put) {
  const value = Number(typed.replaceAll(",", ""));
  return typed.trim() && Number.isInteger(value) && value >= 0 && value <= MOST_PAYS ? put(value) : null;
}

/** A share as a file has it: "5" is "5%". @param {string} typed */
function shareOf(typed) {
  const share = typed.trim() || "0%";
  return /^\d+(\.\d+)?$/.test(share) ? `${share}%` : share;
}

/**
 * Words of an expression that were chosen.
 * @param {Page} page
 * @param {HTMLElement} chosen
 */
function choose(page, chosen) {
  const { draft, words } = page;
  const expression = /** @type {HTMLElement} */ (chosen.closest(".expression"));
  const { place = "", kind: written = "" } = expression.dataset;
  const kind = /** @type {Kind} */ (written);
  const [key, at, ...path] = place.split(".");
  const holder =
    path.length > 1
      ? path.slice(0, -1).reduce((/** @type {any} */ part, step) => part[step], draft.wagers[Number(at)])
      : draft.clauses[Number(at)];
  const field = path[path.length - 1];
  const phrase = page.phrase(kind, holder[field]);
  const fresh = words && phrase ? edited(words, kind, phrase, chosen) : null;
  if (!words || !fresh) return;
  const text = words.text(fresh);
  if (!page.phrase(kind, text)) page.learn(kind, text, fresh);
  if (key === "clauses") {
    draft.set({ clauses: withClause(draft.clauses, Number(at), { [field]: text }) });
  } else {
    const where = { at, table: path[1], line: path[3] };
    const change = (/** @type {Plain[]} */ lines) =>
      lines.map((line, number) => (number === Number(where.line) ? { ...line, [field]: text } : line));
    draft.set({ side_wagers: withLines(draft.wagers, where, change) });
  }
  changed();
}

/**
 * Take note of everything that is pressed and typed.
 * @param {Page} page
 */
export function listen(page) {
  const acts = { ...clauseActs(page), ...wagerActs(page), ...pageActs(page) };
  /** @param {() => unknown} what */
  const carefully = async (what) => {
    try {
      await what();
    } catch (error) {
      page.trouble = sentence(asRefused(error).message);
      draw();
    }
  };
  document.addEventListener("click", (event) => {
    const button = around(event, "button");
    if (button?.dataset.edit) choose(page, button);
    else if (button?.dataset.act) carefully(() => acts[button.dataset.act ?? ""]?.(button));
  });
  document.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === "file")
      return void carefully(() => openFile(page, target));
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    if (target.dataset.edit) choose(page, target);
    else if (target.dataset.field === "base") carefully(() => beginWith(target.value));
    else typed(page, target);
  });
  document.addEventListener("keydown", (event) => {
    const inField = event.target instanceof Element && event.target.closest("input, textarea");
    if (inField || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
    event.preventDefault();
    acts[event.shiftKey ? "redo" : "undo"](byId("top"));
  });
}

/**
 * @param {Page} page
 * @param {HTMLInputElement} field
 */
async function openFile(page, field) {
  const [file] = field.files ?? [];
  field.value = "";
  if (!file) return;
  const opened = await ask("POST", "/api/designer/open", { toml: await textOf(file) });
  page.open.clear();
  page.note = `${file.name} is open. It is compared with ${opened.draft.based_on}.`;
  await beginDraft(opened.draft);
}
