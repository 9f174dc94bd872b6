"""How many wrong passwords and codes there may be: at one account, and from one address.

Here: the limits, counting failures by address, and counting guesses that are still being checked, so that nobody makes
more of them at once than one after another. Not here: what a failure does to an account (`account`, `sign_in`).
"""

from __future__ import annotations

import math
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from operator import itemgetter

from houseway.errors import Refused
from houseway.people.account import SignInFailed, StaffAccount, as_event
from houseway.people.addresses import network_of
from houseway.people.names import STAFF
from houseway.people.staff import Staff

MOST_FAILURES = 5
"""How many wrong passwords or codes lock an account."""
MOST_FROM_AN_ADDRESS = 20
"""How many failures close an address: more than a name has, since a whole pit may share one address."""
LOCKED_FOR = timedelta(minutes=15)
_LATELY = 50
"""How many entries of an account are read for its failures of a quarter of an hour: five of them lock it."""
_FAILED = str(SignInFailed.__struct_config__.tag)


def failed_lately(staff: Staff) -> Iterator[tuple[str, float]]:
    """The failures at accounts that may still count: from which address, and how many seconds ago; oldest first.

    The journal has them, so an address that is closed stays so when a house opens again or another process takes over.
    """
    now, found = staff.clock(), list[tuple[str, float]]()
    for stream in (STAFF + name.casefold() for name in staff.names()):
        newest = staff.journal.version(stream)
        for recorded in staff.journal.read(stream, after=max(0, newest - _LATELY), upto=newest):
            failed = as_event(recorded) if recorded.kind == _FAILED else None
            if isinstance(failed, SignInFailed) and now - failed.at < LOCKED_FOR:
                found.append((failed.address, (now - failed.at).total_seconds()))
    return iter(sorted(found, key=itemgetter(1), reverse=True))


class Failures:
    """Failures by address, in memory; the address that has been quiet for longest is forgotten first.

    Of IPv6 the network of one subscriber counts as one address, since they may choose another for every guess.
    """

    MOST = 10_000

    def __init__(self, now: Callable[[], float] = time.monotonic, *, before: Iterable[tuple[str, float]] = ()) -> None:
        """`before` are failures of an earlier process: from which address, and how many seconds ago."""
        self._now = now
        self._failed: dict[str, tuple[int, float]] = {}
        self._lock = threading.Lock()
        for address, ago in before:
            count, _ = self._failed.get(network_of(address), (0, 0.0))
            self._failed[network_of(address)] = (count + 1, now() - ago)

    def are_too_many(self, address: str) -> bool:
        """Whether an address is closed."""
        return self.minutes_closed(address) > 0

    def minutes_closed(self, address: str) -> int:
        """For how many minutes an address is closed, rounded up; 0 where it is open."""
        with self._lock:
            count, last = self._failed.get(network_of(address), (0, 0.0))
            left = LOCKED_FOR.total_seconds() - (self._now() - last)
        return math.ceil(left / 60) if count >= MOST_FROM_AN_ADDRESS and left > 0 else 0

    def must_be_open(self, address: str) -> None:
        """Refuse an address that is closed, whatever it guesses; this says nothing about any account."""
        if minutes := self.minutes_closed(address):
            raise Refused(f"too many failures from this address; try again in {minutes} minute{'s' * (minutes > 1)}")

    def add(self, address: str) -> None:
        """Count one more failure."""
        network = network_of(address)
        with self._lock:
            count, last = self._failed.pop(network, (0, 0.0))
            fresh = self._now() - last < LOCKED_FOR.total_seconds()
            self._failed[network] = (count + 1 if fresh else 1, self._now())
            if len(self._failed) > self.MOST:
                del self._failed[next(iter(self._failed))]


class Guesses:
    """The guesses at accounts that are being checked now. Threads may share this object."""

    def __init__(self, staff: Staff) -> None:
        self._staff = staff
        self._checking: Counter[tuple[str, bool]] = Counter()
        self._lock = threading.Lock()

    @contextmanager
    def one(self, name: str, address: str) -> Iterator[StaffAccount | None]:
        """The account of a name as it is now, while one guess at it is checked; None where no more may be.

        A guess counts before it is checked, like a failure. At a locked account one is checked at a time: it is refused
        all the same, or ends the session.
        """
        with self._lock:
            account = self._staff.get(name)
            counted = (account.name, account.knows(address))
            locked = account.is_locked(self._staff.clock(), address)
            most = 1 if locked else MOST_FAILURES - account.failures_at(address)
            allowed = self._checking[counted] < most
            self._checking[counted] += allowed
        try:
            yield account if allowed else None
        finally:
            with self._lock:
                self._checking[counted] -= allowed
                if not self._checking[counted]:
                    del self._checking[counted]
