"""Low hands: which splits of a hand a clause permits.

Here: the terms that permit or rule out each way of taking two cards from each hand of an array, each with its English
wording. Not here: which hands a clause applies to (`conditions`), or how one of the permitted splits is chosen
(`houseway`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import ACE, JOKER_INDEX
from houseway.cards.ranking import STRAIGHTS_AND_FLUSHES, Category
from houseway.cards.tables import RankTable
from houseway.errors import BadBook
from houseway.rulebook.expect import expect
from houseway.rulebook.hands import Hands, Truth, places_of_low
from houseway.rulebook.ranks import ACES, GROUP_WORDS, Ranks

_NTH = {
    1: "highest", 2: "second highest", 3: "third highest", 4: "fourth highest", 5: "fifth highest",
    6: "sixth highest", 7: "seventh highest",
}  # fmt: skip


def _expect_nth(nth: object) -> None:
    if nth not in _NTH:
        raise BadBook(f"cards are counted from 1, the highest, to 7, not {nth!r}")


class Low(ABC):
    """Decides for every split of every hand whether it is permitted."""

    @abstractmethod
    def permits(self, hands: Hands) -> Truth:
        """Which splits are permitted: one row per hand, one column per split."""

    def permits_some(self, hands: Hands) -> Truth:
        """For which hands some split is permitted."""
        return np.any(self.permits(hands), axis=1)

    @abstractmethod
    def __str__(self) -> str: ...

    def __and__(self, other: Low) -> Low:
        return LowBoth(self, other)

    def __or__(self, other: Low) -> Low:
        return LowEither(self, other)

    def __invert__(self) -> Low:
        return LowNot(self)


@dataclass(frozen=True)
class LowBoth(Low):
    """Two kinds of low hand at once."""

    first: Low
    second: Low

    def __post_init__(self) -> None:
        expect(self.second, Low, "what `&` adds to a low hand")

    def permits(self, hands: Hands) -> Truth:
        return self.first.permits(hands) & self.second.permits(hands)

    def __str__(self) -> str:
        if isinstance(self.second, Leaving):
            return f"{self.first}, leaving {self.second.high} high"
        return f"{self.first} and {self.second}"


@dataclass(frozen=True)
class LowEither(Low):
    """One kind of low hand or the other."""

    first: Low
    second: Low

    def __post_init__(self) -> None:
        expect(self.second, Low, "what `|` adds to a low hand")

    def permits(self, hands: Hands) -> Truth:
        return self.first.permits(hands) | self.second.permits(hands)

    def __str__(self) -> str:
        return f"{self.first}, or {self.second}"


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

    def permits_some(self, hands: Hands) -> Truth:
        some: Truth = hands.makes & RankTable.bits_of(self.categories) > 0
        return some

    def __str__(self) -> str:
        return f"two cards leaving {self.high} high"

    @property
    def high(self) -> str:
        """The high hand that is left, in words."""
        if self.categories == STRAIGHTS_AND_FLUSHES:
            return "a straight or flush"
        return " or ".join(category.with_article for category in self.categories)


@dataclass(frozen=True)
class LeavingHighestMade(Low):
    """Any two cards that leave the highest category of straight or flush that the hand can make."""

    def permits(self, hands: Hands) -> Truth:
        codes = np.where(_of_category(hands, STRAIGHTS_AND_FLUSHES), hands.high_table.category_codes()[hands.highs], -1)
        return (codes == codes.max(axis=1, keepdims=True)) & (codes >= 0)

    def __str__(self) -> str:
        return "two cards leaving the highest straight or flush high"


@dataclass(frozen=True)
class SingleNumber(Low):
    """A low hand with the nth highest of the ranks held once."""

    nth: int = 1

    def __post_init__(self) -> None:
        _expect_nth(self.nth)

    def permits(self, hands: Hands) -> Truth:
        return _has_rank(hands, hands.nth_rank_held(1, self.nth))

    def __str__(self) -> str:
        return f"the {_NTH[self.nth]} single card"


@dataclass(frozen=True)
class Singles(Low):
    """The two singles counted from the highest."""

    first: int
    second: int

    def __post_init__(self) -> None:
        _expect_nth(self.first)
        _expect_nth(self.second)

    def permits(self, hands: Hands) -> Truth:
        return SingleNumber(self.first).permits(hands) & SingleNumber(self.second).permits(hands)

    def __str__(self) -> str:
        return f"the {_NTH[self.first].removesuffix(' highest')} and {_NTH[self.second]} single cards"


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

    def __post_init__(self) -> None:
        _expect_nth(self.nth)
        if self.times not in GROUP_WORDS:
            raise BadBook(f"a pair is taken from a rank held 2 to 5 times, not {self.times!r}")

    def permits(self, hands: Hands) -> Truth:
        first, second = hands.low_ranks
        return (first == second) & (first == hands.nth_rank_held(self.times, self.nth)[:, None])

    def __str__(self) -> str:
        if self.times == 2:
            return f"the {_NTH[self.nth]} pair"
        return f"two of the {_NTH[self.nth] + ' ' if self.times == 3 else ''}{GROUP_WORDS[self.times]}"


@dataclass(frozen=True)
class PairOf(Low):
    """A pair of these ranks."""

    ranks: Ranks

    def __post_init__(self) -> None:
        expect(self.ranks, Ranks, "the ranks of a low hand")

    def permits(self, hands: Hands) -> Truth:
        first, second = hands.low_ranks
        return (first == second) & self.ranks.hold(first)

    def __str__(self) -> str:
        return f"a pair of {self.ranks}"


@dataclass(frozen=True)
class CardOf(Low):
    """A low hand with a card of these ranks."""

    ranks: Ranks

    def __post_init__(self) -> None:
        expect(self.ranks, Ranks, "the ranks of a low hand")

    def permits(self, hands: Hands) -> Truth:
        first, second = hands.low_ranks
        return self.ranks.hold(first) | self.ranks.hold(second)

    def __str__(self) -> str:
        return f"{'an' if self.ranks == ACES else 'a'} {self.ranks.one}{' or the Joker' if self.ranks == ACES else ''}"


@dataclass(frozen=True)
class OfOneSuit(Low):
    """Two natural cards of the same suit."""

    def permits(self, hands: Hands) -> Truth:
        first, second = (hands.cards[:, places] for places in np.array(places_of_low(hands.cards.shape[1])).T)
        return (first % 4 == second % 4) & (first != JOKER_INDEX) & (second != JOKER_INDEX)

    def __str__(self) -> str:
        return "two natural cards of the same suit"


@dataclass(frozen=True)
class TwoNoPairHands(Low):
    """A low hand without a pair under a high hand that is only a high card."""

    def permits(self, hands: Hands) -> Truth:
        return _of_category(hands, (Category.HIGH_CARD,)) & ~IsPair().permits(hands)

    def __str__(self) -> str:
        return "two hands without a pair"


@dataclass(frozen=True)
class TopOfSixCardStraight(Low):
    """A low hand with the top card of the highest straight of six cards; the Joker may fill it."""

    def permits(self, hands: Hands) -> Truth:
        held = hands.naturals.counts > 0
        ace_low = np.concatenate([held[:, -1:], held], axis=1)
        top = np.zeros(len(hands), dtype=np.int8)
        joker_is_top = np.zeros(len(hands), dtype=bool)
        for rank in range(6, ACE + 1):
            filled = ace_low[:, rank - 6 : rank].sum(axis=1) + hands.joker >= 6
            top[filled] = rank
            joker_is_top[filled] = ~ace_low[filled, rank - 1]
        natural_top = _has_rank(hands, np.where(joker_is_top, 0, top)) & (top > 0)[:, None]
        return natural_top | (joker_is_top[:, None] & _has_joker(hands))

    def __str__(self) -> str:
        return "the top of a six-card straight"


def _of_category(hands: Hands, categories: tuple[Category, ...]) -> Truth:
    members: Truth = hands.categories & RankTable.bits_of(categories) > 0
    return members


def _has_rank(hands: Hands, rank: NDArray[np.int8]) -> Truth:
    first, second = hands.low_ranks
    return (first == rank[:, None]) | (second == rank[:, None])


def _has_joker(hands: Hands) -> Truth:
    last = hands.cards.shape[1] - 1
    return hands.joker[:, None] & np.array([last in low for low in places_of_low(last + 1)])


leaving_made = Leaving(STRAIGHTS_AND_FLUSHES)
