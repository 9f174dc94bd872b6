"""Whose turn it is at a table: one change follows another, and none comes after the table has closed for good.

Here: the lock. Not here: what is done while it is held (`live_table`, `house`).
"""

from __future__ import annotations

import asyncio
from typing import Literal

from houseway.errors import Refused


class Turn(asyncio.Lock):
    """A table's lock; whoever gets it after the table has closed for good is refused."""

    over = ""
    """Why there are no more turns, as a sentence; empty while there are."""

    async def acquire(self) -> Literal[True]:
        """Wait until nothing else changes at the table."""
        await super().acquire()
        if self.over:
            self.release()
            raise Refused(self.over)
        return True
