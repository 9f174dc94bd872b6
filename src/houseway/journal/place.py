"""Where the journal is unless a command is given another: $HOUSEWAY_DB, else the user's data folder.

Here: the default path. Not here: opening the journal (`store`).
"""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """The user's folder for Houseway's data: $XDG_DATA_HOME/houseway, else ~/.local/share/houseway."""
    home = os.environ.get("XDG_DATA_HOME", "")
    return (Path(home) if os.path.isabs(home) else Path.home() / ".local" / "share") / "houseway"


def default_journal() -> str:
    """The journal's path or URL: $HOUSEWAY_DB, else journal.db in the data folder."""
    return os.environ.get("HOUSEWAY_DB") or str(data_folder() / "journal.db")
