"""What tests change in the process of a house before it starts: where it dies, what its clock says, how fast it deals.

Here: the changes, which only this module can make, in a process that a test has started with it. The product has no
switch for any of them. Not here: starting that process (`process`).
"""

from __future__ import annotations

import itertools
import json
import mmap
import os
import signal
import struct
import time
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa

from houseway.cli import several
from houseway.journal.database import Database
from houseway.journal.lease import Lease
from houseway.journal.writing import Writing
from houseway.web.floor import dealer_moves
from houseway.web.workers import beats
from support.reliability.clocks import Replaced, replace_clocks

BEFORE, AFTER = "before", "after"
"""The moments of a death: before a transaction is committed, or after."""


def install(
    *,
    dies: str = "",
    armed: str = "",
    survives: Sequence[str] = (),
    only: str = "",
    clock: str = "",
    move: float | None = None,
    died: str = "",
    lasts: float = 0.0,
) -> None:
    """Change this process, and those it starts.

    With `dies`, `before` or `after`, it kills itself at the first commit that it does not survive once there is a file
    `armed`, and leaves in that file which one it was. `only` is a kind of entry without which it survives any.
    With a file `died` it is one of several, and writes there which one it was; `armed` then holds the commits it
    survives, and is removed. `lasts` are the seconds that a lease lasts.
    `clock` is a file whose eight bytes say how many seconds the clock is wrong; `move` is the dealer's pace.
    """
    if dies:
        _die_at_a_commit(dies, _Armed(Path(armed), survives, Path(died) if died else None), only)
    if lasts:
        _shorter_leases(lasts)
    if clock:
        _wrong_clock(clock)
    if move is not None:
        _deal_faster(move)


class _Armed:
    """Whether this process is to die, and at which commits it does not."""

    def __init__(self, file: Path, survives: Sequence[str], died: Path | None) -> None:
        self._file, self._died = file, died
        self._survives, self._commits = set(survives), Counter[str]()
        self._since = 0

    def __bool__(self) -> bool:
        try:
            since = self._file.stat().st_mtime_ns
        except FileNotFoundError:
            return False
        if self._died is not None and since != self._since:  # armed for another round
            self._since, self._survives, self._commits = since, set(json.loads(self._file.read_text())), Counter()
        return True

    def number(self, commit: str) -> str:
        """The name of a commit: how many of its kind there have been since this process was armed."""
        self._commits[commit] += 1
        return f"{commit} #{self._commits[commit]}"

    def survives(self, commit: str) -> bool:
        """Whether a process has died there before."""
        return commit in self._survives

    def die(self, commit: str) -> None:
        """Die, and leave behind where."""
        if self._died is None:
            self._file.write_text(commit)
        else:
            self._died.write_text(commit)
            self._file.unlink()
        os.kill(os.getpid(), signal.SIGKILL)


def _die_at_a_commit(moment: str, armed: _Armed, only: str) -> None:
    """Die at a commit; its name is the kinds of its entries, and how many of these there have been."""
    write, writing = Writing.write, Database.writing
    kinds: list[str] = []
    vars(several)["SOON"] = 0.0  # another process is started at once

    def noted(self: Writing) -> None:
        write(self)
        kinds[:] = self.kinds

    def named() -> str:
        return armed.number(", ".join(f"{kind} x{len(list(same))}" for kind, same in itertools.groupby(kinds)))

    @contextmanager
    def deadly(self: Database, streams: Collection[str] = ()) -> Iterator[sa.Connection]:
        kinds.clear()
        with writing(self, streams) as connection:
            yield connection
            counts = bool(armed) and (only in kinds if only else bool(kinds))
            commit = named() if counts else ""
            dies = counts and not armed.survives(commit)
            if dies and moment == BEFORE:
                armed.die(commit)
        if dies:
            armed.die(commit)

    Writing.write = noted  # type: ignore[method-assign]
    Database.writing = deadly  # type: ignore[method-assign]


def _shorter_leases(lasts: float) -> None:
    """Let a lease run out sooner, so that a test waits less until another process takes over."""
    (Lease.__init__.__kwdefaults__ or {})["lasts"] = lasts
    vars(beats).update(LASTS=lasts, EVERY=lasts / 6)


def _wrong_clock(file: str) -> None:
    """Let the clocks of the day be wrong by what a file says; the monotonic clock stays as it is."""
    with open(file, "rb") as opened:
        wrong = mmap.mmap(opened.fileno(), 8, access=mmap.ACCESS_READ)
    right = time.time

    def day() -> float:
        return right() + float(struct.unpack("d", wrong[:8])[0])

    replace_clocks(Replaced(), day=day)


def _deal_faster(move: float) -> None:
    pace = dealer_moves.Pace

    def faster(**seconds: float) -> dealer_moves.Pace:
        return pace(**{"move": move, **seconds})

    dealer_moves.Pace = faster  # type: ignore[misc, assignment]
