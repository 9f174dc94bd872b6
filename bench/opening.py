"""How long a house takes to open on a long journal: `python bench/opening.py [--rounds 1000 10000] [--folder KEPT]`.

For each number of rounds, a journal is made (`long_journal`), and a house opened on it as `houseway serve` does: the
journal verified, the tables live, and closed again. One house was opened before, so that imports and books do not
count. What follows from the lines for more rounds is extrapolated: what grows is taken to grow as between the last two.
"""

from __future__ import annotations

import argparse
import cProfile
import os
import platform
import pstats
import resource
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.long_journal import BOOK, PLAYED, long_journal

from houseway.cli.serve_journal import verified
from houseway.journal.store import Journal
from houseway.web.floor.dealer_moves import Pace
from houseway.web.floor.house import OpenHouse
from houseway.web.floor.opening import Opening

GOAL = 1_000_000


def opened(path: Path, *, profile: bool = False) -> tuple[float, float]:
    """Open a house on a journal, and close it; the seconds and the CPU seconds until its tables were open."""
    profiler = cProfile.Profile()
    began, used = time.perf_counter(), time.process_time()
    if profile:
        profiler.enable()
    with Journal.open(str(path)) as journal:
        verified(journal, heads="", anyway="")
        house = OpenHouse(journal, pace=Pace())
        house.open_tables([Opening(name=BOOK, book=BOOK)])
        profiler.disable()
        took = time.perf_counter() - began, time.process_time() - used
        house._reviewing.close()
        house.close()
    if profile:
        pstats.Stats(profiler).sort_stats("cumulative").print_stats("houseway", 45)
    return took


def main() -> None:
    """Make the journals and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, nargs="*", default=(1_000, 10_000, 50_000))
    parser.add_argument("--folder", type=Path, help="where journals are kept from one run to the next")
    parser.add_argument("--profile", action="store_true")
    given = parser.parse_args()
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    print(f"{machine}, {os.getloadavg()[0]:.1f} processes running")
    print("   rounds      entries  seconds  CPU seconds  MB of memory more  bytes a round")
    with tempfile.TemporaryDirectory() as temporary:
        kept = given.folder or Path(temporary)
        opened(long_journal(kept / "warm", PLAYED))
        begun, lines = None, []
        for rounds in given.rounds:
            begun = long_journal(kept / str(rounds), rounds, begun=begun)
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            wall, cpu = opened(begun, profile=given.profile)
            more = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
            with Journal.open(str(begun), read_only=True) as journal:
                entries, _ = journal.tip()
            size = begun.stat().st_size / rounds
            print(f"{rounds:9,d}  {entries:11,d}  {wall:7.2f}  {cpu:11.2f}  {more:17.1f}  {size:13,.0f}", flush=True)
            lines.append((rounds, cpu))
    if len(lines) > 1:
        (few, less), (many, most) = lines[-2:]
        grows = (most - less) / (many - few)
        print(f"{GOAL:9,d}  extrapolated: {most + grows * (GOAL - many):.1f} CPU seconds")


if __name__ == "__main__":
    main()
