"""What one process or a command on the machine decides holds at once at every table of another process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import Refused
from houseway.journal.store import Journal
from houseway.kept import prohibited
from houseway.kept.stops import Stops
from houseway.kept.tables import STREAM
from houseway.people import protection as p
from houseway.people.account import StaffSignedIn
from houseway.people.names import new_secret, read_secret
from houseway.people.players import Players
from houseway.people.positions import Position
from houseway.people.staff import Staff
from houseway.rulebook.procedure import Fault, Role
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.record import encode
from houseway.web.floor.dealer_moves import Pace
from houseway.web.floor.house import OpenHouse
from houseway.web.floor.live_table import LiveTable
from houseway.web.floor.opening import Opening
from houseway.web.floor.protections import Protections
from houseway.web.wire.scene import PERSON
from support.web_house import hire

SAM, MANAGER = c.Actor("Sam", Role.DEALER), c.Actor("Max", Role.GAMING_SHIFT_MANAGER)
ANN = c.Actor("Ann", Role.PLAYER)
WAGER = c.PlaceWager(by=ANN, position=1, wager="main", cents=25_00)
Scenario = Callable[["At"], Coroutine[Any, Any, None]]


class At:
    """A table where betting is open and Ann has a seat, and the same journal as another process sees it."""

    def __init__(self, house: OpenHouse, other: Journal) -> None:
        self.house, self.other = house, other
        self.live: LiveTable = house.tables["one"]
        hire(other, "Sam", Position.DEALER)
        self.token = house.people.register("Ann").token
        self.session = read_secret(self.token)[1]
        house.people.has_session("Ann", self.session)

    async def begin(self) -> None:
        """Seat Ann and open betting."""
        await self.live.ask(c.Sit(by=ANN, position=1))
        await self.live.ask(c.AnnouncePlaceYourBets(by=SAM))


@pytest.fixture
def journals(tmp_path: Path) -> Iterator[tuple[Journal, Journal]]:
    file = str(tmp_path / "journal.db")
    with Journal.open(file) as one, Journal.open(file) as other:
        yield one, other


def play(journals: tuple[Journal, Journal], scenario: Scenario) -> None:
    """Run a test at an open table."""

    async def run() -> None:
        house = OpenHouse(journals[0], pace=Pace())
        house.open_tables([Opening(name="one", book="mbs-v4", dealer=PERSON)])
        at = At(house, journals[1])
        await at.begin()
        await scenario(at)

    asyncio.run(run())


def _prohibit(journal: Journal) -> None:
    event = e.PlayerProhibited(player="Ann", clause="5.15")
    journal.append(prohibited.STREAM, prohibited.entries([event]), expected_version=0, key=encode(event).hex()[:60])


def _limit(journal: Journal) -> None:
    protections = Protections(journal)
    protections.keep("Ann", lambda now: p.set_limit(now, "wager", 10_00, now=datetime.now(UTC)), by="Ann")


CHANGES: dict[str, tuple[Callable[[At], object], str]] = {
    "the house is stopped": (lambda at: Stops(at.other).change(MANAGER, "house", why="fire"), "every table is stopped"),
    "she is stopped": (lambda at: Stops(at.other).change(MANAGER, "player", "Ann", why="asked"), "may not play now"),
    "she is excluded": (lambda at: Protections(at.other).exclude(MANAGER, "Ann", why="asked"), "excluded"),
    "she sets a limit": (lambda at: _limit(at.other), "would exceed the 10.00"),
    "she is prohibited": (lambda at: _prohibit(at.other), "prohibited"),
    "her key is revoked": (lambda at: Players(at.other).revoke_key("Ann", by="Max"), "your session has ended"),
    "she signs out": (lambda at: Players(at.other).sign_out(at.token), "your session has ended"),
    "the dealer plays as her": (lambda at: Staff(at.other).name_player("Sam", "Ann", by="Sam"), "staffs this table"),
}


@pytest.mark.parametrize("between", [False, True], ids=["before", "while it is written"])
@pytest.mark.parametrize("what", CHANGES)
def test_a_wager_is_refused_once_another_process_has_decided_so(
    journals: tuple[Journal, Journal], what: str, between: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    change, said = CHANGES[what]

    async def run(at: At) -> None:
        if between:
            write, done = at.live.kept.journal.append_many, False

            def late(*args: Any, **kwargs: Any) -> Any:
                nonlocal done
                if not done:
                    done = True
                    change(at)
                return write(*args, **kwargs)

            monkeypatch.setattr(at.live.kept.journal, "append_many", late)
        else:
            change(at)
        version = at.other.version(STREAM + "one")
        with pytest.raises(Refused, match=said):
            await at.live.ask(WAGER, key="a wager", session=at.session)
        assert at.other.version(STREAM + "one") == version
        assert at.house.at_stake.now == 0

    play(journals, run)


def test_what_changes_nothing_for_her_does_not_refuse_her_wager(journals: tuple[Journal, Journal]) -> None:
    async def run(at: At) -> None:
        Stops(at.other).change(MANAGER, "player", "Bob", why="asked")
        Protections(at.other).exclude(MANAGER, "Bob", why="asked")
        Players(at.other).sign_in(Players(at.other).register("Bob").key)
        await at.live.ask(WAGER, session=at.session)
        assert at.live.table.on_layout("Ann") == 25_00

    play(journals, run)


def test_a_member_of_staff_does_nothing_more_once_their_session_has_ended(journals: tuple[Journal, Journal]) -> None:
    async def run(at: At) -> None:
        _, digest = new_secret("Sam")
        staff = Staff(at.other)
        staff.change("Sam", lambda _: [StaffSignedIn(at=staff.clock(), session=digest, counter=0)])
        await at.live.ask(WAGER, session=at.session)
        await at.live.ask(c.AnnounceNoMoreBets(by=SAM), session=digest)
        staff.dismiss("Sam", by="Max")
        with pytest.raises(Refused, match="your session has ended"):
            await at.live.ask(c.Report(by=SAM, fault=Fault.OTHER, note="a doubt"), session=digest)

    play(journals, run)
