"""A process that proves drafts: kept ready while somebody designs, so that an answer takes a moment.

Here: starting it, asking it one draft after another within a limit of time, and ending it when it is idle, has become
large, or takes too long. Not here: what is proved (`web.designer.proof`).
"""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Generic, TypeVar

from houseway.errors import HousewayError
from houseway.web.http.computing import RUNNING, SPAWN, calm

T = TypeVar("T")
IDLE = 300.0
"""Seconds after which a process that nobody asks is ended."""
MOST_MEMORY = 1_500_000
"""Kilobytes: a process that has used more is replaced before the next draft."""
TOO_LONG = "this takes too long to prove: make the conditions shorter"


class Bench(Generic[T]):
    """A process that calls one function, one call at a time."""

    def __init__(self, work: Callable[..., T], *, within: float, idle: float = IDLE) -> None:
        """`work` is a function of a module; a call that takes longer than `within` seconds is given up."""
        self._work, self._within, self._idle = work, within, idle
        self._turn = threading.Lock()
        self._process: Any = None
        self._line: Connection | None = None
        self._ends: threading.Timer | None = None

    def ask(self, *arguments: object) -> T:
        """What the function returns, or the error it raises; blocks until it has answered."""
        with self._turn:
            self._rest()
            try:
                line = self._ready()
                line.send(arguments)
                if not line.poll(self._within):
                    self._stop()
                    raise HousewayError(TOO_LONG)
                done, answer, memory = line.recv()
            except (EOFError, OSError):
                self._stop()
                raise HousewayError("the proof was interrupted; try again") from None
            if memory > MOST_MEMORY:
                self._stop()
            self._ends = threading.Timer(self._idle, self.stop)
            self._ends.daemon = True
            self._ends.start()
        if not done:
            raise answer
        found: T = answer
        return found

    def stop(self) -> None:
        """End the process; the next question starts another."""
        with self._turn:
            self._rest()
            self._stop()

    def _rest(self) -> None:
        if self._ends is not None:
            self._ends.cancel()
            self._ends = None

    def _ready(self) -> Connection:
        if self._line is None or not self._process.is_alive():
            self._stop()
            self._line, theirs = SPAWN.Pipe()
            self._process = SPAWN.Process(target=_answer, args=(theirs, self._work), daemon=True)
            self._process.start()
            RUNNING.add(self._process)
            theirs.close()
        return self._line

    def _stop(self) -> None:
        if self._line is not None:
            self._line.close()
            self._process.kill()
            self._process.join()
            RUNNING.discard(self._process)
        self._line = self._process = None


def _answer(line: Connection, work: Callable[..., Any]) -> None:
    calm()
    with contextlib.suppress(EOFError, OSError):  # the house has closed
        while True:
            arguments = line.recv()
            try:
                answer = (True, work(*arguments))
            except Exception as error:
                answer = (False, error)
            line.send((*answer, _memory()))


def _memory() -> int:
    """The most memory this process has used, in kilobytes; 0 where the system does not say.

    Linux counts in the usage of a process what the one that started it had used, so its own status is read first.
    """
    with contextlib.suppress(OSError, StopIteration):
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
        return int(next(line for line in lines if line.startswith("VmHWM:")).split()[1])
    try:
        import resource
    except ImportError:  # Windows
        return 0
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used // 1024 if sys.platform == "darwin" else used
