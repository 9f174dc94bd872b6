"""How far streams have come and what accounts hold, for whoever prepares an append: from memory alone, or asked for.

Here: the two ways, behind one interface, so that what prepares an append is written once. Not here: what is known
(`known`). What is written is decided again by what holds inside its own transaction (`writing`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from houseway.journal.store import Journal


class NotKnown(Exception):
    """Something is not known without asking the database: whoever may wait asks it."""


class Facts(Protocol):
    """What an append is prepared by."""

    @property
    def journal(self) -> Journal:
        """The journal, to be asked for anything else; `NotKnown` for whoever cannot wait."""
        ...

    def version(self, stream: str) -> int:
        """How far a stream has come."""
        ...

    def balances(self, accounts: Iterable[str]) -> dict[str, int]:
        """What accounts hold."""
        ...


class Asked:
    """The facts as the database has them; to be used in a thread."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal

    def version(self, stream: str) -> int:
        """How far a stream has come: an append at another version is refused."""
        return self.journal.newest(stream)

    def balances(self, accounts: Iterable[str]) -> dict[str, int]:
        """What accounts hold now."""
        return self.journal.balances_of(accounts)


class InMind:
    """What this process has in mind, for whoever cannot wait; `NotKnown` where the database has to be asked."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    @property
    def journal(self) -> Journal:
        """There is no time to ask it."""
        raise NotKnown

    def version(self, stream: str) -> int:
        """How far a stream has come: an append at another version is refused."""
        found = self._journal.known_version(stream)
        if found is None:
            raise NotKnown
        return found

    def balances(self, accounts: Iterable[str]) -> dict[str, int]:
        """What accounts hold now, also where another process has just written."""
        found = self._journal.balances_at_once(accounts)
        if found is None:
            raise NotKnown
        return found
