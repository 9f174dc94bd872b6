"""Playing safely in a house: exclusion, self-exclusion, limits, reality check and age gate, at every table at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from houseway.cage import acts as a
from houseway.errors import Refused
from houseway.journal.entry import Entry
from houseway.journal.significant import events
from houseway.journal.store import Journal
from houseway.kept import results
from houseway.people import protection as p
from houseway.rulebook.procedure import Phase, Role
from houseway.table import commands as c
from houseway.web.floor.dealer_moves import Pace
from houseway.web.floor.house import OpenHouse
from houseway.web.floor.live_table import LiveTable
from houseway.web.floor.opening import Opening
from houseway.web.floor.protections import Protections
from houseway.web.wire.permissions import permissions
from houseway.web.wire.scene import PERSON
from support.web_house import QUICK, Answer, RunningHouse, Visitor, running_house

ANN, BOB = c.Actor("ann", Role.PLAYER), c.Actor("bob", Role.PLAYER)
MAX = c.Actor("max", Role.GAMING_SHIFT_MANAGER)
TABLES = tuple(Opening(name=name, book="mbs-v4", dealer=PERSON) for name in ("one", "two"))


class Clock:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.now = datetime.now(UTC)

    def __call__(self) -> datetime:
        return self.now

    def pass_minutes(self, minutes: int) -> None:
        self.now += timedelta(minutes=minutes)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(str(tmp_path / "journal.db")) as found:
        yield found


@asynccontextmanager
async def opened(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, clock: Clock, *, check: int = 0
) -> AsyncIterator[OpenHouse]:
    """A house in this process with a clock of its own."""
    monkeypatch.setattr(OpenHouse, "_prepare", staticmethod(lambda _shelf: None))
    house = OpenHouse(journal, pace=Pace())
    house.protections = Protections(journal, check=check, clock=clock)
    house.open_tables(TABLES)
    await house.start()
    for name in ("ann", "bob"):
        if not house.people.is_player(name):
            house.people.register(name)
    yield house
    await house.stop()


async def seated(live: LiveTable, who: c.Actor, position: int = 1) -> None:
    await live.ask(c.Sit(by=who, position=position))
    if live.table.phase is not Phase.BETTING:
        await live.ask(c.AnnouncePlaceYourBets(by=MAX))


def wager(cents: int, who: c.Actor = ANN, position: int = 1) -> c.PlaceWager:
    return c.PlaceWager(by=who, position=position, wager="main", cents=cents)


async def played_out(live: LiveTable) -> None:
    """Play the round to its end, the house way."""
    await live.ask(c.AnnounceNoMoreBets(by=MAX))
    await live.ask(c.Deal(by=MAX, deck=()))
    await live.ask(c.EndSetting(by=MAX))
    await live.ask(c.Reveal(by=MAX))
    await live.ask(c.Settle(by=MAX))


def lost(journal: Journal, name: str, cents: int, at: datetime) -> None:
    """A round that a player lost at a moment, as tables keep it."""
    body = msgspec.json.encode(results.Result(at=at, table="two", round=1, cents=-cents))
    stream = results.STREAM + name
    version = journal.version(stream)
    journal.append(stream, [Entry(results.KIND, body)], expected_version=version, key=f"{name} {cents}")


def test_an_exclusion_holds_at_every_table_and_after_a_restart(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        clock = Clock()
        async with opened(journal, monkeypatch, clock) as house:
            one, two = house.tables["one"], house.tables["two"]
            await seated(one, ANN)
            await one.ask(wager(1000))
            await two.ask(c.Sit(by=ANN, position=2))
            with pytest.raises(Refused, match="no player eve"):
                await house.protect("eve", house.protections.exclude, MAX, "eve", why="x")
            await house.protect("ann", house.protections.exclude, MAX, "ann", why="asked by the family")
            assert two.table.seats == {}, "an empty seat is freed at once"
            assert one.table.seats == {1: "ann"}, "what lies on a layout is played out"
            for request in (wager(1000), c.PlaceWager(by=MAX, player="ann", position=1, wager="main", cents=100)):
                with pytest.raises(Refused, match=r"excluded from play|not at this table"):
                    await one.ask(request)
            with pytest.raises(Refused, match="excluded from play"):
                await two.ask(c.Sit(by=ANN, position=1))
            with pytest.raises(Refused, match="excluded from play"):
                await two.more_chips(ANN)
            with pytest.raises(Refused, match="excluded from play"):
                await house.record_in_cage(MAX, a.BoughtIn(player="ann", cents=100), key="k")
            assert permissions(two.book, two.table, ANN, two.context("ann")).sit == ()
            await played_out(one)
            await house.protect("bob", house.protections.exclude, MAX, "bob", why="x")
            assert one.table.seats == {}
        async with opened(journal, monkeypatch, clock) as again:
            with pytest.raises(Refused, match="excluded from play"):
                await again.tables["two"].ask(c.Sit(by=ANN, position=1))
            await again.protect("ann", again.protections.exclude, MAX, "ann", lift=True)
            await again.tables["two"].ask(c.Sit(by=ANN, position=1))
        noted = [(event.kind, event.what, event.by, event.why) for event in events(journal) if "exclu" in event.kind]
        assert noted[0] == ("player excluded", "player ann", "max", "asked by the family")
        assert noted[-1] == ("exclusion lifted", "player ann", "max", "")

    asyncio.run(run())


def test_a_self_exclusion_ends_with_an_act_of_the_player(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        clock = Clock()
        async with opened(journal, monkeypatch, clock) as house:
            kept, one = house.protections, house.tables["one"]
            await house.protect("ann", kept.keep, "ann", lambda now: p.exclude_self(now, 1, now=clock()), by="ann")
            with pytest.raises(Refused, match="nobody can lift a self-exclusion"):
                await house.protect("ann", kept.exclude, MAX, "ann", lift=True)
            clock.pass_minutes(24 * 60)
            with pytest.raises(Refused, match="your self-exclusion is over"):
                await one.ask(c.Sit(by=ANN, position=1))
            await house.protect("ann", kept.keep, "ann", lambda now: p.come_back(now, now=clock()), by="ann")
            await one.ask(c.Sit(by=ANN, position=1))

    asyncio.run(run())


def test_limits_count_every_table_and_what_lies_on_layouts(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        clock = Clock()
        lost(journal, "ann", 4000, clock() - timedelta(days=6))
        lost(journal, "ann", 3000, clock() - timedelta(hours=23))
        async with opened(journal, monkeypatch, clock) as house:
            one, two = house.tables["one"], house.tables["two"]

            async def limit(name: str, cents: int) -> None:
                kept = house.protections
                await house.protect(
                    "ann", kept.keep, "ann", lambda now: p.set_limit(now, name, cents, now=clock()), by="ann"
                )

            await limit("day", 6000)
            await limit("week", 20_000)
            for live in (one, two):
                await seated(live, ANN)
            await one.ask(wager(2000))
            with pytest.raises(Refused, match=r"more than the 60\.00 that you allow yourself in a day"):
                await two.ask(wager(2000))
            answers = await asyncio.gather(one.ask(wager(1000)), two.ask(wager(1000)), return_exceptions=True)
            assert sum(isinstance(answer, Refused) for answer in answers) == 1, "only one of two at the same time"
            await limit("week", 8000)
            clock.pass_minutes(2 * 60)
            with pytest.raises(Refused, match=r"more than the 80\.00 that you allow yourself in a week"):
                await one.ask(wager(2000))
            await limit("wager", 1000)
            with pytest.raises(Refused, match=r"exceed the 10\.00 that you allow yourself in a round"):
                await one.ask(wager(1000))
            await one.ask(c.WithdrawWager(by=ANN, position=1, wager="main"))
            await limit("wager", 5000)
            with pytest.raises(Refused, match=r"exceed the 10\.00"):
                await one.ask(wager(2000))

    asyncio.run(run())


def test_results_are_kept_with_the_settlement(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with opened(journal, monkeypatch, Clock()) as house:
            one = house.tables["one"]
            for who, position in ((ANN, 1), (BOB, 2)):
                await seated(one, who, position)
                await one.ask(wager(1000 * position, who, position))
            await played_out(one)
            for name in ("ann", "bob"):
                _, (result,) = results.newest(journal, name, since=datetime.now(UTC) - timedelta(hours=1))
                assert journal.balance(f"player:{name}") == 100_000 + result.cents
                assert house.protections.play(name).day == result.cents

    asyncio.run(run())


def test_a_reality_check_stands_before_the_next_wager(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        clock = Clock()
        async with opened(journal, monkeypatch, clock, check=30) as house:
            one = house.tables["one"]
            await seated(one, ANN)
            await one.ask(wager(1000))
            assert one.context("ann").check is None
            clock.pass_minutes(31)
            assert one.context("ann").check == p.Reality(minutes=31, cents=0)
            with pytest.raises(Refused, match="acknowledge how long you have played"):
                await one.ask(wager(1000))
            await house.protect("ann", house.protections.acknowledge, "ann", staked=house.at_stake.staked("ann"))
            await one.ask(wager(1000))
            with pytest.raises(Refused, match="nothing to acknowledge"):
                await house.protect("ann", house.protections.acknowledge, "ann", staked=house.at_stake.staked("ann"))

    asyncio.run(run())


def test_over_http_and_sockets(house: RunningHouse, names: tuple[str, str]) -> None:
    table, (first, second) = house.spare_table(), names
    ann, bob, boss = house.enter(first), house.enter(second), house.boss
    dealer = house.staff(f"Dee {first[-3:]}", role=1)
    with pytest.raises(Answer, match=r"not signed in|40[13]"):
        Visitor(house).get("/protection")
    with pytest.raises(Answer, match=r"40[13]"):
        dealer.post("/staff/exclusions", {"player": first, "why": "x"})
    safe = ann.post("/protection/limit", {"limit": "wager", "value": 2000})
    assert [each["value"] for each in safe["limits"]] == [0, 0, 2000, 0]
    assert ann.post("/protection/check", {"minutes": 15})["check"] == 15
    with ann.page(table) as page, boss.page(table, "staff") as console:
        page.did("sit", position=1)
        console.did("place your bets")
        page.until_phase("betting")
        assert "in a round" in page.do("wager", position=1, wager="main", cents=3000)["sentence"]
        page.did("wager", position=1, wager="main", cents=2000)
        excluded = boss.post("/staff/exclusions", {"player": first, "why": "asked by the family"})["excluded"]
        assert first in [each["player"] for each in excluded]
        page.until_scene(lambda scene: bool(scene["you"]["barred"]))
        assert "excluded" in ann.get("/protection")["why_not"]
        assert page.scene["can"]["wager"] == {}
        assert page.scene["table"]["wagers"]["1"]["main"] == [{"player": first, "cents": 2000}]
    assert bob.post("/protection/exclude", {"days": 7})["until"]
    with pytest.raises(Answer, match="cannot be shortened"):
        bob.post("/protection/exclude", {"days": 1})
    with pytest.raises(Answer, match="lasts until"):
        bob.post("/protection/return", {})
    with bob.page(table) as page:
        assert "excluded yourself" in page.do("sit", position=2)["sentence"]


@pytest.mark.full
def test_the_age_gate_is_confirmed_and_kept(tmp_path: Path, cache_folder: Path) -> None:
    gate = ("--age-gate", "I am 21 or older", "--reality-check", "60")
    with running_house(tmp_path / "j.db", "--book", "mbs-v4", *gate, *QUICK, cache=cache_folder) as house:
        visitor = Visitor(house)
        assert visitor.get("/me")["age_gate"] == "I am 21 or older"
        with pytest.raises(Answer, match="confirm this first: I am 21 or older"):
            visitor.post("/enter", {"name": "Ann"})
        visitor.post("/enter", {"name": "Ann", "confirmed": True})
        assert visitor.get("/protection")["check"] == 60
    with Journal.open(str(tmp_path / "j.db")) as journal:
        (kept,) = journal.read("protection:Ann")
        assert (kept.kind, b"I am 21 or older" in kept.body) == ("age confirmed", True)
