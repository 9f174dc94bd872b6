"""Shuffles that are biased, each in a way that was once common; tests of the fair shuffle must find them."""

from __future__ import annotations

from collections.abc import Callable

from houseway.journal import shuffle
from houseway.journal.shuffle import Bits

Shuffle = Callable[[int, Bits], list[int]]


def modulo(cards: int, bits: Bits) -> list[int]:
    """Biased: takes a remainder, so low places come up more often."""
    order = list(range(cards))
    for last in range(cards - 1, 0, -1):
        place = bits(last.bit_length() + 1) % (last + 1)
        order[last], order[place] = order[place], order[last]
    return order


def any_place(cards: int, bits: Bits) -> list[int]:
    """Biased: swaps each card with any place, which has more outcomes than there are orders."""
    order = list(range(cards))
    for one in range(cards):
        place = shuffle.below(cards, bits)
        order[one], order[place] = order[place], order[one]
    return order


def few_bits(cards: int, bits: Bits) -> list[int]:
    """Biased: sorts by random keys with so few bits that cards tie, and tied cards stay in order."""
    width = (cards - 1).bit_length()
    return sorted(range(cards), key=[bits(width) for _ in range(cards)].__getitem__)


BAD = [modulo, any_place, few_bits]
