"""Which process opened something in a journal, and whether it is still running.

Here: describing a process so that it is recognized later. Not here: what was opened.
"""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import Any


def this_process() -> dict[str, Any]:
    """This process, as it is written to a journal."""
    return {"host": platform.node(), "process": os.getpid(), "started": _started(os.getpid())}


def is_running(opened: dict[str, Any]) -> bool:
    """Whether another process is still running; known only for processes of this machine."""
    number = opened["process"]
    if opened["host"] != platform.node() or number == os.getpid() or os.name != "posix":
        return False
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return opened.get("started", "") in ("", _started(number))


def _started(number: int) -> str:
    """When a process started, to tell it from a later one with the same number; empty where it cannot be read."""
    try:
        return Path(f"/proc/{number}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return ""
