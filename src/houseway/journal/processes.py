"""Which process opened something in a journal, and whether it still runs."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import Any


def this_process() -> dict[str, Any]:
    """This process, as a journal keeps it."""
    return {"host": platform.node(), "process": os.getpid(), "started": _started(os.getpid())}


def runs(opened: dict[str, Any]) -> bool:
    """Whether another process still runs, as far as can be known: on this machine."""
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
    """When a process began, so that another with its number is not taken for it; nothing where it cannot be read."""
    try:
        return Path(f"/proc/{number}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return ""
