"""The loop that deals whole rounds, compiled by numba.

Here: drawing cards, finding the shape of a hand, and counting which numbers are greater. Not here: any rule of any
game, any money; what a shape is worth, and which kind of hand it is to the pay tables, comes in as numbers that the
readable clauses and lines gave (`simulate_tables`).

A deck is one number a card, so that a hand is known by a sum: what the card adds to the key of its shape; from
`SUIT_SHIFT` on what it adds to the count of each suit, four bits a suit; from `CARD_SHIFT` on which card it is.
"""

from __future__ import annotations

import numpy as np

from houseway.cards.card import JOKER_INDEX
from houseway.cards.shapes import SUITED_SHIFT
from houseway.maths.compile import LOW_BITS
from houseway.maths.count.kernels import LOW_MASK, kernel
from houseway.maths.simulate.perfect_hash import place_of

SUIT_SHIFT, CARD_SHIFT = 40, 56
_KEY_MASK = (1 << SUIT_SHIFT) - 1
DRAW_BITS = 58
"""So many bits of a random word are used: times 53 they still fit a word."""
_SPARE_BITS = 64 - DRAW_BITS
_DRAW_MASK = (1 << DRAW_BITS) - 1
WORTH_MASK, FAILS = (1 << 21) - 1, 1 << 21
KIND_SHIFT, DEALER_SHIFT, POINTS_SHIFT = 22, 31, 40
KIND_MASK = (1 << 9) - 1
"""What is known of a hand, in one number: its worth as the house way sets it, whether a dealer with it does not
qualify, its kind to the pay tables, its kind as a dealer's hand, and where a player's points begin if he has any."""
LIMB_BITS, LIMBS = 20, 3
"""A sum is kept as three sums, each of twenty bits of every number added: none overflows before 2 ** 41 numbers."""
_LIMB_MASK = (1 << LIMB_BITS) - 1


@kernel
def draw_hand(words, at, deck, first, dealt, uneven):
    """Draw a hand from deck[first:] into deck[first : first + dealt] with one word: the next place in words, the sum.

    The word is taken as a fraction of one; times the number of cards left, its whole part chooses a card and the rest
    goes on to the next. Over all cards that is a multiplication by the number of ordered hands; the words that would
    favour some of these, known by a rest below `uneven`, are not used. Without words left the place is -1.
    """
    left = len(deck) - first
    while at < len(words):
        rest = words[at] >> np.uint64(_SPARE_BITS)
        at += 1
        total = np.uint64(0)
        for i in range(dealt):
            rest *= np.uint64(left - i)
            here = np.uint64(first + i)  # without a sign, or it would be looked at whether to count from the end
            place = here + (rest >> np.uint64(DRAW_BITS))
            rest &= np.uint64(_DRAW_MASK)
            card = deck[place]
            deck[place] = deck[here]
            deck[here] = card
            total += card
        if rest >= uneven:
            return at, total
    return -1, np.uint64(0)


@kernel
def flush_place(key, full, deck, first, dealt, shifts, size, matched):
    """The place of a hand deck[first : first + dealt] that could hold a flush; `full` marks the suit."""
    suit = 0
    while full != 8:
        full >>= 4
        suit += 1
    beside = 0
    beside_suits = 0
    for i in range(first, first + dealt):
        card = np.int64(deck[i] >> np.uint64(CARD_SHIFT))
        of_suit = np.int64(card & 3 == suit) & np.int64(card != JOKER_INDEX)
        off_suit = np.int64(card & 3 != suit) & np.int64(card != JOKER_INDEX)
        key += of_suit << (SUITED_SHIFT + (card >> 2))
        beside += off_suit
        beside_suits |= off_suit << (card & 3)
    place = place_of(key, shifts, size)
    if beside == 2 and beside_suits & (beside_suits - 1) == 0:
        return matched[place]
    return place


@kernel
def compare(mine, theirs):
    """In how many of high hand and low hand what I hold is above what the dealer holds."""
    return np.int64(mine >> LOW_BITS > theirs >> LOW_BITS) + np.int64(mine & LOW_MASK > theirs & LOW_MASK)


@kernel
def compare_best(points, begin, theirs):
    """The same for the best of several points; a point is a worth and, in its last bit, whether another follows."""
    best = 0
    while True:
        best = max(best, compare(np.int64(points[begin]) >> 1, theirs))
        if points[begin] & 1 == 0:
            return best
        begin += 1


@kernel
def add_limbs(limbs, value):
    """Add a number below 2 ** 62 to a sum in limbs."""
    limbs[0] += value & _LIMB_MASK
    limbs[1] += (value >> LIMB_BITS) & _LIMB_MASK
    limbs[2] += value >> (2 * LIMB_BITS)


@kernel
def play(words, rounds, positions, deck, uneven, shapes, hands, envy, counts):
    """Play rounds and count what became of them; the number of words used, or -1 if they did not suffice."""
    dealt, flush, plain_shifts, plain_size, flush_shifts, flush_size, matched = shapes
    records, points = hands  # and no array is taken out of a tuple in the loop: that would cost more than all else
    brings = envy.brings
    main, kind_counts, pairs, dealer_counts = counts.main, counts.kinds, counts.pairs, counts.dealers
    held = np.zeros(positions, np.int64)
    flush_from = (8 - flush) * 0x1111
    theirs = 0
    at = 0
    for _ in range(rounds):
        wins = 0
        losses = 0
        brought = 0
        for hand in range(positions + 1):
            first = hand * dealt
            at, total = draw_hand(words, at, deck, first, dealt, uneven[hand])
            if at < 0:
                return at
            key = np.int64(total & np.uint64(_KEY_MASK))
            full = (np.int64(total >> np.uint64(SUIT_SHIFT)) + flush_from) & 0x8888
            if full == 0:
                place = place_of(key, plain_shifts, plain_size)
            else:
                place = plain_size + flush_place(key, full, deck, first, dealt, flush_shifts, flush_size, matched)
            record = records[np.uint64(place)]
            if hand == 0:
                theirs = record
                dealer_counts[record >> DEALER_SHIFT & KIND_MASK] += 1
                continue
            if theirs & FAILS == 0:
                begin = record >> POINTS_SHIFT
                if begin == 0:
                    above = compare(record & WORTH_MASK, theirs & WORTH_MASK)
                else:
                    above = compare_best(points, begin, theirs & WORTH_MASK)
                wins += above >> 1
                losses += above == 0
            kind = record >> KIND_SHIFT & KIND_MASK
            brought |= brings[kind]
            kind_counts[kind] += 1
            held[hand - 1] = kind
            for other in range(hand - 1):
                pairs[held[other], kind] += 1
        main[wins, losses] += 1
        if brought:
            pay_envy(held, theirs >> DEALER_SHIFT & KIND_MASK, envy, counts)
    return at


@kernel
def pay_envy(kinds, dealer, envy, counts):
    """Add what every position receives for the hands of the others."""
    for table in range(len(envy.cents)):
        total = 0
        for other in range(len(kinds)):
            for mine in range(len(kinds)):
                if mine != other:
                    cents = envy.cents[table, kinds[other], kinds[mine], dealer]
                    total += cents
                    counts.envy_paid[table, kinds[other]] += cents > 0
        if total:
            counts.envy_rounds[table] += 1
            add_limbs(counts.envy_sum[table], total)
            add_limbs(counts.envy_squares[table], total * total)


@kernel
def deal(words, rounds, hands, deck, dealt, uneven, cards):
    """The cards of the same rounds, without playing them: cards[round, hand, i], the dealer's hand first."""
    at = 0
    for number in range(rounds):
        for hand in range(hands):
            at, _ = draw_hand(words, at, deck, hand * dealt, dealt, uneven[hand])
            if at < 0:
                return at
            for i in range(dealt):
                cards[number, hand, i] = deck[hand * dealt + i] >> np.uint64(CARD_SHIFT)
    return at
