"""Fifty bots at ten tables for as many rounds as an hour has: no chip is lost, and what people wait for is printed."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from houseway.errors import HousewayError
from houseway.journal.store import Journal
from houseway.kept import results
from houseway.kept.bots import STREAM, is_bot
from houseway.kept.changes import Change
from houseway.kept.play_chips import FIRST_CHIPS, times_given
from houseway.kept.postings import escrow, player
from houseway.rulebook.procedure import Phase, Role
from houseway.table import commands as c
from houseway.table import events as e
from houseway.web.floor.dealer_moves import Pace
from houseway.web.floor.house import OpenHouse
from houseway.web.floor.live_table import LiveTable
from houseway.web.floor.opening import Opening
from houseway.web.wire.viewer import Viewer

TABLES, BOTS, ALONE, TOGETHER = 10, 5, 12, 60
"""How many tables, bots at each, and rounds at each: first without bots, then with them. An hour has some 60 rounds."""
FAST = Pace(betting=1, setting=20, change=0, compare=0, between=0.1, bank=0.05, move=0)


class Watched(OpenHouse):
    """A house that counts rounds, and what each player has won."""

    rounds: Counter[str]
    won: Counter[str]

    def note_changes(self, table: str, changes: Sequence[Change]) -> None:
        super().note_changes(table, changes)
        for event, _ in changes:
            self.rounds[table] += isinstance(event, e.RoundSettled)
            if cents := results.net(event):
                self.won[getattr(event, "player", "")] += cents


class Person:
    """Somebody at one table, who plays the house way at once and notes how long each request takes."""

    def __init__(self, live: LiveTable, name: str) -> None:
        self.live, self.by = live, c.Actor(name, Role.PLAYER)
        self.took: list[float] = []

    async def sits(self) -> None:
        await self.live.join(Viewer(self.by))
        await self.live.ask(c.Sit(by=self.by, position=1))

    async def plays(self) -> None:
        """Play until cancelled."""
        while True:
            with contextlib.suppress(HousewayError):
                await self._act()
            await asyncio.sleep(0.02)

    async def _act(self) -> None:
        live, table = self.live, self.live.table
        if table.phase is Phase.BETTING and 1 not in table.wagers:
            if live.scene_of(self.by).can.chips:
                await live.more_chips(self.by)
            if live.company.names <= table.on_layouts().keys():
                await self._asks(c.PlaceWager(by=self.by, position=1, wager="main", cents=10_00))
        elif table.phase is Phase.SETTING and 1 in table.hands and not table.hands[1].is_set:
            if not table.hands[1].viewed_by:
                await self._asks(c.ViewHand(by=self.by, position=1))
            if (hand := live.scene_of(self.by).arranging) is not None:
                await self._asks(c.SetHand(by=self.by, position=1, low=hand.house_way))

    async def _asks(self, command: c.Command) -> None:
        began = time.perf_counter()
        await self.live.ask(command)
        self.took.append(time.perf_counter() - began)


def told(what: str, people: list[Person]) -> None:
    """Print how long requests took, and forget them."""
    took = sorted(each for person in people for each in person.took)
    half, most = (took[int(len(took) * part)] * 1000 for part in (0.5, 0.99))
    print(f"{what}: {len(took)} requests of people, half within {half:.1f} ms, 99 of 100 within {most:.1f} ms")
    for person in people:
        person.took.clear()


@pytest.mark.full
def test_fifty_bots_at_ten_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = [f"t{number}" for number in range(TABLES)]
    with Journal.open(str(tmp_path / "journal.db")) as journal:
        house = Watched(journal, pace=FAST)
        house.rounds, house.won = Counter(), Counter()
        house.open_tables([Opening(name=name, book="mbs-v4") for name in names])

        async def until(rounds: int) -> None:
            target = {name: house.rounds[name] + rounds for name in names}
            while any(house.rounds[name] < target[name] for name in names):
                await asyncio.sleep(0.1)

        async def play() -> None:
            await house.start()
            people = []
            for number, name in enumerate(names):
                house.people.register(f"person {number}")
                people.append(Person(house.tables[name], f"person {number}"))
                house.tables[name].company.random = Random(number)
                await people[-1].sits()
            playing = [asyncio.create_task(person.plays()) for person in people]
            await until(2)  # what is loaded once is loaded by now
            told("to begin with", people)
            await until(ALONE)
            told("without bots", people)
            for person in people:
                person.live.company.ask_for(person.by, BOTS)
            while sum(len(person.live.company.names) for person in people) < TABLES * BOTS:
                await asyncio.sleep(0.1)
            await until(2)
            told("while they come", people)
            await until(TOGETHER)
            told(f"with {TABLES * BOTS} bots", people)
            for task in playing:
                task.cancel()
            for person in people:
                person.live.company.ask_for(person.by, 0)
            while any(person.live.table.wagers or person.live.company.names for person in people):
                await asyncio.sleep(0.1)
            await house.stop()

        with capsys.disabled():
            print()
            asyncio.run(play())
        assert journal.version(STREAM) == TABLES
        assert sum(journal.balances().values()) == 0
        assert not any(journal.balance(escrow(name)) for name in names)
        everybody = [account.removeprefix("player:") for account in journal.balances() if account.startswith("player:")]
        assert sum(map(is_bot, everybody)) == TABLES * BOTS
        for name in everybody:
            missing = journal.balance(player(name)) - FIRST_CHIPS - house.won[name]
            assert missing == 0 or times_given(journal, name), name
            assert missing >= 0
        assert {name.removeprefix("played:") for name in journal.streams("played:")} <= {
            name for name in everybody if not is_bot(name)
        }
