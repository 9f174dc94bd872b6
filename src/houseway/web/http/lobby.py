"""What the lobby shows: the tables of the house and their state."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, get
from litestar.datastructures import State

from houseway.people.acts import HouseAct
from houseway.web.floor.live_table import LiveTable
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
    """The players whose page is connected."""
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
    return Lobby(tables=tuple(_table(live) for live in request.app.state.house.tables.values()))


def _table(live: LiveTable) -> LobbyTable:
    source = live.book.source
    return LobbyTable(
        name=live.name,
        book=live.book.id,
        title=source.title,
        printed=", ".join(part for part in (source.house, source.version) if part),
        source=str(source),
        group=live.book.group,
        summary=live.book.summary,
        positions=live.table.positions,
        seats=live.table.seats,
        present=tuple(sorted(live.present)),
        watching=live.audience.watchers(),
        limits=live.table.limits,
        unit=live.table.unit,
        phase=live.table.phase.value,
        round=live.table.round,
        hold=bool(live.table.hold),
        dealer=live.mode.now.dealer,
        open=live.mode.now.open,
    )
