// The staff's page: the floor, or the console of one table.
// Here: who acts as what, taking a staff name by an invitation, and which of the two is shown. Not here: what either
// shows (`staff-floor`, `staff-console`).

import { ask, copy, h, sentence, show } from "../shared/dom.js";
import { askOnce } from "./ask.js";
import { openConsole } from "./console.js";
import { openFloor } from "./floor.js";

const main = document.getElementById("main");
const title = document.getElementById("title");
const table = decodeURIComponent(location.pathname.split("/")[2] ?? "");
let close = () => {};
let acting = null;

/** What the dialog needs where no table is open. */
function outsideDesk() {
  const send = () => ask("POST", "/staff/quit", {});
  return {
    scene: { table: { version: 0 }, you: acting },
    book: null,
    link: { send },
    mustBeConnected() {},
    refused() {},
  };
}

/** Who acts, and as what: on every view of the page. */
function showWho(staff) {
  acting = staff;
  show(
    document.getElementById("who"),
    staff && [
      h(
        "span",
        { class: "who-as" },
        "You act as ",
        h("strong", null, staff.role_words),
        ": ",
        h("b", null, staff.name),
      ),
      h(
        "button",
        { class: "link", type: "button", data: { act: "staff-key" }, title: "To return from another browser" },
        "Copy your key",
      ),
      h("button", { class: "link", type: "button", data: { act: "staff-quit" } }, "Leave"),
    ],
  );
}

async function start() {
  close();
  close = () => {};
  let me;
  try {
    me = await ask("GET", "/me");
  } catch (error) {
    show(main, h("p", { class: "banner error lone" }, sentence(error.message)));
    setTimeout(start, 3000);
    return;
  }
  showWho(me.staff);
  const invitation = new URLSearchParams(location.hash.slice(1)).get("invitation");
  if (invitation) return void enterBy(invitation, me.staff);
  if (!me.staff) return void outside();
  close = table ? openConsole(main, title, me.staff, table) : openFloor(main, title, me.staff);
}

/** Nobody of the staff, and no invitation: where it is. */
function outside() {
  document.body.dataset.view = "outside";
  show(title, h("h1", null, "Staff"));
  show(
    main,
    h(
      "section",
      { class: "panel lone", data: { testid: "outside" } },
      h(
        "p",
        null,
        "Staff enter by an invitation: open the address that the terminal of ",
        h("code", null, "houseway serve"),
        " prints as \u201cStaff, once\u201d, or one that another member of staff gives you.",
      ),
      returnForm(),
      h("p", null, h("a", { href: "/" }, "To the lobby")),
    ),
  );
}

/** Come back with the key of a staff name. */
function returnForm() {
  const said = h("p", { class: "refused", role: "alert", data: { testid: "said" } });
  const field = h("input", { id: "staff-key", required: true, autocomplete: "off", spellcheck: "false" });
  const form = h(
    "form",
    { class: "enter", data: { testid: "return-staff" } },
    h("label", { for: "staff-key" }, "Or return with your key"),
    h("div", { class: "line" }, field, h("button", { type: "submit" }, "Return")),
    said,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await ask("POST", "/return", { key: field.value });
      settle();
    } catch (error) {
      said.textContent = sentence(error.message);
    }
  });
  return form;
}

/** Take a staff name by an invitation. */
function enterBy(invitation, staff) {
  document.body.dataset.view = "entering";
  show(title, h("h1", null, "Staff"));
  const said = h("p", { class: "refused", role: "alert", data: { testid: "said" } });
  const field = h("input", {
    id: "staff-name",
    name: "name",
    maxlength: "20",
    required: true,
    autocomplete: "off",
    spellcheck: "false",
  });
  const form = h(
    "form",
    { class: "panel lone enter", data: { testid: "enter-staff" } },
    h("h2", null, "You are invited to the staff"),
    staff
      ? h(
          "p",
          { class: "quiet" },
          `In this browser you act as ${staff.role_words}: ${staff.name}. A name taken here replaces that one.`,
        )
      : null,
    h("label", { for: "staff-name" }, "Your name, as the log will show it"),
    h("div", { class: "line" }, field, h("button", { class: "main", type: "submit" }, "Take this name")),
    said,
    staff ? h("button", { class: "link", type: "button", data: { act: "keep-name" } }, `Stay ${staff.name}`) : null,
  );
  main.replaceChildren(form);
  form.querySelector("[data-act='keep-name']")?.addEventListener("click", settle);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await ask("POST", "/staff/enter", { invitation, name: field.value });
      settle();
    } catch (error) {
      said.textContent = sentence(error.message);
    }
  });
  field.focus();
}

function settle() {
  history.replaceState(null, "", location.pathname);
  main.replaceChildren();
  start();
}

document.addEventListener("click", async (event) => {
  const key = event.target.closest?.("[data-act='staff-key']");
  if (key) return void copy((await ask("GET", "/staff/key")).key, key);
  if (!event.target.closest?.("[data-act='staff-quit']")) return;
  const left = await askOnce(outsideDesk(), {
    title: "Leave the staff",
    verb: "Leave",
    message: {},
    words: `This browser forgets ${acting.name}. To act again takes your key, or a new invitation and another name.`,
  });
  if (left) location.assign("/staff");
});
addEventListener("hashchange", start);
start();
