// The table page.
// Here: the connection, what the page knows, and drawing it all anew when something changes.
// Not here: any rule of the game. What can be done is in the scene; how parts look is in the modules beside this one.

import { attend } from "./acts.js";
import { barElement } from "./bar.js";
import * as betting from "./betting.js";
import { fourColours } from "../shared/cards.js";
import { Ring } from "../shared/clock.js";
import { ask, h, money, renew, sentence, show } from "../shared/dom.js";
import { dealerElement, failedToQualify, mine, placeElement, wagersOf } from "./felt.js";
import { houseElement } from "./house.js";
import { clauseElement, logElement } from "../shared/log.js";
import { Sequence, glide, moves, sound } from "./motion.js";
import { resultsElement, resultsOf } from "./results.js";
import { noticeElement, seatElement } from "./seat.js";
import { Setting } from "./setting.js";
import { connect } from "../shared/socket.js";

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
  amount: -1, // cents in the field for an amount; below nothing where the field is closed
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
    if (this.amount > 0) return this.amount;
    return tray.includes(this.chosenChip) ? this.chosenChip : tray[0];
  },
  /** The wager on which number keys put chips. */
  aim() {
    const open = this.scene.can.wager[mine(this)] ?? {};
    const ordered = wagersOf(this)
      .map(({ key }) => key)
      .filter((key) => key in open);
    return ordered[this.aimedAt % (ordered.length || 1)];
  },
  ownOn(position, wager) {
    return (this.scene.table.wagers[position]?.[wager] ?? [])
      .filter((stake) => stake.player === this.scene.you.name)
      .reduce((all, stake) => all + stake.cents, 0);
  },
  pending(position, wager) {
    return this.expected
      .filter((one) => one.position === position && one.wager === wager)
      .reduce((all, one) => all + one.cents, 0);
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
    const anyRound = command.type === "sit" || command.type === "leave"; // these are about the table, not about a round
    return this.send(anyRound ? { type: "do", command } : { type: "do", command, round: this.scene.table.round });
  },
  send(message) {
    return socket.send(message);
  },
  renewConnection() {
    socket.renew();
  },
  sequence: new Sequence(),
  say,
  refused,
  draw,
};

fourColours();
const { sequence } = table;
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
    else if (state === "lost") $("announcement").textContent = "Connection lost; trying again";
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
    else farewell();
  }
}

/** Where there is no table to show: the house's sentence and the way out. */
function farewell() {
  document.body.classList.add("no-table");
  show($("title"), h("strong", null, "Houseway"));
  $("announcement").textContent = sentence(table.goodbye);
  show($("bar"), h("a", { class: "button main", href: "/" }, "To the lobby"));
}

async function hello({ scene, lines }) {
  sequence.skip();
  document.body.classList.add("still");
  document.body.classList.remove("no-table");
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
  if (
    before?.table.phase === "betting" &&
    scene.table.phase !== "betting" &&
    !events.some((event) => event.type === "round voided")
  )
    betting.remember({ ...table, scene: before, ownOn: table.ownOn });
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
  const settled = events.some((event) => event.type === "round settled" || event.type === "round voided");
  if (!moves() || !(dealt || revealed || shown.length)) {
    if (settled) keepResult(scene);
    arrive(scene);
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
    steps.push([
      380,
      () => {
        table.dealing = false;
        draw();
      },
    ]);
  }
  if (table.veil.has(0))
    steps.push([
      dealt ? 60 : 80,
      () => {
        table.veil.delete(0);
        sound("card");
        draw();
      },
    ]);
  for (const position of shown) {
    steps.push(
      [
        360,
        () => {
          table.stage.set(position, 1);
          table.veil.delete(position);
          sound("card");
          draw();
        },
      ],
      [
        240,
        () => {
          table.stage.set(position, 2);
          draw();
        },
      ],
      [
        280,
        () => {
          table.stage.set(position, 3);
          draw();
        },
      ],
    );
  }
  if (settled)
    steps.push([
      200,
      () => {
        keepResult(table.scene);
        draw();
        if (resultsOf(table, scene.you.name).net > 0) sound("win");
      },
    ]);
  steps.push([0, () => look()]);
  sequence.add(...steps);
}

/** Keep what the round brought, for the panel that stays until the next wager. */
function keepResult(scene) {
  const ended = table.lines.some(({ event }) => event.type === "round settled" || event.type === "round voided");
  if (!ended) return; // wagers may be settled while others still lie: the panel waits for the end of the round
  const round = table.lines.map(({ event }) => event.round).findLast(Boolean) ?? scene.table.round;
  if (table.dismissed === round || (table.result?.round === round && table.result.lines.length === table.lines.length))
    return;
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
    sound("call");
    table.asking = "";
    table.aimedAt = 0;
    table.amount = -1;
  }
  announce(scene);
  draw();
  if (!sequence.running) look();
  takeSeat();
}

/** At an automatic table that no staff look at, the one hand a player may view is turned for him. */
function look() {
  const {
    can,
    running,
    supervised,
    table: { round, phase },
    arranging,
  } = table.scene;
  if (
    running.dealer !== "automatic" ||
    supervised ||
    phase !== "setting" ||
    can.view.length !== 1 ||
    arranging ||
    table.lookedAt === round
  )
    return;
  if (table.scene.you.hands.length > 1) return;
  table.lookedAt = round;
  table.do({ type: "view", position: can.view[0] }).catch(refused);
}

function announce(scene) {
  const { phase, hold } = scene.table;
  const own = scene.you.hands.map((at) => scene.table.hands[at]);
  const words =
    {
      "between rounds":
        scene.clock?.what === "next round"
          ? "The next round is about to begin"
          : scene.running.open
            ? Object.keys(scene.table.seats).length
              ? "Waiting for the round to begin"
              : "The table is free"
            : "The table is closed",
      betting: "Place your bets, please",
      "no more bets": "No more bets",
      setting: own.some((hand) => hand && !hand.is_set) ? "Set your hands" : "Hands are being set",
      revealed: failedToQualify(table) ? "The dealer does not qualify" : "Hands are compared",
    }[phase] ?? phase;
  const settled = phase === "between rounds" && table.lines.some(({ event }) => event.type === "round settled");
  table.announced = hold
    ? "The round is on hold"
    : settled && scene.clock?.what !== "next round"
      ? "The round is settled"
      : words;
}

// ---------------------------------------------------------------------------------------------------------------------
// What is said to the player

let saidTimer = 0;

/** One sentence in one place, gone after a while. */
function say(words, clause = "", { calm = false } = {}) {
  clearTimeout(saidTimer);
  show(
    $("said"),
    words
      ? h(
          "div",
          { class: calm ? "banner calm" : "banner error" },
          h("span", null, sentence(words)),
          " ",
          table.scene ? clauseElement(table, clause) : null,
        )
      : null,
  );
  if (words) saidTimer = setTimeout(() => say(""), 6500);
}

function refused(error) {
  const tail = error.clause ? ` (${error.clause})` : "";
  say(tail && error.message.endsWith(tail) ? error.message.slice(0, -tail.length) : error.message, error.clause);
  draw();
}

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
  document.body.classList.toggle("dealt", Object.keys(scene.table.hands).length > 0);
  show(
    $("title"),
    h("strong", null, book?.title ?? scene.table.book),
    h(
      "span",
      { class: "quiet" },
      h("span", { class: "title-table" }, "Table "),
      `${table.name}${scene.table.round ? `, round ${scene.table.round}` : ""}`,
    ),
  );
  if (!table.veil.size || !table.purse) table.purse = { cents: scene.you.bankroll }; // the purse waits for the hands to be compared
  show(
    $("purse"),
    scene.you.name
      ? [
          h("span", { class: "purse-name" }, scene.you.name),
          h(
            "span",
            { class: "purse-cents number", data: { testid: "bankroll", cents: table.purse.cents } },
            money(table.purse.cents),
          ),
        ]
      : h("span", { class: "quiet" }, "Watching"),
  );
  show($("dealer"), dealerElement(table));
  const own = mine(table);
  const others = Array.from({ length: scene.table.positions }, (_, at) => at + 1).filter(
    (position) => position !== own,
  );
  show(
    $("arc"),
    others.map((position, index) => placeElement(table, position, index, others.length)),
  );
  $("arc").style.setProperty("--count", others.length);
  if ($("announcement").textContent !== table.announced) $("announcement").textContent = table.announced;
  show($("notice"), noticeElement(table));
  renew($("seat"), seatElement(table, own));
  const results =
    table.veil.size || [...table.stage.values()].some((stage) => stage < 3) ? null : resultsElement(table);
  $("results").hidden = !results;
  document.body.classList.toggle("with-results", Boolean(results));
  show($("results"), results);
  show($("bar"), barElement(table, own));
  show($("house"), houseElement(table));
  const log = document.querySelector("#round .log");
  const atEnd = !log || log.scrollHeight - log.scrollTop - log.clientHeight < 40;
  show($("round"), logElement(table));
  const shown = document.querySelector("#round .log");
  if (atEnd && shown) shown.scrollTop = shown.scrollHeight;
}

attend(table);
begin();
