"""What an Envy Bonus pays on average, allowing for everything that bars it.

Here: expected payments to one player, exactly, by counting the few hands that qualify. Not here: who is paid for what,
which the pay table decides (`PayTable.envy`).

Every other position is another player's. By symmetry each pays the same on average, so only one is counted, over all
deals of three hands: mine, the other player's and the dealer's.
"""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import JOKER_INDEX
from houseway.cards.one_shape import flush_suit
from houseway.errors import Refused
from houseway.maths.count.odds import EnvyOdds
from houseway.maths.count.side_wagers import judged_hands
from houseway.rulebook.procedure import MOST_POSITIONS
from houseway.rulebook.rulebook import Rulebook
from houseway.rulebook.wagers import PayTable, SideWager

MOST_HANDS = 5000
"""The most qualifying hands that are counted, because every pair of them is compared."""
OTHERS = range(1, MOST_POSITIONS)


def envy_odds(book: Rulebook, side: SideWager, pays: PayTable) -> tuple[EnvyOdds, ...]:
    """The expected Envy Bonus with 1 to 5 other positions in play.

    Empty if no line pays one, or if the deck is too small for a third hand.
    """
    if not any(line.envy for line in pays.lines) or book.deck.size < 3 * book.dealt:
        return ()
    masks, lines = _qualifying(book, side, pays)
    one = _from_one_other(book, pays, masks, lines)
    return tuple(EnvyOdds(others=others, cents=one * others) for others in OTHERS)


def _from_one_other(book: Rulebook, pays: PayTable, masks: NDArray[np.uint64], lines: NDArray[np.int64]) -> Fraction:
    """The expected payment for one other position; my hand and the dealer's make one of the lines, or none (-1)."""
    deck, dealt = book.deck.size, book.dealt
    two, three = comb(deck - dealt, dealt), comb(deck - 2 * dealt, dealt)
    disjoint = (masks[:, None] & masks[None, :]) == 0
    kinds = sorted(set(lines.tolist()))
    paid = 0
    for number, other in enumerate(lines.tolist()):
        apart = disjoint[number]
        alone = {kind: int((apart & (lines == kind)).sum()) for kind in kinds}
        left = two * three
        for mine in kinds:
            only_mine = only_dealers = alone[mine] * three
            for dealer in kinds:
                both = int(disjoint[np.ix_(apart & (lines == mine), apart & (lines == dealer))].sum())
                paid += both * pays.envy(other, mine=[mine], dealer=dealer)
                only_mine -= both
                only_dealers -= both
                left -= both
            paid += only_mine * pays.envy(other, mine=[mine], dealer=-1)
            paid += only_dealers * pays.envy(other, mine=[], dealer=mine)
            left -= only_mine + only_dealers
        paid += left * pays.envy(other, mine=[], dealer=-1)
    return Fraction(paid, book.deck.hands(dealt) * two * three)


def _qualifying(book: Rulebook, side: SideWager, pays: PayTable) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Every hand that pays others an Envy Bonus, as a mask of its cards, and its line."""
    hands, weights = judged_hands(book, side)
    found = pays.line_of(hands)
    envy = np.array([line.envy for line in pays.lines] + [0])[found]
    number = int(weights[envy > 0].sum())
    if number > MOST_HANDS:
        raise Refused(f"{book.id}: {number:,} hands pay an Envy Bonus; its odds are counted for at most {MOST_HANDS:,}")
    shapes = hands.cards[envy > 0].tolist()
    rows = {row for shape in shapes for row in _hands_of_shape(shape, book.high_size)}
    if not rows:
        return np.zeros(0, dtype=np.uint64), np.zeros(0, dtype=np.int64)
    all_hands = book.hands(np.array(sorted(rows), dtype=np.uint8))
    lines = pays.line_of(all_hands).astype(np.int64)
    qualifies = np.array([line.envy for line in pays.lines] + [0])[lines] > 0
    masks = np.bitwise_or.reduce(np.uint64(1) << all_hands.cards[qualifies].astype(np.uint64), axis=1)
    if len(masks) != number:
        raise AssertionError("the hands listed are not the hands counted")
    return masks, lines[qualifies]


def _hands_of_shape(shape: list[int], flush: int) -> list[tuple[int, ...]]:
    """Every hand of the shape of a hand, and where no flush is possible, every hand of its ranks."""
    suit = flush_suit(shape, flush)
    naturals = [card for card in shape if card != JOKER_INDEX]
    in_suit = [card // 4 for card in naturals if card % 4 == suit]
    beside = Counter(card // 4 for card in naturals if card % 4 != suit)
    joker = [JOKER_INDEX] * (len(shape) - len(naturals))
    found = []
    for own in range(4) if in_suit else [-1]:
        others = [other for other in range(4) if other != own]
        each = [
            [tuple(4 * rank + other for other in chosen) for chosen in itertools.combinations(others, number)]
            for rank, number in beside.items()
        ]
        flush_cards = [4 * rank + own for rank in in_suit]
        for parts in itertools.product(*each):
            found.append(tuple(sorted([*flush_cards, *itertools.chain.from_iterable(parts), *joker])))
    return found
