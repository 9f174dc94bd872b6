"""Nobody on the staff steers a game in which they play, or lifts what keeps their own name from playing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from houseway.errors import WrongRole
from houseway.journal.store import Journal
from houseway.kept.tables import HOUSE
from houseway.people.positions import Position
from houseway.rulebook.procedure import Role
from houseway.table import commands as c
from houseway.web.floor.dealer_moves import Pace
from houseway.web.floor.house import OpenHouse
from houseway.web.floor.opening import Opening
from houseway.web.floor.opening import opened as opened_again
from houseway.web.wire.scene import PERSON, PHYSICAL
from support.web_house import hire

ANN = c.Actor("ann", Role.PLAYER)
PAT = c.Actor("Pat", Role.PIT_SUPERVISOR)
MAX, SAM = c.Actor("Max", Role.GAMING_SHIFT_MANAGER), c.Actor("Sam", Role.GAMING_SHIFT_MANAGER)
AT_THE_TABLE = "Sam plays at this table as ann, and nobody may staff a table they play at"


@asynccontextmanager
async def opened(journal: Journal) -> AsyncIterator[OpenHouse]:
    """A house with two tables dealt by people, where Sam plays as ann, and ann sits at the first."""
    for each in (MAX, SAM, PAT):
        hire(journal, each.name, Position.of(each.role))
    house = OpenHouse(journal, pace=Pace())
    house.open_tables([Opening(name=name, book="mbs-v4", dealer=PERSON) for name in ("one", "two")])
    await house.start()
    house.people.register("ann")
    house.staff.see_player("Sam", "ann")
    await house.tables["one"].ask(c.Sit(by=ANN, position=1))
    yield house
    await house.stop()


@pytest.fixture
def in_the_house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Runs a scenario in that house."""
    monkeypatch.setattr(OpenHouse, "_prepare", staticmethod(lambda _shelf: None))

    def run(scenario: Callable[[OpenHouse], Awaitable[None]]) -> None:
        async def whole() -> None:
            with Journal.open(str(tmp_path / "journal.db")) as journal:
                async with opened(journal) as house:
                    await scenario(house)

        asyncio.run(whole())

    return run


def test_nobody_suspends_or_resumes_a_game_they_play_in(in_the_house: Callable[..., None]) -> None:
    async def scenario(house: OpenHouse) -> None:
        for scope, name in (("table", "one"), ("house", "")):
            with pytest.raises(WrongRole, match=AT_THE_TABLE):
                await house.stop_play(SAM, scope, name, rounds="suspend", why="doubt", lift=False)
            await house.stop_play(SAM, scope, name, rounds="finish", why="fire", lift=False)  # gives nobody an option
            with pytest.raises(WrongRole, match=AT_THE_TABLE):
                await house.stop_play(SAM, scope, name, rounds="finish", why="", lift=True)
            await house.stop_play(MAX, scope, name, rounds="finish", why="", lift=True)
        await house.stop_play(SAM, "table", "two", rounds="suspend", why="doubt", lift=False)  # they do not play there
        await house.stop_play(SAM, "table", "two", rounds="suspend", why="", lift=True)

    in_the_house(scenario)


def test_5_15_nobody_lifts_what_keeps_their_own_name_from_playing(in_the_house: Callable[..., None]) -> None:
    async def scenario(house: OpenHouse) -> None:
        two = house.tables["two"]
        await house.stop_play(SAM, "player", "ann", rounds="finish", why="loud", lift=False)
        await house.exclude(SAM, "ann", why="asked for it")
        await two.ask(c.Prohibit(by=SAM, player="ann"))
        lifts: tuple[Callable[[c.Actor], Awaitable[None]], ...] = (
            lambda by: house.stop_play(by, "player", "ann", rounds="finish", why="", lift=True),
            lambda by: house.exclude(by, "ann", lift=True),
            lambda by: two.ask(c.Prohibit(by=by, player="ann", lift=True)),
            lambda by: house.lift_prohibition(by, "ann", why="a mistake"),
        )
        for lift in lifts:
            with pytest.raises(WrongRole, match="this concerns ann, the name you play under"):
                await lift(SAM)
        for lift in lifts[:3]:
            await lift(MAX)

    in_the_house(scenario)


def test_whoever_acted_in_a_round_is_still_part_of_it_after_a_restart(in_the_house: Callable[..., None]) -> None:
    async def scenario(house: OpenHouse) -> None:
        two = house.tables["two"]
        await two.ask(c.Prohibit(by=MAX, player="ann"), key="before the round")
        await two.ask(c.Prohibit(by=MAX, player="ann", lift=True), key="before the round too")
        await two.ask(c.AnnouncePlaceYourBets(by=SAM), key="the round begins")
        asked = await two.ask_to_run(PAT, deck=PHYSICAL)
        house.staff.see_player("Max", "bob")
        house.staff.see_player("Pat", "zoe")
        again = opened_again(
            house, house.journal, Opening(name="two", book="mbs-v4"), two.book, by=HOUSE, void_sealed=False
        )
        assert asked.by == "Pat"
        assert again.conflicts.players((), again.table.round) == {
            "ann": "gaming shift manager Sam",
            "zoe": "pit supervisor Pat",
        }

    in_the_house(scenario)
