"""The files a book is held against: the worked examples of its document, and its pinned counts.

Here: reading and writing those files. Not here: comparing them with the book (`check`).
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from houseway.cards.card import Card, read_cards
from houseway.errors import BadBook, BadCards


@dataclass(frozen=True)
class Example:
    """One worked example: where it is printed, the hand, and how the document sets it."""

    place: str
    clause: str
    hand: tuple[Card, ...]
    low: tuple[Card, ...]
    high: tuple[Card, ...]


def read_examples(path: Path) -> tuple[Example, ...]:
    """The worked examples of a file; none if there is no file."""
    if not path.is_file():
        return ()
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        missing = {"clause", "hand", "low", "high"} - set(rows.fieldnames or ())
        if missing:
            raise BadBook(f"{path.name}: there is no column {sorted(missing)[0]!r}")
        examples = []
        for number, row in enumerate(rows, 1):
            try:
                hand, low, high = (read_cards(row[column] or "") for column in ("hand", "low", "high"))
            except BadCards as error:
                raise BadBook(f"{path.name}, example {number}: {error}") from error
            examples.append(Example(f"{path.name}, example {number}", row["clause"], hand, low, high))
    return tuple(examples)


def read_counts(path: Path) -> dict[str, str] | None:
    """The pinned counts of a file by what they count, or nothing if there is no file."""
    if not path.is_file():
        return None
    pinned = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("#") or not line.strip():
            continue
        count, _, what = line.strip().partition("  ")
        if not what:
            raise BadBook(f"{path.name}, line {number}: {line!r} is not a count and what it counts")
        pinned[what.strip()] = count
    return pinned


def write_counts(path: Path, book: str, counts: Mapping[str, str]) -> None:
    """Pin the counts of a book."""
    head = (
        f"# What `houseway check {book}` counts over every hand of the deck; `--write` writes this file.\n"
        "# hands  clause, or wager and line; settings is a fingerprint of how every shape is set.\n"
    )
    width = max((len(count) for what, count in counts.items() if what != "settings"), default=0)
    lines = [f"{count:>{width}}  {what}" for what, count in counts.items()]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(head + "\n".join(lines) + "\n", encoding="utf-8")
