// The lobby.
// Here: who you are, the tables, and the way to them. Not here: playing (`table`).

import { cardElement, fourColours } from "../shared/cards.js";
import { ask, copy, h, money, sentence, short, show } from "../shared/dom.js";

const $ = (id) => document.getElementById(id);
const EVERY = 2000;
const PHASES = {
  "between rounds": "Between rounds",
  betting: "Betting is open",
  "no more bets": "No more bets",
  setting: "Hands are being set",
  revealed: "Hands are compared",
};

const lobby = { me: null, tables: null, keyShown: "", returning: false, lost: false };

fourColours();
show(
  $("fan"),
  ["Ah", "Kh", "Jk", "Qs", "9d"].map((card, index) => cardElement(card, { index })),
);

async function look() {
  try {
    const [me, { tables }] = await Promise.all([ask("GET", "/me"), ask("GET", "/lobby")]);
    Object.assign(lobby, { me, tables, lost: false });
  } catch {
    lobby.lost = true;
  }
  draw();
}

function draw() {
  show($("you"), youElement());
  show($("tables"), tablesElement());
}

function youElement() {
  const player = lobby.me?.player;
  if (!lobby.me)
    return h("p", { class: "quiet", key: "wait" }, lobby.lost ? "Connection lost; trying again" : "One moment");
  if (!player) return strangerElement();
  return h(
    "div",
    { class: "known", key: "known" },
    h(
      "p",
      { class: "you-are" },
      "You are ",
      h("strong", { data: { testid: "you" } }, player.name),
      ", ",
      h("strong", { class: "number", data: { testid: "bankroll", cents: player.bankroll } }, money(player.bankroll)),
      " in play chips",
    ),
    player.owed ? h("p", { class: "quiet" }, `${money(player.owed)} is on tables.`) : null,
    h(
      "div",
      { class: "known-acts" },
      h("a", { class: "button", href: "/history" }, "Your rounds"),
      h("button", { type: "button", data: { act: "key" } }, lobby.keyShown ? "Hide the key" : "Your key"),
      h("button", { class: "link", type: "button", data: { act: "quit" } }, "Be somebody else"),
    ),
    lobby.keyShown
      ? h(
          "div",
          { class: "key-row", key: "key" },
          h("p", null, "Keep this key to return from another browser"),
          h("code", { data: { testid: "key" } }, lobby.keyShown),
          h("button", { type: "button", data: { act: "copy-key" } }, "Copy"),
        )
      : null,
  );
}

function strangerElement() {
  if (lobby.returning) {
    return h(
      "form",
      { class: "enter", key: "return", data: { form: "return" } },
      h("label", { for: "key" }, "Return with your key"),
      h(
        "div",
        { class: "line" },
        h("input", {
          id: "key",
          name: "key",
          required: true,
          autocomplete: "off",
          spellcheck: "false",
          placeholder: "Your key",
        }),
        h("button", { class: "main", type: "submit" }, "Return"),
      ),
      h("button", { class: "link", type: "button", data: { act: "enter" } }, "Take a new name"),
    );
  }
  return h(
    "form",
    { class: "enter", key: "enter", data: { form: "enter" } },
    h("label", { for: "name" }, "Take a name and play at once, with play chips"),
    h(
      "div",
      { class: "line" },
      h("input", {
        id: "name",
        name: "name",
        required: true,
        maxlength: "24",
        autocomplete: "nickname",
        placeholder: "Your name",
      }),
      h("button", { class: "main", type: "submit" }, "Take this name"),
    ),
    h("button", { class: "link", type: "button", data: { act: "return" } }, "I have a key"),
  );
}

function tablesElement() {
  const { tables, lost } = lobby;
  if (!tables)
    return h(
      "li",
      { class: "quiet", key: "none" },
      lost ? "The house does not answer; trying again" : "Looking for open tables",
    );
  if (!tables.length) return h("li", { class: "quiet", key: "none" }, "No table is open. Come back a little later.");
  return tables.map(tableElement);
}

function tableElement(table) {
  const taken = Object.keys(table.seats).length;
  const free = table.positions - taken;
  const address = `/table/${encodeURIComponent(table.name)}`;
  const mine = lobby.me?.player && Object.values(table.seats).includes(lobby.me.player.name);
  const limits = table.limits.main ?? Object.values(table.limits)[0];
  const wagers = limits ? `${short(limits[0])} to ${short(limits[1])}` : `units of ${short(table.unit)}`;
  return h(
    "li",
    {
      class: `table-card panel ${table.open ? "" : "closed"}`,
      key: table.name,
      data: { table: table.name, book: table.book, phase: table.phase },
    },
    h(
      "div",
      { class: "felt" },
      h("h3", null, table.title),
      h("p", { class: "felt-name" }, [table.name, table.printed].filter(Boolean).join(", ")),
      h(
        "ol",
        { class: "seats", "aria-label": `${free} of ${table.positions} positions free` },
        Array.from({ length: table.positions }, (_, at) => {
          const player = table.seats[at + 1];
          return h(
            "li",
            {
              class: player ? `taken ${table.present.includes(player) ? "" : "gone"}` : "",
              key: `${at}`,
              title: player ? `Position ${at + 1}: ${player}` : `Position ${at + 1} is free`,
            },
            player ? player.charAt(0).toUpperCase() : "",
          );
        }),
      ),
    ),
    h(
      "dl",
      { class: "facts" },
      h("div", null, h("dt", null, limits ? "Limits" : "Wagers"), h("dd", { class: "number" }, wagers)),
      h(
        "div",
        null,
        h("dt", null, "Free"),
        h("dd", { class: "number" }, free ? `${free} of ${table.positions}` : "none"),
      ),
      h(
        "div",
        null,
        h("dt", null, "Now"),
        h(
          "dd",
          null,
          table.open
            ? table.round
              ? `${PHASES[table.phase] ?? table.phase}, round ${table.round}`
              : "Ready to begin"
            : "Closed",
        ),
      ),
      table.dealer === "person" ? h("div", null, h("dt", null, "Dealer"), h("dd", null, "In person")) : null,
    ),
    h(
      "div",
      { class: "table-acts" },
      table.open && (free || mine)
        ? h(
            "a",
            { class: "button main", href: mine ? address : `${address}?sit`, data: { testid: "play" } },
            mine ? "Go on playing" : "Play",
          )
        : null,
      h(
        "a",
        { class: "button", href: address, data: { testid: "watch" } },
        table.watching ? `Watch (${table.watching})` : "Watch",
      ),
      h("a", { class: "rules", href: `/rules/${encodeURIComponent(table.book)}` }, "Rules"),
    ),
  );
}

let saidTimer = 0;
function say(words) {
  clearTimeout(saidTimer);
  show($("said"), words ? h("div", { class: "banner error" }, sentence(words)) : null);
  if (words) saidTimer = setTimeout(() => say(""), 6500);
}

const acts = {
  async key() {
    lobby.keyShown = lobby.keyShown ? "" : (await ask("GET", "/key")).key;
    draw();
  },
  "copy-key": (button) => copy(lobby.keyShown, button),
  return() {
    lobby.returning = true;
    draw();
    $("key")?.focus();
  },
  enter() {
    lobby.returning = false;
    draw();
    $("name")?.focus();
  },
  async quit() {
    await ask("POST", "/quit", {});
    lobby.keyShown = "";
    await look();
  },
};

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-act]");
  if (button) Promise.resolve(acts[button.dataset.act](button)).catch((error) => say(error.message));
});

document.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  try {
    if (form.dataset.form === "enter") await ask("POST", "/enter", { name: form.elements.name.value.trim() });
    else await ask("POST", "/return", { key: form.elements.key.value.trim() });
    lobby.returning = false;
    say("");
    await look();
  } catch (error) {
    say(error.message);
  }
});

setInterval(() => document.visibilityState === "visible" && look(), EVERY);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && look());
look();
