"""What players have and owe, as the journal last showed it.

Here: looking balances up in a thread, and the figures that pages are shown. Not here: what moves chips
(`kept.postings`).
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec
from msgspec import structs

from houseway.journal.store import Journal
from houseway.kept.changes import Change
from houseway.kept.debts import AtATable, debts_at, owing
from houseway.kept.postings import CORRECTIONS, owed, player
from houseway.table import events as e

PAYS = (e.WagerSettled, e.EnvyPaid, e.BankSettled, *CORRECTIONS)
MOVES_CHIPS = (e.WagerPlaced, e.WagerWithdrawn, e.WagerFound, e.BankTaken, e.BankPassed, *PAYS)
"""The events that pay or collect, and all events that move chips."""


def players_paid(changes: Iterable[Change], kinds: tuple[type[e.Event], ...] = MOVES_CHIPS) -> set[str]:
    """The players whose chips changes move."""
    return {event.player for event, _ in changes if isinstance(event, kinds)}  # type: ignore[attr-defined]


class Balances(msgspec.Struct, frozen=True, kw_only=True):
    """What a look-up found; the one with the higher `number` began later."""

    number: int = 0
    chips: dict[str, int] = {}
    owed: dict[str, int] = {}
    debts: tuple[AtATable, ...] = ()
    """What happened at a table to what its players owe."""


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
        self.owed = owing(journal)

    def look_up(self, names: Iterable[str]) -> Balances:
        """What players have and owe now; to be called in a thread. Nothing is shown before `update`."""
        number, names = next(self._numbers), tuple(names)
        return _balances(number, names, self._journal.newest_balances(_accounts(names)))

    def remembered_after(self, changes: Sequence[Change]) -> Balances | None:
        """What `look_up_after` would find, where that is known without reading the journal: no thread is needed."""
        names = players_paid(changes)
        found = self._journal.known_balances(_accounts(names))
        if found is None or any(found[owed(name)] or self.owed.get(name) for name in players_paid(changes, PAYS)):
            return None  # somebody owes the house: the journal says what that comes from
        return _balances(next(self._numbers), names, found)

    def look_up_after(self, table: str, changes: Sequence[Change]) -> Balances:
        """What the players whose chips changes of a table moved have and owe now; to be called in a thread."""
        found = self.look_up(players_paid(changes))
        owed = {name for name in found.owed if found.owed[name] or self.owed.get(name)}
        return structs.replace(found, debts=self.debts_after(table, changes, owed))

    def debts_after(
        self, table: str, changes: Sequence[Change], only: Collection[str] | None = None
    ) -> tuple[AtATable, ...]:
        """What changes of a table did to what their players owe; of all of them, or only of these."""
        names = {name for name in players_paid(changes, PAYS) if only is None or name in only}
        return (
            debts_at(self._journal, table, names, changes[0].after.version, changes[-1].after.version) if names else ()
        )

    def update(self, found: Balances) -> None:
        """Show what a look-up found."""
        for name in found.chips:
            if self._newest.get(name, 0) < found.number:
                self._newest[name] = found.number
                self.chips[name], self.owed[name] = found.chips[name], found.owed[name]


def _accounts(names: Iterable[str]) -> list[str]:
    return [account(name) for name in names for account in (player, owed)]


def _balances(number: int, names: Collection[str], found: Mapping[str, int]) -> Balances:
    return Balances(
        number=number,
        chips={name: found[player(name)] for name in names},
        owed={name: -found[owed(name)] for name in names},
    )
