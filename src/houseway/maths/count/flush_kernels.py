"""The loops, compiled by numba, that count pairs of hands where both could make a flush.

Here: listing possible flushes by the cards they contain, and pairing them over all suits. Not here: any rule of a game,
and how listed hands are compared (`kernels`).

A possible flush has ranks in its suit, at most two cards beside it in the three other suits, and perhaps the Joker. The
flushes with the same ranks in suit and the same Joker are a row; within it they are numbered by the cards beside, in
the order of their keys. Those of a row that have certain cards beside are a group: groups are numbered by these cards,
then by row.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.maths.count.kernels import Listed, compare, new_tally, tally_points
from houseway.maths.jit import RANKS, SUITS, kernel

_SETS = 1 << RANKS
_KINDS = 6
"""None, one or two cards beside, with the Joker or not."""
_SAME_SUIT, _TWO_SUITS = SUITS, SUITS * (SUITS - 1)
"""In how many ways two flushes are of one suit, and of two."""

_Ints = NDArray[np.int64]


class Rows(NamedTuple):
    """Possible flushes of one suit by their ranks in suit."""

    suited: _Ints
    """The ranks in suit of each row, as a mask."""
    joker: _Ints
    beside: _Ints
    """How many cards each has beside the suit."""
    first: _Ints
    """The number of the first flush of each row."""


class Beside(NamedTuple):
    """The sets of at most two ranks beside a flush, by size and then by key, and which sets contain which."""

    size: _Ints
    one: _Ints
    """The higher rank, or -1."""
    two: _Ints
    """The lower rank, or -1."""
    number: _Ints
    """number[one + 1, two + 1]: the number of a set."""
    places: _Ints
    """The sets of n cards that contain set u are places[first[u, n] : first[u, n + 1]], counted within their size."""
    ways: _Ints
    """In how many suits each of those can be, once the cards of u are given."""
    first: _Ints


class RowsByMask(NamedTuple):
    """The rows that contain some ranks, have room for cards beside, and perhaps the Joker."""

    rows: NDArray[np.int32]
    first: _Ints
    """rows[first[kind, mask] : first[kind, mask + 1]], where the kind is 2 * (cards beside) + Jokers."""


@kernel
def rows_by_mask(flushes):
    """For every set of ranks, the rows that contain it, ascending."""
    suited, joker, beside, _ = flushes
    first = np.zeros((_KINDS, _SETS + 1), np.int64)
    for row in range(len(suited)):
        part = suited[row]
        while True:
            for kind in range(_KINDS):
                first[kind, part + 1] += beside[row] >= kind >> 1 and joker[row] >= kind & 1
            if part == 0:
                break
            part = (part - 1) & suited[row]
    total = 0
    for kind in range(_KINDS):
        first[kind, 0] = total
        for mask in range(_SETS):
            first[kind, mask + 1] += first[kind, mask]
        total = first[kind, _SETS]
    rows = np.zeros(total, np.int32)
    filled = first.copy()
    for row in range(len(suited)):
        part = suited[row]
        while True:
            for kind in range(_KINDS):
                if beside[row] >= kind >> 1 and joker[row] >= kind & 1:
                    rows[filled[kind, part]] = row
                    filled[kind, part] += 1
            if part == 0:
                break
            part = (part - 1) & suited[row]
    return RowsByMask(rows, first)


@kernel
def group_flushes(flushes, beside, numbers_of):
    """For every group, the numbers of its flushes, and of each in how many suits the other cards beside can be.

    `numbers_of` is the first number of each flush; returned are the first of each group, and by group the numbers'
    places in the list by flush, and their factors.
    """
    size, first_of_row = flushes.beside, flushes.first
    places, ways, first = beside.places, beside.ways, beside.first
    rows = len(size)
    group_first = np.zeros(len(beside.size) * rows + 1, np.int32)
    total = 0
    for group in range(len(group_first) - 1):
        u, row = group // rows, group % rows
        for at in range(first[u, size[row]], first[u, size[row] + 1]):
            flush = first_of_row[row] + places[at]
            total += numbers_of[flush + 1] - numbers_of[flush]
        group_first[group + 1] = total
    chosen, factors = np.zeros(total, np.int32), np.zeros(total, np.int32)
    found = 0
    for group in range(len(group_first) - 1):
        u, row = group // rows, group % rows
        for at in range(first[u, size[row]], first[u, size[row] + 1]):
            flush = first_of_row[row] + places[at]
            for number in range(numbers_of[flush], numbers_of[flush + 1]):
                chosen[found] = number
                factors[found] = ways[at]
                found += 1
    return group_first, chosen, factors


@kernel
def _choose(left, number):
    """In how many suits of those left one or two cards of a rank can be."""
    return left if number == 1 else left * (left - 1) // 2


@kernel
def _suits_of(one, two, suits):
    """In how many ways a set of at most two ranks can be suited."""
    if one < 0:
        return 1
    if one == two:
        return _choose(suits, 2)
    return suits if two < 0 else suits * suits


@kernel
def _joined(mask, one, two, number):
    """The number of the set of the ranks of a mask and at most two more; -1 if they are more than two."""
    ranks = np.zeros(RANKS + 3, np.int64)
    size = 0
    for rank in range(RANKS):
        if mask >> rank & 1:
            ranks[size] = rank
            size += 1
    for rank in (one, two):
        if rank >= 0:
            ranks[size] = rank
            size += 1
    if size > 2:
        return -1
    if size == 0:
        return number[0, 0]
    if size == 1:
        return number[ranks[0] + 1, 0]
    return number[max(ranks[0], ranks[1]) + 1, min(ranks[0], ranks[1]) + 1]


@kernel
def count_flushes(masks, dealt, sizes, containing, beside, dealer, player):
    """Pairs of possible flushes that share one of some sets of ranks in the dealer's suit: won and lost.

    Over all cards beside that both contain, with the sign of inclusion and exclusion. If the suits are the same, the
    player's flush contains the same cards in suit and beside. If not, the cards shared in the dealer's suit are beside
    the player's, and some of those beside the dealer's are in the player's suit.
    """
    number_of_rows, with_joker, highs, lows = sizes
    factors = np.ones(number_of_rows, np.int64)
    tally = new_tally(highs, lows)
    rows, first = containing
    size, first_rank, second_rank, number = beside.size, beside.one, beside.two, beside.number
    win = 0
    lose = 0
    for u in range(len(size)):
        one, two = first_rank[u], second_rank[u]
        for mask in masks:
            in_suit = 0
            for rank in range(RANKS):
                in_suit += mask >> rank & 1
            for jokers in range(with_joker + 1):
                shared = in_suit + size[u] + jokers
                if shared > dealt:
                    continue
                kind = 2 * size[u] + jokers
                listed = Listed(rows[first[kind, mask] : first[kind, mask + 1]], factors, u * number_of_rows)
                found = len(listed.groups)
                if found == 0:
                    continue
                points = tally_points(listed, found, dealer, tally)
                same_won, same_lost = compare(listed, found, player, points, tally)
                times = _SAME_SUIT * _suits_of(one, two, SUITS - 1)
                won, lost = times * same_won, times * same_lost
                for split in range(4):  # which of the cards beside the dealer's flush are in the player's suit
                    a, b = split & 1, split >> 1
                    if (
                        a > (one >= 0)
                        or b > (two >= 0)
                        or (one == two and b > a)
                        or (one == two and one >= 0 and a & b)
                    ):
                        continue
                    left_one, left_two = (-1 if a else one), (-1 if b else two)
                    in_players = (1 << one if a else 0) | (1 << two if b else 0)
                    if left_one < 0:
                        left_one, left_two = left_two, left_one
                    joined = _joined(mask, left_one, left_two, number)
                    if joined < 0:
                        continue
                    times = _TWO_SUITS * _suits_of(left_one, left_two, SUITS - 2)
                    if mask == in_players and joined == u:  # the same flushes as with one suit
                        more_won, more_lost = same_won, same_lost
                    else:
                        kind = 2 * size[joined] + jokers
                        begin, end = first[kind, in_players], first[kind, in_players + 1]
                        theirs = Listed(rows[begin:end], factors, joined * number_of_rows)
                        more_won, more_lost = compare(theirs, end - begin, player, points, tally)
                    won += times * more_won
                    lost += times * more_lost
                sign = 1 - 2 * (shared & 1)
                win += sign * won
                lose += sign * lost
    return win, lose
