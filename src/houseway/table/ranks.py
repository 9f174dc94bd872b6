"""What a hand on the table is worth, from its cards as they are written."""

from __future__ import annotations

import functools

from houseway.cards.card import Card
from houseway.cards.ranking import HandRank
from houseway.rulebook.rulebook import Rulebook
from houseway.table.commands import Cards


@functools.lru_cache(maxsize=8192)
def rank(book: Rulebook, cards: Cards) -> HandRank:
    """The rank of a high hand or a low hand.

    >>> import houseway.books
    >>> str(rank(houseway.books.get("mbs-v4"), ("Ac", "Jk")))
    'Pair of aces'
    """
    return book.rank_of([Card(card) for card in cards])
