"""Executors that do each part of a count at once, and can fail after some of them.

Here: what tests of interrupted and repeated counts need. Not here: the executors that Houseway counts with (`shards`).
"""

from __future__ import annotations

from concurrent.futures import Executor, Future
from typing import Any


class Failing(Executor):
    """Does the work at once, and fails after a number of parts."""

    def __init__(self, parts: int) -> None:
        self.parts = parts

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.parts -= 1
        if self.parts < 0:
            future.set_exception(KeyboardInterrupt())
        else:
            future.set_result(fn(*args, **kwargs))
        return future


class Counting(Failing):
    """Counts the parts it was given."""

    def __init__(self) -> None:
        super().__init__(1 << 30)

    @property
    def done(self) -> int:
        return (1 << 30) - self.parts
