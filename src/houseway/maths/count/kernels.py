"""The loops, compiled by numba: which shapes of hands contain some cards, and how they compare.

Here: arithmetic over arrays of numbers. Not here: any rule of any game. What a shape is worth comes in as numbers that
the readable clauses gave (`compile`); a kernel only counts which numbers are greater.

A shape is found by its key (`houseway.cards.shapes`): three bits a rank for how often it is held, a bit for the Joker,
and the suited ranks where a flush is possible. A hand is worth a packed number `high << 8 | low`, or is negative where
it takes part in no comparison.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from houseway.cards.card import JOKER_INDEX
from houseway.cards.shapes import JOKER_KEY, SUITED_SHIFT
from houseway.maths.compile import LOW_BITS


def kernel(function: Callable[..., Any]) -> Any:
    """Compile serially, keep the machine code on disk, and let other threads run meanwhile."""
    return numba.njit(cache=True, nogil=True)(function)


LOW_MASK = (1 << LOW_BITS) - 1
RANKS, SUITS = 13, 4
_FIBONACCI = 0x9E3779B97F4A7C15
_BLOCK = 64


@kernel
def hash_keys(keys, bits):
    """A hash table of 1 << bits places: the key in each place, or -1, and its number."""
    size = 1 << bits
    slots = np.full(size, -1, np.int64)
    numbers = np.full(size, -1, np.int32)
    for number in range(len(keys)):
        place = _place(keys[number], bits)
        while slots[place] >= 0:
            place = (place + 1) & (size - 1)
        slots[place] = keys[number]
        numbers[place] = number
    return slots, numbers


@kernel
def _place(key, bits):
    return np.int64((np.uint64(key) * np.uint64(_FIBONACCI)) >> np.uint64(64 - bits))


@kernel
def find(key, slots, numbers, bits):
    """The number of a key that is in the table."""
    place = _place(key, bits)
    while slots[place] != key:
        place = (place + 1) & (len(slots) - 1)
    return numbers[place]


@kernel
def list_multisets(ranks, size, room, keys, ways):
    """Every way to hold `size` more cards when room[rank] of each rank are left: keys, and in how many suits."""
    if size == 0:
        keys[0] = 0
        ways[0] = 1
        return 1
    at = np.zeros(size, np.int64)
    key = np.zeros(size + 1, np.int64)
    way = np.ones(size + 1, np.int64)
    run = np.zeros(size + 1, np.int64)
    found = 0
    depth = 0
    at[0] = -1
    while depth >= 0:
        at[depth] += 1
        if at[depth] == len(ranks):
            depth -= 1
            continue
        rank = ranks[at[depth]]
        run[depth + 1] = run[depth] + 1 if depth and at[depth] == at[depth - 1] else 1
        left = room[rank] - run[depth + 1] + 1
        if left <= 0:
            continue
        key[depth + 1] = key[depth] + (1 << (3 * rank))
        way[depth + 1] = way[depth] * left // run[depth + 1]
        if depth + 1 == size:
            keys[found] = key[size]
            ways[found] = way[size]
            found += 1
        else:
            depth += 1
            at[depth] = at[depth - 1] - 1
    return found


@kernel
def list_suited(ranks, size, taken, keys):
    """Every set of `size` ranks, none of them in the mask `taken`: keys with the ranks counted and marked as suited."""
    if size == 0:
        keys[0] = 0
        return 1
    at = np.zeros(size, np.int64)
    key = np.zeros(size + 1, np.int64)
    found = 0
    depth = 0
    at[0] = -1
    while depth >= 0:
        at[depth] += 1
        if at[depth] == len(ranks):
            depth -= 1
            continue
        rank = ranks[at[depth]]
        if taken >> rank & 1:
            continue
        key[depth + 1] = key[depth] + (1 << (3 * rank)) + (1 << (SUITED_SHIFT + rank))
        if depth + 1 == size:
            keys[found] = key[size]
            found += 1
        else:
            depth += 1
            at[depth] = at[depth - 1]
    return found


@kernel
def list_containing(cards, ranks, joker, dealt, flush, slots, numbers, bits, scratch, shapes, weights):
    """Which shapes of hands contain some cards, and how many hands each stands for; returns how many entries.

    Every rank count is listed with all its hands; then each flush with its own, and again taken from its rank count.
    """
    keys, ways, suited_keys = scratch
    held = np.zeros(RANKS, np.int64)
    suited = np.zeros(SUITS, np.int64)
    of_suit = np.zeros(SUITS, np.int64)
    has_joker = 0
    base = 0
    for card in cards:
        if card == JOKER_INDEX:
            has_joker = 1
        else:
            held[card // 4] += 1
            suited[card % 4] |= 1 << (card // 4)
            of_suit[card % 4] += 1
            base += 1 << (3 * (card // 4))
    entries = 0
    naturals = len(cards) - has_joker
    for jokers in range(has_joker, joker + 1):
        more = dealt - jokers - naturals
        if more < 0:
            continue
        with_joker = base + jokers * JOKER_KEY
        found = list_multisets(ranks, more, 4 - held, keys, ways)
        for i in range(found):
            shapes[entries] = find(with_joker + keys[i], slots, numbers, bits)
            weights[entries] = ways[i]
            entries += 1
        for suit in range(SUITS):
            mask = suited[suit] << SUITED_SHIFT
            beside = naturals - of_suit[suit]
            room = 3 - held
            for rank in range(RANKS):
                room[rank] += suited[suit] >> rank & 1
            for off in range(dealt - flush - beside + 1):
                in_suit = more - off
                if in_suit < 0:
                    continue
                found = list_multisets(ranks, off, room, keys, ways)
                sets = list_suited(ranks, in_suit, suited[suit], suited_keys)
                for a in range(sets):
                    for i in range(found):
                        key = with_joker + suited_keys[a] + keys[i]
                        shapes[entries] = find(key + mask, slots, numbers, bits)
                        weights[entries] = ways[i]
                        shapes[entries + 1] = find(key & ((1 << SUITED_SHIFT) - 1), slots, numbers, bits)
                        weights[entries + 1] = -ways[i]
                        entries += 2
    return entries


@kernel
def rank_highs(shapes, entries, dealers, first, points, tops, seen, blocks, row_of):
    """Give every high that occurs on either side a row, in order; returns the number of rows."""
    for entry in range(entries):
        shape = shapes[entry]
        if dealers[shape] >= 0:
            high = dealers[shape] >> LOW_BITS
            seen[high] = 1
            blocks[high // _BLOCK] = 1
        for point in range(first[shape], first[shape + 1]):
            high = points[point] >> LOW_BITS
            seen[high] = 1
            blocks[high // _BLOCK] = 1
        if tops[shape] >= 0:
            high = tops[shape] >> LOW_BITS
            seen[high] = 1
            blocks[high // _BLOCK] = 1
    rows = 0
    for block in range(len(blocks)):
        if blocks[block]:
            blocks[block] = 0
            for high in range(block * _BLOCK, (block + 1) * _BLOCK):
                if seen[high]:
                    seen[high] = 0
                    row_of[high] = rows
                    rows += 1
    return rows


@kernel
def build_grid(shapes, weights, entries, dealers, rows, row_of, lows, grid):
    """Count the dealer's hands strictly below every high and low: grid[row_of[high], low]."""
    grid[: rows + 1, :] = 0
    for entry in range(entries):
        worth = dealers[shapes[entry]]
        if worth >= 0:
            grid[row_of[worth >> LOW_BITS] + 1, (worth & LOW_MASK) + 1] += weights[entry]
    for row in range(1, rows + 1):
        running = 0
        for low in range(1, lows + 1):
            running += grid[row, low]
            grid[row, low] = running + grid[row - 1, low]


@kernel
def compare(shapes, weights, entries, first, points, signs, tops, rows, row_of, lows, grid):
    """Over the player's hands, how many of the dealer's are beaten in both, and how many beat or tie both."""
    win = 0
    lose = 0
    for entry in range(entries):
        shape = shapes[entry]
        for point in range(first[shape], first[shape + 1]):
            worth = points[point]
            below = np.int64(grid[row_of[worth >> LOW_BITS], worth & LOW_MASK])
            win += weights[entry] * signs[point] * below
        top = tops[shape]
        if top >= 0:
            row = row_of[top >> LOW_BITS]
            low = top & LOW_MASK
            above = np.int64(grid[rows, lows]) - grid[row, lows] - grid[rows, low] + grid[row, low]
            lose += weights[entry] * above
    return win, lose


@kernel
def count_pairs(
    sets,
    orbits,
    ranks,
    joker,
    dealt,
    flush,
    most,
    slots,
    numbers,
    bits,
    dealers,
    first,
    points,
    signs,
    tops,
    highs,
    lows,
):
    """Pairs of hands, the player's and the dealer's, that both contain a set, over all sets given: won, and lost.

    The dealer's hand of a shape is worth dealers[shape]. The player's wins against what lies below one of his points
    and more than once below several is counted out by their signs; he loses against what is not below tops[shape].
    """
    scratch = (np.zeros(most, np.int64), np.zeros(most, np.int64), np.zeros(2048, np.int64))
    shapes = np.zeros(most, np.int32)
    weights = np.zeros(most, np.int64)
    seen = np.zeros((highs // _BLOCK + 1) * _BLOCK, np.uint8)
    blocks = np.zeros(highs // _BLOCK + 1, np.uint8)
    row_of = np.zeros(highs, np.int32)
    grid = np.zeros((highs + 1, lows + 1), np.int32)
    win = 0
    lose = 0
    for s in range(len(sets)):
        entries = list_containing(sets[s], ranks, joker, dealt, flush, slots, numbers, bits, scratch, shapes, weights)
        rows = rank_highs(shapes, entries, dealers, first, points, tops, seen, blocks, row_of)
        build_grid(shapes, weights, entries, dealers, rows, row_of, lows, grid)
        won, lost = compare(shapes, weights, entries, first, points, signs, tops, rows, row_of, lows, grid)
        win += orbits[s] * won
        lose += orbits[s] * lost
    return win, lose


@kernel
def compare_own(weights, dealers, first, points, signs, tops):
    """Every hand against the very same cards as the dealer sets them: won, and lost."""
    win = 0
    lose = 0
    for shape in range(len(weights)):
        worth = dealers[shape]
        if worth < 0:
            continue
        high = worth >> LOW_BITS
        low = worth & LOW_MASK
        for point in range(first[shape], first[shape + 1]):
            below = high < points[point] >> LOW_BITS and low < points[point] & LOW_MASK
            win += weights[shape] * signs[point] * below
        top = tops[shape]
        if top >= 0:
            lose += weights[shape] * (high >= top >> LOW_BITS and low >= top & LOW_MASK)
    return win, lose
