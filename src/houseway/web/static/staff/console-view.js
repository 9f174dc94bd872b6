// @ts-check
// Drawing the console of one table.
// Here: its header, its notice, and where each part goes. Not here: the parts.

import { byId, h } from "../shared/dom.js";
import { capital, sentence } from "../shared/words.js";
import { actsElement } from "./acts.js";
import { drawDecision } from "./decide.js";
import { glanceElement } from "./glance.js";
import { drawLines, logElement } from "./log.js";
import { requestsElement } from "./requests.js";
import { show } from "./show.js";
import { workElement } from "./tabs.js";
import { actingAs, noticeElement } from "./words.js";

/** @import { Desk } from "./desk.js" */

const LOST = "The connection is lost. What you see may be out of date. Reconnecting.";

/** The empty parts of the console. */
export function consoleElement() {
  return h(
    "div",
    { class: "console" },
    h("section", { id: "acts", class: "acts-area" }),
    h("section", { id: "glance", class: "glance", "aria-label": "The table" }),
    h("section", { id: "work", class: "work", "aria-label": "Work" }),
    h("aside", { id: "side", class: "side", "aria-label": "Log" }),
  );
}

/**
 * Draw everything.
 * @param {Desk} desk
 */
export function drawConsole(desk) {
  drawNotice(desk);
  const parts = /** @type {HTMLElement | null} */ (byId("main").firstElementChild);
  if (parts) parts.hidden = !desk.arrived && Boolean(desk.goodbye);
  if (!desk.arrived) return;
  const { table, you } = desk.scene;
  const hold = table.hold ? "yes" : "no";
  Object.assign(document.body.dataset, { phase: table.phase, hold, connection: desk.connected });
  show(byId("title"), titleElement(desk));
  const who = document.querySelector("#who .who-as");
  if (who) show(who, actingAs(you));
  show(byId("acts"), actsElement(desk));
  show(byId("glance"), glanceElement(desk));
  show(byId("work"), workElement(desk));
  show(byId("side"), logElement(desk));
  drawLines(desk);
  desk.watch?.();
  drawDecision();
}

/** @param {Desk} desk */
function drawNotice(desk) {
  const { goodbye, connected } = desk;
  if (connected === "locked") return show(byId("notice"), null);
  const stopped = desk.arrived ? desk.scene.stopped : "";
  const words = goodbye || (connected === "lost" ? LOST : stopped ? sentence(stopped) : "");
  const attributes = { class: goodbye ? "banner" : "banner error", key: "banner", data: { testid: "connection" } };
  const way = goodbye ? [" ", h("a", { href: "/staff" }, "To the floor")] : null;
  show(
    byId("notice"),
    words ? h("p", attributes, words, way) : null,
    desk.arrived && !goodbye ? requestsElement(desk.scene.asked, { key: "A" }) : null,
    desk.arrived ? noticeElement(desk, "requests") : null,
  );
}

/** @param {Desk} desk */
function titleElement(desk) {
  const { table, running } = desk.scene;
  const rules = { href: `/rules/${encodeURIComponent(table.book)}`, target: "_blank", rel: "noopener" };
  const phase = { class: "fact phase", key: "phase", data: { testid: "phase" } };
  const offer = { class: "fact shut-mark", key: "offer", data: { testid: "offer" } };
  const hold = { class: "fact hold-mark", key: "hold", href: "#work", data: { testid: "on-hold" } };
  return [
    h("h1", null, table.id),
    h("span", { class: "fact", key: "book" }, h("a", rules, table.book)),
    h(
      "span",
      { class: "fact", key: "round", data: { testid: "round" } },
      table.round ? `Round ${table.round}` : "No round yet",
    ),
    table.hold ? h("a", hold, "On hold") : null,
    h("strong", phase, capital(table.phase)),
    deckElement(desk),
    table.offer ? h("strong", offer, `Players may withdraw (${table.offer})`) : null,
    conflictsElement(desk),
    running.open ? null : h("strong", { class: "fact shut-mark", key: "shut" }, "Closed"),
  ];
}

/**
 * The players who may not play here because they staff the table.
 * @param {Desk} desk
 */
function conflictsElement({ scene: { conflicts } }) {
  const words = Object.entries(conflicts).map(([player, staff]) => `${player} (${staff})`);
  const attributes = { class: "fact", key: "conflicts", data: { testid: "conflicts" } };
  return words.length ? h("span", attributes, `May not play here: ${words.join(", ")}`) : null;
}

/**
 * The deck of the round, or of the next one.
 * @param {Desk} desk
 */
function deckElement({ scene: { table, running, commitment } }) {
  const attributes = { class: "fact", key: "deck", title: commitment || null, data: { testid: "deck" } };
  if (table.phase === "between rounds") {
    return h("span", attributes, running.deck === "house" ? "house\u2019s deck next" : "physical deck next");
  }
  if (!commitment) return h("span", attributes, "physical deck");
  return h("span", attributes, "fair deck ", h("code", null, `${commitment.slice(0, 10)}\u2026`));
}
