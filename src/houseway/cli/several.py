"""Several processes for one house, on this machine: started together, watched, and replaced one after another.

Here: the process that starts the others. It listens, hands them its socket, starts a new one where one has ended, and
never touches the house itself. Not here: what each of them does (`web.workers`).
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FrameType
from typing import Final

from houseway.errors import Refused

OPTION: Final = "--as-worker"
"""How a process learns that it is one of several: the number of the socket to the one that started it follows."""
AGAIN: Final = 1.0
"""Seconds before a process that ended soon after its start is started again; doubled each time."""
SLOWEST: Final = 30.0
SOON: Final = 10.0
"""Seconds: a process that lived no longer ended soon after its start."""
CLOSED_BY: Final = 90.0
"""Seconds after which a process that was told to end is killed."""


@dataclass(eq=False)
class _Worker:
    """One process, and what it last said."""

    process: subprocess.Popen[bytes]
    control: socket.socket
    began: float = field(default_factory=time.monotonic)
    said: str = ""

    def tell(self, number: int) -> None:
        if self.process.poll() is None:
            self.process.send_signal(number)

    def hear_of_end(self, process: int) -> None:
        """Tell it that another process has ended, so that nobody waits until its lease has run out."""
        with contextlib.suppress(OSError):
            self.control.sendall(f"{process}\n".encode())

    def hear(self) -> bool:
        """Take what the process says; false once it has ended."""
        try:
            heard = self.control.recv(4096)
        except OSError:
            heard = b""
        if heard:
            self.said = heard.decode().split("\n")[-2]
        return bool(heard)


class Several:
    """The processes of a house on this machine."""

    def __init__(self, number: int, listening: socket.socket, *, words: list[str], say: Callable[[str], None]) -> None:
        """`words` are the arguments with which each process is started; `say` tells the operator what goes on."""
        self._number, self._listening, self._words, self._say = number, listening, words, say
        self._workers: list[_Worker] = []
        self._signals: list[int] = []
        self._wait = AGAIN
        self._again_at = 0.0

    def run(self) -> int:
        """Start them and keep them running until a signal ends it; the exit code."""
        read, self._woken = os.pipe()
        os.set_blocking(self._woken, False)
        signal.set_wakeup_fd(self._woken, warn_on_full_buffer=False)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._note)
        first = self._start()
        if (code := self._until_ready(first, read)) is not None:
            return code
        if first.said == "standing by":
            self._say("another machine runs the house; this one takes connections for it and stands by")
        for _ in range(self._number - 1):
            self._start()
        while not self._ending:
            self._look(read, 1.0)
            if signal.SIGHUP in self._signals:
                self._signals.remove(signal.SIGHUP)
                self._replace_all(read)
            self._fill_up()
        return self._end()

    def _note(self, number: int, _frame: FrameType | None) -> None:
        self._signals.append(number)

    @property
    def _ending(self) -> bool:
        return signal.SIGTERM in self._signals or signal.SIGINT in self._signals

    def _start(self) -> _Worker:
        ours, theirs = socket.socketpair()
        with theirs:
            process = _process([*self._words, OPTION, str(theirs.fileno())], theirs.fileno())
            socket.send_fds(ours, [b"listen\n"], [self._listening.fileno()])
        worker = _Worker(process, ours)
        self._workers.append(worker)
        return worker

    def _until_ready(self, worker: _Worker, read: int) -> int | None:
        """Wait until a process has found the house open or opened it; its exit code if it ended instead."""
        while not worker.said and not self._ending:
            if worker.process.poll() is not None:
                return worker.process.returncode
            self._look(read, 0.5)
        return None

    def _look(self, read: int, seconds: float) -> None:
        """Wait for a signal or for what processes say, and forget those that have ended."""
        heard: list[int | socket.socket] = [read, *(worker.control for worker in self._workers)]
        ready, _, _ = select.select(heard, [], [], seconds)
        if read in ready:
            os.read(read, 4096)
        for worker in list(self._workers):
            if worker.control in ready and not worker.hear():
                code = worker.process.wait()
                self._workers.remove(worker)
                worker.control.close()
                for other in self._workers:
                    other.hear_of_end(process=worker.process.pid)
                if not self._ending and code:
                    self._say(f"process {worker.process.pid} has ended ({_how(code)}); starting another")
                    # one that stands by takes over first: both at once would keep each other waiting
                    soonest = AGAIN if self._workers else 0.0
                    self._again_at = time.monotonic() + (self._wait if _soon(worker) else soonest)
                    self._wait = min(self._wait * 2, SLOWEST) if _soon(worker) else AGAIN

    def _fill_up(self) -> None:
        if not self._ending and len(self._workers) < self._number and time.monotonic() >= self._again_at:
            self._start()

    def _replace_all(self, read: int) -> None:
        """Put a new process in the place of each: those that stand by first, whoever runs the house last."""
        self._say("replacing every process, one after another")
        old = sorted(self._workers, key=lambda worker: worker.said == "running")
        for worker in old:
            if worker not in self._workers:
                continue
            self._until_ready(self._start(), read)
            worker.tell(signal.SIGTERM)
            end = time.monotonic() + CLOSED_BY
            while worker in self._workers and not self._ending:
                self._look(read, 0.5)
                if time.monotonic() > end:
                    worker.process.kill()
        self._say("every process has been replaced")

    def _end(self) -> int:
        """End every process: those that stand by first, so that the house is not handed over to one of them."""
        number = signal.SIGTERM if signal.SIGTERM in self._signals else signal.SIGINT
        code = 0
        for running in (False, True):
            ending = [worker for worker in self._workers if (worker.said == "running") is running]
            for worker in ending:
                worker.tell(number)
            for worker in ending:
                code = max(code, self._end_one(worker, number))
        return code

    def _end_one(self, worker: _Worker, number: int) -> int:
        end, told = time.monotonic() + CLOSED_BY, len(self._signals)
        while (code := worker.process.poll()) is None:
            time.sleep(0.05)
            if len(self._signals) > told:  # a second signal: nobody waits for rounds any longer
                told = len(self._signals)
                worker.tell(number)
            if time.monotonic() > end:
                worker.process.kill()
        return 0 if code in (0, -signal.SIGINT) else 1


def _process(words: list[str], file: int) -> subprocess.Popen[bytes]:
    """A new process of the command, which keeps one open file of this one."""
    command = [sys.executable, "-m", "houseway", *words]
    return subprocess.Popen(command, pass_fds=[file], start_new_session=True)


def _soon(worker: _Worker) -> bool:
    return time.monotonic() - worker.began < SOON


def _how(code: int) -> str:
    return f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"


class Starter:
    """The process that started this one, as this one sees it."""

    def __init__(self, number: int) -> None:
        """Take the listening socket; refused where nobody has started this process."""
        try:
            self._control = socket.socket(fileno=number)
            _, files, _, _ = socket.recv_fds(self._control, 64, 1)
            (self.listening,) = files
        except (OSError, ValueError):
            raise Refused(f"{OPTION} is for houseway serve --workers alone") from None

    def say(self, word: str) -> None:
        """Say what this process does."""
        with contextlib.suppress(OSError):  # it has ended, and `wait_for_end` sees it
            self._control.sendall(f"{word}\n".encode())

    def wait_for_end(self, ended: Callable[[int], None]) -> None:
        """Return once the process that started this one has ended; `ended` hears which others it saw end before."""
        with contextlib.suppress(OSError), self._control.makefile("r", encoding="ascii") as heard:
            for line in heard:
                ended(int(line))
