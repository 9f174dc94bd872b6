"""The rules page of each book, one click from its table.

Here: having it drawn once, in a process of its own, and keeping it. Not here: what is on it (`rulebook.page`).
"""

from __future__ import annotations

import functools
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.datastructures import State
from litestar.params import FromPath

from houseway import books
from houseway.errors import UnknownBook
from houseway.people.acts import HouseAct
from houseway.rulebook.rulebook import Rulebook
from houseway.web.http.computing import COUNTS, in_a_process
from houseway.web.http.costs import LOOKED_UP, costs
from houseway.web.http.files import STATIC
from houseway.web.http.guard import act
from houseway.web.http.heavy import draw_rules
from houseway.web.http.pages import FOR_ALL, PRELOAD
from houseway.web.http.security_headers import policy

FONTS = (STATIC / "shared" / "fonts.css").read_text(encoding="utf-8").replace("swap", "optional")
"""A font that arrives late would reflow a long page: here a font is used if it is ready at once, or not at all."""
_made: dict[str, str] = {}


@get(
    "/rules/{book:str}",
    guards=[costs(LOOKED_UP)],
    include_in_schema=False,
    media_type=MediaType.HTML,
    opt=act(HouseAct.LOOK),
)
async def rules(request: Request[Any, Any, State], book: FromPath[str]) -> Response[str]:
    """The rules page of a book."""
    known: dict[str, Rulebook] = request.app.state.house.shelf
    if book not in known and book not in books.names():
        raise UnknownBook(f"there is no book {book[:40]!r}; the books are {', '.join(books.names())}")
    made = await _page(known.get(book) or books.get(book))
    return Response(made, media_type=MediaType.HTML, headers=headers_of(made))


def headers_of(page: str) -> dict[str, str]:
    """The headers of a page with its style in itself, since the page of a book is also a file that needs no house."""
    style = page.partition("<style>")[2].partition("</style>")[0]
    return {"content-security-policy": policy(style), **PRELOAD, **FOR_ALL}


async def _page(book: Rulebook) -> str:
    if book.digest not in _made:
        draw = functools.partial(in_a_process, draw_rules, book, FONTS, _links(book))
        _made[book.digest] = await COUNTS.ask(("rules", book.digest), draw)
    return _made[book.digest]


def _links(book: Rulebook) -> dict[str, str]:
    known = book.id in books.names() and books.published(book.id).is_file()
    return {"Published figures": f"/published#{book.id}"} if known else {}
