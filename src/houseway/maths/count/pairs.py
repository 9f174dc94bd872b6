"""Every deal of a player's hand and a dealer's hand, counted without dealing them.

Here: how many deals the player wins and loses, over the whole game, exactly. Not here: what a deal pays.

The two hands share no card. By inclusion and exclusion over the cards S that both contain,

    deals = sum over S of (-1) ** |S| * (pairs of hands, each containing S, that satisfy the condition),

where the two hands of a pair no longer know of each other: all that is needed of each S is how many hands of every
shape contain it, and one table of how many of these lie below each high and low. Sets S that differ only in the names
of suits count alike (`classes`).
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.cards.shapes import shapes_of
from houseway.maths.compile import Game, Stairs, Worth
from houseway.maths.count import kernels
from houseway.maths.count.suit_classes import classes_of
from houseway.maths.shards import Shard

_SHARDS = {0: 1, 1: 2, 2: 8, 3: 12, 4: 16, 5: 16, 6: 24}


@dataclass(frozen=True, eq=False)
class Finder:
    """How a kernel finds the number of a shape."""

    slots: NDArray[np.int64]
    numbers: NDArray[np.int32]
    bits: int


@functools.lru_cache(maxsize=4)
def finder_of(game: Game) -> Finder:
    """A hash table over the keys of a game's shapes, at most about half full."""
    keys = shapes_of(game.deck, dealt=game.dealt, flush=game.high_size).keys
    bits = max(int(2 * len(keys)).bit_length(), 4)
    slots, numbers = kernels.hash_keys(keys, bits)
    return Finder(slots, numbers, bits)


@dataclass(frozen=True, eq=False)
class Deals:
    """A dealer and a player, each known by what every shape of hand is worth to him."""

    game: Game
    dealers: Worth
    stairs: Stairs


def shards(deals: Deals) -> Iterator[Shard]:
    """The work in parts whose results, won and lost, are summed."""
    yield Shard("the hand itself", count_own, (deals,))
    for size in range(deals.game.dealt):
        classes = len(classes_of(deals.game.deck, size).orbits)
        parts = min(classes, _SHARDS[size])
        for part in range(parts):
            begin, end = classes * part // parts, classes * (part + 1) // parts
            says = f"hands that share {size} card{'' if size == 1 else 's'}"
            yield Shard(f"sets of {size}, {begin} to {end}", count_shared, (deals, size, begin, end), says)


def count_shared(deals: Deals, size: int, begin: int, end: int) -> NDArray[np.int64]:
    """The share of some classes of sets of `size` cards: won and lost, with the sign of inclusion and exclusion."""
    game, finder, classes = deals.game, finder_of(deals.game), classes_of(deals.game.deck, size)
    won, lost = kernels.count_pairs(
        _as_indices(game, classes.sets[begin:end]),
        classes.orbits[begin:end],
        *_dealt(game),
        _most_entries(game, size),
        *(finder.slots, finder.numbers, finder.bits),
        deals.dealers,
        *_stairs(deals.stairs),
        *(game.highs, game.lows),
    )
    return np.array([won, lost], dtype=np.int64) * (-1) ** size


def _most_entries(game: Game, size: int) -> int:
    """No set of so many cards has more entries: ways to add ranks, and each flush of each suit twice."""
    ranks, beside = len(game.deck.ranks), game.dealt - game.high_size
    most = 0
    for jokers in range(game.deck.joker + 1):
        more = game.dealt - size - jokers
        if more >= 0:
            most += comb(ranks + more - 1, more)
            most += 8 * sum(
                comb(ranks, more - off) * comb(ranks + off - 1, off) for off in range(min(beside, more) + 1)
            )
    return most


def count_own(deals: Deals) -> NDArray[np.int64]:
    """The share of the largest sets: both hands are the same cards."""
    won, lost = kernels.compare_own(deals.game.weights, deals.dealers, *_stairs(deals.stairs))
    return np.array([won, lost], dtype=np.int64) * (-1) ** deals.game.dealt


def _stairs(stairs: Stairs) -> tuple[Any, ...]:
    return stairs.first, stairs.points, stairs.signs, stairs.tops


def _dealt(game: Game) -> tuple[Any, ...]:
    ranks = np.array([rank - 2 for rank in game.deck.ranks], dtype=np.int64)
    return ranks, int(game.deck.joker), game.dealt, game.high_size


def _as_indices(game: Game, places: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Places in the deck as card numbers."""
    return np.array([card.index for card in game.deck.cards], dtype=np.uint8)[places]
