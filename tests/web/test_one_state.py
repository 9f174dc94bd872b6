"""A live table has one state: what viewers are shown while a request is in progress, and after it.

The table runs in this process, with journal work that a test can delay.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import pytest

from houseway import books
from houseway.errors import JournalFailed, KeyReused, OldVersion
from houseway.journal.entry import Append, Appended, unmoved
from houseway.journal.store import Journal
from houseway.journal.tenancy import Tenancy
from houseway.kept.changes import Change
from houseway.kept.decks import KeptDecks
from houseway.kept.house_tables import open_in_house
from houseway.kept.stops import Stops
from houseway.kept.tables import HOUSE, KeptTable, buy_chips
from houseway.people.players import Players
from houseway.people.sessions import Sessions
from houseway.people.staff import Staff
from houseway.rulebook.procedure import Phase, Role
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table.state import Table
from houseway.web.floor.approval_desk import ApprovalDesk
from houseway.web.floor.at_stake import AtStake
from houseway.web.floor.dealer_moves import Pace
from houseway.web.floor.live_table import LiveTable
from houseway.web.floor.prohibitions import Prohibitions
from houseway.web.floor.protections import Protections
from houseway.web.floor.purses import Balances, Purses
from houseway.web.floor.services import Elsewhere
from houseway.web.floor.table_mode import KeptMode
from houseway.web.floor.whereabouts import Whereabouts
from houseway.web.past.review import Review
from houseway.web.wire.scene import PERSON, TableMode
from houseway.web.wire.scene_changes import heard
from houseway.web.wire.viewer import Viewer

P = ParamSpec("P")
T = TypeVar("T")
BOOK = books.get("mbs-v4")
ANN = c.Actor("ann", Role.PLAYER)
SIT = c.Sit(by=ANN, position=1)
BETS = c.AnnouncePlaceYourBets(by=HOUSE)
WAGER = c.PlaceWager(by=ANN, position=1, wager="main", cents=10_00)


class House:
    """A house whose journal work, once done, returns only when the test allows it."""

    def __init__(self, journal: Journal) -> None:
        self.pace, self.people, self.purses = Pace(), Players(journal), Purses(journal)
        self.staff, self.prohibitions = Staff(journal), Prohibitions(journal)
        self.sessions = Sessions(self.staff)
        self.protections = Protections(journal)
        self.at_stake, self.stops = AtStake(), Stops(journal)
        self.tenancy: Tenancy | None = None
        self.settings_unmoved = unmoved("settings", 0)
        self.why_no_bots = ""
        self.held: set[str] = set()
        self.done, self.go_on = asyncio.Event(), asyncio.Event()
        self.noted: list[int] = []
        self.journal, self.tables, self.closed = journal, dict[str, LiveTable](), False
        self.whereabouts = Whereabouts[LiveTable]()
        self.approvals = ApprovalDesk(self)  # type: ignore[arg-type]

    async def in_thread(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        found = await asyncio.to_thread(work, *args, **kwargs)
        await self._held(work.__name__)
        return found

    async def append(self, appends: Sequence[Append]) -> tuple[Appended, ...]:
        found = await asyncio.to_thread(self.journal.append_many, appends, together=True)
        await self._held("append")
        return found

    async def _held(self, name: str) -> None:
        if name in self.held:
            self.done.set()
            await self.go_on.wait()

    def note_changes(self, table: str, changes: Sequence[Change]) -> None:
        assert table == "one"
        self.noted += [after.version for _, after in changes]

    def tables_elsewhere(self, name: str) -> Sequence[Elsewhere]:
        del name
        return ()

    def kept_elsewhere(self, name: str) -> Sequence[Table]:
        del name
        return ()

    async def look_elsewhere(self) -> None:
        """There is no other process."""

    def show_purses(self, except_at: str, names: set[str]) -> None:
        """There is no other table."""

    async def give_chips(self, name: str) -> None:
        """Nobody gets any."""

    def broke_below(self) -> int:
        return 0

    async def best_setting(self, book: Rulebook, hand: c.Cards, dealer: c.Cards) -> c.Cards:
        del book, hand, dealer
        return ()

    async def reviews(self, book: Rulebook, before: Table) -> dict[str, tuple[Review, ...]]:
        del book, before
        return {}


class Scenario:
    """A live table with one viewer, and every message the viewer was sent."""

    def __init__(self, journal: Journal) -> None:
        self.journal, self.house = journal, House(journal)
        self.kept = open_in_house(journal, "one", BOOK)
        mode = KeptMode(journal, "one", TableMode(dealer=PERSON))
        self.live = LiveTable(self.house, self.kept, KeptDecks(journal, "one", BOOK), mode)
        self.viewer = Viewer(ANN)
        self.scene: dict[str, Any] = {}

    def sent(self) -> list[dict[str, Any]]:
        """The messages sent since the last call."""
        found = []
        while not self.viewer.outbox.empty():
            message = self.viewer.outbox.get_nowait()
            assert message is not None
            found.append(heard(json.loads(message), self.scene))
            self.scene = found[-1].get("scene", self.scene)
        return found


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(str(tmp_path / "journal.db")) as opened:
        buy_chips(opened, "ann", 100_00)
        yield opened


def play(journal: Journal, scenario: Callable[[Scenario], Awaitable[None]]) -> None:
    """Run a test at a live table where ann is seated and is the viewer."""

    async def run() -> None:
        at = Scenario(journal)
        await at.live.join(at.viewer)
        await at.live.ask(SIT)
        at.sent()
        await scenario(at)

    asyncio.run(run())


def shown(message: dict[str, Any]) -> tuple[int, str, bool, int]:
    """The parts of a scene that must fit together: version, phase, whether a deck is committed to, and ann's chips."""
    scene = message["scene"]
    return (
        scene["table"]["version"],
        scene["table"]["phase"],
        bool(scene["commitment"]),
        scene["you"]["bankroll"],
    )


def versions(messages: list[dict[str, Any]]) -> list[int]:
    return [message["scene"]["table"]["version"] for message in messages]


@pytest.mark.parametrize("held", ["append", "follow"])
def test_a_show_during_a_pending_request_shows_the_table_before_it(journal: Journal, held: str) -> None:
    async def scenario(at: Scenario) -> None:
        before = at.live.table
        at.house.held = {held}
        asking = asyncio.create_task(at.live.ask(BETS))
        await at.house.done.wait()
        assert journal.version("table:one") == before.version + 1  # in the journal, but not yet shown
        assert at.live.table is before
        at.live.show()
        at.house.go_on.set()
        await asking
        still, happened = at.sent()
        assert (still["type"], happened["type"]) == ("scene", "happened")
        assert shown(still) == (before.version, "between rounds", False, 100_00)
        assert shown(happened) == (before.version + 1, "betting", True, 100_00)
        assert [line["version"] for line in happened["lines"]] == [before.version + 1]

    play(journal, scenario)


@pytest.mark.parametrize("held", ["append", "look_up_after"])
def test_chips_and_wagers_are_shown_together(journal: Journal, held: str) -> None:
    async def scenario(at: Scenario) -> None:
        await at.live.ask(BETS)
        at.sent()
        at.house.held = {held}
        at.house.purses.remembered_after = lambda _: None  # type: ignore[method-assign, assignment]
        asking = asyncio.create_task(at.live.ask(WAGER))
        await at.house.done.wait()
        at.live.show()
        at.house.go_on.set()
        await asking
        still, happened = at.sent()
        assert (shown(still)[3], still["scene"]["table"]["wagers"]) == (100_00, {})
        assert shown(happened)[3] == 90_00
        assert list(happened["scene"]["table"]["wagers"]) == ["1"]

    play(journal, scenario)


def test_the_live_table_keeps_no_copy_of_the_table(journal: Journal) -> None:
    async def scenario(at: Scenario) -> None:
        await at.live.ask(BETS)
        assert at.live.table is at.kept.table
        assert at.kept.table == KeptTable(journal, "one", BOOK).table
        assert not any(isinstance(value, Table) for value in vars(at.live).values())
        assert [after.version for _, after in at.kept.this_round] == [at.kept.table.version]

    play(journal, scenario)


def test_a_repeated_request_has_no_second_effect(journal: Journal) -> None:
    async def scenario(at: Scenario) -> None:
        await at.live.ask(BETS)
        at.sent()
        await at.live.ask(WAGER, key="k")
        version = at.live.table.version
        await at.live.ask(WAGER, key="k")
        assert at.live.table.version == journal.version("table:one") == version
        assert versions(at.sent()) == [version]
        with pytest.raises(KeyReused):
            await at.live.ask(c.PlaceWager(by=ANN, position=1, wager="main", cents=20_00), key="k")
        assert at.sent() == []
        assert at.house.noted == list(range(2, version + 1))

    play(journal, scenario)


def test_a_request_repeated_after_a_lost_answer_is_shown(journal: Journal) -> None:
    """The first time, the connection ended after the journal and before the viewers."""

    async def scenario(at: Scenario) -> None:
        await at.live.ask(BETS)
        at.sent()
        at.house.held = {"_keep", "append"}
        asking = asyncio.create_task(at.live.ask(WAGER, key="k"))
        await at.house.done.wait()
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        version = journal.version("table:one")
        assert at.live.table.version == version - 1
        at.house.held = set()
        await at.live.ask(WAGER, key="k")
        assert at.live.table.version == journal.version("table:one") == version
        (happened,) = at.sent()
        assert shown(happened) == (version, "betting", True, 90_00)

    play(journal, scenario)


def test_a_request_repeated_when_the_table_has_moved_on_gets_its_first_answer(journal: Journal) -> None:
    """A refusal says that nothing has changed; and whoever asks again after a lost answer names the round they saw."""

    async def scenario(at: Scenario) -> None:
        await at.live.ask(BETS, key="k", version=at.live.table.version)
        version = at.live.table.version
        await at.live.ask(BETS, key="k", round=0, version=version - 1)
        assert at.live.table.version == version
        with pytest.raises(OldVersion):
            await at.live.ask(BETS, key="another", round=0)
        with pytest.raises(KeyReused):
            await at.live.ask(WAGER, key="k", round=0)

    play(journal, scenario)


def test_a_table_changed_by_another_process_catches_up_and_refuses(journal: Journal) -> None:
    async def scenario(at: Scenario) -> None:
        other = KeptTable(journal, "one", BOOK)
        other.ask(c.Sit(by=c.Actor("bob", Role.PLAYER), position=2))
        other.ask(BETS)
        with pytest.raises(OldVersion):
            await at.live.ask(c.Sit(by=ANN, position=3))
        assert at.live.table == other.table
        (happened,) = at.sent()
        assert [line["event"]["type"] for line in happened["lines"]] == ["place taken", "betting opened"]
        assert shown(happened)[:3] == (other.table.version, "betting", True)
        await at.live.ask(WAGER)
        assert at.live.table.version == journal.version("table:one")

    play(journal, scenario)


def test_a_failed_commitment_is_made_at_the_next_request(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(at: Scenario) -> None:
        def fails(number: int) -> str:
            raise JournalFailed(f"no deck for round {number}")

        with monkeypatch.context() as patched:
            patched.setattr(at.live.deck.decks, "commit", fails)
            await at.live.ask(BETS)
        assert at.live.table.phase is Phase.BETTING
        assert [shown(message)[2] for message in at.sent()] == [False]
        await at.live.ask(WAGER)
        assert [shown(message)[2] for message in at.sent()] == [True]

    play(journal, scenario)


def test_changes_are_applied_once_and_in_order(journal: Journal) -> None:
    kept = KeptTable.open(journal, "one", BOOK)
    answer = kept.keep(SIT)
    assert kept.table.version == 1
    kept.take(answer.changes)
    assert kept.table == answer.changes[-1].after
    with pytest.raises(ValueError, match="does not follow"):
        kept.take(answer.changes)
    assert kept.unread() == ()


def test_a_purse_keeps_the_latest_look_up(journal: Journal) -> None:
    purses = Purses(journal)
    first = purses.look_up(["ann"])
    buy_chips(journal, "ann", 5_00)
    second = purses.look_up(["ann"])
    purses.update(second)
    purses.update(first)
    assert purses.chips == {"ann": 105_00}
    purses.update(Balances())
    assert purses.chips == {"ann": 105_00}


def test_a_house_that_opens_with_wagers_on_a_layout_counts_what_they_can_cost(journal: Journal) -> None:
    async def scenario(at: Scenario) -> None:
        await at.live.ask(BETS)
        await at.live.ask(WAGER)
        cost = at.house.at_stake.now
        assert cost
        again = Scenario(journal).house.at_stake  # nothing has happened at its table yet
        assert (again.now, again.staked("ann")) == (cost, 10_00)

    play(journal, scenario)
