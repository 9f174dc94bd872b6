"""R97: a player who is prohibited at one table is prohibited in the whole house, until a shift manager lifts it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from houseway.errors import Refused
from houseway.journal import significant
from houseway.journal.store import Journal
from houseway.kept import prohibited
from houseway.kept.prohibited import STREAM
from houseway.rulebook.procedure import Fault, Remedy, Role
from houseway.table import commands as c
from houseway.table.view import view
from houseway.web.floor.dealer_moves import Pace
from houseway.web.floor.house import OpenHouse
from houseway.web.floor.live_table import LiveTable
from houseway.web.floor.opening import Opening
from houseway.web.wire.permissions import permissions
from houseway.web.wire.scene import PERSON

ANN, BOB = c.Actor("ann", Role.PLAYER), c.Actor("bob", Role.PLAYER)
MAX = c.Actor("max", Role.GAMING_SHIFT_MANAGER)
TABLES = (
    Opening(name="one", book="mbs-v4", dealer=PERSON),
    Opening(name="two", book="mbs-v4", dealer=PERSON),
    Opening(name="old", book="mbs-v3", dealer=PERSON),
)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(str(tmp_path / "journal.db")) as found:
        yield found


@asynccontextmanager
async def opened(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[OpenHouse]:
    """A house that is open, in this process; its books are not compiled."""
    monkeypatch.setattr(OpenHouse, "_prepare", staticmethod(lambda _shelf: None))
    house = OpenHouse(journal, pace=Pace())
    house.open_tables(TABLES)
    await house.start()
    for name in ("ann", "bob"):
        if not house.people.is_player(name):
            house.people.register(name)
    yield house
    await house.stop()


async def until(wanted: Callable[[], bool]) -> None:
    """Wait until the house has told a table."""
    async with asyncio.timeout(20):
        while not wanted():
            await asyncio.sleep(0.01)


def may_sit(live: LiveTable, who: c.Actor) -> bool:
    """Whether a player's page shows a position to sit down at."""
    return bool(permissions(live.book, live.table, who, live.context()).sit)


async def refused(live: LiveTable, command: c.Command) -> None:
    """The request is refused with the clause of the prohibition."""
    with pytest.raises(Refused, match="prohibited from further play") as told:
        await live.ask(command)
    assert told.value.clause == "5.15"


def test_a_prohibition_holds_at_every_table_until_it_is_lifted(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:

    async def run() -> None:
        async with opened(journal, monkeypatch) as house:
            one, two, old = (house.tables[name] for name in ("one", "two", "old"))
            await two.ask(c.Sit(by=BOB, position=1))
            await two.ask(c.AnnouncePlaceYourBets(by=MAX))
            await two.ask(c.Report(by=MAX, fault=Fault.OTHER, note="a glass fell"))
            await one.ask(c.Sit(by=ANN, position=1))
            await one.ask(c.Report(by=MAX, fault=Fault.CONFIDENTIALITY, player="ann"))
            await one.ask(c.RemedyFault(by=MAX, remedy=Remedy.PROHIBIT))
            await refused(old, c.Sit(by=ANN, position=1))  # its book has no such clause, and still it holds
            await refused(two, c.Sit(by=ANN, position=2))  # it is on hold, and cannot be told yet
            assert not two.table.prohibited
            assert not may_sit(old, ANN)
            assert may_sit(old, BOB)
            await two.ask(c.RemedyFault(by=MAX, remedy=Remedy.CONTINUE))
            await until(lambda: two.table.prohibited == {"ann"})
            assert view(two.table, MAX).prohibited == view(two.table, ANN).prohibited == ("ann",)
            assert not view(two.table, BOB).prohibited  # players elsewhere are not told
            await house.open_table(Opening(name="Salon", book="mbs-v4"))
            await until(lambda: house.tables["Salon"].table.prohibited == {"ann"})
            assert journal.version(STREAM) == 1
        async with opened(journal, monkeypatch) as again:
            for live in again.tables.values():
                await refused(live, c.Sit(by=ANN, position=3))
            await again.tables["two"].ask(c.Prohibit(by=MAX, player="ann", lift=True))
            await until(lambda: not any(live.table.prohibited for live in again.tables.values()))
            await again.tables["old"].ask(c.Sit(by=ANN, position=3))
        async with opened(journal, monkeypatch) as last:
            assert not last.prohibitions.players
            assert may_sit(last.tables["one"], ANN)

    asyncio.run(run())


def test_a_prohibition_is_lifted_from_the_floor_for_a_player_at_no_table(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:

    async def run() -> None:
        async with opened(journal, monkeypatch) as house:
            await house.tables["one"].ask(c.Prohibit(by=MAX, player="ann"))
            await until(lambda: house.tables["two"].table.prohibited == {"ann"})
            await house.tables["two"].ask(c.Sit(by=BOB, position=1))
            await house.tables["two"].ask(c.AnnouncePlaceYourBets(by=MAX))
            await house.tables["two"].ask(c.Report(by=MAX, fault=Fault.OTHER, note="a glass fell"))
        async with opened(journal, monkeypatch) as again:
            assert again.prohibitions.clauses == {"ann": "5.15"}
            await again.lift_prohibition(MAX, "ann", why="a mistake")
            with pytest.raises(Refused, match="ann is not prohibited from play"):
                await again.lift_prohibition(MAX, "ann", why="")
            await again.tables["old"].ask(c.Sit(by=ANN, position=3))
            await until(lambda: not again.tables["one"].table.prohibited)
            assert again.tables["two"].table.prohibited == {"ann"}  # it is on hold, and is told later
        async with opened(journal, monkeypatch) as last:
            assert not last.prohibitions.clauses
            await last.tables["two"].ask(c.RemedyFault(by=MAX, remedy=Remedy.CONTINUE))
            await until(lambda: not last.tables["two"].table.prohibited)
            await last.tables["two"].ask(c.Sit(by=ANN, position=2))

    asyncio.run(run())
    noted = [event for event in significant.events(journal) if event.kind == "player prohibited"]
    assert [(each.by, each.before, each.after, each.why) for each in noted][-1] == (
        "gaming shift manager max", "prohibited", "may play", "a mistake",
    )  # fmt: skip


def test_a_wager_goes_back_at_every_table(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:

    async def run() -> None:
        async with opened(journal, monkeypatch) as house:
            one, two = house.tables["one"], house.tables["two"]
            await two.ask(c.Sit(by=ANN, position=1))
            await two.ask(c.AnnouncePlaceYourBets(by=MAX))
            await two.ask(c.PlaceWager(by=ANN, position=1, wager="main", cents=1000))
            await one.ask(c.Prohibit(by=MAX, player="ann"))
            await until(lambda: not two.table.wagers)
            assert house.purses.look_up(["ann"]).chips == {"ann": 100_000}
            with pytest.raises(Refused, match="no player eve"):
                await one.ask(c.Prohibit(by=MAX, player="eve"))

    asyncio.run(run())


def test_the_house_takes_over_what_one_table_decided_before(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    """A journal written before R97 has no stream of prohibitions: what its tables say counts."""

    async def run() -> None:
        with monkeypatch.context() as before:
            before.setattr(prohibited, "entries", lambda _events: ())
            async with opened(journal, monkeypatch) as house:
                await house.tables["one"].ask(c.Prohibit(by=MAX, player="ann"))
        assert not journal.version(STREAM)
        async with opened(journal, monkeypatch) as again:
            await until(lambda: again.tables["two"].table.prohibited == {"ann"})

    asyncio.run(run())
