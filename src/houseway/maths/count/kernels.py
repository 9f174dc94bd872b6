"""The loops, compiled by numba, that compare weighted lists of hands, and those that list hands by their ranks.

Here: arithmetic over arrays of numbers. Not here: any rule of a game. What a hand is worth comes in as numbers that the
book's own clauses gave (`worth`); a kernel only counts which numbers are below others.

A number is packed, `high << 8 | low`. Hands come in groups (all hands with the same ranks, or some possible flushes),
and each group has a list of numbers with weights. A count first lists some groups, each with a factor (`Listed`); the
numbers of one side are tallied, and each of the other side's is compared with the tally. The side with fewer numbers is
the one to tally. Arrays come in named tuples, which each kernel unpacks before its loops: unpacking inside a loop is
slow.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards.shapes import JOKER_KEY
from houseway.maths.count.listing_kernels import find, list_multisets
from houseway.maths.jit import RANKS, kernel
from houseway.maths.set_hands import LOW_BITS, LOW_MASK

MOST_DIRECT = 256
"""Up to so many numbers are compared with one by one; more are put in a grid first."""

_Ints = NDArray[np.int64]


class RankCounts(NamedTuple):
    """The hands of a game by their ranks alone, and the hash table that gives the number of a rank count by its key."""

    ranks: _Ints
    """The ranks of the deck, counted from 0."""
    joker: int
    dealt: int
    total: _Ints
    """How many hands there are of each."""
    slots: _Ints
    numbers: NDArray[np.int32]
    bits: int


class Listed(NamedTuple):
    """Groups of hands, their numbers counted from one of them, and what the weights of each are multiplied by."""

    groups: NDArray[np.int32]
    factors: _Ints
    begin: int


class Points(NamedTuple):
    """Numbers to tally, by group: numbers[first[group] : first[group + 1]], and how many hands each stands for."""

    first: NDArray[np.int32]
    numbers: NDArray[np.int32]
    weights: NDArray[np.int32]


class Asked(NamedTuple):
    """Numbers to compare, by group: what is tallied below a number counts `below` times, what is not below, `above`."""

    first: NDArray[np.int32]
    numbers: NDArray[np.int32]
    below: NDArray[np.int32]
    above: NDArray[np.int32]


class PlainPlayer(NamedTuple):
    """The player's numbers to tally: those that are won below, and those that are lost above."""

    won: Points
    lost: Points
    won_as_dealer: bool
    """Whether the first are the dealer's numbers too; they need not be tallied again then."""
    lost_as_won: bool
    """Whether the second are the first."""


class Tally(NamedTuple):
    """The numbers of some groups, ready to be compared with: one by one, or as a grid."""

    highs: NDArray[np.int32]
    lows: NDArray[np.int32]
    weights: NDArray[np.int32]
    row_of: NDArray[np.int16]
    """How many of the highs that occur are below each high."""
    column_of: NDArray[np.int16]
    """How many of the lows that occur are below each low."""
    grid: NDArray[np.int32]
    """grid[row, column]: how many hands have one of the first highs that occur, and one of the first lows."""
    by_row: NDArray[np.int32]
    """How many have one of the first highs."""


@kernel
def new_tally(highs, lows):
    """An empty tally for so many ranks of high and low hands."""
    return Tally(
        np.zeros(MOST_DIRECT, np.int32),
        np.zeros(MOST_DIRECT, np.int32),
        np.zeros(MOST_DIRECT, np.int32),
        np.zeros(highs + 2, np.int16),
        np.zeros(lows + 2, np.int16),
        np.zeros((highs + 2, lows + 1), np.int32),
        np.zeros(highs + 2, np.int32),
    )


@kernel
def list_rank_counts(shared, sets, game, keys, ways, with_set, holding):
    """List the rank counts that contain some ranks; returns how many.

    `shared` is the key of the ranks, and `sets` in how many ways they can be suited. The factors of `with_set` are the
    hands that contain one such set of cards; those of `holding`, how many such sets each hand contains.
    """
    ranks, joker, dealt, total, slots, numbers, bits = game
    groups, factors, _ = with_set
    same_groups, times, _ = holding
    room = np.zeros(RANKS, np.int64)
    size = 0
    for rank in range(RANKS):
        held = shared >> 3 * rank & 7
        room[rank] = 4 - held
        size += held
    has_joker = 1 if shared & JOKER_KEY else 0
    entries = 0
    for jokers in range(has_joker, joker + 1):
        more = dealt - jokers - size
        if more < 0:
            continue
        key = shared + (JOKER_KEY if jokers > has_joker else 0)
        for i in range(list_multisets(ranks, more, room, keys, ways)):
            group = find(key + keys[i], slots, numbers, bits)
            groups[entries] = group
            same_groups[entries] = group
            factors[entries] = ways[i]
            times[entries] = sets * ways[i] // total[group]
            entries += 1
    return entries


@kernel
def tally_points(listed, entries, points, tally):
    """Tally the numbers of the groups listed; returns how many there are, or -1 - rows if they are in a grid."""
    groups, factors, begin = listed
    first, numbers, weights = points
    first = first[begin:]
    highs, lows, of_each, _, _, _, _ = tally
    size = 0
    for entry in range(entries):
        size += first[groups[entry] + 1] - first[groups[entry]]
    if size > MOST_DIRECT:
        return -1 - _fill_grid(listed, entries, points, tally)
    size = 0
    for entry in range(entries):
        for at in range(first[groups[entry]], first[groups[entry] + 1]):
            highs[size] = numbers[at] >> LOW_BITS
            lows[size] = numbers[at] & LOW_MASK
            of_each[size] = factors[entry] * weights[at]
            size += 1
    return size


@kernel
def _fill_grid(listed, entries, points, tally):
    """Put the numbers of the groups listed in a grid, and add up over it; returns how many rows it has."""
    groups, factors, begin = listed
    first, numbers, weights = points
    first = first[begin:]
    _, _, _, row_of, column_of, grid, by_row = tally
    row_of[:] = 0
    column_of[:] = 0
    for entry in range(entries):
        for at in range(first[groups[entry]], first[groups[entry] + 1]):
            row_of[numbers[at] >> LOW_BITS] = 1
            column_of[numbers[at] & LOW_MASK] = 1
    rows = _count_seen(row_of)
    columns = _count_seen(column_of)
    grid[: rows + 1, : columns + 1] = 0
    for entry in range(entries):
        for at in range(first[groups[entry]], first[groups[entry] + 1]):
            row = row_of[numbers[at] >> LOW_BITS] + 1
            grid[row, column_of[numbers[at] & LOW_MASK] + 1] += factors[entry] * weights[at]
    by_row[0] = 0
    for row in range(1, rows + 1):
        running = 0
        before = grid[row - 1]
        here = grid[row]
        for column in range(1, columns + 1):
            running += here[column]
            here[column] = running + before[column]
        by_row[row] = here[columns]
    return rows


@kernel
def _count_seen(places):
    """Turn marks into how many are marked before each place; returns how many are."""
    number = 0
    for place in range(len(places)):
        seen = places[place]
        places[place] = number
        number += seen
    return number


@kernel
def compare(listed, entries, asked, points, tally):
    """Over the numbers asked of the groups listed: what is tallied below them, and what is below in neither part."""
    if points < 0:
        return _compare_with_grid(listed, entries, asked, -1 - points, tally)
    return _compare_one_by_one(listed, entries, asked, points, tally)


@kernel
def _compare_with_grid(listed, entries, asked, rows, tally):
    groups, factors, begin = listed
    first, numbers, of_below, of_above = asked
    first = first[begin:]
    row_of, column_of, grid, by_row = tally.row_of, tally.column_of, tally.grid, tally.by_row
    by_column = grid[rows]
    every = np.int64(by_row[rows])
    all_below = 0
    all_above = 0
    for entry in range(entries):
        below = 0
        above = 0
        group = groups[entry]
        for at in range(first[group], first[group + 1]):
            row, column = row_of[numbers[at] >> LOW_BITS], column_of[numbers[at] & LOW_MASK]
            both = np.int64(grid[row, column])
            below += of_below[at] * both
            above += of_above[at] * (every - by_row[row] - by_column[column] + both)
        all_below += factors[entry] * below
        all_above += factors[entry] * above
    return all_below, all_above


@kernel
def _compare_one_by_one(listed, entries, asked, points, tally):
    groups, factors, begin = listed
    first, numbers, of_below, of_above = asked
    first = first[begin:]
    highs, lows, weights = tally.highs[:points], tally.lows[:points], tally.weights[:points]
    all_below = 0
    all_above = 0
    for entry in range(entries):
        group = groups[entry]
        for at in range(first[group], first[group + 1]):
            high, low = np.int32(numbers[at] >> LOW_BITS), np.int32(numbers[at] & LOW_MASK)
            below = np.int32(0)
            above = np.int32(0)
            for i in range(len(highs)):
                below = np.int32(below + (weights[i] if (highs[i] < high) & (lows[i] < low) else np.int32(0)))
                above = np.int32(above + (weights[i] if (highs[i] >= high) & (lows[i] >= low) else np.int32(0)))
            all_below += factors[entry] * of_below[at] * np.int64(below)
            all_above += factors[entry] * of_above[at] * np.int64(above)
    return all_below, all_above


@kernel
def count_by_ranks(shared, sets, game, sizes, plain_player, dealer, player, plain_dealer):
    """Pairs of hands that both contain one of some sets of ranks, won and lost, where one side counts by ranks alone.

    That is, the player by ranks alone against every hand of the dealer, and what possible flushes change for the player
    against the dealer by ranks alone.
    """
    entries, highs, lows = sizes
    keys, ways = np.zeros(entries, np.int64), np.zeros(entries, np.int64)
    with_set = Listed(np.zeros(entries, np.int32), np.zeros(entries, np.int64), 0)
    holding = Listed(np.zeros(entries, np.int32), np.zeros(entries, np.int64), 0)
    tally = new_tally(highs, lows)
    won_below, lost_above, won_as_dealer, lost_as_won = plain_player
    win = 0
    lose = 0
    for s in range(len(shared)):
        found = list_rank_counts(shared[s], sets[s], game, keys, ways, with_set, holding)
        points = tally_points(with_set, found, plain_dealer, tally)
        won, lost = compare(holding, found, player, points, tally)
        win += won
        lose += lost
        if not won_as_dealer:
            points = tally_points(with_set, found, won_below, tally)
        lost, won = compare(holding, found, dealer, points, tally)
        win += won
        if not lost_as_won:
            points = tally_points(with_set, found, lost_above, tally)
            lost, _ = compare(holding, found, dealer, points, tally)
        lose += lost
    return win, lose
