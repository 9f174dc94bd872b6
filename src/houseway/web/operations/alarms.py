"""Alarms: what somebody should look at now.

Here: which alarms are raised, since when, and a line of the log for each beginning and end. Not here: what raises them
(`watch`), or who is shown them (`http.health`).
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime

import msgspec

from houseway.web.operations.logs import ALARM

_log = logging.getLogger(__name__)
JOURNAL, HOLD, CLOCK = "journal", "hold", "clock"
"""The kinds of alarms: the journal fails, a table waits on hold, the clock cannot be trusted."""
KINDS = (JOURNAL, HOLD, CLOCK)


class Alarm(msgspec.Struct, frozen=True, kw_only=True):
    """An alarm: its kind, what it is about (a table, or nothing), one sentence, and since when it is raised."""

    kind: str
    about: str
    sentence: str
    since: str


class Alarms:
    """The alarms of a house; threads may share it."""

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self._lock = threading.Lock()
        self._raised: dict[tuple[str, str], Alarm] = {}

    def raise_(self, kind: str, sentence: str, *, about: str = "") -> None:
        """Raise an alarm; one that is raised already keeps its time, and gets the new sentence."""
        with self._lock:
            known = self._raised.get((kind, about))
            since = known.since if known else _written(self._now())
            self._raised[kind, about] = Alarm(kind=kind, about=about, sentence=sentence, since=since)
        if known is None:
            _log.log(ALARM, "alarm: %s", sentence, extra={"alarm": kind, "about": about})

    def clear(self, kind: str, *, about: str = "") -> None:
        """End an alarm, if it is raised."""
        with self._lock:
            known = self._raised.pop((kind, about), None)
        if known is not None:
            _log.warning("the alarm has ended: %s", known.sentence, extra={"alarm": kind, "about": about})

    def keep_only(self, kind: str, about: set[str]) -> None:
        """End the alarms of a kind that are about anything else."""
        for known, what in list(self._raised):
            if known == kind and what not in about:
                self.clear(kind, about=what)

    def raised(self) -> tuple[Alarm, ...]:
        """The alarms that are raised now, the oldest first."""
        with self._lock:
            return tuple(sorted(self._raised.values(), key=lambda alarm: alarm.since))

    def has(self, kind: str) -> bool:
        """Whether an alarm of this kind is raised."""
        with self._lock:
            return any(known == kind for known, _ in self._raised)


def _written(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
