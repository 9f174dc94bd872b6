"""What a hand on the table is worth, from its cards as they are written."""

from __future__ import annotations

from houseway.cards.card import Card
from houseway.cards.ranking import HandRank
from houseway.rulebook.rulebook import rank_of
from houseway.table.commands import Cards


def rank(cards: Cards) -> HandRank:
    """The rank of a high hand or a low hand.

    >>> str(rank(("Ac", "Jk")))
    'Pair of aces'
    """
    return rank_of([Card(card) for card in cards])
