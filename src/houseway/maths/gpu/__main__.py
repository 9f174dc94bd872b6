"""Measure what the device does: `python -m houseway.maths.gpu [BOOK] [--within 1e-9]`.

It needs numpy and CuPy alone, so that it runs on a machine where nothing else can be installed. Times of the device are
those of its own clock; the rest is wall time.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from houseway import books
from houseway.errors import HousewayError
from houseway.maths.cache import Cache, cache_folder
from houseway.maths.gpu.best_play import DeviceGame
from houseway.maths.gpu.simulation import play
from houseway.maths.simulate.tables import tables_of
from houseway.maths.solve.equilibrium import Solving, solve
from houseway.maths.solve.on_device import OnDevice
from houseway.maths.worth import cached_settings, game_of


def measure(name: str, within: Fraction) -> None:
    """Set a book up on the device, count it, and solve it."""
    began = time.perf_counter()
    book = books.get(name)
    house = cached_settings(book, Cache(cache_folder()))
    _say("the book, every shape set", time.perf_counter() - began)
    device = DeviceGame(game_of(book))
    device.cp.cuda.Device().synchronize()
    _say("set up, from the start", time.perf_counter() - began)
    cp, net = device.cp, book.main.net
    device.prepare(house)
    for _ in range(2):  # the first time also loads the code
        both, took = _timed(cp, lambda: device.house_way_and_best(house, net))
    print(f"house way: {both[0]}\nbest play: {both[1]}")
    _say("best play and house edge, device", took)
    for _ in range(2):
        seen, took = _timed(cp, lambda: device.dealer_seen_first(house))
    print(f"dealer seen first: {seen}")
    _say("dealer seen first, device", took)
    tables = tables_of(book)
    rounds, block = 1 << 34, 1 << 13
    play(device, tables, rounds=block, positions=1, seed=7, block=block)
    counts, took = _timed(cp, lambda: play(device, tables, rounds=rounds, positions=1, seed=7, block=block))
    main = tables.views(counts, 1).main
    print(f"simulated: {main[1, 0]:,} won, {main[0, 1]:,} lost of {rounds:,}")
    _say(f"{2 * rounds / took:.3g} hands a second, device", took)
    device.forget()
    started = time.perf_counter()
    solving = Solving(OnDevice(device, house, net))
    for bounds in solve(solving, within=within):
        print(
            f"{bounds.round:>4}  {float(bounds.lower):+.13f}  {float(bounds.upper):+.13f}  gap {float(bounds.gap):.2e}"
        )
    _say(f"bounds within {float(within):.0e}", time.perf_counter() - started)
    _say("everything, from the start", time.perf_counter() - began)
    print(f"memory of the device: {cp.get_default_memory_pool().total_bytes() / 1e9:.1f} GB at most")


def _timed(cp: Any, work: Callable[[], Any]) -> tuple[Any, float]:
    start, end = cp.cuda.Event(), cp.cuda.Event()
    start.record()
    found = work()
    end.record()
    end.synchronize()
    return found, cp.cuda.get_elapsed_time(start, end) / 1000


def _say(what: str, seconds: float) -> None:
    print(f"{what:<40}{seconds:8.3f} s", flush=True)


if __name__ == "__main__":
    words = sys.argv[1:]
    asked = words.pop(words.index("--within") + 1) if "--within" in words[:-1] else "1e-9"
    given = [word for word in words if not word.startswith("-")]
    try:
        measure(given[0] if given else "mbs-v4", Fraction(asked))
    except (HousewayError, ValueError) as error:
        sys.exit(f"houseway: {error}")
