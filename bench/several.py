"""How many requests a second a house in 1, 2 and 4 processes on PostgreSQL holds.

Tables with six seats are added, as in `bench/web.py`, until the slowest hundredth of requests takes longer than a
second. What is held is the most requests a second with which that hundredth took less than a tenth of a second. The
players and the database run on the same cores as the house: where those are busy, more processes cannot hold more.
With `--spread` each process runs its share of the tables; without it, one of them runs all.

With `--at TABLES` it prints instead how much processor time a request takes, in all processes together and in the
busiest one. The latter is what more processes can lower, and it can be measured where cores are few or busy.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from bench.web import LIMIT, load

from houseway.web.wire.messages import PROTOCOL
from support.postgres import Server
from support.reliability.machines import Machine, until_spread

TOO_LONG = 1.0
STEPS = (1, 2, 4, 6, 8, 10, 14, 20, 30, 40)


class SharedHouse:
    """A house in several processes with a given number of tables, as `load` asks for it."""

    protocol = str(PROTOCOL)

    def __init__(self, url: str, workers: int, tables: int, *, spread: bool) -> None:
        options = ["--book", "mbs-v4", "--tables", str(tables), "--entries", "10000000", "--log-level", "error"]
        options += ["--connections", "100000", "--connections-per-address", "100000"]
        options += ["--spread-tables"] if spread else []
        clocks = ["--betting", "10", "--setting", "30", "--change", "0", "--compare", "1", "--between", "1"]
        self._machine = Machine(url, *options, *clocks, workers=workers, new_processes=True)
        self._looks: list[dict[int, float]] = []
        self._machine.until_ready()
        if spread and tables >= workers:
            until_spread(url, workers)
        self.address = f"127.0.0.1:{self._machine.port}"
        self.tables = ["mbs-v4", *(f"mbs-v4-{number}" for number in range(2, tables + 1))]

    def memory(self) -> int:
        """The memory of its processes, in bytes."""
        pages = (Path(f"/proc/{each}/statm").read_text().split()[1] for each in self._machine.processes())
        return sum(map(int, pages)) * os.sysconf("SC_PAGE_SIZE")

    def cpu(self) -> float:
        """Seconds of processor time its processes have used so far."""
        used = {each: processor_time([each]) for each in self._machine.processes()}
        self._looks.append(used)
        return sum(used.values())

    def busiest(self) -> float:
        """The part of the processor time between the last two looks that the busiest process used."""
        before, after = self._looks[-2:]
        used = [seconds - before.get(each, 0.0) for each, seconds in after.items()]
        return max(used) / sum(used)

    def stop(self) -> None:
        """Close it."""
        self._machine.stop()


def processor_time(processes: Iterable[int]) -> float:
    """Seconds of processor time that processes have used so far."""
    used = 0
    for each in processes:
        fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
        used += int(fields[11]) + int(fields[12])
    return used / os.sysconf("SC_CLK_TCK")


def divided(server: Server, workers: int, *, tables: int, seconds: float, think: float, spread: bool) -> None:
    """Print how much processor time requests take at a number of tables, in all processes and in the busiest."""
    house = SharedHouse(server.new_database(), workers, tables, spread=spread)
    try:
        found = asyncio.run(load(house, seconds, think))
    finally:
        house.stop()
    all_of_them, busiest = 1000 / found["rate"], 1000 / found["rate"] * house.busiest()
    print(
        f"{workers:7d}  {tables:6d}  {found['requests']:10.1f}  {all_of_them:14.1f}  {busiest:13.1f}  "
        f"{1000 / busiest:28.0f}",
        flush=True,
    )


def held(server: Server, workers: int, *, seconds: float, think: float, spread: bool) -> tuple[float, float]:
    """Print a line for each number of tables until one is too many; the most requests a second, held and at all."""
    most = beyond = 0.0
    for tables in STEPS:
        url = server.new_database()
        house = SharedHouse(url, workers, tables, spread=spread)
        try:
            found = asyncio.run(load(house, seconds, think))
        finally:
            house.stop()
        print(
            f"{workers:7d}  {tables:6d}  {found['requests']:10.1f}  {found['median'] * 1000:9.1f}  "
            f"{found['p99'] * 1000:8.1f}  {found['cpu']:9.0%}  {found['empty'] / 1e6:8.0f}",
            flush=True,
        )
        beyond = max(beyond, found["requests"])
        most = max(most, found["requests"] if found["p99"] < LIMIT else 0.0)
        if found["p99"] > TOO_LONG:
            break
    return most, beyond


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--think", type=float, default=2.0)
    parser.add_argument("--workers", type=int, nargs="*", default=(1, 2, 4))
    parser.add_argument("--spread", action="store_true", help="with the tables spread over the processes")
    parser.add_argument("--at", type=int, default=0, help="measure processor time at so many tables instead")
    given = parser.parse_args()
    busy = os.getloadavg()[0]
    print(f"{os.cpu_count()} cores, players and database on the same cores, {busy:.1f} other processes on average")
    if given.at:
        print("workers  tables  requests/s  CPU ms, in all  in the busiest  requests a second of the busiest")
    else:
        print("workers  tables  requests/s  median ms    p99 ms  CPU house  MB empty")
    server = Server(fsync=True)
    try:
        with tempfile.TemporaryDirectory() as folder:
            os.environ["XDG_DATA_HOME"] = folder
            asked = {"seconds": given.seconds, "think": given.think, "spread": given.spread}
            if given.at:
                for each in given.workers:
                    divided(server, each, tables=given.at, **asked)
                return
            found = {each: held(server, each, **asked) for each in given.workers}
    finally:
        server.remove()
    limit = f"{LIMIT * 1000:.0f} ms"
    for workers, (most, beyond) in found.items():
        print(f"{workers} workers hold {most:.0f} requests a second with p99 under {limit}, {beyond:.0f} at all")


if __name__ == "__main__":
    main()
