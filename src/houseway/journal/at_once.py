"""A look at the end of the chain that takes no thread: it never waits, so an event loop may do it.

Here: asking SQLite for the last entry, on a connection that is kept for nothing else. Not here: what is known as of
that entry (`known`). A server is a round trip away: there the answer is always that it has to be asked.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from typing import Final

from houseway.journal.schema import entries

_LAST: Final = f"SELECT number, hash FROM {entries.name} ORDER BY number DESC LIMIT 1"


class AtOnce:
    """The end of one journal's chain, for whoever cannot wait."""

    def __init__(self, connect: Callable[[], sqlite3.Connection] | None) -> None:
        """`connect` opens a connection that gives up at once instead of waiting for others; none on a server."""
        self._connect = connect
        self._connection: sqlite3.Connection | None = None
        self._lock = threading.Lock()

    @property
    def is_possible(self) -> bool:
        """Whether there is a file to look into."""
        return self._connect is not None

    def last(self) -> tuple[int, bytes] | None:
        """The number and hash of the last entry at this moment; nothing where there is none yet, or where finding out
        could take a while, or failed.
        """
        if self._connect is None or not self._lock.acquire(blocking=False):
            return None
        try:
            found: tuple[int, bytes] | None = self._open().execute(_LAST).fetchone()
            return found
        except sqlite3.Error:  # whoever asks the usual way is told what is wrong
            self._close()
            return None
        finally:
            self._lock.release()

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            assert self._connect is not None
            self._connection = self._connect()
        return self._connection

    def close(self) -> None:
        """Close the connection; the next look opens another."""
        with self._lock:
            self._close()

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
