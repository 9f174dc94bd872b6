"""Sets of cards that differ only in the names of suits, grouped into classes.

Here: one set of every class and how many sets it stands for. Not here: anything about hands; sets may have any size.

A set is given by the ranks it holds in each suit, four masks, and the Joker; two sets are of one class if their masks
are the same in another order. So a class is a descending row of four masks, and it stands for as many sets as that row
has different orders.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from houseway.cards.deck import Deck
from houseway.maths.jit import SUITS


@dataclass(frozen=True, eq=False)
class Classes:
    """All classes of sets of one size.

    >>> [len(classes_of(Deck(joker=True), size).orbits) for size in range(5)]
    [1, 14, 182, 1924, 18187]
    >>> int(classes_of(Deck(joker=True), 4).orbits.sum()) == Deck(joker=True).hands(4)
    True
    """

    sets: NDArray[np.uint8]
    """One set of each class: places of cards in the deck, lowest first."""
    orbits: NDArray[np.int64]
    """How many sets are in each class."""


@functools.lru_cache(maxsize=16)
def classes_of(deck: Deck, size: int) -> Classes:
    """The classes of sets of `size` cards of a deck; a card is its place in the deck."""
    masks: list[NDArray[np.int64]] = []
    jokers: list[NDArray[np.bool_]] = []
    for joker in range(min(deck.joker, size) + 1):
        for parts in _partitions(size - joker, most=len(deck.ranks)):
            rows = _rows_of_masks(parts, len(deck.ranks))
            masks.append(rows)
            jokers.append(np.full(len(rows), bool(joker)))
    return _as_cards(np.concatenate(masks), np.concatenate(jokers), deck, size)


def _partitions(total: int, *, most: int) -> Iterator[tuple[int, ...]]:
    """How many cards of each suit, the fullest suit first."""
    for parts in itertools.product(range(min(total, most), -1, -1), repeat=SUITS):
        if sum(parts) == total and list(parts) == sorted(parts, reverse=True):
            yield parts


def _rows_of_masks(parts: tuple[int, ...], ranks: int) -> NDArray[np.int64]:
    """Every row of four masks with these numbers of ranks; masks of one size in descending order."""
    rows = np.zeros((1, 0), dtype=np.int64)
    for held, suits in itertools.groupby(parts):
        masks = [sum(1 << rank for rank in chosen) for chosen in itertools.combinations(range(ranks), held)]
        group = list(itertools.combinations_with_replacement(sorted(masks, reverse=True), len(list(suits))))
        block = np.array(group, dtype=np.int64)
        rows = np.concatenate([np.repeat(rows, len(block), axis=0), np.tile(block, (len(rows), 1))], axis=1)
    return rows


def _as_cards(masks: NDArray[np.int64], joker: NDArray[np.bool_], deck: Deck, size: int) -> Classes:
    sets = np.zeros((len(masks), size), dtype=np.uint8)
    filled = np.zeros(len(masks), dtype=np.int64)
    for rank in range(len(deck.ranks)):
        for suit in range(SUITS):
            held = np.flatnonzero(masks[:, suit] >> rank & 1)
            sets[held, filled[held]] = SUITS * rank + suit
            filled[held] += 1
    sets[joker, filled[joker]] = SUITS * len(deck.ranks)
    same = masks[:, 1:] == masks[:, :-1]  # equal masks are next to each other
    run = np.ones(len(masks), dtype=np.int64)
    alike = np.ones(len(masks), dtype=np.int64)
    for column in same.T:
        run = np.where(column, run + 1, 1)
        alike *= run
    return Classes(sets, 24 // alike)
