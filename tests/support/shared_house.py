"""A house in several processes on PostgreSQL, for tests: starting it, and ending the process that runs it.

Its processes are forks of the one that starts them, which has imported everything (`forked`); a test that needs real
ones says so. Not here: tests.
"""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from houseway.journal.store import Journal
from support.web_house import HOUSE, PATIENCE, RunningHouse

FORKING = """
import os, signal, subprocess, sys
from houseway.cli import main, several

class Process:
    returncode = None

    def __init__(self, words, file):
        self.pid = os.fork()
        if self.pid == 0:
            os.setsid()
            signal.set_wakeup_fd(-1)
            for number in (signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, signal.SIG_DFL)
            for each in os.listdir("/proc/self/fd"):
                if int(each) > 2 and int(each) != file:
                    try:
                        os.close(int(each))
                    except OSError:
                        pass
            sys.argv = ["houseway", *words]
            try:
                main()
                code = 0
            except SystemExit as end:
                code = end.code or 0
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
            os._exit(code if isinstance(code, int) else 1)

    def poll(self):
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode

    def wait(self):
        if self.returncode is None:
            self.returncode = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self.returncode

    def send_signal(self, number):
        os.kill(self.pid, number)

    def kill(self):
        self.send_signal(signal.SIGKILL)

several._process = Process
"""


class SharedHouse(RunningHouse):
    """A running `houseway serve --workers`."""

    def running(self) -> int:
        """The number of the process that runs the house now, as the journal has it."""
        with Journal.open(str(self.journal), read_only=True) as journal:
            for recorded in journal.read("house"):
                last = recorded
        process: int = json.loads(last.body)["process"]
        return process

    def signal_running(self, number: int) -> int:
        """Send a signal to the process that runs the house; returns its number."""
        process = self.running()
        os.kill(process, number)
        return process

    def until_moved(self, process: int) -> int:
        """Wait until another process runs the house; returns its number."""
        end = time.monotonic() + PATIENCE
        while (now := self.running()) == process:
            assert time.monotonic() < end, "no other process has taken over"
            time.sleep(0.05)
        return now


@contextmanager
def shared_house(url: str, *options: str, cache: Path, new_processes: bool = False) -> Iterator[SharedHouse]:
    """A house in several processes for the length of a `with` block."""
    with _forking(new_processes):
        house = SharedHouse(url, "--workers", "2", *options, cache=cache, new_process=new_processes)
    try:
        yield house
    finally:
        house.stop(signal.SIGTERM)


@contextmanager
def _forking(new_processes: bool) -> Iterator[None]:
    """Start houses whose processes are forks."""
    from support import web_house

    before = web_house.HOUSE
    web_house.HOUSE = HOUSE if new_processes else f"{FORKING}\nmain()\n"
    try:
        yield
    finally:
        web_house.HOUSE = before
