"""The player who sets every hand as well as can be, not having seen the dealer's.

Here: his deals won and lost over the whole game, and the weighing of some settings over all hands. Not here: the best
setting of one hand (`best`), or a dealer who is seen first (`compile.seen_dealer`).

The best setting depends on the very suits a player holds, since they take cards from the dealer's flushes. First every
setting is dropped that cannot be best whatever the suits (`keep_possible`). Where one is left, its hands are counted
with all others of the game (`pairs`); where several are, every hand is weighed by itself (`weigh_hands`). Of settings
that bring the same, the one with the higher low hand counts as played.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.cards.remaining import BESIDE, Remaining
from houseway.maths.cache import Kept
from houseway.maths.compile import LOW_BITS, Game, Worth, one_setting, undominated
from houseway.maths.count import pairs
from houseway.maths.play import kernels as hand_kernels
from houseway.maths.shards import Counts, Progress, Shard, steps, total

_PARTS = 48
_CHOOSE = np.array([[comb(left, held) for held in range(8)] for left in range(5)], dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Candidates:
    """Settings to be weighed: of each shape some points; a dealer; and what a win is worth beside a loss."""

    game: Game
    dealers: Worth
    first: NDArray[np.int32]
    points: Worth
    win: int
    lose: int


def count(
    game: Game,
    dealers: Worth,
    net: Fraction,
    workers: Executor,
    *,
    kept: Kept | None = None,
    progress: Progress | None = None,
) -> tuple[int, int]:
    """Deals won and lost by best play, when a win brings `net` a unit."""
    tell = steps(progress, 3)
    first, points = undominated(game.hands)
    everything = Candidates(game, dealers, first, points, net.numerator, net.denominator)
    marks = total(_keep_shards(everything), workers, kept=kept and kept.step("possible"), progress=next(tell))
    number = np.array([bin(mark).count("1") for mark in marks.tolist()])
    place = np.arange(len(points)) - np.repeat(first[:-1], np.diff(first))
    possible = np.repeat(marks, np.diff(first)) >> place & 1 > 0
    settled = np.repeat(number == 1, np.diff(first)) & possible
    worth = np.full(len(marks), -1, dtype=np.int32)
    worth[number == 1] = points[settled]
    deals = pairs.Deals(game, dealers, one_setting(worth))
    win, lose = total(pairs.shards(deals), workers, kept=kept and kept.step("settled"), progress=next(tell)).tolist()
    open_points = possible & ~settled
    open_first = np.concatenate([[0], np.cumsum(np.where(number > 1, number, 0))]).astype(np.int32)
    undecided = Candidates(game, dealers, open_first, points[open_points], net.numerator, net.denominator)
    if open_first[-1]:
        _, best = weigh(undecided, workers, kept=kept and kept.step("open"), progress=next(tell))
        more_win, more_lose = best.sum(axis=0).tolist()
        win, lose = win + more_win, lose + more_lose
    return win, lose


def weigh(
    candidates: Candidates, workers: Executor, *, kept: Kept | None = None, progress: Progress | None = None
) -> tuple[Counts, Counts]:
    """Deals won and lost, summed over all hands of a shape: by each point, and by the best point of each hand."""
    counts = total(_weigh_shards(candidates), workers, kept=kept, progress=progress)
    points = len(candidates.points)
    return counts[: 2 * points].reshape(points, 2), counts[2 * points :].reshape(-1, 2)


def _keep_shards(candidates: Candidates) -> Iterator[Shard]:
    plain = len(candidates.game.remaining.joker)
    for part in range(_PARTS):
        begin, end = plain * part // _PARTS, plain * (part + 1) // _PARTS
        says = "dropping settings that are never best"
        yield Shard(f"rank counts {begin} to {end}", keep_possible, (candidates, begin, end), says)


def _weigh_shards(candidates: Candidates) -> Iterator[Shard]:
    for part in range(_PARTS):
        name = f"every {_PARTS}th rank count from {part}"
        yield Shard(name, weigh_hands, (candidates, part, _PARTS), "weighing hands one by one")


def keep_possible(candidates: Candidates, begin: int, end: int) -> Counts:
    """For each shape the points that may be best, one bit each; nothing for shapes of other rank counts."""
    layout = _Layout(candidates)
    kept = np.zeros(len(candidates.first) - 1, dtype=np.int64)
    hand_kernels.keep_possible(
        *(begin, end, layout.held, layout.left.joker, _CHOOSE, *layout.by_high),
        *(layout.point_order, layout.order_first, layout.shape_order, layout.shape_first),
        *(candidates.first, candidates.points, layout.below(layout.own), layout.below(layout.parents)),
        *(candidates.win, candidates.lose, candidates.game.lows, kept),
    )
    return kept


def weigh_hands(candidates: Candidates, part: int, parts: int) -> Counts:
    """The deals won and lost by every point, and by the best point of every hand, for some of the rank counts."""
    layout = _Layout(candidates)
    number = np.diff(layout.order_first)
    chosen = np.flatnonzero(number)[part::parts]
    points = np.zeros((len(candidates.points), 2), dtype=np.int64)
    best = np.zeros((len(candidates.first) - 1, 2), dtype=np.int64)
    hand_kernels.weigh_hands(
        *(chosen, layout.held, layout.left.joker, _CHOOSE, *layout.by_high),
        *(layout.left.suited, layout.left.beside, layout.left.flush_joker, _from_one(layout.own)),
        *(_from_one(layout.parents), _PAIRS),
        *(candidates.game.high_size, layout.point_order, layout.order_first),
        *(layout.shape_order, layout.shape_first, layout.shape_suited, candidates.first, candidates.points),
        *(candidates.win, candidates.lose, candidates.game.lows, int(number.max(initial=1)), points, best),
    )
    return np.concatenate([points.ravel(), best.ravel()])


_PAIRS = np.array([(*cards, -1, -1)[:2] for cards in BESIDE], dtype=np.int64)


def _from_one(worth: Worth) -> Worth:
    """The same with lows counted from 1, and what takes part in no comparison put where it changes none."""
    return np.where(worth >= 0, worth + 1, hand_kernels.NOWHERE)


class _Layout:
    """The shapes, the dealer's hands and the candidates in the orders the kernels go through them."""

    def __init__(self, candidates: Candidates) -> None:
        left: Remaining = candidates.game.remaining
        self.left, self.game = left, candidates.game
        plain, dealers = len(left.joker), candidates.dealers
        self.held = np.stack([left.groups[rank // 3] >> 3 * (rank % 3) & 7 for rank in range(13)], axis=1)
        order = np.argsort(dealers[:plain] >> LOW_BITS, kind="stable")
        self.by_high = np.ascontiguousarray(left.groups[:, order].astype(np.int16)), left.joker[order], dealers[order]
        self.own, self.parents = dealers[plain:], dealers[left.parent]
        ranks = np.concatenate([np.arange(plain), left.parent])  # of each shape the rank count it belongs to
        self.shape_order = np.argsort(ranks, kind="stable")
        self.shape_first = np.searchsorted(ranks[self.shape_order], np.arange(plain + 1))
        self.shape_suited = np.concatenate([np.zeros(plain, dtype=np.int64), left.suited])
        of_point = np.repeat(ranks, np.diff(candidates.first))
        self.point_order = np.lexsort((candidates.points >> LOW_BITS, of_point))
        self.order_first = np.searchsorted(of_point[self.point_order], np.arange(plain + 1))

    def below(self, worth: Worth) -> NDArray[np.int64]:
        """Of all hands with a possible flush, each worth so much, how many lie below every high and low."""
        grid = np.zeros((self.game.highs + 1, self.game.lows + 1), dtype=np.int64)
        counted = worth >= 0
        weights = self.game.weights[len(self.left.joker) :][counted]
        np.add.at(grid, ((worth[counted] >> LOW_BITS) + 1, (worth[counted] & ((1 << LOW_BITS) - 1)) + 1), weights)
        return grid.cumsum(axis=0).cumsum(axis=1)
