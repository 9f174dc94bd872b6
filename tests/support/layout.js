// Lists what is wrong with a page: what scrolls, is cut off, is outside the window or covers something else.
// `still` is true for a page that must fit the window without scrolling.
(still) => {
  const MAY_SCROLL = ".side, .log, .results, .words, .wide, pre, textarea, select, input, dialog";
  // a shortened sentence with a clause can be opened in full
  const MAY_SHORTEN = ".player, .purse-name, .title strong, .title-name, .setting-words:has(.clause)";
  const menu = document.querySelector(".site");
  const below = menu && getComputedStyle(menu).position === "fixed"; // what it covers can be scrolled from under it
  // .stays is an action bar that stays in the window while the page scrolls under it
  const OVER = ".said *, .words *, .results, .results *, .bar, .bar *, .stays *, dialog *, .notice *";
  const MAY_OVERLAP = below ? `${OVER}, .site *` : OVER;
  const OWN_SCROLLING = ".side, .log, .results, .words"; // their controls may lie outside until they are scrolled to
  const UNSEEN = ".away, .skip, .drawings, noscript, title, style, script, option, datalist";

  const flaws = new Set();
  const kept = Number.parseFloat(getComputedStyle(document.body).paddingBottom);
  if (below && menu.offsetHeight > kept + 1) flaws.add(`the menu is ${menu.offsetHeight} high, kept for it: ${kept}`);
  const root = document.documentElement;
  const wide = window.innerWidth;
  const high = window.innerHeight;
  const room = document.querySelector(".room");
  const styles = new Map();
  const styleOf = (one) => {
    if (!styles.has(one)) styles.set(one, getComputedStyle(one));
    return styles.get(one);
  };
  const name = (one) => {
    const classes = one.getAttribute("class")?.trim().split(/\s+/).join(".") ?? "";
    const words = (one.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 50);
    return `${one.tagName.toLowerCase()}${one.id ? `#${one.id}` : ""}${classes ? `.${classes}` : ""} "${words}"`;
  };
  const transparent = (one) => one && one !== root && (styleOf(one).opacity === "0" || transparent(one.parentElement));
  const shown = (one) =>
    one.checkVisibility({ visibilityProperty: true }) &&
    !transparent(one) && // the page itself is, so that it is not drawn
    !one.closest(UNSEEN) &&
    styleOf(one).clipPath !== "inset(50%)"; // only for screen readers
  const outside = (box, edge) =>
    Math.max(edge.left - box.left, box.right - edge.right, edge.top - box.top - 3, box.bottom - edge.bottom - 3);
  const overlap = (a, b) => [
    Math.min(a.right, b.right) - Math.max(a.left, b.left),
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
  ];

  function scrolling() {
    const across = Math.max(root.scrollWidth, document.body.scrollWidth) - root.clientWidth;
    if (across > 0) flaws.add(`the page scrolls ${across} across`);
    const own = root.scrollHeight - root.clientHeight;
    const down = Math.max(own, room ? room.scrollHeight - room.clientHeight : 0);
    if (still && down > 0) flaws.add(`the page scrolls ${down} down`);
    for (const one of document.querySelectorAll("body *")) {
      if (one === room || one.matches(MAY_SCROLL) || !shown(one)) continue;
      const { overflowX, overflowY } = styleOf(one);
      const right = one.scrollWidth - one.clientWidth;
      const below = one.scrollHeight - one.clientHeight;
      if (/auto|scroll/.test(overflowX) && right > 1) flaws.add(`${name(one)} scrolls ${right} across`);
      if (still && /auto|scroll/.test(overflowY) && below > 1) flaws.add(`${name(one)} scrolls ${below} down`);
    }
  }

  // whether text may be longer than what is visible, and what cuts it off
  function cutOff(one, box) {
    for (let up = one; up && up !== document.body; up = up.parentElement) {
      const { overflowX, overflowY, position } = styleOf(up);
      const scrolls = /auto|scroll/.test(overflowX + overflowY) && !(still && up === room);
      if (scrolls || up.matches(MAY_SHORTEN)) return { free: true };
      if (overflowX !== "visible" || overflowY !== "visible") {
        const lost = outside(box, up.getBoundingClientRect());
        if (lost > 1) return { cut: `${name(one)} is cut off by ${Math.round(lost)} in ${name(up)}` };
      }
      if (position === "fixed") break;
    }
    const button = one.closest("button, .button, kbd, .state, .chip, .ring");
    // the name of a circle of the seat stands below it
    if (button && !button.matches(".clause, .link") && !one.matches(".seat .circle-name")) {
      const lost = outside(box, button.getBoundingClientRect());
      if (lost > 0.5) return { cut: `${name(one)} leaves ${name(button)} by ${lost.toFixed(1)}` };
    }
    return {};
  }

  function texts() {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const one = node.parentElement;
      if (!node.data.trim() || !shown(one)) continue;
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      if (box.width < 1 || box.height < 1) continue;
      const { free, cut } = cutOff(one, box);
      if (cut) flaws.add(cut);
      if (free) continue;
      if (box.left < -0.5 || box.right > wide + 0.5)
        flaws.add(`${name(one)} leaves the window at ${Math.round(box.left)} to ${Math.round(box.right)}`);
      if (still && (box.top < -0.5 || box.bottom > high + 3))
        flaws.add(`${name(one)} is outside the window at ${Math.round(box.top)} to ${Math.round(box.bottom)}`);
      if (!one.matches(MAY_OVERLAP)) found.push([one, [...range.getClientRects()]]);
    }
    return found;
  }

  function textOverText(found) {
    found.forEach(([a, first], at) => {
      for (const [b, second] of found.slice(at + 1)) {
        if (a === b) continue;
        for (const x of first)
          for (const y of second) {
            const [w, h] = overlap(x, y);
            if (w > 2 && h > 5) flaws.add(`${name(a)} covers ${name(b)} by ${Math.round(w)} x ${Math.round(h)}`);
          }
      }
    });
  }

  // whether a finger or the mouse reaches a control: it lies inside the window and nothing covers it
  function reachable(one, box) {
    if (one.closest(OWN_SCROLLING)) return;
    const lost = Math.max(-box.left, box.right - wide, -box.top, box.bottom - high);
    if (lost > 1) {
      const at = [box.left, box.right, box.top, box.bottom].map(Math.round);
      flaws.add(`${name(one)} is outside the window at x ${at[0]} to ${at[1]}, y ${at[2]} to ${at[3]}`);
      return;
    }
    const line = one.getClientRects()[0];
    const x = one.matches(".card") ? line.left + 6 : line.left + line.width / 2; // cards of a fan overlap
    const hit = document.elementFromPoint(x, line.top + line.height / 2);
    const itself = hit && (one.contains(hit) || [...(one.labels ?? [])].some((label) => label.contains(hit)));
    if (!itself && !hit?.closest("dialog"))
      flaws.add(`${name(one)} is covered by ${hit ? name(hit) : "nothing that can be clicked"}`);
  }

  // the part of a control that is seen: a long list of requests scrolls
  function seenBox(one) {
    const box = one.getBoundingClientRect();
    const list = one.closest(".notice .requests")?.getBoundingClientRect();
    if (!list) return box;
    const top = Math.max(box.top, list.top);
    return new DOMRect(box.left, top, box.width, Math.max(0, Math.min(box.bottom, list.bottom) - top));
  }

  function controls() {
    const found = [...document.querySelectorAll("button, a[href], input, select, textarea, summary")]
      .filter(shown)
      .map((one) => [one, seenBox(one)])
      .filter(([, box]) => box.width > 0 && box.height > 0);
    const layer = (one) => one.closest(".bar, .stays, .results, .side, dialog, .said");
    found.forEach(([a, x], at) => {
      for (const [b, y] of found.slice(at + 1)) {
        if (a.contains(b) || b.contains(a) || layer(a) !== layer(b)) continue;
        if ((a.matches(".card") && b.matches(".card")) || a.matches(".clause") || b.matches(".clause")) continue;
        const [w, h] = overlap(x, y);
        if (w > 1.5 && h > 1.5) flaws.add(`${name(a)} overlaps ${name(b)} by ${Math.round(w)} x ${Math.round(h)}`);
      }
    });
    if (still) for (const [one, box] of found) reachable(one, box);
  }

  function cards() {
    for (const one of document.querySelectorAll(".card")) {
      if (!shown(one) || one.closest(OWN_SCROLLING)) continue;
      const box = one.getBoundingClientRect();
      if (box.width > 0 && (box.left < -0.5 || box.right > wide + 0.5))
        flaws.add(`${one.getAttribute("aria-label")} leaves the window at ${Math.round(box.left)}`);
      const drawn = [...one.querySelectorAll("use")].map((use) => document.querySelector(use.getAttribute("href")));
      if (drawn.some((drawing) => !drawing?.querySelector("path, use, rect")))
        flaws.add(`${one.getAttribute("aria-label")} is not drawn`);
    }
  }

  scrolling();
  cards();
  textOverText(texts());
  controls();
  return [...flaws];
}
