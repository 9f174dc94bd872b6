"""Deals counted one by one: slow, obvious, and sharing nothing with `houseway.maths` but the books."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.rulebook import comparison
from houseway.rulebook.comparison import BY_HANDS_WON, Result
from houseway.rulebook.hands import Hands, places_of_low
from houseway.rulebook.rulebook import Rulebook
from houseway.rulebook.wagers import Judged


@dataclass(frozen=True)
class EveryHand:
    """Every hand of a small deck: its cards as a bit mask, and how a book sets it."""

    hands: Hands
    masks: NDArray[np.uint64]
    high: NDArray[np.int16]
    low: NDArray[np.int16]
    fails: NDArray[np.bool_]

    def apart_from(self, hand: int) -> NDArray[np.intp]:
        """The hands that share no card with one of them."""
        return np.flatnonzero(self.masks & self.masks[hand] == 0)


def every_hand(book: Rulebook, gone: tuple[int, ...] = ()) -> EveryHand:
    """List and set every hand that holds none of the cards that are gone."""
    cards = [card.index for card in book.deck.cards if card.index not in gone]
    rows = np.array(list(itertools.combinations(cards, book.dealt)), dtype=np.uint8)
    ordered, settings = book.set_each(rows)
    hands = book.as_hands(ordered)
    at = np.arange(len(rows))
    fails = np.zeros(len(rows), dtype=bool)
    is_low = np.zeros(ordered.shape, dtype=bool)
    is_low[at[:, None], np.array(places_of_low(book.dealt))[settings.split]] = True
    for push in book.main.pushes:
        part = {Judged.DEALER_LOW: is_low, Judged.DEALER_HIGH: ~is_low}.get(push.judged, np.ones_like(is_low))
        fails |= push.when.holds(book.as_hands(ordered[part].reshape(len(rows), -1)))
    masks = np.bitwise_or.reduce(np.uint64(1) << ordered.astype(np.uint64), axis=1)
    return EveryHand(hands, masks, hands.highs[at, settings.split], hands.lows[at, settings.split], fails)


_BY_HANDS_WON = np.array([{Result.WIN: 1, Result.STANDOFF: 0, Result.LOSE: -1}[result] for result in BY_HANDS_WON])


def results(
    high: NDArray[np.int16], low: NDArray[np.int16], theirs: EveryHand, against: NDArray[np.intp]
) -> NDArray[np.int64]:
    """How settings (rows) fare against dealers' hands (columns): 1 won, 0 standoff, -1 lost."""
    beats: Any = comparison.beats  # it compares arrays as well as numbers
    hands_won = beats(high[:, None], theirs.high[None, against]).astype(np.int64)
    hands_won += beats(low[:, None], theirs.low[None, against])
    return np.where(theirs.fails[None, against], 0, _BY_HANDS_WON[hands_won])


def count(
    book: Rulebook, dealer: Rulebook, choose: Callable[[NDArray[np.int64]], NDArray[np.int64]] | None
) -> list[int]:
    """Deals won, stood off and lost; `choose` picks from the results of all legal settings, or the house way plays."""
    mine, theirs = every_hand(book), every_hand(dealer)
    totals = np.zeros(3, dtype=np.int64)
    for hand in range(len(mine.masks)):
        against = theirs.apart_from(hand)
        if choose is None:
            found = results(mine.high[hand : hand + 1], mine.low[hand : hand + 1], theirs, against)[0]
        else:
            legal = np.flatnonzero(mine.hands.legal[hand])
            found = choose(results(mine.hands.highs[hand, legal], mine.hands.lows[hand, legal], theirs, against))
        totals += [(found == 1).sum(), (found == 0).sum(), (found == -1).sum()]
    return totals.tolist()
