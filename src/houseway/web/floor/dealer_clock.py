"""The automatic dealer's clock: what he waits for, since when, and how long still.

Here: waits that go on while the table changes under them. Not here: what comes next (`pace`), or doing it (`live`).
"""

from __future__ import annotations

import asyncio
import math
import time

from houseway.rulebook.procedure import Phase
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table.record import kind
from houseway.table.state import Table
from houseway.web.floor.automatic_dealer import Pace, Step, next_step
from houseway.web.wire.scene import AUTOMATIC, Clock, Running


class DealerClock:
    """What the automatic dealer of one table waits for."""

    def __init__(self, book: Rulebook, pace: Pace) -> None:
        self._book, self._pace = book, pace
        self.step: Step | None = None
        self.ready: set[str] = set()
        """The players who wait for nothing more."""
        self.changed = asyncio.Event()
        self._began: dict[tuple[int, Phase, str], float] = {}
        self._at: tuple[int, Phase] = (0, Phase.BETWEEN_ROUNDS)
        self._ended = -math.inf

    def look(self, table: Table, present: frozenset[str], running: Running) -> None:
        """See what comes next; a wait that goes on keeps its clock, and one after a hold begins anew."""
        here = (table.round, table.phase)
        if here != self._at:
            self.ready.clear()
            if table.phase is Phase.BETWEEN_ROUNDS and self._at[1] is not table.phase:
                self._ended = time.monotonic()
        self._at = here
        self.ready &= present
        step = next_step(self._book, table, present, self._pace) if running.dealer == AUTOMATIC else None
        if step and isinstance(step.command, c.AnnouncePlaceYourBets) and not running.open:
            step = None
        self.step = step
        if step is None:
            self._began.clear()
        else:
            began = self._ended if table.phase is Phase.BETWEEN_ROUNDS else time.monotonic()
            self._began.setdefault(self._wait(step), began)
        self.changed.set()

    @property
    def awaited(self) -> frozenset[str]:
        """The players for whom the dealer waits."""
        return self.step.awaited if self.step and self.step.what else frozenset()

    def left(self) -> float | None:
        """How many seconds the dealer still waits; none where he waits for nobody."""
        if self.step is None:
            return None
        if self.step.awaited and self.step.awaited <= self.ready:
            return 0.0
        return max(0.0, self._began[self._wait(self.step)] + self.step.seconds - time.monotonic())

    def shown(self) -> Clock | None:
        """The clock as a page shows it."""
        step, left = self.step, self.left()
        if step is None or left is None or not step.what or not step.seconds:
            return None
        return Clock(what=step.what, seconds=step.seconds, left=left)

    def _wait(self, step: Step) -> tuple[int, Phase, str]:
        return (*self._at, step.what or kind(step.command))
