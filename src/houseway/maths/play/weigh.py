"""The legal settings of one hand, weighed against a dealer who is given as arrays.

Here: the deals each setting wins, pushes and loses, which is best, and what the house way costs. Not here: any
book, or reading cards: `one_hand` takes both from a rulebook, and the command line from its cache, which is why this
module loads numpy and little else. The dealer's hands come in as a function that tallies them: `tally_of_weights` here,
and a faster one in `tally`, which needs numba.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import Card
from houseway.cards.tables import DenseRanks, RankLookup
from houseway.maths.set_hands import LOW_BITS, LOW_MASK, SetHands, Worth, pack, reach
from houseway.maths.won_and_lost import WonAndLost


@dataclass(frozen=True, kw_only=True)
class SettingOdds(WonAndLost):
    """One legal setting, and the deals it wins, pushes and loses."""

    low: tuple[Card, ...]
    high: tuple[Card, ...]


@dataclass(frozen=True, kw_only=True)
class Best:
    """Every legal setting of a hand, best first."""

    book: str
    dealer: str
    hand: tuple[Card, ...]
    settings: tuple[SettingOdds, ...]
    house_way: int
    """The place of the house way among them."""
    best: int = 0

    @property
    def deals(self) -> int:
        """The number of hands the dealer may hold."""
        return self.settings[0].deals

    @property
    def cost(self) -> Fraction:
        """What the house way costs per unit bet, compared with the best setting."""
        return self.settings[self.best].ev - self.settings[self.house_way].ev


class Ranks(NamedTuple):
    """How the two hands of a game are ranked."""

    high: RankLookup
    low: RankLookup
    least: DenseRanks
    """For each low hand, the lowest high hand that may stand over it."""


class Dealt(NamedTuple):
    """A player's hand, how the house way sets it, and what a win pays per unit bet."""

    book: str
    hand: tuple[Card, ...]
    house_way: frozenset[Card]
    """The cards of its low hand."""
    net: Fraction


Cells: TypeAlias = NDArray[np.intp]


class Tallied(NamedTuple):
    """The hands the dealer may hold, by cell; hands that are not compared are in none of them."""

    counted: NDArray[np.int64]
    deals: int
    """All of the hands, also those that are not compared."""


Tally: TypeAlias = Callable[[Cells, int], Tallied]
"""Counts the dealer's hands in so many cells. The first argument gives the cell of each high rank: a hand is counted as
many cells further on as its low rank says."""


class Dealer(NamedTuple):
    """Who sets the dealer's hands, and what counts them."""

    book: str
    tally: Tally


class _Split(NamedTuple):
    low: tuple[Card, ...]
    high: tuple[Card, ...]
    low_strength: int
    high_strength: int


def weigh(dealt: Dealt, dealer: Dealer, ranks: Ranks) -> Best:
    """Compare every legal setting of a hand with every hand of the dealer; the best setting comes first."""
    splits = _legal(dealt.hand, ranks)
    worth = pack(
        np.array([split.high_strength for split in splits]), np.array([split.low_strength for split in splits])
    )
    win, lose, deals = _compare(reach(worth), dealer.tally, ranks)
    won, lost = win.tolist(), lose.tolist()
    pays, unit = dealt.net.as_integer_ratio()  # all settings have as many deals, so whole numbers compare them

    def place(i: int) -> tuple[object, ...]:
        """Among settings of equal value the house way comes first, then the highest low hand, then the Joker high."""
        split = splits[i]
        joker_low = any(card.is_joker for card in split.low)
        return (
            lost[i] * unit - won[i] * pays,
            set(split.low) != dealt.house_way,
            -split.low_strength,
            -split.high_strength,
            joker_low,
        )

    def setting(i: int) -> SettingOdds:
        standoff = deals - won[i] - lost[i]
        return SettingOdds(
            low=splits[i].low, high=splits[i].high, win=won[i], standoff=standoff, lose=lost[i], net=dealt.net
        )

    order = sorted(range(len(splits)), key=place)
    return Best(
        book=dealt.book,
        dealer=dealer.book,
        hand=dealt.hand,
        settings=tuple(map(setting, order)),
        house_way=next(number for number, i in enumerate(order) if set(splits[i].low) == dealt.house_way),
    )


def _legal(hand: Sequence[Card], ranks: Ranks) -> list[_Split]:
    """Every legal setting of a hand."""
    ordered = sorted(hand, key=lambda card: -card.index)
    indexes = np.array([card.index for card in ordered], dtype=np.uint8)
    places, low_places, high_places = _places(len(hand), ranks.low.size)
    lows, highs = ranks.low.ranks(indexes[low_places]), ranks.high.ranks(indexes[high_places])
    legal = (highs >= ranks.least[lows]).tolist()
    return [
        _Split(tuple(ordered[i] for i in low), tuple(ordered[i] for i in high), low_strength, high_strength)
        for (low, high), low_strength, high_strength, stands in zip(
            places, lows.tolist(), highs.tolist(), legal, strict=True
        )
        if stands
    ]


@functools.cache
def _places(
    dealt: int, low: int
) -> tuple[list[tuple[tuple[int, ...], tuple[int, ...]]], NDArray[np.intp], NDArray[np.intp]]:
    """The places of every low and high hand among cards that are given highest first; and as arrays, lowest first."""
    lows = list(itertools.combinations(range(dealt), low))
    highs = [tuple(place for place in range(dealt) if place not in low) for low in lows]
    every = list(zip(lows, highs, strict=True))
    return every, np.array(lows)[:, ::-1], np.array(highs)[:, ::-1]


def _compare(numbers: Worth, tally: Tally, ranks: Ranks) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    """For each of the player's numbers, the dealer's hands with both ranks below it, and with neither; and all hands.

    By `comparison.BY_HANDS_WON` the first are won and the second lost.
    """
    highs, lows = numbers >> LOW_BITS, numbers & LOW_MASK
    steps = np.sort(highs)  # `np.unique` would import masked arrays; a step that repeats only adds an empty row
    rows, columns = len(steps) + 1, ranks.low.count
    between = np.diff(np.concatenate(([0], steps, [ranks.high.count])))
    counted, deals = tally(np.repeat(np.arange(rows) * columns, between), rows * columns)
    below = np.zeros((rows + 1, columns + 1), dtype=np.int64)
    below[1:, 1:] = counted.reshape(rows, columns).cumsum(axis=0).cumsum(axis=1)
    row = np.searchsorted(steps, highs) + 1
    win = below[row, lows]
    lose = below[-1, -1] - below[row, -1] - below[-1, lows] + win
    return win, lose, deals


def tally_of_weights(settings: SetHands, weights: NDArray[np.int64]) -> Tally:
    """What counts the hands of a dealer, given how many hands of each shape the dealer may hold."""
    compared = weights * ~settings.fails if settings.fails.any() else weights

    def tally(cell_of_high: Cells, cells: int) -> Tallied:
        cell = cell_of_high.take(settings.high)
        cell += settings.low
        # integers far below 2 ** 53, so adding them as floats is exact
        counted = np.bincount(cell, weights=compared, minlength=cells).astype(np.int64)
        return Tallied(counted, int(weights.sum()))

    return tally
