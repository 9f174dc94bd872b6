"""How soon play goes on when whoever runs a house is killed, and whether anything was lost.

A house in several processes on a PostgreSQL server of its own, with people who play at two tables all the time, on the
same cores. At moments drawn at random the process that runs the house is killed (`kill -9`). Play has gone on at a
table when an act that was sent after the kill has been acknowledged. In the end everything that clients recorded is
compared with the journal (docs/reliability.md). It ends with 1 where anything was lost, doubled, made or leaked.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from support.postgres import Server
from support.reliability.checker import check_journal
from support.reliability.crowd import Crowd, back_after
from support.reliability.machines import Machine, owner, signal_to, until_owned, wait_for

TABLES = ("mbs-v4", "five-card")
PACE = ("--betting", "3", "--setting", "6", "--change", "0", "--compare", "0.5", "--between", "0.5", "--bank", "2")
NOTHING = ("acts lost", "acts doubled", "acts out of order", "cents created or destroyed", "cards leaked")


class Kills:
    """Kills one after another, and how long each took to be made good."""

    def __init__(self, url: str, machines: Sequence[Machine], *, seed: int) -> None:
        self._url, self._machines, self._random = url, machines, random.Random(seed)
        self.taken: list[float] = []
        """Seconds until another process ran the house."""
        self.back: defaultdict[str, list[float]] = defaultdict(list)
        """Seconds until play went on at each table, by the phase that it was killed in."""

    async def run(self, kills: int) -> Crowd:
        """Kill so many times."""
        machines = self._machines
        crowd = Crowd(lambda number: machines[number % len(machines)].url, TABLES)
        await crowd.enter(machines[0].enter)
        async with crowd:
            await crowd.acts(20)
            for number in range(1, kills + 1):
                await self._kill(crowd)
                print(f"\r{number} kills", end="", file=sys.stderr, flush=True)
            await crowd.acts(20)
        print(file=sys.stderr)
        return crowd

    async def _kill(self, crowd: Crowd) -> None:
        await asyncio.sleep(self._random.uniform(0, 3))
        running = await asyncio.to_thread(until_owned, self._url)
        phases = {player.table: player.scene["table"]["phase"] for player, _ in crowd.players}
        before, began = len(crowd.history), time.monotonic()
        signal_to(running, signal.SIGKILL)
        taken, back = 0.0, dict[str, float]()
        while not taken or len(back) < len(TABLES):
            await asyncio.sleep(0.02)
            if not taken and await asyncio.to_thread(owner, self._url) not in (None, running):
                taken = time.monotonic() - began
            back = back_after(crowd.history[before:], began)
            assert time.monotonic() < began + 120, "".join(self._machines[0].output)[-3000:]
        self.taken.append(taken)
        for table, seconds in back.items():
            self.back[phases[table]].append(seconds)
        await asyncio.to_thread(wait_for, self._are_complete, lambda: "no process was started in its place")

    def _are_complete(self) -> bool:
        return all(len(machine.processes()) == machine.workers for machine in self._machines)


def shown(seconds: Sequence[float]) -> str:
    """The median, the slowest hundredth and the slowest."""
    found = sorted(seconds)
    return f"p50 {found[len(found) // 2]:.2f}  p99 {found[len(found) * 99 // 100]:.2f}  most {found[-1]:.2f}"


def main() -> int:
    """Kill, check, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--workers", type=int, default=3)
    parser.add_argument(
        "--machines", type=int, default=1, help="how many commands share the house, all on this machine"
    )
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    server = Server(fsync=True)
    machines: list[Machine] = []
    try:
        with tempfile.TemporaryDirectory() as folder:
            os.environ["XDG_DATA_HOME"] = folder
            url = server.new_database()
            options = [word for table in TABLES for word in ("--book", table)]
            options += [*PACE, "--entries", "1000", "--questions", "100000", "--log-level", "error"]
            for _ in range(given.machines):
                machines.append(Machine(url, *options, workers=given.workers, new_processes=True))
                machines[-1].until_ready()
            kills = Kills(url, machines, seed=given.seed)
            crowd = asyncio.run(kills.run(given.kills))
            for machine in machines:
                machine.stop()
            report = check_journal(crowd.history, url)
    finally:
        for machine in machines:
            machine.kill()
        server.remove()
    rounds = Counter(report.counts)
    print(f"{given.machines} x {given.workers} processes, {os.cpu_count()} cores, clients on the same cores")
    print(f"{len(kills.taken):6,} kills survived")
    for what in ("acts acknowledged", *NOTHING, "rounds", "messages looked at", "cards looked at"):
        print(f"{rounds[what]:6,} {what}")
    print(f"another process runs the house after   {shown(kills.taken)} s")
    print(f"play goes on after                     {shown([s for each in kills.back.values() for s in each])} s")
    for phase, seconds in sorted(kills.back.items()):
        print(f"  killed in {phase + ',':16} {len(seconds):3} {shown(seconds)} s")
    print(*report.wrong[:20], sep="\n")
    return 1 if report.wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
