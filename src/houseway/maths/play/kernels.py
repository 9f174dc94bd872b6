"""The loops, compiled by numba, that weigh settings against the dealer's hands by ranks alone.

Here: how many of the dealer's hands are below or above each setting if no flush were possible, and which settings may
still be best once flushes are counted. Not here: any rule of a game, and possible flushes themselves (`suit_kernels`).
What the player wins and loses against is counted as `comparison.BY_HANDS_WON` says: both of the dealer's ranks below
the setting's number (`set_hands.reach`), or neither.

The player's cards are gone, so the dealer's hands are counted by inclusion and exclusion over the ranks that both
hands contain (`count.kernels`). Settings of equal worth with the same ranks, in whatever suits, are one entry.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.maths.count.kernels import Listed, list_rank_counts, new_tally, tally_points
from houseway.maths.jit import kernel
from houseway.maths.set_hands import LOW_BITS, LOW_MASK, Worth

_Ints = NDArray[np.int64]


class Settings(NamedTuple):
    """The settings to weigh, by shape, and the entries they are weighed as, by rank count."""

    first: NDArray[np.int32]
    """entry_of[first[shape] : first[shape + 1]] are the entries of a shape's settings."""
    entry_of: NDArray[np.int32]
    entry_first: NDArray[np.int32]
    """numbers[entry_first[n] : entry_first[n + 1]] are the entries of rank count n."""
    numbers: Worth
    """The player's number of each entry (`set_hands.reach`)."""
    compared: NDArray[np.int32]
    """For each shape the setting that is compared with the best one of each hand, or -1."""


class FlushesBelow(NamedTuple):
    """How many of all hands with a possible flush are below every high and low: as they are, and by ranks alone."""

    own: _Ints
    ranks_alone: _Ints


class Stakes(NamedTuple):
    """What a win is worth and what a loss costs, as whole numbers."""

    win: int
    lose: int


@kernel
def weigh_by_ranks(shared, sets, game, sizes, dealer, settings, sign, found):
    """Add to found[entry] what some sets of ranks that both hands contain add to the dealer's hands won and lost."""
    entries, highs, lows = sizes
    keys, ways = np.zeros(entries, np.int64), np.zeros(entries, np.int64)
    with_set = Listed(np.zeros(entries, np.int32), np.zeros(entries, np.int64), 0)
    holding = Listed(np.zeros(entries, np.int32), np.zeros(entries, np.int64), 0)
    tally = new_tally(highs, lows)
    first = settings.entry_first
    for s in range(len(shared)):
        listed = list_rank_counts(shared[s], sets[s], game, keys, ways, with_set, holding)
        asked = 0
        for i in range(listed):
            asked += first[holding.groups[i] + 1] - first[holding.groups[i]]
        if asked == 0:
            continue
        points = tally_points(with_set, listed, dealer, tally)
        if points < 0:
            _add_from_grid(holding, listed, settings, -1 - points, tally, sign, found)
        else:
            _add_one_by_one(holding, listed, settings, points, tally, sign, found)


@kernel
def _add_from_grid(holding, listed, settings, rows, tally, sign, found):
    groups, times, _ = holding
    first, numbers = settings.entry_first, settings.numbers
    row_of, column_of, grid, by_row = tally.row_of, tally.column_of, tally.grid, tally.by_row
    by_column = grid[rows]
    every = np.int64(by_row[rows])
    for i in range(listed):
        factor = sign * times[i]
        for entry in range(first[groups[i]], first[groups[i] + 1]):
            row, column = row_of[numbers[entry] >> LOW_BITS], column_of[numbers[entry] & LOW_MASK]
            below = np.int64(grid[row, column])
            found[entry, 0] += factor * below
            found[entry, 1] += factor * (every - by_row[row] - by_column[column] + below)


@kernel
def _add_one_by_one(holding, listed, settings, points, tally, sign, found):
    groups, times, _ = holding
    first, numbers = settings.entry_first, settings.numbers
    highs, lows, weights = tally.highs[:points], tally.lows[:points], tally.weights[:points]
    for i in range(listed):
        factor = sign * times[i]
        for entry in range(first[groups[i]], first[groups[i] + 1]):
            high, low = np.int32(numbers[entry] >> LOW_BITS), np.int32(numbers[entry] & LOW_MASK)
            below = np.int32(0)
            above = np.int32(0)
            for p in range(len(highs)):
                below = np.int32(below + (weights[p] if (highs[p] < high) & (lows[p] < low) else np.int32(0)))
                above = np.int32(above + (weights[p] if (highs[p] >= high) & (lows[p] >= low) else np.int32(0)))
            found[entry, 0] += factor * np.int64(below)
            found[entry, 1] += factor * np.int64(above)


@kernel
def _rectangle(grid, high, to_high, low, to_low):
    return grid[to_high, to_low] - grid[high, to_low] - grid[to_high, low] + grid[high, low]


@kernel
def _gain(grid, one, other, win, lose):
    """By how much one setting is better than another, summed over those of the hands in the grid where it is better."""
    high, low = one >> LOW_BITS, one & LOW_MASK
    other_high, other_low = other >> LOW_BITS, other & LOW_MASK
    highs, lows = grid.shape[0] - 1, grid.shape[1] - 1
    if low > other_low:  # hands whose low only the one beats: it wins where both highs win, and saves where both lose
        wins = _rectangle(grid, 0, high, other_low, low)
        return win * wins + lose * _rectangle(grid, other_high, highs, other_low, low)
    return win * _rectangle(grid, other_high, high, 0, low) + lose * _rectangle(grid, other_high, high, other_low, lows)


@kernel
def keep_possible(settings, by_ranks, flushes, stakes, kept):
    """Mark in kept[setting] those that may be best for some hand of their shape.

    Compared with ranks alone, possible flushes can change the difference of two settings by no more than all flushes of
    the deck could; a setting that is worse by more than that is never best.
    """
    first, entry_of, _, numbers, _ = settings
    flush_own, flush_alone = flushes
    win, lose = stakes
    for shape in range(len(first) - 1):
        if first[shape] == first[shape + 1]:
            continue
        best, most = -1, 0
        for setting in range(first[shape], first[shape + 1]):
            entry = entry_of[setting]
            value = win * by_ranks[entry, 0] - lose * by_ranks[entry, 1]
            if best < 0 or value > most:
                best, most = entry, value
        for setting in range(first[shape], first[shape + 1]):
            entry = entry_of[setting]
            can_gain = 0
            if entry != best:
                can_gain += _gain(flush_own, numbers[entry], numbers[best], win, lose)
                can_gain += _gain(flush_alone, numbers[best], numbers[entry], win, lose)
            kept[setting] = most - (win * by_ranks[entry, 0] - lose * by_ranks[entry, 1]) <= can_gain
