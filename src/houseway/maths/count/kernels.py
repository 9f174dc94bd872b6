"""The loops, compiled by numba, that compare weighted lists of hands, and those that list hands by their ranks.

Here: arithmetic over arrays of numbers. Not here: any rule of a game. What a hand is worth comes in as numbers that the
book's own clauses gave (`worth`); a kernel only counts which numbers are below others.

A number is packed, `high << 8 | low`. Hands come in groups (all hands with the same ranks, or one kind of possible
flush), and each group has a list of numbers with weights. A count first lists some groups, each with a factor
(`Listed`); the dealer's numbers of these are tallied, and each of the player's numbers is compared with the tally.
Arrays come in named tuples, which each kernel unpacks before its loops: unpacking inside a loop is slow.
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
"""Up to so many of the dealer's numbers are compared one by one; more are put in a grid first."""

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
    """Groups of hands, and what the weights of each are multiplied by."""

    groups: NDArray[np.int32]
    factors: _Ints


class Dealer(NamedTuple):
    """The dealer's numbers by group: numbers[first[group] : first[group + 1]], and how many hands each stands for."""

    first: NDArray[np.int32]
    numbers: NDArray[np.int32]
    weights: NDArray[np.int32]


class Player(NamedTuple):
    """The player's numbers by group: what lies below a number counts `wins` times, what is not below `loses` times."""

    first: NDArray[np.int32]
    numbers: NDArray[np.int32]
    wins: NDArray[np.int32]
    loses: NDArray[np.int32]


class Tally(NamedTuple):
    """The dealer's numbers of some groups, ready to be compared: one by one, or as a grid."""

    highs: NDArray[np.int32]
    lows: NDArray[np.int32]
    weights: NDArray[np.int32]
    row_of: NDArray[np.int32]
    """How many of the highs that occur are below each high."""
    column_of: NDArray[np.int32]
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
        np.zeros(highs + 2, np.int32),
        np.zeros(lows + 2, np.int32),
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
    groups, factors = with_set
    same_groups, times = holding
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
def tally_dealer(listed, entries, dealer, tally):
    """Tally the dealer's numbers of the groups listed; returns how many there are, or -1 - rows if they are in a grid.

    A negative number is one that is not compared.
    """
    groups, factors = listed
    first, numbers, weights = dealer
    highs, lows, of_each, _, _, _, _ = tally
    points = 0
    for entry in range(entries):
        points += first[groups[entry] + 1] - first[groups[entry]]
    if points > MOST_DIRECT:
        return -1 - _fill_grid(listed, entries, dealer, tally)
    points = 0
    for entry in range(entries):
        for at in range(first[groups[entry]], first[groups[entry] + 1]):
            if numbers[at] >= 0:
                highs[points] = numbers[at] >> LOW_BITS
                lows[points] = numbers[at] & LOW_MASK
                of_each[points] = factors[entry] * weights[at]
                points += 1
    return points


@kernel
def _fill_grid(listed, entries, dealer, tally):
    """Put the dealer's numbers of the groups listed in a grid, and add up over it; returns how many rows it has."""
    groups, factors = listed
    first, numbers, weights = dealer
    _, _, _, row_of, column_of, grid, by_row = tally
    row_of[:] = 0
    column_of[:] = 0
    for entry in range(entries):
        for at in range(first[groups[entry]], first[groups[entry] + 1]):
            if numbers[at] >= 0:
                row_of[numbers[at] >> LOW_BITS] = 1
                column_of[numbers[at] & LOW_MASK] = 1
    rows = _count_seen(row_of)
    columns = _count_seen(column_of)
    grid[: rows + 1, : columns + 1] = 0
    for entry in range(entries):
        for at in range(first[groups[entry]], first[groups[entry] + 1]):
            if numbers[at] >= 0:
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
def compare(listed, entries, player, points, tally):
    """Over the player's hands of the groups listed, the dealer's hands won against and lost to."""
    if points < 0:
        return _compare_with_grid(listed, entries, player, -1 - points, tally)
    return _compare_one_by_one(listed, entries, player, points, tally)


@kernel
def _compare_with_grid(listed, entries, player, rows, tally):
    groups, factors = listed
    first, numbers, wins, loses = player
    row_of, column_of, grid, by_row = tally.row_of, tally.column_of, tally.grid, tally.by_row
    by_column = grid[rows]
    every = np.int64(by_row[rows])
    win = 0
    lose = 0
    for entry in range(entries):
        won = 0
        lost = 0
        group = groups[entry]
        for at in range(first[group], first[group + 1]):
            row, column = row_of[numbers[at] >> LOW_BITS], column_of[numbers[at] & LOW_MASK]
            below = np.int64(grid[row, column])
            won += wins[at] * below
            lost += loses[at] * (every - by_row[row] - by_column[column] + below)
        win += factors[entry] * won
        lose += factors[entry] * lost
    return win, lose


@kernel
def _compare_one_by_one(listed, entries, player, points, tally):
    groups, factors = listed
    first, numbers, wins, loses = player
    highs, lows, weights = tally.highs[:points], tally.lows[:points], tally.weights[:points]
    win = 0
    lose = 0
    for entry in range(entries):
        won = 0
        lost = 0
        group = groups[entry]
        for at in range(first[group], first[group + 1]):
            high, low = np.int32(numbers[at] >> LOW_BITS), np.int32(numbers[at] & LOW_MASK)
            below = np.int32(0)
            above = np.int32(0)
            for i in range(len(highs)):
                below = np.int32(below + (weights[i] if (highs[i] < high) & (lows[i] < low) else np.int32(0)))
                above = np.int32(above + (weights[i] if (highs[i] >= high) & (lows[i] >= low) else np.int32(0)))
            won += wins[at] * np.int64(below)
            lost += loses[at] * np.int64(above)
        win += factors[entry] * won
        lose += factors[entry] * lost
    return win, lose


@kernel
def count_by_ranks(shared, sets, game, sizes, plain_player, dealer, player, plain_dealer):
    """Pairs of hands that both contain one of some sets of ranks, won and lost, where one side counts by ranks alone.

    That is, the player by ranks alone against every hand of the dealer, and what possible flushes change for the player
    against the dealer by ranks alone.
    """
    entries, highs, lows = sizes
    keys, ways = np.zeros(entries, np.int64), np.zeros(entries, np.int64)
    with_set = Listed(np.zeros(entries, np.int32), np.zeros(entries, np.int64))
    holding = Listed(np.zeros(entries, np.int32), np.zeros(entries, np.int64))
    tally = new_tally(highs, lows)
    win = 0
    lose = 0
    for s in range(len(shared)):
        found = list_rank_counts(shared[s], sets[s], game, keys, ways, with_set, holding)
        points = tally_dealer(holding, found, dealer, tally)
        won, lost = compare(with_set, found, plain_player, points, tally)
        win += won
        lose += lost
        points = tally_dealer(with_set, found, plain_dealer, tally)
        won, lost = compare(holding, found, player, points, tally)
        win += won
        lose += lost
    return win, lose
