"""What a hand on the table is worth, from its cards as they are written."""

from __future__ import annotations

import functools
import itertools

from houseway.cards.card import Card
from houseway.cards.ranking import Category, HandRank
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


@functools.lru_cache(maxsize=1024)
def is_pai_gow(book: Rulebook, cards: Cards) -> bool:
    """Whether the cards of a whole hand make a Pai Gow: however they are set, both hands have nothing.

    >>> import houseway.books
    >>> book = houseway.books.get("mbs-v4")
    >>> [is_pai_gow(book, tuple(hand.split())) for hand in ("Ac Kd Jh 9s 7c 5d 3h", "Ac Kd Jh 9s 7c 5d 5h")]
    [True, False]
    """
    low_size = book.dealt - book.high_size
    return all(
        rank(book, part).category is Category.HIGH_CARD
        for low in itertools.combinations(cards, low_size)
        for part in (low, tuple(card for card in cards if card not in low))
    )
