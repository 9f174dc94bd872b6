"""A process that runs tables of a house which another process has opened: those that it is given, and no others.

Here: opening them, giving them back, and how they are seen from elsewhere. Not here: which tables those are
(`spreading`), the leases (`journal.tenancy`), or play (`floor`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import Callable
from typing import Final

from houseway import books
from houseway.errors import HousewayError, LeaseLost
from houseway.journal.lease import Standing
from houseway.kept.tables import book_of
from houseway.rulebook.rulebook import Rulebook
from houseway.web.floor.following import Following
from houseway.web.floor.house import OpenHouse
from houseway.web.floor.seen import encode, seen

_log = logging.getLogger(__name__)
SHOWN: Final = 0.5
"""Seconds between two times that others are told how tables are seen from elsewhere."""


class Branch:
    """The tables that this process runs for a house which another one has opened."""

    def __init__(
        self,
        house: OpenHouse,
        *,
        shelf: dict[str, Rulebook],
        moved: Callable[[], None],
        lost: Callable[[], None],
    ) -> None:
        """`shelf` are books that the house does not ship, by name; `moved` is called when a table has changed hands.

        `lost` is called where this process may not go on.
        """
        assert house.tenancy is not None
        self._lost = lost
        self.house, self.tenancy = house, house.tenancy
        self._shelf, self._moved = shelf, moved
        self._given_back: dict[str, int] = {}
        """The tables that this process has given back, with the number they had here."""
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._following = Following(house)
        self._told: dict[str, bytes] = {}
        self.should_end = False
        """Whether this process has to start anew: the house has other settings than it knows."""

    async def start(self) -> None:
        """Begin; there are no tables yet."""
        await self.house.start()
        self._own = [asyncio.create_task(self._following.run()), asyncio.create_task(self._keep_telling())]

    async def stop(self, sentence: str, *, retry: float) -> None:
        """Run no tables any more: whoever runs them next goes on where they were left."""
        self.house.draining = True
        for task in [*self._own, *self._tasks]:
            task.cancel()
        await asyncio.gather(*self._own, *self._tasks, return_exceptions=True)
        await self.house.stop(sentence, retry=retry)
        with contextlib.suppress(HousewayError):
            await asyncio.to_thread(self.tenancy.leave)
        self._moved()

    def stand(self, standing: Standing) -> None:
        """Take what this process was given, and give back what it is asked for."""
        self.should_end = self.should_end or self._following.settings_changed
        if self.tenancy.me not in standing.runners:
            self._lost()
            return
        for name, number in list(self.tenancy.numbers.items()):
            place = standing.places.get(name)
            if place is not None and place.number > number:
                self._lost()
                return
        for name, place in standing.places.items():
            if place.holder != self.tenancy.me or place.number <= self._given_back.get(name, 0):
                continue
            if name not in self.tenancy.numbers:
                self.tenancy.take(name, place.number)
                self._begin(self._take(name))
            elif place.back and name in self.house.tables:
                self._given_back[name] = place.number
                self._begin(self._give_back(name))

    def _begin(self, work: object) -> None:
        task: asyncio.Task[None] = asyncio.create_task(work)  # type: ignore[arg-type]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _take(self, name: str) -> None:
        async with self._turn:
            try:
                await self.house.take_up(name, await asyncio.to_thread(self._book, name))
            except LeaseLost:
                if name in self.house.tables:
                    self._lost()
                self.tenancy.numbers.pop(name, None)  # it has changed hands meanwhile
            except Exception as error:
                level = logging.WARNING if isinstance(error, HousewayError) else logging.ERROR
                _log.log(level, "the table %s cannot be run here", name, exc_info=True)
                self._given_back[name] = self.tenancy.numbers[name]
                await self._let_go(name)
        self._moved()

    async def _give_back(self, name: str) -> None:
        async with self._turn:
            await self._let_go(name)
        self._moved()

    async def _let_go(self, name: str) -> None:
        """Give a table back; while the database does not answer, nobody runs it."""
        body = encode(await self.house.let_go(name)) if name in self.house.tables else b""
        while name in self.tenancy.numbers:
            try:
                await asyncio.to_thread(self.tenancy.hand, name, None, seen=body)
            except LeaseLost:
                return
            except HousewayError:
                _log.warning("the table %s could not be given back yet", name, exc_info=True)
                await asyncio.sleep(SHOWN)

    def _book(self, name: str) -> Rulebook:
        book = book_of(self.house.journal, name)
        return self._shelf.get(book) or books.get(book)

    async def _keep_telling(self) -> None:
        """Tell others again and again how the tables are seen from elsewhere."""
        while True:
            await asyncio.sleep(SHOWN)
            try:
                now = {name: encode(seen(live)) for name, live in list(self.house.tables.items())}
                news = {name: body for name, body in now.items() if self._told.get(name) != body}
                if news:
                    await asyncio.to_thread(self.tenancy.show, news)
                self._told = now
            except HousewayError:
                _log.warning("others could not be told of the tables of process %s", os.getpid(), exc_info=True)
            except Exception:  # a defect in Houseway: log it, and keep telling
                _log.exception("others could not be told of the tables of process %s", os.getpid())
