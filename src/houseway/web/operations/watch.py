"""The night watch: looks at the house every few seconds, and raises alarms.

Here: holds that wait too long, a journal that fails or has little room, a clock that jumps, lines that the log left
out; and whether the house is ready to play. Not here: what an alarm is (`alarms`), what is measured (`metrics`), or
what the log is told about a failing journal (`floor.journal_trouble`).
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Protocol, TypeAlias

import msgspec

from houseway.errors import HousewayError
from houseway.journal.store import Journal
from houseway.table.state import Table
from houseway.web.floor.journal_trouble import JournalTrouble
from houseway.web.floor.seen import Seen
from houseway.web.operations import metrics
from houseway.web.operations.alarms import CLOCK, HOLD, JOURNAL, Alarms
from houseway.web.operations.clock import ClockCheck, ClockSet, note_clock_set
from houseway.web.operations.logs import NO_FLOOD
from houseway.web.wire.audience import Audience

_log = logging.getLogger(__name__)
EVERY = 5.0
"""Seconds between two looks."""
LITTLE_ROOM = 200 * 1024 * 1024
"""Bytes left on the disk of the journal below which somebody should look."""
ROOM, CHANGED, HEADS = "room", "changed", "heads"
Hold: TypeAlias = tuple[str, int, str]
"""What is on hold: the table, the round and the fault."""


class Watched(Protocol):
    """A table as the watch sees it."""

    name: str
    audience: Audience

    @property
    def table(self) -> Table:
        """The table as viewers are shown it."""
        ...


class Elsewhere(Protocol):
    """A table that another process runs, as the watch sees it."""

    @property
    def seen(self) -> Seen | None:
        """How it is seen from elsewhere."""
        ...


class SeenTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table as it is measured."""

    phase: str
    on_hold: float | None
    sockets: int


class Readiness(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the house is ready to play: its journal can be written and was verified, and it deals."""

    ready: bool
    journal_writable: bool
    journal_verified: bool
    dealing: bool


class JournalMeasures:
    """Measures a journal: how long commits take, and how often it fails."""

    def written(self, seconds: float) -> None:
        """The journal committed something."""
        metrics.COMMITS.observe(seconds)

    def failed(self, _error: HousewayError) -> None:
        """The journal failed."""
        metrics.JOURNAL_FAILURES.inc()


class WatchedHouse(Protocol):
    """What the watch needs of a house."""

    journal: Journal
    trouble: JournalTrouble

    @property
    def tables(self) -> Mapping[str, Watched]:
        """The tables by name."""
        ...

    @property
    def away(self) -> Mapping[str, Elsewhere]:
        """The tables that other processes run, by name."""
        ...

    @property
    def draining(self) -> bool:
        """Whether no new round begins, because the house is about to close."""
        ...

    async def in_thread(self, work: Callable[[], None], /) -> None:
        """Do journal work in a thread."""
        ...


class Watch:
    """Watches one house."""

    def __init__(
        self,
        house: WatchedHouse,
        *,
        hold_minutes: float = 10,
        clock: ClockCheck | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._house, self._now = house, now
        self._patience = hold_minutes * 60
        self.alarms, self.clock = Alarms(), clock or ClockCheck()
        self._holds: dict[Hold, float] = {}
        """Since when each hold has waited, by the table, the round and the fault."""
        self._set: list[ClockSet] = []
        """How the clock was set, as far as the journal does not have it yet."""
        house.journal.watched_by(JournalMeasures())

    # what it looks at itself

    async def run(self) -> None:
        """Look again and again until cancelled."""
        while True:
            try:
                await self.look()
            except Exception:  # a defect in Houseway: log it, and keep watching
                _log.exception("the watch could not look at the house")
            await asyncio.sleep(EVERY)

    async def look(self) -> None:
        """Look once."""
        self._look_at_holds()
        self._look_at_clock()
        self._look_at_room()
        await self._look_at_journal()
        await self._note_clock()
        for words, number in NO_FLOOD.left_out():
            _log.warning("lines were left out of the log", extra={"number": number, "words": words})

    def _look_at_holds(self) -> None:
        waiting: dict[Hold, float] = {}
        late: set[str] = set()
        for place in (hold for _, hold, _ in self._tables() if hold is not None):
            waiting[place] = self._holds.get(place, self._now())
            if self._now() - waiting[place] >= self._patience:
                name, _, fault = place
                late.add(name)
                sentence = f"table {name} has been on hold for {self._patience / 60:g} minutes: {fault}"
                self.alarms.raise_(HOLD, sentence, about=name)
        self._holds = waiting
        self.alarms.keep_only(HOLD, late)

    def _look_at_clock(self) -> None:
        problem = self.clock.problem()
        if problem:
            self.alarms.raise_(CLOCK, problem)
        else:
            self.alarms.clear(CLOCK)
        if self.clock.last_set is not None:
            self._set.append(self.clock.last_set)

    async def _note_clock(self) -> None:
        """Note that the clock was set; while the journal fails, it is tried again at the next look."""
        while self._set and not self._house.trouble.failures:
            noted = functools.partial(note_clock_set, self._house.journal, self._set[0])
            try:
                await self._house.in_thread(noted)
            except HousewayError:
                return
            del self._set[0]

    def _look_at_room(self) -> None:
        if self._house.journal.file is None:
            return
        left = shutil.disk_usage(self._house.journal.file.parent).free
        if left < LITTLE_ROOM:
            self.alarms.raise_(JOURNAL, f"only {left // 1024**2} MB are left on the disk of the journal", about=ROOM)
        else:
            self.alarms.clear(JOURNAL, about=ROOM)

    async def _look_at_journal(self) -> None:
        """After a failure, try whether the journal works again: nobody may be playing."""
        if self._house.trouble.failures:
            self.alarms.raise_(JOURNAL, "the journal fails, so nothing can be played; the log says what is wrong")
            with contextlib.suppress(HousewayError):
                await self._house.in_thread(self._house.journal.check_writable)
        if not self._house.trouble.failures:
            self.alarms.clear(JOURNAL)
        guard = self._house.trouble.guard
        if guard and guard.findings:
            self.alarms.raise_(JOURNAL, f"the journal was changed from outside: {guard.findings[0]}", about=CHANGED)
        if guard and guard.head_failures:
            self.alarms.raise_(JOURNAL, "heads of the journal cannot be kept; the log says why", about=HEADS)
        else:
            self.alarms.clear(JOURNAL, about=HEADS)

    # what others ask

    def readiness(self) -> Readiness:
        """Whether the house is ready to play; a journal is verified before the house opens, and while it is open."""
        trouble = self._house.trouble
        writable, dealing = not trouble.failures, not self._house.draining
        verified = not (trouble.guard and trouble.guard.findings)
        ready = writable and verified and dealing
        return Readiness(ready=ready, journal_writable=writable, journal_verified=verified, dealing=dealing)

    def tables(self) -> list[metrics.TableState]:
        """The tables as they are measured."""
        now = self._now()
        return [
            SeenTable(
                phase=phase,
                on_hold=None if place is None else now - self._holds.get(place, now),
                sockets=sockets,
            )
            for phase, place, sockets in self._tables()
        ]

    def _tables(self) -> Iterator[tuple[str, Hold | None, int]]:
        """Every table of the house: its phase, what is on hold, and how many look at it."""
        for live in list(self._house.tables.values()):
            yield live.table.phase.value, _hold(live), len(live.audience.viewers)
        for seen in (each.seen for each in list(self._house.away.values())):
            if seen is not None:
                yield seen.phase, (seen.name, seen.round, seen.fault) if seen.fault else None, seen.sockets


def _hold(live: Watched) -> Hold | None:
    hold = live.table.hold
    return (live.name, live.table.round, hold.fault.value) if hold is not None else None
