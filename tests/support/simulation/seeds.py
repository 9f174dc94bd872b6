"""Many seeds one after another, and what came of all of them together.

Here: running seeds in this process or in several, and the figures. Not here: one seed (`verdict`).
"""

from __future__ import annotations

import signal
import tempfile
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path

from support.memory import MEMORY
from support.simulation.machine import simulated
from support.simulation.plan import BOOKS, OF_THE_PROCESS, ON_THE_NETWORK
from support.simulation.store import AT_A_COMMIT
from support.simulation.verdict import Simulator, Verdict

SHARD = 100
"""How many seeds a process runs before it says what came of them."""
SHOWN = 5
_NOTHING = ("acts lost", "acts doubled", "acts out of order", "cents created or destroyed", "cards leaked")
_PLAYED = (
    "houses opened", "commits", "rounds", "acts sent", "acts acknowledged", "acts refused", "acts sent more than once",
    "wrong message", "message sent again", "page closed by its player", "messages looked at", "cards looked at",
    "steps", "seconds simulated",
)  # fmt: skip


@dataclass
class Totals:
    """What came of some seeds."""

    seeds: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    failed: list[tuple[str, list[str]]] = field(default_factory=list)
    """Each seed that failed: its command, and what was wrong."""

    def add(self, verdict: Verdict) -> None:
        """Add a seed."""
        self.seeds += 1
        self.counts += verdict.counts
        if verdict.wrong:
            self.failed.append((verdict.command, verdict.wrong))

    def join(self, other: Totals) -> None:
        """Add other seeds."""
        self.seeds += other.seeds
        self.counts += other.counts
        self.failed += other.failed

    def figures(self) -> Iterator[str]:
        """The figures, a line for each."""
        faults = (*OF_THE_PROCESS, *AT_A_COMMIT, *ON_THE_NETWORK)
        yield f"{self.seeds:14,} seeds"
        for name in _PLAYED:
            yield f"{self.counts[name]:14,} {name}"
        yield f"{sum(self.counts[name] for name in faults):14,} faults:"
        for name in faults:
            yield f"{self.counts[name]:14,}     {name}"
        for name in _NOTHING:
            yield f"{self.counts[name]:14,} {name}"
        yield f"{len(self.failed):14,} seeds that failed"

    def failures(self) -> Iterator[str]:
        """A line for each seed that failed, with its command, and a few lines of what was wrong."""
        for command, wrong in self.failed:
            yield f"{command}: {len(wrong)} wrong"
            yield from (f"    {each[:500]}" for each in wrong[:SHOWN])


def run(seeds: Iterable[int]) -> Iterator[Verdict]:
    """Run seeds in this process."""
    place = MEMORY if MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(dir=place) as folder, simulated(*BOOKS) as machine:
        simulator = Simulator(machine, Path(folder))
        for seed in seeds:
            yield simulator.run(seed)


def totals(seeds: Iterable[int]) -> Totals:
    """Run seeds in this process, and add up."""
    found = Totals()
    for verdict in run(seeds):
        found.add(verdict)
    return found


def in_processes(seeds: Sequence[int], workers: int) -> Generator[Totals, None, None]:
    """Run seeds in several processes, which leave Ctrl-C to this one; what came of a shard as soon as it is done."""
    shards = [seeds[first : first + SHARD] for first in range(0, len(seeds), SHARD)]
    deaf = (signal.SIGINT, signal.SIG_IGN)
    with ProcessPoolExecutor(workers, get_context("spawn"), initializer=signal.signal, initargs=deaf) as pool:
        yield from pool.map(totals, shards)
