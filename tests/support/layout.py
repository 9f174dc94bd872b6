"""What a page looks like, measured: what scrolls, is cut off, lies outside the window or covers something else.

Here: the five sizes every page is measured at, the measuring itself, and fonts that do not arrive. Not here: tests.
"""

from __future__ import annotations

from collections.abc import Iterator

from support.browser import Page, Person

SIZES = {
    "desk": (1280, 800),
    "large": (1920, 1080),
    "tablet": (768, 1024),
    "phone": (390, 844),
    "small phone": (360, 640),
}

_FLAWS = """(still) => {
  const flaws = [];
  const root = document.documentElement;
  const wide = window.innerWidth, high = window.innerHeight;
  const name = (one) => {
    const id = one.id ? `#${one.id}` : '';
    const kind = typeof one.className === 'string' && one.className ? `.${one.className.trim().split(/\\s+/).join('.')}` : '';
    const words = (one.textContent ?? '').trim().replace(/\\s+/g, ' ').slice(0, 50);
    return `${one.tagName.toLowerCase()}${id}${kind} "${words}"`;
  };
  const shown = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const unseen = (one) => one.closest('.away, .skip, .drawings, noscript, title, style, script, option, datalist');
  const style = new Map();
  const of = (one) => style.get(one) ?? (style.set(one, getComputedStyle(one)), style.get(one));

  // what scrolls
  const across = Math.max(root.scrollWidth - root.clientWidth, document.body.scrollWidth - root.clientWidth);
  if (across > 0) flaws.push(`the page scrolls ${across} across`);
  const room = document.querySelector('.room');
  if (still) {
    const down = Math.max(root.scrollHeight - root.clientHeight, room ? room.scrollHeight - room.clientHeight : 0);
    if (down > 0) flaws.push(`the page scrolls ${down} down`);
  }
  const MAY_SCROLL = '.side, .log, .results, .words, .wide, .wager, pre, textarea, select, input, dialog, .table-wrap';
  for (const one of document.querySelectorAll('body *')) {
    if (!shown(one) || unseen(one) || one.matches(MAY_SCROLL) || one === room) continue;
    const { overflowX, overflowY } = of(one);
    if (/auto|scroll/.test(overflowX) && one.scrollWidth > one.clientWidth + 1) flaws.push(`${name(one)} scrolls ${one.scrollWidth - one.clientWidth} across`);
    if (still && /auto|scroll/.test(overflowY) && one.scrollHeight > one.clientHeight + 1) flaws.push(`${name(one)} scrolls ${one.scrollHeight - one.clientHeight} down`);
  }

  // text that is cut off, or leaves its button or the window
  const MAY_SHORTEN = '.player, .purse-name, .title, .title *, .seats, .seat, code';
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const node = walker.currentNode, one = node.parentElement;
    if (!node.data.trim() || unseen(one) || !shown(one)) continue;
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width < 1 || box.height < 1) continue;
    let scrolled = false, cut = '';
    for (let up = one; up && up !== document.body; up = up.parentElement) {
      const { overflowX, overflowY, textOverflow, position } = of(up);
      if (/auto|scroll/.test(overflowX + overflowY)) { scrolled = true; break; }
      if (overflowX !== 'visible' || overflowY !== 'visible') {
        const edge = up.getBoundingClientRect();
        const lost = Math.max(edge.left - box.left, box.right - edge.right, (edge.top - box.top) - 3, (box.bottom - edge.bottom) - 3);
        if (lost > 1 && !(textOverflow === 'ellipsis' && up.matches(MAY_SHORTEN)) && !up.matches(MAY_SHORTEN)) { cut = `${name(one)} is cut off by ${Math.round(lost)} in ${name(up)}`; }
        if (up.matches(MAY_SHORTEN)) scrolled = true;
      }
      if (position === 'fixed') break;
    }
    const button = one.closest('button, .button, kbd, .state, .chip, .ring');
    if (button && button.offsetWidth && !button.matches('.clause, .link')) {
      const edge = button.getBoundingClientRect();
      const lost = Math.max(edge.left - box.left, box.right - edge.right, (edge.top - box.top) - 3, (box.bottom - edge.bottom) - 3);
      if (lost > 0.5 && !scrolled) cut ||= `${name(one)} leaves ${name(button)} by ${lost.toFixed(1)}`;
    }
    if (cut) flaws.push(cut);
    if (scrolled) continue;
    if (box.left < -0.5 || box.right > wide + 0.5) flaws.push(`${name(one)} leaves the window at ${Math.round(box.left)} to ${Math.round(box.right)}`);
    if (still && (box.top < -0.5 || box.bottom > high + 3)) flaws.push(`${name(one)} lies outside the window at ${Math.round(box.top)} to ${Math.round(box.bottom)}`);
    texts.push([one, [...range.getClientRects()]]);
  }

  // text over text
  const MAY_OVERLAP = '.said *, .words *, .results, .results *, .bar, .bar *, dialog *, .notice *';
  for (let i = 0; i < texts.length; i += 1) {
    for (let j = i + 1; j < texts.length; j += 1) {
      const [a, first] = texts[i], [b, second] = texts[j];
      if (a === b || a.matches(MAY_OVERLAP) || b.matches(MAY_OVERLAP)) continue;
      for (const x of first) for (const y of second) {
        const w = Math.min(x.right, y.right) - Math.max(x.left, y.left), h = Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top);
        if (w > 2 && h > 5) { flaws.push(`${name(a)} lies over ${name(b)} by ${Math.round(w)} x ${Math.round(h)}`); }
      }
    }
  }

  // controls that cover each other
  const controls = [...document.querySelectorAll('button, a[href], input, select, textarea, summary')]
    .filter((one) => shown(one) && !unseen(one))
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0 && box.bottom > 0 && box.top < high && box.right > 0 && box.left < wide);
  for (const [one, box] of controls) {
    const inside = one.closest('.side, .log, .results, .words, .wide');
    const x = one.matches('.card') ? box.left + 6 : box.left + box.width / 2, y = box.top + box.height / 2;
    if (x < 0 || y < 0 || x >= wide || y >= high || inside) continue;
    const rects = one.getClientRects();
    const point = rects.length > 1 ? [rects[0].left + rects[0].width / 2, rects[0].top + rects[0].height / 2] : [x, y];
    const hit = document.elementFromPoint(...point);
    if (still && hit && !one.contains(hit) && !hit.contains(one) && !one.labels?.length && !hit.closest('dialog')) flaws.push(`${name(one)} is covered by ${name(hit)}`);
  }
  for (let i = 0; i < controls.length; i += 1) {
    for (let j = i + 1; j < controls.length; j += 1) {
      const [a, x] = controls[i], [b, y] = controls[j];
      if (a.contains(b) || b.contains(a) || (a.matches('.card') && b.matches('.card'))) continue;
      if (a.matches('.clause') || b.matches('.clause')) continue;
      const fixed = (one) => one.closest('.bar, .results, .side, dialog, .said');
      if (fixed(a) !== fixed(b)) continue;
      const w = Math.min(x.right, y.right) - Math.max(x.left, y.left), h = Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top);
      if (w > 1.5 && h > 1.5) flaws.push(`${name(a)} overlaps ${name(b)} by ${Math.round(w)} x ${Math.round(h)}`);
    }
  }
  return [...new Set(flaws)];
}"""

_HEADINGS = "document.querySelectorAll('h1').length"
_SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def block_fonts(person: Person) -> Person:
    """From now on no font arrives at the pages of a person."""
    person.context.route("**/static/fonts/**", lambda route: route.abort())
    person.expects("net::ERR_FAILED")
    return person


def at_every_size(page: Page) -> Iterator[str]:
    """Resize a page to one size after another; on tablets and phones it is touched, on the rest there is a mouse."""
    devtools = page.context.new_cdp_session(page)
    for name, (width, height) in SIZES.items():
        devtools.send("Emulation.setTouchEmulationEnabled", {"enabled": width < 1000})
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(_SETTLED)
        yield name
    devtools.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
    page.set_viewport_size({"width": 1280, "height": 800})
    devtools.detach()


def flaws(page: Page, where: str, *, still: bool = False) -> list[str]:
    """What is wrong with a page as it is drawn now; a `still` page fits the window and does not scroll down."""
    found: list[str] = page.evaluate(_FLAWS, still)
    headings = page.evaluate(_HEADINGS)
    if headings != 1:
        found.append(f"{headings} level-one headings")
    return [f"{where}: {each}" for each in found]
