// @ts-check
// The staff page: the floor, the console of one table, the list of staff, or the own account.
// Here: who is signed in, which of these is shown, and the lock of the page. Not here: the views themselves.

import { around, byId, h, show } from "../shared/dom.js";
import { askMe, asRefused } from "../shared/request.js";
import { sentence } from "../shared/words.js";
import { openAccount } from "./account.js";
import { openConsole } from "./console.js";
import { showInvited } from "./enrol.js";
import { openFloor } from "./floor.js";
import { Lock } from "./lock.js";
import { showSignIn } from "./sign-in.js";
import { openStaffList } from "./staff-list.js";
import { actingAs } from "./words.js";

const AGAIN = 3000;
const table = decodeURIComponent(location.pathname.split("/")[2] ?? "");
/** @type {{close: () => void, unlocked: () => void}} the view that is open */
let view = { close() {}, unlocked() {} };
const lock = new Lock(() => view.unlocked(), startAgain);

/**
 * Show the name and role of the member of staff, on every view of the page.
 * @param {Wire.StaffSelf | null} staff
 */
function showWho(staff) {
  show(
    byId("who"),
    staff && [
      h("span", { class: "who-as" }, actingAs(staff)),
      staff.may_see_staff ? h("a", { href: "/staff#people", data: { act: "people" } }, "Staff") : null,
      h("a", { href: "/staff#account", data: { act: "account" } }, "Account"),
      h("button", { class: "link", type: "button", data: { act: "lock" } }, "Lock"),
    ],
  );
}

async function start() {
  view.close();
  view = { close() {}, unlocked() {} };
  show(byId("notice"), null);
  /** @type {Wire.Me} */
  let me;
  try {
    me = await askMe();
  } catch (error) {
    show(byId("main"), h("p", { class: "banner error lone" }, sentence(asRefused(error).message)));
    setTimeout(start, AGAIN);
    return;
  }
  const { staff, fields } = me;
  showWho(staff);
  const invitation = new URLSearchParams(location.hash.slice(1)).get("invitation");
  lock.watch(invitation ? null : staff, fields);
  if (invitation) showInvited(invitation, me, startAgain);
  else if (!staff) showSignIn(me, startAgain);
  else if (staff.locked) view = { close() {}, unlocked: start };
  else view = opened(staff, fields);
}

/**
 * Open the view that the address names.
 * @param {Wire.StaffSelf} staff
 * @param {Wire.Fields} fields
 */
function opened(staff, fields) {
  const check = () => lock.check();
  if (table) return openConsole(table, fields, () => lock.show());
  if (location.hash === "#account") return { close: openAccount(staff, fields, startAgain), unlocked() {} };
  if (location.hash === "#people" && staff.may_see_staff) {
    return { close: openStaffList(staff, fields, check), unlocked() {} };
  }
  return { close: openFloor(staff, fields, check), unlocked() {} };
}

/** Show the page again, without an invitation in its address. */
function startAgain() {
  if (location.hash.startsWith("#invitation")) history.replaceState(null, "", location.pathname);
  byId("main").replaceChildren();
  start();
}

document.addEventListener("click", (event) => {
  if (around(event, "[data-act='lock']")) lock.lock();
});
addEventListener("hashchange", startAgain);
start();
