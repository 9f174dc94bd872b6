"""Counts of whole seven-card books that the quick tests take from a file rather than count. Here: reading that file."""

from __future__ import annotations

import csv
from dataclasses import dataclass

from houseway.maths.cache import Cache
from support.command import ROOT

FILE = ROOT / "tests" / "data" / "counted.csv"


@dataclass(frozen=True)
class Counted:
    """The deals of a book that the player wins and loses, and the name of the file they have in a cache."""

    file: str
    book: str
    win: int
    lose: int


def counted_before() -> list[Counted]:
    """Every row of the file."""
    lines = (line for line in FILE.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return [Counted(row["file"], row["book"], int(row["win"]), int(row["lose"])) for row in csv.DictReader(lines)]


def fill(cache: Cache) -> None:
    """Put them into a cache as if they had been counted just now."""
    for row in counted_before():
        what, _, digest = row.file.partition("-")
        cache.write(what, digest, f"[{row.win},{row.lose}]".encode())
