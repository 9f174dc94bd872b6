"""What players have and owe, as the journal had it last."""

from __future__ import annotations

from collections.abc import Iterable

from houseway.journal.store import Journal
from houseway.kept.postings import owed, player


class Purses:
    """The chips of everybody who is at a table of the house."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.chips: dict[str, int] = {}
        self.owed: dict[str, int] = {}

    def count(self, names: Iterable[str]) -> None:
        """Look up what players have and owe; in a thread."""
        for name in names:
            self.chips[name] = self._journal.balance(player(name))
            self.owed[name] = -self._journal.balance(owed(name))
