"""PostgreSQL's own programs for backups: finding them on this machine, and running them.

Here: pg_dump and pg_restore. Not here: what is done where they are missing (`transfer`).
"""

from __future__ import annotations

import glob
import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from houseway.errors import JournalFailed, shortened

WORKERS: Final = "houseway_workers"
"""The schema of what processes of one house tell each other (`lease`); nothing in it is part of the journal."""


def program(name: str) -> str:
    """The path of a program; empty where it is not installed."""
    return shutil.which(name) or max(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"), default="")


def dump(url: sa.URL, file: Path, *, snapshot: str) -> None:
    """Write a database to a file, as of a snapshot."""
    options = ["--format=custom", "--no-owner", "--no-privileges", f"--exclude-schema={WORKERS}"]
    options += [f"--snapshot={snapshot}", f"--file={file}"]
    _run("pg_dump", url, *options)


def load(url: sa.URL, file: Path) -> None:
    """Load a file into an empty database: all of it, or nothing."""
    _run("pg_restore", url, "--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error", str(file))


def _run(name: str, url: sa.URL, *options: str) -> None:
    """Run a program on a database; a password goes into its environment, where no other user sees it."""
    bare = url.set(drivername="postgresql", password=None).render_as_string(hide_password=False)
    environment = {**os.environ, **({"PGPASSWORD": str(url.password)} if url.password else {})}
    done = subprocess.run(
        [program(name), f"--dbname={bare}", *options], capture_output=True, text=True, check=False, env=environment
    )
    if done.returncode:
        said = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        raise JournalFailed(f"{name} failed: {shortened(said[-1], 200)}")
