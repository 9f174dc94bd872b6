"""Running axe in a page: what it finds wrong with it.

Here: loading and running it, and which texts it reads the contrast of. Not here: what fails a test (`browser.audit`).

Reading contrast takes longer than everything else, and a page of odds or rules has hundreds of texts that look alike:
of the same colours, size and classes, inside the same. The quick tier reads three of each, the full one all.
"""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

_RUN = "axe.run({ resultTypes: ['violations'], preload: false })"
"""Without fetching every style sheet again, which axe needs only for rules that are off and for audio elements."""
_READ_SOME = """() => {
  const READ = ['color', 'backgroundColor', 'backgroundImage', 'opacity', 'position', 'fontSize', 'fontWeight'];
  const looks = new Map();
  const lookOf = (one) => {
    if (!one || one === document) return '';
    if (!looks.has(one)) {
      const style = getComputedStyle(one);
      const off = one.matches(':disabled, [aria-disabled=true], [inert]');
      const own = [one.tagName, one.getAttribute('class'), off, ...READ.map((name) => style[name])];
      looks.set(one, `${lookOf(one.parentNode)} > ${own.join()}`);
    }
    return looks.get(one);
  };
  const alike = new Map();
  for (const one of document.body.querySelectorAll('*')) {
    one.removeAttribute('data-contrast');
    const look = lookOf(one);
    alike.set(look, [...(alike.get(look) ?? []), one]);
  }
  for (const all of alike.values())
    for (const at of [0, all.length >> 1, all.length - 1]) all[at].setAttribute('data-contrast', 'read');
  axe.configure({ rules: [{ id: 'color-contrast', selector: '[data-contrast]' }] });
}"""


class Reading:
    """How much axe reads in this run."""

    whole = True
    """Whether it reads every text, or three of those that look alike."""


def violations(page: Page) -> list[dict[str, Any]]:
    """What axe finds."""
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(Axe().axe_script)
    if not Reading.whole:
        page.evaluate(_READ_SOME)
    found: list[dict[str, Any]] = page.evaluate(_RUN)["violations"]
    return found
