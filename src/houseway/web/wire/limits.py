"""How much may be asked how fast."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable


class Bucket:
    """So many at once, and so many a second after that.

    >>> moment = iter([0.0, 0.0, 0.0, 0.0, 1.0])
    >>> bucket = Bucket(2, 1.0, lambda: next(moment))
    >>> bucket.take(), bucket.take(), bucket.take(), bucket.take()
    (True, True, False, True)
    """

    def __init__(self, at_once: float, a_second: float, now: Callable[[], float] = time.monotonic) -> None:
        self._most, self._rate, self._now = at_once, a_second, now
        self._left, self._last = at_once, now()

    def take(self) -> bool:
        """Whether one more is allowed."""
        now = self._now()
        self._left = min(self._most, self._left + (now - self._last) * self._rate)
        self._last = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket for each of those who ask; the one that has not asked for longest is forgotten first."""

    MOST = 10_000

    def __init__(self, at_once: float, a_second: float) -> None:
        self._at_once, self._a_second = at_once, a_second
        self._buckets: dict[str, Bucket] = {}
        self._lock = threading.Lock()

    def take(self, who: str) -> bool:
        """Whether one more is allowed."""
        with self._lock:
            bucket = self._buckets.pop(who, None) or Bucket(self._at_once, self._a_second)
            self._buckets[who] = bucket
            if len(self._buckets) > self.MOST:
                del self._buckets[next(iter(self._buckets))]
            return bucket.take()
