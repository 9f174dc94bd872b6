"""The shape of one hand, without arrays and without numpy.

Here: the canonical order of a hand's cards, the key of its shape, and finding its number among all shapes. Not here:
the shapes themselves (`shapes`).
"""

from __future__ import annotations

import bisect
from collections.abc import Sequence
from typing import NamedTuple

from houseway.cards.card import JOKER_INDEX

JOKER_BIT, SUITED_SHIFT = 39, 40
JOKER_KEY = 1 << JOKER_BIT
RANKS_HELD = JOKER_KEY - 1
"""A shape's key: how often each rank is held, in three bits per rank; the Joker; the suited ranks from SUITED_SHIFT."""
SUIT_COUNTS = [1 << 4 * (card % 4) for card in range(52)] + [0x1111]
"""What a card adds to one number that counts each suit in four bits; the Joker counts in every suit."""
_SUIT_OF = {0: -1, 0x8: 0, 0x80: 1, 0x800: 2, 0x8000: 3}
_ORDER = [
    [1000 if card == JOKER_INDEX else 2 * card - card % 4 + 4 * (card % 4 != suit) for card in range(53)]
    for suit in range(4)
]
"""For each flush suit, the number by which cards are sorted into canonical order."""
_KEY = [
    [
        JOKER_KEY if card == JOKER_INDEX else (1 << 3 * (card // 4)) + ((card % 4 == suit) << SUITED_SHIFT + card // 4)
        for card in range(53)
    ]
    for suit in (0, 1, 2, 3, -1)
]
"""For each flush suit, and last for none, what a card adds to the key of its hand."""
RANK_KEYS = _KEY[-1]
"""What a card adds to the key of its hand where no flush is possible."""


def flush_suit(hand: Sequence[int], flush: int) -> int:
    """The suit in which a hand could make a flush of `flush` cards, or -1.

    >>> flush_suit([0, 4, 8, 12, 52, 1, 2], 5)
    0
    """
    return _SUIT_OF[sum(map(SUIT_COUNTS.__getitem__, hand)) + (8 - flush) * 0x1111 & 0x8888]


def ordered_and_key(hand: Sequence[int], suit: int) -> tuple[list[int], int]:
    """A hand's cards in canonical order and the key of its shape, given its flush suit.

    >>> ordered_and_key([51, 0, 4, 8, 50], -1)[0]
    [0, 4, 8, 50, 51]
    """
    key = sum(map(_KEY[suit].__getitem__, hand))
    return (sorted(hand) if suit < 0 else sorted(hand, key=_ORDER[suit].__getitem__)), key


class ShapeIndex(NamedTuple):
    """The keys of all shapes in order, and which of them `Shapes.refined` splits: enough to find one hand's number."""

    flush: int
    keys: Sequence[int]
    split: Sequence[int]

    def find(self, hand: Sequence[int]) -> tuple[list[int], int, int]:
        """A hand's cards in canonical order, its shape, and its number among the refined shapes."""
        suit = flush_suit(hand, self.flush)
        ordered, key = ordered_and_key(hand, suit)
        number = bisect.bisect_left(self.keys, key)
        if suit < 0:
            return ordered, number, number
        beside = [card for card in hand if card % 4 != suit and card != JOKER_INDEX]
        if len(beside) == 2 and beside[0] % 4 == beside[1] % 4:
            return ordered, number, len(self.keys) + bisect.bisect_left(self.split, number)
        return ordered, number, number
