"""The two clocks of a run: one that never goes back, and that of the day, which may be set.

Here: telling and moving them. Not here: who reads them (`machine`), or when they move (`loop`, `faults`).
"""

from __future__ import annotations

START = 1_000.0
DAY = 1_800_000_000.0
"""What the clock of the day says as a run begins, in seconds since 1970."""


class Clock:
    """The clocks of one run."""

    def __init__(self) -> None:
        self.now = START
        """Seconds of the clock that never goes back."""
        self.wrong = 0.0
        """How many seconds the clock of the day is wrong."""

    @property
    def day(self) -> float:
        """The clock of the day, in seconds since 1970."""
        return DAY + self.now - START + self.wrong

    @property
    def elapsed(self) -> float:
        """Seconds since the run began."""
        return self.now - START

    def forward(self, seconds: float) -> None:
        """Let time pass."""
        self.now += max(0.0, seconds)
