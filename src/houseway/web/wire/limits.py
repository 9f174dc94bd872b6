"""How much may be asked, and how fast.

Here: rate limits. Not here: what happens to a request that is over one (`dispatch`, `http.sign_in`).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable


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

    def allows(self) -> bool:
        """Whether one more is allowed now; if so, it is counted."""
        now = self._now()
        self._left = min(self._most, self._left + (now - self._last) * self._rate)
        self._last = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class RateLimits:
    """A rate limit for each address; the address that has been quiet for longest is forgotten first."""

    MOST = 10_000

    def __init__(self, at_once: float, a_second: float) -> None:
        self._at_once, self._a_second = at_once, a_second
        self._limits: dict[str, RateLimit] = {}
        self._lock = threading.Lock()

    def allows(self, address: str) -> bool:
        """Whether one more is allowed from this address now; if so, it is counted."""
        with self._lock:
            limit = self._limits.pop(address, None) or RateLimit(self._at_once, self._a_second)
            self._limits[address] = limit
            if len(self._limits) > self.MOST:
                del self._limits[next(iter(self._limits))]
            return limit.allows()
