"""How much may be asked, and how fast.

Here: rate limits, and how many sockets one address may have. Not here: what happens to a request that is over one
(`dispatch`, `http.sign_in`, `socket`).
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator


class RateLimit:
    """A burst of `at_once`, then `a_second` per second (a token bucket).

    >>> moment = iter([0.0, 0.0, 0.0, 0.0, 1.0])
    >>> limit = RateLimit(2, 1.0, lambda: next(moment))
    >>> limit.allows(), limit.allows(), limit.allows(), limit.allows()
    (True, True, False, True)
    """

    def __init__(self, at_once: float, a_second: float, now: Callable[[], float] = time.monotonic) -> None:
        self._most, self._rate, self._now = at_once, a_second, now
        self._left, self._last = at_once, now()

    def allows(self, weight: float = 1) -> bool:
        """Whether one more is allowed now, or one that counts for several; if so, it is counted."""
        if self.wait(weight):
            return False
        self._left -= weight
        return True

    def wait(self, weight: float = 1) -> float:
        """The seconds until one more is allowed; 0 if it is now."""
        now = self._now()
        self._left = min(self._most, self._left + (now - self._last) * self._rate)
        self._last = now
        missing = min(weight, self._most) - self._left
        return max(0.0, missing / self._rate)


class RateLimits:
    """A rate limit for each address or name; the one that has been quiet for longest is forgotten first."""

    MOST = 10_000

    def __init__(self, at_once: float, a_second: float) -> None:
        self._at_once, self._a_second = at_once, a_second
        self._limits: dict[str, RateLimit] = {}
        self._lock = threading.Lock()

    def allows(self, address: str, weight: float = 1) -> bool:
        """Whether one more is allowed from this address now, or one that counts for several; if so, it is counted."""
        with self._lock:
            return self._limit(address).allows(weight)

    def wait(self, address: str, weight: float = 1) -> float:
        """The seconds until one more is allowed from this address; 0 if it is now."""
        with self._lock:
            return self._limit(address).wait(weight)

    def _limit(self, address: str) -> RateLimit:
        limit = self._limits.pop(address, None) or RateLimit(self._at_once, self._a_second)
        self._limits[address] = limit
        if len(self._limits) > self.MOST:
            del self._limits[next(iter(self._limits))]
        return limit


class SocketCounts:
    """How many sockets each address has open: people with a name may have more than strangers.

    >>> counts = SocketCounts(most=2, strangers=1)
    >>> with counts.one("192.0.2.1", stranger=True) as first, counts.one("192.0.2.1", stranger=True) as second:
    ...     first, second
    (True, False)
    """

    def __init__(self, *, most: int, strangers: int) -> None:
        self._most = {False: most, True: strangers}
        self._open: Counter[tuple[str, bool]] = Counter()

    def __len__(self) -> int:
        return self._open.total()

    @contextlib.contextmanager
    def one(self, address: str, *, stranger: bool) -> Iterator[bool]:
        """Count a socket while it is open; whether it may be."""
        place = address, stranger
        allowed = self._open[place] < self._most[stranger]
        self._open[place] += allowed
        try:
            yield allowed
        finally:
            self._open[place] -= allowed
            if not self._open[place]:
                del self._open[place]
