"""Books, settings and odds over HTTP: what `houseway books`, `set`, `best` and `odds` print with `--json`.

Here: the routes and their parameters. Not here: any answer; it comes from the functions behind the commands. They run
in threads and processes of their own (`computing`), so that play at the tables never waits for them.
"""

from __future__ import annotations

import functools
from typing import Annotated, Any

import msgspec
from litestar import Request, get
from litestar.datastructures import CacheControlHeader, State
from litestar.openapi.spec import Example
from litestar.params import Parameter

from houseway import books
from houseway.maths.cache import Cache, cache_folder
from houseway.maths.count.what_if import what_if
from houseway.maths.count.whole_book import player_sets
from houseway.maths.plain import best_plain
from houseway.maths.play.one_hand import best
from houseway.rulebook.plain import book_plain, setting_plain
from houseway.rulebook.rulebook import Rulebook
from houseway.web.http.answers import BestSetting, BookLine, BookOdds, SetHand
from houseway.web.http.book_card import BookCard, book_card
from houseway.web.http.computing import COUNTS, HANDS, in_a_process
from houseway.web.http.costs import COUNTED, LOOKED_UP, costs
from houseway.web.http.errors import MAY_REFUSE
from houseway.web.http.heavy import count_odds
from houseway.web.past.history import shipped_book

FOR_ALL = CacheControlHeader(no_cache=True)
"""These answers are the same for everybody: a browser may keep them."""
Asked = Request[Any, Any, State]
LONGEST = 200
"""Characters of a parameter: enough for seven cards with their names written out."""
_counted: dict[tuple[str, str], BookOdds] = {}
"""The odds that were counted since the house opened, by the digest of the book and how the player sets."""

_BOOK = "The name of a book, as /api/books lists it."
_CARDS = "Cards are written Ac, Td or 10d, A♣; the Joker is Jk or @."
Book = Annotated[str, Parameter(max_length=LONGEST, description=_BOOK, examples=[Example(value="mbs-v4")])]
Hand = Annotated[
    str,
    Parameter(
        max_length=LONGEST,
        description=f"The cards of a whole hand. {_CARDS}",
        examples=[Example(value="Kc Qh 9s 6h 4c 3d 2s")],
    ),
]
Why = Annotated[bool, Parameter(description="Also list every clause that applied, and what overrode it.")]
Dead = Annotated[
    str,
    Parameter(max_length=LONGEST, description=f"Other cards seen, so that the dealer cannot hold them. {_CARDS}"),
]
DealerBook = Annotated[str, Parameter(max_length=LONGEST, description="The dealer's book, if it is a different one.")]
DealerCards = Annotated[
    str, Parameter(max_length=LONGEST, description="The dealer's hand, where the book shows it first (five-card).")
]
Commission = Annotated[
    str, Parameter(max_length=LONGEST, description="Calculate with this commission instead, such as 4%.")
]
Player = Annotated[
    str,
    Parameter(
        max_length=LONGEST,
        description="How the player sets: house-way or best; by default the house way, or best where the dealer is "
        "seen first. The first count of best play takes up to a minute; from then on it is looked up.",
    ),
]


def book_asked(request: Asked, name: str) -> Rulebook:
    """A book of the house's tables, or one that is shipped; never a file."""
    shelf: dict[str, Rulebook] = request.app.state.house.shelf
    return shelf[name] if name in shelf else shipped_book(name)


def _cache() -> Cache:
    return Cache(cache_folder())


@get("/books", cache_control=FOR_ALL, summary="The books", sync_to_thread=True, responses=MAY_REFUSE)
def list_books() -> list[BookLine]:
    """Every shipped book: its document, its deck, its clauses and wagers. As `houseway books --json`."""
    return [msgspec.convert(book_plain(books.get(name)), BookLine) for name in books.names()]


@get("/books/{book:str}", cache_control=FOR_ALL, summary="A book's card", sync_to_thread=True, responses=MAY_REFUSE)
def get_book(request: Asked, book: Book) -> BookCard:
    """What a page needs to draw a table: wagers, pay tables, clauses in words, faults."""
    return book_card(book_asked(request, book))


@get("/set", guards=[costs(LOOKED_UP)], cache_control=FOR_ALL, summary="Set a hand the house way", responses=MAY_REFUSE)
async def set_hand(request: Asked, book: Book, hand: Hand, why: Why = False) -> SetHand:
    """A hand set the house way, with the clause that decided it. As `houseway set --json`."""
    rulebook = book_asked(request, book)

    def work() -> SetHand:
        return msgspec.convert(setting_plain(rulebook, rulebook.set(hand), why=why), SetHand)

    return await HANDS.ask(("set", rulebook.digest, hand, why), work)


@get(
    "/best",
    guards=[costs(LOOKED_UP)],
    cache_control=FOR_ALL,
    summary="Weigh every setting of a hand",
    responses=MAY_REFUSE,
)
async def best_setting(
    request: Asked,
    book: Book,
    hand: Hand,
    dead: Dead = "",
    dealer: DealerBook = "",
    dealer_cards: DealerCards = "",
    commission: Commission = "",
) -> BestSetting:
    """Every legal setting of a hand against every hand the dealer can hold, exactly. As `houseway best --json`."""
    rulebook = what_if(book_asked(request, book), commission=commission)
    theirs = book_asked(request, dealer) if dealer else None

    def work() -> BestSetting:
        found = best(rulebook, hand, dead=dead, dealer=theirs, dealer_cards=dealer_cards, cache=_cache())
        return msgspec.convert(best_plain(found), BestSetting)

    dealer_digest = theirs.digest if theirs else ""
    question = ("best", rulebook.digest, hand, dead, dealer_digest, dealer_cards, commission)
    return await HANDS.ask(question, work)


@get(
    "/odds",
    guards=[costs(COUNTED)],
    cache_control=FOR_ALL,
    summary="The exact odds of every wager",
    responses=MAY_REFUSE,
)
async def book_odds(request: Asked, book: Book, player: Player = "") -> BookOdds:
    """The exact odds of every wager, from the cache where they were counted before. As `houseway odds --json`."""
    rulebook = book_asked(request, book)
    player_sets(rulebook, player)  # refuses an unknown way to set before anything is started
    question = rulebook.digest, player
    if question not in _counted:
        work = functools.partial(in_a_process, count_odds, rulebook, player)
        _counted[question] = await COUNTS.ask(("odds", *question), work)
    return _counted[question]


ROUTES = [list_books, get_book, set_hand, best_setting, book_odds]
