"""Nobody on the staff steers a game in which they play, or lifts what keeps their own name from playing."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from houseway.errors import WrongRole
from houseway.journal.store import Journal
from houseway.kept.acted import staff_of_rounds
from houseway.kept.tables import HOUSE
from houseway.people.positions import Position
from houseway.rulebook.procedure import Fault, Remedy, Role
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
        two, keys = house.tables["two"], itertools.count()

        def part_of_it() -> dict[str, int]:
            """Who is part of the round, as the house has it and as the journal does, and until which round."""
            two.conflicts.staffing((), two.table.round)
            acts = {actor: round for actor, round in two.conflicts._acts.items() if actor != HOUSE}
            assert staff_of_rounds(house.journal, "two") == acts
            return {actor.name: round for actor, round in acts.items()}

        async def acts(by: c.Actor, *, lift: bool) -> None:
            await two.ask(c.Prohibit(by=by, player="ann", lift=lift), key=f"{next(keys)}")

        async def plays_a_round(by: c.Actor) -> None:
            await two.ask(c.AnnouncePlaceYourBets(by=by), key=f"{next(keys)}")

        async def ends_it(by: c.Actor) -> None:
            await two.ask(c.Report(by=by, fault=Fault.OTHER, note="x"), key=f"{next(keys)}")
            await two.ask(c.RemedyFault(by=by, remedy=Remedy.VOID), key=f"{next(keys)}")

        assert part_of_it() == {}
        await acts(MAX, lift=False)
        assert part_of_it() == {"Max": 1}
        await plays_a_round(SAM)
        assert part_of_it() == {"Max": 1, "Sam": 1}
        await two.run(PAT, open=False)
        assert part_of_it() == {"Max": 1, "Sam": 1, "Pat": 2}
        await two.run(PAT, open=True)
        await ends_it(SAM)
        assert part_of_it() == {"Max": 1, "Sam": 1, "Pat": 2}
        await acts(MAX, lift=True)
        assert part_of_it() == {"Max": 2, "Sam": 1, "Pat": 2}
        await plays_a_round(SAM)
        assert part_of_it() == {"Max": 2, "Sam": 2, "Pat": 2}
        await two.ask_to_run(PAT, deck=PHYSICAL)
        await ends_it(SAM)
        await plays_a_round(SAM)
        assert part_of_it() == {"Sam": 3, "Pat": 3}
        await ends_it(SAM)
        await two.ask(c.AnnouncePlaceYourBets(by=HOUSE))
        assert part_of_it() == {}

    in_the_house(scenario)


def test_whoever_changed_how_a_table_is_run_plays_no_round_that_it_counts_for_after_a_restart(
    in_the_house: Callable[..., None],
) -> None:
    async def scenario(house: OpenHouse) -> None:
        two = house.tables["two"]
        await two.run(SAM, open=False)
        await two.run(SAM, open=True)
        house.staff.see_player("Sam", "ann")
        again = opened_again(
            house, house.journal, Opening(name="two", book="mbs-v4"), two.book, by=HOUSE, void_sealed=False
        )
        for live in (two, again):
            assert live.conflicts.players((), live.table.round) == {"ann": "gaming shift manager Sam"}

    in_the_house(scenario)
