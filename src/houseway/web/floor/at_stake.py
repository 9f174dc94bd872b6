"""What lies on the layouts of the whole house: what it can cost the house, with the cap on that, and whose it is.

Here: the figures of each table, added up, and refusing a wager that would exceed the cap of the house. Not here: the
cost of one table (`table.exposure`), or its own cap, which `table.decide` knows.

A wager is counted before it is written to the journal, so that two tables cannot both use what is left of the cap. What
other processes run is known here as it was a moment ago, to be shown; the transaction that writes a wager adds up what
it is then (`journal.stakes`).
"""

from __future__ import annotations

import threading
from collections.abc import Mapping

from houseway.errors import Refused
from houseway.journal.stakes import beyond
from houseway.journal.tenancy import Laid


class AtStake:
    """What the rounds in play can cost, and what players have at stake; `cap` is the most that is accepted, or 0."""

    def __init__(self, cap: int = 0) -> None:
        self.cap = cap
        self._lock = threading.Lock()
        self._costs: dict[str, int] = {}
        self._together = 0
        self._staked: dict[str, Mapping[str, int]] = {}
        self._of: dict[str, dict[str, int]] = {}
        """What each player has at each table where they have anything."""
        self.elsewhere = Laid()
        """What lies on the layouts of other processes, as it was a moment ago."""

    @property
    def now(self) -> int:
        """What all rounds in play can cost together."""
        return self._together + self.elsewhere.cost

    def cost(self, table: str) -> int:
        """What the round of a table of this process can cost."""
        return self._costs.get(table, 0)

    def staked(self, player: str) -> int:
        """What a player has on all layouts of the house."""
        with self._lock:
            return sum(self._of.get(player, {}).values()) + self.elsewhere.of.get(player, 0)

    def note_elsewhere(self, laid: Laid) -> None:
        """Note what lies on the layouts of other processes."""
        with self._lock:
            self.elsewhere = laid

    def note_all_of(self, player: str, cents: int) -> None:
        """Note what a player has on all layouts of the house, as the database has it."""
        with self._lock:
            elsewhere = {**self.elsewhere.of, player: cents - sum(self._of.get(player, {}).values())}
            self.elsewhere = self.elsewhere._replace(of=elsewhere)

    def reserve(self, table: str, cost: int, what: str = "this wager") -> None:
        """Count what a table could cost with a new wager, or a bank that the house shares; refused above the cap."""
        with self._lock:
            together = self._together - self._costs.get(table, 0) + cost
            if self.cap and together > self.cap:
                raise Refused(beyond(what, together, self.cap))
            self._count(table, cost)

    def update(self, table: str, cost: int, staked: Mapping[str, int]) -> None:
        """Note what a table can cost now, and what each player has on its layout."""
        with self._lock:
            self._count(table, cost)
            for player in self._staked.get(table, {}).keys() - staked.keys():
                del self._of[player][table]
                if not self._of[player]:
                    del self._of[player]
            for player, cents in staked.items():
                self._of.setdefault(player, {})[table] = cents
            self._staked[table] = staked

    def _count(self, table: str, cost: int) -> None:
        self._together += cost - self._costs.get(table, 0)
        self._costs[table] = cost
