"""The player who sets every hand as well as possible without having seen the dealer's.

Here: the deals this player wins and loses over the whole game, and the weighing of some settings over all hands. Not
here: the best setting of one hand (`one_hand`), or a dealer who is seen first (`worth.dealer_seen_first`).

The best setting depends on the suits a player holds, since they take cards from the dealer's flushes. First, settings
that cannot be best in any suits are dropped (`keep_possible`). If one is left, its hands are counted with all others of
the game (`count.pairs`); if several are, every hand is weighed by itself (`weigh_hands`). Among settings of equal
value, the one with the higher low hand counts as played.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards.remaining import BESIDE, Remaining
from houseway.maths.cache import PartsCache
from houseway.maths.count import pairs
from houseway.maths.play import kernels
from houseway.maths.set_hands import LOW_BITS, LOW_MASK, Worth, reach
from houseway.maths.shards import Counts, Progress, Shard, steps, total
from houseway.maths.worth import Game, one_setting, undominated

_PARTS = 48
_CHOOSE = np.array([[comb(left, held) for held in range(8)] for left in range(5)], dtype=np.int64)
_CARDS_BESIDE = np.array([(*cards, -1, -1)[:2] for cards in BESIDE], dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Candidates:
    """Settings to weigh: some of each shape; a dealer; and what a win is worth compared with a loss."""

    game: Game
    dealers: Worth
    first: NDArray[np.int32]
    """settings[first[shape] : first[shape + 1]] are those of a shape."""
    settings: Worth
    win: int
    lose: int
    compared: NDArray[np.int32] | None = None
    """For each shape a setting to compare with the best one of each hand, or -1."""


class Weighed(NamedTuple):
    """Settings weighed in every hand; deals won and lost are summed over all hands of a shape."""

    by_setting: Counts
    best: Counts
    """By shape, with the best setting of each hand."""
    worse: Counts
    """By shape: `kernels.Totals.worse` for the settings compared."""


class Possible(NamedTuple):
    """The settings that may be best for a hand, among all that no other equals or beats."""

    first: NDArray[np.int32]
    settings: Worth
    possible: NDArray[np.bool_]
    """Whether each setting is best for some hand of its shape."""
    number: NDArray[np.int64]
    """How many of each shape may be best."""


def possible_settings(
    game: Game,
    dealers: Worth,
    net: Fraction,
    workers: Executor,
    *,
    parts: PartsCache | None = None,
    progress: Progress | None = None,
) -> Possible:
    """Drop the settings that are best for no hand, when a win pays `net` per unit bet."""
    first, settings = undominated(game.hands)
    everything = Candidates(game, dealers, first, settings, net.numerator, net.denominator)
    marks = total(_keep_shards(everything), workers, parts=parts and parts.step("possible"), progress=progress)
    number = np.array([bin(mark).count("1") for mark in marks.tolist()])
    place = np.arange(len(settings)) - np.repeat(first[:-1], np.diff(first))
    return Possible(first, settings, np.repeat(marks, np.diff(first)) >> place & 1 > 0, number)


def count(
    game: Game,
    dealers: Worth,
    net: Fraction,
    workers: Executor,
    *,
    parts: PartsCache | None = None,
    progress: Progress | None = None,
) -> tuple[int, int]:
    """Deals won and lost by best play, when a win pays `net` per unit bet."""
    step_progress = steps(progress, 3)
    first, settings, possible, number = possible_settings(
        game, dealers, net, workers, parts=parts, progress=next(step_progress)
    )
    decided = np.repeat(number == 1, np.diff(first)) & possible
    worth = np.full(len(number), -1, dtype=np.int32)
    worth[number == 1] = settings[decided]
    deals = pairs.Deals(game, dealers, one_setting(worth))
    found = total(pairs.shards(deals), workers, parts=parts and parts.step("settled"), progress=next(step_progress))
    win, lose = found.tolist()
    open_settings = possible & ~decided
    open_first = np.concatenate([[0], np.cumsum(np.where(number > 1, number, 0))]).astype(np.int32)
    undecided = Candidates(game, dealers, open_first, settings[open_settings], net.numerator, net.denominator)
    if open_first[-1]:
        weighed = weigh(undecided, workers, parts=parts and parts.step("open"), progress=next(step_progress))
        more_win, more_lose = weighed.best.sum(axis=0).tolist()
        win, lose = win + more_win, lose + more_lose
    return win, lose


def weigh(
    candidates: Candidates, workers: Executor, *, parts: PartsCache | None = None, progress: Progress | None = None
) -> Weighed:
    """Deals won and lost, summed over all hands of a shape: by each setting, and by the best setting of each hand."""
    counts = total(_weigh_shards(candidates), workers, parts=parts, progress=progress)
    settings, shapes = 2 * len(candidates.settings), len(candidates.first) - 1
    best = settings + 2 * shapes
    return Weighed(
        counts[:settings].reshape(-1, 2), counts[settings:best].reshape(-1, 2), counts[best:].reshape(shapes, -1)
    )


def _keep_shards(candidates: Candidates) -> Iterator[Shard]:
    plain = len(candidates.game.remaining.joker)
    for part in range(_PARTS):
        begin, end = plain * part // _PARTS, plain * (part + 1) // _PARTS
        shown = "dropping settings that are never best"
        yield Shard(f"rank counts {begin} to {end}", keep_possible, (candidates, begin, end), shown)


def _weigh_shards(candidates: Candidates) -> Iterator[Shard]:
    for part in range(_PARTS):
        name = f"every {_PARTS}th rank count from {part}"
        yield Shard(name, weigh_hands, (candidates, part, _PARTS), "weighing hands one by one")


def keep_possible(candidates: Candidates, begin: int, end: int) -> Counts:
    """For each shape of some rank counts, the settings that may be best, one bit each; 0 for all other shapes."""
    arrays = _Arrays(candidates)
    kept = np.zeros(len(candidates.first) - 1, dtype=np.int64)
    below = kernels.FlushesBelow(arrays.below(arrays.flush_own), arrays.below(arrays.flush_ranks_alone))
    stakes = kernels.Stakes(candidates.win, candidates.lose)
    kernels.keep_possible(
        np.arange(begin, end), arrays.player(), arrays.dealer(), below, arrays.settings(), stakes, kept
    )
    return kept


def weigh_hands(candidates: Candidates, part: int, parts: int) -> Counts:
    """Deals won and lost by every setting, and by the best setting of every hand, for some of the rank counts."""
    arrays = _Arrays(candidates)
    settings = arrays.settings()
    chosen = np.flatnonzero(np.diff(settings.order_first))[part::parts]
    totals = kernels.Totals(
        np.zeros((len(candidates.settings), 2), dtype=np.int64),
        np.zeros((len(candidates.first) - 1, 2), dtype=np.int64),
        np.zeros((len(candidates.first) - 1, 3), dtype=np.int64),
    )
    stakes = kernels.Stakes(candidates.win, candidates.lose)
    kernels.weigh_hands(chosen, arrays.player(), arrays.dealer(), arrays.flushes(), settings, stakes, totals)
    return np.concatenate([counts.ravel() for counts in totals])


class _Arrays:
    """The shapes, the dealer's hands and the candidates in the orders the kernels go through them."""

    def __init__(self, candidates: Candidates) -> None:
        self._candidates = candidates
        self._game = candidates.game
        self._left: Remaining = candidates.game.remaining
        self._plain = len(self._left.joker)
        self._ranks_of_shape = np.concatenate([np.arange(self._plain), self._left.parent])
        self.flush_own = candidates.dealers[self._plain :]
        self.flush_ranks_alone = candidates.dealers[self._left.parent]

    def player(self) -> kernels.PlayerHands:
        """The player's hands by rank count."""
        left = self._left
        order = np.argsort(self._ranks_of_shape, kind="stable")
        return kernels.PlayerHands(
            held=np.stack([left.groups[rank // 3] >> 3 * (rank % 3) & 7 for rank in range(13)], axis=1),
            joker=left.joker,
            shape_order=order,
            shape_first=np.searchsorted(self._ranks_of_shape[order], np.arange(self._plain + 1)),
            shape_suited=np.concatenate([np.zeros(self._plain, dtype=np.int64), left.suited]),
        )

    def dealer(self) -> kernels.DealerHands:
        """The dealer's hands by rank count, lowest high hand first."""
        dealers = self._candidates.dealers
        order = np.argsort(dealers[: self._plain] >> LOW_BITS, kind="stable")
        groups = np.ascontiguousarray(self._left.groups[:, order].astype(np.int16))
        return kernels.DealerHands(groups, self._left.joker[order], dealers[order], _CHOOSE, self._game.lows)

    def flushes(self) -> kernels.DealerFlushes:
        """The dealer's hands with a possible flush."""
        left, size = self._left, self._game.high_size
        own, ranks_alone = _lows_from_one(self.flush_own), _lows_from_one(self.flush_ranks_alone)
        return kernels.DealerFlushes(left.suited, left.beside, left.flush_joker, own, ranks_alone, _CARDS_BESIDE, size)

    def settings(self) -> kernels.Settings:
        """The candidates, as the player's numbers."""
        first, settings = self._candidates.first, self._candidates.settings
        ranks = np.repeat(self._ranks_of_shape, np.diff(first))
        order = np.lexsort((settings >> LOW_BITS, ranks))
        compared = self._candidates.compared
        return kernels.Settings(
            first,
            reach(settings),
            order,
            np.searchsorted(ranks[order], np.arange(self._plain + 1)),
            np.full(len(first) - 1, -1, dtype=np.int32) if compared is None else compared,
        )

    def below(self, worth: Worth) -> NDArray[np.int64]:
        """How many of all hands with a possible flush, given their worths, are below every high and low."""
        grid = np.zeros((self._game.highs + 1, self._game.lows + 1), dtype=np.int64)
        counted = worth >= 0
        weights = self._game.weights[self._plain :][counted]
        np.add.at(grid, ((worth[counted] >> LOW_BITS) + 1, (worth[counted] & LOW_MASK) + 1), weights)
        return grid.cumsum(axis=0).cumsum(axis=1)


def _lows_from_one(worth: Worth) -> Worth:
    """Worths with lows counted from 1, and a dealer who does not qualify at `NOWHERE`, which changes no comparison."""
    return np.where(worth >= 0, worth + 1, kernels.NOWHERE)
