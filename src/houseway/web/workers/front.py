"""A process that does not run the house: what people ask it is passed on to the process that does.

Here: passing requests and sockets on, and what people are told while another process takes over. Not here: pages and
files, which every process answers itself (`worker`), or how letters travel (`journal.mail`).
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
import uuid
from collections.abc import Collection
from typing import Final

from houseway.journal.mail import Mail
from houseway.web.http.front_door import Receive, Send
from houseway.web.wire import messages as m
from houseway.web.wire.viewer import COME_BACK
from houseway.web.workers.letters import (
    AHEAD,
    NOTED,
    Answered,
    Delivered,
    Ended,
    Letter,
    Message,
    Opened,
    Received,
    Taken,
    encode,
    passed_on,
)

_log = logging.getLogger(__name__)
RETRY: Final = 0.5
"""Seconds after which pages connect again."""
MOVING: Final = "The house is moving to another server. Play goes on in a moment, and nothing is lost."
NOBODY: Final = "the house is moving to another server; try again in a moment"


class Asked:
    """What somebody sends; the first event can be given again, where there was only one."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._first: Message = {}
        self._given = 0
        self._whole = False

    def again(self) -> bool:
        """Give it once more from the beginning; whether that is possible."""
        possible = self._given == 0 or (self._given == 1 and self._whole)
        self._given = 0 if possible else self._given
        return possible

    async def receive(self) -> Message:
        """What they sent first, then what they send."""
        if self._given == 0 and self._first:
            self._given = 1
            return self._first
        message = await self._receive()
        if self._given == 0:
            self._first, self._whole = message, not message.get("more_body", False)
        self._given += 1
        return message


class _Passed:
    """A connection that is passed on, and what comes back for it."""

    def __init__(self, to: uuid.UUID) -> None:
        self.to = to
        self.answers: asyncio.Queue[Message | Ended] = asyncio.Queue()
        self._sent = self._taken = 0
        self._read = asyncio.Event()

    async def may_send(self) -> None:
        """Wait while too much of what somebody sent is unread."""
        while self._sent - self._taken >= AHEAD:
            self._read.clear()
            await self._read.wait()
        self._sent += 1

    def taken(self, count: int) -> None:
        """Note how much was read."""
        self._taken = max(self._taken, count)
        self._read.set()


class Front:
    """Every connection that this process passes on."""

    def __init__(self, mail: Mail) -> None:
        self._mail = mail
        self._numbers = itertools.count(1)
        self._open: dict[int, _Passed] = {}

    def __len__(self) -> int:
        return len(self._open)

    def read(self, sender: uuid.UUID, letter: Letter) -> None:
        """Take a letter of the process that runs the house."""
        found = self._open.get(letter.connection)
        if found is not None and found.to == sender:
            match letter:
                case Answered():
                    found.answers.put_nowait(letter.message)
                case Ended():
                    found.answers.put_nowait(letter)
                case Taken():
                    found.taken(letter.count)
                case _:
                    pass

    @property
    def hosts(self) -> frozenset[uuid.UUID]:
        """The processes that connections are passed on to."""
        return frozenset(passed.to for passed in self._open.values())

    def lose(self, hosts: Collection[uuid.UUID] | None, *, but: uuid.UUID | None = None) -> None:
        """What was passed on to these processes, or to any but one, gets no more answers."""
        for number, passed in self._open.items():
            if (hosts is None or passed.to in hosts) and passed.to != but:
                passed.answers.put_nowait(Ended(number, failed=True))

    async def pass_on(self, host: uuid.UUID, scope: Message, asked: Asked, send: Send) -> bool:
        """Pass a request or a socket on to the process that runs the house; whether it was answered.

        It was not where that process ended first. What changes nothing can then be asked again: a GET, or a socket that
        is not open yet. Of anything else nobody knows whether it was carried out, and whoever asked is told so.
        """
        number, passed = next(self._numbers), _Passed(host)
        self._open[number] = passed
        self._post(host, Opened(number, passed_on(scope)))
        receiving = asyncio.create_task(self._keep_receiving(number, passed, asked.receive))
        try:
            return await self._keep_answering(number, passed, scope, asked, send)
        finally:
            del self._open[number]
            receiving.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await receiving
            self._post(host, Ended(number))

    def _post(self, host: uuid.UUID, letter: Letter) -> None:
        self._mail.send(host, encode(letter))

    async def _keep_receiving(self, number: int, passed: _Passed, receive: Receive) -> None:
        while True:
            await passed.may_send()
            message = await receive()
            self._post(passed.to, Received(number, dict(message)))
            if message["type"].endswith(".disconnect"):
                return

    async def _keep_answering(self, number: int, passed: _Passed, scope: Message, asked: Asked, send: Send) -> bool:
        began, delivered = "", 0
        while True:
            answer = await passed.answers.get()
            if isinstance(answer, Ended):
                if answer.failed and not began and scope.get("method", "GET") in ("GET", "HEAD") and asked.again():
                    return False
                if answer.failed:
                    await cut_off(scope, send, began)
                return True
            began = answer["type"]
            await send(answer)
            delivered += 1
            if delivered % NOTED == 0:
                self._post(passed.to, Delivered(number, delivered))


async def cut_off(scope: Message, send: Send, began: str) -> None:
    """End a connection whose answer is not complete: a page is told to connect again."""
    if not began:
        await not_now(scope, send)
    elif began in ("websocket.accept", "websocket.send"):
        await send({"type": "websocket.send", "text": m.encode(m.Goodbye(sentence=MOVING, retry=RETRY)).decode()})
        await send({"type": "websocket.close", "code": COME_BACK})
    elif scope["type"] == "http":
        raise ConnectionError("the process that answered has ended")  # uvicorn cuts the connection


async def not_now(scope: Message, send: Send) -> None:
    """Say that nobody can be asked now."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        await cut_off(scope, send, "websocket.accept")
        return
    body = json.dumps({"error": NOBODY, "clause": ""}).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"retry-after", b"1"),
    ]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope.get("method") == "HEAD" else body})
