"""The loops, compiled by numba, that weigh settings of the player's hands one hand after another.

Here: for hands of the same ranks at once, how many of the dealer's hands are below or above each setting. Not here: any
rule of a game, and the whole game at once (`count.kernels`). What the player wins and loses against is counted as
`comparison.BY_HANDS_WON` says: both of the dealer's ranks below the setting's number (`set_hands.reach`), or neither.

The player's cards are described by their ranks and by the suits these are in. The number of the dealer's hands with
certain ranks is then a product over ranks, the same for every choice of the player's suits (the base); this covers
nearly all hands. What is left are the dealer's possible flushes: for each suit, those whose suited cards the player
does not hold, counted by what they are worth less what their ranks alone are worth. They depend on the player's suits
only through the player's ranks in that suit, so they are added up once for each set of ranks.

Arrays come in named tuples, which each kernel unpacks before its loops: unpacking inside a loop is slow.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.maths.jit import RANKS, SUITS, kernel
from houseway.maths.set_hands import LOW_BITS, LOW_MASK, ONE_EACH, Worth

_Ints = NDArray[np.int64]
_Bools = NDArray[np.bool_]
_GROUPS, _GROUP_RANKS = 5, 3
_MOST_DEALT = 7
SUIT_BITS = _MOST_DEALT
"""Bits for the ranks a hand holds in one suit, the lowest rank held first."""
_GUARDS = np.int32(1 << 7 | 1 << 22)
_ONE_EACH = np.int32(ONE_EACH)
NOWHERE = np.int32((1 << 14) - 1 << LOW_BITS)
"""Above every high and below every low: no setting wins or loses against it."""
_MOST_BESIDE = 2


class PlayerHands(NamedTuple):
    """The player's hands by rank count, and the shapes that share each rank count."""

    held: _Ints
    """held[rank count, rank]: how many of a rank."""
    joker: _Bools
    shape_order: _Ints
    """The shapes of rank count n are shape_order[shape_first[n] : shape_first[n + 1]]."""
    shape_first: _Ints
    shape_suited: _Ints
    """The ranks in the flush suit of a shape, as a mask; 0 where no flush is possible."""


class DealerHands(NamedTuple):
    """The dealer's hands by rank count, from the lowest high hand to the highest."""

    groups: NDArray[np.int16]
    """groups[g, place]: how many are held of three ranks, three bits each."""
    joker: _Bools
    worth: Worth
    choose: _Ints
    """choose[n, k]: how many ways there are to choose k of n suits."""
    lows: int


class DealerFlushes(NamedTuple):
    """The dealer's hands with a possible flush, of one suit."""

    suited: _Ints
    """Their ranks in the flush suit, as a mask."""
    beside: _Ints
    """Which row of `cards_beside` they hold outside the flush."""
    joker: _Bools
    own: Worth
    """What they are worth, lows counted from 1; NOWHERE if the dealer does not qualify."""
    ranks_alone: Worth
    """What other hands of the same ranks are worth, in the same form."""
    cards_beside: _Ints
    """The ranks of at most two cards outside a flush, -1 for none."""
    size: int
    """How many cards of one suit make a flush possible."""


class FlushesBelow(NamedTuple):
    """How many of all hands with a possible flush are below every high and low: as they are, and by ranks alone."""

    own: _Ints
    ranks_alone: _Ints


class Settings(NamedTuple):
    """The settings to weigh, by shape and by rank count."""

    first: NDArray[np.int32]
    """numbers[first[shape] : first[shape + 1]] are the settings of a shape."""
    numbers: Worth
    """The player's number of each setting (`set_hands.reach`)."""
    order: _Ints
    """The settings of rank count n, lowest high first, are order[order_first[n] : order_first[n + 1]]."""
    order_first: _Ints
    compared: NDArray[np.int32]
    """For each shape the setting that is compared with the best one of each hand, or -1."""


class Stakes(NamedTuple):
    """What a win is worth and what a loss costs, as whole numbers."""

    win: int
    lose: int


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


class _Weighing(NamedTuple):
    """What is known about the settings of one rank count."""

    won: _Ints
    lost: _Ints
    """By ranks alone, for each setting."""
    flushes: _Ints
    """flushes[ranks in one suit, place]: what the dealer's flushes of that suit add, won and lost."""
    place_in: _Ints
    """The place of a setting in `flushes`."""
    shape_of: _Ints
    """The shape of a hand by its ranks in the flush suit, or -1."""
    bits: _Ints
    """How many bits a mask has."""


@kernel
def _weigh_ranks(held, has_joker, dealer, ways, weights):
    """How many of the dealer's hands there are of every rank count, when the player holds these ranks."""
    groups, jokers, choose = dealer.groups, dealer.joker, dealer.choose
    for group in range(_GROUPS):
        one, two, three = group * _GROUP_RANKS, group * _GROUP_RANKS + 1, group * _GROUP_RANKS + 2
        for a in range(5):
            for b in range(5 if two < RANKS else 1):
                for c in range(5 if three < RANKS else 1):
                    way = choose[4 - held[one], a]
                    if two < RANKS:
                        way *= choose[4 - held[two], b] * choose[4 - held[three], c]
                    ways[group, a | b << 3 | c << 6] = way
    for place in range(len(weights)):
        weight = ways[0, groups[0, place]] * ways[1, groups[1, place]] * ways[2, groups[2, place]]
        weight *= ways[3, groups[3, place]] * ways[4, groups[4, place]]
        weights[place] = 0 if has_joker and jokers[place] else weight


@kernel
def _count_by_ranks(weights, dealers, settings, ranks, below, won, lost):
    """For the settings of one rank count, how many of the dealer's hands they win and lose against, by ranks alone.

    Both the settings and the dealer's hands run from low highs to high ones.
    """
    numbers, order = settings.numbers, settings.order
    begin, end = settings.order_first[ranks], settings.order_first[ranks + 1]
    lows = len(below)
    below[:] = 0
    counted = 0
    for place in range(len(weights)):
        if dealers[place] >= 0:
            below[dealers[place] & LOW_MASK] += weights[place]
            counted += weights[place]
    running = 0
    under = np.zeros(lows + 1, np.int64)
    for low in range(lows):
        running += below[low]
        under[low + 1] = running
    below[:] = 0
    place = 0
    passed = 0
    for i in range(begin, end):
        number = numbers[order[i]]
        high = number >> LOW_BITS
        low = number & LOW_MASK
        while place < len(weights) and dealers[place] >> LOW_BITS < high:
            if dealers[place] >= 0:
                below[dealers[place] & LOW_MASK] += weights[place]
                passed += weights[place]
            place += 1
        both = 0
        for other in range(low):
            both += below[other]
        won[order[i]] = both
        lost[order[i]] = counted - passed - under[low] + both


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
def keep_possible(chosen, player, dealer, flushes, settings, stakes, kept):
    """For hands of the chosen rank counts, mark in kept[shape] the settings that may be best: one bit each.

    Compared with the base, possible flushes can change the difference of two settings by no more than all flushes of
    the deck could; a setting that is worse by more than that is never best.
    """
    held, has_joker, shape_order, shape_first, _ = player
    first, numbers = settings.first, settings.numbers
    dealers = dealer.worth
    flush_own, flush_alone = flushes
    win, lose = stakes
    ways = np.zeros((_GROUPS, 8**_GROUP_RANKS), np.int64)
    weights = np.zeros(len(dealers), np.int64)
    below = np.zeros(dealer.lows, np.int64)
    won = np.zeros(len(numbers), np.int64)
    lost = np.zeros(len(numbers), np.int64)
    for ranks in chosen:
        _weigh_ranks(held[ranks], has_joker[ranks], dealer, ways, weights)
        _count_by_ranks(weights, dealers, settings, ranks, below, won, lost)
        for i in range(shape_first[ranks], shape_first[ranks + 1]):
            shape = shape_order[i]
            best = first[shape]
            for setting in range(first[shape], first[shape + 1]):
                if win * won[setting] - lose * lost[setting] > win * won[best] - lose * lost[best]:
                    best = setting
            mark = 0
            for setting in range(first[shape], first[shape + 1]):
                ahead = win * (won[best] - won[setting]) - lose * (lost[best] - lost[setting])
                can_gain = 0
                if setting != best:
                    can_gain += _gain(flush_own, numbers[setting], numbers[best], win, lose)
                    can_gain += _gain(flush_alone, numbers[best], numbers[setting], win, lose)
                if ahead <= can_gain:
                    mark |= 1 << (setting - first[shape])
            kept[shape] = mark


@kernel
def _terms_beside(held, place_of, cards_beside, terms, ways):
    """For each pair of cards outside a flush, its choices of suits, by which of its ranks the player has in suit.

    If the player holds R cards of a rank, a card of it outside the flush can be one of 3 - R, and one more if one of
    the R is in the flush's own suit. So each pair has a number for all, one more for each of its ranks, one for both.
    """
    for number in range(len(cards_beside)):
        one, two = cards_beside[number]
        for term in range(4):
            terms[number, term] = 0
            ways[number, term] = 0
        if one < 0:
            ways[number, 0] = 1
        elif two < 0:
            ways[number, 0] = 3 - held[one]
            ways[number, 1] = 1 if held[one] else 0
            terms[number, 1] = 1 << place_of[one] if held[one] else 0
        elif one == two:
            left = 3 - held[one]
            ways[number, 0] = left * (left - 1) // 2
            ways[number, 1] = left if held[one] else 0
            terms[number, 1] = 1 << place_of[one] if held[one] else 0
        else:
            a, b = 3 - held[one], 3 - held[two]
            first, second = (1 << place_of[one] if held[one] else 0), (1 << place_of[two] if held[two] else 0)
            ways[number, 0] = a * b
            ways[number, 1], terms[number, 1] = (b if first else 0), first
            ways[number, 2], terms[number, 2] = (a if second else 0), second
            ways[number, 3], terms[number, 3] = (1 if first and second else 0), first | second


@kernel
def _changes(number, own, ranks_alone, changes):
    """For every flush, whether it is won more than its ranks are (1, 0 or -1) and three times whether it is lost more.

    Lows are counted from 1 here, those of `number` too. Of two packed numbers with a guard bit set above each part of
    the first, a guard bit stays after subtracting where that part is at least as great.
    """
    above = (number | _GUARDS) - _ONE_EACH
    for flush in range(len(own)):
        won = np.int8(((above - own[flush]) & _GUARDS) == _GUARDS) - np.int8(
            ((above - ranks_alone[flush]) & _GUARDS) == _GUARDS
        )
        lost = np.int8((((own[flush] | _GUARDS) - number) & _GUARDS) == _GUARDS) - np.int8(
            (((ranks_alone[flush] | _GUARDS) - number) & _GUARDS) == _GUARDS
        )
        changes[flush] = won + 3 * lost


@kernel
def _sum_flushes(hand, flushes, numbers, index_of, sums, found):
    """Fill found[ranks in one suit, k]: what the dealer's flushes of that suit add to the k-th number, won and lost."""
    held, has_joker, place_of, number_held = hand
    suited, beside, flush_jokers, own, ranks_alone, cards_beside, _ = flushes
    terms = np.zeros((len(cards_beside), 4), np.int64)
    ways = np.zeros((len(cards_beside), 4), np.int64)
    _terms_beside(held, place_of, cards_beside, terms, ways)
    sets = 1 << number_held
    number = len(numbers)
    sums[:, :sets, :number, :] = 0
    short = np.zeros(1 << RANKS, np.int64)
    for mask in range(1 << RANKS):
        here = 0
        for rank in range(RANKS):
            if mask >> rank & 1 and held[rank]:
                here |= 1 << place_of[rank]
        short[mask] = here
    changes = np.zeros(len(suited), np.int8)
    for k in range(number):
        _changes(np.int32(numbers[k] + 1), own, ranks_alone, changes)
        for flush in range(len(suited)):
            change = changes[flush]
            if change == 0 or (has_joker and flush_jokers[flush]):
                continue
            lose = (change + 4) // 3 - 1
            win = change - 3 * lose
            pair = beside[flush]
            avoid = short[suited[flush]]
            for term in range(4):
                way = ways[pair, term]
                if way:
                    sums[index_of[terms[pair, term]], avoid, k, 0] += way * win
                    sums[index_of[terms[pair, term]], avoid, k, 1] += way * lose
    found[:sets, :number, :] = 0
    for needed in range(sets):
        if index_of[needed] < 0:
            continue
        layer = sums[index_of[needed]]
        for bit in range(number_held):  # from here on layer[mask] sums over all sets of ranks inside the mask
            for mask in range(sets):
                if mask >> bit & 1:
                    for k in range(number):
                        layer[mask, k, 0] += layer[mask ^ (1 << bit), k, 0]
                        layer[mask, k, 1] += layer[mask ^ (1 << bit), k, 1]
        for mask in range(sets):
            if mask & needed == needed:
                for k in range(number):
                    found[mask, k, 0] += layer[sets - 1 - mask, k, 0]
                    found[mask, k, 1] += layer[sets - 1 - mask, k, 1]


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
def _number_small_sets(number, bits, index_of):
    """Number the sets of ranks held that are small enough to go with a flush; -1 for the others."""
    at = 0
    for mask in range(1 << number):
        index_of[mask] = at if bits[mask] <= _MOST_BESIDE else -1
        at += bits[mask] <= _MOST_BESIDE


@kernel
def _shapes_by_suited(player, ranks, hand, shape_of):
    """For one rank count, file its shapes by the ranks they hold in the flush suit."""
    _, _, shape_order, shape_first, shape_suited = player
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
def _weigh_in_every_suit(hand, flush_size, weighing, settings, stakes, totals):
    """Go through every choice of suits for one rank count and weigh the settings of each hand."""
    first, compared = settings.first, settings.compared
    held, has_joker, _, number = hand
    won, lost, flushes, place_in, shape_of, bits = weighing
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
        choice = options[depth, counter[depth]]
        for suit in range(SUITS):
            masks[depth + 1, suit] = masks[depth, suit] | (choice >> suit & 1) << depth
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
            beaten, losing = won[setting], lost[setting]
            for suit in range(SUITS):
                beaten += flushes[masks[number, suit], place_in[setting], 0]
                losing += flushes[masks[number, suit], place_in[setting], 1]
            setting_totals[setting, 0] += beaten
            setting_totals[setting, 1] += losing
            worth = win * beaten - lose * losing
            if worth > best_worth:
                best_worth, best_won, best_lost, best = worth, beaten, losing, setting
            if setting == compared[shape]:
                compared_worth = worth
        best_totals[shape, 0] += best_won
        best_totals[shape, 1] += best_lost
        if compared[shape] >= 0 and best_worth > compared_worth:
            worse[shape, 0] += 1
            if best_worth - compared_worth > worse[shape, 1]:
                worse[shape, 1] = best_worth - compared_worth
                worse[shape, 2] = best - first[shape]
                for suit in range(SUITS - 1, -1, -1):
                    worse[shape, 2] = worse[shape, 2] << SUIT_BITS | masks[number, suit]


@kernel
def weigh_hands(chosen, player, dealer, flushes, settings, stakes, totals):
    """Weigh every setting of every hand of the chosen rank counts, in every suit, and add the deals to `totals`."""
    held, has_joker = player.held, player.joker
    numbers, order, order_first = settings.numbers, settings.order, settings.order_first
    most = 1
    for ranks in chosen:
        most = max(most, order_first[ranks + 1] - order_first[ranks])
    ways = np.zeros((_GROUPS, 8**_GROUP_RANKS), np.int64)
    weights = np.zeros(len(dealer.worth), np.int64)
    below = np.zeros(dealer.lows, np.int64)
    won = np.zeros(len(numbers), np.int64)
    lost = np.zeros(len(numbers), np.int64)
    place_in = np.zeros(len(numbers), np.int64)
    small_sets = 1 + _MOST_DEALT + _MOST_DEALT * (_MOST_DEALT - 1) // 2
    sums = np.zeros((small_sets, 1 << _MOST_DEALT, most, 2), np.int64)
    found = np.zeros((1 << _MOST_DEALT, most, 2), np.int64)
    place_of = np.zeros(RANKS, np.int64)
    index_of = np.zeros(1 << _MOST_DEALT, np.int64)
    shape_of = np.zeros(1 << _MOST_DEALT, np.int64)
    bits = np.zeros(1 << _MOST_DEALT, np.int64)
    for mask in range(1 << _MOST_DEALT):
        for bit in range(_MOST_DEALT):
            bits[mask] += mask >> bit & 1
    weighing = _Weighing(won, lost, found, place_in, shape_of, bits)
    for ranks in chosen:
        begin, end = order_first[ranks], order_first[ranks + 1]
        _weigh_ranks(held[ranks], has_joker[ranks], dealer, ways, weights)
        _count_by_ranks(weights, dealer.worth, settings, ranks, below, won, lost)
        hand = _RanksHeld(held[ranks], has_joker[ranks], place_of, _number_ranks(held[ranks], place_of))
        _number_small_sets(hand.number, bits, index_of)
        _sum_flushes(hand, flushes, numbers[order[begin:end]], index_of, sums, found)
        for i in range(begin, end):
            place_in[order[i]] = i - begin
        _shapes_by_suited(player, ranks, hand, shape_of)
        _weigh_in_every_suit(hand, flushes.size, weighing, settings, stakes, totals)
