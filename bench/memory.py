"""Whether a house's memory stays flat: `python bench/memory.py [--rounds 2000] [--every 200]`.

Six players at one live table play round after round, through requests and the automatic dealer, in a house without
pages. After every so many rounds a line says what the process holds: its memory, what Python has allocated since the
first line, and how many objects the garbage collector knows. The clock of the players' protection goes on by half an
hour a round, since a house has the results of the last week in mind. What grows is divided by the rounds after the
first half.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import platform
import tempfile
import tracemalloc
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

if __name__ == "__main__":
    import sys

    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.long_journal import BOOK, CHIPS, PLAYERS, Evening, unsynced

from houseway.journal.store import Journal
from houseway.kept.tables import buy_chips
from houseway.web.floor.dealer_moves import Pace
from houseway.web.floor.house import OpenHouse
from houseway.web.floor.opening import Opening

A_ROUND = timedelta(minutes=30)
_PAGE = os.sysconf("SC_PAGE_SIZE")


class Held(NamedTuple):
    """What the process holds after some rounds."""

    rounds: int
    memory: int
    """Bytes of memory in use by the process."""
    allocated: int
    """Bytes that Python has allocated since the first measure."""
    objects: int


async def measured(house: OpenHouse, rounds: int, every: int, *, trace: bool) -> list[Held]:
    """Play, and measure after every so many rounds."""
    evening, found = Evening(house), list[Held]()
    house.protections._clock = lambda: datetime.now(UTC) + A_ROUND * evening.live.table.round
    for target in range(every, rounds + 1, every):
        await evening.play(target)
        house.keep_snapshots()
        gc.collect()
        if trace and not tracemalloc.is_tracing():
            tracemalloc.start()
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        traced = tracemalloc.get_traced_memory()[0] if trace else 0
        found.append(Held(target, pages * _PAGE, traced, len(gc.get_objects())))
        held = found[-1]
        print(
            f"{held.rounds:8,d}  {held.memory / 2**20:10.1f}  {held.allocated / 1024:12.1f}  {held.objects:9,d}",
            flush=True,
        )
    house._reviewing.close()
    house.close()
    return found


def main() -> None:
    """Play in a new journal and print a line after every so many rounds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=2000)
    parser.add_argument("--every", type=int, default=200)
    parser.add_argument("--trace", action="store_true", help="count what Python allocates: three times as slow")
    given = parser.parse_args()
    print(f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}")
    print("  rounds  MB in use  kB allocated    objects")
    with tempfile.TemporaryDirectory() as folder, Journal.open(f"{folder}/journal.db") as journal, unsynced(journal):
        house = OpenHouse(journal, pace=Pace())
        house.open_tables([Opening(name=BOOK, book=BOOK)])
        for player in PLAYERS:
            house.people.register(player.name)
            buy_chips(journal, player.name, CHIPS)
        found = asyncio.run(measured(house, given.rounds, given.every, trace=given.trace))
    half = found[len(found) // 2 :]
    if len(half) > 1:
        played = half[-1].rounds - half[0].rounds
        more = [(after - before) / played for before, after in zip(half[0][1:], half[-1][1:], strict=True)]
        print(f"a round more: {more[0]:.0f} bytes in use, {more[1]:.0f} bytes allocated, {more[2]:.2f} objects")


if __name__ == "__main__":
    main()
