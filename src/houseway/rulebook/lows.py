"""Low hands: which splits of a hand a clause permits.

Here: the terms that permit, or do not, each way of taking two cards from each hand of an array, and say themselves in
English. Not here: for which hands a clause speaks (`conditions`), or how one of the permitted splits is chosen
(`houseway`).
"""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import ACE
from houseway.cards.ranking import STRAIGHTS_AND_FLUSHES, Category
from houseway.cards.tables import high_table
from houseway.rulebook.hands import JOKER_INDEX, Hands, Truth, places_of_low
from houseway.rulebook.ranks import ACES, GROUP_WORDS, Ranks

_NTH = {1: "highest", 2: "second highest", 3: "third highest"}


class Low(ABC):
    """Says of every split of every hand whether it is permitted."""

    @abstractmethod
    def permits(self, hands: Hands) -> Truth:
        """Which splits are permitted: one row a hand, one column a split."""

    @abstractmethod
    def __str__(self) -> str: ...

    def __and__(self, other: Low) -> Low:
        return LowBoth(self, other)

    def __invert__(self) -> Low:
        return LowNot(self)


@dataclass(frozen=True)
class LowBoth(Low):
    """Two kinds of low hand at once."""

    first: Low
    second: Low

    def permits(self, hands: Hands) -> Truth:
        return self.first.permits(hands) & self.second.permits(hands)

    def __str__(self) -> str:
        joined = ", " if str(self.second).startswith("leaving") else " and "
        return f"{self.first}{joined}{self.second}"


@dataclass(frozen=True)
class LowNot(Low):
    """The opposite."""

    term: Low

    def permits(self, hands: Hands) -> Truth:
        return ~self.term.permits(hands)

    def __str__(self) -> str:
        return f"not {self.term}"


@dataclass(frozen=True)
class AnyLegal(Low):
    """Any low hand that the high hand is not lower than."""

    def permits(self, hands: Hands) -> Truth:
        return hands.legal

    def __str__(self) -> str:
        return "any two cards that the high hand outranks"


@dataclass(frozen=True)
class Leaving(Low):
    """Any two cards that leave a high hand of one of these categories."""

    categories: tuple[Category, ...]

    def permits(self, hands: Hands) -> Truth:
        return _of_category(hands, self.categories)

    def __str__(self) -> str:
        if self.categories == STRAIGHTS_AND_FLUSHES:
            return "leaving a straight or flush of any kind high"
        return "leaving a " + " or ".join(category.value for category in self.categories) + " high"


@dataclass(frozen=True)
class LeavingHighestMade(Low):
    """Any two cards that leave the highest category of straight or flush that the hand can make."""

    def permits(self, hands: Hands) -> Truth:
        codes = np.where(_of_category(hands, STRAIGHTS_AND_FLUSHES), hands.high_table.category_codes()[hands.highs], -1)
        return (codes == codes.max(axis=1, keepdims=True)) & (codes >= 0)

    def __str__(self) -> str:
        return "leaving the highest straight or flush high"


@dataclass(frozen=True)
class SingleNumber(Low):
    """A low hand with the nth highest of the ranks held once."""

    nth: int = 1

    def permits(self, hands: Hands) -> Truth:
        return _has_rank(hands, hands.nth_rank_held(1, self.nth))

    def __str__(self) -> str:
        return f"the {_NTH[self.nth]} single card"


@dataclass(frozen=True)
class Singles(Low):
    """The two singles counted from the highest."""

    first: int
    second: int

    def permits(self, hands: Hands) -> Truth:
        return SingleNumber(self.first).permits(hands) & SingleNumber(self.second).permits(hands)

    def __str__(self) -> str:
        return f"the {_NTH[self.first]} and {_NTH[self.second]} single cards"


@dataclass(frozen=True)
class IsPair(Low):
    """Any pair."""

    def permits(self, hands: Hands) -> Truth:
        first, second = hands.low_ranks
        return first == second

    def __str__(self) -> str:
        return "a pair"


@dataclass(frozen=True)
class PairFrom(Low):
    """Two cards of the nth highest rank that is held exactly `times` times."""

    times: int
    nth: int = 1

    def permits(self, hands: Hands) -> Truth:
        first, second = hands.low_ranks
        return (first == second) & (first == hands.nth_rank_held(self.times, self.nth)[:, None])

    def __str__(self) -> str:
        if self.times == 2:
            return f"the {_NTH[self.nth]} pair"
        return f"two of the {_NTH[self.nth] + ' ' if self.nth > 1 else ''}{GROUP_WORDS[self.times]}"


@dataclass(frozen=True)
class PairOf(Low):
    """A pair of these ranks."""

    ranks: Ranks

    def permits(self, hands: Hands) -> Truth:
        first, second = hands.low_ranks
        return (first == second) & self.ranks.hold(first)

    def __str__(self) -> str:
        return f"a pair of {self.ranks}"


@dataclass(frozen=True)
class CardOf(Low):
    """A low hand with a card of these ranks."""

    ranks: Ranks

    def permits(self, hands: Hands) -> Truth:
        first, second = hands.low_ranks
        return self.ranks.hold(first) | self.ranks.hold(second)

    def __str__(self) -> str:
        return f"{'an' if self.ranks == ACES else 'a'} {self.ranks.one}{' or the Joker' if self.ranks == ACES else ''}"


@dataclass(frozen=True)
class OfOneSuit(Low):
    """Two natural cards of one suit."""

    def permits(self, hands: Hands) -> Truth:
        first, second = (hands.cards[:, places] for places in np.array(places_of_low(hands.cards.shape[1])).T)
        return (first % 4 == second % 4) & (first != JOKER_INDEX) & (second != JOKER_INDEX)

    def __str__(self) -> str:
        return "two natural cards of one suit"


@dataclass(frozen=True)
class TwoNoPairHands(Low):
    """A low hand without a pair under a high hand of nothing but high cards."""

    def permits(self, hands: Hands) -> Truth:
        return _of_category(hands, (Category.HIGH_CARD,)) & ~IsPair().permits(hands)

    def __str__(self) -> str:
        return "two hands without a pair"


@dataclass(frozen=True)
class TopOfLongerStraight(Low):
    """The top card of a straight of more than five cards, leaving a straight."""

    def permits(self, hands: Hands) -> Truth:
        run = (Category.STRAIGHT, Category.STRAIGHT_FLUSH)
        tops = np.array([rank.ranks[0] if rank.category in run else 0 for rank in hands.high_table.classes])
        top = tops[hands.highs]
        first, second = hands.low_ranks
        last = hands.cards.shape[1] - 1
        joker_low = hands.joker[:, None] & np.array([last in low for low in places_of_low(last + 1)])[None, :]
        above = (first == top + 1) | (second == top + 1) | (joker_low & (top < ACE))
        return (top > 0) & above

    def __str__(self) -> str:
        return "the top of a straight of six or more cards, leaving a straight high"


@functools.cache
def _category_members(high_size: int, categories: tuple[Category, ...]) -> Truth:
    return np.array([rank.category in categories for rank in high_table(high_size).classes])


def _of_category(hands: Hands, categories: tuple[Category, ...]) -> Truth:
    members: Truth = _category_members(hands.high_size, categories)[hands.highs]
    return members


def _has_rank(hands: Hands, rank: NDArray[np.int8]) -> Truth:
    first, second = hands.low_ranks
    return (first == rank[:, None]) | (second == rank[:, None])


leaving_made = Leaving(STRAIGHTS_AND_FLUSHES)
