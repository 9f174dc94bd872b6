"""Whose turn it is at a table: one change follows another, and none comes after the table or the house has closed.

Here: the lock. Not here: what is done while it is held (`live_table`, `house`).
"""

from __future__ import annotations

import asyncio
from typing import Literal

from houseway.errors import HousewayError


class Turn(asyncio.Lock):
    """A table's lock; whoever gets it after the last turn is refused."""

    over: HousewayError | None = None
    """Why there are no more turns."""

    async def acquire(self) -> Literal[True]:
        """Wait until nothing else changes at the table."""
        await super().acquire()
        if self.over is not None:
            self.release()
            raise type(self.over)(str(self.over))
        return True
