// @ts-check
// The console of one table.
// Here: connecting to the table, and listening to clicks, forms and keys. Not here: the parts it draws, any rule.

import { around, byId, fieldOf, h } from "../shared/dom.js";
import { Connection } from "../shared/socket.js";
import { act, pressed, submitted } from "./commands.js";
import { ConsoleNews } from "./console-news.js";
import { consoleElement, drawConsole } from "./console-view.js";
import { Desk } from "./desk.js";
import { keyPressed } from "./keys.js";
import { show } from "./show.js";
import { goToTab } from "./tabs.js";
import { Tips } from "./tips.js";

/**
 * Open the console of a table; returns what closes it, and what connects it again once the page is unlocked.
 * @param {string} name
 * @param {Wire.Fields} fields
 * @param {() => void} locked called when the house has locked the page
 * @returns {{close: () => void, unlocked: () => void}}
 */
export function openConsole(name, fields, locked) {
  const desk = new Desk(name, fields);
  document.body.dataset.view = "console";
  document.title = `${name} - Houseway staff`;
  show(byId("title"), h("h1", null, name));
  byId("main").replaceChildren(consoleElement());
  desk.draw = () => drawConsole(desk);
  const tips = new Tips(byId("acts"));
  const news = new ConsoleNews(desk, () => tips.changed());
  const listening = new AbortController();
  listen(desk, listening.signal);
  desk.connection = new Connection(
    name,
    "staff",
    (message) => news.hear(message),
    (state) => {
      desk.connected = state;
      document.body.dataset.connection = state;
      if (state === "locked") locked();
      desk.draw();
    },
  );
  show(byId("glance"), h("p", { class: "quiet" }, "Connecting to the table."));
  return {
    close() {
      desk.connection.close();
      listening.abort();
    },
    unlocked: () => desk.connection.renew(),
  };
}

/**
 * @param {Desk} desk
 * @param {AbortSignal} signal
 */
function listen(desk, signal) {
  document.addEventListener("click", (event) => clicked(desk, event), { signal });
  document.addEventListener("input", (event) => typed(desk, event), { signal });
  document.addEventListener("keydown", (event) => keyPressed(desk, event), { signal });
  document.addEventListener(
    "submit",
    (event) => {
      const form = /** @type {HTMLFormElement | null} */ (around(event, "form[data-form]"));
      if (!form || !desk.arrived) return;
      event.preventDefault();
      submitted(desk, form);
    },
    { signal },
  );
}

/**
 * @param {Desk} desk
 * @param {Event} event
 */
function clicked(desk, event) {
  const button = /** @type {HTMLButtonElement | null} */ (around(event, "button"));
  if (!button || !desk.arrived || button.type === "submit") return;
  const { tab, fault, deal, act: name = "" } = button.dataset;
  if (tab) goToTab(desk, tab);
  else if (fault) chooseFault(desk, fault);
  else if (deal) act(desk, name);
  else pressed(desk, button);
}

/**
 * @param {Desk} desk
 * @param {string} fault
 */
function chooseFault(desk, fault) {
  desk.fault = fault;
  desk.notice = null;
  desk.draw();
  const first = document.querySelector(".report :is(input:not([type='checkbox']), select, [type='submit'])");
  /** @type {HTMLElement | null} */ (first)?.focus();
}

/**
 * Follow what is typed: the cards of hands, and the player of a position.
 * @param {Desk} desk
 * @param {Event} event
 */
function typed(desk, event) {
  const target = /** @type {HTMLInputElement} */ (event.target);
  if (target.name === "position" && target.tagName === "SELECT") return choosePlayer(desk, target);
  if (target.id.startsWith("keyed-")) desk.keyed.set(Number(target.dataset.position), target.value);
  else if (target.dataset.right) desk.right = target.value;
  else return;
  desk.draw();
}

/**
 * When a position is chosen, choose its player too.
 * @param {Desk} desk
 * @param {HTMLInputElement} position
 */
function choosePlayer(desk, position) {
  const player = position.form ? fieldOf(position.form, "player") : null;
  const seated = desk.scene.table.seats[Number(position.value)];
  if (player && seated) player.value = seated;
}
