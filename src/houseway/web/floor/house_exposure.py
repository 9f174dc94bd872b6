"""The most that the rounds in play at all tables can cost the house together, and the cap on it.

Here: what each table can cost now, and refusing a wager that would exceed the cap of the house. Not here: the cost of
one table (`table.exposure`), or its own cap, which `table.decide` knows.

A wager is counted before it is written to the journal, so that two tables cannot both use what is left of the cap.
"""

from __future__ import annotations

import threading

from houseway.errors import Refused
from houseway.money import money


class HouseExposure:
    """What the rounds in play can cost; `cap` is the most that is accepted, or 0."""

    def __init__(self, cap: int = 0) -> None:
        self.cap = cap
        self._lock = threading.Lock()
        self._at: dict[str, int] = {}

    @property
    def now(self) -> int:
        """What all rounds in play can cost together."""
        with self._lock:
            return sum(self._at.values())

    def reserve(self, table: str, cost: int, what: str = "this wager") -> None:
        """Count what a table could cost with a new wager, or a bank that the house shares; refused above the cap."""
        with self._lock:
            together = sum(self._at.values()) - self._at.get(table, 0) + cost
            if self.cap and together > self.cap:
                raise Refused(
                    f"with {what} the rounds in play could cost the house {money(together)}, more than the "
                    f"{money(self.cap)} it accepts"
                )
            self._at[table] = cost

    def update(self, table: str, cost: int) -> None:
        """Note what a table can cost now."""
        with self._lock:
            self._at[table] = cost
