"""The pages of the books: their rules, what is known of them at once and what proving them adds, and their odds.

Here: the routes, and having a book proved once, in a process of its own. Not here: what is on a page
(`web.analyst.rules_card`), or a page that is one file by itself (`rulebook.page_html`).
"""

from __future__ import annotations

import functools

from litestar import Response, get, route

from houseway import books
from houseway.web.analyst.rules_card import ProvedRules, RulesCard, rules_card
from houseway.web.http.api_books import FOR_ALL, Asked, Book, book_asked
from houseway.web.http.computing import COUNTS, in_a_process
from houseway.web.http.costs import LOOKED_UP, costs
from houseway.web.http.errors import MAY_REFUSE
from houseway.web.http.heavy import prove_rules
from houseway.web.http.pages import LOOK, READ, page

_proved: dict[str, ProvedRules] = {}
"""The books that were proved since the house opened, by their digests."""


@route("/rules", http_method=READ, include_in_schema=False, opt=LOOK)
async def rules_list(request: Asked) -> Response[bytes]:
    """The books, to choose one."""
    return page("rules/rules.html", request)


@route("/rules/{book:str}", http_method=READ, include_in_schema=False, opt=LOOK)
async def rules_page(request: Asked, book: Book) -> Response[bytes]:
    """The rules of a book."""
    book_asked(request, book)  # refuses a name that no book has
    return page("rules/book.html", request)


@get(
    "/books/{book:str}/rules",
    cache_control=FOR_ALL,
    summary="The rules of a book",
    sync_to_thread=True,
    responses=MAY_REFUSE,
)
def book_rules(request: Asked, book: Book) -> RulesCard:
    """How to play, the house way in words, the rulings and the procedure. As `houseway page`, without its counts."""
    rulebook = book_asked(request, book)
    return rules_card(rulebook, published=rulebook.id in books.names() and books.published(rulebook.id).is_file())


@get(
    "/books/{book:str}/proof",
    guards=[costs(LOOKED_UP)],
    cache_control=FOR_ALL,
    summary="What proving a book finds",
    responses=MAY_REFUSE,
)
async def book_proof(request: Asked, book: Book) -> ProvedRules:
    """The hands each clause and each pay line has, examples, and what the rejected readings would move."""
    rulebook = book_asked(request, book)
    if rulebook.digest not in _proved:
        work = functools.partial(in_a_process, prove_rules, rulebook)
        _proved[rulebook.digest] = await COUNTS.ask(("rules", rulebook.digest), work)
    return _proved[rulebook.digest]


@route("/odds", http_method=READ, include_in_schema=False, opt=LOOK)
async def odds_list(request: Asked) -> Response[bytes]:
    """The books, to choose one."""
    return page("odds/odds.html", request)


@route("/odds/{book:str}", http_method=READ, include_in_schema=False, opt=LOOK)
async def odds_page(request: Asked, book: Book) -> Response[bytes]:
    """The odds of a book."""
    book_asked(request, book)  # refuses a name that no book has
    return page("odds/book.html", request)


PAGES = [rules_list, rules_page, odds_list, odds_page]
ROUTES = [book_rules, book_proof]
