"""The distinguishable hands of a deck, and how many hands each stands for.

Here: the shapes hands fall into, their weights, and finding the shape of a hand. Not here: anything about how a hand
is set or paid.

Suits matter only where they can make a flush. So a hand is known by how often it holds each rank and by the Joker;
and, if one suit could make a flush of `flush` cards, also by which of its ranks are in that suit. Two suits cannot both
do so, because a hand does not have enough cards. All 154,143,080 hands of seven cards fall into 292,253
such shapes, all 2,598,960 hands of five cards (flushes of three) into 42,783.

One wager needs more detail: Royal Match depends on whether two cards outside the flush suit share a suit. `refined`
splits the shapes that this concerns.
"""

from __future__ import annotations

import functools
import itertools
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import JOKER_INDEX
from houseway.cards.deck import Deck
from houseway.cards.one_shape import (
    JOKER_KEY,
    RANK_KEYS,
    RANKS_HELD,
    SUIT_COUNTS,
    SUITED_SHIFT,
    ShapeIndex,
)
from houseway.cards.tables import Cards

__all__ = [
    "JOKER_KEY",
    "RANKS_HELD",
    "RANK_KEYS",
    "SUITED_SHIFT",
    "SUIT_COUNTS",
    "Shapes",
    "canonical",
    "shapes_of",
]
_RANK_KEYS = np.array(RANK_KEYS, dtype=np.int64)
_SUIT_COUNTS = np.array(SUIT_COUNTS, dtype=np.uint16)


@dataclass(frozen=True, eq=False)
class Shapes:
    """All shapes of one deck, each with one hand of that shape and the number of hands it stands for.

    >>> shapes = shapes_of(Deck(joker=False), dealt=5, flush=3)
    >>> len(shapes.weights), int(shapes.weights.sum())
    (42783, 2598960)
    """

    deck: Deck
    flush: int
    hands: Cards
    """A hand of each shape, its cards in `canonical` order."""
    weights: NDArray[np.int64]
    keys: NDArray[np.int64]

    def find(self, hands: Cards) -> NDArray[np.intp]:
        """The number of each hand's shape.

        >>> shapes = shapes_of(Deck(joker=False), dealt=5, flush=3)
        >>> bool((shapes.find(shapes.hands) == np.arange(len(shapes.hands))).all())
        True
        """
        return np.searchsorted(self.keys, _keys(hands, self.flush))

    def find_one(self, hand: Sequence[int]) -> tuple[list[int], int, int]:
        """One hand without arrays: its cards in canonical order, its shape, and its number among the `refined`.

        >>> shapes = shapes_of(Deck(joker=False), dealt=5, flush=3)
        >>> shapes.find_one([51, 0, 4, 8, 50])
        ([0, 4, 8, 50, 51], 6265, 6265)
        """
        return self.index.find(hand)

    @functools.cached_property
    def index(self) -> ShapeIndex:
        """What finding one hand needs."""
        split = array("q", self.split.astype(np.int64).tobytes())
        return ShapeIndex(self.flush, array("q", self.keys.tobytes()), split)

    @functools.cached_property
    def split(self) -> NDArray[np.intp]:
        """The shapes that `refined` splits; their hands with those two cards suited are numbered after all shapes."""
        return np.flatnonzero(_two_off_suit(self.hands, self.flush))

    def refined(self) -> tuple[Cards, NDArray[np.int64]]:
        """Hands and weights that also distinguish whether two cards outside the flush suit share a suit."""
        split = self.split
        matched = self.hands[split].copy()
        rows = np.arange(len(split))
        beside = np.argsort((matched % 4 == 0) | (matched == JOKER_INDEX), axis=1, kind="stable")[:, :2]
        for column in beside.T:
            matched[rows, column] = matched[rows, column] // 4 * 4 + 1
        weights = self.weights.copy()
        together = weights[split] // 3  # three of the 3 x 3 combinations of suits are alike
        weights[split] -= together
        return np.concatenate([self.hands, matched]), np.concatenate([weights, together])


@functools.lru_cache(maxsize=8)
def shapes_of(deck: Deck, *, dealt: int, flush: int) -> Shapes:
    """The shapes of all hands of `dealt` cards, where `flush` cards of one suit make a flush."""
    if 2 * (flush - deck.joker) + deck.joker <= dealt:
        raise ValueError(f"with {dealt} cards dealt, two suits could make a flush of {flush}")
    ranks = [rank - 2 for rank in deck.ranks]
    hands: list[Cards] = []
    weights: list[NDArray[np.int64]] = []
    for jokers in range(deck.joker + 1):
        naturals = dealt - jokers
        held = _multisets(ranks, naturals, most=4)
        hands.append(_with_jokers(held * 4 + np.arange(naturals) % 4, jokers))
        weights.append(_ways(held, suits=4))
        for suited in range(flush - jokers, naturals + 1):
            in_suit = _rows(itertools.combinations(ranks, suited), suited)
            beside = _multisets(ranks, naturals - suited, most=3)
            pairs = np.concatenate(
                [
                    np.repeat(in_suit * 4, len(beside), axis=0),
                    np.tile(beside * 4 + 1 + np.arange(naturals - suited) % 3, (len(in_suit), 1)),
                ],
                axis=1,
            )
            hands.append(_with_jokers(pairs, jokers))
            weights.append(np.tile(4 * _ways(beside, suits=3), len(in_suit)))
    rows, counts = np.concatenate(hands), np.concatenate(weights)
    keys = _keys(rows, flush)
    _take_flushes_from_their_rank_counts(keys, counts)
    order = np.argsort(keys)
    order = order[counts[order] > 0]
    return Shapes(deck, flush, canonical(rows[order], flush), counts[order], keys[order])


def canonical(hands: Cards, flush: int) -> Cards:
    """Each hand's cards by rank, those of the flush suit first within a rank, the Joker last.

    In two hands of the same shape, cards at the same place play alike.
    """
    suits = hands % 4
    suited = suits == _flush_suits(hands, flush)[:, None]
    places = hands // 4 * 8 + suits + np.where(suited | (hands == JOKER_INDEX), 0, 4).astype(np.uint8)
    places.sort(axis=1)
    ordered: Cards = places // 8 * 4 + places % 4
    return ordered


def _keys(hands: Cards, flush: int) -> NDArray[np.int64]:
    """A number that tells shapes apart: how often each rank is held, in three bits; the Joker; the suited ranks."""
    columns = np.ascontiguousarray(hands.T)
    in_suit = (columns % 4 == _flush_suits(hands, flush)) & (columns != JOKER_INDEX)
    keys: NDArray[np.int64] = _RANK_KEYS[columns].sum(axis=0)
    for column, suited in zip(columns, in_suit, strict=True):
        keys += suited.astype(np.int64) << (SUITED_SHIFT + column // 4)
    return keys


def _flush_suits(hands: Cards, flush: int) -> NDArray[np.int8]:
    """The suit in which each hand could make a flush, or -1."""
    counts = _SUIT_COUNTS[np.ascontiguousarray(hands.T)].sum(axis=0, dtype=np.uint16)
    enough = counts + np.uint16((8 - flush) * 0x1111)
    suits = np.full(len(hands), -1, dtype=np.int8)
    for suit in range(4):
        suits[enough & (8 << 4 * suit) > 0] = suit
    return suits


def _two_off_suit(hands: Cards, flush: int) -> NDArray[np.bool_]:
    """Hands with a possible flush and exactly two cards of different ranks outside its suit."""
    suits = _flush_suits(hands, flush)
    two = suits >= 0
    few = hands[two]
    beside = (few % 4 != suits[two][:, None]) & (few != JOKER_INDEX)
    ranks = few // 4
    highest = np.where(beside, ranks, 0).max(axis=1)
    lowest = np.where(beside, ranks, 99).min(axis=1)
    two[two] = (beside.sum(axis=1) == 2) & (highest != lowest)
    return two


def _multisets(ranks: list[int], size: int, *, most: int) -> NDArray[np.int64]:
    rows = _rows(itertools.combinations_with_replacement(ranks, size), size)
    if size > most:
        rows = rows[(rows[:, most:] != rows[:, :-most]).all(axis=1)]
    return rows


def _rows(combinations: Iterable[tuple[int, ...]], size: int) -> NDArray[np.int64]:
    if size == 0:
        return np.zeros((1, 0), dtype=np.int64)
    return np.fromiter(itertools.chain.from_iterable(combinations), dtype=np.int64).reshape(-1, size)


def _ways(held: NDArray[np.int64], *, suits: int) -> NDArray[np.int64]:
    """How many ways there are to hold these ranks when each comes in `suits` suits."""
    choose = np.array([comb(suits, k) for k in range(suits + 1)], dtype=np.int64)
    ways = np.ones(len(held), dtype=np.int64)
    columns = np.ascontiguousarray(held.T)
    for rank in range(13):
        ways *= choose[(columns == rank).sum(axis=0)]
    return ways


def _with_jokers(naturals: NDArray[np.int64], jokers: int) -> Cards:
    column = np.full((len(naturals), jokers), JOKER_INDEX)
    return np.concatenate([naturals, column], axis=1).astype(np.uint8)


def _take_flushes_from_their_rank_counts(keys: NDArray[np.int64], weights: NDArray[np.int64]) -> None:
    """Hands with a possible flush were counted under their rank counts too: subtract them there."""
    plain = np.flatnonzero(keys < 1 << SUITED_SHIFT)
    plain = plain[np.argsort(keys[plain])]
    suited = np.flatnonzero(keys >= 1 << SUITED_SHIFT)
    parents = plain[np.searchsorted(keys[plain], keys[suited] & ((1 << SUITED_SHIFT) - 1))]
    np.subtract.at(weights, parents, weights[suited])
