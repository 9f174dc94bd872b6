"""Python processes that need not import anything: each is a fork of one that has imported the house already.

Here: that process, which this file is when it runs as a program, and its forks, which behave like `subprocess.Popen`.
Importing the house costs a new process most of a second of CPU time. What depends on a start from nothing needs a real
process. Not here: tests.
"""

from __future__ import annotations

import atexit
import functools
import gc
import importlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

IMPORTED = (
    "anyio._backends._asyncio",
    "houseway.cli.app",
    "houseway.cli.serve_command",
    "houseway.journal.verify",
    "houseway.web.http.server",
    "psycopg",
    "rich.console",
    "uvicorn.lifespan.on",
    "uvicorn.loops.asyncio",
    "websockets",
)
"""What the first process imports; nothing that looks at the terminal or the environment while it is imported."""
MOST = 1 << 20
"""The longest request in bytes."""


class Forked:
    """A process that runs Python code with arguments, in a session of its own; errors go where output does."""

    def __init__(self, code: str, *words: str, environment: Mapping[str, str] | None = None) -> None:
        """Start it."""
        given, self._given = os.pipe()
        out, written = os.pipe()
        self._ended, ended = os.pipe()
        what = {"code": code, "words": words, "environment": dict(environment or os.environ), "folder": os.getcwd()}
        with _one_at_a_time:
            server = _server()
            socket.send_fds(server, [json.dumps(what).encode()], [given, written, ended])
            self.pid = int(server.recv(64))
        for theirs in (given, written, ended):
            os.close(theirs)
        self.stdin = open(self._given, "w", encoding="utf-8")  # noqa: SIM115
        self.stdout = open(out, encoding="utf-8")  # noqa: SIM115
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Its exit code; None while it runs. A signal that ended it is a negative number."""
        if self.returncode is None and select.select([self._ended], [], [], 0)[0]:
            self.wait()
        return self.returncode

    def wait(self) -> int:
        """Wait until it has ended."""
        if self.returncode is None:
            said = os.read(self._ended, 64)
            os.close(self._ended)
            self.returncode = int(said)
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill it."""
        self.send_signal(signal.SIGKILL)

    def communicate(self, timeout: float | None = None) -> tuple[str, None]:
        """Wait for its end and return what it has written since; after that many seconds it is killed."""
        if self.stdout.closed:
            return "", None
        late = threading.Timer(timeout or threading.TIMEOUT_MAX, self.kill)
        late.daemon = True
        late.start()
        self.stdin.close()
        with self.stdout:
            rest = self.stdout.read()
        self.wait()
        if timeout is not None and not late.is_alive():
            raise subprocess.TimeoutExpired("a fork", timeout, rest)
        late.cancel()
        return rest, None


_one_at_a_time = threading.Lock()


@functools.cache
def _server() -> socket.socket:
    """The connection to the first process, which starts now and ends with this one."""
    ours, theirs = socket.socketpair()
    with theirs:
        process = subprocess.Popen([sys.executable, __file__, str(theirs.fileno())], pass_fds=[theirs.fileno()])

    def end() -> None:
        ours.close()
        process.wait()  # so that its CPU time is counted

    atexit.register(end)
    return ours


def _serve(requests: socket.socket) -> None:
    for module in IMPORTED:
        importlib.import_module(module)
    _rehearse()
    _the_program_stays_as_it_is()
    gc.freeze()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        request, files, _, _ = socket.recv_fds(requests, MOST, 3)
        if not request:
            return
        pid = os.fork()
        if pid == 0:
            requests.close()
            _run(json.loads(request), *files)
        requests.send(str(pid).encode())
        given, written, ended = files
        os.close(given)
        os.close(written)
        threading.Thread(target=_report, args=(pid, ended), daemon=True).start()


def _rehearse() -> None:
    """Open a house and close it: what is worked out once in each process is then there in every fork."""
    from houseway import books
    from houseway.cards.ranking import Wheel
    from houseway.cards.tables import five_table, two_table
    from houseway.journal.store import Journal
    from houseway.web.floor.dealer_moves import Pace
    from houseway.web.floor.house import OpenHouse
    from houseway.web.http.app import make_app

    for name in books.names():
        assert books.get(name).digest
    two_table()
    for wheel in Wheel:
        five_table(wheel)
    with tempfile.TemporaryDirectory() as folder, Journal.open(f"{folder}/journal.db") as journal:
        house = OpenHouse(journal, pace=Pace())
        make_app(house, entries=1, questions=1, sockets=1)
        house.close()
    assert threading.active_count() == 1, "a fork has no other thread than the one that forks"


def _the_program_stays_as_it_is() -> None:
    """Look at the files of the package once: a house looks at all of them when it opens, and whenever it sends one."""
    from houseway.kept import program
    from houseway.web.http import files

    read, digests, version = program.file_digests, program.file_digests(), files.version()

    def known(folder: Path = program.PACKAGE) -> dict[str, str]:
        return dict(digests) if folder == program.PACKAGE else read(folder)

    program.file_digests = known
    files.version = lambda: version


def _report(pid: int, ended: int) -> None:
    """Wait for a fork, and write how it ended."""
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    os.write(ended, str(code).encode())
    os.close(ended)


def _run(what: dict[str, Any], given: int, written: int, ended: int) -> NoReturn:
    """Be that process."""
    code: object = 1
    try:
        os.close(ended)
        os.setsid()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for file, number in ((given, 0), (written, 1), (written, 2)):
            os.dup2(file, number)
        os.close(given)
        os.close(written)
        sys.stdin = open(0, encoding="utf-8")  # noqa: SIM115
        sys.stdout, sys.stderr = (open(number, "w", encoding="utf-8", buffering=1) for number in (1, 2))  # noqa: SIM115
        os.environ.clear()
        os.environ.update(what["environment"])
        os.chdir(what["folder"])
        sys.argv = ["-c", *what["words"]]
        exec(what["code"], {"__name__": "__main__"})
        code = 0
    except SystemExit as end:
        code = end.code
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else 0 if code is None else 1)


if __name__ == "__main__":
    sys.path.pop(0)  # the folder of this file: its modules are not at the top
    _serve(socket.socket(fileno=int(sys.argv[1])))
