"""Dense integer ranks for many hands at once, built from `ranking` alone.

Here: turning arrays of cards into ranks 0, 1, 2 ... that compare as the hands do. Not here: what beats what; a
table is filled by asking `ranking` about one hand of each kind.

Cards are numbers (`Card.index`), a hand is a row in ascending order. A row's ranks (the Joker is a fourteenth) form a
multiset with a colexicographic index below 8,568; a row of one suit is looked up by its set of ranks instead. Both
tables stay in the first-level cache, so a look-up costs a few nanoseconds.
"""

from __future__ import annotations

import bisect
import functools
import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from houseway.cards import ranking
from houseway.cards.card import CARDS, JOKER_INDEX, Card
from houseway.cards.ranking import Category, HandRank, Wheel

Cards: TypeAlias = NDArray[np.uint8]
"""One row per hand, `Card.index` in ascending order."""
DenseRanks: TypeAlias = NDArray[np.int16]

_SUIT_BIT = np.array([1, 2, 4, 8] * 13 + [15], dtype=np.uint8)
_RANK_BIT = np.array([1 << index // 4 for index in range(53)], dtype=np.uint16)
_CATEGORIES = tuple(Category)
_SUIT_SHIFT = 45
_RANKS_HELD = (1 << _SUIT_SHIFT) - 1
_HELD = [(1 << 3 * (card // 4)) + (1 << _SUIT_SHIFT + 4 * (card % 4)) for card in range(JOKER_INDEX)]
_HELD.append((1 << 3 * 13) + (0x1111 << _SUIT_SHIFT))
"""What a card adds to one number that counts each rank in three bits, then each suit in four; the Joker is in all."""


@dataclass(frozen=True, eq=False)
class RankLookup:
    """The dense ranks of all hands of `size` cards: which of two hands is higher, not what they are called.

    These arrays are all that is needed to rank hands, so they can be kept on disk; `RankTable` knows the ranks too.
    """

    size: int
    by_ranks: DenseRanks
    by_suited_ranks: DenseRanks

    @functools.cached_property
    def steps(self) -> NDArray[np.int16]:
        """steps[i, card]: what the i-th lowest card adds to the multiset's index."""
        return np.array([[comb(card // 4 + i, i + 1) for card in range(53)] for i in range(self.size)], dtype=np.int16)

    @functools.cached_property
    def count(self) -> int:
        """How many ranks there are."""
        return 1 + int(max(self.by_ranks.max(), self.by_suited_ranks.max(initial=-1)))

    def ranks(self, cards: Cards) -> DenseRanks:
        """The dense rank of each row.

        >>> import numpy as np
        >>> from houseway.cards.card import read_cards
        >>> row = np.array([sorted(card.index for card in read_cards("Ac Kc Qc Jc @"))], dtype=np.uint8)
        >>> str(five_table().classes[five_table().ranks(row)[0]])
        'Royal flush'
        """
        return self.ranks_of_choices(cards.T, [range(self.size)])[0]

    def ranks_of_choices(self, columns: Cards, choices: Sequence[Sequence[int]]) -> list[DenseRanks]:
        """The dense ranks of hands made of some columns each: the lowest card of every hand, then the next, and so on.

        A card at one place adds the same to every hand that has it there, so that is looked up once.
        """

        @functools.cache
        def added(place: int, column: int) -> NDArray[np.int16]:
            return self.steps[place][columns[column]]

        suits = _SUIT_BIT[columns]
        return [
            self._found(
                functools.reduce(np.add, [added(place, column) for place, column in enumerate(chosen)]),
                functools.reduce(np.bitwise_and, [suits[column] for column in chosen]),
                [columns[column] for column in chosen],
            )
            for chosen in choices
        ]

    def _found(self, index: NDArray[np.int16], suit: Cards, columns: list[Cards]) -> DenseRanks:
        found: DenseRanks = self.by_ranks[index]
        suited = np.flatnonzero(suit)
        if len(suited) and len(self.by_suited_ranks):
            held = functools.reduce(np.bitwise_or, (_RANK_BIT[column[suited]] for column in columns))
            found[suited] = self.by_suited_ranks[held]
        return found


@dataclass(frozen=True, eq=False)
class RankTable(RankLookup):
    """The dense ranks of all hands of `size` cards under one ranking, and what each rank is.

    >>> table = five_table()
    >>> len(table.classes), str(table.classes[-1]), str(table.classes[0])
    (7463, 'Five aces', 'Seven high')
    """

    classes: tuple[HandRank, ...]
    """Every rank there is, lowest first; a dense rank is a position in this tuple."""

    def rank(self, cards: Sequence[int]) -> int:
        """The dense rank of one hand, its cards in any order: the same tables, looked up without arrays.

        >>> from houseway.cards.card import read_cards
        >>> str(five_table().classes[five_table().rank([card.index for card in read_cards("@ Ac Kc Qc Jc")])])
        'Royal flush'
        """
        held = sum(map(_HELD.__getitem__, cards))
        suited = (held >> _SUIT_SHIFT) + (8 - self.size) * 0x1111 & 0x8888
        return self._plain[bool(suited)][held & _RANKS_HELD]

    @functools.cached_property
    def _plain(self) -> tuple[dict[int, int], dict[int, int]]:
        """The two tables by what is held of each rank: for any suits, and where all cards could be of one suit."""
        mixed: dict[int, int] = {}
        suited: dict[int, int] = {}
        by_ranks, by_suited_ranks = self.by_ranks.tolist(), self.by_suited_ranks.tolist()
        for ranks in itertools.combinations_with_replacement(range(14), self.size):
            held = sum(1 << 3 * rank for rank in ranks)
            mixed[held] = by_ranks[_multiset_index([*ranks])]
            if len(set(ranks)) == self.size:
                bits = sum(1 << rank for rank in ranks)
                suited[held] = by_suited_ranks[bits] if by_suited_ranks else mixed[held]
        return mixed, suited

    @functools.cached_property
    def category_bits(self) -> NDArray[np.uint16]:
        """For each dense rank its category as one bit (`bits_of`)."""
        bits = {category: self.bits_of((category,)) for category in _CATEGORIES}
        return np.array([bits[rank.category] for rank in self.classes], dtype=np.uint16)

    @staticmethod
    def bits_of(categories: Iterable[Category]) -> int:
        """Some categories as a number with a bit for each."""
        return sum(1 << _CATEGORIES.index(category) for category in categories)

    def category_codes(self) -> NDArray[np.int8]:
        """For each dense rank the position of its category in the ranking's order."""
        return np.array([rank.order.index(rank.category) for rank in self.classes], dtype=np.int8)


@functools.cache
def _build(size: int, wheel: Wheel) -> RankTable:
    """Ask the slow ranking about one hand of every kind, off-suit and suited, with and without the Joker."""
    suits_count = size > 2

    def rank(cards: Sequence[Card]) -> HandRank:
        if size == 2:
            return ranking.two(cards)
        return ranking.five(cards, wheel) if size == 5 else ranking.three(cards, wheel)

    unsuited: dict[int, HandRank] = {}
    suited: dict[int, HandRank] = {}
    joker = (True, False) if size != 3 else (False,)
    for with_joker in joker:
        tail = (CARDS[JOKER_INDEX],) if with_joker else ()
        for held in itertools.combinations_with_replacement(range(13), size - len(tail)):
            if max(held.count(r) for r in held) > 4:
                continue
            hand = [CARDS[4 * r + (i % 4)] for i, r in enumerate(held)] + [*tail]
            if len(held) > 1 and len({card.suit for card in hand[: len(held)]}) == 1:
                raise AssertionError("an off-suit hand came out suited")
            unsuited[_multiset_index([*held, *[13] * len(tail)])] = rank(hand)
        if suits_count:
            for held in itertools.combinations(range(13), size - len(tail)):
                hand = [CARDS[4 * r] for r in held] + [*tail]
                suited[sum(1 << r for r in held) | (1 << 13 if with_joker else 0)] = rank(hand)
    classes = tuple(sorted({*unsuited.values(), *suited.values()}, key=HandRank.key))
    dense = {hand_rank: position for position, hand_rank in enumerate(classes)}
    by_ranks = np.full(comb(14 + size - 1, size), -1, dtype=np.int16)
    for index, hand_rank in unsuited.items():
        by_ranks[index] = dense[hand_rank]
    by_suited = np.full(1 << 14 if suits_count else 0, -1, dtype=np.int16)
    for index, hand_rank in suited.items():
        by_suited[index] = dense[hand_rank]
    return RankTable(size, by_ranks, by_suited, classes)


def _multiset_index(ranks: list[int]) -> int:
    return sum(comb(rank + i, i + 1) for i, rank in enumerate(ranks))


def five_table(wheel: Wheel = Wheel.LOWEST) -> RankTable:
    """Five cards of the 53-card deck: 7,463 ranks."""
    return _build(5, wheel)


def three_table(wheel: Wheel = Wheel.LOWEST) -> RankTable:
    """Three cards of the 52-card deck: 741 ranks."""
    return _build(3, wheel)


def two_table() -> RankTable:
    """Two cards of the 53-card deck: 91 ranks, whatever A-2-3-4-5 is worth."""
    return _build(2, Wheel.LOWEST)


@functools.cache
def least_legal_high(size: int, wheel: Wheel) -> DenseRanks:
    """For each low hand, the lowest high hand of `size` cards that may be set with it (dense ranks).

    >>> least = least_legal_high(5, Wheel.LOWEST)
    >>> str(five_table().classes[least[two_table().ranks(np.array([[46, 50]]))[0]]])
    'Ace high'
    """
    highs = high_table(size, wheel).classes
    least = [
        bisect.bisect_left(highs, True, key=lambda high: high.outranks_or_equals(low)) for low in two_table().classes
    ]
    return np.array(least, dtype=np.int16)


def high_table(size: int, wheel: Wheel) -> RankTable:
    """The table of high hands of `size` cards: five, or three."""
    return {5: five_table, 3: three_table}[size](wheel)


@functools.cache
def table_of(size: int, wheel: Wheel) -> RankTable:
    """The table of high hands or of low hands, by the number of their cards."""
    return two_table() if size == 2 else high_table(size, wheel)
