"""What this process knows of the journal without asking the database: how far some streams have come, some balances.

Here: what is known, and when it no longer holds. Not here: the queries (`store`).

The chain has one order, so a process that has seen every entry up to a number knows what its own next write changed,
if that write begins at the next number. Where it begins later, another process has written: what was known before no
longer counts. What is being committed is noted before, with the hash of its last entry: whoever sees that entry at the
end of the chain, in the next transaction or in passing, knows that it was. A process that does not write asks once a
second whether anybody has.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Mapping
from typing import Final, NamedTuple

FRESH: Final = 1.0
"""Seconds for which what is known holds without asking whether another process has written."""
FOLLOWED: Final = 500
"""So many entries of other processes are read, to know how streams and accounts stand; of more it is forgotten."""
MOST: Final = 100_000
"""How many streams and accounts are kept in mind."""


class _Writing(NamedTuple):
    """What is being committed: it counts once the entry of that hash is the last one of the chain."""

    first: int
    last: int
    hash: bytes
    versions: Mapping[str, int]
    balances: Mapping[str, int]


class Known:
    """The versions of streams and the balances of accounts that were asked for or written, as of one entry."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._number, self._checked = -1, 0.0
        self._looks = 0
        self._versions: dict[str, int] = {}
        self._balances: dict[str, int] = {}
        self._writing: _Writing | None = None

    def version(self, stream: str) -> int | None:
        """The version of a stream; nothing where it is not known, or no longer."""
        with self._lock:
            return self._versions.get(stream) if self._is_fresh() else None

    def version_as_of(self, number: int, stream: str) -> int | None:
        """The version of a stream if the chain's last entry is this one; nothing where it is not known."""
        with self._lock:
            return self._versions.get(stream) if number == self._number else None

    def balances(self, accounts: Collection[str]) -> dict[str, int] | None:
        """The balances of accounts; nothing where one of them is not known, or no longer."""
        with self._lock:
            if not self._is_fresh() or not self._balances.keys() >= set(accounts):
                return None
            return {account: self._balances[account] for account in accounts}

    def stands_at(self, number: int, hash: bytes) -> bool:
        """Note that the chain's last entry is this one; whether what is known is at least as new.

        What this process was committing is known from then on if this is its last entry: whoever looks first notes it.
        Where a later entry was seen at the end of the chain meanwhile, what is known is newer than this look.
        """
        with self._lock:
            self._stand(number, hash)
            return number <= self._number

    def behind(self, number: int) -> int | None:
        """After which entry to read on to know as much as the entry of this number; nothing where that does not pay."""
        with self._lock:
            written = self._writing.last if self._writing is not None else -1
            behind = 0 <= self._number < number <= self._number + FOLLOWED and written != number
            return self._number if behind and (self._versions or self._balances) else None

    def follow(self, since: int, number: int, *, versions: Mapping[str, int], balances: Mapping[str, int]) -> None:
        """Note what entries wrote that were read in a transaction that saw all between two of them."""
        with self._lock:
            if self._number == since < number:
                if self._writing is not None and self._writing.first <= number:
                    self._writing = None
                self._number, self._checked = number, self._clock()
                self._add(versions, balances)

    def look(self) -> int:
        """What to hand to `read`, taken before looking: what was forgotten meanwhile is not put back."""
        with self._lock:
            return self._looks

    def read(
        self, look: int, number: int, hash: bytes, *, versions: Mapping[str, int], balances: Mapping[str, int]
    ) -> None:
        """Note what was read in a transaction that saw the chain up to an entry."""
        with self._lock:
            if look != self._looks:  # something was forgotten since
                return
            self._stand(number, hash)
            if number == self._number:
                self._add(versions, balances)

    def writes(
        self, first: int, last: int, hash: bytes, *, versions: Mapping[str, int], balances: Mapping[str, int]
    ) -> None:
        """Note what this process is about to commit: entries of these numbers, and how things stand after them."""
        with self._lock:
            self._writing = _Writing(first, last, hash, versions, balances) if last >= first else None

    def forget(self) -> None:
        """Ask the database again from now on."""
        with self._lock:
            self._looks += 1
            self._forget(-1)

    def _stand(self, number: int, hash: bytes) -> None:
        if number < self._number:  # a look that began earlier
            return
        written = self._writing
        if written is not None and (written.last, written.hash) == (number, hash):
            if written.first != self._number + 1:
                self._forget(number)
            self._number, self._writing = number, None
            self._add(written.versions, written.balances)
        elif number > self._number:
            self._forget(number)
        self._checked = self._clock()

    def _add(self, versions: Mapping[str, int], balances: Mapping[str, int]) -> None:
        if len(self._versions) + len(self._balances) > MOST:
            self._forget(self._number)
        self._versions |= versions
        self._balances |= balances

    def _forget(self, number: int) -> None:
        self._number, self._checked = number, self._clock()
        self._versions, self._balances = {}, {}

    def _is_fresh(self) -> bool:
        return self._clock() - self._checked < FRESH
