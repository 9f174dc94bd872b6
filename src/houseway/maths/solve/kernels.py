"""The loops, compiled by numba, that weigh every setting of every class of hands against the other side's hands.

Here: arithmetic over arrays of numbers. Not here: any rule of a game; what a hand is worth comes in as numbers, and a
loop only counts which numbers are below others (`question.Question`).

A set of cards is known by its places in the deck, ascending, and by its colexicographic number.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.maths.jit import SUITS, kernel
from houseway.maths.set_hands import LOW_BITS, LOW_MASK


class Hands(NamedTuple):
    """The classes of hands, and the settings of each."""

    cards: NDArray[np.uint8]
    """One hand of every class."""
    orbits: NDArray[np.uint8]
    begin: NDArray[np.int32]
    worth: NDArray[np.int32]
    """worth[begin[class] : begin[class + 1]] are the settings of a class."""
    binomial: NDArray[np.int64]
    highs: int
    lows: int


class Asked(NamedTuple):
    """What is asked about a setting (`question.Question`)."""

    both: int
    one: int
    above: int


class Sets(NamedTuple):
    """All sets of some size by their classes."""

    subsets: NDArray[np.uint8]
    """The places in a hand of each subset of this size."""
    class_of: NDArray[np.int32]
    """The class of every set by its number."""
    orbits: NDArray[np.int64]


class Table(NamedTuple):
    """The other side's hands below every high and low: grid[row_of[high], low]."""

    row_of: NDArray[np.int32]
    grid: NDArray[np.int32]
    by_row: NDArray[np.int32]


@kernel
def number_classes(sets, naturals, binomial, class_of):
    """Write the class of every set: each class in all orders of its suits."""
    size = sets.shape[1]
    order = np.zeros(SUITS, np.int64)
    cards = np.zeros(size, np.int64)
    for code in range(SUITS**SUITS):
        used = 0
        for suit in range(SUITS):
            order[suit] = code // SUITS**suit % SUITS
            used |= 1 << order[suit]
        if used != (1 << SUITS) - 1:
            continue
        for number in range(len(sets)):
            for i in range(size):
                card = np.int64(sets[number, i])
                if card < naturals:
                    card = card // SUITS * SUITS + order[card % SUITS]
                place = i
                while place > 0 and cards[place - 1] > card:
                    cards[place] = cards[place - 1]
                    place -= 1
                cards[place] = card
            found = 0
            for i in range(size):
                found += binomial[cards[i], i + 1]
            class_of[found] = number


@kernel
def count_members(hands, sets, members):
    """For every class of sets, how many subsets of the classes' hands are of it: members[class + 1]."""
    cards, binomial = hands.cards, hands.binomial
    subsets, class_of, _ = sets
    size = subsets.shape[1]
    for hand in range(len(cards)):
        for s in range(len(subsets)):
            number = 0
            for i in range(size):
                number += binomial[cards[hand, subsets[s, i]], i + 1]
            members[class_of[number] + 1] += 1


@kernel
def _list_members(hands, sets, first, begin, end, members):
    """For the classes of sets from `begin` to `end`, list the hands that contain such a set, once for each of them.

    The hands of a class of sets are members[first[class] - first[begin] : first[class + 1] - first[begin]], ascending.
    """
    cards, binomial = hands.cards, hands.binomial
    subsets, class_of, _ = sets
    size = subsets.shape[1]
    filled = first[begin:end] - first[begin]
    for hand in range(len(cards)):
        for s in range(len(subsets)):
            number = 0
            for i in range(size):
                number += binomial[cards[hand, subsets[s, i]], i + 1]
            of = class_of[number] - begin
            if 0 <= of < end - begin:
                members[filled[of]] = hand
                filled[of] += 1


@kernel
def _build(members, orbits, orbit, others, table):
    """Count the other side's hands that contain a set, below every high and low; returns the number of rows.

    A class of hands contains sets of this class, in all its hands together, `orbit` times as often as this very set.
    """
    row_of, grid, by_row = table
    lows = grid.shape[1] - 1
    row_of[:] = 0
    for hand in members:
        if others[hand] >= 0:
            row_of[others[hand] >> LOW_BITS] = 1
    rows = 0
    for high in range(len(row_of)):
        seen = row_of[high]
        row_of[high] = rows
        rows += seen
    grid[: rows + 1, :] = 0
    for hand in members:
        worth = others[hand]
        if worth >= 0:
            grid[row_of[worth >> LOW_BITS] + 1, (worth & LOW_MASK) + 1] += orbits[hand]
    for row in range(1, rows + 1):
        running = 0
        for low in range(1, lows + 1):
            running += grid[row, low]
            grid[row, low] = running // orbit + grid[row - 1, low]
        by_row[row] = grid[row, lows]
    return rows


@kernel
def _answer(members, sign, hands, asked, table, rows, gains):
    """Add the answer for every setting of the hands listed."""
    row_of, grid, by_row = table
    begin, settings = hands.begin, hands.worth
    both, one, above = asked
    by_low = grid[rows]
    everything = np.int64(by_row[rows])
    for hand in members:
        for i in range(begin[hand], begin[hand + 1]):
            row = row_of[(settings[i] >> LOW_BITS) + above]
            low = (settings[i] & LOW_MASK) + above
            rest = np.int64(by_row[row]) + by_low[low] - everything
            gains[i] += sign * (both * np.int64(grid[row, low]) + one * rest)


@kernel
def weigh_sets(hands, batch, members, others, asked, gains):
    """Add what hands that share a set of some classes contribute to the gains of every setting.

    Gains may be integers of 32 bits if the results fit: sums that overflow on the way come back.
    """
    sets, first, begin, end = batch
    _list_members(hands, sets, first, begin, end, members)
    orbits = sets.orbits
    table = Table(
        np.zeros(hands.highs + 1, np.int32),
        np.zeros((hands.highs + 1, hands.lows + 1), np.int32),
        np.zeros(hands.highs + 1, np.int32),
    )
    sign = 1 - 2 * (sets.subsets.shape[1] % 2)
    for number in range(begin, end):
        listed = members[first[number] - first[begin] : first[number + 1] - first[begin]]
        rows = _build(listed, hands.orbits, orbits[number], others, table)
        _answer(listed, sign, hands, asked, table, rows, gains)


@kernel
def weigh_same(hands, others, asked, gains):
    """The same for the largest sets: the hand itself."""
    begin, settings = hands.begin, hands.worth
    both, one, above = asked
    sign = 1 - 2 * (hands.cards.shape[1] % 2)
    for hand in range(len(others)):
        worth = others[hand]
        if worth < 0:
            continue
        for i in range(begin[hand], begin[hand + 1]):
            over = worth >> LOW_BITS < (settings[i] >> LOW_BITS) + above
            under = worth & LOW_MASK < (settings[i] & LOW_MASK) + above
            gains[i] += sign * (both * (over and under) + one * (int(over) + int(under) - 1))


@kernel
def choose(begin, values, best):
    """For some classes the place of the best setting in the list, the first if several are; `values` are theirs."""
    for hand in range(len(best)):
        found = begin[hand]
        for i in range(found + 1, begin[hand + 1]):
            if values[i - begin[0]] > values[found - begin[0]]:
                found = i
        best[hand] = found


@kernel
def find_settings(hands, wanted, found):
    """For every class the place in the list of its setting with that worth."""
    begin, settings = hands.begin, hands.worth
    for hand in range(len(found)):
        at = begin[hand]
        while settings[at] != wanted[hand]:
            at += 1
        found[hand] = at
