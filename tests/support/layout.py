"""The layout of a page, measured: what scrolls, is cut off, is outside the window or covers something else.

Here: the sizes pages are measured at, the measuring itself, and blocking fonts. Not here: tests.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from support.browser import Page, Person, draw_nothing

SIZES = {
    "desk": (1280, 800),
    "large": (1920, 1080),
    "tablet": (768, 1024),
    "phone": (390, 844),
    "small phone": (360, 640),
}

CONSOLE_SIZES = {**SIZES, "laptop": (1280, 720), "old monitor": (1024, 768)}
"""The sizes of the pages of the staff, which also run on the small monitors of a pit."""
TIGHT = ("desk", "old monitor", "small phone")
"""The sizes with the least room: what does not fit, mostly does not fit there."""
DRAWN_AT = 0.02
"""The scale at which the browser draws a page while it is measured: drawing takes longer than laying out."""

_FLAWS = (Path(__file__).resolve().parent / "layout.js").read_text()
"""A JavaScript function that lists what is wrong with the page it runs in."""
_CONSOLE_FLAWS = """() => {
  const flaws = [];
  const text = (one) => one.textContent.trim().replace(/\\s+/g, ' ');
  const panel = document.getElementById('panel');
  if (panel.clientHeight < Math.min(160, panel.scrollHeight)) flaws.push(`the panel is ${panel.clientHeight} high`);
  const tabs = document.querySelector('dialog[open]') ? [] : document.querySelectorAll('.tab');
  for (const tab of tabs) {
    tab.scrollIntoView({ block: 'nearest' });
    const box = tab.getBoundingClientRect();
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (!tab.contains(hit)) flaws.push(`the tab "${text(tab)}" cannot be reached`);
  }
  document.querySelector('main').scrollTo(0, 0);
  window.scrollTo(0, 0);
  const rows = new Set([...document.querySelectorAll('.title > *')].map((one) => Math.round(one.offsetTop / 12)));
  if (rows.size > 4) flaws.push(`the title has ${rows.size} lines`);
  const boxes = [['.fault', '.fault *'], ['.glance', '.glance *'], ['.place', '.place .card'], ['.act', '.act *']];
  for (const [outer, inner] of boxes) {
    for (const one of document.querySelectorAll(inner)) {
      const over = one.getBoundingClientRect().right - one.closest(outer).getBoundingClientRect().right;
      if (over > 0.5) flaws.push(`"${text(one)}" leaves ${outer} by ${over.toFixed(1)}`);
    }
  }
  const range = document.createRange();
  for (const one of document.querySelectorAll('main *, dialog[open] *, .top *')) {
    const words = text(one).split(' ').length;
    if (one.children.length || words < 4 || !one.checkVisibility()) continue;
    range.selectNodeContents(one);
    const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
    if (lines > words / 2 + 1) flaws.push(`"${text(one)}" has ${lines} lines`);
  }
  return flaws;
}"""
"""A JavaScript function that lists what has no room on a console."""
_BROKEN = """() => {
  const flaws = [];
  const busy = [...document.querySelectorAll('.floor-table td[data-figure]')].map((cell) => cell.firstChild);
  const figures = busy.map((text) => text.data);
  for (const text of busy) text.data = '-120,345.00';
  const table = document.querySelector('.floor-table');
  const beyond = table.getBoundingClientRect().right - table.parentElement.getBoundingClientRect().right;
  if (beyond > 1) flaws.push(`six figures in every column leave their place by ${Math.round(beyond)}`);
  const range = document.createRange();
  for (const cell of document.querySelectorAll('.floor-table :is(th, td)')) {
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      for (const word of node.data.matchAll(/[^\\s-]+/g)) {
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
        if (lines.size > 1) flaws.push(`${word[0]} is broken over ${lines.size} lines`);
      }
    }
  }
  for (const [at, text] of busy.entries()) text.data = figures[at];
  return [...new Set(flaws)];
}"""
"""A JavaScript function that lists what has no room in the table of tables where sums are large: broken words too."""
_HEADINGS = "document.querySelectorAll('h1').length"


def block_fonts(person: Person) -> Person:
    """Block all font downloads to a person's pages from now on; the browser must not have them already."""
    assert person.fresh
    person.context.route("**/static/fonts/**", lambda route: route.abort())
    draw_nothing(person.context)
    person.expects("net::ERR_FAILED")
    return person


def at_every_size(page: Page, sizes: dict[str, tuple[int, int]] = SIZES) -> Iterator[str]:
    """Resize a page to each size in turn, with touch on tablets and phones and a mouse on the others.

    No page runs a script when it is resized, so measuring need not wait for a picture: asking for a box lays it out,
    and the picture may be tiny. A screenshot is taken at full size again.
    """
    devtools = page.context.new_cdp_session(page)
    page.mouse.move(0, 0)  # so that nothing is in its hover state
    for name, (width, height) in sizes.items():
        devtools.send("Emulation.setTouchEmulationEnabled", {"enabled": width < 1000})
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False, "scale": DRAWN_AT}
        devtools.send("Emulation.setDeviceMetricsOverride", metrics)
        yield name
    devtools.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
    page.set_viewport_size({"width": 1280, "height": 800})
    devtools.detach()


def flaws(page: Page, where: str, *, still: bool = False) -> list[str]:
    """What is wrong with a page as it is now; a `still` page must fit the window without scrolling."""
    found: list[str] = page.evaluate(_FLAWS, still)
    headings = page.evaluate(_HEADINGS)
    if headings != 1:
        found.append(f"{headings} level-one headings")
    return [f"{where}: {each}" for each in found]


def console_flaws(page: Page, where: str) -> list[str]:
    """What is wrong with a console that has no room: tabs out of reach, a panel without height, a word a line."""
    found: list[str] = page.evaluate(_CONSOLE_FLAWS)
    return [f"{where}: {each}" for each in found]


def floor_flaws(page: Page, where: str) -> list[str]:
    """What has no room in the table of tables on the floor, also where sums are large."""
    found: list[str] = page.evaluate(_BROKEN)
    return [f"{where}: {each}" for each in found]
