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

MOST_DEALT = 7


class Hands(NamedTuple):
    """The classes of hands, and the settings of each."""

    class_of: NDArray[np.int32]
    """The class of every hand by its number."""
    orbits: NDArray[np.uint8]
    begin: NDArray[np.int32]
    worth: NDArray[np.int32]
    """worth[begin[class] : begin[class + 1]] are the settings of a class."""
    binomial: NDArray[np.int64]
    cards: int
    dealt: int
    highs: int
    lows: int


class Asked(NamedTuple):
    """What is asked about a setting (`question.Question`)."""

    both: int
    one: int
    above: int


class Listed(NamedTuple):
    """Hands by class, one entry each, and how many hands an entry stands for: weights by class, or none for one."""

    classes: NDArray[np.int32]
    weights: NDArray[np.uint8]


class Table(NamedTuple):
    """The other side's hands below every high and low: grid[row_of[high], low]."""

    row_of: NDArray[np.int32]
    grid: NDArray[np.int64]


@kernel
def number_classes(sets, naturals, binomial, class_of):
    """Write the class of every hand: each class in all orders of its suits."""
    dealt = sets.shape[1]
    order = np.zeros(SUITS, np.int64)
    cards = np.zeros(dealt, np.int64)
    for number in range(len(sets)):
        for code in range(SUITS**SUITS):
            used = 0
            for suit in range(SUITS):
                order[suit] = code // SUITS**suit % SUITS
                used |= 1 << order[suit]
            if used != (1 << SUITS) - 1:
                continue
            for i in range(dealt):
                card = sets[number, i]
                cards[i] = card if card >= naturals else card // SUITS * SUITS + order[card % SUITS]
            cards.sort()
            found = 0
            for i in range(dealt):
                found += binomial[cards[i], i + 1]
            class_of[found] = number


@kernel
def list_hands(cards, hands, found):
    """List the classes of all hands that contain some cards, one entry for each hand; returns how many."""
    class_of, binomial, number_of_cards, dealt = hands.class_of, hands.binomial, hands.cards, hands.dealt
    size = len(cards)
    more = dealt - size
    rest = np.zeros(number_of_cards - size, np.int64)
    left = 0
    held = 0
    for card in range(number_of_cards):
        if held < size and cards[held] == card:
            held += 1
        else:
            rest[left] = card
            left += 1
    at = np.arange(more)
    entries = 0
    while True:
        number = 0
        mine = 0
        place = 0
        for i in range(dealt):
            if mine < size and (place == more or cards[mine] < rest[at[place]]):
                number += binomial[cards[mine], i + 1]
                mine += 1
            else:
                number += binomial[rest[at[place]], i + 1]
                place += 1
        found[entries] = class_of[number]
        entries += 1
        place = more - 1
        while place >= 0 and at[place] == left - more + place:
            place -= 1
        if place < 0:
            return entries
        at[place] += 1
        for i in range(place + 1, more):
            at[i] = at[i - 1] + 1


@kernel
def _build(listing, entries, others, table):
    """Count the other side's hands below every high and low, rows for highs that occur; returns the number of rows."""
    listed, weights = listing
    row_of, grid = table
    highs, lows = len(row_of) - 1, grid.shape[1] - 1
    row_of[:] = 0
    for entry in range(entries):
        if others[listed[entry]] >= 0:
            row_of[others[listed[entry]] >> LOW_BITS] = 1
    rows = 0
    for high in range(highs + 1):
        seen = row_of[high]
        row_of[high] = rows
        rows += seen
    grid[: rows + 1, :] = 0
    for entry in range(entries):
        worth = others[listed[entry]]
        if worth >= 0:
            weight = np.int64(weights[listed[entry]]) if len(weights) else np.int64(1)
            grid[row_of[worth >> LOW_BITS] + 1, (worth & LOW_MASK) + 1] += weight
    for row in range(1, rows + 1):
        running = 0
        for low in range(1, lows + 1):
            running += grid[row, low]
            grid[row, low] = running + grid[row - 1, low]
    return rows


@kernel
def _answer(listing, entries, times, hands, asked, classes, answered, gains):
    """Add the answer for every setting of the hands listed, `times` over, if they are among these classes.

    `answered` is the table and its number of rows.
    """
    listed, weights = listing
    (row_of, grid), rows = answered
    begin, settings, lows = hands.begin, hands.worth, grid.shape[1] - 1
    both, one, above = asked
    everything = np.int64(grid[rows, lows])
    for entry in range(entries):
        hand = listed[entry]
        if hand < classes[0] or hand >= classes[1]:
            continue
        weight = times * np.int64(weights[hand]) if len(weights) else times
        for i in range(begin[hand], begin[hand + 1]):
            row = row_of[(settings[i] >> LOW_BITS) + above]
            low = (settings[i] & LOW_MASK) + above
            rest = np.int64(grid[row, lows]) + grid[rows, low] - everything
            gains[i] += weight * (both * np.int64(grid[row, low]) + one * rest)


@kernel
def weigh_sets(sets, orbits, hands, others, asked, classes, gains):
    """Add what hands that share each of these sets contribute, once for every hand of these classes.

    A setting's gain is found once for each hand of its class, so what is added up is its gain times the class's hands.
    """
    size = sets.shape[1]
    most = hands.binomial[hands.cards - size, hands.dealt - size]
    listed = np.zeros(most, np.int32)
    grid = np.zeros((min(hands.highs, most) + 1, hands.lows + 1), np.int32)
    table = Table(np.zeros(hands.highs + 1, np.int32), grid)
    listing = Listed(listed, np.zeros(0, np.uint8))
    sign = 1 - 2 * (size % 2)
    for s in range(len(sets)):
        entries = list_hands(sets[s].astype(np.int64), hands, listed)
        rows = _build(listing, entries, others, table)
        _answer(listing, entries, sign * orbits[s], hands, asked, classes, (table, rows), gains)


@kernel
def weigh_all(hands, others, asked, gains):
    """The same for the empty set: every hand, a class at a time."""
    number = len(hands.orbits)
    listing = Listed(np.arange(number).astype(np.int32), hands.orbits)
    grid = np.zeros((hands.highs + 1, hands.lows + 1), np.int64)
    table = Table(np.zeros(hands.highs + 1, np.int32), grid)
    rows = _build(listing, number, others, table)
    _answer(listing, number, 1, hands, asked, (0, number), (table, rows), gains)


@kernel
def weigh_same(hands, others, asked, gains):
    """The same for the largest sets: the hand itself."""
    begin, settings, orbits = hands.begin, hands.worth, hands.orbits
    both, one, above = asked
    sign = 1 - 2 * (hands.dealt % 2)
    for hand in range(len(orbits)):
        worth = others[hand]
        if worth < 0:
            continue
        for i in range(begin[hand], begin[hand + 1]):
            over = worth >> LOW_BITS < (settings[i] >> LOW_BITS) + above
            under = worth & LOW_MASK < (settings[i] & LOW_MASK) + above
            gains[i] += sign * np.int64(orbits[hand]) * (both * (over and under) + one * (int(over) + int(under) - 1))


@kernel
def divide(hands, gains):
    """Make of gains times the hands of a class the gains themselves."""
    begin, orbits = hands.begin, hands.orbits
    for hand in range(len(orbits)):
        for i in range(begin[hand], begin[hand + 1]):
            gains[i] //= np.int64(orbits[hand])


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
