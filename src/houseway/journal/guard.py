"""What is done about a journal while a house is open on it: heads go to a second place, and entries are verified.

Here: the two threads that do it, and their alarms. Not here: the places of heads (`heads`), or verifying (`verify`).

Heads are written after so many entries, at intervals, and when the house closes. What is new is verified at intervals,
and all of it once a day, so that a start has little to verify. Nothing here stops the house by itself: a failure is
an alarm in the log and a significant event, and whoever posted the guard is told what was found.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Final

from houseway.errors import BadHead, HousewayError
from houseway.journal.checkpoint import Checkpoint
from houseway.journal.heads import Place
from houseway.journal.significant import SYSTEM, note
from houseway.journal.store import Journal
from houseway.journal.verify import Report, verify

_log = logging.getLogger(__name__)
ENTRIES: Final = 250
SECONDS: Final = 60.0
"""A head is written after so many entries, or so many seconds if there is anything new."""
LOOKED: Final = 1.0
"""Seconds between two looks at how far the journal has come."""
VERIFIED: Final = 300.0
"""Seconds after which what is new is verified."""
WHOLE: Final = 24 * 3600.0
"""Seconds after which all of it is verified again."""
REST: Final = 0.1
"""Seconds of rest after each page when all of it is verified, so that play is not slowed down."""
ALARMED: Final = 60.0
"""Seconds between two alarms about heads that cannot be kept."""


class _Stopped(Exception):
    """The house closes; verifying all of it ends here."""


class Guard:
    """The guard of one journal, for the length of a `with` block."""

    def __init__(
        self,
        journal: Journal,
        *,
        opened: Report,
        heads: Place | None = None,
        found: Callable[[str], None] = lambda _finding: None,
        entries: int = ENTRIES,
        seconds: float = SECONDS,
    ) -> None:
        """Guard a journal that was verified as `opened` says; `found` is told the first finding, in a thread."""
        self._journal, self._place, self._found = journal, heads, found
        self._entries, self._seconds = entries, seconds
        self._opened = opened
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=self._verify, name="journal verification", daemon=True)]
        if heads:
            self._threads.append(threading.Thread(target=self._keep_heads, name="journal heads", daemon=True))
        self.head_failures = 0
        """How often in a row a head could not be kept."""
        self.findings: tuple[str, ...] = ()
        """What verifying has found since the house opened."""
        self._head_at, self._head_time, self._alarm_time = -1, 0.0, 0.0

    @property
    def head_at(self) -> int:
        """The entry at which the last head was kept; 0 for none."""
        return max(self._head_at, 0)

    def __enter__(self) -> Guard:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()

    # -----------------------------------------------------------------------------------------------------------------
    # Heads

    def _keep_heads(self) -> None:
        while True:
            stopping = self._stop.is_set()
            self._keep_head(now=stopping)
            if stopping:
                return
            self._stop.wait(LOOKED)

    def _keep_head(self, *, now: bool) -> None:
        """Write a head if one is due, or `now` if there is anything new."""
        assert self._place is not None
        try:
            number, _ = self._journal.tip()
            waited = time.monotonic() - self._head_time
            many = number - self._head_at >= self._entries and not self.head_failures
            if number == self._head_at or not (now or many or waited >= self._seconds or self._head_at < 0):
                return
            self._head_time = time.monotonic()
            head = self._journal.head()
            self._place.write(head)
        except HousewayError as error:
            self._head_failed(error)
            return
        self._head_at = head.entries
        if self.head_failures:
            said = f"at {self._place.name}, after {self.head_failures:,} failures"
            _log.warning("heads are kept again %s", said)
            self._note("heads kept again", said)
            self.head_failures = 0

    def _head_failed(self, error: HousewayError) -> None:
        self.head_failures += 1
        self._head_at = max(self._head_at, 0)
        if time.monotonic() - self._alarm_time >= ALARMED or self.head_failures == 1:
            self._alarm_time = time.monotonic()
            _log.error("ALARM: a head of the journal could not be kept: %s", error)
        if self.head_failures == 1 and isinstance(error, BadHead):
            self._note("head not kept", str(error))

    # -----------------------------------------------------------------------------------------------------------------
    # Verifying

    def _verify(self) -> None:
        """Verify what the start left out, then what is new at intervals, and once more when the house closes."""
        if not self._opened.whole:
            return  # opened in spite of findings: nothing can be kept as verified
        whole_at = time.monotonic() if not self._opened.since else float("-inf")
        checkpoint = self._keep(self._opened)
        while True:
            stopping = self._stop.is_set()
            due = not stopping and time.monotonic() - whole_at >= WHOLE
            try:
                report = verify(self._journal, page=self._rest) if due else verify(self._journal, since=checkpoint)
            except _Stopped:
                continue
            except HousewayError as error:
                _log.warning("the journal could not be verified: %s", error)
            else:
                if not report.whole:
                    self._alarm(report)
                    return
                whole_at = time.monotonic() if due else whole_at
                checkpoint = self._keep(report)
            if stopping:
                return
            self._stop.wait(VERIFIED)

    def _rest(self) -> None:
        if self._stop.wait(REST):
            raise _Stopped

    def _keep(self, report: Report) -> Checkpoint:
        """Keep how far the journal is verified."""
        try:
            self._journal.keep_checkpoint(report.checkpoint)
        except (HousewayError, OSError) as error:
            _log.warning("how far the journal is verified could not be kept: %s", error)
        return report.checkpoint

    def _alarm(self, report: Report) -> None:
        self.findings = report.findings
        for finding in report.findings[:20]:
            _log.error("ALARM: the journal was changed from outside: %s", finding)
        self._note("verification failed", report.findings[0])
        self._found(report.findings[0])

    def _note(self, kind: str, what: str) -> None:
        try:
            note(self._journal, kind, by=SYSTEM, what=what)
        except HousewayError as error:
            _log.warning("%r could not be noted: %s", kind, error)
