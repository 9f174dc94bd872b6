"""The games of `houseway play` at a table: each is opened, and then left or lost.

A game that is left in any orderly way leaves its round as it is; the round continues the next time. A game that was
never left, because its process was killed or the power failed, counts as a power failure.
"""

import contextlib
import json as json_text
import signal
import uuid
from collections.abc import Iterator
from typing import Any

from houseway.errors import HousewayError, JournalFailed, OldVersion
from houseway.journal.processes import is_running, this_process
from houseway.journal.store import Entry, Journal

OPENED, LEFT, LOST, DECLINED = "game opened", "game left", "game lost", "withdrawal declined"


class Leave(Exception):
    """The player leaves the table."""


class Games:
    """The games of a table as the journal records them."""

    def __init__(self, journal: Journal, table: str) -> None:
        self.journal, self.stream, self.id = journal, f"play:{table}", uuid.uuid4().hex
        self.open: dict[str, dict[str, Any]] = {}
        self.declined = 0
        self.listening = True
        self._version = 0

    @contextlib.contextmanager
    def game(self) -> Iterator[None]:
        """Run a game; however it ends, record that it was left.

        A signal to stop, or losing the terminal, also counts as leaving. Only the first signal is handled, so that
        leaving can be recorded.
        """
        numbers = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
        before = {number: signal.signal(number, self._stop) for number in numbers}
        try:
            self.keep(OPENED, {"game": self.id, **this_process()})
            yield
        except JournalFailed:
            raise
        except (Leave, EOFError, KeyboardInterrupt, HousewayError, OSError):
            self.listening = False
            self.keep(LEFT, {"game": self.id})
            raise
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _stop(self, number: int, frame: object) -> None:
        del number, frame
        if self.listening:
            self.listening = False
            raise KeyboardInterrupt

    def lost(self) -> tuple[str, ...]:
        """The games that were never left and whose process is gone."""
        self.catch_up()
        return tuple(id for id, opened in self.open.items() if id != self.id and not is_running(opened))

    def others(self) -> bool:
        """Whether another game runs at the table."""
        return any(id != self.id and is_running(opened) for id, opened in self.open.items())

    def keep(self, kind: str, body: dict[str, Any]) -> None:
        """Record what happened to a game."""
        entry = Entry(kind, json_text.dumps(body, sort_keys=True, separators=(",", ":")).encode())
        key = uuid.uuid4().hex
        while True:
            self.catch_up()
            with contextlib.suppress(OldVersion):
                self.journal.append(self.stream, [entry], expected_version=self._version, key=key)
                return

    def catch_up(self) -> None:
        """Read what has happened to the table's games."""
        for recorded in self.journal.read(self.stream, after=self._version):
            self._version, body = recorded.version, json_text.loads(recorded.body)
            if recorded.kind == OPENED:
                self.open[body["game"]] = body
            elif recorded.kind == DECLINED:
                self.declined = body["round"]
            else:
                self.open.pop(body["game"], None)
                self.declined = 0 if recorded.kind == LOST else self.declined
