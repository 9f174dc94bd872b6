"""Players and watchers at several tables who go on whatever happens to the house, and record everything.

Here: how they act, send again, send twice and come back. Not here: one player (`player`), the faults, or what must hold
(`checker`).
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from ssl import SSLContext

from support.reliability.history import DONE, Answered, History, Sent
from support.reliability.player import AGAIN, Player

SEATS = 3
"""How many players there are at each table; one more person watches."""
PATIENCE = 8.0
"""Seconds they wait for an answer before they connect anew."""
Enter = Callable[[str], str]
"""Signs a new player in; returns their cookie."""


class Crowd:
    """Everybody at some tables."""

    def __init__(
        self,
        url: Callable[[int], str],
        tables: Sequence[str],
        *,
        seed: int = 1,
        think: float = 0.1,
        seats: int = SEATS,
        trusting: SSLContext | None = None,
    ) -> None:
        """`url` is where somebody connects, by how many connections there have been."""
        self.history: History = []
        self.faults: list[tuple[float, str]] = []
        """What was done to the house, and when (`suffers`)."""
        self._random, self._think = Random(seed), think
        self._connections = itertools.count()

        def place() -> str:
            return url(next(self._connections))

        self.players = [
            (Player(self.history, place, table, f"P{seed}x{number}x{seat}", patience=PATIENCE, trusting=trusting), seat)
            for number, table in enumerate(tables)
            for seat in range(1, seats + 1)
        ]
        self._watchers = [Player(self.history, place, table, patience=PATIENCE, trusting=trusting) for table in tables]
        self._tasks: list[asyncio.Task[None]] = []
        self._calm = asyncio.Event()

    async def __aenter__(self) -> Crowd:
        """Let them play until the end of the block."""
        self._tasks = [asyncio.create_task(self._play(player, seat)) for player, seat in self.players]
        self._tasks += [asyncio.create_task(self._watch(watcher)) for watcher in self._watchers]
        return self

    async def __aexit__(self, *_: object) -> None:
        """Let everybody have their answers, and go."""
        self._calm.set()
        with suppress(TimeoutError):
            async with asyncio.timeout(60):
                await asyncio.gather(*self._tasks)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for player in [*(player for player, _ in self.players), *self._watchers]:
            await player.disconnect()

    async def enter(self, enter: Enter) -> None:
        """Sign every player in."""
        for player, _ in self.players:
            player.cookie = await asyncio.to_thread(enter, player.name)

    async def acts(self, more: int) -> None:
        """Wait until so many more acts were acknowledged."""
        wanted = self.acknowledged + more
        async with asyncio.timeout(120):
            while self.acknowledged < wanted:
                await asyncio.sleep(0.05)

    async def everybody_plays(self) -> None:
        """Wait until every player has had an answer from now on."""
        began, names = time.monotonic(), {player.name for player, _ in self.players}
        while names:
            assert time.monotonic() < began + 60, names
            await asyncio.sleep(0.1)
            names -= {each.client for each in self.history if isinstance(each, Answered) and each.at > began}

    async def plays_since(self, began: float) -> None:
        """Wait until an act that was sent after a moment has been acknowledged at every table."""
        tables = {player.table for player, _ in self.players}
        async with asyncio.timeout(60):
            while set(back_after(self.history, began)) != tables:
                await asyncio.sleep(0.1)

    def suffers(self, fault: str) -> None:
        """Note that harm is done to the house at this moment."""
        self.faults.append((time.monotonic(), fault))

    @property
    def acknowledged(self) -> int:
        """How many acts were acknowledged so far, those acknowledged again included."""
        return sum(isinstance(record, Answered) and record.how == DONE for record in self.history)

    async def _play(self, player: Player, seat: int) -> None:
        while not (self._calm.is_set() and not player.unanswered):
            player.news.clear()
            if not await self._is_connected(player):
                continue
            if player.unanswered:  # in the order in which they were sent, or in another
                if self._random.random() < 0.3:
                    self._random.shuffle(player.unanswered)
                await player.say_again()
                await asyncio.sleep(AGAIN / 2)
                continue
            message = player.next_message(seat, self._random)
            if message is not None:
                await asyncio.sleep(self._random.uniform(0, 2 * self._think))
                await player.say(message, times=self._random.choice((1, 1, 1, 2)))
            elif player.answered and self._random.random() < 0.2:
                await player.repeat(self._random.choice(player.answered))
            else:
                with suppress(TimeoutError):
                    async with asyncio.timeout(1):
                        await player.news.wait()

    async def _watch(self, watcher: Player) -> None:
        while not self._calm.is_set():
            watcher.news.clear()
            if await self._is_connected(watcher):
                with suppress(TimeoutError):
                    async with asyncio.timeout(1):
                        await watcher.news.wait()

    async def _is_connected(self, player: Player) -> bool:
        if player.connected or await player.connect():
            return True
        await asyncio.sleep(AGAIN)
        return False


def back_after(history: History, began: float) -> dict[str, float]:
    """How long after a moment an act was acknowledged that was sent after it, in seconds, by table."""
    first: dict[tuple[str, str, str], float] = {}
    back: dict[str, float] = {}
    for record in history:
        if isinstance(record, Sent) and record.message["type"] == "do":
            first.setdefault((record.table, record.client, record.id), record.at)
        elif isinstance(record, Answered) and record.how == DONE:
            sent = first.get((record.table, record.client, record.id))
            if sent is not None and sent > began:
                back.setdefault(record.table, record.at - began)
    return back
