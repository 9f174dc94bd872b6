"""The layout of a page, measured: what scrolls, is cut off, is outside the window or covers something else.

Here: the five sizes every page is measured at, the measuring itself, and blocking fonts. Not here: tests.
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
"""A JavaScript function that lists what is wrong with the page it runs in."""
_HEADINGS = "document.querySelectorAll('h1').length"


def block_fonts(person: Person) -> Person:
    """Block all font downloads to a person's pages from now on."""
    person.context.route("**/static/fonts/**", lambda route: route.abort())
    person.expects("net::ERR_FAILED")
    return person


def at_every_size(page: Page) -> Iterator[str]:
    """Resize a page to each size in turn, with touch on tablets and phones and a mouse on the others.

    No page runs a script when it is resized, so measuring need not wait for a picture: asking for a box lays it out.
    """
    devtools = page.context.new_cdp_session(page)
    page.mouse.move(0, 0)  # so that nothing is in its hover state
    for name, (width, height) in SIZES.items():
        devtools.send("Emulation.setTouchEmulationEnabled", {"enabled": width < 1000})
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
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
