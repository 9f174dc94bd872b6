"""The loops, compiled by numba, that weigh settings of the player's hands in every suit, with the dealer's flushes.

Here: for hands of the same ranks at once, what the dealer's possible flushes add to each setting, and the best setting
of every hand. Not here: any rule of a game, and the count by ranks alone (`kernels`).

The dealer's flushes of one suit are those whose suited cards the player does not hold, counted by what they are worth
less what their ranks alone are worth. They depend on the player's suits only through the ranks the player holds in that
suit, so they are added up once for each set of ranks: first by the cards beside the flush and by which of the player's
ranks are in it, in sixteen bits and many at a time; then over all flushes without a rank of the set. Hands that differ
only in the names of suits are weighed once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.maths.jit import RANKS, SUITS, kernel
from houseway.maths.set_hands import LOW_BITS, LOW_MASK

_Ints = NDArray[np.int64]
_MOST_DEALT = 7
_MASKS = 1 << _MOST_DEALT
SUIT_BITS = _MOST_DEALT
"""Bits for the ranks a hand holds in one suit, the lowest rank held first."""
_ORDERS = 24
"""In how many orders there are four suits."""


class PlayerHands(NamedTuple):
    """The player's hands by rank count, and the shapes that share each rank count."""

    held: _Ints
    """held[rank count, rank]: how many of a rank."""
    joker: NDArray[np.bool_]
    shape_order: _Ints
    """The shapes of rank count n are shape_order[shape_first[n] : shape_first[n + 1]]."""
    shape_first: _Ints
    shape_suited: _Ints
    """The ranks in the flush suit of a shape, as a mask; 0 where no flush is possible."""
    flush: int
    """How many cards of one suit make a flush possible."""


class DealerFlushes(NamedTuple):
    """What the dealer's possible flushes are worth; no setting is above or below one that is not compared."""

    high: NDArray[np.int16]
    low: NDArray[np.int16]
    plain_high: NDArray[np.int16]
    """What other hands of the same ranks are worth."""
    plain_low: NDArray[np.int16]


class Totals(NamedTuple):
    """Deals won and lost, added up over all hands of a shape."""

    by_setting: _Ints
    best: _Ints
    """By the setting that is best for each hand."""
    worse: _Ints
    """For each shape, the hands in which `Settings.compared` is worse than the best setting; by how much, at most, in
    the units of `Stakes`; and that hand: its ranks in each suit, SUIT_BITS each, then which of its settings is best."""


class _RanksHeld(NamedTuple):
    """One rank count of the player's, with the ranks held numbered from 0."""

    held: _Ints
    joker: bool
    place_of: _Ints
    number: int


class _Sums(NamedTuple):
    """Working arrays: by entry, ranks in one suit and set of cards beside; and the suits left for the cards beside."""

    won: NDArray[np.int16]
    lost: NDArray[np.int16]
    ways: NDArray[np.int16]


@kernel
def _add_changes(high, low, flushes, won, lost):
    """For each of some flushes, whether it is won more than its ranks alone are, and whether it is lost more."""
    highs, lows, plain_highs, plain_lows = flushes
    for i in range(len(won)):
        one = np.int16((highs[i] < high) & (lows[i] < low))
        less = np.int16((plain_highs[i] < high) & (plain_lows[i] < low))
        won[i] = np.int16(won[i] + one - less)
        one = np.int16((highs[i] >= high) & (lows[i] >= low))
        less = np.int16((plain_highs[i] >= high) & (plain_lows[i] >= low))
        lost[i] = np.int16(lost[i] + one - less)


@kernel
def _add_up(table, number, sets):
    """Turn sums by exact set of ranks into sums over all sets inside a set."""
    for bit in range(number):
        for mask in range(1 << number):
            if mask >> bit & 1:
                one, other = table[mask], table[mask ^ (1 << bit)]
                for b in range(sets):
                    one[b] += other[b]


@kernel
def _suits_left(hand, beside, ways):
    """ways[mask, b]: in how many suits cards beside a flush can be, if the player holds these ranks in its suit."""
    held, place_of = hand.held, hand.place_of
    first_rank, second_rank = beside.one, beside.two
    for mask in range(1 << hand.number):
        for b in range(len(first_rank)):
            one, two = first_rank[b], second_rank[b]
            way = 1
            left = 0
            if one >= 0:
                left = SUITS - 1 - held[one] + (mask >> place_of[one] & 1 if held[one] else 0)
                way = left
            if two == one and one >= 0:
                way = left * (left - 1) // 2
            elif two >= 0:
                way *= SUITS - 1 - held[two] + (mask >> place_of[two] & 1 if held[two] else 0)
            ways[mask, b] = way


@kernel
def _sum_flushes(hand, numbers, rows, beside, flushes, sums, found):
    """Fill found[ranks in one suit, k]: what the dealer's flushes of that suit add to the k-th number, won and lost."""
    held, has_joker, place_of, number_held = hand
    suited, joker, size, first = rows
    high, low, plain_high, plain_low = flushes
    won, lost, ways = sums
    sets, number = len(beside.size), len(numbers)
    masks = 1 << number_held
    won[:number, :masks] = 0
    lost[:number, :masks] = 0
    begin = np.zeros(4, np.int64)  # the first set of each size
    for b in range(sets):
        begin[beside.size[b] + 1] = b + 1
    for row in range(len(suited)):
        if has_joker and joker[row]:
            continue
        avoid = 0
        for rank in range(RANKS):
            if held[rank]:
                avoid |= (suited[row] >> rank & 1) << place_of[rank]
        start, stop = begin[size[row]], begin[size[row] + 1]
        end = first[row] + stop - start
        part = (
            high[first[row] : end],
            low[first[row] : end],
            plain_high[first[row] : end],
            plain_low[first[row] : end],
        )
        for k in range(number):
            _add_changes(
                np.int16(numbers[k] >> LOW_BITS),
                np.int16(numbers[k] & LOW_MASK),
                part,
                won[k, avoid, start:stop],
                lost[k, avoid, start:stop],
            )
    _suits_left(hand, beside, ways)
    for k in range(number):
        _add_up(won[k], number_held, sets)
        _add_up(lost[k], number_held, sets)
        for mask in range(masks):
            more_won, more_lost = np.int32(0), np.int32(0)
            of_mask, won_there, lost_there = ways[mask], won[k, masks - 1 - mask], lost[k, masks - 1 - mask]
            for b in range(sets):
                more_won = np.int32(more_won + np.int32(of_mask[b]) * np.int32(won_there[b]))
                more_lost = np.int32(more_lost + np.int32(of_mask[b]) * np.int32(lost_there[b]))
            found[mask, k, 0] = more_won
            found[mask, k, 1] = more_lost


@kernel
def _number_ranks(held, place_of):
    """Number the ranks held from 0; returns how many there are."""
    number = 0
    for rank in range(RANKS):
        if held[rank]:
            place_of[rank] = number
            number += 1
    return number


@kernel
def _shapes_by_suited(player, ranks, hand, shape_of):
    """For one rank count, file its shapes by the ranks they hold in the flush suit."""
    shape_order, shape_first, shape_suited = player.shape_order, player.shape_first, player.shape_suited
    place_of = hand.place_of
    shape_of[: 1 << hand.number] = -1
    for i in range(shape_first[ranks], shape_first[ranks + 1]):
        mask = 0
        for rank in range(RANKS):
            if shape_suited[shape_order[i]] >> rank & 1:
                mask |= 1 << place_of[rank]
        shape_of[mask] = shape_order[i]


@kernel
def _list_suits(held, bits, options, option_count):
    """For each rank held, list the sets of suits its cards can be of."""
    at = 0
    for rank in range(RANKS):
        if held[rank]:
            option_count[at] = 0
            for choice in range(1 << SUITS):
                if bits[choice] == held[rank]:
                    options[at, option_count[at]] = choice
                    option_count[at] += 1
            at += 1


@kernel
def _choose_suits(choice, depth, masks):
    """Put cards of one more rank into suits; whether no order of the suits came before, and in how many orders."""
    run, alike = 1, 1
    first = True
    for suit in range(SUITS):
        masks[depth + 1, suit] = masks[depth, suit] | (choice >> suit & 1) << depth
        if suit and masks[depth, suit] == masks[depth, suit - 1]:
            first = first and choice >> (suit - 1) & 1 >= choice >> suit & 1
    for suit in range(1, SUITS):  # equal masks are next to each other
        run = run + 1 if masks[depth + 1, suit] == masks[depth + 1, suit - 1] else 1
        alike *= run
    return first, _ORDERS // alike


@kernel
def _weigh_in_every_suit(hand, flush_size, weighed, shape_of, bits, settings, stakes, totals):
    """Go through every choice of suits for one rank count and weigh the settings of each hand.

    `weighed` are the first entry of the rank count, all entries by ranks alone, and what flushes add to its own.
    """
    begin, by_ranks, flushes = weighed
    first, entry_of, compared = settings.first, settings.entry_of, settings.compared
    held, has_joker, _, number = hand
    win, lose = stakes
    setting_totals, best_totals, worse = totals
    options = np.zeros((_MOST_DEALT, 6), np.int64)
    option_count = np.zeros(_MOST_DEALT, np.int64)
    _list_suits(held, bits, options, option_count)
    counter = np.zeros(_MOST_DEALT, np.int64)
    masks = np.zeros((_MOST_DEALT + 1, SUITS), np.int64)
    counter[0] = -1
    depth = 0
    while depth >= 0:
        counter[depth] += 1
        if counter[depth] == option_count[depth]:
            depth -= 1
            continue
        is_first, hands = _choose_suits(options[depth, counter[depth]], depth, masks)
        if not is_first:
            continue
        if depth + 1 < number:
            depth += 1
            counter[depth] = -1
            continue
        in_suit = 0
        for suit in range(SUITS):
            if bits[masks[number, suit]] + has_joker >= flush_size:
                in_suit = masks[number, suit]
        shape = shape_of[in_suit]
        if shape < 0:
            continue
        best_worth, best_won, best_lost, best, compared_worth = -(1 << 62), 0, 0, 0, 0
        for setting in range(first[shape], first[shape + 1]):
            entry = entry_of[setting]
            beaten, losing = by_ranks[entry, 0], by_ranks[entry, 1]
            for suit in range(SUITS):
                beaten += flushes[masks[number, suit], entry - begin, 0]
                losing += flushes[masks[number, suit], entry - begin, 1]
            setting_totals[setting, 0] += hands * beaten
            setting_totals[setting, 1] += hands * losing
            worth = win * beaten - lose * losing
            if worth > best_worth:
                best_worth, best_won, best_lost, best = worth, beaten, losing, setting
            if setting == compared[shape]:
                compared_worth = worth
        best_totals[shape, 0] += hands * best_won
        best_totals[shape, 1] += hands * best_lost
        if compared[shape] >= 0 and best_worth > compared_worth:
            worse[shape, 0] += hands
            if best_worth - compared_worth > worse[shape, 1]:
                worse[shape, 1] = best_worth - compared_worth
                worse[shape, 2] = best - first[shape]
                for suit in range(SUITS - 1, -1, -1):
                    worse[shape, 2] = worse[shape, 2] << SUIT_BITS | masks[number, suit]


@kernel
def weigh_hands(chosen, player, dealer_flushes, settings, by_ranks, stakes, totals):
    """Weigh every setting of every hand of the chosen rank counts, in every suit, and add the deals to `totals`.

    `dealer_flushes` are the rows of the dealer's flushes, the cards beside them, and the flushes.
    """
    rows, beside, flushes = dealer_flushes
    held, has_joker = player.held, player.joker
    entry_first, numbers = settings.entry_first, settings.numbers
    most = 1
    for ranks in chosen:
        most = max(most, entry_first[ranks + 1] - entry_first[ranks])
    sets = len(beside.size)
    sums = _Sums(
        np.zeros((most, _MASKS, sets), np.int16),
        np.zeros((most, _MASKS, sets), np.int16),
        np.zeros((_MASKS, sets), np.int16),
    )
    found = np.zeros((_MASKS, most, 2), np.int64)
    place_of = np.zeros(RANKS, np.int64)
    shape_of = np.zeros(_MASKS, np.int64)
    bits = np.zeros(_MASKS, np.int64)
    for mask in range(_MASKS):
        for bit in range(_MOST_DEALT):
            bits[mask] += mask >> bit & 1
    for ranks in chosen:
        begin, end = entry_first[ranks], entry_first[ranks + 1]
        hand = _RanksHeld(held[ranks], has_joker[ranks], place_of, _number_ranks(held[ranks], place_of))
        _sum_flushes(hand, numbers[begin:end], rows, beside, flushes, sums, found)
        _shapes_by_suited(player, ranks, hand, shape_of)
        weighed = (begin, by_ranks, found)
        _weigh_in_every_suit(hand, player.flush, weighed, shape_of, bits, settings, stakes, totals)
