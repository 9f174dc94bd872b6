"""The loops, compiled by numba, that count what every setting of every shape wins and loses.

Here: listing the shapes that contain some cards, and comparing every setting of each with the dealer's hands that
contain the same cards. Not here: any rule of a game; won and lost are `comparison.BY_HANDS_WON`, by numbers as
everywhere (`set_hands.reach`).

A shape is found by its key (`houseway.cards.shapes`): three bits per rank for how often it is held, a bit for the
Joker, and the suited ranks if a flush is possible. Arrays come in named tuples, which each kernel unpacks before its
loops: unpacking inside a loop is slow.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import JOKER_INDEX
from houseway.cards.shapes import JOKER_KEY, SUITED_SHIFT
from houseway.maths.count.listing_kernels import find, list_multisets
from houseway.maths.jit import RANKS, SUITS, kernel
from houseway.maths.set_hands import LOW_BITS, LOW_MASK, Worth

_BLOCK = 64
_MOST_SUITED = 2048
"""Enough room for all sets of ranks of one size; there are at most 1,716, six of 13 ranks."""


class Shapes(NamedTuple):
    """The shapes of a game, and the hash table that gives the number of a shape by its key."""

    ranks: NDArray[np.int64]
    """The ranks of the deck, counted from 0."""
    joker: int
    dealt: int
    flush: int
    """How many cards of one suit make a flush possible."""
    slots: NDArray[np.int64]
    numbers: NDArray[np.int32]
    bits: int


class Size(NamedTuple):
    """How large the working arrays must be."""

    entries: int
    """The most shapes that can contain one set of cards; a shape listed twice counts twice."""
    highs: int
    lows: int


class Listed(NamedTuple):
    """The shapes that contain some cards; if a shape is listed several times, its weights add up."""

    shapes: NDArray[np.int32]
    weights: NDArray[np.int64]


class Settings(NamedTuple):
    """The player's settings: numbers[first[shape] : first[shape + 1]] are those of a shape."""

    first: NDArray[np.int32]
    numbers: Worth


class Scratch(NamedTuple):
    """Working arrays for listing."""

    keys: NDArray[np.int64]
    ways: NDArray[np.int64]
    suited_keys: NDArray[np.int64]


class Rows(NamedTuple):
    """Which high ranks occur among the hands being counted, and the row of each in the grid."""

    seen: NDArray[np.uint8]
    blocks: NDArray[np.uint8]
    row_of: NDArray[np.int32]


@kernel
def list_suited(ranks, size, taken, keys):
    """List every set of `size` ranks outside the mask `taken`: its key, with the ranks counted and marked as suited."""
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
def list_containing(cards, game, scratch, listed):
    """List the shapes of hands that contain some cards, and how many hands each stands for; returns how many entries.

    Every rank count is listed with all its hands; then each flush with its own hands, which a second entry subtracts
    from its rank count.
    """
    ranks, joker, dealt, flush, slots, numbers, bits = game
    keys, ways, suited_keys = scratch
    shapes, weights = listed
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
def rank_highs(listed, entries, dealers, player, rows):
    """Give every high rank that occurs on either side a row, in order; returns the number of rows."""
    shapes = listed.shapes
    first, corners = player
    seen, blocks, row_of = rows
    for entry in range(entries):
        shape = shapes[entry]
        if dealers[shape] >= 0:
            high = dealers[shape] >> LOW_BITS
            seen[high] = 1
            blocks[high // _BLOCK] = 1
        for corner in range(first[shape], first[shape + 1]):
            high = corners[corner] >> LOW_BITS
            seen[high] = 1
            blocks[high // _BLOCK] = 1
    number = 0
    for block in range(len(blocks)):
        if blocks[block]:
            blocks[block] = 0
            for high in range(block * _BLOCK, (block + 1) * _BLOCK):
                if seen[high]:
                    seen[high] = 0
                    row_of[high] = number
                    number += 1
    return number


@kernel
def build_grid(listed, entries, dealers, number, row_of, grid):
    """Count the dealer's hands below every high and low: grid[row_of[high], low]."""
    shapes, weights = listed
    lows = grid.shape[1] - 1
    grid[: number + 1, :] = 0
    for entry in range(entries):
        worth = dealers[shapes[entry]]
        if worth >= 0:
            grid[row_of[worth >> LOW_BITS] + 1, (worth & LOW_MASK) + 1] += weights[entry]
    for row in range(1, number + 1):
        running = 0
        for low in range(1, lows + 1):
            running += grid[row, low]
            grid[row, low] = running + grid[row - 1, low]


@kernel
def count_settings(sets, factors, game, size, dealers, player, won, lost):
    """Add the dealer's hands below, and not below, each setting: pairs of hands that both contain one of the sets."""
    most, highs, lows = size
    scratch = Scratch(np.zeros(most, np.int64), np.zeros(most, np.int64), np.zeros(_MOST_SUITED, np.int64))
    listed = Listed(np.zeros(most, np.int32), np.zeros(most, np.int64))
    blocks = highs // _BLOCK + 1
    rows = Rows(np.zeros(blocks * _BLOCK, np.uint8), np.zeros(blocks, np.uint8), np.zeros(highs + 1, np.int32))
    row_of = rows.row_of
    grid = np.zeros((highs + 2, lows + 1), np.int32)
    first, settings = player
    shapes, weights = listed
    for s in range(len(sets)):
        entries = list_containing(sets[s], game, scratch, listed)
        number = rank_highs(listed, entries, dealers, player, rows)
        build_grid(listed, entries, dealers, number, row_of, grid)
        every = np.int64(grid[number, lows])
        for entry in range(entries):
            factor = factors[s] * weights[entry]
            for place in range(first[shapes[entry]], first[shapes[entry] + 1]):
                row = row_of[settings[place] >> LOW_BITS]
                low = settings[place] & LOW_MASK
                below = np.int64(grid[row, low])
                won[place] += factor * below
                lost[place] += factor * (every - grid[row, lows] - grid[number, low] + below)
