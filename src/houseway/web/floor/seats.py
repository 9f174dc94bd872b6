"""Seats that are freed because their players are away or do not play.

Here: who left when, and which players sit rounds out. Not here: whether a seat may be left (`table.decide`).
"""

from __future__ import annotations

import time

from houseway.rulebook.procedure import Phase, Role
from houseway.table import commands as c
from houseway.table.state import Table

AWAY = 120.0
"""Seconds after which a player who is not connected loses a seat that has no wager on it."""
SAT_OUT = 5
"""Rounds without a wager after which a seat at an automatically dealt table is freed."""


class IdleSeats:
    """The seats of one table whose players are away or do not play."""

    def __init__(self) -> None:
        self._left_at: dict[str, float] = {}
        self._sat_out: dict[tuple[int, str], int] = {}

    def player_left(self, name: str) -> None:
        """Note that a player's last page was closed."""
        self._left_at[name] = time.monotonic()

    def seat_taken(self, position: int, name: str) -> None:
        """Note that a player took a seat: they have sat out no round there yet."""
        self._sat_out.pop((position, name), None)

    def betting_closed(self, table: Table) -> None:
        """Note the seats that sit this round out; whoever banks plays it."""
        self._sat_out = {
            (at, name): self._sat_out.get((at, name), 0) + 1
            for at, name in table.seats.items()
            if at not in table.wagers and not _banks(table, at)
        }

    def to_free(self, table: Table, present: frozenset[str], *, automatic: bool) -> list[c.Command]:
        """The requests that free idle seats now: whoever is away gives back a bank that nobody has bet against."""
        now = time.monotonic()
        found: list[c.Command] = []
        if table.phase not in (Phase.BETWEEN_ROUNDS, Phase.BETTING):
            return found
        for at, name in table.seats.items():
            by = c.Actor(name, Role.PLAYER)
            away = name not in present and now - self._left_at.setdefault(name, now) > AWAY
            if _banks(table, at):
                if away and not table.wagers:
                    found += (c.PassBank(by=by, position=at), c.Leave(by=by, position=at))
            elif at not in table.wagers and (away or (automatic and self._sat_out.get((at, name), 0) >= SAT_OUT)):
                found.append(c.Leave(by=by, position=at))
        return found


def _banks(table: Table, position: int) -> bool:
    return table.bank is not None and table.bank.position == position
