"""A table as those see it who are not at it: the lobby, the floor, the cage and the watch.

Here: what of a table is shown there, as plain values, so that a table which another process runs is shown the same way.
Not here: the pages (`http.lobby`, `cage_floor`), or what its own viewers see (`wire.viewer_scene`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from houseway.table.exposure import most_exposure

if TYPE_CHECKING:
    from houseway.rulebook.rulebook import Rulebook
    from houseway.web.floor.live_table import LiveTable


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """A table as it is seen from elsewhere."""

    name: str
    positions: int
    unit: int
    limits: dict[str, tuple[int, int]]
    pay_tables: dict[str, str]
    seats: dict[int, str]
    present: tuple[str, ...]
    """The players whose page is connected, and the bots."""
    bots: tuple[str, ...] = ()
    watching: int
    sockets: int
    phase: str
    round: int
    fault: str
    """What is on hold; empty where nothing is."""
    dealer: str
    open: bool
    exposure: int
    """What the wagers on the layout can cost the house."""
    exposure_cap: int


_decoder: Final = msgspec.json.Decoder(Seen)


def seen(live: LiveTable) -> Seen:
    """A table of this process as it is seen from elsewhere."""
    table, mode = live.table, live.mode.now
    return Seen(
        name=live.name,
        positions=table.positions,
        unit=table.unit,
        limits=dict(table.limits),
        pay_tables=dict(table.pay_tables),
        seats=dict(table.seats),
        present=tuple(sorted(live.present)),
        bots=tuple(sorted(live.company.names)),
        watching=live.audience.watchers(),
        sockets=len(live.audience.viewers),
        phase=table.phase.value,
        round=table.round,
        fault=table.hold.fault.value if table.hold else "",
        dealer=mode.dealer,
        open=mode.open,
        exposure=live.house.at_stake.cost(live.name),
        exposure_cap=table.exposure_cap,
    )


def encode(one: Seen) -> bytes:
    """A table as other processes are told of it."""
    return msgspec.json.encode(one)


def decode(body: bytes) -> Seen | None:
    """A table of another process; nothing where that has not told of it yet, or in words of another version.

    >>> decode(b""), decode(b'{"name": "one"}'), decode(b"?")
    (None, None, None)
    """
    try:
        return _decoder.decode(body) if body else None
    except msgspec.DecodeError:
        return None


def most_it_can_cost(book: Rulebook, one: Seen) -> int:
    """What a round can cost with every wager at its maximum."""
    return most_exposure(book, positions=one.positions, limits=one.limits, pay_tables=one.pay_tables)
