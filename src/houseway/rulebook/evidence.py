"""The files a book is checked against: the worked examples of its document, and its pinned counts.

Here: reading and writing those files. Not here: comparing them with the book (`check`).
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from houseway.cards.card import Card, draw_cards, read_cards
from houseway.errors import BadBook, BadCards


@dataclass(frozen=True)
class Example:
    """One worked example: where it is printed, the hand, and how the document sets it."""

    place: str
    printed: str
    clause: str
    hand: tuple[Card, ...]
    low: tuple[Card, ...]
    high: tuple[Card, ...]


def read_examples(path: Path) -> tuple[Example, ...]:
    """The worked examples of a file; none if there is no file."""
    if not path.is_file():
        return ()
    lines = [line for line in _text(path).splitlines() if not line.startswith("#")]
    rows = csv.DictReader(lines)
    missing = {"clause", "hand", "low", "high"} - set(rows.fieldnames or ())
    if missing:
        raise BadBook(f"{path.name}: there is no column {sorted(missing)[0]!r}")
    examples = []
    for number, row in enumerate(rows, 1):
        place = f"{path.name}, example {number}"
        try:
            hand, low, high = (read_cards(row[column] or "") for column in ("hand", "low", "high"))
        except BadCards as error:
            raise BadBook(f"{place}: {error}") from error
        if sorted((*low, *high)) != sorted(hand) or len(low) != 2:
            raise BadBook(f"{place}: its high and low hands must be the cards of {draw_cards(hand)}, two of them low")
        examples.append(Example(place, row.get("printed") or "", row["clause"] or "", hand, low, high))
    return tuple(examples)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadBook(f"{path.name}: is not UTF-8 text") from error


def read_counts(path: Path) -> dict[str, str] | None:
    """The pinned counts of a file by what they count, or None if there is no file."""
    if not path.is_file():
        return None
    pinned = {}
    for number, line in enumerate(_text(path).splitlines(), 1):
        if line.startswith("#") or not line.strip():
            continue
        count, _, what = line.strip().partition("  ")
        if not what:
            raise BadBook(f"{path.name}, line {number}: {line!r} is not a count followed by what it counts")
        pinned[what.strip()] = count
    return pinned


def write_counts(path: Path, book: str, counts: Mapping[str, str]) -> None:
    """Pin the counts of a book."""
    head = (
        f"# What `houseway check {book}` counts over every hand of the deck; `--write` writes this file.\n"
        "# Hands by clause and by pay line, and what else must not change unnoticed: payments, rulings with the hands\n"
        "# their other readings would move, procedure, and a fingerprint of how every shape is set.\n"
    )
    width = max((len(count) for count in counts.values() if count.isdigit()), default=0)
    lines = [f"{count:>{width}}  {what}" for what, count in counts.items()]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(head + "\n".join(lines) + "\n", encoding="utf-8")
