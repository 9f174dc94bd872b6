"""The log of a run: a line for everything that happened, with the moment, the same for the same seed, byte for byte.

Here: the lines, and the product's own log among them. Not here: what is wrong (`world`).
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterator
from contextlib import contextmanager

from support.simulation.clock import Clock


class Log(logging.Handler):
    """The log of one run."""

    def __init__(self, clock: Clock, folder: str) -> None:
        super().__init__(logging.WARNING)
        self._clock, self._folder = clock, folder
        self.lines: list[str] = []
        self.defects: list[str] = []
        """What the product logged with a traceback: something it did not expect."""

    def note(self, line: str) -> None:
        """Write a line."""
        self.lines.append(f"{self._clock.elapsed:12.6f} {line.replace(self._folder, 'FOLDER')}")

    @property
    def digest(self) -> str:
        """A digest of all lines."""
        return hashlib.sha256("\n".join(self.lines).encode()).hexdigest()

    def emit(self, record: logging.LogRecord) -> None:
        """A line of the product's log."""
        said = record.getMessage()
        self.note(f"the house logs: {said}")
        if record.levelno >= logging.ERROR and record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            self.defects.append(f"{said}: {type(error).__name__}: {error}".replace(self._folder, "FOLDER"))

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Take over the product's log."""
        ours = logging.getLogger("houseway")
        before = ours.handlers, ours.propagate, ours.level
        ours.handlers, ours.propagate = [self], False
        ours.setLevel(logging.WARNING)
        try:
            yield
        finally:
            ours.handlers, ours.propagate = before[:2]
            ours.setLevel(before[2])
