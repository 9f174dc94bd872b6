// The console's connection with its table.
// Here: asking beforehand, one question at a time, so that an answer always belongs to its question, also after the
// connection was lost. Not here: the connection itself (`socket`).

import { connect } from "./socket.js";

/**
 * Connect as staff.
 * @param {string} table
 * @param {(message: Object) => void} told
 * @param {(state: string) => void} changed
 */
export function link(table, told, changed) {
  const seen = new Set();
  const lost = [];
  let open = null;
  let last = Promise.resolve();

  const socket = connect(table, "staff", (message) => {
    if (message.type !== "previewed") return void told(message);
    if (seen.has(message.id)) return;
    seen.add(message.id);
    if (lost.length) lost.shift();
    else open?.kept(message);
  }, (state) => {
    if (state !== "connected" && open) {
      lost.push(open);
      open.broken(new Error("The connection was lost; look again"));
      open = null;
    }
    changed(state);
  });

  function ask(command) {
    return new Promise((kept, broken) => {
      const question = { kept, broken };
      open = question;
      socket.send({ type: "preview", command }).then(kept, (refusal) => {
        if (lost.includes(question)) lost.splice(lost.indexOf(question), 1);
        broken(refusal);
      });
    }).finally(() => { open = null; });
  }

  return {
    send: socket.send,
    close: socket.close,
    /** What a request would lead to: its lines; broken by a Refusal. */
    preview(command) {
      const answer = last.then(() => ask(command)).then((message) => message.lines);
      last = answer.catch(() => {});
      return answer;
    },
  };
}
