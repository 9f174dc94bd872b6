// The console of one table.
// Here: what the console knows, drawing it, its keys, and sending what staff ask. Not here: the parts it draws, any rule.

import { Ring } from "../shared/clock.js";
import { openClause } from "../shared/log.js";
import { ask, h, sentence } from "../shared/dom.js";
import { actsElement, glanceElement } from "./acts.js";
import { askOnce } from "./ask.js";
import { dealElement, keyedHands } from "./deal.js";
import { capital, detailsOf, faultsElement, holdElement, remedyCommand } from "./faults.js";
import { cardsOf } from "./fields.js";
import { show } from "./show.js";
import { link } from "./link.js";
import { Log, atEnd, follow, logElement } from "./round-log.js";
import { correctElement, playersElement, runningElement, wagerElement } from "./people.js";

const TABS = [
  { tab: "hold", words: "On hold", key: "o", draw: holdElement },
  { tab: "report", words: "Irregularity", key: "i", draw: faultsElement },
  { tab: "key in", words: "Key in", key: "k", draw: dealElement },
  { tab: "wager", words: "Wager for a player", key: "w", draw: wagerElement },
  { tab: "players", words: "Players", key: "p", draw: playersElement },
  { tab: "correct", words: "Correct a round", key: "c", draw: correctElement },
  { tab: "run", words: "The table", key: "t", draw: runningElement },
];

/** Work that belongs to one phase: once that is over, another tab is of more use. */
const FOR = { "key in": "no more bets", wager: "betting" };

/** Open the console of a table; the answer ends it. */
export function openConsole(main, title, staff, name) {
  const desk = {
    name,
    staff,
    scene: null,
    book: null,
    log: new Log(),
    tab: "report",
    fault: "",
    said: null,
    connection: "connecting",
    goodbye: "",
    more: new Set(),
    keyed: new Map(),
    right: "",
    previews: new Map(),
    previewed: "",
    watch: null,
    keyedRound: -1,
    /** Nothing is kept to be sent later: by then the table may stand otherwise. */
    mustBeConnected() {
      if (desk.connection !== "connected") throw new Error("The connection is lost; act again when it is back");
    },
    refused(refusal) {
      desk.log.refuse(refusal.message, refusal.clause);
      draw();
    },
  };
  document.body.dataset.view = "console";
  document.title = `${name} - Houseway staff`;
  show(title, h("h1", null, name));
  main.replaceChildren(
    h(
      "div",
      { class: "console" },
      h("section", { id: "acts", class: "acts-area" }),
      h("section", { id: "glance", class: "glance", "aria-label": "The table" }),
      h("section", { id: "work", class: "work", "aria-label": "Work" }),
      h("aside", { id: "side", class: "side", "aria-label": "Log" }),
    ),
  );
  const ring = new Ring(document.getElementById("clock"));

  // -------------------------------------------------------------------------------------------------------------------
  // What the house says

  function told(message) {
    if (message.type === "goodbye") desk.goodbye = message.sentence;
    if (message.type === "hello") desk.goodbye = "";
    if (message.lines && message.type !== "previewed") desk.log.take(message.lines);
    if (message.scene) take(message.scene);
    draw();
  }

  function take(scene) {
    const before = desk.scene;
    desk.scene = scene;
    ring.set(scene.clock);
    const { table } = scene;
    if (!before || before.table.book !== table.book) readBook(table.book);
    if (table.hold && !before?.table.hold) {
      desk.right = "";
      choose("hold");
    }
    if (!table.hold && before?.table.hold && desk.tab === "hold") choose("report");
    const keying = scene.can.acts.some((act) => act.name === "key in" && !act.refusal);
    if (keying && desk.keyedRound !== table.round && !table.hold) {
      desk.keyedRound = table.round;
      desk.keyed.clear();
      desk.more.clear();
      for (const field of main.querySelectorAll("[data-form='key in'] input")) field.value = "";
      choose("key in");
    }
    if (table.phase !== before?.table.phase) {
      desk.said = null;
      const resting = acts.querySelector(".act:hover");
      if (resting) noTips(resting.dataset.act);
    }
    if (before && table.phase !== before.table.phase && FOR[desk.tab] && table.phase !== FOR[desk.tab])
      choose("report");
    lookAtRemedies();
  }

  async function readBook(id) {
    desk.book = await ask("GET", `/api/books/${encodeURIComponent(id)}`).catch(() => null);
    draw();
  }

  /** What each remedy would do, asked as soon as the round is on hold. */
  async function lookAtRemedies() {
    const { table, can } = desk.scene;
    const now = table.hold ? `${table.version} ${can.remedies.map((remedy) => remedy.name).join()}` : "";
    if (now === desk.previewed) return;
    desk.previewed = now;
    desk.previews.clear();
    for (const remedy of can.remedies) {
      if (remedy.refusal || !table.hold) continue;
      const seen = await desk.link.preview({ type: "remedy", remedy: remedy.name }).then(
        (lines) => ({ lines }),
        (refusal) => ({ refusal: refusal.message }),
      );
      if (desk.previewed !== now) return;
      desk.previews.set(remedy.name, seen);
      draw();
    }
  }

  // -------------------------------------------------------------------------------------------------------------------
  // Drawing

  function draw() {
    const end = atEnd();
    drawNotice();
    main.firstElementChild.hidden = !desk.scene && Boolean(desk.goodbye);
    if (!desk.scene) return;
    const { table, you, running, commitment } = desk.scene;
    Object.assign(document.body.dataset, {
      phase: table.phase,
      hold: table.hold ? "yes" : "no",
      connection: desk.connection,
    });
    show(
      title,
      h("h1", null, table.id),
      h(
        "span",
        { class: "fact", key: "book" },
        h("a", { href: `/rules/${encodeURIComponent(table.book)}`, target: "_blank", rel: "noopener" }, table.book),
      ),
      h(
        "span",
        { class: "fact", key: "round", data: { testid: "round" } },
        table.round ? `Round ${table.round}` : "No round yet",
      ),
      table.hold
        ? h("a", { class: "fact hold-mark", key: "hold", href: "#work", data: { testid: "on-hold" } }, "On hold")
        : null,
      h("strong", { class: "fact phase", key: "phase", data: { testid: "phase" } }, capital(table.phase)),
      h(
        "span",
        { class: "fact", key: "deck", title: commitment || null, data: { testid: "deck" } },
        table.phase === "between rounds"
          ? running.deck === "house"
            ? "house\u2019s deck next"
            : "physical deck next"
          : commitment
            ? ["fair deck ", h("code", null, `${commitment.slice(0, 10)}\u2026`)]
            : "physical deck",
      ),
      table.offer
        ? h(
            "strong",
            { class: "fact shut-mark", key: "offer", data: { testid: "offer" } },
            `Players may withdraw (${table.offer})`,
          )
        : null,
      running.open ? null : h("strong", { class: "fact shut-mark", key: "shut" }, "Closed"),
    );
    const who = document.querySelector("#who .who-as");
    if (who) show(who, "You act as ", h("strong", null, you.role_words), ": ", h("b", null, you.name));
    show(document.getElementById("acts"), actsElement(desk));
    show(document.getElementById("glance"), glanceElement(desk));
    show(document.getElementById("work"), workElement());
    show(document.getElementById("side"), logElement(desk));
    follow(end);
    desk.watch?.();
  }

  function drawNotice() {
    const words =
      desk.goodbye ||
      (desk.connection === "lost"
        ? "The connection is lost. What you see may be out of date; it comes back by itself."
        : "");
    show(
      document.getElementById("notice"),
      words
        ? h(
            "p",
            { class: desk.goodbye ? "banner" : "banner error", data: { testid: "connection" } },
            words,
            desk.goodbye ? [" ", h("a", { href: "/staff" }, "To the floor")] : null,
          )
        : null,
    );
  }

  function workElement() {
    const shown = TABS.filter(({ tab }) => tab !== "hold" || desk.scene.table.hold);
    const open = shown.find(({ tab }) => tab === desk.tab) ?? shown[0];
    return [
      h(
        "div",
        { class: "tabs", role: "tablist", "aria-label": "Work", key: "tabs" },
        shown.map(({ tab, words, key }) =>
          h(
            "button",
            {
              type: "button",
              role: "tab",
              key: tab,
              id: `tab-${tab.replace(" ", "-")}`,
              class: tab === "hold" ? "tab hold-tab" : "tab",
              "aria-selected": tab === open.tab ? "true" : "false",
              "aria-controls": "panel",
              tabindex: tab === open.tab ? "0" : "-1",
              data: { tab },
            },
            words,
            h("kbd", null, key.toUpperCase()),
          ),
        ),
        h("span", { class: "tabs-hint", key: "hint", role: "presentation" }, h("kbd", null, "Esc"), " leaves a field"),
      ),
      h(
        "div",
        {
          class: "panel-body",
          id: "panel",
          role: "tabpanel",
          "aria-labelledby": `tab-${open.tab.replace(" ", "-")}`,
          key: "panel",
        },
        h("div", { key: `body-${open.tab}`, class: "body", data: { panel: open.tab } }, open.draw(desk)),
      ),
    ];
  }

  function choose(tab, focus = false) {
    desk.tab = tab;
    if (!focus) return;
    desk.said = null;
    draw();
    const panel = document.getElementById("panel");
    (
      panel.querySelector(".fault") ??
      panel.querySelector("input:not([type='checkbox']), select, button:not([aria-disabled]), button") ??
      document.getElementById(`tab-${tab.replace(" ", "-")}`)
    )?.focus();
  }

  // -------------------------------------------------------------------------------------------------------------------
  // Acting

  function say(place, refusal) {
    desk.said = { place, sentence: refusal.message, clause: refusal.clause };
    if (refusal.reason) desk.log.refuse(refusal.message, refusal.clause);
    draw();
  }

  /** Something was done, said where it was asked. */
  function did(place, words) {
    desk.said = { place, sentence: words, done: true };
    draw();
  }

  /** Do something and say beside where it was asked why not; the answer is whether it was done. */
  async function attempt(place, work) {
    desk.said = null;
    try {
      desk.mustBeConnected();
      const done = await work();
      draw();
      return done !== false;
    } catch (refusal) {
      say(place, refusal);
      return false;
    }
  }

  const send = (command) => desk.link.send({ type: "do", command, round: desk.scene.table.round });

  function act(name) {
    const choice = desk.scene.can.acts.find((each) => each.name === name);
    if (choice.refusal) return void say("acts", Object.assign(new Error(choice.refusal), { clause: choice.clause }));
    if (name === "key in") return void choose("key in", true);
    if (name === "reveal") return void reveal();
    attempt("acts", () => send({ type: name }));
  }

  async function reveal() {
    const field = document.getElementById("reveal-low");
    const done = await attempt("acts", () => send({ type: "reveal", low: cardsOf(field?.value ?? "") }));
    if (done && field) field.value = "";
  }

  async function houseWay(position, form) {
    const field = form?.elements.low;
    const done = await attempt(`place-${position}`, () =>
      send({ type: "house way", position, low: cardsOf(field?.value ?? "") }),
    );
    if (done && field) field.value = "";
  }

  function remedy(form) {
    const name = form.dataset.remedy;
    const choice = desk.scene.can.remedies.find((each) => each.name === name);
    attempt(`remedy-${name}`, () =>
      askOnce(desk, { title: capital(name), verb: capital(name), clause: choice.clause, command: remedyCommand(form) }),
    );
  }

  const retract = () =>
    attempt("hold", () =>
      askOnce(desk, {
        title: "Take the report back",
        verb: "Take it back",
        clause: desk.scene.table.hold.clause,
        command: { type: "retract" },
      }),
    );

  async function report(form) {
    const fault = form.dataset.report;
    const { clause } = desk.scene.can.faults.find(({ name }) => name === fault);
    const done = await attempt("report", () =>
      askOnce(desk, {
        title: `Report: ${fault}`,
        verb: "Report and hold the round",
        clause,
        command: { type: "report", fault, ...detailsOf(form) },
        words: "The round is on hold until a remedy is chosen or the report is taken back.",
      }),
    );
    if (done) desk.fault = "";
    draw();
  }

  async function wager(form) {
    let details = {};
    const done = await attempt("wager", () => {
      details = detailsOf(form);
      return send({ type: "wager", position: -1, wager: "", cents: 0, ...details });
    });
    if (!done) return;
    form.reset();
    did("wager", `Placed for ${details.player}`);
  }

  async function correct(form) {
    const round = Number(form.elements.round.value);
    const done = await attempt("correct", () =>
      askOnce(desk, {
        title: `Correct round ${round}`,
        verb: "Correct the round",
        command: { type: "correct", round },
      }),
    );
    if (done) did("correct", `Round ${round} is corrected`);
  }

  async function permit(button) {
    const { act: type, player, lift } = button.dataset;
    const lifting = lift === "yes";
    const words =
      type === "restrict"
        ? lifting
          ? "Lift the restriction"
          : "Restrict to one playing area"
        : lifting
          ? "End more than one hand"
          : "Allow more than one hand";
    await attempt("players", () =>
      askOnce(desk, { title: `${words}: ${player}`, verb: words, command: { type, player, lift: lifting } }),
    );
  }

  function run(button) {
    const { run: what, value } = button.dataset;
    if (button.getAttribute("aria-pressed") === "true") return;
    const message = { type: "run", [what]: what === "open" ? value === "yes" : value };
    if (what !== "open") return void attempt("run", () => desk.link.send(message));
    const opening = value === "yes";
    attempt("run", () =>
      askOnce(desk, {
        title: `${opening ? "Open" : "Close"} table ${name}`,
        verb: `${opening ? "Open" : "Close"} the table`,
        message,
        words: opening
          ? "Players may take positions, and rounds may begin."
          : "Nobody may take a position and no round begins until the table is open again. A round in progress is played to its end. No money moves.",
      }),
    );
  }

  const CLICKS = {
    retract,
    run,
    restrict: permit,
    "allow more": permit,
    "view conceded": (button) =>
      attempt(`place-${button.dataset.position}`, () =>
        send({ type: "view conceded", position: Number(button.dataset.position) }),
      ),
    clause: (button) => openClause(desk, button.dataset.clause, button),
    more: (button) => {
      desk.more.add(Number(button.dataset.position));
      draw();
      document.getElementById(`keyed-${button.dataset.position}`)?.focus();
    },
  };
  const SUBMITS = {
    reveal: () => act("reveal"),
    "house way": (form) => houseWay(Number(form.dataset.position), form),
    "key in": () => attempt("key in", () => send({ type: "key in", hands: keyedHands(desk) })),
    remedy,
    report,
    wager,
    correct,
  };

  const click = (event) => {
    const button = event.target.closest?.("button");
    if (!button || !desk.scene || button.type === "submit") return;
    const { tab, fault, deal, act: name } = button.dataset;
    if (tab) choose(tab, true);
    else if (fault) chooseFault(fault);
    else if (deal) act(name);
    else CLICKS[name]?.(button);
  };

  function chooseFault(fault) {
    desk.fault = fault;
    desk.said = null;
    draw();
    document.querySelector(".report :is(input:not([type='checkbox']), select, [type='submit'])")?.focus();
  }

  // The pointer still rests where somebody clicked, or the act below it has changed: its tip waits until the pointer comes anew.
  const acts = document.getElementById("acts");
  const under = (event) => event.target.closest?.(".act")?.dataset.act ?? "";
  const noTips = (name) => {
    acts.dataset.tips = "no";
    desk.tipped = name;
  };
  acts.addEventListener("click", (event) => noTips(under(event)));
  acts.addEventListener("pointerover", (event) => {
    if (under(event) !== desk.tipped) {
      desk.tipped = "";
      delete acts.dataset.tips;
    }
  });
  acts.addEventListener("pointerleave", () => {
    desk.tipped = "";
    delete acts.dataset.tips;
  });

  const submit = (event) => {
    const form = event.target.closest?.("form[data-form]");
    if (!form || !desk.scene) return;
    event.preventDefault();
    SUBMITS[form.dataset.form]?.(form);
  };

  const input = ({ target }) => {
    if (target.dataset.position && target.id.startsWith("keyed-"))
      desk.keyed.set(Number(target.dataset.position), target.value);
    else if (target.dataset.right) desk.right = target.value;
    else if (target.name === "position" && target.form?.elements.player && target.tagName === "SELECT") {
      target.form.elements.player.value = desk.scene.table.seats[target.value] ?? target.form.elements.player.value;
      return;
    } else return;
    draw();
  };

  // -------------------------------------------------------------------------------------------------------------------
  // Keys

  const keydown = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !desk.scene || document.getElementById("ask").open) return;
    const { target } = event;
    if (target.closest?.("[role='tab']") && /^Arrow(Left|Right)$/.test(event.key)) return void stepTab(event);
    if (target.matches?.(".fault") && event.key.startsWith("Arrow")) return void stepFault(event);
    if (target.closest?.("input, textarea, select")) {
      if (event.key === "Escape") target.blur();
      if (event.key === "Enter" && target.id?.startsWith("keyed-")) nextHand(event);
      return;
    }
    if (byKey(event.key.toLowerCase())) event.preventDefault();
  };

  function byKey(key) {
    const { can, table } = desk.scene;
    if (/^[1-6]$/.test(key) && can.acts[key - 1]) return (act(can.acts[key - 1].name), true);
    if (/^[7-9]$/.test(key) && can.remedies[key - 7]) {
      choose("hold");
      draw();
      const form = [...document.querySelectorAll("form[data-remedy]")][key - 7];
      return (form.requestSubmit(), true);
    }
    if (key === "0" && table.hold) return (retract(), true);
    if (key === "h" && can.house_way.length) return (houseWay(can.house_way[0]), true);
    if (key === "l") return (document.getElementById("log").focus(), true);
    const tab = TABS.find((each) => each.key === key);
    if (!tab || (tab.tab === "hold" && !table.hold)) return false;
    return (choose(tab.tab, true), true);
  }

  function stepTab(event) {
    const tabs = [...document.querySelectorAll("[role='tab']")];
    const at = tabs.indexOf(event.target.closest("[role='tab']")) + (event.key === "ArrowRight" ? 1 : -1);
    const { tab } = tabs[(at + tabs.length) % tabs.length].dataset;
    choose(tab);
    draw();
    document.getElementById(`tab-${tab.replace(" ", "-")}`).focus();
    event.preventDefault();
  }

  function stepFault(event) {
    const faults = [...document.querySelectorAll(".fault")];
    const across = Math.max(1, faults.filter((fault) => fault.offsetTop === faults[0].offsetTop).length);
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -across, ArrowDown: across }[event.key];
    faults[faults.indexOf(event.target) + step]?.focus();
    event.preventDefault();
  }

  /** Enter goes from hand to hand; from the last to the button, so that a deal is sent on purpose. */
  function nextHand(event) {
    event.preventDefault();
    const fields = [...document.querySelectorAll("[id^='keyed-']")];
    (fields[fields.indexOf(event.target) + 1] ?? document.querySelector("[data-testid='key-in']")).focus();
  }

  document.addEventListener("click", click);
  document.addEventListener("submit", submit);
  document.addEventListener("input", input);
  document.addEventListener("keydown", keydown);
  desk.link = link(name, told, (state) => {
    desk.connection = state;
    document.body.dataset.connection = state;
    draw();
  });
  show(document.getElementById("glance"), h("p", { class: "quiet" }, sentence("Connecting with the table")));
  return () => {
    desk.link.close();
    document.removeEventListener("click", click);
    document.removeEventListener("submit", submit);
    document.removeEventListener("input", input);
    document.removeEventListener("keydown", keydown);
  };
}
