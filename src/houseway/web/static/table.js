// The table page.
// Here: the connection, what the page knows, drawing it all anew when something changes, and carrying out what is tapped.
// Not here: any rule of the game. What can be done is in the scene; how parts look is in the modules beside this one.

import * as betting from "./betting.js";
import { fourColours } from "./cards.js";
import { Ring } from "./clock.js";
import { ask, copy, h, money, renew, sentence, show } from "./dom.js";
import { circlesElement, dealerElement, handElement, mine, placeElement, stateOf, wagersOf } from "./felt.js";
import { houseElement } from "./house.js";
import { listen } from "./keys.js";
import { clauseElement, logElement, openClause } from "./log.js";
import { Sequence, glide, moves, sound, soundOn } from "./motion.js";
import { resultsElement, resultsOf } from "./results.js";
import { Setting, arrangeHouseWay, confirm, draggable, settingElement, settingWords, splitOf, toggle } from "./setting.js";
import { connect } from "./socket.js";

const $ = (id) => document.getElementById(id);

/** Everything the page knows. */
const table = {
  name: decodeURIComponent(location.pathname.split("/").filter(Boolean).pop() ?? ""),
  scene: null,
  book: null,
  me: null,
  met: false,
  lines: [],
  result: null,
  setting: new Setting(),
  chosen: 0,
  veil: new Set(),
  stage: new Map(),
  kept: { wagers: {} },
  dealing: false,
  turning: false,
  connection: "connecting",
  goodbye: "",
  asking: "",
  wantSeat: new URLSearchParams(location.search).has("sit") ? -1 : 0, // a position, or any
  announced: "",
  aimedAt: 0,
  expected: [],
  sound,

  tray() {
    return betting.trayOf(this.scene.table);
  },
  chip() {
    const tray = this.tray();
    return tray.includes(this.chosenChip) ? this.chosenChip : tray[0];
  },
  /** The wager on which number keys put chips. */
  aim() {
    const open = this.scene.can.wager[mine(this)] ?? [];
    const ordered = wagersOf(this).map(({ key }) => key).filter((key) => open.includes(key));
    return ordered[this.aimedAt % (ordered.length || 1)];
  },
  ownOn(position, wager) {
    return (this.scene.table.wagers[position]?.[wager] ?? []).filter((stake) => stake.player === this.scene.you.name).reduce((all, stake) => all + stake.cents, 0);
  },
  pending(position, wager) {
    return this.expected.filter((one) => one.position === position && one.wager === wager).reduce((all, one) => all + one.cents, 0);
  },
  /** Money on its way to a circle; call what it returns once the house has answered. */
  expect(position, wager, cents) {
    const one = { position, wager, cents };
    this.expected.push(one);
    this.draw();
    return () => {
      this.expected = this.expected.filter((other) => other !== one);
      this.draw();
    };
  },
  do(command) {
    return send({ type: "do", command, round: this.scene.table.round });
  },
  say,
  draw,
};

fourColours();
const sequence = new Sequence();
const ring = new Ring($("clock"));
let socket = null;

// ---------------------------------------------------------------------------------------------------------------------
// What the house says

async function begin() {
  if (table.wantSeat) history.replaceState(null, "", location.pathname);
  table.me = await ask("GET", "/me").catch(() => null);
  table.met = true;
  socket = connect(table.name, "player", hear, (state) => {
    table.connection = state;
    document.body.dataset.connection = state;
    if (table.scene) draw();
    else if (state === "lost") show($("call"), h("p", { class: "announcement" }, "Connection lost; trying again"));
  });
}

function hear(message) {
  if (message.type === "hello") return hello(message);
  if (message.type === "happened") return happened(message);
  if (message.type === "scene") return arrive(message.scene);
  if (message.type === "review") return reviewed(message);
  if (message.type === "goodbye") {
    table.goodbye = message.sentence;
    if (table.scene) draw();
    else show($("call"), h("p", { class: "announcement" }, sentence(message.sentence)));
  }
}

async function hello({ scene, lines }) {
  sequence.skip();
  document.body.classList.add("still");
  table.goodbye = "";
  table.lines = numbered(lines);
  table.veil.clear();
  table.stage.clear();
  if (!table.book || table.book.book !== scene.table.book) {
    table.book = await ask("GET", `/api/books/${encodeURIComponent(scene.table.book)}`).catch(() => null);
  }
  keepResult(scene);
  arrive(scene);
  requestAnimationFrame(() => requestAnimationFrame(() => document.body.classList.remove("still")));
}

/** Where the address asks for a seat, or one was chosen before a name was taken: take it as soon as it can be had. */
function takeSeat() {
  const { can, you } = table.scene;
  if (!table.wantSeat || !you.name || !can.sit.length || you.positions.length) return;
  const position = can.sit.includes(table.wantSeat) ? table.wantSeat : can.sit[0];
  table.wantSeat = 0;
  table.do({ type: "sit", position }).catch(refused);
}

const numbered = (lines) => lines.map((line, at) => ({ ...line, at }));

function happened({ lines, scene }) {
  sequence.skip();
  const before = table.scene;
  const events = lines.map((line) => line.event);
  const opened = events.findLastIndex((event) => event.type === "betting opened");
  const fresh = numbered(lines);
  if (opened >= 0) {
    const ended = [...table.lines, ...fresh.slice(0, opened)];
    table.lines = ended;
    keepResult({ table: { round: (events[opened].round ?? 1) - 1 } });
    table.lines = fresh.slice(opened);
    table.stage.clear();
    table.announced = "Place your bets, please";
  } else {
    table.lines = [...table.lines, ...fresh].map((line, at) => ({ ...line, at }));
  }
  if (before?.table.phase === "betting" && scene.table.phase !== "betting" && !events.some((event) => event.type === "round voided")) betting.remember({ ...table, scene: before, ownOn: table.ownOn });
  if (events.some((event) => event.type === "wager placed" && event.player === scene.you.name)) table.result = null;
  if (events.some((event) => event.type === "wager placed")) sound("chip");
  table.kept = { wagers: before?.table.wagers ?? {} };
  move(events, scene);
}

/** Show what happened, in its order where it moves. */
function move(events, scene) {
  const dealt = events.some((event) => event.type === "hand dealt");
  const revealed = events.find((event) => event.type === "dealer revealed");
  const shown = events.filter((event) => event.type === "hand shown").map((event) => event.position);
  if (!moves() || !(dealt || revealed || shown.length)) {
    arrive(scene);
    if (shown.length) keepResult(scene), draw();
    return;
  }
  if (revealed && !dealt) table.veil.add(0);
  for (const position of shown) table.veil.add(position);
  if (dealt) {
    table.dealing = true;
    if (revealed) table.veil.add(0);
  }
  arrive(scene);
  const steps = [];
  if (dealt) {
    const hands = Object.keys(scene.table.hands).length;
    for (let at = 0; at < hands; at += 1) steps.push([110, () => sound("card")]);
    steps.push([380, () => { table.dealing = false; draw(); }]);
  }
  if (table.veil.has(0)) steps.push([dealt ? 60 : 80, () => { table.veil.delete(0); sound("card"); draw(); }]);
  for (const position of shown) {
    steps.push(
      [360, () => { table.stage.set(position, 1); table.veil.delete(position); sound("card"); draw(); }],
      [240, () => { table.stage.set(position, 2); draw(); }],
      [280, () => { table.stage.set(position, 3); draw(); }],
    );
  }
  if (shown.length) steps.push([200, () => { keepResult(table.scene); draw(); if (resultsOf(table, scene.you.name).net > 0) sound("win"); }]);
  steps.push([0, () => look()]);
  sequence.add(...steps);
}

/** Keep what the round brought, for the panel that stays until the next wager. */
function keepResult(scene) {
  const settled = table.lines.some(({ event }) => event.type === "wager settled" || event.type === "round voided");
  if (!settled) return;
  const round = table.lines.map(({ event }) => event.round).findLast(Boolean) ?? scene.table.round;
  if (table.dismissed === round || (table.result?.round === round && table.result.lines.length === table.lines.length)) return;
  table.result = { round, lines: table.lines, reviews: table.reviewed?.round === round ? table.reviewed.reviews : [] };
}

function reviewed({ round, reviews }) {
  table.reviewed = { round, reviews };
  if (table.result?.round === round) table.result.reviews = reviews;
  if (table.scene) draw();
}

function arrive(scene) {
  const before = table.scene?.table.phase;
  table.scene = scene;
  ring.set(scene.clock);
  table.setting.attend(scene.arranging, scene.table.round);
  if (before !== scene.table.phase) {
    table.asking = "";
    table.aimedAt = 0;
  }
  announce(scene);
  draw();
  if (!sequence.running) look();
  takeSeat();
}

/** At an automatic table, the one hand a player may view is turned for him. */
function look() {
  const { can, running, table: { round, phase }, arranging } = table.scene;
  if (running.dealer !== "automatic" || phase !== "setting" || can.view.length !== 1 || arranging || table.lookedAt === round) return;
  if (table.scene.you.hands.length > 1) return;
  table.lookedAt = round;
  table.do({ type: "view", position: can.view[0] }).catch(refused);
}

function announce(scene) {
  const { phase, hold } = scene.table;
  const own = scene.you.hands.map((at) => scene.table.hands[at]);
  const words = {
    "between rounds": scene.clock?.what === "next round" ? "The next round is about to begin" : scene.running.open ? (Object.keys(scene.table.seats).length ? "Waiting for the round to begin" : "The table is free") : "The table is closed",
    betting: "Place your bets, please",
    "no more bets": "No more bets",
    setting: own.some((hand) => hand && !hand.is_set) ? "Set your hands" : "Hands are being set",
    revealed: "Hands are compared",
  }[phase] ?? phase;
  const settled = phase === "between rounds" && table.lines.some(({ event }) => event.type === "round settled");
  table.announced = hold ? "The round is on hold" : settled && scene.clock?.what !== "next round" ? "The round is settled" : words;
}

// ---------------------------------------------------------------------------------------------------------------------
// What the player says

function send(message) {
  return socket.send(message);
}

let saidTimer = 0;

/** One sentence in one place, gone after a while. */
function say(words, clause = "") {
  clearTimeout(saidTimer);
  show($("said"), words ? h("div", { class: "banner error" }, h("span", null, sentence(words)), " ", table.scene ? clauseElement(table, clause) : null) : null);
  if (words) saidTimer = setTimeout(() => say(""), 6500);
}

function refused(error) {
  const tail = error.clause ? ` (${error.clause})` : "";
  say(tail && error.message.endsWith(tail) ? error.message.slice(0, -tail.length) : error.message, error.clause);
  draw();
}

const acts = {
  chip({ value }) {
    table.chosenChip = Number(value);
    draw();
  },
  put({ position, wager }) {
    return betting.putChip(table, Number(position), wager, table.chip());
  },
  repeat: () => betting.repeat(table),
  clear: () => betting.clear(table),
  ready: () => send({ type: "ready", round: table.scene.table.round }),
  sit({ position }) {
    if (table.scene.you.name) return table.do({ type: "sit", position: Number(position) });
    table.wantSeat = Number(position);
    draw();
    $("take-name")?.focus();
  },
  leave: ({ position }) => table.do({ type: "leave", position: Number(position) }),
  view: ({ position }) => table.do({ type: "view", position: Number(position) }),
  card: ({ card }) => toggle(table, card),
  confirm: () => confirm(table),
  undo() {
    if (table.setting.undo()) draw({ glide: true });
  },
  "house-way": () => arrangeHouseWay(table),
  "ask-concede"({ position }) {
    table.asking = `concede ${position}`;
    draw();
  },
  "ask-withdraw"() {
    table.asking = "withdraw";
    draw();
  },
  no() {
    table.asking = "";
    draw();
  },
  concede({ position }) {
    table.asking = "";
    return table.do({ type: "concede", position: Number(position) });
  },
  "withdraw-remaining"() {
    table.asking = "";
    return table.do({ type: "withdraw remaining" });
  },
  chips: () => send({ type: "chips" }),
  clause: ({ clause }, button) => openClause(table, clause, button),
  "copy-commitment": (_, button) => copy(table.scene.commitment, button),
  "close-results"() {
    table.dismissed = table.result?.round;
    table.result = null;
    draw();
  },
  "close-sheet": () => sheet(""),
  choose({ position }) {
    table.chosen = Number(position);
    draw();
  },
  reload: () => location.reload(),
};

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-sheet]");
  if (opener) return sheet(document.body.dataset.sheet === opener.dataset.sheet ? "" : opener.dataset.sheet);
  const button = event.target.closest("[data-act]");
  if (button && acts[button.dataset.act]) {
    if (button.dataset.act !== "clause") say("");
    Promise.resolve(acts[button.dataset.act](button.dataset, button)).catch(refused);
    return;
  }
  if (sequence.running && event.target.closest(".room")) sequence.skip();
});

document.addEventListener("change", ({ target }) => {
  if (target.dataset.switch === "four-colours") fourColours(target.checked);
  if (target.dataset.switch === "sound") soundOn(target.checked), sound("chip");
});

document.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.target;
  if (form.dataset.form === "cut") {
    send({ type: "cut", words: form.elements.words.value }).then(() => { form.elements.words.value = ""; }).catch(refused);
  }
  if (form.dataset.form === "name") {
    ask("POST", "/enter", { name: form.elements.name.value.trim() })
      .then(async () => {
        table.me = await ask("GET", "/me").catch(() => table.me);
        socket.renew();
      })
      .catch(refused);
  }
});

/** On a phone: open one of the two sheets, or none. */
function sheet(name) {
  const was = document.body.dataset.sheet;
  document.body.dataset.sheet = name;
  for (const button of document.querySelectorAll("[data-sheet]")) if (button !== document.body) button.setAttribute("aria-expanded", String(button.dataset.sheet === name));
  if (name) document.querySelector(`#${name} .close`)?.focus();
  else if (was) document.querySelector(`nav [data-sheet="${was}"]`)?.focus();
}

function attempt(name, data = {}) {
  say("");
  Promise.resolve(acts[name](data)).catch(refused);
}

listen(table, {
  put(number, side) {
    const value = table.tray()[number - 1];
    const position = mine(table);
    const open = table.scene.can.wager[position] ?? [];
    const main = wagersOf(table).find((wager) => wager.main)?.key;
    const wager = side ? open.find((key) => key !== main) : table.aim();
    if (!value || !wager) return;
    table.chosenChip = value;
    attempt("put", { position, wager });
  },
  aim() {
    table.aimedAt += 1;
    draw();
  },
  repeat: () => canRepeat() && attempt("repeat"),
  clear: () => attempt("clear"),
  ready: () => table.scene.can.ready && attempt("ready"),
  card(number) {
    const card = table.scene.arranging.cards[number - 1];
    if (card) toggle(table, card);
  },
  confirm: () => attempt("confirm"),
  undo: () => attempt("undo"),
  houseWay: () => attempt("house-way"),
  view() {
    const { can } = table.scene;
    const position = can.view.includes(mine(table)) ? mine(table) : can.view[0];
    if (position) attempt("view", { position });
  },
  skip() {
    if ($("words").matches(":popover-open")) return;
    if (document.body.dataset.sheet) sheet("");
    else if (table.asking) acts.no();
    else sequence.skip();
  },
});
draggable(document.body, table);

// ---------------------------------------------------------------------------------------------------------------------
// Drawing

let drawn = 0;

/** Draw everything anew; with `glide`, cards go to their new place. */
function draw({ glide: gliding = false } = {}) {
  if (!table.scene) return;
  if (gliding) return glide($("seat"), drawNow);
  if (drawn) return;
  drawn = requestAnimationFrame(drawNow);
}

function drawNow() {
  cancelAnimationFrame(drawn);
  drawn = 0;
  const { scene, book } = table;
  document.title = `${table.name} - ${book?.title ?? "Houseway"}`;
  document.body.dataset.phase = scene.table.phase;
  document.body.dataset.book = scene.table.book;
  document.body.dataset.round = scene.table.round;
  document.querySelector(".ground").dataset.print = book?.title ?? "";
  document.body.classList.toggle("exposed", Boolean(book?.dealer_exposed));
  document.body.classList.toggle("seated", Boolean(mine(table)));
  show($("title"), h("strong", null, book?.title ?? scene.table.book), h("span", { class: "quiet" }, `Table ${table.name}${scene.table.round ? `, round ${scene.table.round}` : ""}`));
  show($("purse"), scene.you.name ? [h("span", { class: "purse-name" }, scene.you.name), h("span", { class: "purse-cents number", data: { testid: "bankroll", cents: scene.you.bankroll } }, money(scene.you.bankroll))] : h("span", { class: "quiet" }, "Watching"));
  show($("dealer"), dealerElement(table));
  const own = mine(table);
  const others = Array.from({ length: scene.table.positions }, (_, at) => at + 1).filter((position) => position !== own);
  show($("arc"), others.map((position, index) => placeElement(table, position, index, others.length)));
  $("arc").style.setProperty("--count", others.length);
  drawCall();
  renew($("seat"), seatElement(own));
  const results = table.veil.size || [...table.stage.values()].some((stage) => stage < 3) ? null : resultsElement(table);
  $("results").hidden = !results;
  document.body.classList.toggle("with-results", Boolean(results));
  show($("results"), results);
  show($("bar"), barElement(own));
  show($("house"), houseElement(table));
  const log = document.querySelector("#round .log");
  const atEnd = !log || log.scrollHeight - log.scrollTop - log.clientHeight < 40;
  show($("round"), logElement(table));
  const shown = document.querySelector("#round .log");
  if (atEnd && shown) shown.scrollTop = shown.scrollHeight;
}

function drawCall() {
  const { scene } = table;
  const { hold } = scene.table;
  const announcement = $("announcement");
  if (announcement.textContent !== table.announced) announcement.textContent = table.announced;
  let banner = null;
  if (table.goodbye) banner = h("div", { class: "banner", key: "goodbye", role: "alert" }, sentence(table.goodbye), " ", h("button", { class: "link", type: "button", data: { act: "reload" } }, "Come back"));
  else if (table.connection === "lost") banner = h("div", { class: "banner calm", key: "lost", role: "status", data: { testid: "lost" } }, "Connection lost; trying again");
  else if (hold) {
    const place = hold.position === 0 ? ", at the dealer" : hold.position > 0 ? `, at position ${hold.position}` : "";
    banner = h("div", { class: "banner", key: "hold", role: "alert", data: { testid: "hold" } }, h("strong", null, `On hold: ${hold.fault}`), h("span", null, `${place}${hold.note ? `, ${hold.note}` : ""} `), clauseElement(table, hold.clause), h("span", null, ". Staff decide what happens next; your wagers stay as they are."));
  }
  let holder = document.getElementById("notice");
  if (!holder) {
    holder = h("div", { id: "notice", class: "notice" });
    $("call").append(holder);
  }
  show(holder, banner);
}

/** The viewer's own position, larger. */
function seatElement(own) {
  const { scene } = table;
  const attributes = { id: "seat", class: "seat", "aria-label": "Your position" };
  if (!own) {
    const free = scene.can.sit.length || (!scene.you.name && table.met);
    return h("section", { ...attributes, class: "seat watching" }, h("p", { class: "watch-words", key: "watch" }, free ? "You are watching. Take a free position to play." : "You are watching."));
  }
  const state = stateOf(table, own);
  const hand = scene.table.hands[own];
  const words = scene.arranging ? settingWords(table) : null;
  const positions = scene.you.positions;
  const main = wagersOf(table).find((wager) => wager.main);
  return h("section", { ...attributes, "aria-label": `Your position ${own}, ${state}`, data: { position: own, state: state.toLowerCase() } },
    h("div", { class: "seat-head", key: "head" },
      h("h2", null, `Position ${own}`), h("span", { class: "state" }, state),
      positions.length > 1 && scene.table.phase === "betting" ? positions.filter((at) => at !== own).map((at) => h("button", { class: "link", type: "button", key: `to${at}`, data: { act: "choose", position: at } }, `To position ${at}`)) : null,
      scene.can.leave.includes(own) ? h("button", { class: "link leave", type: "button", data: { act: "leave", position: own } }, "Leave") : null),
    circlesElement(table, own),
    scene.arranging?.position === own ? settingElement(table) : handElement(table, own),
    scene.arranging ? h("p", { class: `setting-words ${words?.foul ? "foul" : ""}`, key: "words", id: "setting-words", role: "status", data: { testid: "setting-words" } }, words ? [words.words, " ", clauseElement(table, words.clause)] : "Tap two cards for L, or drag them; the other cards are H.") : null);
}

const hint = (key) => h("kbd", null, key);
const button = (act, words, { main = false, key = "", ...rest } = {}) => h("button", { type: "button", class: main ? "main" : "", key: `act-${act}-${rest.position ?? ""}`, data: { act, testid: act, ...rest } }, words, key ? hint(key) : null);

function canRepeat() {
  const { scene } = table;
  if (!Object.keys(scene.can.wager).length) return false;
  return betting.remembered(table).some(({ position, wager }) => !table.ownOn(position, wager)) && !scene.you.positions.some((at) => scene.table.wagers[at]);
}

/** The one action bar. */
function barElement(own) {
  const { scene } = table;
  const { can, you } = scene;
  if (table.goodbye) return h("p", { class: "bar-words" }, sentence(table.goodbye));
  if (table.asking) return askingElement();
  if (!you.name) return nameElement();
  const acting = [];
  if (can.withdraw_remaining) acting.push(button("ask-withdraw", `Withdraw your wagers (${can.withdraw_remaining})`));
  if (can.chips) acting.push(button("chips", "Take play chips", { main: !Object.keys(can.wager).length }));
  if (scene.arranging) {
    const split = splitOf(scene.arranging, table.setting.low);
    return h("div", { class: "acts setting-acts", key: "setting" }, acting,
      button("house-way", "House way", { key: "H" }),
      h("button", { type: "button", key: "undo", disabled: !table.setting.before.length, data: { act: "undo", testid: "undo" } }, "Undo", hint("\u232b")),
      h("button", { type: "button", class: `main wide ${split && !split.foul ? "" : "not-yet"}`, key: "confirm", "aria-describedby": "setting-words", data: { act: "confirm", testid: "confirm" } }, "Confirm", hint("\u21b5")));
  }
  const canWager = Object.keys(can.wager).length > 0;
  const waits = scene.ready.includes(you.name);
  const ready = { betting: "Deal now", setting: "Go on", revealed: "Compare now", "between rounds": "Next round" }[scene.table.phase] ?? "Go on";
  for (const position of can.view) {
    acting.push(button("view", can.view.length > 1 || you.hands.length > 1 ? `View the hand of position ${position}` : "Look at your cards", { main: true, position, key: position === can.view[0] ? "V" : "" }));
  }
  for (const position of can.concede) acting.push(button("ask-concede", you.hands.length > 1 ? `Concede position ${position}` : "Concede", { position }));
  if (canRepeat()) acting.push(button("repeat", "Repeat", { key: "R" }));
  if (Object.keys(can.withdraw).length) acting.push(button("clear", "Clear", { key: "C" }));
  if (can.ready && !waits) acting.push(button("ready", ready, { main: true, key: "\u21b5" }));
  const quiet = quietWords({ own, canWager, waits });
  return [
    canWager ? betting.trayElement(table) : null,
    h("div", { class: "acts", key: "acts" }, acting, !acting.length || waits || (canWager && !can.ready) ? h("p", { class: "bar-words", key: "words" }, quiet) : null),
  ];
}

function quietWords({ own, canWager, waits }) {
  const { scene } = table;
  const { phase, hold } = scene.table;
  if (hold) return "Staff decide what happens next.";
  if (waits) return scene.ready.length < scene.present.length ? "Waiting for the others." : "A moment, please.";
  if (!own && table.wantSeat) return "A position will be taken for you as soon as this round allows it.";
  if (!own) return scene.can.sit.length ? "Choose a position: Sit here." : "No position is free for you now.";
  if (canWager) return "Choose a chip, then tap a circle.";
  if (phase === "setting") return scene.table.hands[own] ? "Your hand is set. Waiting for the others." : "A round is in progress. You play from the next one.";
  if (phase === "revealed") return "Hands are compared next.";
  if (phase === "betting") return "You cannot wager now.";
  if (phase === "no more bets") return "No more bets.";
  return "";
}

function askingElement() {
  const [what, position] = table.asking.split(" ");
  const words = what === "concede" ? `Give the hand of position ${position} up? Its wager is lost, and the hand cannot come back.` : "Withdraw all your wagers of this round?";
  return [h("p", { class: "bar-words", key: "asking" }, words), h("div", { class: "acts", key: "acts" },
    what === "concede" ? button("concede", "Concede the hand", { main: true, position }) : button("withdraw-remaining", "Withdraw them all", { main: true }),
    button("no", "Keep playing"))];
}

function nameElement() {
  return h("form", { class: "name-form", key: "name", data: { form: "name" } },
    h("label", { for: "take-name" }, table.wantSeat ? "Take a name to sit down" : "Take a name to play with play chips"),
    h("div", { class: "line" },
      h("input", { id: "take-name", name: "name", required: true, maxlength: "24", autocomplete: "nickname", placeholder: "Your name" }),
      h("button", { class: "main", type: "submit" }, "Play")));
}

begin();
