// The connection of a page with a table.
// Here: one socket that shows itself lost, comes back by itself, and sends again what was not answered. Not here: what
// the messages mean.

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const SILENCE = 20000;
const GIVE_UP = 30000;
const FINAL = 4400; // the house closes with a code from here on where trying again is of no use

const ANSWERS = ["done", "refused", "previewed"];

/** A message the house did not carry out. */
export class Refusal extends Error {
  constructor({ sentence, clause, reason }) {
    super(sentence);
    this.clause = clause ?? "";
    this.reason = reason ?? "";
  }
}

/**
 * Connect with a table.
 * @param {string} table its name
 * @param {"player"|"staff"} as
 * @param {(message: Object) => void} told called with every message that is no answer; after a `goodbye` the
 *   connection is tried again, unless the house closed it for good
 * @param {(state: "connecting"|"connected"|"lost"|"closed") => void} changed
 * @returns {{send: (message: Object) => Promise<Object>, close: () => void}} `send` gives the message an id; its promise
 *   is kept by `done` and broken with a Refusal by `refused`
 */
export function connect(table, as, told, changed) {
  const waiting = new Map();
  let socket = null;
  let wait = FIRST_WAIT;
  let over = false;
  let heard = 0;
  let timer = 0;

  function open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/socket/${encodeURIComponent(table)}?as=${as}&protocol=1`);
    socket.onmessage = ({ data }) => hear(JSON.parse(data));
    socket.onclose = again;
    socket.onerror = () => socket.close();
  }

  function hear(message) {
    heard = Date.now();
    if (ANSWERS.includes(message.type)) {
      const sent = waiting.get(message.id);
      waiting.delete(message.id);
      clearTimeout(sent?.timer);
      if (message.type === "refused") sent?.broken(new Refusal(message));
      else sent?.kept(message);
      return;
    }
    if (message.type === "hello") {
      wait = FIRST_WAIT;
      changed("connected");
      told(message);
      for (const sent of waiting.values()) socket.send(sent.text);
      return;
    }
    told(message);
  }

  function again({ code }) {
    if (over || code >= FINAL) {
      over = true;
      changed("closed");
      return;
    }
    changed("lost");
    clearTimeout(timer);
    timer = setTimeout(open, wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 1.7, LONGEST_WAIT);
  }

  function send(message) {
    const id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`;
    const text = JSON.stringify({ ...message, id });
    return new Promise((kept, broken) => {
      const sent = { text, kept, broken };
      sent.timer = setTimeout(() => {
        waiting.delete(id);
        broken(new Refusal({ sentence: "The house did not answer in time; look at the table before you try again" }));
      }, GIVE_UP);
      waiting.set(id, sent);
      if (socket?.readyState === WebSocket.OPEN) socket.send(text);
    });
  }

  const pulse = setInterval(() => {
    if (socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - heard > 2 * SILENCE) socket.close();
    else if (Date.now() - heard > SILENCE) send({ type: "ping" }).catch(() => {});
  }, SILENCE / 4);

  const hurry = () => {
    if (!over && socket?.readyState === WebSocket.CLOSED) {
      clearTimeout(timer);
      open();
    }
  };
  addEventListener("online", hurry);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && hurry());

  changed("connecting");
  open();
  return {
    send,
    close() {
      over = true;
      clearInterval(pulse);
      socket?.close();
    },
    /** Open anew, as somebody else perhaps: after a name was taken. */
    renew() {
      over = false;
      wait = FIRST_WAIT;
      if (socket && socket.readyState <= WebSocket.OPEN) {
        socket.onclose = null;
        socket.close();
      }
      open();
    },
  };
}
