// What the player does.
// Here: every act of the page by its name, and the taps, forms and keys that ask for it. Not here: whether it is allowed:
// the page shows only what the scene allows, and the house refuses the rest.

import { canRepeat, sitsOut } from "./bar.js";
import { clear, putChip, repeat, writtenAmount } from "./betting.js";
import { fourColours } from "../shared/cards.js";
import { ask, copy } from "../shared/dom.js";
import { mine, wagersOf } from "./felt.js";
import { listen } from "./keys.js";
import { openClause } from "../shared/log.js";
import { sound, soundOn } from "./motion.js";
import { arrangeHouseWay, confirm, draggable, toggle } from "./setting.js";

const $ = (id) => document.getElementById(id);

/** On a phone: open one of the two sheets, or none. */
function sheet(name) {
  const was = document.body.dataset.sheet;
  document.body.dataset.sheet = name;
  for (const button of document.querySelectorAll("button[data-sheet]"))
    button.setAttribute("aria-expanded", String(button.dataset.sheet === name));
  const log = name === "round" && document.querySelector("#round .log");
  if (log) log.scrollTop = log.scrollHeight; // the newest line is the last
  if (name) document.querySelector(`#${name} .close`)?.focus();
  else if (was) document.querySelector(`button[data-sheet="${was}"]`)?.focus();
}

/** Carry out what is tapped, typed or dragged on the page. */
export function attend(table) {
  const acts = {
    chip({ value }) {
      table.chosenChip = Number(value);
      table.draw();
    },
    async put({ position, wager }) {
      await putChip(table, Number(position), wager, table.chip());
      if (table.amount >= 0) acts["amount-close"]();
    },
    amount() {
      table.amount = 0;
      table.draw();
      requestAnimationFrame(() => $("amount-field")?.focus());
    },
    "amount-close"() {
      table.amount = -1;
      table.draw();
      requestAnimationFrame(() => document.querySelector("[data-act=amount]")?.focus());
    },
    repeat: () => repeat(table),
    clear() {
      table.aimedAt = 0;
      return clear(table);
    },
    ready: () => table.send({ type: "ready", round: table.scene.table.round }),
    sit({ position }) {
      if (table.scene.you.name) return table.do({ type: "sit", position: Number(position) });
      table.wantSeat = Number(position);
      table.draw();
      $("take-name")?.focus();
    },
    leave: ({ position }) => table.do({ type: "leave", position: Number(position) }),
    view: ({ position }) => table.do({ type: "view", position: Number(position) }),
    card: ({ card }) => toggle(table, card),
    confirm: () => confirm(table),
    undo() {
      if (table.setting.undo()) table.draw({ glide: true });
    },
    "house-way": () => arrangeHouseWay(table),
    "ask-concede"({ position }) {
      table.asking = `concede ${position}`;
      table.draw();
    },
    "ask-withdraw"() {
      table.asking = "withdraw";
      table.draw();
    },
    no() {
      table.asking = "";
      table.draw();
    },
    concede({ position }) {
      table.asking = "";
      return table.do({ type: "concede", position: Number(position) });
    },
    "withdraw-remaining"() {
      table.asking = "";
      return table.do({ type: "withdraw remaining" });
    },
    chips: () => table.send({ type: "chips" }),
    clause: ({ clause }, button) => openClause(table, clause, button),
    "copy-commitment": (_, button) => copy(table.scene.commitment, button),
    "close-results"() {
      table.dismissed = table.result?.round;
      table.result = null;
      table.draw();
    },
    "close-sheet": () => sheet(""),
    choose({ position }) {
      table.chosen = Number(position);
      table.draw();
    },
    reload: () => location.reload(),
  };

  document.addEventListener("click", (event) => {
    const opener = event.target.closest("button[data-sheet]");
    if (opener) return sheet(document.body.dataset.sheet === opener.dataset.sheet ? "" : opener.dataset.sheet);
    const button = event.target.closest("[data-act]");
    if (button && acts[button.dataset.act]) {
      if (button.dataset.act !== "clause") table.say("");
      Promise.resolve(acts[button.dataset.act](button.dataset, button)).catch(table.refused);
      return;
    }
    if (table.sequence.running && event.target.closest(".room")) table.sequence.skip();
  });

  document.addEventListener("change", ({ target }) => {
    if (target.dataset.switch === "four-colours") fourColours(target.checked);
    if (target.dataset.switch === "sound") soundOn(target.checked), sound("chip");
  });

  document.addEventListener("input", ({ target }) => {
    if (target.id !== "amount-field") return;
    table.amount = writtenAmount(target.value);
    table.draw();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.target.id === "amount-field") acts["amount-close"]();
  });

  document.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = event.target;
    if (form.dataset.form === "cut") {
      table
        .send({ type: "cut", words: form.elements.words.value })
        .then(() => {
          form.elements.words.value = "";
        })
        .catch(table.refused);
    }
    if (form.dataset.form === "amount") {
      const cents = writtenAmount(form.elements.amount.value);
      const wager = table.aim();
      if (!cents) return void table.say("Write an amount in figures, such as 250");
      if (!wager) return;
      table.say("");
      putChip(table, mine(table), wager, cents).then(acts["amount-close"]).catch(table.refused);
    }
    if (form.dataset.form === "name") {
      ask("POST", "/enter", { name: form.elements.name.value.trim() })
        .then(async () => {
          table.me = await ask("GET", "/me").catch(() => table.me);
          table.renewConnection();
        })
        .catch(table.refused);
    }
  });

  let wordsClosed = -1000;
  $("words").addEventListener("beforetoggle", (event) => {
    if (event.newState === "closed") wordsClosed = performance.now();
  });

  function attempt(name, data = {}) {
    table.say("");
    Promise.resolve(acts[name](data)).catch(table.refused);
  }

  listen(table, {
    put(number, side) {
      const value = table.tray()[number - 1];
      const position = mine(table);
      const open = Object.keys(table.scene.can.wager[position] ?? {});
      const main = wagersOf(table).find((wager) => wager.main)?.key;
      const wager = side ? open.find((key) => key !== main) : table.aim();
      if (!value || !wager) return;
      table.chosenChip = value;
      attempt("put", { position, wager });
    },
    amount: () => Object.keys(table.scene.can.wager).length && acts.amount(),
    aim() {
      table.aimedAt += 1;
      table.draw();
    },
    repeat: () => canRepeat(table) && attempt("repeat"),
    clear: () => attempt("clear"),
    ready() {
      const { can } = table.scene;
      if (can.view.length && !can.ready) this.view();
      else if (can.ready && !sitsOut(table)) attempt("ready"); // to sit a round out is pressed on purpose
    },
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
      if ($("words").matches(":popover-open") || performance.now() - wordsClosed < 200) return; // the key has closed the words of a clause
      if (document.body.dataset.sheet) sheet("");
      else if (table.asking) acts.no();
      else table.sequence.skip();
    },
  });

  draggable(document.body, table);
}
