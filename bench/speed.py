"""The speed of setting, checking and evaluating hands, measured in one run on one machine: `make bench`.

Prints hands set per second through the command line, compile and check times, and five-card evaluations per second
beside other libraries, as ratios. Times are only valid for this run; compare the ratios.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from houseway import books
from houseway.cards.card import CARDS
from houseway.cards.tables import five_table
from houseway.rulebook.check import check

BENCH = Path(__file__).resolve().parent
PEERS_PYTHON = BENCH.parent / ".bench-venv" / "bin" / "python"
HANDS = 100_000


def seconds(work: Callable[[], object]) -> float:
    """How long one run of the work takes."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def random_hands(number: int, dealt: int, cards: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """Random hands from a fixed seed."""
    keys = np.random.default_rng(7).random((number, cards))
    return np.argpartition(keys, dealt, axis=1)[:, :dealt].astype(np.uint8)


def through_the_pipe() -> None:
    """`houseway set` on random hands from a pipe."""
    text = "\n".join(" ".join(CARDS[card].text for card in row) for row in random_hands(HANDS, 7, 53).tolist())
    command = [str(Path(sys.executable).parent / "houseway"), "set", "mbs-v4", "--json"]
    took = seconds(lambda: subprocess.run(command, input=text.encode(), stdout=subprocess.DEVNULL, check=True))
    print(f"houseway set --json, {HANDS:,} hands from a pipe{'':<4}{took:6.2f} s {HANDS / took:12,.0f} hands/s in all")


def proving() -> None:
    """Compiling and checking one seven-card book in a new process."""
    code = (
        "import time; t = time.perf_counter(); from houseway import books; from houseway.rulebook.check import check; "
    )
    for what, work in (("compile", "books.get('mbs-v4').compiled"), ("check", "check(books.get('mbs-v4'))")):
        done = subprocess.run(
            [sys.executable, "-c", f"{code}{work}; print(time.perf_counter() - t)"],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        print(f"{what} of mbs-v4 in a new process{'':<21}{float(done.stdout):6.2f} s")
    took = seconds(lambda: check(books.get("five-card")))
    print(f"check of five-card{'':<36}{took:6.2f} s")


def compiled_settings() -> None:
    """Setting hands by the compiled array, inside a process."""
    book = books.get("mbs-v4")
    book.compiled  # noqa: B018
    rows = random_hands(1_000_000, 7, 53)
    took = seconds(lambda: book.set_many(rows))
    print(f"compiled house way, 1,000,000 hands in an array{'':<7}{took:6.2f} s {len(rows) / took:12,.0f} hands/s")


def evaluations() -> None:
    """Five-card evaluations per second, compared with other libraries."""
    table = five_table()
    rows = np.sort(random_hands(1_000_000, 5, 52), axis=1)
    ours = len(rows) / min(seconds(lambda: table.ranks(rows)) for _ in range(3))
    print(f"\nfive-card evaluations per second{'':<22}{ours:12,.0f}  houseway tables.py, arrays of 1,000,000")
    if not PEERS_PYTHON.exists():
        print("the peers are not installed: run `make bench`")
        return
    done = subprocess.run([str(PEERS_PYTHON), str(BENCH / "peers.py")], capture_output=True, text=True, check=True)
    for name, rate in json.loads(done.stdout).items():
        print(f"{'':<54}{rate:12,.0f}  {name}: houseway is {ours / rate:,.1f} times as fast")


def main() -> None:
    """Everything, in one run."""
    print(f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}, numpy {np.__version__}\n")
    through_the_pipe()
    proving()
    compiled_settings()
    evaluations()


if __name__ == "__main__":
    main()
