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

    def __init__(self, *, fsync: bool = False, standby_of: Server | None = None, room: int = 0) -> None:
        """Start an empty one, or one that follows another; with `room` on a disk of its own of so many megabytes."""
        self.folder = Path(tempfile.mkdtemp(prefix="hw"))  # a socket's path must stay short
        self._disk = bool(room)
        if room:
            mount = ["mount", "-t", "tmpfs", "-o", f"size={room}m", "none", str(self.folder)]
            if subprocess.run(mount, capture_output=True, check=False).returncode:
                self.folder.rmdir()
                raise NoServer("a small disk cannot be mounted here: that takes root and a kernel that lets it")
        self._names = count(1)
        self._used: list[str] = []
        self._as: dict[str, Any] = {"cwd": self.folder, "env": {"PATH": "/usr/bin:/bin", "LC_ALL": "C"}}
        if os.getuid() == 0:  # PostgreSQL does not run as root
            user = next(name for name in ("postgres", "nobody") if _known(name))
            shutil.chown(self.folder, user)
            self._as |= {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []}
        self._options = ["-c", "listen_addresses=", "-c", f"fsync={'on' if fsync else 'off'}", "-k", str(self.folder)]
        if standby_of is None:
            make = [_program("initdb"), "-D", "data", "-U", "houseway", "--auth=trust", "-E", "UTF8", "--no-locale"]
            make += ["-N", "--wal-segsize=1"] if room else ["-N"]
        else:
            make = [_program("pg_basebackup"), "-D", "data", "-U", "houseway", "-h", str(standby_of.folder), "-R"]
        made = subprocess.run(make, capture_output=True, text=True, check=False, **self._as)
        if made.returncode:
            self._remove_folder()
            raise NoServer(f"{Path(make[0]).name}: {made.stderr.strip()}")
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

    def restart(self) -> None:
        """Restart it as an upgrade does: connections are ended, nothing has to be recovered."""
        self._process.send_signal(signal.SIGINT)
        self._process.wait()
        self.start()

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    @property
    def socket(self) -> Path:
        """The socket it listens at."""
        return self.folder / ".s.PGSQL.5432"

    def ask(self, statement: str) -> None:
        """Carry out a statement of whoever looks after the server."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(statement)

    def wait_for_standby(self) -> None:
        """Commit nothing from now on that a standby has not written too."""
        self.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.ask("SELECT pg_reload_conf()")

    def remove(self) -> None:
        """Stop it and remove its folder."""
        self.crash()
        self._remove_folder()

    def _remove_folder(self) -> None:
        if self._disk:
            subprocess.run(["umount", "-l", str(self.folder)], capture_output=True, check=False)
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
        self.ask(f"CREATE DATABASE {name}")
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
