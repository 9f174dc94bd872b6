"""Requests over HTTP take turns, so that play at the tables never waits behind a crowd of them.

Here: how many requests a second the house begins to answer, and whose turn it is: one request of each address after
another, whoever came first. Sockets do not take turns. Not here: what one address or person may ask a minute (`costs`).

The tables and HTTP share one event loop. A request takes it about a millisecond, and a socket's message waits behind
all requests that have arrived: sixty clients that ask again at once made everybody at the tables wait fifty times as
long (`bench/beside.py`).
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Callable

from houseway.web.wire.limits import RateLimit

AT_ONCE, A_SECOND = 150, 200
"""How many requests are answered without waiting, and a second from then on: a page loads some forty files."""


class Turns:
    """Whose turn it is."""

    def __init__(
        self, at_once: float = AT_ONCE, a_second: float = A_SECOND, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._limit = RateLimit(at_once, a_second, now)
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._admitting: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    async def wait(self, address: str) -> None:
        """Wait until it is the turn of a request from this address."""
        if not self._waiting and self._limit.allows():
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(turn)
        if self._admitting is None:
            self._admitting = asyncio.create_task(self._admit())
        await turn

    async def _admit(self) -> None:
        """Admit one request after another, at the pace of the limit, each address in its turn."""
        try:
            while self._waiting:
                if seconds := self._limit.wait():
                    await asyncio.sleep(seconds)
                    continue
                address = next(iter(self._waiting))
                queue = self._waiting.pop(address)
                turn = queue.popleft()
                if queue:
                    self._waiting[address] = queue  # at the end: every other address comes first
                with contextlib.suppress(asyncio.InvalidStateError):  # whoever asked is gone
                    turn.set_result(None)
                    self._limit.allows()
        finally:
            self._admitting = None
