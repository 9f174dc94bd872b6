"""Rounds of tables and players as they may be seen."""

from __future__ import annotations

from typing import Any


class History:
    """Not written yet."""

    def __init__(self, *_given: Any) -> None:
        pass

    def take(self, table: str, event: Any, version: int) -> None:
        """Take note of an event."""
        del table, event, version
