"""Harm that is done to a house while people play: what is not a signal to a process.

Here: a disk that is full, and a clock that is wrong. Not here: signals (`machines`), or the way to the database
(`proxy`).
"""

from __future__ import annotations

import contextlib
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[bool]:
    """A folder on a disk of its own, for the length of the block; whether that is possible here."""
    folder.mkdir(mode=0o700)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=0700", "none", str(folder)]
    mounted = subprocess.run(mount, capture_output=True, check=False).returncode == 0
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", "-l", str(folder)], capture_output=True, check=False)


def fill(file: Path) -> None:
    """Write a file until the disk is full."""
    with file.open("wb", buffering=0) as opened, contextlib.suppress(OSError):
        for size in (1 << 20, 1 << 12, 1):
            with contextlib.suppress(OSError):
                while True:
                    opened.write(bytes(size))


def set_clock(file: Path, seconds: float) -> None:
    """Let the clock of the processes that look at a file be wrong by so much (`hooks`)."""
    if not file.exists():
        file.write_bytes(bytes(8))
    with file.open("r+b") as opened:
        opened.write(struct.pack("d", seconds))
