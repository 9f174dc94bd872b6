// @ts-check
// The keys of the console.
// Here: what each key does. The buttons show their keys. Not here: the commands themselves (`commands`).

import { around, byId } from "../shared/dom.js";
import { OFFER } from "./acts.js";
import { act, houseWay, permitWithdrawal, retract } from "./commands.js";
import { decideFirst } from "./console-requests.js";
import { FIRST_KEY } from "./remedies.js";
import { goToTab, tabId, tabOfKey } from "./tabs.js";

/** @import { Desk } from "./desk.js" */

/**
 * @param {Desk} desk
 * @param {KeyboardEvent} event
 */
export function keyPressed(desk, event) {
  const asking = /** @type {HTMLDialogElement} */ (byId("ask")).open;
  if (event.altKey || event.ctrlKey || event.metaKey || !desk.arrived || asking) return;
  const tab = around(event, "[role='tab']");
  if (tab && /^Arrow(Left|Right)$/.test(event.key)) return stepTab(desk, event, tab);
  const fault = around(event, ".fault");
  if (fault && event.key.startsWith("Arrow")) return stepFault(event, fault);
  const field = around(event, "input, textarea, select");
  if (field) return inField(event, field);
  if (byKey(desk, event.key.toLowerCase())) event.preventDefault();
}

/**
 * @param {KeyboardEvent} event
 * @param {HTMLElement} field
 */
function inField(event, field) {
  if (event.key === "Escape") field.blur();
  if (event.key === "Enter" && field.id.startsWith("keyed-")) nextHand(event, field);
}

/**
 * Do what a key stands for; returns whether it stands for anything.
 * @param {Desk} desk
 * @param {string} key
 */
function byKey(desk, key) {
  const { can, table } = desk.scene;
  const digit = /^[1-9]$/.test(key) ? Number(key) : 0;
  const tab = tabOfKey(desk, key);
  if (digit && digit < FIRST_KEY && can.acts[digit - 1]) act(desk, can.acts[digit - 1].name);
  else if (digit >= FIRST_KEY && can.remedies[digit - FIRST_KEY]) chooseRemedy(desk, digit - FIRST_KEY);
  else if (key === "0" && table.hold) retract(desk);
  else if (key === "h" && can.house_way.length) houseWay(desk, can.house_way[0]);
  else if (key === "b" && can.acts.some(({ name }) => name === OFFER)) act(desk, OFFER);
  else if (key === "m" && can.permit) permitWithdrawal(desk);
  else if (key === "a") return decideFirst(desk);
  else if (key === "l") byId("log").focus();
  else if (tab) goToTab(desk, tab);
  else return false;
  return true;
}

/**
 * @param {Desk} desk
 * @param {number} index
 */
function chooseRemedy(desk, index) {
  desk.tab = "hold";
  desk.draw();
  const forms = /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-remedy]"));
  forms[index].requestSubmit();
}

/**
 * @param {Desk} desk
 * @param {KeyboardEvent} event
 * @param {HTMLElement} from
 */
function stepTab(desk, event, from) {
  const tabs = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[role='tab']")]);
  const at = tabs.indexOf(from) + (event.key === "ArrowRight" ? 1 : -1);
  desk.tab = tabs[(at + tabs.length) % tabs.length].dataset.tab ?? "";
  desk.draw();
  byId(tabId(desk.tab)).focus();
  event.preventDefault();
}

/**
 * @param {KeyboardEvent} event
 * @param {HTMLElement} from
 */
function stepFault(event, from) {
  const faults = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".fault")]);
  const across = Math.max(1, faults.filter((fault) => fault.offsetTop === faults[0].offsetTop).length);
  /** @type {Record<string, number>} */
  const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -across, ArrowDown: across };
  faults[faults.indexOf(from) + steps[event.key]]?.focus();
  event.preventDefault();
}

/**
 * Enter goes from hand to hand, and from the last one to the button, so that no deal is sent by accident.
 * @param {KeyboardEvent} event
 * @param {HTMLElement} from
 */
function nextHand(event, from) {
  event.preventDefault();
  const fields = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[id^='keyed-']")]);
  const button = /** @type {HTMLElement} */ (document.querySelector("[data-testid='key-in']"));
  (fields[fields.indexOf(from) + 1] ?? button).focus();
}
