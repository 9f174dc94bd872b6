// Keys.
// Here: which key asks for what. Every act here is also a button on the page; the buttons name their keys.

/**
 * Listen for keys.
 * @param {Object} table the page
 * @param {{put: Function, amount: Function, aim: Function, repeat: Function, clear: Function, ready: Function, card: Function,
 *   confirm: Function, undo: Function, houseWay: Function, view: Function, skip: Function}} acts
 */
export function listen(table, acts) {
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !table.scene) return;
    if (event.target.closest?.("input, textarea, select")) return;
    if (event.key === "Escape") return void acts.skip();
    const button = event.target.closest?.("button, a, summary");
    if ((event.key === "Enter" && button && !button.matches(".card, .circle, .chip-button")) || event.key === " ")
      return;
    const done = choose(event);
    if (done) event.preventDefault();
  });

  function choose(event) {
    const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1] ?? (/^[1-9]$/.test(event.key) ? event.key : "");
    const key = event.key.toLowerCase();
    if (table.scene.arranging) {
      if (digit) return (acts.card(Number(digit)), true);
      if (key === "enter") return (acts.confirm(), true);
      if (key === "backspace") return (acts.undo(), true);
      if (key === "h") return (acts.houseWay(), true);
      return false;
    }
    if (digit && Object.keys(table.scene.can.wager).length) return (acts.put(Number(digit), event.shiftKey), true);
    if (key === "a") return (acts.amount(), true);
    if (key === "f") return (acts.aim(), true);
    if (key === "r") return (acts.repeat(), true);
    if (key === "c" || key === "backspace") return (acts.clear(), true);
    if (key === "v") return (acts.view(), true);
    if (key === "enter") return (acts.ready(), true);
    return false;
  }
}
