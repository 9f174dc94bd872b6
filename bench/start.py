"""How long the command takes to start, as a multiple of `python -c pass` measured in the same run.

The commands take turns, so that other work on the machine affects all of them. Each runs once before, so that its files
are cached. CPU time is the median of all runs; wall time is printed beside it.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HOUSEWAY = str(Path(sys.executable).parent / "houseway")
HAND = "Kc Qh 9s 6h 4c 3d 2s"
COMMANDS: dict[str, tuple[list[str], int]] = {
    "python -c pass": ([sys.executable, "-c", "pass"], 0),
    "houseway --version": ([HOUSEWAY, "--version"], 6),
    "houseway --help": ([HOUSEWAY, "--help"], 6),
    "houseway set, one hand": ([HOUSEWAY, "set", "mbs-v4", HAND], 15),
    "houseway best, one hand": ([HOUSEWAY, "best", "mbs-v4", HAND], 25),
}
"""What is run, and the multiple it should stay within."""


def once(command: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """The CPU seconds and the wall seconds of one run."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=environment)
    wall, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall


def verdict(ratio: float, within: int) -> str:
    """Whether a multiple stays within its goal.

    >>> verdict(24.9, 25), verdict(25.1, 25)
    ('  within 25x: met', '  within 25x: MISSED')
    """
    return f"  within {within}x: {'met' if ratio <= within else 'MISSED'}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=11)
    runs = parser.parse_args().runs
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in COMMANDS}
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "HOUSEWAY_CACHE": cache}
        for command, _ in COMMANDS.values():
            once(command, environment)
        for _ in range(runs):
            for name, (command, _) in COMMANDS.items():
                taken[name].append(once(command, environment))
    cpu, wall = ({name: statistics.median(run[at] for run in each) for name, each in taken.items()} for at in (0, 1))
    first = next(iter(COMMANDS))
    print(f"Starting the command, median of {runs} runs\n")
    for name, (_, within) in COMMANDS.items():
        ratio = cpu[name] / cpu[first]
        goal = verdict(ratio, within) if within else ""
        print(f"{name:<26}{cpu[name] * 1000:7.0f} ms CPU {ratio:6.1f}x   wall {wall[name] / wall[first]:6.1f}x{goal}")


if __name__ == "__main__":
    main()
