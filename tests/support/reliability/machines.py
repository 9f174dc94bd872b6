"""A house in several processes, on one machine or more, that a test or a command does harm to.

Here: starting the processes of each machine, finding who runs the house, and signals. All machines are this one; each
has its own way to the database. Not here: the clients (`crowd`), the faults between process and database (`proxy`), or
what must hold (`checker`).
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg

from houseway.journal.postgres_tools import WORKERS
from support.forked import Forked
from support.reliability import hooks
from support.shared_house import FORKING

PATIENCE = 60.0
_TESTS = str(Path(hooks.__file__).resolve().parents[2])
_CODE = """
import json, sys
sys.path.insert(0, {tests!r})
from support.reliability import hooks
hooks.install(**json.loads({given!r}))
{forking}
main()
"""
_OWNER = f"""
    SELECT process.process FROM {WORKERS}.lease JOIN {WORKERS}.processes process ON process.id = lease.holder
    WHERE lease.open AND lease.until > clock_timestamp()
"""
_RUNNERS = f"""
    SELECT process.process, count(tables.name) FILTER (WHERE tables.open), runner.id = lease.holder
    FROM {WORKERS}.lease, {WORKERS}.runners runner JOIN {WORKERS}.processes process ON process.id = runner.id
    LEFT JOIN {WORKERS}.tables ON tables.holder = runner.id
    WHERE process.until > clock_timestamp() GROUP BY 1, 3
"""


class Machine:
    """One `houseway serve --workers`; its output is read all the time, so that nobody waits for a reader."""

    def __init__(
        self, db: str, *options: str, workers: int = 2, port: int = 0, new_processes: bool = False, **changed: Any
    ) -> None:
        """Start it; `changed` is what `hooks` changes in its processes, which then are forks."""
        self.port, self.workers = port or free_port(), workers
        self.url = f"http://127.0.0.1:{self.port}"
        words = ["serve", "--db", db, "--port", str(self.port), "--workers", str(workers), *options]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1", "COLUMNS": "200", "LANG": "C.UTF-8"}
        if new_processes:
            self._process: Any = subprocess.Popen(
                [sys.executable, "-m", "houseway", *words],
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment, start_new_session=True,
            )  # fmt: skip
        else:
            code = _CODE.format(tests=_TESTS, given=json.dumps(changed), forking=FORKING)
            self._process = Forked(code, *words, environment=environment)
        self.output: list[str] = []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self._process.stdout:
            self.output.append(line)

    @property
    def starter(self) -> int:
        """The number of the process that started the others."""
        number: int = self._process.pid
        return number

    def processes(self) -> list[int]:
        """The numbers of the processes that it has started and that have not ended."""
        return processes_of(self.starter)

    def until_ready(self) -> None:
        """Wait until it answers for an open house."""
        wait_for(self._is_ready, lambda: f"{self.url} is not ready: {''.join(self.output)[-3000:]}")

    def _is_ready(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/health/ready", timeout=PATIENCE):
                return True
        except OSError:
            return False

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Close it; returns its exit code."""
        self._process.send_signal(number)
        late = threading.Timer(PATIENCE, self.kill)
        late.start()
        code: int = self._process.wait()
        late.cancel()
        return code

    def kill(self) -> None:
        """Kill all its processes."""
        numbers = self.processes()
        for each in [self.starter, *numbers]:
            signal_to(each, signal.SIGKILL)
        self._process.wait()

    def enter(self, name: str) -> str:
        """Sign a new player in; returns their cookie."""
        request = urllib.request.Request(f"{self.url}/enter", data=json.dumps({"name": name}).encode())
        request.add_header("content-type", "application/json")
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return "; ".join(header.split(";")[0] for header in answer.headers.get_all("set-cookie", []))


def processes_of(starter: int) -> list[int]:
    """The numbers of the processes that one has started and that have not ended."""
    try:
        children = Path(f"/proc/{starter}/task/{starter}/children").read_text().split()
    except OSError:
        return []
    return [int(each) for each in children if is_running(int(each))]


def owner(url: str) -> int | None:
    """The number of the process that runs the house; nothing while none does, or nobody can say."""
    try:
        with psycopg.connect(url, connect_timeout=5) as connection:
            row = connection.execute(_OWNER).fetchone()
    except psycopg.Error:
        return None
    return None if row is None else int(row[0])


def until_owned(url: str, *, but: Sequence[int] = ()) -> int:
    """Wait until a process runs the house that is none of these; returns its number."""
    found: list[int] = []

    def owned() -> bool:
        now = owner(url)
        found[:] = [] if now is None else [now]
        return now is not None and now not in but

    wait_for(owned, lambda: f"nobody runs the house, but {found}")
    return found[0]


def runners_of(url: str) -> dict[int, int]:
    """The processes that run tables and not the house, each with how many."""
    return {process: tables for process, (tables, is_desk) in _runners(url).items() if tables and not is_desk}


def until_spread(url: str, processes: int) -> None:
    """Wait until so many processes run the tables of the house, each its share."""
    found: dict[int, tuple[int, bool]] = {}

    def spread() -> bool:
        found.clear()
        found.update(_runners(url))
        tables = [tables for tables, _ in found.values()]
        return len(tables) == processes and max(tables) - min(tables) <= 1 and max(tables) > 0

    wait_for(spread, lambda: f"tables are not spread over {processes} processes: {found}")


def _runners(url: str) -> dict[int, tuple[int, bool]]:
    try:
        with psycopg.connect(url, connect_timeout=5) as connection:
            found = connection.execute(_RUNNERS).fetchall()
    except psycopg.Error:
        return {}
    return {process: (tables, is_desk) for process, tables, is_desk in found if is_running(process)}


def wait_for(what: Callable[[], bool], otherwise: Callable[[], str]) -> None:
    """Wait until something holds."""
    end = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < end, otherwise()
        time.sleep(0.05)


def is_running(process: int) -> bool:
    """Whether a process has not ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def signal_to(process: int, number: int) -> None:
    """Send a signal to a process that may have ended."""
    with suppress(ProcessLookupError):
        os.kill(process, number)


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
