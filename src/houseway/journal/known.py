"""What this process knows of the journal without asking the database: how far some streams have come, some balances.

Here: what is known, and when it no longer holds. Not here: the queries (`store`).

The chain has one order, so a process that has seen every entry up to a number knows what its own next write changed,
if that write begins at the next number. Where it begins later, another process has written: nothing is known any more.
A process that does not write asks once a second whether anybody has.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Mapping
from typing import Final

FRESH: Final = 1.0
"""Seconds for which what is known holds without asking whether another process has written."""
MOST: Final = 100_000
"""How many streams and accounts are kept in mind."""


class Known:
    """The versions of streams that were asked for or written, and the balances of accounts that were asked for, as of
    one entry of the chain.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._number, self._checked = -1, 0.0
        self._looks = 0
        self._versions: dict[str, int] = {}
        self._balances: dict[str, int] = {}
        self._writing: tuple[int, int, bytes, Mapping[str, int]] | None = None
        """What is being committed; it counts once the entry of that hash is the last one of the chain."""

    def version(self, stream: str) -> int | None:
        """The version of a stream; nothing where it is not known, or no longer."""
        with self._lock:
            return self._versions.get(stream) if self._is_fresh() else None

    def version_as_of(self, number: int, stream: str) -> int | None:
        """The version of a stream if the chain's last entry is this one; nothing where it is not known."""
        with self._lock:
            return self._versions.get(stream) if number == self._number else None

    def version_at(self, number: int, hash: bytes, stream: str) -> int | None:
        """The same, also where that entry is one that this process has just committed and not noted yet."""
        with self._lock:
            if number == self._number:
                return self._versions.get(stream)
            if self._writing is None or self._writing[:3] != (self._number + 1, number, hash):
                return None
            return self._writing[3].get(stream, self._versions.get(stream))

    def balances(self, accounts: Collection[str]) -> dict[str, int] | None:
        """The balances of accounts; nothing where one of them is not known, or no longer."""
        with self._lock:
            if not self._is_fresh() or not self._balances.keys() >= set(accounts):
                return None
            return {account: self._balances[account] for account in accounts}

    def look(self) -> int:
        """What to hand to `read`, taken before looking: what was forgotten meanwhile is not put back."""
        with self._lock:
            return self._looks

    def read(self, look: int, number: int, *, versions: Mapping[str, int], balances: Mapping[str, int]) -> None:
        """Note what was read in a transaction that saw the chain up to a number."""
        with self._lock:
            if look != self._looks or number < self._number:  # something was forgotten or written since
                return
            if number > self._number or len(self._versions) + len(self._balances) > MOST:
                self._forget(number)
            self._checked = self._clock()
            self._versions |= versions
            self._balances |= balances

    def writes(self, first: int, last: int, hash: bytes, *, versions: Mapping[str, int]) -> None:
        """Note what this process is about to commit: entries of these numbers, the hash of the last one."""
        with self._lock:
            self._writing = (first, last, hash, versions)

    def wrote(self, first: int, last: int, *, versions: Mapping[str, int], balances: Mapping[str, int]) -> None:
        """Note what this process has written: entries of these numbers, and how things stand after them."""
        with self._lock:
            if last < first or last <= self._number:
                return
            if first != self._number + 1 or len(self._versions) > MOST:
                self._forget(last)
                return
            self._number, self._checked = last, self._clock()
            self._versions |= versions
            self._balances |= {account: cents for account, cents in balances.items() if account in self._balances}

    def forget(self) -> None:
        """Ask the database again from now on."""
        with self._lock:
            self._looks += 1
            self._forget(-1)

    def _forget(self, number: int) -> None:
        self._number, self._checked = number, self._clock()
        self._versions, self._balances = {}, {}

    def _is_fresh(self) -> bool:
        return self._clock() - self._checked < FRESH
