"""What players have and owe, as the journal last showed it.

Here: looking balances up in a thread, and the figures that pages are shown. Not here: what moves chips
(`kept.postings`).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable

import msgspec

from houseway.journal.store import Journal
from houseway.kept.postings import owed, player


class Balances(msgspec.Struct, frozen=True, kw_only=True):
    """What a look-up found; the one with the higher `number` began later."""

    number: int = 0
    chips: dict[str, int] = {}
    owed: dict[str, int] = {}


class Purses:
    """The chips of everybody at a table of the house.

    Tables look up balances at the same time, each in its own thread: a result that arrives after that of a look-up
    which began later is out of date, and is ignored.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._numbers = itertools.count(1)
        self._newest: dict[str, int] = {}
        self.chips: dict[str, int] = {}
        self.owed: dict[str, int] = {}

    def look_up(self, names: Iterable[str]) -> Balances:
        """What players have and owe now; to be called in a thread. Nothing is shown before `update`."""
        number, names = next(self._numbers), tuple(names)
        return Balances(
            number=number,
            chips={name: self._journal.balance(player(name)) for name in names},
            owed={name: -self._journal.balance(owed(name)) for name in names},
        )

    def update(self, found: Balances) -> None:
        """Show what a look-up found."""
        for name in found.chips:
            if self._newest.get(name, 0) < found.number:
                self._newest[name] = found.number
                self.chips[name], self.owed[name] = found.chips[name], found.owed[name]
