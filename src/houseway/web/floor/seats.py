"""Which places at a table are given up: their players are away, or do not play.

Here: who went when, and which places take no part in rounds. Not here: whether a place may be left (`table.decide`).
"""

from __future__ import annotations

import time

from houseway.rulebook.procedure import Phase, Role
from houseway.table import commands as c
from houseway.table.state import Table

AWAY = 120.0
"""Seconds after which a player who is not connected loses a place on which nothing lies."""
SAT_OUT = 5
"""Rounds after which a place at an automatic table is lost on which nothing was wagered."""


class Places:
    """The places of one table."""

    def __init__(self) -> None:
        self._left_at: dict[str, float] = {}
        self._sat_out: dict[tuple[int, str], int] = {}

    def left(self, name: str) -> None:
        """A player's last page was closed."""
        self._left_at[name] = time.monotonic()

    def taken(self, position: int, name: str) -> None:
        """A player took a place: he has sat nothing out there yet."""
        self._sat_out.pop((position, name), None)

    def betting_closed(self, table: Table) -> None:
        """Note the places that take no part in the round."""
        self._sat_out = {
            (at, name): self._sat_out.get((at, name), 0) + 1
            for at, name in table.seats.items()
            if at not in table.wagers
        }

    def given_up(self, table: Table, present: frozenset[str], *, automatic: bool) -> list[c.Leave]:
        """The requests by which places are left now."""
        now = time.monotonic()
        if table.phase not in (Phase.BETWEEN_ROUNDS, Phase.BETTING):
            return []
        return [
            c.Leave(by=c.Actor(name, Role.PLAYER), position=at)
            for at, name in table.seats.items()
            if at not in table.wagers
            and (
                (name not in present and now - self._left_at.setdefault(name, now) > AWAY)
                or (automatic and self._sat_out.get((at, name), 0) >= SAT_OUT)
            )
        ]
