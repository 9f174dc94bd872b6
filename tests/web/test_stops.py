"""The emergency switch: the house, a table or a player stops at once, also after a restart, until that is lifted."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from houseway.cage.acts import Filled, ShiftOpened
from houseway.errors import HouseClosing, Refused, WrongRole
from houseway.journal.significant import events
from houseway.journal.store import Journal
from houseway.kept.stops import Stops
from houseway.kept.tables import HOUSE
from houseway.people.positions import Position
from houseway.rulebook.procedure import Fault, Remedy, Role
from houseway.table import commands as c
from houseway.web.floor.dealer_moves import Pace
from houseway.web.floor.house import OpenHouse
from houseway.web.floor.opening import Opening
from houseway.web.floor.round_deck import RoundDeck
from houseway.web.wire.scene import PERSON, PHYSICAL
from support.web_house import QUICK, Answer, RunningHouse, Visitor, running_house

MANAGER = c.Actor("Sam", Role.GAMING_SHIFT_MANAGER)
ANN = c.Actor("ann", Role.PLAYER)
WAGER = c.PlaceWager(by=ANN, position=1, wager="main", cents=100)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(str(tmp_path / "journal.db")) as opened:
        yield opened


def test_a_stop_refuses_new_wagers_and_survives_a_restart(journal: Journal) -> None:
    stops = Stops(journal)
    stops.check("one", WAGER)
    stops.change(MANAGER, "house", why="fire alarm")
    for again in (stops, Stops(journal)):
        for command in (WAGER, c.Sit(by=ANN, position=1), c.AnnouncePlaceYourBets(by=HOUSE)):
            with pytest.raises(Refused, match="every table is stopped: no new wagers, and rounds in play are finished"):
                again.check("one", command)
        again.check("one", c.Settle(by=HOUSE))
        again.check("one", c.WithdrawWager(by=ANN, position=1, wager="main"))
    stops.change(MANAGER, "house", lift=True, why="false alarm")
    Stops(journal).check("one", WAGER)
    noted = [(event.kind, event.what, event.why) for event in events(journal)]
    assert noted == [("play stopped", "the house", "fire alarm"), ("stop lifted", "the house", "false alarm")]


def test_suspended_rounds_wait(journal: Journal) -> None:
    stops = Stops(journal)
    stops.change(MANAGER, "table", "one", rounds="suspend", why="a doubt about the deck")
    stops.change(MANAGER, "house", why="as well")
    with pytest.raises(Refused, match="table one is stopped: no new wagers, and rounds in play are suspended"):
        stops.check("one", c.Settle(by=HOUSE))
    stops.check("one", c.Leave(by=ANN, position=1))
    stops.check("two", c.Settle(by=HOUSE))


def test_a_stopped_player_makes_no_wager_and_others_do(journal: Journal) -> None:
    stops = Stops(journal)
    stops.change(MANAGER, "player", "ann", why="asked to leave")
    for command in (WAGER, c.PlaceWager(by=MANAGER, player="ann", position=1, wager="main", cents=100)):
        with pytest.raises(Refused, match="ann may not play now"):
            stops.check("one", command)
    stops.check("one", c.PlaceWager(by=c.Actor("bob", Role.PLAYER), position=1, wager="main", cents=100))
    stops.check("one", c.SetHand(by=ANN, position=1, low=()))


def test_what_cannot_be_stopped_or_lifted(journal: Journal) -> None:
    stops = Stops(journal)
    with pytest.raises(WrongRole):
        stops.change(c.Actor("Pat", Role.PIT_MANAGER), "house", why="x")
    for scope, name, why, said in (
        ("house", "", "", "say why"),
        ("table", "", "x", "name the table"),
        ("house", "one", "x", "has no name"),
        ("bar", "", "x", "choose what to stop"),
    ):
        with pytest.raises(Refused, match=said):
            stops.change(MANAGER, scope, name, why=why)
    with pytest.raises(Refused, match="not stopped"):
        stops.change(MANAGER, "house", lift=True)
    stops.change(MANAGER, "house", why="x")
    with pytest.raises(Refused, match="the house is already stopped"):
        stops.change(MANAGER, "house", why="x")
    assert journal.version("stops") == 1


def test_a_table_with_open_betting_says_how_it_can_close_for_good(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(OpenHouse, "_prepare", staticmethod(lambda _shelf: None))

    async def scenario() -> None:
        house = OpenHouse(journal, pace=Pace())
        house.open_tables([Opening(name=book, book=book, dealer=PERSON) for book in ("mbs-v4", "five-card")])
        await house.start()
        house.cage.record(MANAGER, ShiftOpened())
        for name, way in (
            ("mbs-v4", r"report other \(6.1\) and void the round first"),
            ("five-card", "play a round first"),
        ):
            live = house.tables[name]
            await live.ask(c.AnnouncePlaceYourBets(by=MANAGER))
            with pytest.raises(Refused, match=f"nobody has a wager, so {way}"):
                await house.retire(MANAGER, name, why="worn out", key="")
        live = house.tables["mbs-v4"]
        await live.ask(c.Report(by=MANAGER, fault=Fault.OTHER, note="nobody plays"))
        await live.ask(c.RemedyFault(by=MANAGER, remedy=Remedy.VOID))
        await house.retire(MANAGER, "mbs-v4", why="worn out", key="gone")
        assert list(house.tables) == ["five-card"]
        await house.stop()

    asyncio.run(scenario())


def test_nothing_comes_after_a_table_has_closed_for_good(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OpenHouse, "_prepare", staticmethod(lambda _shelf: None))

    async def scenario() -> None:
        house = OpenHouse(journal, pace=Pace())
        house.open_tables([Opening(name=name, book="mbs-v4", dealer=PERSON) for name in ("one", "two")])
        await house.start()
        house.staff.add("Pat", Position.PIT_SUPERVISOR, by="the tests")
        house.people.register("ann")
        house.cage.record(MANAGER, ShiftOpened())
        live = house.tables["one"]
        await live.ask_to_run(c.Actor("Pat", Role.PIT_SUPERVISOR), deck=PHYSICAL)
        late = (
            live.ask(c.AnnouncePlaceYourBets(by=MANAGER)),
            live.ask(c.Sit(by=ANN, position=1)),
            live.run(MANAGER, open=False),
            house.record_in_cage(MANAGER, Filled(table="one", cents=100), key="f"),
        )
        before, closing = live.table, asyncio.create_task(house.retire(MANAGER, "one", why="worn out", key="gone"))
        while not live.turn.locked():
            await asyncio.sleep(0)
        waiting = [asyncio.create_task(each) for each in late]
        more = asyncio.create_task(house.tables["two"].more_chips(ANN))
        await closing
        for each in waiting:
            with pytest.raises(Refused, match="table one has closed for good"):
                await each
        with pytest.raises(Refused, match="once you have too few for a wager"):  # the others go on
            await more
        assert (live.kept.unread(), live.table, house.cage.tray("one")) == ((), before, 0)
        while house.approvals.approvals.waiting():
            await asyncio.sleep(0)
        (ended,) = house.approvals.approvals.ended()
        assert ended.words == "expired: the table has moved on"
        await house.stop()

    asyncio.run(scenario())


def test_nothing_comes_after_a_house_has_closed(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OpenHouse, "_prepare", staticmethod(lambda _shelf: None))

    async def scenario() -> None:
        house = OpenHouse(journal, pace=Pace())
        house.open_tables([Opening(name=name, book="mbs-v4", dealer=PERSON) for name in ("one", "two")])
        await house.start()
        live, loop = house.tables["one"], asyncio.get_running_loop()

        def late(_journal: Journal) -> None:
            asked = live.ask(c.AnnouncePlaceYourBets(by=MANAGER))
            refused.append(asyncio.run_coroutine_threadsafe(asked, loop).exception(10))

        refused: list[BaseException | None] = []
        monkeypatch.setattr("houseway.web.floor.house.keep_closed", late)
        await house.stop()
        assert [type(each) for each in refused] == [HouseClosing]
        assert live.kept.unread() == ()

    asyncio.run(scenario())


def slowly(work: Callable[..., object], under_way: asyncio.Event, going_on: threading.Event) -> Callable[..., object]:
    """The same work in a thread, which says that it is under way and waits."""
    loop = asyncio.get_running_loop()

    def slow(*args: object, **kwargs: object) -> object:
        loop.call_soon_threadsafe(under_way.set)
        going_on.wait(10)
        return work(*args, **kwargs)

    return slow


def test_a_house_closes_in_order_while_a_table_opens(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OpenHouse, "_prepare", staticmethod(lambda _shelf: None))

    async def scenario() -> None:
        house, under_way, going_on = OpenHouse(journal, pace=Pace()), asyncio.Event(), threading.Event()
        await house.start()
        monkeypatch.setattr(RoundDeck, "bind", slowly(RoundDeck.bind, under_way, going_on))
        opening = asyncio.create_task(house.open_table(Opening(name="salon", book="mbs-v4"), by=MANAGER))
        await under_way.wait()
        closing = asyncio.create_task(house.stop())
        await asyncio.sleep(0)
        going_on.set()
        await closing
        await opening
        assert all(task.done() for task in house._dealers.values())
        assert [recorded.kind for recorded in journal.read("house")] == ["house opened", "house closed"]

    asyncio.run(scenario())


@pytest.mark.parametrize("asked", ["before", "after"])
def test_no_table_opens_once_a_house_is_about_to_close(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    monkeypatch.setattr(OpenHouse, "_prepare", staticmethod(lambda _shelf: None))

    async def scenario() -> None:
        house, under_way, going_on = OpenHouse(journal, pace=Pace()), asyncio.Event(), threading.Event()
        await house.start()
        monkeypatch.setattr(OpenHouse, "_opened", staticmethod(slowly(house._opened, under_way, going_on)))
        salon = Opening(name="salon", book="mbs-v4")
        if asked == "after":
            await house.drain(0)
        opening = asyncio.create_task(house.open_table(salon, by=MANAGER))
        if asked == "before":
            await under_way.wait()
            await house.drain(0)
        going_on.set()
        with pytest.raises(HouseClosing):
            await opening
        assert not house.tables
        await house.stop()

    asyncio.run(scenario())


@pytest.mark.full
def test_a_stop_at_a_live_table_and_over_a_restart(tmp_path: Path, cache_folder: Path) -> None:
    journal = tmp_path / "j.db"
    house = RunningHouse(journal, "--book", "mbs-v4", "--tables", "2", *QUICK, cache=cache_folder)
    boss, ann = house.staff("Sam"), house.enter("Ann")
    with ann.page("mbs-v4") as one:
        one.did("sit", position=1)
        one.until_phase("betting")
        one.did("wager", position=1, wager="main", cents=1000)
        with pytest.raises(Answer, match=r"40[13]"):
            ann.post("/staff/stops", {"scope": "house", "why": "x"})
        with pytest.raises(Answer, match="there is no table"):
            boss.post("/staff/stops", {"scope": "table", "name": "nowhere", "why": "x"})
        boss.post("/staff/stops", {"scope": "house", "rounds": "suspend", "why": "fire alarm"})
        one.until_scene(lambda scene: bool(scene["stopped"]))
        assert (one.scene["can"]["wager"], one.scene["can"]["sit"]) == ({}, [])
        refused = one.do("wager", position=1, wager="main", cents=1000)
        assert "no new wagers, and rounds in play are suspended" in refused["sentence"]
    house.stop()
    with running_house(journal, "--book", "mbs-v4", "--tables", "2", *QUICK, cache=cache_folder) as again:
        boss.house = ann.house = again
        with ann.page("mbs-v4") as one:
            assert one.scene["stopped"]
            assert one.scene["table"]["wagers"]["1"]["main"] == [{"player": "Ann", "cents": 1000}]
            assert [stop["scope"] for stop in boss.get("/staff/stops")] == ["house"]
            boss.post("/staff/stops", {"scope": "house", "lift": True})
            one.until_scene(lambda scene: not scene["stopped"])
            one.did("withdraw", position=1, wager="main")
        _retire(again, boss)
    with Journal.open(str(journal)) as opened:
        house_again = OpenHouse(opened, pace=Pace())
        house_again.open_tables([Opening(name=name, book="mbs-v4") for name in ("mbs-v4", "mbs-v4-2")])
        assert list(house_again.tables) == ["mbs-v4"]
        house_again.close()


def _retire(house: RunningHouse, boss: Visitor) -> None:
    """A table closes for good: its float goes back, its name is never used again, and its history stays."""
    gone = {"id": "r", "table": "mbs-v4-2", "why": "worn out"}
    with pytest.raises(Answer, match="no shift is open"):
        boss.post("/staff/tables/retire", gone)
    boss.post("/staff/cage", {"id": "s", "kind": "shift opened"})
    boss.post("/staff/cage", {"id": "f", "kind": "fill", "table": "mbs-v4-2", "cents": 700_00})
    with house.enter("Watching").page("mbs-v4-2") as page:
        boss.post("/staff/tables/retire", gone)
        page.closed()
        assert page.messages[-1]["sentence"] == "Table mbs-v4-2 has closed for good."
    with Journal.open(str(house.journal), read_only=True) as journal:
        assert journal.balance("float:mbs-v4-2") == 0
        assert [event.what for event in events(journal, kind="table retired")] == ["mbs-v4-2"]
    with pytest.raises(Answer, match="its name is not used again"):
        boss.post("/staff/tables", {"name": "mbs-v4-2", "book": "mbs-v4"})
