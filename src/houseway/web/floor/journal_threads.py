"""The threads that do a house's work on its journal, so that nobody waits for a disk.

Here: doing work in one of them, and raising the alarm if the journal fails. Not here: the work.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from houseway.errors import HouseClosing
from houseway.web.floor.journal_trouble import TROUBLE, JournalTrouble

P = ParamSpec("P")
T = TypeVar("T")
THREADS = 4
CLOSING = "The house is closing. Wagers stay on the layout; the round continues when the house opens again."


class JournalThreads:
    """The threads of one house."""

    def __init__(self, trouble: JournalTrouble) -> None:
        self._trouble = trouble
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="journal")
        self.closed = False
        """Whether the house has closed, so that nothing is done any more."""

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do journal work in a thread."""
        if self.closed:
            raise HouseClosing(CLOSING)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, functools.partial(self._watched, work, *args, **kwargs))

    def close(self) -> None:
        """Do nothing from now on."""
        self.closed = True
        self._threads.shutdown()

    def _watched(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do journal work, and raise the alarm if the journal fails."""
        try:
            done = work(*args, **kwargs)
        except TROUBLE as error:
            self._trouble.failed(error)
            raise
        self._trouble.worked()
        return done
