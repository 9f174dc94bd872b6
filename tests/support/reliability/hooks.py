"""What tests change in the process of a house before it starts: where it dies, what its clock says, how fast it deals.

Here: the changes, which only this module can make, in a process that a test has started with it. The product has no
switch for any of them. Not here: starting that process (`process`).
"""

from __future__ import annotations

import datetime
import itertools
import mmap
import os
import signal
import struct
import sys
import time
import types
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from houseway.journal.database import Database
from houseway.journal.writing import Writing
from houseway.web.floor import dealer_moves

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

    def seconds() -> float:
        return float(struct.unpack("d", wrong[:8])[0])

    class Wrong(datetime.datetime):
        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> Any:
            return datetime.datetime.now(tz) + datetime.timedelta(seconds=seconds())

    _read_annotations()
    time.time = lambda: right() + seconds()
    for module in [module for name, module in sys.modules.items() if name.startswith("houseway.")]:
        for name, value in list(vars(module).items()):
            if value is datetime.datetime:
                setattr(module, name, Wrong)
            for function in vars(value).values() if isinstance(value, type) else ():
                _replace_defaults(function, right, time.time)


def _read_annotations() -> None:
    """Have messages understood with the true type of a time, before that name stands for something else."""
    for module in [module for name, module in sys.modules.items() if name.startswith("houseway.")]:
        for value in list(vars(module).values()):
            if isinstance(value, type) and issubclass(value, msgspec.Struct):
                with suppress(TypeError):  # not every value is ever read
                    msgspec.json.Decoder(value)


def _replace_defaults(function: Any, old: object, new: object) -> None:
    """Give a method another default for its clock."""
    if isinstance(function, types.FunctionType):
        function.__defaults__ = tuple(new if each is old else each for each in function.__defaults__ or ()) or None
        given = function.__kwdefaults__ or {}
        function.__kwdefaults__ = {name: new if each is old else each for name, each in given.items()} or None


def _deal_faster(move: float) -> None:
    pace = dealer_moves.Pace

    def faster(**seconds: float) -> dealer_moves.Pace:
        return pace(**{"move": move, **seconds})

    dealer_moves.Pace = faster  # type: ignore[misc, assignment]
