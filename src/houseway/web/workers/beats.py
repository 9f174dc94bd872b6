"""The heartbeat of one process: it says that it lives, renews or takes the lease, and tells how things stand.

Here: the thread that does it. Not here: the lease itself (`journal.lease`), or what follows from it (`worker`).

It is a thread of its own with a connection of its own, so that a house with much to do does not lose its lease.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Final

from houseway.errors import JournalFailed
from houseway.journal.lease import LASTS, Lease, Standing

_log = logging.getLogger(__name__)
EVERY: Final = 0.5
"""Seconds between two beats: six of them fit into a lease."""


class Beats:
    """The heartbeat of a process."""

    def __init__(self, lease: Lease, told: Callable[[Standing], None]) -> None:
        """`told` hears after each beat how things stand; in the thread of the heartbeat."""
        self._lease, self._told = lease, told
        self._wake, self._end = threading.Event(), threading.Event()
        self._ended: deque[int] = deque()
        self._thread = threading.Thread(target=self._run, name="heartbeat", daemon=True)
        self.failing = False
        """Whether the database did not answer the last beat."""
        self._answered = time.monotonic()
        self._asked = 0.0

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def now(self) -> None:
        """Beat at once."""
        self._wake.set()

    def note_end(self, process: int) -> None:
        """Tell the others at once that a process of this machine has ended."""
        self._ended.append(process)
        self._wake.set()

    def stop(self) -> None:
        """End; to be called in another thread than the one that is told."""
        self._end.set()
        self._wake.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._end.is_set():
            self._beat()
            self._wake.wait(EVERY)
            self._wake.clear()

    @property
    def is_heard(self) -> bool:
        """Whether a lease would still last by this process's own clock.

        While it would not, another process may run the house, and what this one remembers of it may be old.
        """
        return time.monotonic() < self._answered + LASTS

    @property
    def stuck(self) -> float:
        """For how many seconds the database has neither answered a beat nor refused it."""
        return time.monotonic() - (self._asked or math.inf)

    def _beat(self) -> None:
        began = self._asked = time.monotonic()
        try:
            self._ask(began)
        finally:
            self._asked = 0.0

    def _ask(self, began: float) -> None:
        try:
            while self._ended:
                self._lease.note_end(self._ended.popleft())
            standing = self._lease.beat()
            if standing.holder is None and self._lease.take():
                standing = self._lease.beat()
        except JournalFailed as error:
            if not self.failing:
                _log.warning("%s", error)
            self.failing = True
            return
        self.failing, self._answered = False, began
        self._told(standing)
