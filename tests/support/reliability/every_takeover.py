"""A house in several processes of which the one that runs it is killed at every commit of a round, one after another.

Here: two players and a watcher who play on while another process takes over; it dies in the next round, at a commit at
which none has died. Not here: a house of one process (`every_boundary`), or what must hold (`checker`).
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path

from support.reliability import kept as journals
from support.reliability.checker import check
from support.reliability.every_boundary import MOST, NAMES, OPTIONS, ROUNDS, Deaths
from support.reliability.history import History
from support.reliability.hooks import AFTER, BEFORE
from support.reliability.kept import Kept
from support.reliability.machines import Machine
from support.reliability.player import AGAIN, PATIENCE, Player

LASTS = 1.0
"""Seconds that a lease lasts here."""
LONG = 5 * PATIENCE
"""Seconds within which everybody connects again, however busy the machine is."""
WORKERS = 3


async def take_over_at_every_commit(book: str, url: str, folder: Path, *, only: str = "") -> Deaths:
    """Kill whoever runs a house of one table at every commit of a round, or once at one with a kind of entry."""
    deaths = Deaths(book)
    house = _EveryTakeover(deaths, folder)
    for moment in (AFTER, BEFORE):
        machine = await asyncio.to_thread(
            Machine, url, "--book", book, *OPTIONS, workers=WORKERS, dies=moment, only=only, move=0.01, lasts=LASTS,
            armed=str(folder / "armed"), died=str(folder / "died"),
        )  # fmt: skip
        try:
            await asyncio.to_thread(machine.until_ready)
            await house.run(machine, moment, once=bool(only))
            machine.stop()
        except BaseException:
            print("".join(machine.output)[-4000:])
            raise
        finally:
            machine.kill()
    kept = journals.read(url)
    deaths.report = check(house.history, kept)
    deaths.report.wrong += journals.wrong_in_itself(url)
    deaths.report.wrong += went_on(deaths, kept)
    return deaths


class _EveryTakeover:
    def __init__(self, deaths: Deaths, folder: Path) -> None:
        self._deaths, self._armed, self._died = deaths, folder / "armed", folder / "died"
        self._url, self._moment = "", ""
        self.history: History = []

        def url() -> str:
            return self._url

        self._players = tuple(Player(self.history, url, deaths.book, name) for name in NAMES)
        self._everybody = (*self._players, Player(self.history, url, deaths.book))

    async def run(self, machine: Machine, moment: str, *, once: bool) -> None:
        """Play rounds until in some of them no commit is new, or until the first death."""
        self._url, self._moment = machine.url, moment
        for player in self._players:
            player.cookie = player.cookie or await asyncio.to_thread(machine.enter, player.name)
        await self._play_until_between_rounds()
        survived = 0
        while survived < ROUNDS:
            died = await self._play_a_round()
            survived = 0 if died else survived + 1
            assert len(self._deaths.killed) < MOST, self._deaths.killed
            if once and died:
                break
        for player in self._everybody:
            await player.disconnect()

    async def _play_a_round(self) -> bool:
        """Play a round in which the process dies at a new commit; whether it did."""
        number = self._players[0].scene["table"]["round"] + 1
        survives = [commit for moment, commit in self._deaths.killed if moment == self._moment]
        self._died.unlink(missing_ok=True)
        self._armed.write_text(json.dumps(survives))
        while not all(self._is_over(player, number) for player in self._everybody):
            await self._one_act(begin=all(each.scene["table"]["round"] < number for each in self._everybody))
        self._armed.unlink(missing_ok=True)
        died = self._died.exists()
        if died:
            self._deaths.killed.append((self._moment, self._died.read_text()))
        await self._play_until_between_rounds()
        return died

    def _is_over(self, player: Player, number: int) -> bool:
        table = player.scene["table"] if player.connected else {}
        return bool(table) and table["round"] >= number and table["phase"] == "between rounds"

    async def _play_until_between_rounds(self) -> None:
        """Finish the round in play, if there is one, and sit down."""
        while True:
            scenes = [player.scene for player in self._players if player.connected]
            sitting = all(s["table"]["phase"] == "between rounds" and s["you"]["positions"] for s in scenes)
            if len(scenes) == len(self._players) and sitting and not any(each.unanswered for each in self._players):
                return
            await self._one_act(begin=False)

    async def _one_act(self, *, begin: bool) -> None:
        """The next act of whoever has one; else wait for news."""
        end = time.monotonic() + LONG
        for player in self._everybody:
            player.news.clear()
            while not player.connected:
                assert time.monotonic() < end, f"{player.name} cannot connect: no process is left, or no database"
                if not await player.connect():
                    await asyncio.sleep(AGAIN)
            if player.unanswered:
                await player.say_again()
                return
        for position, player in enumerate(self._players, 1):
            message = player.next_message(position)
            between = player.scene["table"]["phase"] == "between rounds"
            if message is not None and (begin or not between or message["type"] != "ready"):
                await player.say(message)
                return
        end = time.monotonic() + PATIENCE
        while not any(player.news.is_set() for player in self._everybody):
            assert time.monotonic() < end, [
                (each.name, each.connected, each.unanswered, each.scene["table"]["round"], each.scene["table"]["phase"])
                for each in self._everybody
            ]
            await asyncio.sleep(0.005)


def went_on(deaths: Deaths, kept: list[Kept]) -> Iterator[str]:
    """Rounds that did not go on as if nothing had happened: the house was never without a process."""
    table = [entry for entry in kept if entry.stream == f"table:{deaths.book}"]
    for entry in table:
        if entry.kind == "irregularity reported":
            yield f"entry {entry.number}: {entry.body.get('fault')} was reported"
    rounds: list[list[str]] = [[]]
    for entry in table:
        if entry.kind == "betting opened":
            rounds.append([])
        rounds[-1].append(entry.kind)
    if rounds[-1] == ["betting opened"]:  # somebody was ready, and then the house closed
        rounds.pop()
    for number, kinds in enumerate(rounds[1:], 1):
        if kinds.count("round settled") != 1:
            yield f"round {number} was not settled once: {' '.join(kinds)}"
