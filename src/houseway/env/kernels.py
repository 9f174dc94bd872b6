"""The loops, compiled by numba, that deal and settle many hands.

Here: dealing a player's and a dealer's hand, finding their shapes, sorting the cards, and comparing numbers. Not here:
any rule of a game: what a setting is worth comes in as numbers (`hands`), and who wins is `comparison.BY_HANDS_WON`.
"""

from __future__ import annotations

import numpy as np

from houseway.cards.card import JOKER_INDEX
from houseway.maths.jit import kernel
from houseway.maths.simulate.kernels import compare, draw_hand, flush_place
from houseway.maths.simulate.packing import CARD_SHIFT, KEY_MASK, SUIT_SHIFT
from houseway.maths.simulate.perfect_hash import place_of
from houseway.rulebook.comparison import BY_HANDS_WON, Result

_LAST = 1000
_WIN, _LOSE = BY_HANDS_WON.index(Result.WIN), BY_HANDS_WON.index(Result.LOSE)


@kernel
def deal(words, dealing, shapes, shape_at, cards, numbers):
    """Deal hands: cards[hand, side] in canonical order and their shapes in numbers; the player is side 0.

    Returns how many hands the words sufficed for.
    """
    deck, uneven, dealt = dealing
    flush_from = np.int64(8 - shapes.flush) * 0x1111
    at = 0
    for hand in range(len(cards)):
        for side in range(2):
            first = side * dealt
            at, total = draw_hand(words, at, deck, first, dealt, uneven[side])
            if at < 0:
                return hand
            key = np.int64(total & np.uint64(KEY_MASK))
            full = (np.int64(total >> np.uint64(SUIT_SHIFT)) + flush_from) & 0x8888
            if full == 0:
                place = place_of(key, shapes.plain_shifts, shapes.plain_size)
            else:
                place = shapes.plain_size + flush_place(
                    key, full, deck, first, dealt, shapes.flush_shifts, shapes.flush_size, shapes.matched
                )
            numbers[hand, side] = shape_at[place]
            put_in_order(deck, first, dealt, full, cards[hand, side])
    return len(cards)


@kernel
def put_in_order(deck, first, dealt, full, row):
    """Cards by rank, those of the flush suit first within a rank, the Joker last (`shapes.canonical`)."""
    for i in range(dealt):
        card = np.int64(deck[first + i] >> np.uint64(CARD_SHIFT))
        order = _order(card, full)
        place = i
        while place > 0 and _order(np.int64(row[place - 1]), full) > order:
            row[place] = row[place - 1]
            place -= 1
        row[place] = card


@kernel
def _order(card, full):
    if card == JOKER_INDEX:
        return _LAST
    return 2 * card - card % 4 + (0 if full >> (4 * (card % 4)) & 8 else 4)


@kernel
def settle(shapes, actions, dealers, settings, house_way, net, rewards):
    """What each hand wins per unit bet: `net`, nothing, or minus one; a foul setting is set the house way."""
    for hand in range(len(actions)):
        theirs = dealers[shapes[hand, 1]]
        number = settings[shapes[hand, 0], actions[hand]]
        if number < 0:
            number = house_way[shapes[hand, 0]]
        if theirs < 0:
            rewards[hand] = 0.0
            continue
        hands_won = compare(number, theirs)
        rewards[hand] = net if hands_won == _WIN else (-1.0 if hands_won == _LOSE else 0.0)


@kernel
def settle_each(shapes, dealers, settings, net, rewards):
    """What every legal setting of each hand wins per unit bet; settings that are not legal are left as they are."""
    for hand in range(len(rewards)):
        theirs = dealers[shapes[hand, 1]]
        for action in range(rewards.shape[1]):
            number = settings[shapes[hand, 0], action]
            if number >= 0:
                hands_won = compare(number, theirs) if theirs >= 0 else -1
                rewards[hand, action] = net if hands_won == _WIN else (-1.0 if hands_won == _LOSE else 0.0)
