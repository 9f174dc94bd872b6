"""What the lobby shows: the tables of the house and their state."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, get
from litestar.datastructures import State

from houseway.people.acts import HouseAct
from houseway.rulebook.rulebook import Rulebook
from houseway.web.floor.house import OpenHouse
from houseway.web.floor.seen import Seen
from houseway.web.http.guard import act


class LobbyTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table as the lobby and the floor show it."""

    name: str
    book: str
    title: str
    printed: str
    """The house and the version of the book."""
    source: str
    group: str
    """The heading under which the book is listed."""
    summary: str
    """How the book differs from the others, in one line."""
    positions: int
    seats: dict[int, str]
    present: tuple[str, ...]
    """The players whose page is connected, and the bots."""
    bots: tuple[str, ...]
    """The bots: they make room for people."""
    watching: int
    limits: dict[str, tuple[int, int]]
    unit: int
    phase: str
    round: int
    hold: bool
    dealer: str
    open: bool


class Lobby(msgspec.Struct, frozen=True, kw_only=True):
    """Every table of the house."""

    tables: tuple[LobbyTable, ...]


@get("/lobby", include_in_schema=False, opt=act(HouseAct.LOOK))
async def lobby(request: Request[Any, Any, State]) -> Lobby:
    """Every table with its book, limits, seats and phase."""
    house: OpenHouse = request.app.state.house
    return Lobby(tables=tuple(_table(one, book) for one, book in house.everywhere()))


def _table(one: Seen, book: Rulebook) -> LobbyTable:
    source = book.source
    return LobbyTable(
        name=one.name,
        book=book.id,
        title=source.title,
        printed=", ".join(part for part in (source.house, source.version) if part),
        source=str(source),
        group=book.group,
        summary=book.summary,
        positions=one.positions,
        seats=one.seats,
        present=one.present,
        bots=one.bots,
        watching=one.watching,
        limits=one.limits,
        unit=one.unit,
        phase=one.phase,
        round=one.round,
        hold=bool(one.fault),
        dealer=one.dealer,
        open=one.open,
    )
