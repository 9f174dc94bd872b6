"""A client that plays, and records all it sends and is told.

Here: one player at one table over one connection at a time, what they do next, and sending again what was not answered.
Not here: the faults, or whether what was recorded is right (`checker`).
"""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from collections.abc import Callable
from contextlib import suppress
from random import Random
from ssl import SSLContext
from typing import Any, Protocol

from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from houseway.web.wire.scene_changes import heard
from support.reliability.history import DONE, REFUSED, Answered, Connecting, History, Sent, told

LOST = (OSError, WebSocketException, InvalidHandshake, EOFError, TimeoutError)
"""What a connection that ends, or cannot be made, raises."""
AGAIN = 0.1
"""Seconds until a client tries again to connect."""
PATIENCE = 20.0
"""Seconds a client waits for an answer, unless told otherwise."""


class Socket(Protocol):
    """What a client needs of a connection."""

    async def send(self, message: str, /) -> None:
        """Send a message."""
        ...

    async def recv(self) -> str | bytes:
        """The next message of the house."""
        ...

    async def close(self) -> None:
        """End the connection."""
        ...


class Player:
    """A player at a table, or with no name and no cookie somebody who watches."""

    def __init__(
        self,
        history: History,
        url: Callable[[], str],
        table: str,
        name: str = "",
        cookie: str = "",
        *,
        patience: float = PATIENCE,
        trusting: SSLContext | None = None,
    ) -> None:
        """`patience` is how many seconds they wait for an answer before they connect anew.

        `trusting` is whom they believe that it is the house, where that speaks TLS.
        """
        self._trusting = trusting
        self.history, self.table, self.name, self.cookie = history, table, name, cookie
        self._patience = patience
        self._url = url
        self._socket: Socket | None = None
        self._connections = 0
        self._reading: asyncio.Task[None] | None = None
        self._ids = itertools.count(1)
        self._answers: dict[str, asyncio.Future[dict[str, Any] | None]] = {}
        self.unanswered: list[dict[str, Any]] = []
        """What was sent and not answered, to be sent again."""
        self.answered: list[dict[str, Any]] = []
        """Commands that were done, the last few."""
        self.scene: dict[str, Any] = {}
        self.news = asyncio.Event()
        """Set whenever the house says something, or the connection ends."""

    # -----------------------------------------------------------------------------------------------------------------
    # The connection

    @property
    def connected(self) -> bool:
        """Whether there is a connection."""
        return self._socket is not None

    async def connect(self) -> bool:
        """Connect, and send again what was not answered; false where that was not possible."""
        await self.disconnect()
        if not self._url():
            return False
        self._connections += 1
        self.history.append(Connecting(at=_now(), client=self.name, table=self.table, connection=self._connections))
        try:
            self._socket = await self._dial()
            self._hear(await asyncio.wait_for(self._socket.recv(), self._patience))
        except LOST:
            self._socket = None
            return False
        self._reading = asyncio.create_task(self._read(self._socket))
        return True

    async def _dial(self) -> Socket:
        """A new connection."""
        return await connect(
            self._url().replace("http", "ws", 1) + f"/socket/{self.table}?protocol=2&as=player",
            additional_headers={"cookie": self.cookie} if self.cookie else {},
            compression=None,
            max_size=None,
            max_queue=None,
            ping_interval=None,
            open_timeout=self._patience,
            close_timeout=1,
            ssl=self._trusting,
        )

    async def disconnect(self) -> None:
        """End the connection, if there is one."""
        socket, self._socket = self._socket, None
        if self._reading is not None:
            self._reading.cancel()
            with suppress(asyncio.CancelledError, *LOST):
                await self._reading
            self._reading = None
        if socket is not None:
            with suppress(*LOST):
                await socket.close()

    async def _read(self, socket: Socket) -> None:
        try:
            while True:
                self._hear(await socket.recv())
        except LOST:
            pass
        finally:
            self._lose(socket)

    def _lose(self, socket: Socket) -> None:
        if self._socket is socket:
            self._socket = None
        for waiting in self._answers.values():
            if not waiting.done():
                waiting.set_result(None)
        self._answers = {}
        self.news.set()

    def _hear(self, text: str | bytes) -> None:
        assert isinstance(text, str)
        said = heard(json.loads(text), self.scene)
        at = _now()
        self.history.append(told(said, text, at=at, client=self.name, table=self.table, connection=self._connections))
        self.scene = said.get("scene", self.scene)
        if said["type"] in (DONE, REFUSED):
            self.history.append(
                Answered(
                    at=at,
                    client=self.name,
                    table=self.table,
                    id=said["id"],
                    how=said["type"],
                    reason=said.get("reason", ""),
                )
            )
        if (waiting := self._answers.pop(said.get("id", ""), None)) is not None and not waiting.done():
            waiting.set_result(said)
        self.news.set()

    # -----------------------------------------------------------------------------------------------------------------
    # Messages

    async def say(self, message: dict[str, Any], *, times: int = 1) -> dict[str, Any] | None:
        """Send a message, perhaps several times, and take its answer; nothing where there was none yet."""
        message = {"id": f"{self.name}{next(self._ids)}", **message}
        self.unanswered.append(message)
        return await self._send(message, times)

    async def say_again(self) -> None:
        """Send again what was not answered, and take the answers."""
        for message in list(self.unanswered):
            if await self._send(message, 1) is None:
                return

    async def _send(self, message: dict[str, Any], times: int) -> dict[str, Any] | None:
        socket = self._socket
        if socket is None:
            return None
        waiting = self._answers[message["id"]] = asyncio.get_running_loop().create_future()
        try:
            for _ in range(times):
                sent = Sent(at=_now(), client=self.name, table=self.table, id=message["id"], message=message)
                self.history.append(sent)
                await socket.send(json.dumps(message))
            answer = await asyncio.wait_for(waiting, self._patience)
            if answer is None:
                return None
        except LOST:
            with suppress(*LOST):
                await asyncio.wait_for(socket.close(), 1)
            self._lose(socket)
            return None
        if answer.get("reason") in ("too fast", "failed"):
            await asyncio.sleep(AGAIN)
            return None
        self.unanswered.remove(message)
        if answer["type"] == DONE and message["type"] == "do":
            self.answered = [*self.answered[-9:], message]
        return answer

    async def repeat(self, message: dict[str, Any]) -> None:
        """Send an old command again, as a network that delivers out of order."""
        self.unanswered.append(message)
        await self._send(message, 1)

    # -----------------------------------------------------------------------------------------------------------------
    # Play

    def next_message(self, position: int, random: Random | None = None) -> dict[str, Any] | None:
        """What this player does next; nothing while they have nothing to do. With `random` not always the same."""
        if not self.name or not self.scene:
            return None
        scene, can, table = self.scene, self.scene["can"], self.scene["table"]
        mine = scene["you"]["positions"]
        if not mine:
            return _do(scene, type="sit", position=position) if position in can["sit"] else None
        at = str(mine[0])
        if can["chips"]:
            return {"type": "chips"}
        if can["bank"]:
            return self._answer_the_bank(random)
        if table["phase"] == "betting" and (wager := self._wager(at, random)):
            return wager
        if can["cut"] and self.name not in scene["cut_by"] and (random is None or random.random() < 0.3):
            return {"type": "cut", "words": f"{self.name} {table['round']}"}
        if can["view"]:
            return _do(scene, type="view", position=can["view"][0])
        if scene["arranging"] and scene["arranging"]["position"] in can["set"]:
            return _do(scene, type="set", position=scene["arranging"]["position"], low=self._low(random))
        if can["take_back"] and random is not None and random.random() < 0.05:
            return _do(scene, type="take back", position=can["take_back"][0])
        if can["concede"] and random is not None and random.random() < 0.05:
            return _do(scene, type="concede", position=can["concede"][0])
        return {"type": "ready", "round": table["round"]} if can["ready"] else None

    def _wager(self, at: str, random: Random | None) -> dict[str, Any] | None:
        """The main wager, and then one of the others where there are any."""
        possible = self.scene["can"]["wager"].get(at, {})
        there = {
            wager
            for wager, stakes in self.scene["table"]["wagers"].get(at, {}).items()
            if any(stake["player"] == self.name for stake in stakes)
        }
        left = [wager for wager in possible if wager not in there]
        least = {wager: max(cents, self.scene["table"]["limits"][wager][0]) for wager, cents in possible.items()}
        if "main" in left:
            return _do(self.scene, type="wager", position=int(at), wager="main", cents=least["main"])
        if len(there) == 1 and left and (random is None or random.random() < 0.5):
            wager = left[0] if random is None else random.choice(left)
            return _do(self.scene, type="wager", position=int(at), wager=wager, cents=least[wager])
        if random is not None and there and (can := self.scene["can"]["withdraw"].get(at)) and random.random() < 0.05:
            return _do(self.scene, type="withdraw", position=int(at), wager=random.choice(can))
        return None

    def _answer_the_bank(self, random: Random | None) -> dict[str, Any]:
        """Pass the bank that is offered, or take it."""
        offer = self.scene["can"]["bank"]
        if offer["alone"] and random is not None and random.random() < 0.5:
            cents = offer["alone"]["suggested"]
            return _do(self.scene, type="take the bank", position=offer["position"], cents=cents)
        return _do(self.scene, type="pass the bank", position=offer["position"])

    def _low(self, random: Random | None) -> list[str]:
        """The low hand: as the house would set it, or sometimes another that is no foul."""
        arranging = self.scene["arranging"]
        legal = [split["low"] for split in arranging["splits"] if not split["foul"]]
        if random is not None and legal and random.random() < 0.3:
            return random.choice(legal)
        return arranging["house_way"] or legal[0]


def _do(scene: dict[str, Any], **command: Any) -> dict[str, Any]:
    return {"type": "do", "command": command, "round": scene["table"]["round"]}


def _now() -> float:
    return time.monotonic()
