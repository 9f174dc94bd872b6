"""How many rounds a simulation plays per CPU-second: `python bench/simulate.py [--seconds S] [BOOK ...]`.

Every wager of the book, at 1 and at 6 positions, in one thread, including the random numbers. Only the CPU time of that
thread counts, so that other work on the machine matters less. Also prints the cost of dealing the same cards alone, and
the fastest block of rounds. Times are only valid for this run; compare the ratios.
"""

from __future__ import annotations

import argparse
import os
import platform
import time
from collections.abc import Callable

from houseway import books
from houseway.maths.cache import cache_folder
from houseway.maths.simulate.run import BLOCK, Plan, count_blocks, dealt_cards
from houseway.rulebook.rulebook import Rulebook

POSITIONS = (1, 6)
_BLOCKS = 8


def measure(play: Callable[[int], object], seconds: float) -> tuple[float, float]:
    """Rounds per CPU-second of playing consecutive blocks: over all of them, and in the fastest."""
    play(0)
    spent: list[float] = []
    while sum(spent) < seconds:
        begin = time.thread_time()
        play(_BLOCKS * len(spent))
        spent.append(time.thread_time() - begin)
    rounds = _BLOCKS * BLOCK
    return rounds * len(spent) / sum(spent), rounds / min(spent)


def bench(book: Rulebook, positions: int, seconds: float) -> None:
    """One line for a book and a number of positions."""
    plan = Plan(book, book.digest, 10**12, positions, 1, cache_folder())
    begin = time.thread_time()
    count_blocks(plan, 0, 1)
    made = time.thread_time() - begin
    rate, quiet = measure(lambda block: count_blocks(plan, block, block + _BLOCKS), seconds)
    rounds = BLOCK * _BLOCKS
    dealing, _ = measure(
        lambda block: dealt_cards(
            book, positions=positions, seed=1, rounds=range(block * BLOCK, block * BLOCK + rounds)
        ),
        seconds / 4,
    )
    print(
        f"{book.id:<12}{positions} position{'s' if positions > 1 else ' '} {rate:12,.0f} rounds per CPU-second, "
        f"{quiet:12,.0f} in the fastest {rounds:,}; {rate * (positions + 1):12,.0f} hands; "
        f"dealing alone {dealing:12,.0f} rounds; first block {made:.1f} s"
    )


def main() -> None:
    """Every book, or those named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("books", nargs="*", default=books.names())
    parser.add_argument("--seconds", type=float, default=3.0)
    options = parser.parse_args()
    print(f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}")
    for name in options.books:
        for positions in POSITIONS:
            bench(books.get(name), positions, options.seconds)


if __name__ == "__main__":
    main()
