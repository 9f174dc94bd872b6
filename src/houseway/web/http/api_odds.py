"""The odds of a book as its page asks for them: the PAR sheet under other payments, and two books compared.

Here: the routes and their parameters. Not here: any answer (`web.analyst`), or counting (`heavy`, `long_counts`).
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Annotated

from litestar import get
from litestar.openapi.spec import Example
from litestar.params import Parameter

from houseway.maths.count.odds import Odds
from houseway.maths.count.repriced import repriced
from houseway.maths.count.what_if import what_if
from houseway.maths.count.whole_book import player_sets
from houseway.rulebook.diff import must_be_one_deal, must_be_one_game
from houseway.rulebook.rulebook import Rulebook
from houseway.web.analyst.compared import ComparedBooks, PricedDifference
from houseway.web.analyst.par import ParAnswer, par_answer
from houseway.web.http.api_books import FOR_ALL, LONGEST, Asked, Book, Commission, Player, book_asked
from houseway.web.http.costs import LOOKED_UP, READ, costs
from houseway.web.http.errors import MAY_REFUSE
from houseway.web.http.heavy import compare_books, count_sides, price_difference, tell_odds
from houseway.web.http.long_counts import Progress, long_count, progress_of

MOST_LINES = 2000
Pays = Annotated[
    str,
    Parameter(
        max_length=MOST_LINES,
        description="What lines pay instead: LINE=N or WAGER:LINE=N, one a line or separated by semicolons.",
    ),
]
Other = Annotated[
    str, Parameter(max_length=LONGEST, description="The book to compare it with.", examples=[Example(value="mbs-v3")])
]


@get("/par", guards=[costs(LOOKED_UP)], cache_control=FOR_ALL, summary="The PAR sheet", responses=MAY_REFUSE)
async def par(
    request: Asked, book: Book, player: Player = "", commission: Commission = "", pays: Pays = ""
) -> ParAnswer:
    """The PAR sheet of a book, or of the book with another commission and other payouts. As `houseway par` as JSON.

    Other payments follow from the exact counts at once, unless a hand would be paid on another line.
    """
    rulebook = book_asked(request, book)
    sets = player_sets(rulebook, player)
    amended = what_if(rulebook, commission=commission, pays=_parts(pays))
    counted = await long_count(_odds(rulebook, sets), tell_odds, rulebook, sets)
    main, sides = repriced(counted, rulebook, amended)
    if sides is None:
        sides = await long_count(("sides", amended.digest), count_sides, amended)
    return par_answer(amended, Odds(book=amended.id, digest=amended.digest, main=main, sides=sides))


@get("/compare", guards=[costs(LOOKED_UP)], cache_control=FOR_ALL, summary="Compare two books", responses=MAY_REFUSE)
async def compare(request: Asked, book: Book, other: Other) -> ComparedBooks:
    """The hands two books set differently, by their clauses, each with an example. As `houseway diff`."""
    first, second = book_asked(request, book), book_asked(request, other)
    must_be_one_deal(first, second)
    return await long_count(("compare", first.digest, second.digest), compare_books, first, second)


@get(
    "/compare/cost",
    guards=[costs(LOOKED_UP)],
    cache_control=FOR_ALL,
    summary="What a difference costs",
    responses=MAY_REFUSE,
)
async def compare_cost(request: Asked, book: Book, other: Other) -> PricedDifference:
    """What setting by the other book costs against this book's dealer, exactly. As `houseway diff --odds`."""
    first, second = book_asked(request, book), book_asked(request, other)
    must_be_one_game(first, second)
    return await long_count(_cost(first, second), price_difference, first, second)


@get("/counting", guards=[costs(READ)], summary="How far a count is", responses=MAY_REFUSE)
async def counting(request: Asked, book: Book, player: Player = "", other: Other = "") -> Progress:
    """How far the count behind `/api/par` is, or with another book the one behind `/api/compare/cost`."""
    rulebook = book_asked(request, book)
    if other:
        return progress_of(_cost(rulebook, book_asked(request, other)))
    return progress_of(_odds(rulebook, player_sets(rulebook, player)))


def _odds(book: Rulebook, player: str) -> Hashable:
    return ("odds by player", book.digest, player)


def _cost(first: Rulebook, second: Rulebook) -> Hashable:
    return ("cost", first.digest, second.digest)


def _parts(pays: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in pays.replace("\n", ";").split(";") if part.strip())


ROUTES = [par, compare, compare_cost, counting]
