"""Where tests write: in memory, where the machine has room there.

Here: choosing the folder for temporary files of a test run. Not here: what is written. A journal makes sure of every
commit, and on a disk that takes the machine longer than the commit. What a disk would do otherwise, such as being full,
tests say themselves.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

MEMORY = Path("/dev/shm")
ENOUGH = 2 << 30
"""Bytes that must be free: several times what a run of the quick tests writes."""


def write_in_memory() -> None:
    """Have this process, and all that it starts, put temporary files in memory, unless TMPDIR names a folder."""
    if "TMPDIR" not in os.environ and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ENOUGH:
        os.environ["TMPDIR"] = str(MEMORY)
        tempfile.tempdir = None  # look again
