"""Connections between a page and the house, without sockets: messages take time, and some take more.

Here: one connection with its two ends, and what can happen to it. Not here: when it happens (`faults`), or what is
said.

What the house sends arrives in order, as in TCP. What a page sends may also arrive twice, or behind later messages: a
page may be somebody's own program, and nothing stops it from sending so.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter, deque
from collections.abc import Callable
from random import Random
from typing import Any

from houseway.web.http.connections import WRITE
from support.simulation.loop import Loop

CUT, HALF_CUT, SLOW = "connection cut", "connection cut, and the house not told", "page slow to read"
LATE, TWICE, REORDERED = "message late", "message doubled", "message reordered"
QUICK, LONG, UNNOTICED = 0.03, 4.0, 30.0
"""Seconds that a message takes at most, that a late one takes, and until the house notices that a page has gone."""


class Lost(ConnectionError):
    """The connection has ended."""


class Network:
    """All connections of a run, and what goes wrong on them."""

    def __init__(self, loop: Loop, random: Random) -> None:
        self.loop, self.random = loop, random
        self.kinds: frozenset[str] = frozenset()
        """What goes wrong now."""
        self.seldom = 0.0
        self.happened: Counter[str] = Counter()
        self.open: list[Connection] = []
        self.note: Callable[[str], None] = lambda _line: None

    def strikes(self, kind: str) -> bool:
        """Whether something goes wrong now; it is counted."""
        if kind not in self.kinds or self.random.random() >= self.seldom:
            return False
        self.count(kind)
        return True

    def count(self, kind: str) -> None:
        """Count what went wrong."""
        self.happened[kind] += 1
        self.note(f"fault: {kind}")

    def delay(self) -> float:
        """Seconds that a message takes."""
        return self.random.random() * (LONG if self.strikes(LATE) else QUICK)

    def end(self, life: int) -> None:
        """Break every connection of a house that has died."""
        for connection in [each for each in self.open if each.life == life]:
            connection.cut()


class PageEnd:
    """A connection as a client of the tests knows it (`reliability.player.Socket`)."""

    def __init__(self, connection: Connection) -> None:
        self.send, self.recv = connection.send, connection.recv
        self._connection = connection

    async def close(self) -> None:
        """End the connection as a page does that is closed."""
        self._connection.cut()


class Connection:
    """One connection: the house's end is a socket as it knows it; `PageEnd` is the other."""

    def __init__(
        self, network: Network, life: int, *, again: Callable[[dict[str, Any]], None], said: Callable[[bytes], None]
    ) -> None:
        """`again` is told of a message that arrives twice, `said` of everything the house says, at that moment."""
        self.network, self.life = network, life
        self._again, self._said = again, said
        self.scope = {WRITE: self.write}
        self._inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._sent: deque[str] = deque()
        self._said_so_far: deque[str] = deque()
        self._heard: deque[str] = deque()
        self._news = asyncio.Event()
        self._arrives = 0.0
        self._sends = 0.0
        self._ended = self._cut = False
        network.open.append(self)

    # -----------------------------------------------------------------------------------------------------------------
    # The page's end

    async def send(self, text: str) -> None:
        """Send a message to the house."""
        if self._cut or self._ended:
            raise Lost
        loop, network = self.network.loop, self.network
        if network.strikes(HALF_CUT):
            self.cut(told=UNNOTICED)
            raise Lost
        at = loop.time() + network.delay()
        if network.strikes(REORDERED):
            self._deliver(at + network.random.random(), deque([text]))
        else:
            self._sends = max(at, self._sends)
            self._sent.append(text)
            self._deliver(self._sends, self._sent)
        if network.strikes(TWICE):
            self._again(json.loads(text))
            self._deliver(at + network.random.random() * 2, deque([text]))

    def _deliver(self, at: float, messages: deque[str]) -> None:
        """Let the next of some messages arrive, if the connection still holds then."""

        def arrive() -> None:
            if not self._cut:
                self._inbox.put_nowait({"type": "websocket.receive", "text": messages.popleft()})

        self.network.loop.later(at - self.network.loop.time(), arrive)

    async def recv(self) -> str:
        """The next message of the house."""
        while not self._heard:
            if self._cut or self._ended:
                raise Lost
            self._news.clear()
            await self._news.wait()
        return self._heard.popleft()

    def cut(self, *, told: float = 0.0) -> None:
        """Break the connection: nothing more arrives, and the house is told so many seconds later."""
        if self._cut:
            return
        self._cut = True
        self._heard.clear()
        self._news.set()
        if self in self.network.open:
            self.network.open.remove(self)
        gone: dict[str, Any] = {"type": "websocket.disconnect", "code": 1006}
        self.network.loop.later(told, lambda: self._inbox.put_nowait(gone))

    # -----------------------------------------------------------------------------------------------------------------
    # The house's end

    async def receive(self) -> dict[str, Any]:
        """The page's next message."""
        return await self._inbox.get()

    def write(self, message: bytes) -> bool:
        """Send a message at once; false where the page does not read."""
        if self._cut or self.network.strikes(SLOW):
            return False
        self._tell(message)
        return True

    async def send_text(self, text: str) -> None:
        """Send a message, and wait until there is room for it."""
        if SLOW in self.network.kinds:
            await asyncio.sleep(self.network.delay())
        if self._cut:
            raise Lost
        self._tell(text.encode())

    def _tell(self, message: bytes) -> None:
        self._said(message)
        loop = self.network.loop
        self._arrives = max(loop.time() + self.network.delay(), self._arrives)
        self._said_so_far.append(message.decode())

        def arrive() -> None:
            if not self._cut:
                self._heard.append(self._said_so_far.popleft())
                self._news.set()

        loop.later(self._arrives - loop.time(), arrive)

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """The house ends the connection, after what it has said."""
        del code, reason
        loop = self.network.loop

        def end() -> None:
            if self._said_so_far and not self._cut:
                loop.later(0.001, end)
                return
            self._ended = True
            self._news.set()
            if self in self.network.open:
                self.network.open.remove(self)

        loop.later(max(0.0, self._arrives - loop.time()) + 0.001, end)
