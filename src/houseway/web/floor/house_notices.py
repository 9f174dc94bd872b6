"""Notices of the house to its tables: limits that a table lacks, and who is prohibited in the whole house.

Here: what a table has yet to be told, and telling it as soon as it can be. Not here: deciding any of it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from houseway.errors import HousewayError
from houseway.kept.house_tables import limits_due
from houseway.table import commands as c
from houseway.web.floor.live_table import LiveTable
from houseway.web.floor.prohibitions import Prohibitions

_log = logging.getLogger(__name__)


class HouseNotices:
    """The notices of one house to its tables."""

    def __init__(self, prohibitions: Prohibitions, is_dealt: Callable[[str], bool]) -> None:
        """`is_dealt` says whether a table of that name is live: only then it is told anything."""
        self._prohibitions, self._is_dealt = prohibitions, is_dealt
        self._tasks: dict[str, asyncio.Task[None]] = {}

    @property
    def tasks(self) -> tuple[asyncio.Task[None], ...]:
        """What is under way."""
        return tuple(self._tasks.values())

    def tell(self, *tables: LiveTable) -> None:
        """Tell tables what holds in the whole house, each as soon as it can be told."""
        for live in tables:
            if self._due(live) and self._is_dealt(live.name) and live.name not in self._tasks:
                self._tasks[live.name] = asyncio.create_task(self._tell_one(live))

    def _due(self, live: LiveTable) -> c.Command | None:
        """What the house has yet to tell a table."""
        return limits_due(live.kept) or next(self._prohibitions.to_tell(live.book, live.table), None)

    async def _tell_one(self, live: LiveTable) -> None:
        try:
            while (command := self._due(live)) is not None:
                await live.ask(command)
        except HousewayError:  # tried again after the next change at the table, or when seats are checked
            _log.warning("%s could not be told what holds in the house", live.name, exc_info=True)
        finally:
            del self._tasks[live.name]
