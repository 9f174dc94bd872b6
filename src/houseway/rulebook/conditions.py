"""Conditions: which hands a clause or a pay line applies to.

Here: the terms that hold or do not hold for each hand of an array, each with its English wording. Not here: which
splits of a hand are permitted (`lows`), or the short words books are written in (`terms`).
"""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass

import numpy as np

from houseway.cards.card import ACE, JOKER_INDEX, rank_word
from houseway.cards.ranking import Category
from houseway.cards.tables import five_table
from houseway.errors import BadBook
from houseway.rulebook.expect import expect
from houseway.rulebook.hands import Hands, Truth
from houseway.rulebook.lows import Leaving, Low
from houseway.rulebook.ranks import ANY_RANK, GROUP_WORDS, Rank, Ranks


class Condition(ABC):
    """Tells which hands of an array it holds for."""

    @abstractmethod
    def holds(self, hands: Hands) -> Truth:
        """Which hands the condition holds for."""

    @abstractmethod
    def __str__(self) -> str: ...

    def denied(self) -> str:
        """The wording of the opposite."""
        return f"not {self}"

    def __and__(self, other: Condition) -> Condition:
        return Both(self, other)

    def __or__(self, other: Condition) -> Condition:
        return Either(self, other)

    def __invert__(self) -> Condition:
        return Not(self)


@dataclass(frozen=True)
class Both(Condition):
    """Two conditions at once; the second is checked only where the first holds."""

    first: Condition
    second: Condition

    def __post_init__(self) -> None:
        expect(self.second, Condition, "what `&` adds to a condition")

    def holds(self, hands: Hands) -> Truth:
        held = hands.hold(self.first).copy()
        rows = np.flatnonzero(held)
        held[rows] = self.second.holds(hands.take(rows))
        return held

    def __str__(self) -> str:
        return f"{self.first}; {self.second}"


@dataclass(frozen=True)
class Either(Condition):
    """One condition or the other."""

    first: Condition
    second: Condition

    def __post_init__(self) -> None:
        expect(self.second, Condition, "what `|` adds to a condition")

    def holds(self, hands: Hands) -> Truth:
        return hands.hold(self.first) | hands.hold(self.second)

    def __str__(self) -> str:
        return f"{self.first}, or {self.second}"


@dataclass(frozen=True)
class Not(Condition):
    """The opposite."""

    term: Condition

    def holds(self, hands: Hands) -> Truth:
        return ~hands.hold(self.term)

    def __str__(self) -> str:
        return self.term.denied()


@dataclass(frozen=True)
class Anything(Condition):
    """Every hand."""

    def holds(self, hands: Hands) -> Truth:
        return np.ones(len(hands), dtype=bool)

    def __str__(self) -> str:
        return "any hand"


@dataclass(frozen=True)
class Pattern(Condition):
    """What is held more than once, exactly: (times, ranks) for every rank held at least twice."""

    groups: tuple[tuple[int, Ranks], ...]

    def __post_init__(self) -> None:
        for _, ranks in self.groups:
            expect(ranks, Ranks, "the ranks of a pattern")

    def holds(self, hands: Hands) -> Truth:
        times_wanted = Counter(times for times, _ in self.groups)
        held = np.ones(len(hands), dtype=bool)
        for times in range(2, 6):
            held &= hands.groups[:, times] == times_wanted[times]
        rows = np.flatnonzero(held)
        few = hands.take(rows)
        for times, wanted in times_wanted.items():
            sets = [ranks for group_times, ranks in self.groups if group_times == times]
            found = [few.nth_rank_held(times, nth) for nth in range(1, wanted + 1)]
            held[rows] &= np.any(
                [
                    np.all([ranks.hold(rank) for ranks, rank in zip(sets, order, strict=True)], axis=0)
                    for order in itertools.permutations(found)
                ],
                axis=0,
            )
        return held

    def __str__(self) -> str:
        if not self.groups:
            return "no pair"
        sets = [ranks for _, ranks in self.groups]
        if all(times == 2 for times, _ in self.groups) and len(self.groups) > 1:
            number = {2: "two", 3: "three"}[len(self.groups)]
            if all(ranks == ANY_RANK for ranks in sets):
                return f"{number} pairs"
            if len(set(sets)) == 1:
                return f"{number} pairs, both of {sets[0]}"
            return f"{number} pairs, " + " and ".join(_of("one", ranks) for ranks in sets)
        if self.groups == ((3, ANY_RANK), (3, ANY_RANK)):
            return "two threes of a kind"
        if self.groups == ((3, ANY_RANK), (2, ANY_RANK), (2, ANY_RANK)):
            return "three of a kind and two pairs"
        if len(self.groups) == 1 and self.groups[0][0] == 2:
            return "one pair" if sets[0] == ANY_RANK else f"one pair of {sets[0]}"
        return " and ".join(_of(GROUP_WORDS[times], ranks) for times, ranks in self.groups)


NUMBER_OF_A_KIND = {"three of a kind": "three", "four of a kind": "four", "five of a kind": "five"}


def _of(what: str, ranks: Ranks) -> str:
    article = "a " if what == "pair" else ""
    if ranks == ANY_RANK:
        return f"{article}{what}" if what != "one" else "any other"
    if ranks.lowest == ranks.highest and what in NUMBER_OF_A_KIND:
        return f"{NUMBER_OF_A_KIND[what]} {ranks}"
    return f"{article}{what} of {ranks}" if what in ("one", "pair") else f"{what}, {ranks}"


@dataclass(frozen=True)
class Single(Condition):
    """One of these ranks held exactly once; the Joker as a single is an Ace."""

    ranks: Ranks

    def __post_init__(self) -> None:
        expect(self.ranks, Ranks, "the ranks of `single`")

    def holds(self, hands: Hands) -> Truth:
        span = hands.counts[:, self.ranks.lowest - 2 : self.ranks.highest - 1]
        return np.any(span == 1, axis=1)

    def __str__(self) -> str:
        return f"a single {self._what}"

    def denied(self) -> str:
        return f"no single {self._what}"

    @property
    def _what(self) -> str:
        return f"{self.ranks.one}{' (or the Joker)' if self.ranks.highest == ACE else ''}"


@dataclass(frozen=True)
class Holding(Condition):
    """Any card of these ranks, inside a pair or not."""

    ranks: Ranks

    def __post_init__(self) -> None:
        expect(self.ranks, Ranks, "the ranks of `holding`")

    def holds(self, hands: Hands) -> Truth:
        span = hands.counts[:, self.ranks.lowest - 2 : self.ranks.highest - 1]
        return np.any(span, axis=1)

    def __str__(self) -> str:
        return f"any {self.ranks.one}"

    def denied(self) -> str:
        return f"no {self.ranks.one}"


@dataclass(frozen=True)
class HoldsJoker(Condition):
    """The Joker is among the cards."""

    def holds(self, hands: Hands) -> Truth:
        return hands.joker

    def __str__(self) -> str:
        return "the Joker held"

    def denied(self) -> str:
        return "no Joker"


@dataclass(frozen=True)
class Can(Condition):
    """Some split of the hand has such a low hand."""

    low: Low

    def __post_init__(self) -> None:
        expect(self.low, Low, "what can be played low")

    def holds(self, hands: Hands) -> Truth:
        return self.low.permits_some(hands)

    def __str__(self) -> str:
        return f"can {self._what}"

    def denied(self) -> str:
        return f"cannot {self._what}"

    @property
    def _what(self) -> str:
        return f"make {self.low.high}" if isinstance(self.low, Leaving) else f"play {self.low}"


@dataclass(frozen=True)
class Naturals(Condition):
    """The condition read without the Joker."""

    term: Condition

    def __post_init__(self) -> None:
        expect(self.term, Condition, "what is read without the Joker")

    def holds(self, hands: Hands) -> Truth:
        return hands.naturals.hold(self.term)

    def __str__(self) -> str:
        return f"without the Joker {self.term}"


@dataclass(frozen=True)
class Top(Condition):
    """The highest card of the hand."""

    rank: Rank

    def __post_init__(self) -> None:
        Ranks(self.rank, self.rank)

    def holds(self, hands: Hands) -> Truth:
        held = hands.counts[:, self.rank - 2] > 0
        return held & ~np.any(hands.counts[:, self.rank - 1 :], axis=1)

    def __str__(self) -> str:
        return f"{rank_word(self.rank)} high"


@dataclass(frozen=True)
class FiveCardHand(Condition):
    """All five cards together are a poker hand of this category."""

    category: Category

    def holds(self, hands: Hands) -> Truth:
        if hands.cards.shape[1] != 5:
            raise BadBook(f"five_card_hand needs hands of five cards, not of {hands.cards.shape[1]}")
        table = five_table()
        held: Truth = table.category_bits[table.ranks(np.sort(hands.cards, axis=1))] == table.bits_of((self.category,))
        return held

    def __str__(self) -> str:
        return f"the five cards are {self.category.with_article}"


@dataclass(frozen=True)
class StraightFlushThroughout(Condition):
    """All cards dealt are of one suit and in sequence, the Joker filling a gap or an end."""

    def holds(self, hands: Hands) -> Truth:
        natural = hands.cards != JOKER_INDEX
        first = hands.cards[:, :1] % 4
        held = ((hands.cards % 4 == first) | ~natural).all(axis=1)
        dealt, rows = hands.cards.shape[1], np.flatnonzero(held)  # few hands are of one suit
        counts = hands.naturals.counts[rows]
        distinct = (counts <= 1).all(axis=1)
        ace_low = np.concatenate([counts[:, -1:], counts], axis=1)
        number = natural[rows].sum(axis=1)
        in_window = [ace_low[:, low : low + dealt].sum(axis=1) == number for low in range(14 - dealt + 1)]
        held[rows] = distinct & np.any(in_window, axis=0)
        return held

    def __str__(self) -> str:
        return "all the cards dealt are one straight flush"
