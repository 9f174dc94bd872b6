"""Tables over HTTP: the terms on which one opens, adding it, closing one for good, and the emergency switch.

Here: the routes. Not here: what limits are valid or usual (`table.limits`), what a round can cost (`table.exposure`),
or what a stop refuses (`kept.stops`).
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import JSONBody

from houseway.kept.stops import FINISH, Stop
from houseway.money import MOST_CENTS
from houseway.people.acts import HouseAct
from houseway.rulebook.procedure import MOST_POSITIONS
from houseway.table.betting import wager_name
from houseway.table.exposure import most_exposure
from houseway.table.limits import complete
from houseway.web.floor.fields import Reasoned, Why
from houseway.web.floor.opening import Opening
from houseway.web.http.api_books import book_asked
from houseway.web.http.guard import Asked, act, house_of, staff_of
from houseway.web.http.owed import Id

Unit = Annotated[int, msgspec.Meta(ge=1, le=MOST_CENTS)]
Positions = Annotated[int, msgspec.Meta(ge=1, le=MOST_POSITIONS)]


class AskedTerms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is known of a table that may be opened."""

    book: str
    positions: Positions = MOST_POSITIONS
    unit: Unit = 100
    limits: dict[str, tuple[int, int]] = {}


class Retirement(Reasoned, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table that closes for good, and why."""

    id: Id
    table: str
    why: Why


class StopPlay(Reasoned, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is stopped by the emergency switch, or no longer is."""

    scope: str
    name: str = ""
    rounds: str = FINISH
    why: Why = ""
    lift: bool = False


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


@post("/staff/tables/terms", include_in_schema=False, status_code=200, opt=act(HouseAct.ADD_TABLE))
async def terms(request: Asked, data: JSONBody[AskedTerms]) -> Terms:
    """The terms of a table; wagers that are left out get the usual limits."""
    book = book_asked(request, data.book)
    limits = complete(book, data.limits, data.unit)
    return Terms(
        wagers=tuple(
            WagerTerms(key=key, name=wager_name(book, key), least=least, most=most)
            for key, (least, most) in limits.items()
        ),
        exposure=most_exposure(book, positions=data.positions, limits=limits),
    )


@post("/staff/tables", include_in_schema=False, status_code=200, opt=act(HouseAct.ADD_TABLE))
async def add_table(request: Asked, data: JSONBody[Opening]) -> dict[str, str]:
    """Add one more table."""
    house = house_of(request)
    await house.open_table(data, await house.in_thread(staff_of, request))
    return {"name": data.name}


@post("/staff/tables/retire", include_in_schema=False, status_code=200, opt=act(HouseAct.STOP))
async def retire_table(request: Asked, data: JSONBody[Retirement]) -> dict[str, str]:
    """Close a table for good."""
    house = house_of(request)
    staff = await house.in_thread(staff_of, request)
    await house.retire(staff, data.table, why=data.why, key=data.id)
    return {"table": data.table}


@get("/staff/stops", include_in_schema=False, opt=act(HouseAct.SEE_STOPS))
async def stops(request: Asked) -> tuple[Stop, ...]:
    """What the emergency switch has stopped."""
    house = house_of(request)
    return tuple(house.stops.now.values())


@post("/staff/stops", include_in_schema=False, status_code=200, opt=act(HouseAct.STOP))
async def stop_play(request: Asked, data: JSONBody[StopPlay]) -> tuple[Stop, ...]:
    """Stop the house, a table or a player at once, or lift the stop."""
    house = house_of(request)
    staff = await house.in_thread(staff_of, request)
    await house.stop_play(staff, data.scope, data.name, rounds=data.rounds, why=data.why, lift=data.lift)
    return tuple(house.stops.now.values())


TABLES = [terms, add_table, retire_table, stops, stop_play]
