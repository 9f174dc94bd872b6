"""The public interface over HTTP: books, settings, odds, rounds and proofs, and the page that describes it.

Here: its routes put together. Not here: what they answer (`api_books`, `api_analyst`, `design`, `api_rounds`), errors
(`errors`), or the document at /api/schema/openapi.json, which the application generates.
"""

from __future__ import annotations

import inspect

from litestar import Response, Router, get

from houseway.people.acts import HouseAct
from houseway.web.http import (
    api_analyst,
    api_books,
    api_odds,
    api_rounds,
    daily,
    design,
    pages,
    rarity,
    rules,
    train,
    train_tests,
)
from houseway.web.http.guard import act


@get("/", include_in_schema=False, opt=pages.LOOK)
async def page(request: pages.Asked) -> Response[bytes]:
    """The page that describes the interface, with forms to try it."""
    return pages.page("api/api.html", request)


BOOKS = [*api_books.ROUTES, *rules.ROUTES, rarity.book_rarity]
ANALYST = [*api_odds.ROUTES, *api_analyst.ROUTES]
LEARN = [*train.TRAIN, *daily.DAILY, *train_tests.TESTS]

for route in (*BOOKS, *ANALYST, *design.DESIGN, *api_rounds.ROUTES, *LEARN):
    route.description = inspect.getdoc(route.fn)  # the docstring is the description
    route.response_description = "The answer."

API = [
    Router(path="/api", route_handlers=[page]),
    Router(path="/api", route_handlers=BOOKS, tags=["Books and hands"], opt=act(HouseAct.LOOK)),
    Router(path="/api", route_handlers=ANALYST, tags=["The analyst"], opt=act(HouseAct.LOOK)),
    Router(path="/api/designer", route_handlers=design.DESIGN, tags=["The designer"], opt=act(HouseAct.LOOK)),
    Router(path="/api", route_handlers=api_rounds.ROUTES, tags=["Rounds"]),
    Router(path="/api/train", route_handlers=LEARN, tags=["Training"]),
]
