// Asking once before a dangerous act.
// Here: one dialog with the clause, the sentences of what will happen and the money that will move. Enter confirms,
// Escape cancels. What is confirmed is what was shown: a table that has moved on is looked at again. Not here: the acts.

import { clauseElement, clauseWords, lineWords } from "../shared/log.js";
import { h, money } from "../shared/dom.js";
import { refusalWords } from "./acts.js";
import { show } from "./show.js";

/** The money that the lines of a preview move, by player: what he receives, or what is taken from him where negative. */
export function moneyMoved(lines) {
  const moved = new Map();
  const add = (player, cents) => cents && moved.set(player, (moved.get(player) ?? 0) + cents);
  for (const { event } of lines) {
    if (event.type === "wager settled") add(event.player, event.back + event.payout - event.commission);
    else if (event.type === "wager found") add(event.player, event.was - event.cents);
    else if (["envy paid", "settlement corrected", "wager withdrawn"].includes(event.type))
      add(event.player, event.cents);
  }
  return moved;
}

/** That money in a sentence or a list. */
export function moneyElement(lines) {
  const moved = [...moneyMoved(lines)];
  if (!moved.length) return h("p", { class: "money-none", data: { testid: "money" } }, "No money moves.");
  return h(
    "dl",
    { class: "money", data: { testid: "money" } },
    moved.map(([player, cents]) =>
      h(
        "div",
        { key: player, data: { player, cents } },
        h("dt", null, cents < 0 ? `From ${player}` : `To ${player}`),
        h("dd", { class: "number" }, money(Math.abs(cents))),
      ),
    ),
  );
}

/**
 * Ask once. Resolves to true once the house has done it, to false where it was cancelled; broken by the refusal of the
 * preview.
 * @param {Object} desk the console
 * @param {{title: string, verb: string, clause?: string, words?: string, command?: Object, message?: Object}} act
 *   `command` is previewed and sent with the version that was looked at; `message` is sent as it is
 */
export async function askOnce(desk, act) {
  const dialog = document.getElementById("ask");
  const state = { lines: null, version: desk.scene.table.version, said: "", sending: false };
  const look = async () => {
    const { version } = desk.scene.table;
    if (act.command) state.lines = await desk.link.preview(act.command);
    state.version = version; // what is shown belongs to this version, and is confirmed for no other
  };
  await look();
  return new Promise((kept) => {
    const stale = () => act.command && desk.scene.table.version !== state.version;
    const draw = () => {
      show(dialog, dialogElement(desk, act, state, stale()));
      if (!dialog.open) dialog.showModal();
    };
    const end = (done) => {
      desk.watch = null;
      dialog.removeEventListener("submit", submit);
      dialog.removeEventListener("click", click);
      dialog.removeEventListener("close", closed);
      if (dialog.open) dialog.close();
      kept(done);
    };
    const closed = () => end(false);
    const click = (event) => event.target.closest("[data-ask='cancel']") && end(false);
    const submit = async (event) => {
      event.preventDefault();
      if (state.sending) return;
      state.sending = true;
      const again = stale();
      try {
        desk.mustBeConnected();
        if (again) {
          await look();
          state.said = "";
        } else {
          await desk.link.send(act.message ?? { type: "do", command: act.command, version: state.version });
          return void end(true);
        }
      } catch (refusal) {
        state.said = refusal.message;
        if (refusal.reason) desk.refused(refusal);
      }
      state.sending = false;
      draw();
    };
    dialog.addEventListener("submit", submit);
    dialog.addEventListener("click", click);
    dialog.addEventListener("close", closed);
    desk.watch = draw;
    dialog.replaceChildren();
    draw();
    dialog.querySelector("[data-ask='confirm']").focus();
  });
}

function dialogElement(desk, act, state, stale) {
  const clause = act.clause ?? state.lines?.at(-1)?.clause ?? "";
  const words = clauseWords(desk.book, clause);
  const { you } = desk.scene;
  return h(
    "form",
    { method: "dialog", class: "ask-form" },
    h(
      "h2",
      { id: "ask-title", key: "title" },
      act.title,
      clause ? [" ", h("span", { class: "ask-clause" }, clause)] : null,
    ),
    words.length
      ? h(
          "div",
          { class: "ask-words", key: "words" },
          words.map(([name, text]) => h("p", { key: name }, words.length > 1 ? h("b", null, `${name} `) : null, text)),
        )
      : null,
    act.words ? h("p", { class: "ask-plain", key: "plain" }, act.words) : null,
    state.lines
      ? h(
          "div",
          { class: "ask-preview", key: "preview" },
          h("h3", null, "What will happen"),
          h(
            "ol",
            { class: "ask-lines", data: { testid: "preview" } },
            state.lines.map((line, index) =>
              h(
                "li",
                { key: `l${index}`, data: { event: line.event.type } },
                h("span", null, lineWords(line)),
                " ",
                clauseElement(desk, line.clause),
              ),
            ),
          ),
          h("h3", null, "Money"),
          moneyElement(state.lines),
        )
      : null,
    stale
      ? h(
          "p",
          { class: "banner", role: "alert", key: "stale", data: { testid: "stale" } },
          "The table has moved on since. Look again before you decide.",
        )
      : null,
    state.said
      ? h("p", { class: "refused", role: "alert", key: "said", data: { testid: "said" } }, refusalWords(state.said))
      : null,
    h(
      "p",
      { class: "ask-who", key: "who" },
      "You act as ",
      h("strong", null, you.role_words),
      ": ",
      h("b", null, you.name),
    ),
    h(
      "div",
      { class: "ask-buttons", key: "buttons" },
      h("button", { type: "button", data: { ask: "cancel" } }, "Cancel", h("kbd", null, "Esc")),
      h(
        "button",
        { type: "submit", class: "main", data: { ask: "confirm" } },
        stale ? "Look again" : act.verb,
        h("kbd", null, "Enter"),
      ),
    ),
  );
}
