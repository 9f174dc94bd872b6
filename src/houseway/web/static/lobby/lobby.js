// @ts-check
// The lobby.
// Here: signing in and out, and polling the tables. Not here: drawing the tables (`tables`), or playing.

import { cardElement, fourColours } from "../shared/cards.js";
import { around, byId, copy, fieldOf, h, show } from "../shared/dom.js";
import { ask, askMe, asRefused, payOwed } from "../shared/request.js";
import { openSafePlay } from "../shared/safe-play.js";
import { money, owedWords, sentence } from "../shared/words.js";
import { tablesElement } from "./tables.js";

const EVERY = 2000;
const SHOWN_FOR = 6500;

/** The state of the lobby. */
const lobby = {
  /** @type {Wire.Me | null} */
  me: null,
  /** @type {Wire.LobbyTable[] | null} */
  tables: null,
  /** A new key, while it is shown: the house keeps no copy of it. */
  keyShown: "",
  /** Whether the player is asked to confirm a new key. */
  renewing: false,
  /** Whether the player is asked to confirm that they sign out. */
  leaving: false,
  /** Whether the form for signing in with a key is shown. */
  returning: false,
  lost: false,
};

async function look() {
  try {
    const [me, { tables }] = await Promise.all([askMe(), ask("GET", "/lobby")]);
    Object.assign(lobby, { me, tables, lost: false });
  } catch {
    lobby.lost = true;
  }
  draw();
}

function draw() {
  show(byId("you"), youElement());
  show(byId("tables"), tablesElement(lobby));
}

function youElement() {
  const { me, lost, returning } = lobby;
  if (!me) return h("p", { class: "quiet", key: "wait" }, lost ? "Connection lost; trying again" : "One moment");
  if (me.player) return playerElement(me.player);
  return returning ? returnElement() : enterElement(me);
}

/** @param {Wire.PlayerSelf} player */
function playerElement({ name, bankroll, owed, barred }) {
  const chips = { class: "number", data: { testid: "bankroll", cents: bankroll } };
  return h(
    "div",
    { class: "known", key: "known" },
    h(
      "p",
      { class: "you-are" },
      "You are ",
      h("strong", { dir: "auto", data: { testid: "you" } }, name),
      ", ",
      h("strong", chips, money(bankroll)),
      lobby.me?.house_money ? " in chips" : " in play chips",
    ),
    barred ? h("p", { class: "owed", key: "barred", data: { testid: "barred" } }, sentence(barred)) : null,
    owed ? owedElement(owed, Math.min(owed, bankroll)) : null,
    h(
      "div",
      { class: "known-acts" },
      h("a", { class: "button", href: "/history" }, "Your rounds"),
      h("button", { type: "button", data: { act: "safe", testid: "safe" } }, "Play safely"),
      h("button", { type: "button", data: { act: "key" } }, lobby.keyShown ? "Hide the key" : "New key"),
      h("button", { class: "link", type: "button", data: { act: "ask-quit", testid: "ask-quit" } }, "Sign out"),
    ),
    lobby.leaving ? leaveElement(name, bankroll) : null,
    lobby.keyShown ? keyElement() : null,
    lobby.renewing ? renewElement() : null,
  );
}

/**
 * What the player owes, and paying it.
 * @param {number} owed
 * @param {number} now how much of it they can pay now
 */
function owedElement(owed, now) {
  const pay = { type: "button", class: "small", data: { act: "pay", testid: "pay", cents: now } };
  return h(
    "p",
    { class: "owed", key: "owed", data: { testid: "owed", cents: owed } },
    owedWords(owed),
    " ",
    now ? h("button", pay, `Pay ${money(now)} now`) : null,
  );
}

function keyElement() {
  return h(
    "div",
    { class: "key-row", key: "key" },
    h("p", null, "Keep this key to sign in again, here or elsewhere. It is shown only now"),
    h("code", { data: { testid: "key" } }, lobby.keyShown),
    h("button", { type: "button", data: { act: "copy-key" } }, "Copy"),
  );
}

/**
 * A question before signing out: without the key the name and its chips are out of reach.
 * @param {string} name
 * @param {number} bankroll
 */
function leaveElement(name, bankroll) {
  const playing = (lobby.tables ?? []).filter(
    ({ seats, phase }) => phase !== "between rounds" && Object.values(seats).includes(name),
  );
  const words = `Sign out? You come back as ${name}, with ${money(bankroll)}, only with your key.`;
  const rounds = `A round goes on at ${playing.map((table) => table.name).join(", ")}; the dealer sets your hand.`;
  return h(
    "div",
    { class: "key-row", key: "leave", role: "group", "aria-label": "Confirm", data: { testid: "leaving" } },
    h("p", null, words, playing.length ? ` ${rounds}` : null),
    h("button", { class: "main", type: "button", data: { act: "stay", testid: "stay" } }, "Stay signed in"),
    h("button", { type: "button", data: { act: "key" } }, "Get a key first"),
    h("button", { class: "danger", type: "button", data: { act: "quit", testid: "quit" } }, "Sign out"),
  );
}

function renewElement() {
  return h(
    "div",
    { class: "key-row", key: "renew" },
    h("p", null, "The house keeps no copy of your key. A new one replaces it, and signs you out everywhere else"),
    h("button", { class: "main", type: "button", data: { act: "new-key" } }, "Make a new key"),
    h("button", { class: "link", type: "button", data: { act: "key" } }, "Cancel"),
  );
}

function returnElement() {
  const field = {
    id: "key",
    name: "key",
    required: true,
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "Your key",
  };
  return h(
    "form",
    { class: "enter", key: "return", data: { form: "return" } },
    h("label", { for: "key" }, "Sign in with your key"),
    h("div", { class: "line" }, h("input", field), h("button", { class: "main", type: "submit" }, "Sign in")),
    h("button", { class: "link", type: "button", data: { act: "enter" } }, "Choose a new name"),
  );
}

/** @param {Wire.Me} me whose `gives_names` says that the house gives a name, and `age_gate` what is confirmed first */
function enterElement({ fields, age_gate: gate, gives_names: given, house_money: bought }) {
  const field = {
    id: "name",
    name: "name",
    required: true,
    maxlength: given ? fields.person : fields.name,
    autocomplete: given ? "name" : "nickname",
    placeholder: "Your name",
  };
  const chosen = bought
    ? "Choose a name; chips are sold at the cage"
    : "Choose a name and play right away, with play chips";
  const says = given
    ? "Say who you are. Only the house knows; at the tables you have a name that it gives you"
    : chosen;
  const use = given ? "Give me a name" : "Use this name";
  return h(
    "form",
    { class: "enter", key: "enter", data: { form: "enter" } },
    h("label", { for: "name" }, says),
    h("div", { class: "line" }, h("input", field), h("button", { class: "main", type: "submit" }, use)),
    gateElement(gate),
    h("button", { class: "link", type: "button", data: { act: "return" } }, "I have a key"),
  );
}

/** @param {string} gate */
function gateElement(gate) {
  if (!gate) return null;
  const box = { type: "checkbox", name: "confirmed", required: true, data: { testid: "age-gate" } };
  return h("label", { class: "age-gate", key: "gate" }, h("input", box), gate);
}

let saidTimer = 0;

/**
 * Show a message for a while.
 * @param {string} words
 */
function say(words) {
  clearTimeout(saidTimer);
  show(byId("said"), words ? h("div", { class: "banner error" }, sentence(words)) : null);
  if (words) saidTimer = setTimeout(() => say(""), SHOWN_FOR);
}

/**
 * Show one of the two forms.
 * @param {boolean} returning
 */
function showForm(returning) {
  lobby.returning = returning;
  draw();
  byId(returning ? "key" : "name")?.focus();
}

/** @type {Record<string, (button: HTMLElement) => unknown>} */
const actions = {
  safe: () => openSafePlay(lobby.me?.fields, look),
  key() {
    lobby.renewing = lobby.leaving || (!lobby.keyShown && !lobby.renewing);
    Object.assign(lobby, { keyShown: "", leaving: false });
    draw();
  },
  "ask-quit"() {
    Object.assign(lobby, { leaving: true, renewing: false });
    draw();
    /** @type {HTMLElement | null} */ (document.querySelector("[data-act=stay]"))?.focus();
  },
  stay() {
    lobby.leaving = false;
    draw();
  },
  async "new-key"() {
    Object.assign(lobby, { keyShown: (await ask("POST", "/key", {})).key, renewing: false });
    draw();
  },
  async pay({ dataset }) {
    await payOwed(Number(dataset.cents));
    await look();
  },
  "copy-key": (button) => copy(lobby.keyShown, button),
  return: () => showForm(true),
  enter: () => showForm(false),
  async quit() {
    await ask("POST", "/quit", {});
    Object.assign(lobby, { keyShown: "", renewing: false, leaving: false });
    await look();
  },
};

/** @param {HTMLFormElement} form */
async function submitted(form) {
  const name = form.dataset.form === "enter" ? "name" : "key";
  const address = name === "name" ? "/enter" : "/return";
  const confirmed = fieldOf(form, "confirmed")?.checked ? { confirmed: true } : {};
  const { key = "" } = await ask("POST", address, { [name]: fieldOf(form, name).value.trim(), ...confirmed });
  Object.assign(lobby, { returning: false, renewing: false, keyShown: key });
  say("");
  await look();
}

/** @param {unknown} error */
const refused = (error) => say(asRefused(error).message);

document.addEventListener("click", (event) => {
  const button = around(event, "[data-act]");
  if (button) Promise.resolve(actions[button.dataset.act ?? ""]?.(button)).catch(refused);
});

document.addEventListener("submit", (event) => {
  event.preventDefault();
  submitted(/** @type {HTMLFormElement} */ (event.target)).catch(refused);
});

const lookIfSeen = () => document.visibilityState === "visible" && look();
setInterval(lookIfSeen, EVERY);
document.addEventListener("visibilitychange", lookIfSeen);

fourColours();
show(
  byId("fan"),
  ["Ah", "Kh", "Jk", "Qs", "9d"].map((card, index) => cardElement(card, { index })),
);
look();
