"""Privileged looks at cards, kept as significant events: who looked at which cards, when, and how.

Here: noting a look at past rounds. One at a conceded hand is an event of the table (`table_notes`), and a player's look
at their own hand is ordinary play. Not here: who may look (`table.decide`, `people.acts`).
"""

from __future__ import annotations

from collections.abc import Sequence

from houseway.journal.significant import note
from houseway.journal.store import Journal

LOOKED = "cards looked at"
"""The kind of such an event."""


def note_look(journal: Journal, *, by: str, table: str, rounds: Sequence[int], how: str) -> None:
    """Note that somebody looked at rounds of a table."""
    note(journal, LOOKED, by=by, what=f"{table}, {_numbers(rounds)}", why=how)


def _numbers(rounds: Sequence[int]) -> str:
    """Rounds in words; none given are all.

    >>> _numbers([7]), _numbers([9, 8, 7]), _numbers([9, 3]), _numbers([])
    ('round 7', 'rounds 7 to 9', 'rounds 3, 9', 'all rounds')
    """
    if not rounds:
        return "all rounds"
    first, last = min(rounds), max(rounds)
    if first == last:
        return f"round {first}"
    if last - first + 1 == len(rounds):
        return f"rounds {first} to {last}"
    return f"rounds {', '.join(str(number) for number in sorted(rounds))}"
