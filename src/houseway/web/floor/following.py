"""Following what other processes of the house write, where several run its tables: what is shown is read again.

Here: looking what has moved in the journal, and what follows from it for the people at this process's tables. Not here:
what a request may do, which is decided by the journal inside its own transaction (`grounds`).

Nothing rests on this: what is noticed late here is shown late, and nothing else.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from typing import TYPE_CHECKING, Final

from houseway.errors import HousewayError
from houseway.kept.postings import owed
from houseway.kept.postings import player as chips_of
from houseway.kept.prohibited import STREAM as PROHIBITED
from houseway.kept.settings import STREAM as SETTINGS
from houseway.kept.stops import STREAM as STOPS
from houseway.people.names import PERSON, STAFF
from houseway.web.floor.housekeeping import check_consoles, check_players, free_seats_of_excluded
from houseway.web.floor.protections import STREAM as PROTECTION

if TYPE_CHECKING:
    from houseway.web.floor.house import OpenHouse

_log = logging.getLogger(__name__)
EVERY: Final = 0.3
"""Seconds between two looks."""


class Following:
    """What one process knows of what others write."""

    def __init__(self, house: OpenHouse) -> None:
        """What was written before the house was opened is known."""
        self._house = house
        self._number = house.known_upto
        self.settings_changed = False
        """Whether the house has other settings than those that this process was opened with."""

    async def run(self) -> None:
        """Look again and again until cancelled."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.look()
            except HousewayError:
                _log.warning("what other processes wrote could not be read", exc_info=True)
            except Exception:  # a defect in Houseway: log it, and keep following
                _log.exception("what other processes wrote could not be followed")

    async def look(self) -> None:
        """Look once."""
        house = self._house
        assert house.tenancy is not None
        house.at_stake.note_elsewhere(await house.in_thread(house.tenancy.laid_elsewhere))
        number, streams, accounts = await house.in_thread(house.journal.moved_since, self._number)
        if number != self._number:
            await self._follow(streams, accounts)
        self._number = number

    async def _follow(self, streams: Collection[str], accounts: Collection[str]) -> None:
        house = self._house
        self.settings_changed = self.settings_changed or SETTINGS in streams
        if STOPS in streams:
            await house.in_thread(house.stops.catch_up)
        if PROHIBITED in streams:
            await house.in_thread(house.prohibitions.catch_up)
            house.notices.tell(*house.tables.values())
        staff = _names(streams, STAFF)
        for name in staff:
            await house.in_thread(house.staff.find, name)
        if staff and not house.is_branch:
            await check_consoles(house)
        protected = _names(streams, PROTECTION)
        for name in protected:
            await house.in_thread(house.protections.read_again, name)
        if protected:
            await free_seats_of_excluded(house)
        if _names(streams, PERSON) & {name.casefold() for live in house.tables.values() for name in live.present}:
            await check_players(house)
        paid = await self._paid(accounts)
        everybody = STOPS in streams or PROHIBITED in streams or bool(staff)
        for live in list(house.tables.values()):
            if STOPS in streams:
                live.update_clock()
            if everybody or (protected | paid) & live.present:
                live.show()

    async def _paid(self, accounts: Collection[str]) -> frozenset[str]:
        """Whose chips or debts at this process's tables others have moved; they are known afterwards."""
        house = self._house
        present = {name for live in house.tables.values() for name in live.present}
        names = {name for name in present if chips_of(name) in accounts or owed(name) in accounts}
        if not names:
            return frozenset()
        purses = house.purses
        before = {name: (purses.chips.get(name), purses.owed.get(name)) for name in names}
        purses.update(await house.in_thread(purses.look_up, names))
        return frozenset(
            name for name, known in before.items() if known != (purses.chips.get(name), purses.owed.get(name))
        )


def _names(streams: Collection[str], kind: str) -> frozenset[str]:
    return frozenset(stream.removeprefix(kind) for stream in streams if stream.startswith(kind))
