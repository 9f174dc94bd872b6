"""Every deal of a player's hand and a dealer's hand, counted without dealing them.

Here: how many deals the player wins and loses, over the whole game, exactly. Not here: what a deal pays.

The two hands share no card. By inclusion and exclusion over the cards S that both contain,

    deals = sum over S of (-1) ** |S| * (pairs of hands, each containing S, that satisfy the condition),

where the two hands of a pair are independent: all that is needed for each S is how many hands of every shape contain
it, and a table of how many of these are below each high and low. Sets S that differ only in the names of suits give the
same count (`suit_classes`).
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.cards.shapes import shapes_of
from houseway.errors import counted
from houseway.maths.count import kernels
from houseway.maths.count.suit_classes import classes_of
from houseway.maths.set_hands import Worth
from houseway.maths.shards import Shard
from houseway.maths.worth import Frontier, Game

_SHARDS = {0: 1, 1: 2, 2: 8, 3: 12, 4: 16, 5: 16, 6: 24}
"""How many parts the sets of each size are counted in."""


@functools.lru_cache(maxsize=4)
def shapes_for_kernels(game: Game) -> kernels.Shapes:
    """The shapes of a game with a hash table over their keys, at most about half full."""
    keys = shapes_of(game.deck, dealt=game.dealt, flush=game.high_size).keys
    bits = max(int(2 * len(keys)).bit_length(), 4)
    slots, numbers = kernels.hash_keys(keys, bits)
    ranks = np.array([rank - 2 for rank in game.deck.ranks], dtype=np.int64)
    return kernels.Shapes(ranks, int(game.deck.joker), game.dealt, game.high_size, slots, numbers, bits)


@dataclass(frozen=True, eq=False)
class Deals:
    """A dealer and a player, each known by what every shape of hand is worth to them."""

    game: Game
    dealers: Worth
    player: Frontier


def shards(deals: Deals) -> Iterator[Shard]:
    """The work in parts whose results, won and lost, are added up."""
    yield Shard("the hand itself", count_same_cards, (deals,))
    for size in range(deals.game.dealt):
        classes = len(classes_of(deals.game.deck, size).orbits)
        parts = min(classes, _SHARDS[size])
        for part in range(parts):
            begin, end = classes * part // parts, classes * (part + 1) // parts
            shown = f"hands that share {counted(size, 'card')}"
            yield Shard(f"sets of {size}, {begin} to {end}", count_shared, (deals, size, begin, end), shown)


def count_shared(deals: Deals, size: int, begin: int, end: int) -> NDArray[np.int64]:
    """What some classes of sets of `size` cards add: won and lost, with the sign of inclusion and exclusion."""
    game, classes = deals.game, classes_of(deals.game.deck, size)
    won, lost = kernels.count_pairs(
        _as_indices(game, classes.sets[begin:end]),
        classes.orbits[begin:end],
        shapes_for_kernels(game),
        kernels.Size(_most_entries(game, size), game.highs, game.lows),
        deals.dealers,
        deals.player,
    )
    return np.array([won, lost], dtype=np.int64) * (-1) ** size


def _most_entries(game: Game, size: int) -> int:
    """The most entries that a set of `size` cards can have: ways to add ranks, and each flush of each suit twice."""
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


def count_same_cards(deals: Deals) -> NDArray[np.int64]:
    """What the largest sets add: both hands are the same cards."""
    won, lost = kernels.compare_same_cards(deals.game.weights, deals.dealers, deals.player)
    return np.array([won, lost], dtype=np.int64) * (-1) ** deals.game.dealt


def _as_indices(game: Game, places: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Places in the deck as card numbers."""
    return np.array([card.index for card in game.deck.cards], dtype=np.uint8)[places]
