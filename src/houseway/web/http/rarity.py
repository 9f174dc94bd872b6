"""How rare the hands of a book's pay tables are: what a page measures its celebrations by.

Here: the route, and what was counted since the house opened. Not here: the count (`maths.count.side_wagers`), which is
done in a process of its own and kept on disk.
"""

from __future__ import annotations

import functools

import msgspec
from litestar import get

from houseway.rulebook.rulebook import Rulebook
from houseway.web.http.api_books import FOR_ALL, Asked, Book, book_asked
from houseway.web.http.computing import COUNTS, in_a_process
from houseway.web.http.costs import LOOKED_UP, costs
from houseway.web.http.errors import MAY_REFUSE
from houseway.web.http.heavy import count_rarity


class LineRarity(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a pay table: the hands it pays, of all hands, exactly and as "one in so many"."""

    wager: str
    pay_table: str
    line: str
    chance: str
    one_in: float


class BookRarity(msgspec.Struct, frozen=True, kw_only=True):
    """Every line of every side wager that is judged on one hand."""

    book: str
    lines: tuple[LineRarity, ...]


_counted: dict[str, BookRarity] = {}
"""What was counted since the house opened, by the digest of the book."""


@get(
    "/rarity", guards=[costs(LOOKED_UP)], cache_control=FOR_ALL, summary="How rare paid hands are", responses=MAY_REFUSE
)
async def book_rarity(request: Asked, book: Book) -> BookRarity:
    """How many of all hands each line of a side wager's pay tables pays, from an exact count of the deck."""
    rulebook: Rulebook = book_asked(request, book)
    if rulebook.digest not in _counted:
        work = functools.partial(in_a_process, count_rarity, rulebook)
        _counted[rulebook.digest] = await COUNTS.ask(("rarity", rulebook.digest), work)
    return _counted[rulebook.digest]
