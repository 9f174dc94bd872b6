"""The player who sets every hand as well as possible without having seen the dealer's.

Here: the deals this player wins and loses over the whole game, and the weighing of some settings over all hands. Not
here: the best setting of one hand (`one_hand`), or a dealer who is seen first (`worth.dealer_seen_first`).

The best setting depends on the suits a player holds, since they take cards from the dealer's flushes. First, settings
that cannot be best in any suits are dropped (`possible_settings`). If one is left, its hands are counted with all
others of the game (`count.pairs`); if several are, every hand is weighed by itself (`weigh_hands`). Among settings of
equal value, the one with the higher low hand counts as played.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.maths.cache import PartsCache
from houseway.maths.count import pairs
from houseway.maths.count.hand_lists import shared_ranks, sizes_of
from houseway.maths.play import kernels, suit_kernels
from houseway.maths.play.candidates import Candidates, arrays_of
from houseway.maths.set_hands import Worth
from houseway.maths.shards import Counts, Progress, Shard, steps, total
from houseway.maths.worth import Game, one_setting, undominated

__all__ = ["Candidates", "Possible", "Weighed", "count", "possible_settings", "weigh"]

_PARTS = 16
_PARTS_BY_RANKS = {2: 2, 3: 2, 4: 2, 5: 2}
"""How many parts the sets of ranks of a size are counted in, if more than one."""


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
    by_ranks = _weigh_by_ranks(everything, workers, parts=parts and parts.step("possible"), progress=progress)
    arrays = arrays_of(everything)
    possible = np.zeros(len(settings), dtype=np.bool_)
    stakes = kernels.Stakes(net.numerator, net.denominator)
    kernels.keep_possible(arrays.settings, by_ranks, arrays.flushes_below(), stakes, possible)
    number = np.add.reduceat(possible, first[:-1], dtype=np.int64)  # every hand has a legal setting
    return Possible(first, settings, possible, number)


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
    by_ranks = _weigh_by_ranks(candidates, workers)
    counts = total(_weigh_shards(candidates, by_ranks), workers, parts=parts, progress=progress)
    settings, shapes = 2 * len(candidates.settings), len(candidates.first) - 1
    best = settings + 2 * shapes
    return Weighed(
        counts[:settings].reshape(-1, 2), counts[settings:best].reshape(-1, 2), counts[best:].reshape(shapes, -1)
    )


def _weigh_by_ranks(
    candidates: Candidates, workers: Executor, *, parts: PartsCache | None = None, progress: Progress | None = None
) -> Counts:
    """Of the dealer's hands by ranks alone, those won and lost by each entry of `kernels.Settings`."""
    return total(_rank_shards(candidates), workers, parts=parts, progress=progress).reshape(-1, 2)


def _rank_shards(candidates: Candidates) -> Iterator[Shard]:
    arrays_of(candidates)  # once, before several threads ask for it
    for size in range(candidates.game.dealt + 1):
        number, parts = len(shared_ranks(candidates.game, size)[0]), _PARTS_BY_RANKS.get(size, 1)
        for part in range(parts):
            begin, end = number * part // parts, number * (part + 1) // parts
            name, shown = f"ranks {size}, {begin} to {end}", "dropping settings that are never best"
            yield Shard(name, weigh_by_ranks, (candidates, size, begin, end), shown)


def _weigh_shards(candidates: Candidates, by_ranks: Counts) -> Iterator[Shard]:
    for part in range(_PARTS):
        name = f"every {_PARTS}th rank count from {part}"
        yield Shard(name, weigh_hands, (candidates, by_ranks, part, _PARTS), "weighing hands one by one")


def weigh_by_ranks(candidates: Candidates, size: int, begin: int, end: int) -> Counts:
    """What some sets of `size` ranks that both hands contain add, won and lost, with the sign."""
    game, arrays = candidates.game, arrays_of(candidates)
    shared, sets = shared_ranks(game, size)
    found = np.zeros((len(arrays.settings.numbers), 2), dtype=np.int64)
    kernels.weigh_by_ranks(
        shared[begin:end],
        sets[begin:end],
        arrays.rank_counts,
        sizes_of(game, size),
        arrays.plain_dealer,
        arrays.settings,
        (-1) ** size,
        found,
    )
    return found.ravel()


def weigh_hands(candidates: Candidates, by_ranks: Counts, part: int, parts: int) -> Counts:
    """Deals won and lost by every setting, and by the best setting of every hand, for some of the rank counts."""
    arrays = arrays_of(candidates)
    chosen = np.flatnonzero(np.diff(arrays.settings.entry_first))[part::parts]
    shapes = len(candidates.first) - 1
    totals = suit_kernels.Totals(
        np.zeros((len(candidates.settings), 2), dtype=np.int64),
        np.zeros((shapes, 2), dtype=np.int64),
        np.zeros((shapes, 3), dtype=np.int64),
    )
    suit_kernels.weigh_hands(
        chosen,
        arrays.player,
        (arrays.rows, arrays.beside, arrays.flushes),
        arrays.settings,
        by_ranks,
        kernels.Stakes(candidates.win, candidates.lose),
        totals,
    )
    return np.concatenate([counts.ravel() for counts in totals])
