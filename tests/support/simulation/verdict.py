"""What must hold of a run: the checker's report, and what only a simulation knows.

Here: putting together what was wrong. Not here: the checker (`reliability.checker`), or playing (`world`).
"""

from __future__ import annotations

import tempfile
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from houseway import books
from houseway.kept.tables import STREAM
from houseway.rulebook.procedure import Fault, Phase
from houseway.table.state import Table
from support.reliability import kept as journals
from support.reliability.acts import Acts
from support.reliability.checker import check
from support.reliability.kept import Kept
from support.reliability.tables import records
from support.simulation.chance import Chance
from support.simulation.machine import Machine
from support.simulation.plan import BOOKS, Plan, plan
from support.simulation.template import Template
from support.simulation.world import World


@dataclass
class Verdict:
    """What came of a seed."""

    seed: int
    plan: Plan
    wrong: list[str]
    counts: Counter[str] = field(default_factory=Counter)
    log: list[str] = field(default_factory=list)
    digest: str = ""

    @property
    def command(self) -> str:
        """The command that runs this seed again."""
        return f"scripts/simulate-house {self.seed}"


class Simulator:
    """Runs seeds, one after another, on one simulated machine."""

    def __init__(self, machine: Machine, folder: Path) -> None:
        self._machine, self._folder = machine, folder
        self._template = Template(machine, folder / "template")

    def run(self, seed: int, planned: Plan | None = None) -> Verdict:
        """Run a seed and judge it."""
        planned = planned or plan(Chance(seed), books=BOOKS)
        with tempfile.TemporaryDirectory(dir=self._folder) as place:
            world = World(self._machine, self._template, Path(place) / "run", planned, seed)
            world.log.note(f"seed {seed}: {planned}")
            world.run()
            return self._judged(world, seed)

    def _judged(self, world: World, seed: int) -> Verdict:
        kept = journals.read(world.url)
        report = check(world.history, kept, doubling=True, roles=world.roles)
        wrong = [
            *world.wrong,
            *report.wrong,
            *journals.wrong_in_itself(world.url),
            *_refused_too_late(world, kept),
            *_interrupted(kept),
        ]
        for line in wrong:
            world.log.note(f"WRONG: {line}")
        counts = report.counts | world.counts() | Counter({"houses opened": world.opened, "steps": world.loop.steps})
        counts["seconds simulated"] = round(world.clock.elapsed)
        counts["commits"] = world.store.commits
        return Verdict(seed, world.plan, wrong, counts, world.log.lines, world.log.digest)


def _refused_too_late(world: World, kept: list[Kept]) -> Iterator[str]:
    """Every act that was refused after it had been carried out: sent again, it is answered as the first time."""
    numbers = [number for _, number in world.committed]
    acts = Acts(world.history, kept)
    for at, table, client, id, reason in world.refused:
        named = table, client, id
        if named not in acts.kept or reason in ("failed", "too fast"):
            continue
        first = min(acts.kept[named].numbers)
        place = bisect_left(numbers, first)
        if place < len(numbers) and world.committed[place][0] < at:
            yield f"REFUSED: {' '.join(named)} was carried out as entry {first}, and refused afterwards ({reason})"


def _interrupted(kept: list[Kept]) -> Iterator[str]:
    """Every round that was interrupted by a death, and did not go on as its book prescribes."""
    house, tables = "", records(kept)[0]
    now: dict[str, Table] = {}
    due: set[str] = set()
    for entry in kept:
        if entry.stream == "house":
            if house == entry.kind == "house opened":
                due |= {name for name, table in now.items() if _prescribes(table)}
            house = entry.kind
        elif entry.stream.startswith(STREAM):
            name = entry.stream.removeprefix(STREAM)
            if name in due and entry.body.get("fault") != Fault.POWER_FAILURE.value:
                yield f"POWER: after a death in a round, entry {entry.number} of {entry.stream} is {entry.kind}"
            due.discard(name)
            if (happened := tables[name].at(entry.version)) is not None:
                now[name] = happened.after


def _prescribes(table: Table) -> bool:
    """Whether the book has a clause for an interruption now; a fault that is on hold already comes first."""
    interrupted = table.phase is not Phase.BETWEEN_ROUNDS and table.hold is None
    return interrupted and books.get(table.book).procedure.irregularity(Fault.POWER_FAILURE) is not None
