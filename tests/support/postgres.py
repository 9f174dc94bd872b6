"""A temporary PostgreSQL server: its data and its socket are in a temporary folder, removed afterwards."""

from __future__ import annotations

import glob
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

from houseway.journal.postgres_tools import WORKERS


class NoServer(Exception):
    """No server can be started, and why."""


class Server:
    """A running server. Only benchmarks need `fsync`; tests do not survive a crash of the machine anyway."""

    def __init__(self, *, fsync: bool = False) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="hw"))  # a socket's path must stay short
        self._names = count(1)
        self._used: list[str] = []
        self._as: dict[str, Any] = {"cwd": self.folder, "env": {"PATH": "/usr/bin:/bin", "LC_ALL": "C"}}
        if os.getuid() == 0:  # PostgreSQL does not run as root
            user = next(name for name in ("postgres", "nobody") if _known(name))
            shutil.chown(self.folder, user)
            self._as |= {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []}
        self._options = ["-c", "listen_addresses=", "-c", f"fsync={'on' if fsync else 'off'}", "-k", str(self.folder)]
        make = [_program("initdb"), "-D", "data", "-U", "houseway", "--auth=trust", "-E", "UTF8", "--no-locale", "-N"]
        made = subprocess.run(make, capture_output=True, text=True, check=False, **self._as)
        if made.returncode:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise NoServer(f"initdb: {made.stderr.strip()}")
        self.start()

    def start(self) -> None:
        """Start it and wait until it answers."""
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [_program("postgres"), "-D", "data", *self._options],
                stdout=log, stderr=log, **self._as,
            )  # fmt: skip
        for _ in range(300):
            try:
                psycopg.connect(self.url("postgres")).close()
                return
            except psycopg.OperationalError:
                if self._process.poll() is not None:
                    break
                time.sleep(0.1)
        raise NoServer(f"postgres: {(self.folder / 'log').read_text()[-500:]}")

    def crash(self) -> None:
        """Stop it at once, as a power failure would; `start` recovers from its log."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait()

    def remove(self) -> None:
        """Stop it and remove its folder."""
        self.crash()
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database: str) -> str:
        """A database's URL."""
        return f"postgresql://houseway@/{database}?host={self.folder}"

    def new_database(self) -> str:
        """The URL of an empty database: one that was given back, or a fresh one."""
        while self._used:
            if _emptied(url := self._used.pop()):
                return url
        name = f"journal{next(self._names)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def give_back(self, url: str) -> None:
        """Let somebody else have a database: to create and to remove its 300 files takes longer than to empty it."""
        self._used.append(url)


def _emptied(url: str) -> bool:
    """Empty a database; false where somebody still uses it."""
    try:
        with psycopg.connect(url, options="-c lock_timeout=1s") as connection:
            connection.execute(f"DROP SCHEMA IF EXISTS {WORKERS} CASCADE")
            connection.execute("DROP SCHEMA public CASCADE")
            connection.execute("CREATE SCHEMA public")
    except psycopg.Error:
        return False
    return True


def _known(user: str) -> bool:
    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True


def _program(name: str) -> str:
    found = shutil.which(name) or max(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"), default="")
    if not found:
        raise NoServer(f"there is no {name}; install the package postgresql")
    return found
