"""Exact counting compared with the previous release, in one run: `python bench/releases.py [--pairs N]`.

The previous release is checked out into a temporary folder, and both are run by the same Python with the same packages:
the command `odds mbs-v4` with an empty cache, first with the house way, then with best play. Kernels and Python's own
bytecode are compiled before the clock starts, as an installation does. CPU seconds are compared, because other work on
the machine changes them least; the order alternates.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PREVIOUS = "60ea6db"
"""The last commit before the release that this one is compared with was closed."""
COUNTS = (
    ("house edge of mbs-v4", ["odds", "mbs-v4", "--json"], 0.5),
    ("best play of all hands", ["odds", "mbs-v4", "--player", "best", "--json"], 0.25),
)


class Release:
    """The source of one release, with compiled kernels of its own."""

    def __init__(self, name: str, source: Path, kernels: Path) -> None:
        self.name = name
        self._source = source
        self._environment = {
            **os.environ,
            "PYTHONPATH": str(source / "src"),
            "NUMBA_CACHE_DIR": str(kernels),
            "PYTHONPYCACHEPREFIX": str(kernels / "bytecode"),
        }
        self._environment.pop("PYTHONDONTWRITEBYTECODE", None)
        with tempfile.TemporaryDirectory() as cache:
            self._run([sys.executable, str(source / "scripts" / "warm-kernels")], cache)
        self.count(["odds", "five-card", "--json"])

    def count(self, words: list[str]) -> tuple[bytes, float, float]:
        """What one command prints, its CPU seconds, and its memory in MiB."""
        code = "import sys; from houseway.cli import main; sys.argv[0] = 'houseway'; main()"
        with tempfile.TemporaryDirectory() as cache:
            return self._run([sys.executable, "-c", code, *words], cache)

    def _run(self, words: list[str], cache: str) -> tuple[bytes, float, float]:
        environment = {**self._environment, "HOUSEWAY_CACHE": cache}
        with tempfile.TemporaryFile() as printed:
            process = subprocess.Popen(words, stdout=printed, env=environment, cwd=self._source)
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode:
                raise SystemExit(f"{self.name}: {' '.join(words[2:])} failed")
            printed.seek(0)
            return printed.read(), used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def compare(old: Release, new: Release, *, pairs: int) -> None:
    """Print CPU seconds, memory and the ratio of every count; refuse to compare counts that differ."""
    for what, words, target in COUNTS:
        ratios = []
        for pair in range(pairs):
            order = (old, new) if pair % 2 == 0 else (new, old)
            found = {release.name: release.count(words) for release in order}
            (before, was, memory), (after, now, least) = found[old.name], found[new.name]
            if main_wager(before) != main_wager(after):
                raise SystemExit(f"{what}: the two releases count differently")
            ratios.append(now / was)
            print(
                f"{what:<26}{old.name} {was:7.2f} s of CPU, {memory:4.0f} MiB   "
                f"{new.name} {now:7.2f} s of CPU, {least:4.0f} MiB   ratio {now / was:.3f}",
                flush=True,
            )
        median = statistics.median(ratios)
        print(f"{what:<26}median ratio {median:.3f}, {'within' if median <= target else 'MISSES'} {target}\n")


def main_wager(printed: bytes) -> object:
    """Deals won, pushed and lost."""
    main = json.loads(printed)["wagers"]["main"]
    return [main[name] for name in ("win", "standoff", "lose")]


def main() -> None:
    """Check the previous release out, and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=1, help="how often each count is run by either release")
    options = parser.parse_args()
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    print(
        f"{os.cpu_count()} cores, {memory:.0f} GiB, {platform.machine()}, Python {platform.python_version()}, "
        f"{os.getloadavg()[0]:.1f} other processes running on average\n"
    )
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        git = ["git", "-C", str(ROOT)]
        archive = subprocess.run([*git, "archive", PREVIOUS], capture_output=True, check=False)
        if archive.returncode:
            print("the previous release is not in this checkout: no ratios")
            return
        (place / "source").mkdir()
        subprocess.run(["tar", "-x", "-C", str(place / "source")], input=archive.stdout, check=True)
        old = Release("0.2.0", place / "source", place / "old kernels")
        new = Release("now", ROOT, place / "new kernels")
        compare(old, new, pairs=options.pairs)


if __name__ == "__main__":
    main()
