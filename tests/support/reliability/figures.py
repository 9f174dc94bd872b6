"""What was done to a house and what came of it, kept for the figures of docs/reliability.md.

Here: the figures of one test, a line of JSON for each where `HOUSEWAY_FIGURES` names a file, and adding them up. Not
here: the harm (`harm`, `machines`, `proxy`), or what must hold (`checker`).
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from support.reliability.checker import Report
from support.reliability.crowd import Crowd, back_after

FILE = "HOUSEWAY_FIGURES"
NOTHING = ("acts lost", "acts doubled", "acts out of order", "cents created or destroyed", "cards leaked")
_PLAYED = (
    "acts sent", "acts acknowledged", "acts refused", "acts sent more than once", "rounds", "messages looked at",
    "cards looked at",
)  # fmt: skip


class Figures(msgspec.Struct):
    """The figures of one test."""

    test: str
    faults: dict[str, int]
    counts: dict[str, int]
    wrong: int
    back: dict[str, list[float]] = {}
    """Seconds until an act sent after a fault was acknowledged, at each table, by the fault."""


def of_a_crowd(crowd: Crowd, report: Report) -> Figures:
    """The figures of a test in which a crowd played."""
    back: defaultdict[str, list[float]] = defaultdict(list)
    for at, fault in crowd.faults:
        back[fault] += back_after(crowd.history, at).values()
    faults = Counter(fault for _, fault in crowd.faults)
    return Figures(_test(), dict(faults), dict(report.counts), len(report.wrong), dict(back))


def of_deaths(killed: Iterable[tuple[str, str]], report: Report) -> Figures:
    """The figures of a test in which processes killed themselves at commits: the moments, and which."""
    faults = Counter(f"process killed just {moment} a commit" for moment, _ in killed)
    return Figures(_test(), dict(faults), dict(report.counts), len(report.wrong))


def keep(figures: Figures) -> None:
    """Keep the figures of a test, if somebody asked for them."""
    if file := os.environ.get(FILE):
        with Path(file).open("ab") as opened:
            opened.write(msgspec.json.encode(figures) + b"\n")


def read(file: Path) -> list[Figures]:
    """What was kept in a file."""
    return [msgspec.json.decode(line, type=Figures) for line in file.read_bytes().splitlines()]


def shown(kept: Sequence[Figures]) -> Iterator[str]:
    """The sums, a line for each."""
    faults, counts = Counter[str](), Counter[str]()
    back: defaultdict[str, list[float]] = defaultdict(list)
    for each in kept:
        faults.update(each.faults)
        counts.update(each.counts)
        for fault, seconds in each.back.items():
            back[fault] += seconds
    yield f"{len(kept):10,} tests"
    kills = [seconds for fault, each in back.items() if "killed" in fault for seconds in each]
    number = sum(n for fault, n in faults.items() if "killed" in fault)
    yield f"{number:10,} kills survived{'':46}{_times(kills)}".rstrip()
    yield f"{faults.total():10,} faults:"
    for fault, number in sorted(faults.items()):
        yield f"{number:10,}     {fault:56}{_times(back[fault])}".rstrip()
    for name in (*_PLAYED, *NOTHING):
        yield f"{counts[name]:10,} {name}"
    yield f"{sum(each.wrong for each in kept):10,} wrong in any other way"


def _times(seconds: Sequence[float]) -> str:
    """The median, the slowest hundredth and the slowest."""
    if not seconds:
        return ""
    found = sorted(seconds)
    return f"p50 {found[len(found) // 2]:5.1f} s  p99 {found[len(found) * 99 // 100]:5.1f} s  most {found[-1]:5.1f} s"


def _test() -> str:
    """The test that is running."""
    return os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0].rpartition("/")[2]
