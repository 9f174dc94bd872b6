"""The loops, compiled by numba, that weigh settings of the player's hands one hand after another.

Here: for hands of the same ranks at once, how many of the dealer's hands lie below or above each setting. Not here: any
rule of any game, and the whole game at once (`kernels`).

The player's cards are known by their ranks and, for each suit, which of them are of it. The dealer's hands of certain
ranks then number a product over ranks; that is nearly all, and the same for every choice of the player's suits (the
base). What is left are the dealer's possible flushes: for each suit, those of which no suited card is the player's, by
what they are worth less what their ranks alone are worth. Those depend on the player's suits only through the set of
his ranks in that suit, so they are summed once for each such set.
"""

from __future__ import annotations

import numpy as np

from houseway.maths.compile import LOW_BITS
from houseway.maths.count.kernels import LOW_MASK, RANKS, SUITS, kernel

GROUPS, GROUP_RANKS = 5, 3
GUARDS = np.int32(1 << 7 | 1 << 22)
ONE_EACH = np.int32(1 << LOW_BITS | 1)
NOWHERE = np.int32((1 << 14) - 1 << LOW_BITS)
"""Above every high and below every low: what is neither won nor lost against anything."""
MOST_BESIDE = 2


@kernel
def _weigh_ranks(held, has_joker, choose, groups, jokers, ways, weights):
    """How many of the dealer's hands there are of every rank count, when the player holds these ranks."""
    for group in range(GROUPS):
        one, two, three = group * GROUP_RANKS, group * GROUP_RANKS + 1, group * GROUP_RANKS + 2
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
def _base(weights, dealers, points, order, begin, end, lows, below, won, lost):
    """For the points begin..end-1 of `order`, which runs from low highs to high ones, what lies below and above.

    So do the dealer's hands.
    """
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
        point = points[order[i]]
        high = point >> LOW_BITS
        low = point & LOW_MASK
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
def keep_possible(
    from_ranks, to_ranks, held, has_joker, choose, groups, jokers, dealers, point_order, order_first, shape_order,
    shape_first, first, points, flush_own, flush_parent, win, lose, lows, kept,
):  # fmt: skip
    """For hands of some rank counts, mark in kept[shape] the points that may be best: one bit each.

    A win is worth `win`, a loss costs `lose`. Against the base, possible flushes can change the comparison of two
    points by no more than all flushes of the deck could; a point that is worse by more than that is never best.
    """
    plain = groups.shape[1]
    ways = np.zeros((GROUPS, 8**GROUP_RANKS), np.int64)
    weights = np.zeros(plain, np.int64)
    below = np.zeros(lows, np.int64)
    won = np.zeros(len(points), np.int64)
    lost = np.zeros(len(points), np.int64)
    for ranks in range(from_ranks, to_ranks):
        _weigh_ranks(held[ranks], has_joker[ranks], choose, groups, jokers, ways, weights)
        begin, end = order_first[ranks], order_first[ranks + 1]
        _base(weights, dealers, points, point_order, begin, end, lows, below, won, lost)
        for i in range(shape_first[ranks], shape_first[ranks + 1]):
            shape = shape_order[i]
            best = first[shape]
            for point in range(first[shape], first[shape + 1]):
                if win * won[point] - lose * lost[point] > win * won[best] - lose * lost[best]:
                    best = point
            mark = 0
            for point in range(first[shape], first[shape + 1]):
                ahead = win * (won[best] - won[point]) - lose * (lost[best] - lost[point])
                can_gain = 0
                if point != best:
                    can_gain += _gain(flush_own, points[point], points[best], win, lose)
                    can_gain += _gain(flush_parent, points[best], points[point], win, lose)
                if ahead <= can_gain:
                    mark |= 1 << (point - first[shape])
            kept[shape] = mark


@kernel
def _terms_beside(held, place_of, beside, terms, ways):
    """For each pair of cards beside a flush, in how many suits it can be, by which of its ranks the player has in suit.

    A card of a rank of which the player holds R can be one of 3 - R beside the flush, and of one more if one of these R
    is of the flush's own suit. So each pair has a number for all, one more for each of its ranks, and one for both.
    """
    for number in range(len(beside)):
        one, two = beside[number]
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
def _changes(point, own, parents, changes):
    """For every flush, whether it is won more than its ranks are (1, 0 or -1) and three times whether it is lost more.

    Lows are counted from 1 here. Of two packed numbers with a guard bit set above each part of the first, a guard bit
    stays after subtracting where that part is at least as great.
    """
    above = (point | GUARDS) - ONE_EACH
    for flush in range(len(own)):
        won = np.int8(((above - own[flush]) & GUARDS) == GUARDS) - np.int8(
            ((above - parents[flush]) & GUARDS) == GUARDS
        )
        lost = np.int8((((own[flush] | GUARDS) - point) & GUARDS) == GUARDS) - np.int8(
            (((parents[flush] | GUARDS) - point) & GUARDS) == GUARDS
        )
        changes[flush] = won + 3 * lost


@kernel
def _sum_flushes(
    held, has_joker, place_of, number_held, suited, beside, flush_jokers, own, parents, pairs, points, order, begin,
    end, index_of, sums, found,
):  # fmt: skip
    """Fill found[ranks in one suit, point]: what the dealer's flushes of that suit add to each point, won and lost."""
    terms = np.zeros((len(pairs), 4), np.int64)
    ways = np.zeros((len(pairs), 4), np.int64)
    _terms_beside(held, place_of, pairs, terms, ways)
    sets = 1 << number_held
    number = end - begin
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
        _changes(np.int32(points[order[begin + k]] + 1), own, parents, changes)
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
def weigh_hands(
    chosen, held, has_joker, choose, groups, jokers, dealers, suited, beside, flush_jokers, own, parents, pairs, flush,
    point_order, order_first, shape_order, shape_first, shape_suited, first, points, win, lose, lows, most,
    point_totals, best_totals,
):  # fmt: skip
    """Weigh every point of every hand of the chosen rank counts, suit by suit.

    Adds to point_totals[point] the deals won and lost over all hands of its shape, and to best_totals[shape] those of
    the point that is best for each hand. `most` is the greatest number of points of one rank count.
    """
    plain = groups.shape[1]
    ways = np.zeros((GROUPS, 8**GROUP_RANKS), np.int64)
    weights = np.zeros(plain, np.int64)
    below = np.zeros(lows, np.int64)
    won = np.zeros(len(points), np.int64)
    lost = np.zeros(len(points), np.int64)
    place_in = np.zeros(len(points), np.int64)
    sums = np.zeros((1 + 7 + 21, 1 << 7, most, 2), np.int64)
    found = np.zeros((1 << 7, most, 2), np.int64)
    place_of = np.zeros(RANKS, np.int64)
    index_of = np.zeros(1 << 7, np.int64)
    shape_of = np.zeros(1 << 7, np.int64)
    options = np.zeros((7, 6), np.int64)
    number_of_options = np.zeros(7, np.int64)
    counter = np.zeros(7, np.int64)
    masks = np.zeros((8, SUITS), np.int64)
    bits = np.zeros(1 << 7, np.int64)
    for mask in range(1 << 7):
        for bit in range(7):
            bits[mask] += mask >> bit & 1
    for ranks in chosen:
        begin, end = order_first[ranks], order_first[ranks + 1]
        _weigh_ranks(held[ranks], has_joker[ranks], choose, groups, jokers, ways, weights)
        _base(weights, dealers, points, point_order, begin, end, lows, below, won, lost)
        number = 0
        for rank in range(RANKS):
            if held[ranks, rank]:
                place_of[rank] = number
                number += 1
        sets = 1 << number
        at = 0
        for mask in range(sets):
            index_of[mask] = at if bits[mask] <= MOST_BESIDE else -1
            at += bits[mask] <= MOST_BESIDE
        _sum_flushes(
            held[ranks], has_joker[ranks], place_of, number, suited, beside, flush_jokers, own, parents, pairs, points,
            point_order, begin, end, index_of, sums, found,
        )  # fmt: skip
        for i in range(begin, end):
            place_in[point_order[i]] = i - begin
        shape_of[:sets] = -1
        for i in range(shape_first[ranks], shape_first[ranks + 1]):
            mask = 0
            for rank in range(RANKS):
                if shape_suited[shape_order[i]] >> rank & 1:
                    mask |= 1 << place_of[rank]
            shape_of[mask] = shape_order[i]
        at = 0
        for rank in range(RANKS):
            if held[ranks, rank]:
                number_of_options[at] = 0
                for choice in range(1 << SUITS):
                    if bits[choice] == held[ranks, rank]:
                        options[at, number_of_options[at]] = choice
                        number_of_options[at] += 1
                at += 1
        counter[0] = -1
        depth = 0
        while depth >= 0:
            counter[depth] += 1
            if counter[depth] == number_of_options[depth]:
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
                if bits[masks[number, suit]] + has_joker[ranks] >= flush:
                    in_suit = masks[number, suit]
            shape = shape_of[in_suit]
            if shape < 0:
                continue
            best_worth, best_won, best_lost = -(1 << 62), 0, 0
            for point in range(first[shape], first[shape + 1]):
                beaten, losing = won[point], lost[point]
                for suit in range(SUITS):
                    beaten += found[masks[number, suit], place_in[point], 0]
                    losing += found[masks[number, suit], place_in[point], 1]
                point_totals[point, 0] += beaten
                point_totals[point, 1] += losing
                if win * beaten - lose * losing > best_worth:
                    best_worth, best_won, best_lost = win * beaten - lose * losing, beaten, losing
            best_totals[shape, 0] += best_won
            best_totals[shape, 1] += best_lost
