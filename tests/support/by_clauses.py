"""Setting hands by the clauses themselves, many at once: what a compiled or a cached book is compared with."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from houseway.cards.card import Card
from houseway.rulebook.rulebook import Rulebook, Setting


def set_by_clauses(book: Rulebook, hands: Sequence[Sequence[Card]]) -> list[Setting]:
    """How the clauses of a book set each hand."""
    ordered, settings = book.set_each(np.array([[card.index for card in hand] for hand in hands], dtype=np.uint8))
    return [book.setting(tuple(hand), ordered[number], settings, number) for number, hand in enumerate(hands)]
