"""The speed of the journal on both stores, measured in one run on one machine: `make bench`.

An append is one round's entry with six postings, in its own transaction or a hundred per transaction. The baseline is
the least any store must do: writing the same number of bytes to a file, with as many fsyncs. Times are only valid for
this run; compare the ratios.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from houseway.journal.store import Append, Entry, Journal, Posting
from houseway.journal.verify import verify
from support.postgres import NoServer, Server

SINGLE, BATCHED, BATCH, WRITERS = 1000, 10_000, 100, 4
BODY = b'{"event":"settled","position":3,"wager":"standard","stake":2500,"result":"win","clause":"3.22"}' * 2
POSTINGS = (
    Posting("escrow:t1", -5000),
    Posting("player:ann", 4875),
    Posting("commission:t1", 125),
    Posting("player:ann", -2500),
    Posting("house:t1", -2500),
    Posting("escrow:t1", 5000),
)


def _append(stream: str, version: int) -> Append:
    entry = Entry("settled", BODY, POSTINGS)
    return Append(stream=stream, entries=(entry,), expected_version=version, key=f"{stream} {version}")


def _say(what: str, number: int, took: float) -> float:
    print(f"  {what:<44}{took:7.2f} s {number / took:10,.0f} per second")
    return number / took


def _singles(journal: Journal, stream: str, number: int) -> None:
    for version in range(number):
        wanted = _append(stream, version)
        journal.append(stream, wanted.entries, expected_version=version, key=wanted.key)


@contextmanager
def _timed() -> Iterator[list[float]]:
    took = [time.perf_counter()]
    yield took
    took[0] = time.perf_counter() - took[0]


def measure(name: str, url: str, folder: Path) -> None:
    """Single appends, batches, several writers, reading and verifying."""
    print(name)
    with Journal.open(url, key_file=folder / f"{name}.key") as journal:
        start = Entry("bought", b"{}", (Posting("cage", -(10**9)), Posting("player:ann", 10**9)))
        bank = Entry("bought", b"{}", (Posting("player:ann", -(10**8)), Posting("escrow:t1", 10**8)))
        journal.append("cage", [start, bank], expected_version=0, key="start")
        with _timed() as took:
            _singles(journal, "single", SINGLE)
        _say("appends, one per commit", SINGLE, took[0])
        with _timed() as took:
            for first in range(0, BATCHED, BATCH):
                journal.append_many([_append("batched", first + number) for number in range(BATCH)])
        _say(f"appends, {BATCH} per commit", BATCHED, took[0])
        others = [Journal.open(url, key_file=folder / f"{name}.key") for _ in range(WRITERS)]
        work = [
            threading.Thread(target=_singles, args=(other, f"writer {number}", SINGLE // WRITERS))
            for number, other in enumerate(others)
        ]
        with _timed() as took:
            for thread in work:
                thread.start()
            for thread in work:
                thread.join()
        _say(f"appends, one per commit, {WRITERS} writers at once", SINGLE, took[0])
        for other in others:
            other.close()
        with _timed() as took:
            number = sum(1 for _ in journal.read("batched"))
        _say("entries read", number, took[0])
        with _timed() as took:
            report = verify(journal)
        assert report.whole, report.findings
        _say("entries verified", report.entries, took[0])


def floor(folder: Path) -> None:
    """The speed of the disk alone."""
    print("a plain file, synced as often")
    with (folder / "plain").open("wb") as file:
        for number, batch in ((SINGLE, 1), (BATCHED, BATCH)):
            with _timed() as took:
                for _ in range(number // batch):
                    file.write((BODY + bytes(300)) * batch)
                    file.flush()
                    os.fsync(file.fileno())
            _say(f"appends, {batch if batch > 1 else 'one'} per commit", number, took[0])


def main() -> None:
    """Everything, in one run."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        floor(folder)
        measure("SQLite", str(folder / "journal.db"), folder)
        try:
            server = Server(fsync=True)
        except NoServer as error:
            print(f"PostgreSQL: {error}")
            return
        try:
            measure("PostgreSQL", server.new_database(), folder)
        finally:
            server.remove()


if __name__ == "__main__":
    main()
