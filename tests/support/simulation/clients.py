"""The clients of a run: players and watchers who mostly play as they may, and now and then do not.

Here: what a client does next, when, and how it misbehaves. Not here: recording what it sends and hears, and playing
well (`reliability.player`).
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from typing import Any

from support.reliability.history import History
from support.reliability.player import PATIENCE, Player, Socket
from support.simulation.network import Connection, PageEnd

WRONG, REPEATED, AWAY = "wrong message", "message sent again", "page closed by its player"
MISCHIEF = (WRONG, REPEATED, AWAY)
Dial = Callable[["Client"], Awaitable[Connection]]


class Client(Player):
    """A client that lives as long as the run."""

    def __init__(self, history: History, dial: Dial, table: str, name: str, position: int, random: Random) -> None:
        """`dial` connects a client to the house that is open."""
        super().__init__(history, lambda: "simulated", table, name)
        self._call, self.position, self.random = dial, position, random
        self._connection: Connection | None = None
        self.mischief = 0.0
        """How often it misbehaves."""
        self.happened: Counter[str] = Counter()
        self.waited: list[str] = []
        """Messages that were not answered in time, though nothing had gone wrong since they were sent."""
        self.calm = False
        """Whether nothing goes wrong any more."""
        self.leaving = False
        self.note: Callable[[str], None] = lambda _line: None

    async def _dial(self) -> Socket:
        self._connection = await self._call(self)
        return PageEnd(self._connection)

    async def connect(self) -> bool:
        """Connect, or leave nothing behind."""
        connected = await super().connect()
        if not connected:
            self.hang_up()
        return connected

    def hang_up(self) -> None:
        """End the connection without a word."""
        if self._connection is not None:
            self._connection.cut()

    async def _send(self, message: dict[str, Any], times: int) -> dict[str, Any] | None:
        if self.connected:
            self.note(f"from {self.name}: {json.dumps(message, sort_keys=True)}")
        began, calm = asyncio.get_running_loop().time(), self.calm
        answer = await super()._send(message, times)
        if calm and answer is None and asyncio.get_running_loop().time() - began >= PATIENCE:
            self.waited.append(f"{self.name} waited {PATIENCE:.0f} seconds for an answer to {message}")
        return answer

    async def live(self) -> None:
        """Connect again and again, and play."""
        while not self.leaving:
            if not self.connected:
                await asyncio.sleep(self.random.random() * 2)
                if await self.connect():
                    await self.say_again()
                continue
            self.news.clear()
            if self.mischief and self.random.random() < self.mischief:
                await self._misbehave()
            message = self.next_message(self.position, self.random)
            if message is None:
                await self._wait(5 + 10 * self.random.random())
                continue
            await asyncio.sleep(self.random.random() * self.random.choice((0.05, 1, 4)))
            answer = await self.say(message)
            if self.unanswered and self.connected:
                await self.say_again()
            if answer is None or answer["type"] != "done":
                await self._wait(1 + self.random.random())

    async def _wait(self, seconds: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self.news.wait(), seconds)

    async def _misbehave(self) -> None:
        kind = self.random.choice(MISCHIEF if self.answered else (WRONG, AWAY))
        self.happened[kind] += 1
        if kind == WRONG:
            await self.say(self._wrong_message())
        elif kind == REPEATED:
            await self.repeat(self.random.choice(self.answered))
        else:
            await self.disconnect()
            await asyncio.sleep(self.random.random() * self.random.choice((1, 10, 150)))

    def _wrong_message(self) -> dict[str, Any]:
        """Something that this client may not do, or not now, or that means nothing."""
        random, round = self.random, self.scene.get("table", {}).get("round", 0)
        position = random.choice((0, 1, 2, 3, 7))
        command = random.choice(
            (
                {"type": "view", "position": position},
                {"type": "set", "position": position, "low": ["As", "Ah"]},
                {"type": "wager", "position": position, "wager": "main", "cents": random.choice((-1, 0, 5, 10**7))},
                {"type": "withdraw", "position": position, "wager": "main"},
                {"type": "leave", "position": position},
                {"type": "concede", "position": position},
                {"type": "take back", "position": position},
                {"type": "sit", "position": position},
                {"type": "settle"},
                {"type": "deal", "deck": []},
                {"type": "reveal"},
                {"type": "remedy", "remedy": "void"},
            )
        )
        message: dict[str, Any] = {"type": "do", "command": command}
        if random.random() < 0.5:
            message["round"] = round - random.randrange(2)
        return random.choice((message, message, {"type": "ready", "round": round}, {"type": "chips"}))
