"""How many hands of each shape can still be dealt once some cards are gone.

Here: counting, in whole numbers. Not here: what a hand is worth.

If d cards of a rank are gone, R cards of it can be held in choose(4 - d, R) ways; the weight of a shape known by its
ranks alone is the product of these. A shape with a possible flush has, for each suit, no weight if a card of its suited
ranks is gone, or else the product of choose(3 - d', O) over its cards outside that suit; those hands are then
subtracted from the shape with the same ranks.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import JOKER_INDEX
from houseway.cards.shapes import JOKER_KEY, RANKS_HELD, SUITED_SHIFT, Shapes

_GROUP = 3
_GROUPS = 5
"""Thirteen ranks of three bits each, looked up three ranks at a time."""


@dataclass(frozen=True, eq=False)
class Remaining:
    """The shapes of a deck, arranged for counting the hands left of each; `remaining` makes one."""

    groups: NDArray[np.intp]
    """For each shape known by its ranks alone, how often it holds each rank, three ranks per number."""
    joker: NDArray[np.bool_]
    """Whether each of those holds the Joker."""
    suited: NDArray[np.intp]
    """For each shape with a possible flush, its suited ranks as a mask."""
    beside: NDArray[np.intp]
    """Which cards each of those holds outside that suit, as an index into `BESIDE`."""
    flush_joker: NDArray[np.bool_]
    """Whether each of those holds the Joker."""
    parent: NDArray[np.intp]
    """For each of those, the number of the shape with the same ranks."""

    def weights(self, gone: Iterable[int]) -> NDArray[np.int64]:
        """The number of hands of each shape without the cards that are gone.

        >>> from houseway.cards.deck import Deck
        >>> from houseway.cards.shapes import shapes_of
        >>> left = remaining(shapes_of(Deck(joker=True), dealt=7, flush=5))
        >>> int(left.weights([0, 1, 2, 3, 50, 51, 52]).sum()) == comb(46, 7)
        True
        """
        cards = sorted(set(gone))
        naturals = [card for card in cards if card != JOKER_INDEX]
        joker_left = JOKER_INDEX not in cards
        by_rank = [sum(card // 4 == rank for card in naturals) for rank in range(13)]
        all_suits = np.where(self.joker, joker_left, True).astype(np.int32)
        for group, table in zip(self.groups, _ways_by_group(tuple(by_rank)), strict=True):
            all_suits *= table.take(group)
        flushes = np.zeros(len(self.suited), dtype=np.int8)
        for suit in range(4):
            mask = sum(1 << card // 4 for card in naturals if card % 4 == suit)
            other = [gone - (mask >> rank & 1) for rank, gone in enumerate(by_rank)]
            flushes += _ways_beside(other).take(self.beside) * _disjoint(mask).take(self.suited)
        if not joker_left:
            flushes *= ~self.flush_joker
        # integers far below 2 ** 53, so adding them as floats is exact
        taken = np.bincount(self.parent, weights=flushes, minlength=len(self.joker))
        weights = np.empty(len(self.joker) + len(self.suited), dtype=np.int64)
        weights[: len(self.joker)] = all_suits - taken.astype(np.int32)
        weights[len(self.joker) :] = flushes
        return weights


BESIDE = {
    cards: number
    for number, cards in enumerate(
        cards for size in range(3) for cards in itertools.combinations_with_replacement(range(13), size)
    )
}
"""The ranks of up to two cards outside a flush, and the number of each such pair."""


def remaining(shapes: Shapes) -> Remaining:
    """Arrange the shapes of a deck; by their keys, those without a flush come first."""
    plain = int(np.searchsorted(shapes.keys, 1 << SUITED_SHIFT))
    ranks = shapes.keys & ((1 << SUITED_SHIFT) - 1)
    suited = shapes.keys[plain:] >> SUITED_SHIFT
    beside = ranks[plain:] & RANKS_HELD
    for rank in range(13):
        beside -= (suited >> rank & 1) << 3 * rank
    numbers = {sum(1 << 3 * rank for rank in cards): number for cards, number in BESIDE.items()}
    found, place = np.unique(beside, return_inverse=True)
    return Remaining(
        groups=np.stack([(ranks[:plain] & RANKS_HELD) >> 3 * _GROUP * g & 0o777 for g in range(_GROUPS)]),
        joker=ranks[:plain] & JOKER_KEY > 0,
        suited=suited,
        beside=np.array([numbers[key] for key in found.tolist()])[place],
        flush_joker=ranks[plain:] & JOKER_KEY > 0,
        parent=np.searchsorted(ranks[:plain], ranks[plain:]),
    )


@functools.lru_cache(maxsize=64)
def _ways_of_group(gone: tuple[int, ...]) -> NDArray[np.int32]:
    """For three ranks, with `gone` cards gone of each, the ways to hold 0 to 7 of each."""
    table = np.ones(1, dtype=np.int64)
    for dead in reversed(gone):
        table = np.outer(table, [comb(4 - dead, held) for held in range(8)]).ravel()
    return table.astype(np.int32)


def _ways_by_group(gone: tuple[int, ...]) -> list[NDArray[np.int32]]:
    padded = (*gone, *[0] * (_GROUP * _GROUPS - len(gone)))
    return [_ways_of_group(padded[_GROUP * g : _GROUP * g + _GROUP]) for g in range(_GROUPS)]


def _disjoint(mask: int) -> NDArray[np.int8]:
    """For every set of ranks, 1 where it has none in common with the mask."""
    return (_EVERY_SET & mask == 0).astype(np.int8)


_EVERY_SET = np.arange(1 << 13)


def _ways_beside(gone: Sequence[int]) -> NDArray[np.int8]:
    """For each pair of `BESIDE`, the ways to hold it in three suits, with `gone` cards gone of each rank."""
    ways = np.zeros(len(BESIDE), dtype=np.int8)
    left = [3 - dead for dead in gone]
    for cards, number in BESIDE.items():
        if len(cards) == 2:
            ways[number] = comb(left[cards[0]], 2) if cards[0] == cards[1] else left[cards[0]] * left[cards[1]]
        else:
            ways[number] = left[cards[0]] if cards else 1
    return ways
