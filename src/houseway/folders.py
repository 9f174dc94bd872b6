"""Where Houseway keeps its files, and which source code wrote them."""

from __future__ import annotations

import functools
import hashlib
import os
from pathlib import Path

_SOURCES = ("cards/*.py", "rulebook/*.py", "books/*.py", "maths/*.py", "cli/quick_book.py")
"""The source code that decides how a hand is set and what a file of a compiled book looks like."""
_HERE = Path(__file__).resolve().parent


def cache_folder() -> Path:
    """$HOUSEWAY_CACHE, else houseway in the user's cache folder."""
    given = os.environ.get("HOUSEWAY_CACHE")
    if given:
        return Path(given)
    home = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(home) if os.path.isabs(home) else Path.home() / ".cache") / "houseway"


@functools.cache
def source_fingerprint() -> str:
    """The fingerprint of the source code that sets hands: what another version compiled is never read."""
    found = hashlib.sha256()
    for files in _SOURCES:
        for file in sorted(_HERE.glob(files)):
            found.update(file.read_bytes())
    return found.hexdigest()
