// @ts-check
// The forms beside the tables of the floor: what players owe, inviting staff. Opening a table is in `open-table`.
// Not here: who may do any of it: the house decides.

import { fieldOf, h } from "../shared/dom.js";
import { ask } from "../shared/request.js";
import { capital, sentence } from "../shared/words.js";
import { owedElement, repay } from "./owed.js";

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
export function noticeElement({ notices }, form) {
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
