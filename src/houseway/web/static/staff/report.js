// @ts-check
// Reporting that something went wrong.
// Here: the book's faults with the fields of each report. Not here: which faults can be reported, when, by whom and
// with which details: that comes from the scene.

import { clauseElement, clauseText } from "../shared/clauses.js";
import { h } from "../shared/dom.js";
import { capital } from "../shared/words.js";
import { detailFields } from "./details.js";
import { noticeElement, refusalWords } from "./words.js";

/** @import { Desk } from "./desk.js" */

const CHOOSE = "Choose what went wrong. You see the consequences before anything is reported.";

/** @param {Desk} desk */
export function faultsElement(desk) {
  const { faults } = desk.scene.can;
  const chosen = faults.find(({ name }) => name === desk.fault);
  if (!faults.length) return h("p", { class: "quiet" }, "This book lists no irregularities.");
  return h(
    "div",
    { class: "faults" },
    h(
      "div",
      { class: "fault-list", key: "list", role: "group", "aria-label": "What went wrong" },
      faults.map((fault) => faultElement(fault, fault === chosen)),
    ),
    h(
      "div",
      { class: "fault-form", key: "form" },
      chosen ? reportElement(desk, chosen) : [h("p", { class: "quiet" }, CHOOSE), noticeElement(desk, "report")],
    ),
  );
}

/**
 * @param {Wire.Choice} fault
 * @param {boolean} chosen
 */
function faultElement(fault, chosen) {
  const attributes = {
    type: "button",
    class: "fault",
    key: fault.name,
    "aria-pressed": String(chosen),
    "aria-disabled": fault.refusal ? "true" : null,
    title: fault.refusal ? refusalWords(fault.refusal) : null,
    data: { fault: fault.name },
  };
  return h("button", attributes, h("span", null, capital(fault.name)), h("small", null, fault.clause));
}

/**
 * @param {Desk} desk
 * @param {Wire.Choice} fault
 */
function reportElement(desk, fault) {
  const words = clauseText(desk.book, fault.clause);
  const whyNot = { class: "refused", key: "why-not", data: { testid: "why-not" } };
  const button = {
    type: "submit",
    key: "button",
    class: fault.refusal ? "" : "main",
    "aria-disabled": fault.refusal ? "true" : null,
    data: { testid: "report" },
  };
  return h(
    "form",
    { class: "report", key: fault.name, data: { form: "report", report: fault.name } },
    h("h3", { key: "title" }, capital(fault.name), " ", clauseElement(desk, fault.clause)),
    words ? h("p", { class: "words-of", key: "words" }, words) : null,
    fault.refusal ? h("p", whyNot, refusalWords(fault.refusal)) : null,
    h("div", { class: "fields", key: "fields" }, detailFields(desk, [...fault.asks, "note"], "report")),
    h("div", { class: "report-foot", key: "foot" }, h("button", button, "Report"), noticeElement(desk, "report")),
  );
}
