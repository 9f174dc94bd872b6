"""What one of everything costs on this machine, for the model of `scale`: `python bench/units.py --keep`.

Here: measuring a real house while people play at its usual pace (`requests`, `web`), the stores (as `journal` does),
letters between processes, and keeping all of it in `units.json` with the machine it was measured on. Not here: what
follows from it (`scale`).
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import statistics
import sys
import tempfile
import time
import uuid
from pathlib import Path

import msgspec
import sqlalchemy as sa

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from bench import requests, web
from bench.journal import BATCH, SINGLE, _append, _timed

from houseway.journal.entry import Entry, Posting
from houseway.journal.lease import Lease
from houseway.journal.mail import Mail
from houseway.journal.store import Journal
from houseway.journal.verify import verify
from support.postgres import Server

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "bench" / "units.json"
TABLES, SECONDS, THINK = 20, 120.0, 4.0
IDLE = 400
LETTER, LETTERS, TIMES, ALONE = bytes(800), 2000, 7, 200
"""A letter as long as a message to a page, how many are sent at once and how often, and how many one by one."""


class Playing(msgspec.Struct, frozen=True):
    """What happened at some tables in some seconds."""

    tables: int
    seconds: float
    rounds: float
    hands: float
    acts: float
    """Messages of players that were answered."""
    entries: float
    journal: float
    """Bytes by which the journal grew."""
    commits: float
    messages: float
    """Messages to pages, without reviews."""
    sent: float
    """Their bytes."""
    cpu: float
    """CPU seconds, without sockets."""


class Stored(msgspec.Struct, frozen=True):
    """What a transaction costs: so many seconds, and so many more for each entry in it."""

    commit: float
    entry: float


class Units(msgspec.Struct, frozen=True):
    """Every unit cost, and where it was measured."""

    machine: str
    playing: Playing
    cpu_of_an_act: float
    """CPU seconds of the server, over sockets."""
    process: float
    """Bytes of memory of a process with an empty house."""
    table: float
    viewer: float
    sqlite: Stored
    postgresql: Stored
    verified: float
    """Entries verified in a second of a core."""
    letter_alone: float
    """Seconds until a letter has arrived that travels alone."""
    letter: float
    """Seconds for each of many letters that travel together."""


def playing() -> Playing:
    """Have people play at a real house without sockets."""
    given = argparse.Namespace(tables=TABLES, seconds=SECONDS, spectators=0, think=THINK)
    found = requests.measure(ROOT, given)
    return Playing(
        tables=TABLES,
        seconds=found["seconds"],
        rounds=found["rounds"],
        hands=found["hands"],
        acts=found["requests"],
        entries=found["entries"],
        journal=found["journal"],
        commits=found["commits"],
        messages=found["written"] - found.get("reviews", 0),
        sent=found["bytes"] - found.get("bytes of reviews", 0),
        cpu=found["cpu"],
    )


def over_sockets() -> dict[str, float]:
    """Have people play at a real house over sockets."""
    return web.measure(TABLES, argparse.Namespace(seconds=SECONDS / 4, think=THINK, spectators=0))


def memory_of_a_table() -> float:
    """Bytes that another idle table takes."""
    found = []
    for tables in (1, 1 + IDLE):
        with tempfile.TemporaryDirectory() as folder:
            house = web.House(tables, Path(folder))
            time.sleep(web.WARM)
            found.append(house.memory())
            house.stop()
    return (found[1] - found[0]) / IDLE


def stored(url: str, folder: Path) -> tuple[Stored, float]:
    """What a transaction costs in the median, and how many entries are verified in a second of a core."""
    with Journal.open(url, key_file=folder / "key") as journal:
        start = Entry("bought", b"{}", (Posting("cage", -(10**9)), Posting("player:ann", 10**9)))
        bank = Entry("bought", b"{}", (Posting("player:ann", -(10**8)), Posting("escrow:t1", 10**8)))
        journal.append("cage", [start, bank], expected_version=0, key="start")
        single, batch = list[float](), list[float]()
        for number in range(SINGLE):
            wanted = [_append("single", number)]
            with _timed() as took:
                journal.append_many(wanted)
            single.append(took[0])
        for first in range(0, 10 * SINGLE, BATCH):
            wanted = [_append("batched", first + number) for number in range(BATCH)]
            with _timed() as took:
                journal.append_many(wanted)
            batch.append(took[0])
        began = time.process_time()
        report = verify(journal)
        took_to_verify = time.process_time() - began
    entry = (statistics.median(batch) - statistics.median(single)) / (BATCH - 1)
    return Stored(commit=statistics.median(single) - entry, entry=entry), report.entries / took_to_verify


class _Reader:
    """Counts the letters that arrive."""

    def __init__(self) -> None:
        self.arrived = 0

    def read(self, _sender: uuid.UUID, _body: bytes) -> None:
        """Take a letter."""
        self.arrived += 1

    def broken(self, _other: uuid.UUID | None) -> None:
        """Letters were lost, or nothing was sent yet."""


async def letters(server: Server) -> tuple[float, float]:
    """Seconds of a letter that travels alone, and of one of many, in the median."""
    address = sa.make_url(server.new_database())
    Lease(address, sealing_key=bytes(32)).close()  # makes the tables that processes share
    ann, bob, reader, key = uuid.uuid4(), uuid.uuid4(), _Reader(), bytes(32)
    one, two = Mail(address, ann, _Reader(), sealing_key=key), Mail(address, bob, reader, sealing_key=key)
    tasks = [asyncio.create_task(each.run()) for each in (one, two)]
    one.send(bob, LETTER)
    await _arrived(reader, 1)
    alone, together = list[float](), list[float]()
    for found, at_once, times in ((alone, 1, ALONE), (together, LETTERS, TIMES)):
        for _ in range(times):
            with _timed() as took:
                for _ in range(at_once):
                    one.send(bob, LETTER)
                await _arrived(reader, one.letters)
            found.append(took[0] / at_once)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return statistics.median(alone), statistics.median(together)


async def _arrived(reader: _Reader, number: int) -> None:
    while reader.arrived < number:
        await asyncio.sleep(0)


def measured() -> Units:
    """Measure everything."""
    busy = os.getloadavg()[0]
    python = platform.python_version()
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {python}, {busy:.0f} processes running"
    played = playing()
    sockets = over_sockets()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sqlite, verified = stored(str(folder / "journal.db"), folder)
        server = Server(fsync=True)
        try:
            postgresql, _ = stored(server.new_database(), folder)
            alone, together = asyncio.run(letters(server))
        finally:
            server.remove()
    return Units(
        machine=machine,
        playing=played,
        cpu_of_an_act=1 / sockets["rate"],
        process=sockets["empty"],
        table=memory_of_a_table(),
        viewer=sockets["viewer"],
        sqlite=sqlite,
        postgresql=postgresql,
        verified=verified,
        letter_alone=alone,
        letter=together,
    )


def kept() -> Units:
    """The unit costs that were kept."""
    return msgspec.json.decode(FILE.read_bytes(), type=Units)


def main() -> None:
    """Measure, print, and keep if that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", action="store_true", help=f"write bench/{FILE.name}")
    given = parser.parse_args()
    found = msgspec.json.format(msgspec.json.encode(measured()))
    print(found.decode())
    if given.keep:
        FILE.write_bytes(found + b"\n")


if __name__ == "__main__":
    main()
