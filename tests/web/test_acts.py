"""Every cell of the matrix of positions and acts, over HTTP and over a socket, in one house within this process."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any, get_args

import pytest

pytest.importorskip("litestar", reason="the extra houseway[web] is not installed")

from litestar import Litestar, get
from litestar.testing import TestClient

from houseway.journal.store import Journal
from houseway.people.acts import ACTS, COMMANDS, Cell, HouseAct, Who, cell, name_of
from houseway.web.http import published
from houseway.web.http.app import ROUTES
from houseway.web.http.guard import acts_of
from houseway.web.wire import dispatch, socket
from houseway.web.wire import messages as m
from support.open_house import DISMISSED, LOCKED, House

COLUMNS: dict[str, Who] = {who.words: who for who in Who} | {DISMISSED: Who.ANYONE, LOCKED: Who.ANYONE}
"""Everybody who asks, with the column that holds for them."""
PLACES = {
    "{table:str}": "one",
    "{name:str}": "one",
    "{book:str}": "nothing",
    "{id:str}": "none",
    "{number:int}": "1",
    "{shift:int}": "1",
    "{file_path:path}": "shared/room.css",
}
ONE_S_OWN_ROUND = "/api/tables/{table:str}/rounds/{number:int}"
"""A player may ask, but only for rounds they played."""
ENDS_A_SESSION = ("/key", "/quit", "/staff/lock", "/staff/sign-out", "/staff/sign-out-everywhere")
Client = TestClient[Litestar]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One house for this module."""
    folder = tmp_path_factory.mktemp("house")
    with pytest.MonkeyPatch.context() as patch, Journal.open(str(folder / "journal.db")) as journal:
        patch.setattr(dispatch, "AT_ONCE", 10**6)
        patch.setattr(socket, "MOST_BAD_MESSAGES", 10**6)
        patch.setattr(published._counting, "ask", lambda: True)
        yield House(journal)


@pytest.fixture(scope="module")
def client(house: House) -> Iterator[Client]:
    """Its application, running."""
    with TestClient(house.app) as running:
        yield running
        running.blocking_portal.call(house.open.stop)


def _path(pattern: str) -> str:
    for place, value in PLACES.items():
        pattern = pattern.replace(place, value)
    return pattern


def test_every_cell_over_http(house: House, client: Client) -> None:
    wrong = []
    for method, pattern, act in acts_of(house.app):
        if method == "SOCKET":
            continue
        for who, column in COLUMNS.items():
            body = {"content": b"[]", "headers": {"content-type": "application/json"}} if method == "POST" else {}
            client.cookies.update(house.cookies(who))
            answer = client.request(method, _path(pattern), **body)  # type: ignore[arg-type]
            client.cookies.clear()
            if pattern in ENDS_A_SESSION:
                house.forget(who)
            refused = answer.status_code == 403 and answer.json()["reason"] == "role"
            expected = cell(act, column) is Cell.NO
            if pattern == ONE_S_OWN_ROUND and who == Who.PLAYER.words:
                expected = True
            if refused is not expected:
                wrong.append(f"{method} {pattern} ({act.words}), {who}: {answer.status_code} {answer.text[:120]}")
    assert not wrong, "\n".join(wrong)


MESSAGES: dict[str, tuple[dict[str, Any], HouseAct]] = {
    "do": ({"command": {}}, HouseAct.ASK),
    "preview": ({"command": {}}, HouseAct.PREVIEW),
    "ready": ({"round": 0}, HouseAct.PLAY),
    "decline": ({}, HouseAct.PLAY),
    "cut": ({"words": ""}, HouseAct.PLAY),
    "chips": ({}, HouseAct.PLAY),
    "company": ({"bots": 1}, HouseAct.PLAY),
    "say": ({"phrase": "none"}, HouseAct.PLAY),
    "run": ({"dealer": "nobody"}, HouseAct.RUN_TABLE),
    "run open": ({"dealer": "nobody", "open": True}, HouseAct.OPEN_OR_CLOSE_TABLE),
    "ask": ({"command": {}}, HouseAct.ASK_FOR_TWO),
    "ask run": ({"command": {"type": "run"}}, HouseAct.RUN_TABLE),
    "ask open": ({"command": {"type": "run", "open": True}}, HouseAct.OPEN_OR_CLOSE_TABLE),
    "confirm": ({"request": "no", "digest": "no"}, HouseAct.CONFIRM),
    "decline-request": ({"request": "no", "digest": "no", "why": "no"}, HouseAct.CONFIRM),
    "take-back": ({"request": "no"}, HouseAct.ASK_FOR_TWO),
    "ping": ({}, HouseAct.WATCH),
}


def test_every_message_is_walked() -> None:
    known = {str(each.__struct_config__.tag) for each in get_args(m.AnyPageMessage)}
    assert {name.split(" ")[0] for name in MESSAGES} == known
    for each in get_args(m.AnyPageMessage):
        assert each.act in ACTS


def test_every_cell_over_a_socket(house: House, client: Client) -> None:
    wrong = []
    for who, column in COLUMNS.items():
        staff = who not in (Who.ANYONE.words, Who.PLAYER.words)
        address = f"/socket/one?protocol=2&as={'staff' if staff else 'player'}"
        with client.websocket_connect(address, cookies=house.cookies(who)) as page:
            client.cookies.clear()
            first = page.receive_json()["type"]
            opens = not staff or cell(HouseAct.OPEN_CONSOLE, column) is Cell.YES
            if first != ("hello" if opens else "goodbye"):
                wrong.append(f"{who} is told {first}")
            if not opens:
                continue
            for name, (fields, act) in MESSAGES.items():
                reason = _reason(page, {"type": name.split(" ")[0], **fields})
                if (reason == "role") is not (cell(act, column) is Cell.NO):
                    wrong.append(f"{name}, {who}: {reason}")
            for command in COMMANDS:
                reason = _reason(page, {"type": "do", "command": {"type": name_of(command)}})
                if cell(command, column) is Cell.NO and reason != "role":
                    wrong.append(f"{name_of(command)}, {who}: {reason}")
                if cell(command, column) is Cell.BOOK and reason == "role" and not _by_the_book(command, column):
                    wrong.append(f"{name_of(command)}, {who}: refused for the role")
    assert not wrong, "\n".join(wrong)


def _reason(page: Any, message: dict[str, Any]) -> str:
    """The reason for which a message is refused, or nothing."""
    id = f"m{next(_ids)}"
    page.send_json({"id": id, **message})
    while True:
        answer = page.receive_json()
        if answer.get("id") == id:
            return str(answer.get("reason", ""))


_ids = itertools.count(1)


def _by_the_book(command: type[Any], column: Who) -> bool:
    """Whether it is the book that gives a request to a higher position."""
    return column in (Who.DEALER, Who.PIT_SUPERVISOR, Who.PIT_MANAGER) and cell(command, Who.PLAYER) is Cell.NO


def test_a_route_without_an_act_keeps_the_house_from_opening() -> None:
    @get("/secret")
    async def secret() -> str:
        return ""

    with pytest.raises(TypeError, match="GET /secret names no act"):
        acts_of(Litestar(route_handlers=[*ROUTES, secret], openapi_config=None))


def test_every_table_has_a_console_whatever_its_name(house: House, client: Client) -> None:
    """A table may be called `owed` or `cage`, like the addresses of what the floor asks for."""
    taken = {path.split("/")[2] for _, path, _ in acts_of(house.app) if path.startswith("/staff/")} - {"{name:str}"}
    assert {"owed", "list", "stops", "alarms", "cage"} <= taken
    for name in taken:
        answer = client.get(f"/console/{name}")
        assert answer.status_code == 200
        assert answer.text.startswith("<!doctype html>")
