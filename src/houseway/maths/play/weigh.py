"""The legal settings of one hand, weighed against a dealer who is given as arrays.

Here: the deals each setting wins, pushes and loses, which is best, and what the house way costs. Not here: any
book, or reading cards: `one_hand` takes both from a rulebook, and the command line from its cache, which is why this
module loads numpy and little else.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

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


class Dealer(NamedTuple):
    """What every shape is worth as the dealer sets it, and how many hands of each the dealer may hold."""

    book: str
    settings: SetHands
    weights: NDArray[np.int64]


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
    win, lose = _compare(reach(worth), dealer, ranks)
    deals = int(dealer.weights.sum())
    settings = [
        SettingOdds(low=split.low, high=split.high, win=won, standoff=deals - won - lost, lose=lost, net=dealt.net)
        for split, won, lost in zip(splits, win.tolist(), lose.tolist(), strict=True)
    ]

    def place(i: int) -> tuple[object, ...]:
        """Among settings of equal value the house way comes first, then the highest low hand, then the Joker high."""
        split = splits[i]
        joker_low = any(card.is_joker for card in split.low)
        return -settings[i].ev, set(split.low) != dealt.house_way, -split.low_strength, -split.high_strength, joker_low

    order = sorted(range(len(splits)), key=place)
    return Best(
        book=dealt.book,
        dealer=dealer.book,
        hand=dealt.hand,
        settings=tuple(settings[i] for i in order),
        house_way=next(number for number, i in enumerate(order) if set(splits[i].low) == dealt.house_way),
    )


def _legal(hand: Sequence[Card], ranks: Ranks) -> list[_Split]:
    """Every legal setting of a hand."""
    ordered = sorted(hand, key=lambda card: -card.index)
    lows = list(itertools.combinations(ordered, ranks.low.size))
    highs = [tuple(card for card in ordered if card not in low) for low in lows]
    low_strengths, high_strengths = _strengths(ranks.low, lows), _strengths(ranks.high, highs)
    legal = (high_strengths >= ranks.least[low_strengths]).tolist()
    every = map(_Split, lows, highs, low_strengths.tolist(), high_strengths.tolist())
    return list(itertools.compress(every, legal))


def _strengths(ranks: RankLookup, hands: Sequence[tuple[Card, ...]]) -> DenseRanks:
    """The dense rank of each hand, its cards given highest first."""
    return ranks.ranks(np.array([[card.index for card in reversed(hand)] for hand in hands], dtype=np.uint8))


def _compare(numbers: Worth, dealer: Dealer, ranks: Ranks) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each of the player's numbers, the dealer's hands with both ranks below it, and with neither.

    By `comparison.BY_HANDS_WON` the first are won and the second lost.
    """
    theirs, weights = dealer.settings, dealer.weights
    highs, lows = numbers >> LOW_BITS, numbers & LOW_MASK
    steps = np.sort(highs)  # `np.unique` would import masked arrays; a step that repeats only adds an empty row
    rows, columns = len(steps) + 1, ranks.low.count
    cell_of_high = np.searchsorted(steps, np.arange(ranks.high.count), side="right") * columns
    cell = cell_of_high.take(theirs.high)
    cell += theirs.low
    if theirs.fails.any():
        weights = weights * ~theirs.fails
    # integers far below 2 ** 53, so adding them as floats is exact
    counted = np.bincount(cell, weights=weights, minlength=rows * columns).astype(np.int64)
    below = np.zeros((rows + 1, columns + 1), dtype=np.int64)
    below[1:, 1:] = counted.reshape(rows, columns).cumsum(axis=0).cumsum(axis=1)
    row = np.searchsorted(steps, highs) + 1
    win = below[row, lows]
    lose = below[-1, -1] - below[row, -1] - below[-1, lows] + win
    return win, lose
