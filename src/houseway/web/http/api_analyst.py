"""The analyst over HTTP: one hand in full, how every book sets it, its picture, and reading cards.

Here: the routes and their parameters. Not here: any answer (`web.analyst`). They are worked out in threads of their own
(`computing`), so that play at the tables never waits for them.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example
from litestar.params import Parameter

from houseway import books
from houseway.cards.card import read_cards
from houseway.maths.cache import Cache, cache_folder
from houseway.maths.count.what_if import what_if
from houseway.rulebook.rulebook import Rulebook
from houseway.web.analyst.hand import Analysis, analyse, texts
from houseway.web.analyst.house_ways import BookSetting, every_house_way
from houseway.web.analyst.picture import picture
from houseway.web.http.api_books import (
    FOR_ALL,
    LONGEST,
    Asked,
    Book,
    Commission,
    Dead,
    DealerBook,
    DealerCards,
    Hand,
    book_asked,
)
from houseway.web.http.computing import HANDS
from houseway.web.http.costs import LOOKED_UP, READ, costs
from houseway.web.http.errors import MAY_REFUSE

SVG = "image/svg+xml"
Low = Annotated[str, Parameter(max_length=LONGEST, description="The low hand that was played, to compare it.")]
Written = Annotated[
    str,
    Parameter(
        max_length=LONGEST,
        description="Cards in any notation, with anything or nothing between them.",
        examples=[Example(value="A\N{BLACK CLUB SUIT}, 10d @")],
    ),
]


class ReadCards(msgspec.Struct, frozen=True, kw_only=True):
    """Cards as Houseway writes them."""

    cards: tuple[str, ...]


@get("/cards", guards=[costs(READ)], cache_control=FOR_ALL, summary="Read cards", responses=MAY_REFUSE)
async def read(written: Written = "") -> ReadCards:
    """Cards in any notation, as Houseway writes them: what somebody typed or pasted. No cards are none."""
    return ReadCards(cards=texts(read_cards(written)) if written.strip() else ())


@get("/analysis", guards=[costs(LOOKED_UP)], cache_control=FOR_ALL, summary="Analyse a hand", responses=MAY_REFUSE)
async def analysis(
    request: Asked,
    book: Book,
    hand: Hand,
    low: Low = "",
    dead: Dead = "",
    dealer: DealerBook = "",
    dealer_cards: DealerCards = "",
    commission: Commission = "",
) -> Analysis:
    """Every legal setting of a hand with its names, its exact counts and its grade, as the analyst's page shows it."""
    return await _analysis(request, book, hand, low, dead, dealer, dealer_cards, commission)


@get(
    "/analysis/picture",
    guards=[costs(LOOKED_UP)],
    cache_control=FOR_ALL,
    summary="The picture of a hand",
    responses={200: ResponseSpec(bytes, description="A picture, as SVG.", media_type=SVG), **MAY_REFUSE},
)
async def analysis_picture(
    request: Asked,
    book: Book,
    hand: Hand,
    low: Low = "",
    dead: Dead = "",
    dealer: DealerBook = "",
    dealer_cards: DealerCards = "",
    commission: Commission = "",
) -> Response[bytes]:
    """A picture of the same analysis to share: the book, the cards of the best setting, and what it is worth."""
    found = await _analysis(request, book, hand, low, dead, dealer, dealer_cards, commission)
    source = book_asked(request, book).source
    drawn = picture(found, f"{source.title} {source.version}".strip())
    return Response(drawn.encode(), media_type=SVG)


@get(
    "/house-ways",
    guards=[costs(LOOKED_UP)],
    cache_control=FOR_ALL,
    summary="Set a hand by every book",
    responses=MAY_REFUSE,
)
async def house_ways(request: Asked, book: Book, hand: Hand) -> list[BookSetting]:
    """A hand as its book sets it and as every other book of the same deck does, each with the clauses that applied."""
    rulebook = book_asked(request, book)

    def work() -> list[BookSetting]:
        return list(every_house_way(rulebook, hand, map(books.get, books.names())))

    return await HANDS.ask(("house ways", rulebook.digest, hand), work)


async def _analysis(
    request: Asked, book: str, hand: str, low: str, dead: str, dealer: str, dealer_cards: str, commission: str
) -> Analysis:
    rulebook = what_if(book_asked(request, book), commission=commission)
    theirs: Rulebook | None = book_asked(request, dealer) if dealer else None

    def work() -> Analysis:
        cache = Cache(cache_folder())
        return analyse(rulebook, hand, low=low, dead=dead, dealer=theirs, dealer_cards=dealer_cards, cache=cache)

    question = ("analysis", rulebook.digest, hand, low, dead, theirs.digest if theirs else "", dealer_cards)
    return await HANDS.ask(question, work)


ROUTES = [read, analysis, analysis_picture, house_ways]
