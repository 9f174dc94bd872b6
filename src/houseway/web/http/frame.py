"""What the pages of visitors have in common: the head, and the links to the other pages.

A page of the static folder writes `<!-- head -->` inside its head, `<!-- site: /ADDRESS -->` inside its header, for
the links to the parts of the site, and `<!-- part: /ADDRESS -->` after it, for the other pages of its own part.

Here: the places of the site, and both pieces of HTML. Not here: what is on a page, or which page has which address
(`pages`).
"""

from __future__ import annotations

import html
import re
from typing import NamedTuple

HEAD = """<meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
  <meta name="theme-color" content="#101416">
  <link rel="icon" href="/static/shared/favicon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="/static/shared/fonts.css">
  <link rel="stylesheet" href="/static/shared/room.css">
  <link rel="stylesheet" href="/static/shared/site.css">"""
_MARK = re.compile(r"<!-- (site|part): (/[a-z]*) -->")


class Page(NamedTuple):
    """A page with a place of its own: its address, and its name in the menu."""

    address: str
    name: str


class Place(NamedTuple):
    """A part of the site: its name, the path of its icon (24 by 24), and its pages, the first of which it opens."""

    name: str
    icon: str
    pages: tuple[Page, ...]


PLACES = (
    Place("Play", "M5 7l9-3 5 13-9 3zM14 4l1 0 5 2-2 6", (Page("/", "Tables"),)),
    Place(
        "Learn",
        "M2 9l10-4 10 4-10 4zM6 11v5c3 3 9 3 12 0v-5",
        (Page("/learn", "How to play"), Page("/train", "Trainer"), Page("/daily", "Daily ten")),
    ),
    Place(
        "Analyse",
        "M4 20V10M10 20V4M16 20v-8M21 20H3",
        (Page("/analyse", "One hand"), Page("/odds", "Odds"), Page("/design", "Designer"), Page("/rules", "Rules")),
    ),
    Place("You", "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21a8 8 0 0 1 16 0", (Page("/history", "Your rounds"),)),
)
"""Every place, in the order of the menu."""


def framed(page: str) -> str:
    """A page with what it has in common with the others.

    >>> "/static/shared/room.css" in framed("<head><!-- head --></head>")
    True
    >>> 'href="/history" aria-current="page"' in framed("<body><!-- site: /history --></body>")
    True
    """
    return _MARK.sub(lambda found: _WAYS[found[1]](found[2]), page.replace("<!-- head -->", HEAD))


def site(address: str) -> str:
    """The links to every part of the site; the one that an address belongs to is marked."""
    here = _place_of(address)
    links = "\n".join(_to_place(place, current=place is here) for place in PLACES)
    return f'<nav class="site" aria-label="Houseway">\n{links}\n</nav>'


def part(address: str) -> str:
    """The links to the other pages of the part that an address belongs to; nothing where it is the only one."""
    here = _place_of(address)
    if here is None or len(here.pages) == 1:
        return ""
    links = "\n".join(
        _link(page.address, html.escape(page.name), current=page.address == address) for page in here.pages
    )
    return f'<nav class="part" aria-label="{html.escape(here.name)}">\n{links}\n</nav>'


_WAYS = {"site": site, "part": part}


def _place_of(address: str) -> Place | None:
    return next((place for place in PLACES if address in (page.address for page in place.pages)), None)


def _to_place(place: Place, *, current: bool) -> str:
    icon = f'<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="{place.icon}"></path></svg>'
    return _link(place.pages[0].address, f"{icon}<span>{html.escape(place.name)}</span>", current=current)


def _link(address: str, inside: str, *, current: bool) -> str:
    mark = ' aria-current="page"' if current else ""
    return f'<a href="{address}"{mark}>{inside}</a>'
