"""Which process opened something in a journal, and whether it still runs."""

from __future__ import annotations

import os
import platform
from typing import Any


def this_process() -> dict[str, Any]:
    """This process, as a journal keeps it."""
    return {"host": platform.node(), "process": os.getpid()}


def runs(opened: dict[str, Any]) -> bool:
    """Whether another process still runs, as far as can be known: on this machine."""
    if opened["host"] != platform.node() or opened["process"] == os.getpid() or os.name != "posix":
        return False
    try:
        os.kill(opened["process"], 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True
