"""Every deal of a player's hand and a dealer's hand, counted without dealing them.

Here: how many deals the player wins and loses, over the whole game, exactly. Not here: what a deal pays, or how hands
become lists of numbers (`hand_lists`).

The two hands share no card. By inclusion and exclusion over the cards S that both contain,

    deals = sum over S of (-1) ** |S| * (pairs of hands, each containing S, that satisfy the condition),

where the two hands of a pair are independent. Hands are first taken by their ranks alone, as if no flush were possible;
then comes what each possible flush changes. If either side is taken by ranks alone, only the ranks of S matter: there
are few sets of ranks, and for each, a list of the rank counts that contain it. Where both sides could make a flush, S
is some ranks of the suit and at most two cards beside it.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from houseway.errors import counted
from houseway.maths.count import flush_kernels, kernels
from houseway.maths.count.hand_lists import Deals, flush_rows, hand_lists, shared_ranks, shared_suited, sizes_of
from houseway.maths.shards import Shard

__all__ = ["Deals", "count_shared_flushes", "count_shared_ranks", "shards"]

_PARTS_BY_RANKS = {0: 1, 1: 1, 2: 2, 3: 2, 4: 3, 5: 4, 6: 4, 7: 2}
_PARTS_OF_FLUSHES = {0: 1, 1: 3, 2: 4, 3: 4, 4: 3, 5: 2, 6: 1, 7: 1}
"""How many parts the sets of each size are counted in."""


def shards(deals: Deals) -> Iterator[Shard]:
    """The work in parts whose results, won and lost, are added up."""
    hand_lists(deals)  # once, before several threads ask for it
    for size in range(deals.game.dealt + 1):
        shown = f"hands that share {counted(size, 'card')}"
        number = len(shared_ranks(deals.game, size)[0])
        for begin, end in _cut(number, _PARTS_BY_RANKS[size]):
            yield Shard(f"ranks {size}, {begin} to {end}", count_shared_ranks, (deals, size, begin, end), shown)
        number = len(shared_suited(deals.game, size))
        for begin, end in _cut(number, _PARTS_OF_FLUSHES[size]):
            yield Shard(f"flushes {size}, {begin} to {end}", count_shared_flushes, (deals, size, begin, end), shown)


def _cut(number: int, parts: int) -> Iterator[tuple[int, int]]:
    parts = min(number, parts)
    for part in range(parts):
        yield number * part // parts, number * (part + 1) // parts


def count_shared_ranks(deals: Deals, size: int, begin: int, end: int) -> NDArray[np.int64]:
    """What some sets of `size` ranks add, one side taken by ranks alone: won and lost, with the sign."""
    lists = hand_lists(deals)
    shared, sets = shared_ranks(deals.game, size)
    won, lost = kernels.count_by_ranks(
        shared[begin:end],
        sets[begin:end],
        lists.game,
        sizes_of(deals.game, size),
        lists.plain_player,
        lists.dealer,
        lists.player,
        lists.plain_dealer,
    )
    return np.array([won, lost], dtype=np.int64) * (-1) ** size


def count_shared_flushes(deals: Deals, size: int, begin: int, end: int) -> NDArray[np.int64]:
    """What possible flushes that share some sets of `size` cards in the dealer's suit add, with the sign."""
    game, lists = deals.game, hand_lists(deals)
    won, lost = flush_kernels.count_flushes(
        shared_suited(game, size)[begin:end],
        game.dealt,
        (len(flush_rows(game).joker), int(game.deck.joker), game.highs, game.lows),
        lists.rows,
        lists.beside,
        lists.flush_dealer,
        lists.flush_player,
    )
    return np.array([won, lost], dtype=np.int64)
