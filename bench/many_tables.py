"""A house with very many tables, in simulated time: what it does is counted, and how long it takes does not matter.

Here: one house on the deterministic simulator (docs/reliability.md) without any trouble, with players who think before
each act and play one round at every table, and counting acts, entries, bytes, commits and messages of it. Not here:
what a model expects of it (`scale`).

The house, its journal and everything it sends are real. Clocks, threads and the disk are simulated, so one process can
be looked at as if it were fast enough.
"""

from __future__ import annotations

import asyncio
import gc
import random
import sqlite3
import sys
import tempfile
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from bench.long_journal import unsynced
from bench.requests import Page, Player, counted

from houseway.journal.store import Journal
from houseway.people.names import read_secret
from houseway.rulebook.procedure import Role
from houseway.table.commands import Actor, PlaceWager
from houseway.web.floor.dealer_moves import Pace
from houseway.web.floor.house import OpenHouse
from houseway.web.floor.opening import Opening
from houseway.web.wire import socket
from houseway.web.wire.viewer import Viewer
from support.memory import MEMORY
from support.simulation.clock import Clock
from support.simulation.loop import Loop
from support.simulation.machine import Machine, simulated
from support.simulation.store import Store

BOOK, SEATS = "mbs-v4", 6
THINK = 4.0
"""Seconds that a player thinks before an act, on average."""
UNTIL = 20.0
"""Seconds over which tables begin, one after another: about as long as a round."""
SOON = 0.0004
"""Seconds that a thread needs at most: a tenth of other simulations, or so many tables would wait for few threads."""
SYNC = 0.005
"""Seconds that a commit waits for the disk."""


class Evening:
    """One house and all its players."""

    def __init__(self, machine: Machine, folder: Path, tables: int, seed: int) -> None:
        self._tables, self._seed = tables, seed
        self.clock, self.store = Clock(), Store(Random(f"{seed} store"), sync=SYNC)
        machine.reset(self.clock, Random(f"{seed} entropy"), self.store)
        order, most = Random(f"{seed} order"), float("inf")
        self.loop = Loop(order, self.clock, shuffled=False, step=0, most_steps=most, soon=SOON, seldom=0)
        self.loop.set_task_factory(None)
        self.path = folder / "journal.db"

    def run(self) -> dict[str, float]:
        """Play, and count what happens while all tables play."""
        with Journal.open(str(self.path)) as journal, unsynced(journal):
            found = self.loop.run_until_complete(self._play(journal))
        self.loop.bury()
        return found

    async def _play(self, journal: Journal) -> dict[str, float]:
        house = OpenHouse(journal, pace=Pace())
        house.open_tables([Opening(name=f"table-{number}", book=BOOK) for number in range(self._tables)])
        await house.start()
        tasks, pages = [], list[Page]()
        for name, live in house.tables.items():
            for seat in range(1, SEATS + 1):
                session = read_secret(house.people.register(f"{name}.{seat}").token)[1]
                viewer = Viewer(Actor(f"{name}.{seat}", Role.PLAYER), session=session)
                pages.append(page := Page())
                tasks.append(asyncio.create_task(socket._serve(page, house, live, viewer)))  # type: ignore[arg-type]
        for page in pages:
            await page.moved.wait()
        players = [Player(page, 1 + number % SEATS) for number, page in enumerate(pages)]
        for player in players:
            player.last = 1
            await player.do(type="sit", position=player.seat)
        for live in house.tables.values():
            for position, name in live.table.seats.items():  # nobody's first wager is noted beside the round
                actor = Actor(name, Role.PLAYER)
                first = PlaceWager(by=actor, position=position, wager="main", cents=1000)
                house.protections.wagered(first, staked=0)
        gc.freeze()
        before, began, start = self._counted(house), time.process_time(), self.loop.time()
        for number, player in enumerate(players):
            player.thinks(THINK, Random(f"{self._seed} {number}"))
            tasks.append(asyncio.create_task(self._begin(player, UNTIL * (number // SEATS) / self._tables)))
        while any(live.table.round == 1 for live in house.tables.values()):
            await asyncio.sleep(1.0)
        took, seconds = time.process_time() - began, self.loop.time() - start
        found = {what: number - before[what] for what, number in self._counted(house).items()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await house.stop()
        return {**found, "tables": self._tables, "seconds": seconds, "cpu": took}

    async def _begin(self, player: Player, seconds: float) -> None:
        await asyncio.sleep(seconds)
        await player.play_on()

    def _counted(self, house: OpenHouse) -> dict[str, float]:
        with sqlite3.connect(f"file:{self.path}?mode=ro", uri=True) as journal:
            (pages,) = journal.execute("PRAGMA page_count").fetchone()
            (size,) = journal.execute("PRAGMA page_size").fetchone()
            (entries,) = journal.execute("SELECT max(number) FROM journal_rows").fetchone()
        journal.close()
        return {
            "rounds": sum(live.table.round for live in house.tables.values()),
            "hands": counted["hands"],
            "acts": counted["requests"],
            "entries": entries,
            "journal": pages * size,
            "commits": self.store.commits,
            "messages": counted["written"] - counted["reviews"],
            "sent": counted["bytes"] - counted["bytes of reviews"],
        }


def play(tables: int, seed: int = 1) -> dict[str, float]:
    """What happens in a window of time at so many tables of six."""
    counted.clear()
    random.seed(seed)
    place = MEMORY if MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(dir=place) as folder, simulated(BOOK) as machine:
        return Evening(machine, Path(folder), tables, seed).run()


if __name__ == "__main__":
    import json

    print(json.dumps(play(int(sys.argv[1]))))
