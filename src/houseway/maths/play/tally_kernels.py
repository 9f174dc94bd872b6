"""The loop, compiled by numba, that tallies the hands that can still be dealt once some cards are gone.

Here: `Remaining.weights` of every shape, added up by cell in the same pass. Not here: any rule of a game. What a shape
is worth comes in as a number, and which cell it falls into as a table.

Shapes that are numbered one after another mostly differ in few cards only. Those that agree in all others are a row;
the cards that differ come from a list that many rows share, so in how many ways they can be held is worked out once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.maths.jit import RANKS, SUITS, kernel
from houseway.maths.set_hands import LOW_BITS, LOW_MASK

_BITS = 3
_HELD = (1 << _BITS) - 1
"""How often each rank is held is kept in three bits; after the last rank comes the Joker, a rank of one card."""
_GROUP, _GROUPS = 3, 5
_GROUP_BITS = _GROUP * _BITS
_IN_GROUP = (1 << _GROUP_BITS) - 1
"""What is held is looked up three ranks at a time."""


class Rows(NamedTuple):
    """Shapes in rows, and what differs between those of a row."""

    first: NDArray[np.int32]
    """The shapes from first[row] to first[row + 1] are a row."""
    same: NDArray[np.int64]
    """What the shapes of a row agree in."""
    listed: NDArray[np.int32]
    """Where in the lists the cards of a row's first shape are; those of its other shapes follow."""
    lists: NDArray[np.int64]


class ShapeRows(NamedTuple):
    """The shapes of a deck, arranged for this loop (`tally.shape_rows`)."""

    plain: Rows
    """Those known by their ranks alone: how often each rank is held, and the Joker; the lists hold the lowest ranks."""
    flushes: Rows
    """Those with a possible flush: the suited ranks, a bit each, and the Joker; the lists hold the cards beside it."""
    parent: NDArray[np.uint32]
    """For each shape with a possible flush, the number of the shape with the same ranks."""


@kernel
def _ways_of_one(held, left, choose):
    """In how many ways some cards can be held, as many of each rank as `held` says."""
    ways, rank = 1, 0
    while held:
        ways *= choose[left[rank], held & _HELD]
        held >>= _BITS
        rank += 1
    return ways


@kernel
def _ways(cards, left, choose):
    """The same for many."""
    table = np.zeros((_GROUPS, _IN_GROUP + 1), np.int32)
    for g in range(_GROUPS):
        for held in range(1 << _BITS * min(_GROUP, len(left) - _GROUP * g)):
            table[g, held] = _ways_of_one(held, left[_GROUP * g :], choose)
    ways = np.empty(len(cards), np.int32)
    for i in range(len(cards)):
        way = np.int32(1)
        for g in range(_GROUPS):
            way *= table[g, cards[i] >> _GROUP_BITS * g & _IN_GROUP]
        ways[i] = way
    return ways


@kernel
def _ways_beside(beside, left, in_suit, choose):
    """ways[suits, b]: in how many ways cards beside a flush can be held, added up over the suits it can be of."""
    ways = np.zeros((1 << SUITS, len(beside)), np.int16)
    others = np.zeros(RANKS, np.int64)
    for suit in range(SUITS):
        for rank in range(RANKS):
            others[rank] = left[rank] - 1 + (in_suit[suit] >> rank & 1)
        for b in range(len(beside)):
            ways[1 << suit, b] = _ways_of_one(beside[b], others, choose)
    for suits in range(1 << SUITS):
        rest = suits & (suits - 1)
        if rest:
            ways[suits] = ways[rest] + ways[suits ^ rest]
    return ways


@kernel
def _cell(number, cell_of_high):
    number = np.uint32(number)  # unsigned, or numba would check whether to count from the end
    return np.uint32(cell_of_high[number >> np.uint32(LOW_BITS)] + (number & np.uint32(LOW_MASK)))


@kernel
def _add_flushes(shapes, left, in_suit, choose, worth, cell_of_high, taken, found):
    """Add the hands with a possible flush to their cells, and to `taken` by the shape with the same ranks."""
    first, same, listed, lists = shapes.flushes
    parent = shapes.parent
    ways = _ways_beside(lists, left, in_suit, choose)
    for row in range(len(same)):
        if same[row] >> RANKS > left[RANKS]:
            continue
        suits = 0
        for suit in range(SUITS):
            if same[row] & in_suit[suit] == 0:
                suits |= 1 << suit
        if suits == 0:
            continue
        begin, at = first[row], listed[row]
        for i in range(first[row + 1] - begin):
            weight = ways[suits, np.uint32(at + i)]
            shape = np.uint32(begin + i)
            taken[parent[shape]] += weight
            found[_cell(worth[shape], cell_of_high)] += weight


@kernel
def _add_plain(shapes, left, choose, worth, cell_of_high, taken, found):
    """Add the other hands to their cells: those with the same ranks, less what was taken."""
    first, same, listed, lists = shapes.plain
    ways_same, ways_listed = _ways(same, left, choose), _ways(lists, left, choose)
    for row in range(len(same)):
        begin, at, ways = first[row], listed[row], ways_same[row]
        if ways == 0:
            continue
        for i in range(first[row + 1] - begin):
            shape = np.uint32(begin + i)
            found[_cell(worth[shape], cell_of_high)] += ways * ways_listed[np.uint32(at + i)] - taken[shape]


@kernel
def tally(shapes, gone, choose, worth, cell_of_high, cells):
    """How many of the hands left fall into each cell: that of their high rank, and their low rank further on."""
    left = np.full(RANKS + 1, SUITS, np.int64)
    left[RANKS] = 1
    in_suit = np.zeros(SUITS, np.int64)
    for card in gone:
        left[card // SUITS] -= 1
        if card // SUITS < RANKS:
            in_suit[card % SUITS] |= 1 << card // SUITS
    found = np.zeros(cells, np.int32)  # there are fewer than 2 ** 31 hands
    taken = np.zeros(shapes.plain.first[-1], np.int16)  # of the same ranks, fewer than 1,000 are possible flushes
    _add_flushes(shapes, left, in_suit, choose, worth[len(taken) :], cell_of_high, taken, found)
    _add_plain(shapes, left, choose, worth, cell_of_high, taken, found)
    return found
