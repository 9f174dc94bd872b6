"""Requests over HTTP take turns: at a pace that leaves time for the tables, one address after another."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from houseway.web.http import front_door
from houseway.web.http.host_names import HostNames
from houseway.web.http.proxies import Proxies
from houseway.web.http.turns import Turns


def _admitted(asked: list[str], *, at_once: int, monkeypatch: pytest.MonkeyPatch) -> tuple[str, float]:
    """Who is admitted after whom, of requests that all arrive at once, and how many seconds that takes at one each."""
    now, found, really = [0.0], list[str](), asyncio.sleep

    async def sleep(seconds: float) -> None:
        now[0] += seconds
        await really(0)

    async def ask(pace: Turns, address: str) -> None:
        await pace.wait(address)
        found.append(address)

    async def main() -> None:
        pace = Turns(at_once, 1.0, now=lambda: now[0])
        await asyncio.gather(*(ask(pace, address) for address in asked))
        assert not len(pace)

    monkeypatch.setattr("asyncio.sleep", sleep)
    asyncio.run(main())
    return "".join(found), now[0]


def test_a_few_requests_do_not_wait_and_more_go_on_at_a_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _admitted(["a"] * 2, at_once=2, monkeypatch=monkeypatch) == ("aa", 0.0)
    assert _admitted(["a"] * 5, at_once=2, monkeypatch=monkeypatch) == ("aaaaa", 3.0)


def test_each_address_has_its_turn_however_much_another_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _admitted([*"aaaaaabc"], at_once=1, monkeypatch=monkeypatch)[0] == "aabcaaaa"


def test_whoever_is_gone_takes_no_turn() -> None:
    async def main() -> None:
        pace = Turns(1, 50.0)
        await pace.wait("a")
        gone = asyncio.create_task(pace.wait("a"))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.wait_for(pace.wait("a"), 5)
        assert not len(pace)

    asyncio.run(main())


def test_the_front_door_lets_requests_take_turns_and_sockets_pass() -> None:
    began: list[str] = []

    async def app(scope: Any, _receive: Any, _send: Any) -> None:
        began.append(scope["type"])

    async def main() -> None:
        door = front_door.FrontDoor(app, names=HostNames("127.0.0.1"), proxies=Proxies(()))
        door._turns = Turns(1, 0.001)
        base = {"headers": [(b"host", b"127.0.0.1")], "client": ("192.0.2.1", 1), "server": ("127.0.0.1", 80)}
        http = {**base, "type": "http", "path": "/", "method": "GET"}
        socket = {**base, "type": "websocket", "path": "/socket/one"}
        first, waits, passes = (asyncio.create_task(door(dict(each), None, None)) for each in (http, http, socket))  # type: ignore[arg-type]
        await asyncio.wait([first, passes], timeout=5)
        assert began == ["http", "websocket"]
        assert not waits.done()
        waits.cancel()

    asyncio.run(main())
