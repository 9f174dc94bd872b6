"""The loop that deals and settles whole rounds, compiled by numba.

Here: drawing cards, finding the shape of a hand, and counting which numbers are greater. Not here: any rule of a game,
or money: what a shape is worth, and what kind of hand it is for the pay tables, comes in as numbers that the book's own
clauses and lines gave (`tables`), and who wins is `comparison.BY_HANDS_WON`.

A deck is one number per card, so that a sum identifies a hand: the low bits are what the card adds to the key of its
shape; the bits from `SUIT_SHIFT` count each suit, four bits per suit; the bits from `CARD_SHIFT` tell which card it is.
"""

from __future__ import annotations

import numpy as np

from houseway.cards.card import JOKER_INDEX
from houseway.cards.shapes import SUITED_SHIFT
from houseway.maths.jit import kernel
from houseway.maths.set_hands import LOW_BITS, LOW_MASK
from houseway.maths.simulate.packing import (
    CARD_SHIFT,
    CHOICES_SHIFT,
    DEALER_SHIFT,
    DRAW_BITS,
    DRAW_MASK,
    FAILS,
    KEY_MASK,
    KIND_MASK,
    KIND_SHIFT,
    LIMB_BITS,
    LIMB_MASK,
    NUMBER_MASK,
    SPARE_BITS,
    SUIT_SHIFT,
)
from houseway.maths.simulate.perfect_hash import place_of
from houseway.rulebook.comparison import BY_HANDS_WON, Result

_WIN, _LOSE = BY_HANDS_WON.index(Result.WIN), BY_HANDS_WON.index(Result.LOSE)
"""How many of the two hands must be won to win, and to lose."""


@kernel
def draw_hand(words, at, deck, first, dealt, uneven):
    """Draw a hand from deck[first:] into deck[first : first + dealt] with one word; returns the next place and the sum.

    The word is read as a fraction of one; multiplied by the number of cards left, its whole part chooses a card and the
    remainder goes on to the next. Over all cards that multiplies by the number of ordered hands; the words that would
    favour some of these, which leave a remainder below `uneven`, are skipped. If no words are left the place is -1.
    """
    left = len(deck) - first
    while at < len(words):
        rest = words[at] >> np.uint64(SPARE_BITS)
        at += 1
        total = np.uint64(0)
        for i in range(dealt):
            rest *= np.uint64(left - i)
            here = np.uint64(first + i)  # unsigned, or numba would check whether to count from the end
            place = here + (rest >> np.uint64(DRAW_BITS))
            rest &= np.uint64(DRAW_MASK)
            card = deck[place]
            deck[place] = deck[here]
            deck[here] = card
            total += card
        if rest >= uneven:
            return at, total
    return -1, np.uint64(0)


@kernel
def flush_place(key, full, deck, first, dealt, shifts, size, matched):
    """The place of the hand deck[first : first + dealt], which has a possible flush; `full` marks its suit."""
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
    """How many of the player's two hands beat the dealer's: their number is above its rank (`set_hands.reach`)."""
    return np.int64(mine >> LOW_BITS > theirs >> LOW_BITS) + np.int64(mine & LOW_MASK > theirs & LOW_MASK)


@kernel
def compare_best(choices, begin, theirs):
    """Compare the best of several settings; a choice is a number and, in its last bit, whether another follows."""
    best = 0
    while True:
        best = max(best, compare(np.int64(choices[begin]) >> 1, theirs))
        if choices[begin] & 1 == 0:
            return best
        begin += 1


@kernel
def add_limbs(limbs, value):
    """Add a number below 2 ** 62 to a sum in limbs."""
    limbs[0] += value & LIMB_MASK
    limbs[1] += (value >> LIMB_BITS) & LIMB_MASK
    limbs[2] += value >> (2 * LIMB_BITS)


@kernel
def play(words, rounds, positions, dealing, shapes, hands, envy, counts):
    """Play rounds and count how they ended; returns the number of words used, or -1 if there were too few."""
    deck, uneven, dealt = dealing
    flush, plain_shifts, plain_size, flush_shifts, flush_size, matched = shapes
    records, choices, together, copy_reach = hands  # unpacked here: an array from a tuple in the loop is slow
    pays_others = envy.pays_others
    main, kind_counts, pairs, dealer_counts = counts.main, counts.kinds, counts.pairs, counts.dealers
    held = np.zeros(positions, np.int64)
    flush_from = (8 - flush) * 0x1111
    dealer = 0
    group = 0
    at = 0
    for _ in range(rounds):
        wins = 0
        losses = 0
        envied = 0
        for hand in range(positions + 1):
            first = hand * dealt
            at, total = draw_hand(words, at, deck, first, dealt, uneven[hand])
            if at < 0:
                return at
            key = np.int64(total & np.uint64(KEY_MASK))
            full = (np.int64(total >> np.uint64(SUIT_SHIFT)) + flush_from) & 0x8888
            if full == 0:
                place = place_of(key, plain_shifts, plain_size)
            else:
                place = plain_size + flush_place(key, full, deck, first, dealt, flush_shifts, flush_size, matched)
            record = records[np.uint64(place)]
            if hand == 0:
                dealer = record
                dealer_kind = record >> DEALER_SHIFT & KIND_MASK
                dealer_counts[dealer_kind] += 1
                group = together[dealer_kind]
                continue
            if dealer & FAILS == 0:
                theirs = (dealer & NUMBER_MASK) - copy_reach
                begin = record >> CHOICES_SHIFT
                if begin == 0:
                    hands_won = compare(record & NUMBER_MASK, theirs)
                else:
                    hands_won = compare_best(choices, begin, theirs)
                wins += hands_won == _WIN
                losses += hands_won == _LOSE
            kind = record >> KIND_SHIFT & KIND_MASK
            envied |= pays_others[kind]
            kind_counts[group, kind] += 1
            held[hand - 1] = kind
            for other in range(hand - 1):
                pairs[group, held[other], kind] += 1
        main[wins, losses] += 1
        if envied:
            pay_envy(held, dealer >> DEALER_SHIFT & KIND_MASK, envy, counts)
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
def deal(words, rounds, hands, dealing, cards):
    """Deal the rounds that `play` plays without settling them: cards[round, hand, i], the dealer's hand first."""
    deck, uneven, dealt = dealing
    at = 0
    for number in range(rounds):
        for hand in range(hands):
            at, _ = draw_hand(words, at, deck, hand * dealt, dealt, uneven[hand])
            if at < 0:
                return at
            for i in range(dealt):
                cards[number, hand, i] = deck[hand * dealt + i] >> np.uint64(CARD_SHIFT)
    return at
