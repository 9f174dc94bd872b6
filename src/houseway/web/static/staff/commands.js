// @ts-check
// The actions of staff at the console.
// Here: each request, confirmed first if it is dangerous. Not here: the buttons and keys that trigger it (`console`).

import { openClause } from "../shared/clauses.js";
import { byId, fieldOf } from "../shared/dom.js";
import { capital } from "../shared/words.js";
import { askOnce } from "./ask.js";
import { pressRequest, sendOrAsk } from "./console-requests.js";
import { keyedAgain, keyedHands } from "./deal.js";
import { detailsOf } from "./details.js";
import { repay } from "./owed.js";
import { remedyCommand } from "./remedies.js";
import { setLimits } from "./table-limits.js";
import { goToTab } from "./tabs.js";
import { cardsOf } from "./typed.js";

/** @import { Desk } from "./desk.js" */

const OPENING = "Players may take positions, and rounds may begin.";
const CLOSING =
  "Nobody may take a position and no round begins until the table is open again. " +
  "A round in progress is played to its end. No money moves.";
const PROHIBITING = "It holds in the whole house, until a gaming shift manager lifts it.";
const LIFTING = "The player may play again at every table of the house.";
const HOLDING = "The round is on hold until a remedy is chosen or the report is withdrawn.";
const HOLDING_THE_TABLE = "No new round begins until a remedy is chosen or the report is withdrawn.";

/**
 * One of the dealer's acts.
 * @param {Desk} desk
 * @param {string} name
 */
export function act(desk, name) {
  const choice = desk.scene.can.acts.find((each) => each.name === name);
  if (choice?.refusal) desk.say("acts", Object.assign(new Error(choice.refusal), { clause: choice.clause }));
  else if (name === "key in") goToTab(desk, "key in");
  else if (name === "reveal") reveal(desk);
  else desk.attempt("acts", () => desk.send(/** @type {Wire.Command} */ ({ type: name })));
}

/** @param {Desk} desk */
function reveal(desk) {
  const field = /** @type {HTMLInputElement | null} */ (document.getElementById("reveal-low"));
  return sendLow(desk, "acts", field, (low) => ({ type: "reveal", low }));
}

/**
 * Set a position the house way, or as the dealer set it by hand.
 * @param {Desk} desk
 * @param {number} position
 * @param {HTMLFormElement} [form]
 */
export function houseWay(desk, position, form) {
  const field = form ? fieldOf(form, "low") : null;
  return sendLow(desk, `place-${position}`, field, (low) => ({ type: "house way", position, low }));
}

/**
 * Send a command with the low hand of a field, and empty the field once it is done.
 * @param {Desk} desk
 * @param {string} place
 * @param {HTMLInputElement | null} field
 * @param {(low: string[]) => Wire.Command} command
 */
async function sendLow(desk, place, field, command) {
  const done = await desk.attempt(place, () => desk.send(command(cardsOf(field?.value ?? ""))));
  if (done && field) field.value = "";
}

/** @param {Desk} desk */
export function retract(desk) {
  const clause = desk.scene.table.hold?.clause;
  const question = { title: "Withdraw the report", verb: "Withdraw it", clause, command: { type: "retract" } };
  desk.attempt("hold", () => askOnce(desk, /** @type {import("./ask.js").Question} */ (question)));
}

/**
 * @param {Desk} desk
 * @param {HTMLFormElement} form
 */
function remedy(desk, form) {
  const command = remedyCommand(form);
  const clause = desk.scene.can.remedies.find((each) => each.name === command.remedy)?.clause;
  const title = capital(command.remedy);
  desk.attempt(`remedy-${command.remedy}`, () => askOnce(desk, { title, verb: title, clause, command }));
}

/**
 * @param {Desk} desk
 * @param {HTMLFormElement} form
 */
async function report(desk, form) {
  const fault = /** @type {Wire.Fault} */ (form.dataset.report);
  const clause = desk.scene.can.faults.find(({ name }) => name === fault)?.clause;
  const over = desk.scene.table.phase === "between rounds";
  const done = await desk.attempt("report", () =>
    askOnce(desk, {
      title: `Report: ${fault}`,
      verb: over ? "Report and hold the table" : "Report and hold the round",
      clause,
      command: { type: "report", fault, ...detailsOf(form) },
      words: over ? HOLDING_THE_TABLE : HOLDING,
    }),
  );
  if (done) desk.fault = "";
  desk.draw();
}

/**
 * @param {Desk} desk
 * @param {HTMLFormElement} form
 */
async function wager(desk, form) {
  let player = "";
  const done = await desk.attempt("wager", () => {
    const details = detailsOf(form);
    player = details.player ?? "";
    return desk.send({ type: "wager", position: -1, wager: "", cents: 0, ...details });
  });
  if (!done) return;
  form.reset();
  desk.did("wager", `Placed for ${player}`);
}

/**
 * @param {Desk} desk
 * @param {HTMLFormElement} form
 */
async function correct(desk, form) {
  const round = Number(fieldOf(form, "round").value);
  const title = `Correct round ${round}`;
  let words = "";
  await desk.attempt("correct", async () => {
    const done = await askOnce(desk, { title, verb: "Correct the round", command: { type: "correct", round } });
    const asked = "Asked: it is corrected once a second person has confirmed it";
    if (done) words = done === "asked" ? asked : "The round is corrected";
  });
  if (words) desk.did("correct", words);
}

/**
 * Permit players to withdraw their wagers after a remedy.
 * @param {Desk} desk
 */
export function permitWithdrawal(desk) {
  const { permit: choice } = desk.scene.can;
  if (!choice) return;
  const { clause } = choice;
  if (choice.refusal) return desk.say("acts", Object.assign(new Error(choice.refusal), { clause }));
  const title = "Permit withdrawal";
  desk.attempt("acts", () => askOnce(desk, { title, verb: title, clause, command: { type: "permit withdrawal" } }));
}

/**
 * Restrict a player to one playing area, allow more than one hand, prohibit a player from play, or end one of them.
 * @param {Desk} desk
 * @param {"restrict" | "allow more" | "prohibit"} type
 * @param {DOMStringMap} data
 */
function permit(desk, type, { player = "", lift }) {
  const lifting = lift === "yes";
  const words = {
    restrict: lifting ? "Lift the restriction" : "Restrict to one playing area",
    "allow more": lifting ? "Limit to one hand" : "Allow more than one hand",
    prohibit: lifting ? "Lift the prohibition" : "Prohibit from play",
  }[type];
  const command = { type, player, lift: lifting };
  const more = type === "prohibit" ? { words: lifting ? LIFTING : PROHIBITING } : {};
  desk.attempt("players", () => askOnce(desk, { title: `${words}: ${player}`, verb: words, command, ...more }));
}

/**
 * Record a payment in cash, or write off a debt.
 * @param {Desk} desk
 * @param {HTMLFormElement} form
 * @param {string} [way]
 */
async function settleDebt(desk, form, way) {
  let words = "";
  await desk.attempt("players", async () => {
    words = await repay(desk.you, form, way);
  });
  if (words) desk.did("players", words);
}

/**
 * Change how the table is run.
 * @param {Desk} desk
 * @param {HTMLElement} button
 */
function run(desk, button) {
  const { run: what = "", value } = button.dataset;
  if (button.getAttribute("aria-pressed") === "true") return;
  const opening = value === "yes";
  const message = { type: /** @type {const} */ ("run"), [what]: what === "open" ? opening : value };
  const deck = `The deck of ${desk.name}`;
  if (what !== "open") return void desk.attempt("run", () => sendOrAsk(desk, message, message, deck));
  const verb = opening ? "Open" : "Close";
  const words = opening ? OPENING : CLOSING;
  desk.attempt("run", () =>
    askOnce(desk, { title: `${verb} table ${desk.name}`, verb: `${verb} the table`, message, words }),
  );
}

/**
 * Key in the hands, or key them in again; once they are sent, nobody can read them in the form again.
 * @param {Desk} desk
 * @param {HTMLFormElement} form
 * @param {Wire.Command} command
 */
async function keyIn(desk, form, command) {
  const message = { type: "do", command, round: desk.scene.table.round };
  const done = await desk.attempt("key in", () => sendOrAsk(desk, message, command, "Key cards in again"));
  if (!done) return;
  desk.keyed.clear();
  form.reset();
  desk.draw();
}

/**
 * Add a position to those that are keyed in.
 * @param {Desk} desk
 * @param {number} position
 */
function addHand(desk, position) {
  desk.more.add(position);
  desk.draw();
  byId(`keyed-${position}`)?.focus();
}

/**
 * Do what a button stands for, by its name.
 * @param {Desk} desk
 * @param {HTMLElement} button
 */
export function pressed(desk, button) {
  const { act: name, clause = "", position: at } = button.dataset;
  const position = Number(at);
  if (button.dataset.request) pressRequest(desk, button);
  else if (name === "retract") retract(desk);
  else if (name === "run") run(desk, button);
  else if (name === "permit withdrawal") permitWithdrawal(desk);
  else if (name === "restrict" || name === "allow more" || name === "prohibit") permit(desk, name, button.dataset);
  else if (name === "owed" && button.closest("form")) {
    settleDebt(desk, /** @type {HTMLFormElement} */ (button.closest("form")), button.dataset.way);
  } else if (name === "clause") openClause(desk, clause, button);
  else if (name === "more") addHand(desk, position);
  else if (name === "view conceded") {
    desk.attempt(`place-${position}`, () => desk.send({ type: "view conceded", position }));
  }
}

/**
 * Do what a form stands for, by its name.
 * @param {Desk} desk
 * @param {HTMLFormElement} form
 */
export function submitted(desk, form) {
  const { form: name, position } = form.dataset;
  if (name === "reveal") act(desk, "reveal");
  else if (name === "house way") houseWay(desk, Number(position), form);
  else if (name === "key in") keyIn(desk, form, { type: "key in", hands: keyedHands(desk) });
  else if (name === "key again") keyIn(desk, form, { type: "key again", hands: keyedAgain(desk) });
  else if (name === "remedy") remedy(desk, form);
  else if (name === "report") report(desk, form);
  else if (name === "wager") wager(desk, form);
  else if (name === "correct") correct(desk, form);
  else if (name === "limits") setLimits(desk, form);
  else if (name === "owed") settleDebt(desk, form);
}
