"""What tests change in the process of a house before it starts: where it dies, what its clock says, how fast it deals.

Here: the changes, which only this module can make, in a process that a test has started with it. The product has no
switch for any of them. Not here: starting that process (`process`).
"""

from __future__ import annotations

import datetime
import json
import mmap
import os
import signal
import struct
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from houseway.journal.database import Database
from houseway.journal.entry import Appended
from houseway.journal.writing import Writing
from houseway.web.floor import dealer_moves

BEFORE, AFTER = "before", "after"
"""The moments of a death: before a transaction is committed, or after."""


def install(
    *, dies: tuple[int, str] | None = None, armed: str = "", clock: str = "", move: float | None = None
) -> None:
    """Change this process.

    With `dies` it kills itself before or after the commit of that number, counted from 1 once there is a file `armed`;
    it leaves in that file what kinds of entries were committed.
    `clock` is a file whose eight bytes say how many seconds the clock is wrong; `move` is the dealer's pace.
    """
    if dies:
        _die_at(*dies, Path(armed))
    if clock:
        _wrong_clock(clock)
    if move is not None:
        _deal_faster(move)


def _die_at(number: int, moment: str, armed: Path) -> None:
    writing = Database.writing
    commits = 0

    written: list[str] = []
    write = Writing.write

    def noted(self: Writing) -> tuple[Appended, ...]:
        answers = write(self)
        written[:] = [entry["kind"] for entry in self._entries]
        return answers

    def die() -> None:
        armed.write_text(json.dumps(written))
        os.kill(os.getpid(), signal.SIGKILL)

    @contextmanager
    def counted(self: Database) -> Iterator[sa.Connection]:
        nonlocal commits
        counting = armed.exists()
        with writing(self) as connection:
            yield connection
            commits += counting
            if counting and (commits, moment) == (number, BEFORE):
                die()
        if counting and (commits, moment) == (number, AFTER):
            die()

    Writing.write = noted  # type: ignore[method-assign]
    Database.writing = counted  # type: ignore[method-assign]


def _wrong_clock(file: str) -> None:
    """Let the clocks of the day be wrong by what a file says; the monotonic clock stays as it is."""
    with open(file, "rb") as opened:
        wrong = mmap.mmap(opened.fileno(), 8, access=mmap.ACCESS_READ)
    right = time.time

    def seconds() -> float:
        return float(struct.unpack("d", wrong[:8])[0])

    class Wrong(datetime.datetime):
        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> Any:
            return datetime.datetime.now(tz) + datetime.timedelta(seconds=seconds())

    time.time = lambda: right() + seconds()
    for name, module in list(sys.modules.items()):
        if name.startswith("houseway."):
            for attribute, value in list(vars(module).items()):
                if value is datetime.datetime:
                    setattr(module, attribute, Wrong)
                elif value is right:
                    setattr(module, attribute, time.time)


def _deal_faster(move: float) -> None:
    pace = dealer_moves.Pace

    def faster(**seconds: float) -> dealer_moves.Pace:
        return pace(**{"move": move, **seconds})

    dealer_moves.Pace = faster  # type: ignore[misc, assignment]
