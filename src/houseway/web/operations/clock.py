"""The clock of the machine: whether it jumps, and whether something keeps it right.

Here: comparing the wall clock with the one that only counts seconds, what the kernel knows about its synchronisation
(`adjtimex`), and the significant event that the clock was set. Not here: what else is done about it (`watch`). Events
are in order by the journal, not by the clock; but an hour that is wrong makes records useless as evidence.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime

import msgspec

from houseway.journal.significant import SYSTEM, note
from houseway.journal.store import Journal

CLOCK_SET = "clock set"
"""The significant event that the clock of the machine was set."""
JUMP = 2.0
"""Seconds that the wall clock may gain or lose between two looks."""
TOO_FAR = 5.0
"""Seconds by which a synchronised clock may be off, as the kernel estimates it."""
REMEMBERED = 900.0
"""Seconds for which a jump stays an alarm."""
_UNSYNCHRONISED = 0x0040
_ERROR = 5


class Synchronisation(msgspec.Struct, frozen=True, kw_only=True):
    """What the kernel knows about its clock: whether it is synchronised, and how far it may be off, in seconds."""

    known: bool = False
    synchronised: bool = False
    error: float = 0.0


class ClockSet(msgspec.Struct, frozen=True, kw_only=True):
    """Something set the clock: what it would have shown by itself, and what it shows."""

    before: datetime
    after: datetime

    @property
    def seconds(self) -> float:
        """How far it was set ahead; negative where it was set back."""
        return (self.after - self.before).total_seconds()

    @property
    def words(self) -> str:
        """How far it was set, in words."""
        return f"{'ahead' if self.seconds > 0 else 'back'} by {abs(self.seconds):,.0f} seconds"


class _Timex(ctypes.Structure):
    """The kernel's `struct timex`, as far as it is read here; the rest is room for what the kernel writes."""

    _fields_ = (
        ("modes", ctypes.c_uint),
        ("offset", ctypes.c_long),
        ("freq", ctypes.c_long),
        ("maxerror", ctypes.c_long),
        ("esterror", ctypes.c_long),
        ("status", ctypes.c_int),
        ("rest", ctypes.c_byte * 256),
    )


def synchronisation() -> Synchronisation:
    """Ask the kernel; nothing is known where it cannot be asked."""
    if not sys.platform.startswith("linux"):
        return Synchronisation()
    try:
        asked = _Timex()
        state = ctypes.CDLL(ctypes.util.find_library("c") or "libc.so.6").adjtimex(ctypes.byref(asked))
    except (OSError, AttributeError):
        return Synchronisation()
    if state < 0:
        return Synchronisation()
    kept = state != _ERROR and not asked.status & _UNSYNCHRONISED
    return Synchronisation(known=True, synchronised=kept, error=asked.maxerror / 1e6)


class ClockCheck:
    """Looks at the clocks again and again.

    >>> wall, steady = iter([100.0, 110.0, 7215.0]), iter([0.0, 10.0, 15.0])
    >>> check = ClockCheck(lambda: next(wall), lambda: next(steady), Synchronisation)
    >>> check.problem()
    ''
    >>> check.problem()
    'the clock of this machine jumped ahead by 7,100 seconds'
    """

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
        ask: Callable[[], Synchronisation] = synchronisation,
    ) -> None:
        self._wall, self._steady, self._ask = wall, steady, ask
        self._offset = wall() - steady()
        self._jumped: tuple[float, str] | None = None
        self._was_kept = False
        self.jumps = 0
        self.last_set: ClockSet | None = None
        """What the last look found: how the clock was set since the look before it; None where it was not."""
        self.drift = 0.0
        """Seconds that the wall clock has gained over the steady one since the house opened."""
        self.kept = Synchronisation()

    def problem(self) -> str:
        """What is wrong with the clock, in one sentence; empty if nothing is."""
        steady, wall = self._steady(), self._wall()
        offset = wall - steady
        moved, self._offset = offset - self._offset, offset
        self.drift += moved
        self.last_set = ClockSet(before=_utc(wall - moved), after=_utc(wall)) if abs(moved) > JUMP else None
        if self.last_set is not None:
            self.jumps += 1
            self._jumped = steady, f"the clock of this machine jumped {self.last_set.words}"
        self.kept = self._ask()
        self._was_kept = self._was_kept or self.kept.synchronised
        if self._jumped is not None and steady - self._jumped[0] < REMEMBERED:
            return self._jumped[1]
        if self.kept.synchronised and self.kept.error > TOO_FAR:
            return f"the clock of this machine may be off by {self.kept.error:.1f} seconds"
        if self._was_kept and self.kept.known and not self.kept.synchronised:
            return "the clock of this machine is no longer synchronised"
        return ""


def note_clock_set(journal: Journal, found: ClockSet, *, why: str = "") -> None:
    """Note that the clock was set."""
    before, after = (each.isoformat(timespec="milliseconds") for each in (found.before, found.after))
    what = "the clock of the machine"
    note(journal, CLOCK_SET, by=SYSTEM, what=what, before=before, after=after, why=why or f"set {found.words}")


def _utc(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
