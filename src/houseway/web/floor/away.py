"""A table of the house that another process runs, as this one knows it.

Here: what it is shown as elsewhere, and reading it from the journal. Nothing can be done to it here: whoever wants to
fetches it first (`house.OpenHouse.bring`).
"""

from __future__ import annotations

import threading
from typing import Final

from houseway.journal.store import Journal
from houseway.kept.tables import KeptTable
from houseway.rulebook.rulebook import Rulebook
from houseway.table.state import Table
from houseway.web.floor.seen import Seen

MOVED: Final = "The table is moving to another server. Play goes on in a moment, and nothing is lost."
BACK_IN: Final = 0.5
"""Seconds after which pages try whether it has moved."""


class Away:
    """One table that another process runs."""

    def __init__(self, journal: Journal, name: str, book: Rulebook) -> None:
        """It is read from the journal when that is asked for."""
        self.name, self.book = name, book
        self.seen: Seen | None = None
        """How it is seen from elsewhere; nothing until the process that runs it has told."""
        self._journal, self._lock = journal, threading.Lock()
        self._kept: KeptTable | None = None

    def as_kept(self) -> Table:
        """The table as the journal has it now; to be called in a thread."""
        with self._lock:
            if self._kept is None:
                self._kept = KeptTable(self._journal, self.name, self.book)
            else:
                self._kept.catch_up()
            self._kept.snapshots_due.clear()  # whoever runs it keeps them
            return self._kept.table

    @property
    def table(self) -> Table:
        """The table as it was last read."""
        return self._kept.table if self._kept is not None else self.as_kept()
