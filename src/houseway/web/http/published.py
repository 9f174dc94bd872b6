"""The page of published figures: what others have published for each book, beside ours.

Here: having everything counted, book after book, the first time somebody asks, and drawing what is known so far. Not
here: what is compared (`maths.published`).
"""

from __future__ import annotations

import html
import threading

from litestar import MediaType, Response, get

from houseway import books
from houseway.errors import HousewayError
from houseway.maths.published import Compared
from houseway.maths.published_words import MORE_DIGITS, difference_words, reasons
from houseway.people.acts import HouseAct
from houseway.rulebook.page_html import STYLE, stacked_table
from houseway.rulebook.published import Published, read_published
from houseway.web.http.computing import each_in_a_process
from houseway.web.http.costs import LOOKED_UP, costs
from houseway.web.http.files import STATIC
from houseway.web.http.guard import act
from houseway.web.http.heavy import compare_figures
from houseway.web.http.pages import FOR_ALL, PRELOAD
from houseway.web.http.security_headers import policy

FONTS = (STATIC / "shared" / "fonts.css").read_text(encoding="utf-8").replace("swap", "optional")
"""A font that arrives late would reflow a long page: here a font is used if it is ready at once, or not at all."""
_LOOK_AGAIN = 3
"""Seconds until the page looks again while something is being counted."""
_HEADS = ("Figure", "Published", "Kind of source", "Ours", "Difference")
_AVERAGED = ("Figure", "Published", "Kind of source", "Ours", "Read otherwise", "Average", "Difference")


class _Counting:
    """What was compared so far; one thread of the process compares the rest once somebody asks."""

    def __init__(self) -> None:
        self.found: dict[str, tuple[Compared, ...]] = {}
        self.failed = ""
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def ask(self) -> bool:
        """Make sure that everything is compared sooner or later; whether it already is."""
        with self._lock:
            missing = [name for name in figures() if name not in self.found]
            if missing and not (self._thread and self._thread.is_alive()):
                self._thread = threading.Thread(target=self._compare, args=(missing,), daemon=True)
                self._thread.start()
            return not missing

    def _compare(self, names: list[str]) -> None:
        self.failed = ""
        try:
            wanted = {name: every for name, every in figures().items() if name in names}
            for name, found in each_in_a_process(compare_figures, wanted):
                self.found[name] = found
        except HousewayError as error:
            self.failed = str(error)


_counting = _Counting()


def figures() -> dict[str, tuple[Published, ...]]:
    """The published figures of every shipped book that has some."""
    every = {name: read_published(books.published(name)) for name in books.names()}
    return {name: found for name, found in every.items() if found}


@get(
    "/published",
    guards=[costs(LOOKED_UP)],
    sync_to_thread=True,
    include_in_schema=False,
    media_type=MediaType.HTML,
    opt=act(HouseAct.LOOK),
)
def published() -> Response[str]:
    """Every published figure beside ours; those still being counted are shown without."""
    done = _counting.ask()
    page = _PAGE.format(
        fonts=FONTS,
        style=STYLE,
        again="" if done or _counting.failed else f'<meta http-equiv="refresh" content="{_LOOK_AGAIN}">',
        state="" if done else f"<p role='status'>{html.escape(_counting.failed or 'Counting every deal')}</p>",
        books="\n".join(_section(name, known) for name, known in figures().items()),
    )
    return Response(page, media_type=MediaType.HTML, headers=_headers_of(page))


def _headers_of(page: str) -> dict[str, str]:
    """The headers of a page with its style in itself."""
    style = page.partition("<style>")[2].partition("</style>")[0]
    return {"content-security-policy": policy(style), **PRELOAD, **FOR_ALL}


def _section(name: str, known: tuple[Published, ...]) -> str:
    found = _counting.found.get(name) or tuple(Compared(book=name, published=each, ours=None) for each in known)
    averaged = any(each.published.average_with for each in found)
    rows = [_cells(each, averaged=averaged) for each in found]
    table = stacked_table(f"Published figures of {name}", _AVERAGED if averaged else _HEADS, rows)
    notes = "".join(f"<p class='exc'>{html.escape(reason)}</p>" for reason in reasons(found))
    book = books.get(name)
    return (
        f"<section id='{html.escape(name)}'><h2><a href='/rules/{html.escape(name)}'>{html.escape(name)}</a></h2>"
        f"<p>{html.escape(book.summary)}</p>{table}{notes}</section>"
    )


def _cells(each: Compared, *, averaged: bool) -> list[str]:
    ours = _written(each, "ours") or "counting"
    average = _written(each, "compared") if each.otherwise is not None else ""
    both = [_written(each, "otherwise"), average] if averaged else []
    published = each.published
    figure = f"<b>{html.escape(published.figure)}</b>"
    return [figure, published.printed, published.kind, ours, *both, difference_words(each)]


def _written(each: Compared, which: str) -> str:
    value = getattr(each, which)
    return "" if value is None else each.published.written(value, MORE_DIGITS)


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
{again}
<title>Published figures - Houseway</title>
<style>
{fonts}
{style}
h2 a {{ color:inherit }}
main {{ max-width:900px }}
td, th {{ font-variant-numeric:tabular-nums }}
</style>
</head>
<body>
<header><h1>Published figures</h1>
<p>What others have published for these house ways, beside our exact count of every deal.</p>
<p><a href="/">Lobby</a></p></header>
<main>
{state}
{books}
</main>
</body>
</html>
"""
