"""What a page looks like, measured: what scrolls, is cut off, lies outside the window or covers something else.

Here: the five sizes every page is measured at, the measuring itself, and fonts that do not arrive. Not here: tests.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from support.browser import Page, Person

SIZES = {
    "desk": (1280, 800),
    "large": (1920, 1080),
    "tablet": (768, 1024),
    "phone": (390, 844),
    "small phone": (360, 640),
}

_FLAWS = (Path(__file__).resolve().parent / "layout.js").read_text()
"""A function of JavaScript that lists what is wrong with the page it runs in."""
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
    page.mouse.move(0, 0)  # nothing is raised because the mouse rests on it
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
