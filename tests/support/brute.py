"""Deals counted one by one: slow, obvious, and sharing nothing with `houseway.maths` but the books."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator
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
        return np.flatnonzero(self.places & self.places[hand] == 0)

    @functools.cached_property
    def held(self) -> NDArray[np.bool_]:
        """Which cards of the deck each hand holds: a column for each card."""
        cards = np.flatnonzero([int(np.bitwise_or.reduce(self.masks)) >> card & 1 for card in range(64)])
        return self.masks[:, None] >> cards.astype(np.uint64) & np.uint64(1) != 0

    @functools.cached_property
    def places(self) -> NDArray[np.int32]:
        """The same as one number for each hand, a bit for each card: shorter than `masks`."""
        places: NDArray[np.int32] = self.held @ (1 << np.arange(self.held.shape[1], dtype=np.int32))
        return places

    @functools.cached_property
    def number(self) -> NDArray[np.int32]:
        """The number of the hand at each place, or -1."""
        number = np.full(1 << self.held.shape[1], -1, dtype=np.int32)
        number[self.places] = np.arange(len(self.places))
        return number

    def with_others(self, at_once: int = 256) -> Iterator[tuple[NDArray[np.intp], NDArray[np.int32]]]:
        """Some hands at a time, and in a row for each of them every hand of the cards that it leaves."""
        cards, size = self.held.shape[1], int(self.held[0].sum())
        choices = np.array(list(itertools.combinations(range(cards - size), size)))
        for first in range(0, len(self.masks), at_once):
            hands = np.arange(first, min(first + at_once, len(self.masks)))
            left = np.nonzero(~self.held[hands])[1].reshape(len(hands), -1)
            others = np.zeros((len(hands), len(choices)), dtype=np.intp)
            for choice in choices.T:
                others |= 1 << left[:, choice]
            yield hands, self.number[others]

    def each_with_others(self) -> Iterator[tuple[int, NDArray[np.int32]]]:
        """The same hand by hand."""
        for hands, others in self.with_others():
            yield from zip(hands.tolist(), others, strict=True)


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


def fares(
    high: NDArray[np.int16], low: NDArray[np.int16], theirs: EveryHand, against: NDArray[np.integer]
) -> NDArray[np.int64]:
    """How each setting fares against the dealers' hands of its row: 1 won, 0 standoff, -1 lost."""
    beats: Any = comparison.beats  # it compares arrays as well as numbers
    hands_won = beats(high[:, None], theirs.high[against]).astype(np.int64)
    hands_won += beats(low[:, None], theirs.low[against])
    return np.where(theirs.fails[against], 0, _BY_HANDS_WON[hands_won])


def results(
    high: NDArray[np.int16], low: NDArray[np.int16], theirs: EveryHand, against: NDArray[np.integer]
) -> NDArray[np.int64]:
    """How settings (rows) fare against dealers' hands (columns): 1 won, 0 standoff, -1 lost."""
    return fares(high, low, theirs, against[None])


def count(
    book: Rulebook, dealer: Rulebook, choose: Callable[[NDArray[np.int64]], NDArray[np.int64]] | None
) -> list[int]:
    """Deals won, stood off and lost; `choose` picks from the results of all legal settings, or the house way plays."""
    mine, theirs = every_hand(book), every_hand(dealer)
    assert (mine.masks == theirs.masks).all()
    totals = np.zeros(3, dtype=np.int64)
    for hands, others in theirs.with_others():
        if choose is None:
            found = fares(mine.high[hands], mine.low[hands], theirs, others)
        else:
            found = np.empty(others.shape, dtype=np.int64)
            for row, hand in enumerate(hands):
                legal = np.flatnonzero(mine.hands.legal[hand])
                highs, lows = mine.hands.highs[hand, legal], mine.hands.lows[hand, legal]
                fared = results(highs, lows, theirs, others[row])
                found[row] = choose(fared)
        totals += [(found == 1).sum(), (found == 0).sum(), (found == -1).sum()]
    return totals.tolist()
