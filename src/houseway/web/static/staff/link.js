// The console's connection with its table.
// Here: asking beforehand. Not here: the connection itself (`socket`).

import { connect } from "../shared/socket.js";

/**
 * Connect as staff.
 * @param {string} table
 * @param {(message: Object) => void} told
 * @param {(state: string) => void} changed
 */
export function link(table, told, changed) {
  const { send, close } = connect(table, "staff", told, changed);
  return {
    send,
    close,
    /** What a request would lead to: its lines; broken by a Refusal. */
    preview: (command) => send({ type: "preview", command }).then(({ lines }) => lines),
  };
}
