"""A table that goes from one process to another, and what fails on its way: nothing of it is stranded."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

pytest.importorskip("litestar", reason="the extra houseway[web] is not installed")

from houseway import books
from houseway.errors import HouseClosing, JournalFailed, Refused
from houseway.journal.store import Journal
from houseway.journal.tenancy import Tenancy
from houseway.rulebook.procedure import Role
from houseway.table import commands as c
from houseway.web.floor.dealer_moves import Pace
from houseway.web.floor.house import OpenHouse
from houseway.web.floor.opening import Opening
from houseway.web.wire import socket as sockets
from houseway.web.wire.viewer import COME_BACK
from houseway.web.workers.spreading import ON_ITS_WAY

ANN = c.Actor("ann", Role.PLAYER)
OPENING = Opening(name="one", book="five-card")


class Leases:
    """The leases of tables where no other process takes any; `failing` is what fails at the next call."""

    def __init__(self) -> None:
        self.claimed: set[str] = set()
        self.failing: list[str] = []

    def claim(self, name: str) -> bool:
        """Take a table, unless somebody has it."""
        is_free = name not in self.claimed
        self.claimed.add(name)
        return is_free

    def forget(self, name: str) -> None:
        """A table has closed for good."""
        self.claimed.discard(name)

    def serves(self, name: str) -> None:
        """Let others send people here."""
        if name in self.failing:
            self.failing.remove(name)
            raise JournalFailed("the database does not answer")

    def note(self, name: str, stake: object) -> None:
        """Note what lies on a layout."""

    def places(self) -> dict[str, Any]:
        """Nobody else runs a table."""
        return {}


@pytest.fixture
def leases() -> Leases:
    """The leases of tables."""
    return Leases()


@pytest.fixture
def house(tmp_path: Path, leases: Leases, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenHouse]:
    """A house of one table, whose tables other processes may run."""
    monkeypatch.setattr(OpenHouse, "_prepare", staticmethod(lambda _shelf: None))
    with Journal.open(str(tmp_path / "journal.db")) as journal:
        house = OpenHouse(journal, pace=Pace(), tenancy=cast(Tenancy, leases))
        house.open_tables([OPENING])
        yield house


def test_a_table_that_could_not_be_served_is_taken_up_again(house: OpenHouse, leases: Leases) -> None:
    async def move() -> None:
        await house.start()
        await house.let_go("one")
        leases.failing.append("one")
        with pytest.raises(JournalFailed):
            await house.take_up("one", books.get("five-card"))
        assert (list(house.tables), list(house.away)) == ([], ["one"]), "whoever spreads tables tries it again"
        await house.take_up("one", books.get("five-card"))
        assert (list(house.tables), list(house.away)) == (["one"], [])
        await house.stop()

    asyncio.run(move())


def test_a_table_that_was_refused_can_be_opened_with_other_limits(house: OpenHouse) -> None:
    async def add() -> None:
        await house.start()
        for limits in ({"main": (500, 100)}, {"main": (0, 0)}):
            with pytest.raises(Refused, match="minimum"):
                await house.open_table(Opening(name="two", book="five-card", limits=limits))
        await house.open_table(Opening(name="two", book="five-card"))
        assert house.is_open("two")
        await house.stop()

    asyncio.run(add())


def test_nobody_is_given_company_at_a_table_that_has_moved(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> None:
        await house.start()
        live = house.tables["one"]
        monkeypatch.setattr(type(live.table), "positions_of", lambda *_: (1,))  # ann is seated
        await house.let_go("one")
        with pytest.raises(HouseClosing):
            live.company.ask_for(ANN, 1)
        assert live.company._task is None
        await house.stop()

    asyncio.run(ask())


def test_a_console_of_a_table_on_its_way_comes_back(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []
    codes: list[int] = []

    async def send_text(text: str) -> None:
        sent.append(text)

    async def close(code: int) -> None:
        codes.append(code)

    async def never_here(_name: str) -> None:
        raise Refused(ON_ITS_WAY)

    monkeypatch.setattr(sockets, "visitor_of", lambda _socket: SimpleNamespace(locked=None))
    monkeypatch.setattr(sockets, "_works_at_tables", lambda _visitor: True)
    page: Any = SimpleNamespace(query_params={"as": "staff"}, send_text=send_text, close=close)

    async def open_console() -> None:
        await house.start()
        await house.let_go("one")
        house.fetch = never_here
        await sockets._elsewhere(page, house, "one")
        await house.stop()

    asyncio.run(open_console())
    assert codes == [COME_BACK]
    assert ON_ITS_WAY in sent[0]
    assert '"retry":0.5' in sent[0]
