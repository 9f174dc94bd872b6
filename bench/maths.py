"""How long exact counting takes, how it grows, and what plain look-ups cost: `python bench/maths.py`.

Commands run in new processes, as from a shell, with an empty cache and then with a full one. Times are only valid for
this run; compare the ratios. `--best-play` adds the best play of a whole seven-card book, which takes minutes;
`--one-hand` measures nothing but the best setting of a hand.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from operator import truediv
from pathlib import Path

import numpy as np

from houseway import books
from houseway.cards.deck import Deck
from houseway.maths.count import pairs
from houseway.maths.count.hand_lists import shared_ranks, shared_suited
from houseway.maths.count.whole_book import main_odds
from houseway.maths.play.one_hand import best
from houseway.maths.play.tally import load, unload
from houseway.maths.simulate.run import BLOCK, Plan, count_blocks
from houseway.maths.worth import cached_settings, game_of, one_setting

BENCH = Path(__file__).resolve().parent
RUNS = 11
PEERS_PYTHON = BENCH.parent / ".bench-venv" / "bin" / "python"
HOUSEWAY = Path(sys.executable).parent / "houseway"
HANDS = ("Ac Kd Qd Qs 9h 5c 2s", "Jk Ac Ad Ah As Kc Kd", "2c 4c 6c 8c Tc Qh Kd", "9c 9d 9h 9s Ac Kd 2h")


def command(words: list[str], *, cache: str, kernels: str = "") -> None:
    """Run one command in a new process; print its time, CPU time and memory."""
    environment = {**os.environ, "HOUSEWAY_CACHE": cache, **({"NUMBA_CACHE_DIR": kernels} if kernels else {})}
    begin = time.perf_counter()
    process = subprocess.Popen([str(HOUSEWAY), *words], stdout=subprocess.DEVNULL, env=environment)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    took = time.perf_counter() - begin
    if process.returncode:
        raise SystemExit(f"houseway {' '.join(words)} failed")
    cpu = used.ru_utime + used.ru_stime
    print(f"{took:8.2f} s, {cpu:7.2f} s of CPU, {used.ru_maxrss / 1024:6,.0f} MiB")


def commands(*, best_play: bool) -> None:
    """Every command, with an empty cache and again."""
    with tempfile.TemporaryDirectory() as cache, tempfile.TemporaryDirectory() as kernels:
        for what, words, compiled in (
            ("odds mbs-v4, empty cache, kernels compiled too", ["odds", "mbs-v4"], kernels),
            ("odds mbs-v4, cached", ["odds", "mbs-v4"], ""),
            ("odds fortune-us, empty cache", ["odds", "fortune-us"], ""),
            ("odds five-card, empty cache", ["odds", "five-card"], ""),
            ("best mbs-v4, first hand", ["best", "mbs-v4", HANDS[0]], ""),
            ("best mbs-v4, next hand", ["best", "mbs-v4", HANDS[1]], ""),
            ("diff mbs-v4 fortune-us --odds", ["diff", "mbs-v4", "fortune-us", "--odds"], ""),
            *([("odds mbs-v4 --player best", ["odds", "mbs-v4", "--player", "best"], "")] if best_play else []),
        ):
            print(f"{what:<52}", end="", flush=True)
            command(words, cache=cache, kernels=compiled)


def per_call(work: Callable[[], object], number: int) -> float:
    """CPU seconds of a call, the first one not counted."""
    work()
    begin = time.process_time()
    for _ in range(number):
        work()
    return (time.process_time() - begin) / number


def one_hand() -> None:
    """The best setting of a hand inside a process: by numpy and by the kernel in turn."""
    for name in ("mbs-v4", "five-card"):
        book, rng = books.get(name).compile(), random.Random(7)
        hands = [tuple(rng.sample(book.deck.cards, book.dealt)) for _ in range(50)]
        taken: dict[str, list[float]] = {"numpy": [], "kernel": []}
        for _ in range(RUNS):
            unload()
            taken["numpy"].append(per_call(lambda: [best(book, hand) for hand in hands], 1) / len(hands))  # noqa: B023
            load(book, None)
            taken["kernel"].append(per_call(lambda: [best(book, hand) for hand in hands], 1) / len(hands))  # noqa: B023
        plain, fast = (1000 * statistics.median(each) for each in taken.values())
        ratio = statistics.median(map(truediv, *taken.values()))
        what = f"best {name}, in a process"
        print(f"{what:<36}{plain:8.2f} ms per hand by numpy, {fast:6.2f} ms by the kernel: {ratio:.1f} times as fast")


def growth() -> None:
    """How the cost grows with the shared cards, with the deck, and with rounds."""
    book = books.get("mbs-v4")
    game, settings = game_of(book), cached_settings(book, None)
    deals = pairs.Deals(game, settings.dealers, one_setting(settings.worth))
    for work in (pairs.count_shared_ranks, pairs.count_shared_flushes):
        work(deals, 4, 0, 1)
    print("\nshared cards   sets of ranks   CPU seconds   sets in suit   CPU seconds")
    for size in range(game.dealt + 1):
        each = []
        for work in (pairs.count_shared_ranks, pairs.count_shared_flushes):
            begin = time.process_time()
            work(deals, size, 0, 1 << 30)
            each.append(time.process_time() - begin)
        ranks, suited = len(shared_ranks(game, size)[0]), len(shared_suited(game, size))
        print(f"{size:12}{ranks:16,}{each[0]:14.2f}{suited:15,}{each[1]:14.2f}")
    print("\ncards in the deck        hands    shapes   CPU seconds of the main wager")
    for ranks in (5, 7, 9, 11, 13):
        little = replace(book, deck=Deck(joker=True, ranks=tuple(range(15 - ranks, 15))))
        little.compiled  # noqa: B018
        begin = time.process_time()
        main_odds(little)
        took = time.process_time() - begin
        print(f"{little.deck.size:17}{little.number_of_hands:13,}{len(little.shapes.keys):10,}{took:14.2f}")
    plan = Plan(book, book.digest, 10**12, 1, 1, Path(tempfile.gettempdir()))
    count_blocks(plan, 0, 1)
    print("\nsimulated rounds   CPU seconds")
    for blocks in (16, 64, 256):
        begin = time.process_time()
        count_blocks(plan, 0, blocks)
        print(f"{blocks * BLOCK:16,}{time.process_time() - begin:14.3f}")


def floor() -> None:
    """Simulated rounds compared with a plain loop over the same tables, and with another simulator."""
    book = books.get("mbs-v4")
    plan = Plan(book, book.digest, 10**12, 1, 1, Path(tempfile.gettempdir()))
    count_blocks(plan, 0, 1)
    begin = time.process_time()
    count_blocks(plan, 0, 256)
    ours = 256 * BLOCK / (time.process_time() - begin)
    worth = cached_settings(book, None).worth
    asked = np.random.default_rng(7).integers(0, len(worth), 10_000_000)
    plain = len(asked) / per_call(lambda: worth.take(asked).sum(), 5)
    print(
        f"\nsimulated rounds of one position, per CPU-second{'':<4}{ours:14,.0f}  two hands dealt, set, compared, paid"
    )
    print(
        f"plain numpy look-ups of what a hand is worth{'':<8}{plain:14,.0f}  floor: {plain / 2 / ours:.1f} times that"
    )
    if PEERS_PYTHON.exists():
        done = subprocess.run([str(PEERS_PYTHON), str(BENCH / "pygow.py")], capture_output=True, text=True, check=True)
        found = json.loads(done.stdout)
        rate = found["rounds"] / found["seconds"]
        print(f"pygow-poker rounds, per CPU-second{'':<18}{rate:14,.0f}  houseway: {ours / rate:,.0f} times as many")
    else:
        print("pygow-poker is not installed: run `make bench`")


def main() -> None:
    """Everything, in one run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--best-play", action="store_true")
    parser.add_argument("--one-hand", action="store_true", help="nothing but the best setting of a hand")
    options = parser.parse_args()
    print(f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}, numpy {np.__version__}\n")
    if options.one_hand:
        one_hand()
        return
    commands(best_play=options.best_play)
    one_hand()
    growth()
    floor()


if __name__ == "__main__":
    main()
