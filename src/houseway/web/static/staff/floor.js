// The floor: all tables at a glance.
// Here: the tables, inviting others, opening a table. Not here: the console of one table.

import { ask, copy, h, money, sentence, short } from "../shared/dom.js";
import { cents } from "./fields.js";
import { show } from "./show.js";

const EVERY = 2000;
const ROLES = ["", "Dealer", "Pit supervisor", "Pit manager", "Gaming shift manager"];

/** Show the floor; the answer ends it. */
export function openFloor(main, title, staff) {
  const floor = { staff, tables: null, books: null, invited: null, said: {}, lost: "" };
  document.body.dataset.view = "floor";
  document.title = "Floor - Houseway";
  show(title, h("h1", null, "The floor"));
  const draw = () => show(main, floorElement(floor));
  let timer = 0;
  let over = false;

  async function look() {
    try {
      floor.tables = (await ask("GET", "/lobby")).tables;
      floor.lost = "";
    } catch (error) {
      floor.lost = error.message;
    }
    if (over) return;
    draw();
    timer = setTimeout(look, EVERY);
  }

  const submit = async (event) => {
    const form = event.target.closest("form[data-form]");
    if (!form) return;
    event.preventDefault();
    const name = form.dataset.form;
    floor.said = {};
    try {
      if (name === "invite") await invite(floor, form);
      if (name === "open-table") await openTable(floor, form);
    } catch (error) {
      floor.said = { [name]: { sentence: error.message, clause: error.clause } };
    }
    draw();
  };
  const click = (event) => {
    const button = event.target.closest("[data-act='copy-invitation']");
    if (button) copy(floor.invited.address, button);
  };
  main.addEventListener("submit", submit);
  main.addEventListener("click", click);
  ask("GET", "/api/books")
    .then((books) => {
      floor.books = books;
      draw();
    })
    .catch(() => {});
  draw();
  look();
  return () => {
    over = true;
    clearTimeout(timer);
    main.removeEventListener("submit", submit);
    main.removeEventListener("click", click);
  };
}

async function invite(floor, form) {
  const { invitation, role_words: words } = await ask("POST", "/staff/invitations", {
    role: Number(form.elements.role.value),
  });
  floor.invited = { words, address: `${location.origin}/staff#invitation=${encodeURIComponent(invitation)}` };
}

async function openTable(floor, form) {
  const field = (name) => form.elements[name].value.trim();
  const least = field("least");
  const most = field("most");
  const limits = least || most ? { main: [cents(least), cents(most)] } : {};
  const { name } = await ask("POST", "/staff/tables", {
    book: field("book"),
    name: field("name"),
    positions: Number(field("positions")),
    unit: cents(field("unit")),
    limits,
    dealer: field("dealer"),
  });
  floor.said = { "open-table": { done: `Table ${name} is open.` } };
  form.reset();
  floor.tables = (await ask("GET", "/lobby")).tables;
}

function saidElement(said) {
  if (!said) return null;
  return h(
    "p",
    { class: said.done ? "did" : "refused", role: "alert", data: { testid: "said" } },
    said.done ?? sentence(said.sentence),
  );
}

function floorElement(floor) {
  const held = (floor.tables ?? []).filter((table) => table.hold);
  return h(
    "div",
    { class: "floor" },
    h(
      "section",
      { class: "tables", "aria-label": "Tables" },
      floor.lost ? h("p", { class: "banner error", role: "alert", key: "lost" }, sentence(floor.lost)) : null,
      held.length
        ? h(
            "p",
            { class: "held-banner", role: "alert", key: "held", data: { testid: "held" } },
            `On hold: ${held.map((table) => table.name).join(", ")}`,
          )
        : null,
      floor.tables === null
        ? h("p", { class: "quiet", key: "none" }, "Looking at the tables.")
        : tablesElement(floor.tables),
    ),
    h("aside", { class: "desk", "aria-label": "Staff and tables" }, inviteElement(floor), openElement(floor)),
  );
}

function tablesElement(tables) {
  return h(
    "table",
    { class: "floor-table", key: "tables" },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        ["Table", "Book", "Round", "Players", "Limits", "Dealer", ""].map((head) =>
          h("th", { scope: "col" }, head || h("span", { class: "away" }, "Console")),
        ),
      ),
    ),
    h("tbody", null, tables.map(rowElement)),
  );
}

function rowElement(table) {
  const seats = Object.entries(table.seats);
  const limits = table.limits.main;
  const console_ = `/staff/${encodeURIComponent(table.name)}`;
  return h(
    "tr",
    {
      key: table.name,
      class: table.hold ? "held" : table.open ? "" : "shut",
      data: { table: table.name, hold: table.hold ? "yes" : "no", open: table.open ? "yes" : "no" },
    },
    h(
      "th",
      { scope: "row" },
      h("a", { href: console_ }, table.name),
      table.open ? null : h("span", { class: "mark shut-mark" }, "Closed"),
    ),
    h("td", { data: { label: "Book" } }, table.title, h("small", null, table.book)),
    h(
      "td",
      { data: { label: "Round" } },
      table.hold ? h("strong", { class: "hold-mark" }, "On hold") : h("span", { class: "phase" }, table.phase),
      h("small", null, table.round ? `round ${table.round}` : "no round yet"),
    ),
    h(
      "td",
      { data: { label: "Players" } },
      seats.length
        ? h(
            "span",
            { class: "seated" },
            seats.map(([at, name]) =>
              h(
                "span",
                {
                  class: table.present.includes(name) ? "seat here" : "seat",
                  title: table.present.includes(name) ? "connected" : "not connected",
                },
                `${at} ${name}`,
              ),
            ),
          )
        : h("span", { class: "quiet" }, "nobody sits"),
      h(
        "small",
        null,
        `${seats.length} of ${table.positions} positions${table.watching ? `, ${table.watching} watching` : ""}`,
      ),
    ),
    h(
      "td",
      { data: { label: "Limits" }, class: "number" },
      limits ? `${short(limits[0])} to ${short(limits[1])}` : "none",
      h("small", null, `unit ${money(table.unit)}`),
    ),
    h("td", { data: { label: "Dealer" } }, table.dealer === "person" ? "A person" : "Automatic"),
    h(
      "td",
      { class: "go" },
      h(
        "a",
        { class: table.hold ? "button main" : "button", href: console_, "aria-label": `Console of ${table.name}` },
        "Console",
      ),
    ),
  );
}

function inviteElement(floor) {
  return h(
    "form",
    { class: "panel", key: "invite", data: { form: "invite" } },
    h("h2", null, "Invite"),
    h("label", { for: "invite-role" }, "Somebody who will act as"),
    h(
      "div",
      { class: "line" },
      h(
        "select",
        { id: "invite-role", name: "role" },
        ROLES.map((words, role) =>
          role && role <= floor.staff.role ? h("option", { value: role, key: `role${role}` }, words) : null,
        ),
      ),
      h("button", { type: "submit" }, "Invite"),
    ),
    floor.invited
      ? h(
          "div",
          { class: "invited", key: "invited" },
          h("label", { for: "invitation" }, `For a ${floor.invited.words}, once. Give this address to one person:`),
          h("output", { id: "invitation", class: "address", data: { testid: "invitation" } }, floor.invited.address),
          h("button", { type: "button", data: { act: "copy-invitation" } }, "Copy the address"),
        )
      : null,
    saidElement(floor.said.invite),
  );
}

function openElement(floor) {
  const shift = floor.staff.role >= 4;
  const known = floor.books?.map((book) => [book.book, `${book.title} (${book.book})`]) ?? [
    ...new Map((floor.tables ?? []).map((table) => [table.book, `${table.title} (${table.book})`])),
  ];
  if (!shift)
    return h(
      "section",
      { class: "panel", key: "no-open" },
      h("h2", null, "Open a table"),
      h("p", { class: "quiet" }, "The gaming shift manager opens tables."),
    );
  const field = (name, words, attributes) =>
    h(
      "div",
      { class: "field", key: `f-${name}` },
      h("label", { for: `open-${name}` }, words),
      h("input", { id: `open-${name}`, name, autocomplete: "off", ...attributes }),
    );
  return h(
    "form",
    { class: "panel", key: "open", data: { form: "open-table" } },
    h("h2", null, "Open a table"),
    h(
      "div",
      { class: "fields" },
      h(
        "div",
        { class: "field wide", key: "f-book" },
        h("label", { for: "open-book" }, "Book"),
        h(
          "select",
          { id: "open-book", name: "book", required: true },
          known.map(([id, words]) => h("option", { value: id, key: id }, words)),
        ),
      ),
      field("name", "Name", { required: true, maxlength: "40" }),
      field("positions", "Positions", { type: "number", min: "1", max: "6", value: "6", required: true }),
      field("least", "Least main wager", { inputmode: "decimal", placeholder: "10" }),
      field("most", "Highest", { inputmode: "decimal", placeholder: "1,000" }),
      field("unit", "Unit", { inputmode: "decimal", value: "1", required: true }),
      h(
        "div",
        { class: "field", key: "f-dealer" },
        h("label", { for: "open-dealer" }, "Dealer"),
        h(
          "select",
          { id: "open-dealer", name: "dealer" },
          h("option", { value: "person" }, "A person"),
          h("option", { value: "automatic" }, "Automatic"),
        ),
      ),
    ),
    h("p", { class: "quiet hint" }, "Leave least and highest empty for a book without limits."),
    h("button", { class: "main", type: "submit" }, "Open the table"),
    saidElement(floor.said["open-table"]),
  );
}
