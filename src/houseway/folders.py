"""Where Houseway keeps its files."""

from __future__ import annotations

import os
from pathlib import Path


def cache_folder() -> Path:
    """$HOUSEWAY_CACHE, else houseway in the user's cache folder."""
    given = os.environ.get("HOUSEWAY_CACHE")
    if given:
        return Path(given)
    home = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(home) if os.path.isabs(home) else Path.home() / ".cache") / "houseway"
