"""How many requests a second a house in 1, 2 and 4 processes on PostgreSQL holds.

Tables with six seats are added, as in `bench/web.py`, until the slowest hundredth of requests takes longer than a
second. What is held is the most requests a second with which that hundredth took less than a tenth of a second. The
players and the database run on the same cores as the house: where those are busy, more processes cannot hold more.
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
from support.reliability.machines import Machine

TOO_LONG = 1.0
STEPS = (1, 2, 4, 6, 8, 10, 14, 20, 30, 40)


class SharedHouse:
    """A house in several processes with a given number of tables, as `load` asks for it."""

    protocol = str(PROTOCOL)

    def __init__(self, url: str, workers: int, tables: int) -> None:
        options = ["--book", "mbs-v4", "--tables", str(tables), "--entries", "10000000", "--log-level", "error"]
        options += ["--connections", "100000", "--connections-per-address", "100000"]
        clocks = ["--betting", "10", "--setting", "30", "--change", "0", "--compare", "1", "--between", "1"]
        self._machine = Machine(url, *options, *clocks, workers=workers, new_processes=True)
        self._machine.until_ready()
        self.address = f"127.0.0.1:{self._machine.port}"
        self.tables = ["mbs-v4", *(f"mbs-v4-{number}" for number in range(2, tables + 1))]

    def memory(self) -> int:
        """The memory of its processes, in bytes."""
        pages = (Path(f"/proc/{each}/statm").read_text().split()[1] for each in self._machine.processes())
        return sum(map(int, pages)) * os.sysconf("SC_PAGE_SIZE")

    def cpu(self) -> float:
        """Seconds of processor time its processes have used so far."""
        return processor_time(self._machine.processes())

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


def held(server: Server, workers: int, *, seconds: float, think: float) -> tuple[float, float]:
    """Print a line for each number of tables until one is too many; the most requests a second, held and at all."""
    most = beyond = 0.0
    for tables in STEPS:
        url = server.new_database()
        house = SharedHouse(url, workers, tables)
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
    given = parser.parse_args()
    busy = os.getloadavg()[0]
    print(f"{os.cpu_count()} cores, players and database on the same cores, {busy:.1f} other processes on average")
    print("workers  tables  requests/s  median ms    p99 ms  CPU house  MB empty")
    server = Server(fsync=True)
    try:
        with tempfile.TemporaryDirectory() as folder:
            os.environ["XDG_DATA_HOME"] = folder
            found = {each: held(server, each, seconds=given.seconds, think=given.think) for each in given.workers}
    finally:
        server.remove()
    limit = f"{LIMIT * 1000:.0f} ms"
    for workers, (most, beyond) in found.items():
        print(f"{workers} workers hold {most:.0f} requests a second with p99 under {limit}, {beyond:.0f} at all")


if __name__ == "__main__":
    main()
