"""Requests and sockets that one process passes on to another, without a database between them."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from typing import Any

from houseway.web.http.front_door import Receive, Send
from houseway.web.workers.front import Asked, Front
from houseway.web.workers.host import Host
from houseway.web.workers.letters import AHEAD, Message, read

FRONT, HOST = uuid.UUID(int=1), uuid.UUID(int=2)
GET: dict[str, Any] = {"type": "http", "method": "GET", "path": "/lobby", "headers": [(b"a", b"b")], "client": None}


class Post:
    """Hands letters over at once, as `Mail` does after a moment."""

    def __init__(self) -> None:
        self.reader: Callable[[bytes], None] = lambda _body: None
        self.delivers = True

    def send(self, _receiver: uuid.UUID, body: bytes) -> None:
        """Hand a letter over."""
        if self.delivers:
            asyncio.get_running_loop().call_soon(self.reader, body)


class Pair:
    """A front and a host, and what somebody at the front is answered."""

    def __init__(self, app: Callable[[Message, Receive, Send], Awaitable[None]]) -> None:
        self.there, self.back = Post(), Post()
        self.front = Front(self.there)  # type: ignore[arg-type]
        self.host = Host(app, self.back)  # type: ignore[arg-type]
        self.there.reader = lambda body: self.host.read(FRONT, read(body))
        self.back.reader = lambda body: self.front.read(HOST, read(body))
        self.sends: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.answers: list[Message] = []

    async def ask(self, scope: dict[str, Any]) -> bool:
        """Ask for something; whether it was answered."""

        async def send(message: Message) -> None:
            self.answers.append(message)

        return await self.front.pass_on(HOST, scope, Asked(self.sends.get), send)

    @property
    def said(self) -> list[str]:
        """The kinds of the answers."""
        return [answer["type"] for answer in self.answers]


async def _lobby(scope: Message, receive: Receive, send: Send) -> None:
    body = (await receive())["body"]
    assert scope["headers"] == [(b"a", b"b")]
    await send({"type": "http.response.start", "status": 200, "headers": [(b"x", b"y")]})
    await send({"type": "http.response.body", "body": body + scope["path"].encode()})


def test_a_request_is_answered_as_if_it_had_come_to_the_other_process() -> None:
    async def run() -> None:
        pair = Pair(_lobby)
        pair.sends.put_nowait({"type": "http.request", "body": b"asked ", "more_body": False})
        assert await pair.ask(GET)
        assert pair.answers[0]["headers"] == [(b"x", b"y")]
        assert pair.answers[1]["body"] == b"asked /lobby"
        await asyncio.sleep(0)
        assert len(pair.front) == len(pair.host) == 0

    asyncio.run(run())


def test_a_socket_passes_messages_both_ways_until_either_end_closes() -> None:
    heard: list[Message] = []

    async def echo(_scope: Message, receive: Receive, send: Send) -> None:
        while (message := await receive())["type"] != "websocket.disconnect":
            heard.append(message)
            if message["type"] == "websocket.connect":
                await send({"type": "websocket.accept"})
            else:
                await send({"type": "websocket.send", "text": message["text"].upper()})

    async def run() -> None:
        pair = Pair(echo)
        for message in (
            {"type": "websocket.connect"},
            {"type": "websocket.receive", "text": "wager"},
            {"type": "websocket.disconnect", "code": 1000},
        ):
            pair.sends.put_nowait(message)
        assert await pair.ask({"type": "websocket", "path": "/socket/a", "headers": [], "client": ("1.2.3.4", 5)})
        assert pair.said == ["websocket.accept", "websocket.send"]
        assert pair.answers[1]["text"] == "WAGER"
        assert [each["type"] for each in heard] == ["websocket.connect", "websocket.receive"]

    asyncio.run(run())


async def _silent(_scope: Message, receive: Receive, _send: Send) -> None:
    while not (await receive())["type"].endswith(".disconnect"):
        pass


def _cut(scope: dict[str, Any], *first: dict[str, Any], app: Any = _silent) -> tuple[bool, list[Message]]:
    """Ask for something and lose the process that should answer; whether it was answered, and what."""

    async def run() -> tuple[bool, list[Message]]:
        pair = Pair(app)
        for message in first:
            pair.sends.put_nowait(message)
        asking = asyncio.create_task(pair.ask(scope))
        for _ in range(10):
            await asyncio.sleep(0)
        pair.front.lose({HOST})
        return await asking, pair.answers

    return asyncio.run(run())


def test_what_changes_nothing_is_asked_again_when_the_other_process_ends() -> None:
    assert _cut(GET, {"type": "http.request", "body": b"", "more_body": False}) == (False, [])
    assert _cut({**GET, "type": "websocket"}, {"type": "websocket.connect"}) == (False, [])


def test_whoever_sent_something_is_told_that_nobody_answers() -> None:
    answered, (start, body) = _cut({**GET, "method": "POST"}, {"type": "http.request", "body": b"{}"})
    assert answered
    assert start["status"] == 503
    assert (b"retry-after", b"1") in start["headers"]
    assert b"nothing" not in body["body"]  # nobody knows whether it was carried out


def test_whoever_asked_is_told_where_letters_of_the_other_process_were_lost() -> None:
    async def run() -> None:
        pair = Pair(_silent)
        asking = asyncio.create_task(pair.ask({**GET, "method": "POST"}))
        for _ in range(10):
            await asyncio.sleep(0)
        pair.host.lose(None, unheard=True)
        async with asyncio.timeout(10):
            assert await asking
        assert pair.answers[0]["status"] == 503

    asyncio.run(run())


def test_an_open_page_is_told_to_come_back() -> None:
    async def accepting(_scope: Message, receive: Receive, send: Send) -> None:
        await send({"type": "websocket.accept"})
        await _silent(_scope, receive, send)

    answered, answers = _cut({**GET, "type": "websocket"}, {"type": "websocket.connect"}, app=accepting)
    assert answered
    assert [each["type"] for each in answers] == ["websocket.accept", "websocket.send", "websocket.close"]
    assert '"retry":0.5' in answers[1]["text"]
    assert answers[2]["code"] == 1012


def test_whoever_does_not_read_is_not_sent_more_and_more() -> None:
    sent = 0

    async def pouring(_scope: Message, _receive: Receive, send: Send) -> None:
        nonlocal sent
        while True:
            await send({"type": "http.response.body", "body": b"more", "more_body": True})
            sent += 1

    async def run() -> None:
        pair = Pair(pouring)
        pair.back.delivers = False
        asking = asyncio.create_task(pair.ask(GET))
        for _ in range(10 * AHEAD):
            await asyncio.sleep(0)
        assert sent == AHEAD
        pair.host.lose({FRONT})
        await pair.host.stop()
        assert len(pair.host) == 0
        asking.cancel()

    asyncio.run(run())


def test_no_more_is_taken_from_somebody_than_the_house_reads() -> None:
    """Otherwise one long body, or a page that pours messages, fills the memory of two processes and the database."""
    first, wanted = asyncio.Event(), asyncio.Event()
    heard = 0

    async def slow(_scope: Message, receive: Receive, send: Send) -> None:
        nonlocal heard
        first.set()
        await wanted.wait()
        while (await receive())["more_body"]:
            heard += 1
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def run() -> None:
        pair = Pair(slow)
        for number in range(10 * AHEAD):
            pair.sends.put_nowait({"type": "http.request", "body": b"x", "more_body": number < 10 * AHEAD - 1})
        asking = asyncio.create_task(pair.ask({**GET, "method": "POST"}))
        await first.wait()
        for _ in range(20 * AHEAD):
            await asyncio.sleep(0)
        assert pair.sends.qsize() == 9 * AHEAD
        wanted.set()
        assert await asking
        assert heard == 10 * AHEAD - 1

    asyncio.run(run())
