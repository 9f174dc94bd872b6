"""What tests change in the process of a house before it starts: where it dies, what its clock says, how fast it deals.

Here: the changes, which only this module can make, in a process that a test has started with it. The product has no
switch for any of them. Not here: starting that process (`process`).
"""

from __future__ import annotations

import itertools
import mmap
import os
import signal
import struct
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa

from houseway.journal.database import Database
from houseway.journal.writing import Writing
from houseway.web.floor import dealer_moves
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
) -> None:
    """Change this process.

    With `dies`, `before` or `after`, it kills itself at the first commit that it does not survive once there is a file
    `armed`, and leaves in that file which one it was. `only` is a kind of entry without which it survives any.
    `clock` is a file whose eight bytes say how many seconds the clock is wrong; `move` is the dealer's pace.
    """
    if dies:
        _die_at_a_commit(dies, Path(armed), set(survives), only)
    if clock:
        _wrong_clock(clock)
    if move is not None:
        _deal_faster(move)


def _die_at_a_commit(moment: str, armed: Path, survives: set[str], only: str) -> None:
    """Die at a commit; its name is the kinds of its entries, and how many of these there have been."""
    write, writing = Writing.write, Database.writing
    kinds: list[str] = []
    commits: Counter[str] = Counter()

    def noted(self: Writing) -> None:
        write(self)
        kinds[:] = self.kinds

    def named() -> str:
        what = ", ".join(f"{kind} x{len(list(same))}" for kind, same in itertools.groupby(kinds))
        commits[what] += 1
        return f"{what} #{commits[what]}"

    def die(commit: str) -> None:
        armed.write_text(commit)
        os.kill(os.getpid(), signal.SIGKILL)

    @contextmanager
    def deadly(self: Database) -> Iterator[sa.Connection]:
        kinds.clear()
        with writing(self) as connection:
            yield connection
            counts = armed.exists() and (only in kinds if only else bool(kinds))
            commit = named() if counts else ""
            dies = counts and commit not in survives
            if dies and moment == BEFORE:
                die(commit)
        if dies:
            die(commit)

    Writing.write = noted  # type: ignore[method-assign]
    Database.writing = deadly  # type: ignore[method-assign]


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
