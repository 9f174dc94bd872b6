// @ts-check
// Beginning a draft, and keeping one: its name, its file, its link, and how to open a table of it.
// Here: drawing these, reading a file and writing one. Not here: what is in a file: the house writes and reads it.

import { byId, h, show } from "../shared/dom.js";
import { asRefused } from "../shared/request.js";
import { optionElement } from "./editor.js";

/** @import { Page } from "./design.js" */

const MOST_FILE = 65_536;

/** @param {Page} page */
export function drawTop(page) {
  const { draft, books } = page;
  const groups = [...new Set(books.map(({ group }) => group))];
  show(
    byId("top"),
    h(
      "label",
      { class: "field", key: "base" },
      h("span", null, "Begin with"),
      h(
        "select",
        { data: { field: "base", testid: "base", value: draft.now.based_on } },
        groups.map((group) =>
          h(
            "optgroup",
            { label: group, key: group },
            books
              .filter((book) => book.group === group)
              .map(({ book }) => optionElement(book, book, draft.now.based_on)),
          ),
        ),
      ),
    ),
    h(
      "label",
      { class: "field name", key: "name" },
      h("span", null, "Name of your book"),
      h("input", {
        spellcheck: "false",
        autocomplete: "off",
        data: { field: "id", testid: "name", value: draft.now.changes.id ?? "" },
      }),
    ),
    h(
      "div",
      { class: "steps", key: "steps" },
      stepElement("undo", "Undo", draft.past.length),
      stepElement("redo", "Redo", draft.future.length),
      h("button", { type: "button", data: { act: "again" } }, "Start over"),
    ),
    page.note ? h("p", { class: "banner calm", key: "note" }, page.note) : null,
  );
}

/**
 * @param {string} act
 * @param {string} word
 * @param {number} steps
 */
function stepElement(act, word, steps) {
  return h("button", { type: "button", disabled: !steps, data: { act, testid: act } }, word);
}

/** @param {Page} page */
export function drawKeep(page) {
  const { draft } = page;
  if (!draft.now.based_on) return show(byId("keep"), null);
  const name = String(draft.now.changes.id ?? "");
  const file = /^[A-Za-z0-9][A-Za-z0-9-]*$/.test(name) ? `${name}.toml` : "FILE";
  const command = `houseway serve --book ${file}`;
  show(
    byId("keep"),
    h("h2", null, "Save and share"),
    h(
      "div",
      { class: "acts" },
      h("button", { type: "button", data: { act: "save", testid: "save" } }, "Save as a file"),
      h("button", { type: "button", data: { act: "file", testid: "open-file" } }, "Open a file"),
      h("button", { type: "button", data: { act: "link", testid: "link" } }, "Copy a link"),
    ),
    h("input", { type: "file", id: "file", class: "away", accept: ".toml", tabindex: "-1", "aria-label": "Book file" }),
    page.trouble ? h("p", { class: "wrong", role: "alert" }, page.trouble) : null,
    h(
      "p",
      { class: "quiet" },
      "The file is data, in TOML, and nothing in it is run. Every command of Houseway takes it where it takes a book. ",
      "The link holds the draft itself; nothing is kept here.",
    ),
    h("h3", null, "Open a table of it"),
    h(
      "p",
      { class: "quiet" },
      "This house opens tables of the books it was started with. ",
      "Save the file, have it approved, and start the house with:",
    ),
    h("p", { class: "command" }, h("code", null, command)),
    h("button", { type: "button", class: "plain", data: { act: "command", command } }, "Copy the command"),
  );
}

/**
 * Save the draft as a file.
 * @param {Page} page
 */
export async function saveFile(page) {
  const answer = await fetch("/api/designer/file", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(page.draft.now),
  });
  if (!answer.ok) throw asRefused(new Error((await answer.json()).error));
  const link = /** @type {HTMLAnchorElement} */ (h("a", { download: `${page.draft.now.changes.id}.toml` }));
  link.href = URL.createObjectURL(await answer.blob());
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * The text of a chosen file.
 * @param {File} file
 */
export async function textOf(file) {
  if (file.size > MOST_FILE) throw new Error("This file is too large for a book");
  return file.text();
}
