"""The terms on which a table opens, over HTTP: the limits of every wager, and the most that a round can cost.

Here: the route that a form asks while it is filled in. Not here: opening a table (`sign_in`), what limits are valid or
usual (`table.limits`), what a round can cost (`table.exposure`).
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import post

from houseway.money import MOST_CENTS
from houseway.rulebook.procedure import MOST_POSITIONS
from houseway.table.betting import wager_name
from houseway.table.exposure import most_exposure
from houseway.table.limits import complete
from houseway.web.http.api_books import book_asked
from houseway.web.http.sign_in import OPENS_TABLES, Asked, house_of, staff_of

Unit = Annotated[int, msgspec.Meta(ge=1, le=MOST_CENTS)]
Positions = Annotated[int, msgspec.Meta(ge=1, le=MOST_POSITIONS)]


class AskedTerms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is known of a table that may be opened."""

    book: str
    positions: Positions = MOST_POSITIONS
    unit: Unit = 100
    limits: dict[str, tuple[int, int]] = {}


class WagerTerms(msgspec.Struct, frozen=True, kw_only=True):
    """A wager with its limits: those asked for, or the usual ones."""

    key: str
    name: str
    least: int
    most: int


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """The limits of every wager at a table, and the most that a round there can cost the house."""

    wagers: tuple[WagerTerms, ...]
    exposure: int


@post("/staff/tables/terms", include_in_schema=False, status_code=200)
async def terms(request: Asked, data: AskedTerms) -> Terms:
    """The terms of a table; wagers that are left out get the usual limits."""
    await house_of(request).in_thread(staff_of, request, OPENS_TABLES)
    book = book_asked(request, data.book)
    limits = complete(book, data.limits, data.unit)
    return Terms(
        wagers=tuple(
            WagerTerms(key=key, name=wager_name(book, key), least=least, most=most)
            for key, (least, most) in limits.items()
        ),
        exposure=most_exposure(book, positions=data.positions, limits=limits),
    )


TABLES = [terms]
