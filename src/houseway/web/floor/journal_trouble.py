"""When the journal fails: what people are shown, and what the log is told.

Here: one neutral sentence for everybody, and the alarm, which says what is wrong, but not a thousand times. Not here:
the errors themselves (`journal.database`), or trying again (whoever asked).

A person is never shown where the journal is or what is wrong with it. The log says both at once, then at most once a
minute, and says when the journal works again. That is noted as a significant event too.
"""

from __future__ import annotations

import logging
import threading
import time
from typing import Final

from houseway.errors import BadHead, BadJournal, BadSeal, HouseClosing, HousewayError, JournalFailed
from houseway.journal.guard import Guard
from houseway.journal.significant import SYSTEM, note
from houseway.journal.store import Journal

_log = logging.getLogger(__name__)
NEUTRAL: Final = "The house cannot keep this right now; nothing was changed. Try again in a moment."
TROUBLE: Final = (JournalFailed, BadJournal, BadSeal, BadHead)
"""The errors that tell about the journal itself."""
EVERY: Final = 60.0
"""Seconds between two alarms about the same trouble."""
TRIED: Final = 5.0
"""Seconds without a failure after which the house tries whether the journal works again."""


def shown(error: HousewayError) -> str:
    """What a person is shown of an error: its sentence, or a neutral one where it is about the journal."""
    return NEUTRAL if isinstance(error, TROUBLE) and not isinstance(error, HouseClosing) else str(error)


class JournalTrouble:
    """The alarm of one house; threads share it."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._lock = threading.Lock()
        self._since = self._last = self._said = 0.0
        self._seen: HousewayError | None = None
        self.guard: Guard | None = None
        """The guard of the journal while the house is open."""
        self.failures = 0
        """How often the journal has failed since it last worked; 0 while it works."""

    def failed(self, error: HousewayError) -> None:
        """Note a failure, once; it is logged unless one was logged a moment ago."""
        if isinstance(error, HouseClosing) or error is self._seen:
            return
        now = time.monotonic()
        with self._lock:
            self._last, self._seen = now, error
            self._since = self._since if self.failures else now
            self.failures += 1
            if self.failures > 1 and now - self._said < EVERY:
                return
            self._said = now
            count = self.failures
        _log.error("ALARM: the journal failed%s: %s", f" {count:,} times" if count > 1 else "", error)

    def worked(self) -> None:
        """Note that something worked: once nothing has failed for a while, say that the trouble is over."""
        if not self.failures or time.monotonic() - self._last < TRIED:
            return
        with self._lock:
            count, since, self.failures = self.failures, self._since, 0
        seconds = round(time.monotonic() - since)
        try:
            note(self._journal, "journal failed", by=SYSTEM, what=f"{count:,} times in {seconds:,} seconds")
        except HousewayError as error:  # reading works, and writing does not
            with self._lock:
                self._since, self.failures = since, self.failures + count
            self.failed(error)
        else:
            _log.warning("the journal works again; it had failed %s times in %s seconds", f"{count:,}", f"{seconds:,}")
