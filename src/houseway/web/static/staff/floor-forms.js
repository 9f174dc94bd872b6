// @ts-check
// The forms beside the tables of the floor: what players owe, inviting staff, opening a table.
// Not here: who may do any of it: the house decides.

import { fieldOf, h } from "../shared/dom.js";
import { ask } from "../shared/request.js";
import { capital, sentence } from "../shared/words.js";
import { owedElement, repay } from "./owed.js";
import { centsOf } from "./typed.js";

/** @import { Floor } from "./floor.js" */

/**
 * @param {Floor} floor
 * @param {HTMLFormElement} form
 */
export async function invite(floor, form) {
  const asked = { role: Number(fieldOf(form, "role").value) };
  const { invitation, role_words: words } = await ask("POST", "/staff/invitations", asked);
  floor.invited = { words, address: `${location.origin}/staff#invitation=${encodeURIComponent(invitation)}` };
}

/**
 * @param {Floor} floor
 * @param {HTMLFormElement} form
 */
export async function openTable(floor, form) {
  /** @param {string} name */
  const field = (name) => fieldOf(form, name).value.trim();
  const limited = field("least") || field("most");
  const { name } = await ask("POST", "/staff/tables", {
    book: field("book"),
    name: field("name"),
    positions: Number(field("positions")),
    unit: centsOf(field("unit")),
    limits: limited ? { main: [centsOf(field("least")), centsOf(field("most"))] } : {},
    dealer: field("dealer"),
  });
  floor.notices = { "open-table": { words: `Table ${name} is open`, done: true } };
  form.reset();
  await floor.look();
}

/**
 * Record a payment in cash, or write off a debt.
 * @param {Floor} floor
 * @param {HTMLFormElement} form
 * @param {string} [way]
 */
export async function settleDebt(floor, form, way) {
  const words = await repay(floor.staff, form, way);
  if (!words) return;
  floor.notices = { owed: { words, done: true } };
  await floor.look();
}

/**
 * Who owes the house what; nothing if nobody does.
 * @param {Floor} floor
 */
export function debtsElement(floor) {
  const { debtors, fields, notices, staff } = floor;
  if (!debtors.length && !notices.owed) return null;
  return h(
    "section",
    { class: "panel", key: "owed", data: { testid: "debts" } },
    h("h2", null, "Owed to the house"),
    owedElement(debtors, fields.amount, staff.may_write_off),
    noticeElement(floor, "owed"),
  );
}

/**
 * @param {Floor} floor
 * @param {string} form
 */
function noticeElement({ notices }, form) {
  if (!notices[form]) return null;
  const { words, done } = notices[form];
  return h("p", { class: done ? "did" : "refused", role: "alert", data: { testid: "said" } }, sentence(words));
}

/** @param {Floor} floor */
export function inviteElement(floor) {
  const { invited, staff } = floor;
  return h(
    "form",
    { class: "panel", key: "invite", data: { form: "invite" } },
    h("h2", null, "Invite"),
    h("label", { for: "invite-role" }, "A new member of staff as"),
    h(
      "div",
      { class: "line" },
      h(
        "select",
        { id: "invite-role", name: "role" },
        staff.may_invite.map(({ role, words }) => h("option", { value: role, key: `role${role}` }, capital(words))),
      ),
      h("button", { type: "submit" }, "Invite"),
    ),
    invited
      ? h(
          "div",
          { class: "invited", key: "invited" },
          h("label", { for: "invitation" }, `Works once, for a ${invited.words}. Give this address to one person:`),
          h("output", { id: "invitation", class: "address", data: { testid: "invitation" } }, invited.address),
          h("button", { type: "button", data: { act: "copy-invitation" } }, "Copy the address"),
        )
      : null,
    noticeElement(floor, "invite"),
  );
}

/**
 * @param {string} name
 * @param {string} words
 * @param {Record<string, unknown>} attributes
 */
function textField(name, words, attributes) {
  return h(
    "div",
    { class: "field", key: `f-${name}` },
    h("label", { for: `open-${name}` }, words),
    h("input", { id: `open-${name}`, name, autocomplete: "off", ...attributes }),
  );
}

/**
 * @param {string} name
 * @param {string} words
 * @param {[string, string, string?][]} options a value, its words, and the group it is listed in
 * @param {string} [kind]
 */
function selectField(name, words, options, kind = "field") {
  return h(
    "div",
    { class: kind, key: `f-${name}` },
    h("label", { for: `open-${name}` }, words),
    h("select", { id: `open-${name}`, name, required: true }, optionsElement(options)),
  );
}

/**
 * Options under the heading of their group, if they have one.
 * @param {[string, string, string?][]} options
 */
function optionsElement(options) {
  const groups = [...new Set(options.map(([, , group]) => group ?? ""))];
  return groups.map((group) => {
    const those = options
      .filter((option) => (option[2] ?? "") === group)
      .map(([value, text]) => h("option", { value, key: value }, text));
    return group ? h("optgroup", { label: group, key: group }, those) : those;
  });
}

/**
 * The books on the shelf, or those of the tables until the house has listed them.
 * @param {Floor} floor
 * @returns {[string, string, string][]} a book, its words and its group
 */
function booksOf({ books, tables }) {
  /** @type {Map<string, [string, string, string]>} */
  const known = new Map();
  for (const { book, title, group } of books ?? tables ?? []) known.set(book, [book, `${title} (${book})`, group]);
  return [...known.values()];
}

/** @param {Floor} floor */
export function openTableElement(floor) {
  const { fields, staff } = floor;
  if (!staff.may_open_tables) {
    return h(
      "section",
      { class: "panel", key: "no-open" },
      h("h2", null, "Open a table"),
      h("p", { class: "quiet" }, "The gaming shift manager opens tables."),
    );
  }
  const amount = { inputmode: "decimal", maxlength: fields.amount };
  const positions = { type: "number", min: "1", max: fields.positions, value: fields.positions, required: true };
  return h(
    "form",
    { class: "panel", key: "open", data: { form: "open-table" } },
    h("h2", null, "Open a table"),
    h(
      "div",
      { class: "fields" },
      selectField("book", "Book", booksOf(floor), "field wide"),
      textField("name", "Name", { required: true, maxlength: fields.table }),
      textField("positions", "Positions", positions),
      textField("least", "Minimum", { ...amount, placeholder: "10" }),
      textField("most", "Maximum", { ...amount, placeholder: "1,000" }),
      textField("unit", "Unit", { ...amount, value: "1", required: true }),
      selectField("dealer", "Dealer", [
        ["person", "A person"],
        ["automatic", "Automatic"],
      ]),
    ),
    h("p", { class: "quiet hint" }, "Leave minimum and maximum empty for a book without limits."),
    h("button", { class: "main", type: "submit" }, "Open the table"),
    noticeElement(floor, "open-table"),
  );
}
