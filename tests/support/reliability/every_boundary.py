"""A house that is killed at every commit of a round, one after another, and goes on each time.

Here: two players and a watcher, one process after another. Each process finishes the round in which the one before
died, and dies at a commit of the following round at which none has died, until there is none. Not here: what must hold
(`checker`).
"""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from houseway import books
from houseway.rulebook.procedure import Fault
from support.reliability import kept as journals
from support.reliability.checker import Report, check
from support.reliability.history import History
from support.reliability.hooks import AFTER, BEFORE
from support.reliability.kept import Kept
from support.reliability.player import PATIENCE, Player
from support.reliability.process import Process

NAMES = ("Ann", "Bob")
ROUNDS = 2
"""How many rounds are played whose commits were all survived, before there are no others."""
MOST = 200
"""More commits than rounds have."""
PACE = ("--betting", "600", "--setting", "600", "--change", "0", "--compare", "0", "--between", "600", "--bank", "600")
OPTIONS = (*PACE, "--entries", "1000", "--log-level", "error")


@dataclass
class Deaths:
    """How often a house died, and everything that was wrong afterwards."""

    book: str
    report: Report = field(default_factory=Report)
    killed: list[tuple[str, str]] = field(default_factory=list)
    """Each death: the moment, and the name of the commit (`hooks`)."""
    entries: list[int] = field(default_factory=list)
    """How many entries the journal had at each death."""


async def kill_at_every_commit(
    book: str, folder: Path, *, moments: Iterable[str] = (AFTER, BEFORE), only: str = ""
) -> Deaths:
    """Kill a house of one table at every commit of a round, or once at one with a kind of entry, and check it."""
    return await _EveryCommit(book, folder, only).run(moments)


class _EveryCommit:
    def __init__(self, book: str, folder: Path, only: str) -> None:
        self._only = only
        self._journal, self._armed = folder / "journal.db", folder / "armed"
        self._history: History = []
        self._process: Process | None = None
        self._players = [Player(self._history, self._url, book, name) for name in NAMES]
        self._everybody = [*self._players, Player(self._history, self._url, book)]
        self.deaths = Deaths(book)

    def _url(self) -> str:
        return self._process.url if self._process is not None and self._process.is_running else ""

    async def run(self, moments: Iterable[str]) -> Deaths:
        """Die again and again, until rounds are played in which no commit is new."""
        try:
            for moment in moments:
                survived = 0
                while survived < ROUNDS:
                    died = await self._one_life(moment)
                    survived = 0 if died else survived + 1
                    assert len(self.deaths.killed) < MOST, self.deaths.killed
                    if self._only and died:
                        break
            if not self._url():  # nothing is left unfinished
                await self._one_life("")
        finally:
            if self._process is not None:
                self._process.stop()
        kept = journals.read(str(self._journal))
        self.deaths.report = check(self._history, kept)
        self.deaths.report.wrong += journals.wrong_in_itself(str(self._journal))
        self.deaths.report.wrong += prescribed(self.deaths, kept)
        return self.deaths

    async def _one_life(self, moment: str) -> bool:
        """Start a process that dies at a new commit of the next round; whether it did."""
        self._armed.unlink(missing_ok=True)
        self._process = await asyncio.to_thread(
            Process, self._journal, "--book", self.deaths.book, *OPTIONS,
            dies=moment, armed=str(self._armed), only=self._only, move=0.01,
            survives=[commit for each, commit in self.deaths.killed if each == moment],
        )  # fmt: skip
        assert self._process.url, self._process.output
        for player in self._everybody:
            if player.name and not player.cookie:
                player.cookie = await asyncio.to_thread(self._process.enter, player.name)
            assert await player.connect()
        for player in self._players:
            await player.say_again()
        await self._play_until_between_rounds()
        before = self._players[0].scene["table"]["round"]
        self._armed.touch()
        await self._play_a_round(before + 1)
        if self._process.is_running:
            self._process.stop()
            return False
        self._process.wait()
        self.deaths.killed.append((moment, self._armed.read_text()))
        self.deaths.entries.append(self._entries())
        return True

    async def _play_until_between_rounds(self) -> None:
        """Finish the round in play, if there is one, and sit down."""
        while True:
            scenes = [player.scene for player in self._players]
            if all(s["table"]["phase"] == "between rounds" and s["you"]["positions"] for s in scenes):
                return
            await self._one_act(begin=False)

    async def _play_a_round(self, number: int) -> None:
        """Play until a round has ended, or the process is dead."""
        while self._url():
            tables = [player.scene["table"] for player in self._everybody]
            if all((table["round"], table["phase"]) == (number, "between rounds") for table in tables):
                return
            await self._one_act(begin=all(table["round"] < number for table in tables))

    async def _one_act(self, *, begin: bool) -> None:
        """The next act of whoever has one; else wait for news."""
        for player in self._everybody:
            player.news.clear()
        for position, player in enumerate(self._players, 1):
            message = player.next_message(position) if player.connected else None
            between = player.scene["table"]["phase"] == "between rounds"
            if message is not None and (begin or not between or message["type"] != "ready"):
                await player.say(message)
                return
        end = time.monotonic() + PATIENCE
        while self._url() and not any(player.news.is_set() for player in self._everybody):
            assert time.monotonic() < end, f"nothing happens at {self._players[0].scene['table']}"
            await asyncio.sleep(0.005)

    def _entries(self) -> int:
        """How many entries the journal had when the process died."""
        copy = self._journal.with_name("copy")
        copy.mkdir(mode=0o700, exist_ok=True)
        for file in self._journal.parent.glob("journal*"):
            shutil.copy(file, copy / file.name)
        return len(journals.read(str(copy / self._journal.name)))


def prescribed(deaths: Deaths, kept: list[Kept]) -> Iterator[str]:
    """What the book prescribes for an interrupted round, where that was not done; every round was settled."""
    stream = f"table:{deaths.book}"
    table = [entry for entry in kept if entry.stream == stream]
    prints = books.get(deaths.book).procedure.irregularity(Fault.POWER_FAILURE) is not None
    ended = {"round settled", "round voided"}
    for number in deaths.entries:
        before = [entry for entry in table if entry.number <= number]
        last = [entry.kind for entry in before if entry.kind in {"betting opened", *ended}][-1:]
        after = next((entry for entry in table if entry.number > number), None)
        interrupted = last == ["betting opened"]
        reported = after is not None and (after.kind, after.body.get("fault")) == (
            "irregularity reported",
            "power failure",
        )
        if reported != (interrupted and prints):
            yield f"killed after entry {number}: {after.kind if after else 'nothing'} came next"
    opened = [entry.body["round"] for entry in table if entry.kind == "betting opened"]
    settled = [entry.body["round"] for entry in table if entry.kind == "round settled"]
    if opened != settled:
        yield f"of {len(opened)} rounds {len(settled)} were settled"
