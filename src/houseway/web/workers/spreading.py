"""Which process runs which table: what the process with the lease of the house decides, and does about it.

Here: giving tables to the processes that run some, evenly, taking over those of a process that has died, and fetching
a table back that somebody works at. Not here: the leases (`journal.tenancy`), or what such a process does (`branch`).

A table is run here while staff work at it: with a console open, a person as dealer, a physical deck, a request that
waits for a second person, or an act of the cage; and a while longer. So whatever staff do is decided in one place.
"""

from __future__ import annotations

import asyncio
import logging
import time
import uuid
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from houseway.errors import HousewayError, Refused
from houseway.journal.lease import Place
from houseway.rulebook.rulebook import Rulebook
from houseway.table.state import Table
from houseway.web.floor.following import Following
from houseway.web.floor.house import OpenHouse
from houseway.web.floor.live_table import LiveTable
from houseway.web.floor.seen import decode, encode
from houseway.web.wire.scene import AUTOMATIC, HOUSE_DECK

_log = logging.getLogger(__name__)
EVERY: Final = 0.5
"""Seconds between two looks."""
STAYS: Final = 60.0
"""Seconds for which a table stays here after staff have last worked at it."""
SILENT: Final = 0.5
"""Seconds for which a process must still not have been heard of before it is struck off."""
AT_ONCE: Final = 8
"""How many tables are given away at one look."""
PATIENCE: Final = 8.0
"""Seconds that whoever wants a table waits for it."""
AGAIN: Final = 2.0
"""Seconds until a table that could not be run is tried again."""
LOOKED: Final = 0.1
"""Seconds between two looks for a table that somebody wants."""
ON_ITS_WAY: Final = "the table is on its way from another server; try again in a moment"


class Spreading:
    """The tables of a house, spread over its processes."""

    def __init__(self, house: OpenHouse, *, moved: Callable[[], None]) -> None:
        """`moved` is called when a table has changed hands, or is wanted back."""
        assert house.tenancy is not None
        self._house, self._tenancy, self._moved = house, house.tenancy, moved
        self._turn = asyncio.Lock()
        """Held while tables change hands."""
        self._stays: dict[str, float] = {}
        """Until when a table stays here."""
        self._silent: dict[uuid.UUID, float] = {}
        """Since when a process was not heard of."""
        self._trouble: dict[str, float] = {}
        """Until when a table that could not be run is left alone."""
        self._given: dict[str, int] = {}
        """The tables that were given to a process that has not opened them yet, with their numbers."""
        self._asked_back: set[str] = set()
        self._following = Following(house)
        self._wake = asyncio.Event()
        house.fetch = self.fetch

    async def run(self) -> None:
        """Look again and again until cancelled."""
        following = asyncio.create_task(self._following.run())
        try:
            while True:
                try:
                    await self.look()
                except HousewayError:
                    _log.warning("tables could not be spread", exc_info=True)
                except Exception:  # a defect in Houseway: log it, and keep looking
                    _log.exception("tables could not be spread")
                try:
                    async with asyncio.timeout(EVERY):
                        await self._wake.wait()
                except TimeoutError:
                    pass
                self._wake.clear()
        finally:
            following.cancel()

    def look_now(self) -> None:
        """Look at once: a table has changed hands, or a process has ended."""
        self._wake.set()

    async def look(self) -> None:
        """Take over what nobody runs, and spread the tables evenly."""
        async with self._turn:
            await self._strike_off()
            places, runners = await self._places()
            await self._note_away(places)
            await self._take_over(places, runners)
            await self._give(*await self._places())

    async def fetch(self, name: str) -> None:
        """Fetch a table from another process, because somebody works at it."""
        self._stays[name] = time.monotonic() + STAYS
        end = time.monotonic() + PATIENCE
        while await self._is_away_after_a_step(name):
            if time.monotonic() > end:
                raise Refused(ON_ITS_WAY)
            await asyncio.sleep(LOOKED)

    async def _is_away_after_a_step(self, name: str) -> bool:
        """Do the next thing that brings a table here; whether it is still away."""
        async with self._turn:
            if name not in self._house.away:
                return False
            place = (await asyncio.to_thread(self._tenancy.places)).get(name)
            if place is None or place.holder is None:
                await self._claim(name)
            elif place.holder == self._tenancy.me:
                await self._go_on_with(name, place)
            elif not place.back:
                await asyncio.to_thread(self._tenancy.want_back, name)
                self._moved()
            return name in self._house.away

    # -----------------------------------------------------------------------------------------------------------------

    async def _places(self) -> tuple[dict[str, Place], frozenset[uuid.UUID]]:
        places = await asyncio.to_thread(self._tenancy.places)
        runners = await asyncio.to_thread(self._tenancy.runners)
        return places, runners.alive | {self._tenancy.me}

    async def _strike_off(self) -> None:
        """Strike off processes that were not heard of for a while, though this one was; their tables are nobody's.

        A process that was seen to end is off the list already.
        """
        now = time.monotonic()
        runners = await asyncio.to_thread(self._tenancy.runners)
        silent = runners.silent - {self._tenancy.me}
        self._silent = {each: self._silent.get(each, now) for each in silent}
        dead = [each for each, since in self._silent.items() if now - since >= SILENT]
        holders = {place.holder for place in (await asyncio.to_thread(self._tenancy.places)).values()} - {None}
        if dead or holders - runners.alive - runners.silent:
            _log.warning("a process that runs tables has ended, or was not heard of; its tables are taken over")
            await asyncio.to_thread(self._tenancy.strike_off, dead)

    async def _note_away(self, places: Mapping[str, Place]) -> None:
        """Note how the tables of other processes are seen from elsewhere."""
        told = await asyncio.to_thread(self._tenancy.seen)
        for name, away in list(self._house.away.items()):
            away.seen = decode(told.get(name, b"")) or away.seen
        self._given = {
            name: number
            for name, number in self._given.items()
            if (place := places.get(name)) and not (place.open and place.number == number)
        }

    async def _take_over(self, places: Mapping[str, Place], runners: frozenset[uuid.UUID]) -> None:
        """See that somebody runs every table."""
        me, loads = self._tenancy.me, self._loads(places, runners)
        for name, place in places.items():
            if name not in self._house.away or self._trouble.get(name, 0.0) > time.monotonic():
                continue  # it is run here, or belongs to no table of this house; or it is tried again later
            if place.holder == me:
                await self._tried(name, self._go_on_with(name, place))
            elif place.holder is None:
                if name in self._given:  # whoever had it could not run it
                    self._stays[name] = time.monotonic() + STAYS
                    del self._given[name]
                to = me if self._stays_here(name) else min(loads, key=lambda each: (loads[each], each != me))
                loads[to] += 1
                await self._tried(name, self._claim(name) if to == me else self._assign(name, to))

    async def _tried(self, name: str, work: Awaitable[None]) -> None:
        """Do something about one table; where that fails, the others do not wait for it."""
        try:
            await work
        except HousewayError:
            _log.warning("the table %s could not be run; that is tried again", name, exc_info=True)
            self._trouble[name] = time.monotonic() + AGAIN

    async def _go_on_with(self, name: str, place: Place) -> None:
        """Run a table that was given to this process, or that it could not give to another."""
        self._tenancy.take(name, place.number)
        await self._house.take_up(name, self._book(name))
        self._moved()

    async def _claim(self, name: str) -> None:
        if await asyncio.to_thread(self._tenancy.claim, name):
            await self._house.take_up(name, self._book(name))
            self._moved()

    async def _assign(self, name: str, to: uuid.UUID) -> None:
        if await asyncio.to_thread(self._tenancy.assign, name, to):
            await self._note_given(name)

    async def _note_given(self, name: str) -> None:
        self._given[name] = (await asyncio.to_thread(self._tenancy.places))[name].number
        self._moved()

    async def _give(self, places: Mapping[str, Place], runners: frozenset[uuid.UUID]) -> None:
        """Give tables to those who run fewer."""
        me, loads = self._tenancy.me, self._loads(places, runners)
        least = loads.total() // len(runners)
        here = sorted(self._house.tables.values(), key=lambda live: (bool(live.audience.viewers), live.is_playing))
        for live in [each for each in here if self._may_go(each)][:AT_ONCE]:
            to = min(loads, key=lambda each: loads[each])
            if to == me or loads[me] <= least or loads[to] >= loads[me]:
                break
            if not self._may_go(live):  # staff have begun to work at it, while others were given away
                continue
            await self._hand(live.name, to)
            loads[me] -= 1
            loads[to] += 1
        self._asked_back &= {name for name, place in places.items() if place.back}
        most, fewest = max(loads, key=lambda each: loads[each]), min(loads, key=lambda each: loads[each])
        if most != me and loads[most] - loads[fewest] > 1 and not self._asked_back:
            name = next(name for name, place in places.items() if place.holder == most)
            self._asked_back.add(name)
            await asyncio.to_thread(self._tenancy.want_back, name)
            self._moved()

    async def _hand(self, name: str, to: uuid.UUID) -> None:
        last = await self._house.let_go(name)
        await asyncio.to_thread(self._tenancy.hand, name, to, seen=encode(last))
        await self._note_given(name)

    def _loads(self, places: Mapping[str, Place], runners: frozenset[uuid.UUID]) -> Counter[uuid.UUID]:
        loads = Counter(dict.fromkeys(runners, 0))
        loads.update(place.holder for place in places.values() if place.holder in runners)
        return loads

    def _book(self, name: str) -> Rulebook:
        return self._house.away[name].book

    def _may_go(self, live: LiveTable) -> bool:
        """Whether another process may run a table: nobody on the staff works at it."""
        mode = live.mode.now
        if live.audience.has_staff or _needs_staff(live.table) or mode.dealer != AUTOMATIC or mode.deck != HOUSE_DECK:
            self._stays[live.name] = time.monotonic() + STAYS
        return not self._house.draining and not self._stays_here(live.name)

    def _stays_here(self, name: str) -> bool:
        waits = any(asked.place == name for asked in self._house.approvals.approvals.waiting())
        return waits or self._stays.get(name, 0.0) > time.monotonic()


def _needs_staff(table: Table) -> bool:
    return table.hold is not None
