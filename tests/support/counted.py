"""Counts of whole seven-card books that the quick tests read from a file instead of counting. Here: reading it."""

from __future__ import annotations

import csv
from dataclasses import dataclass

from houseway.maths.cache import Cache
from support.command import ROOT

FILE = ROOT / "tests" / "data" / "counted.csv"


@dataclass(frozen=True)
class Counted:
    """The number of deals the player wins and loses under a book, and the name of its cache file."""

    file: str
    book: str
    player: str
    win: int
    lose: int


def counted_before() -> list[Counted]:
    """Every row of the file."""
    lines = (line for line in FILE.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return [
        Counted(row["file"], row["book"], row["player"], int(row["win"]), int(row["lose"]))
        for row in csv.DictReader(lines)
    ]


def fill(cache: Cache) -> None:
    """Put them into a cache as if they had been counted just now."""
    for row in counted_before():
        what, _, digest = row.file.partition("-")
        cache.write(what, digest, f"[{row.win},{row.lose}]".encode())
