"""Many hands at once, in the form that terms read them.

Here: what can be counted in a hand, and every way of splitting it into a high hand and a low hand with what both are
worth. Not here: which split a house way wants (`houseway`), or the words for any of this (`terms`).

The Joker counts as an Ace wherever ranks are counted.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import CARDS, JOKER_INDEX
from houseway.cards.deck import Deck
from houseway.cards.ranking import Wheel
from houseway.cards.shapes import shapes_of
from houseway.cards.tables import Cards, DenseRanks, RankTable, high_table, least_legal_high, two_table

if TYPE_CHECKING:
    from houseway.rulebook.conditions import Condition

Truth = NDArray[np.bool_]
CARD_RANK = np.array([card.rank for card in CARDS], dtype=np.int8)
_Rows = NDArray[np.intp]
_Found = TypeVar("_Found", bound=NDArray[Any])


def _alike(compute: Callable[[Hands], _Found]) -> functools.cached_property[_Found]:
    """Something that is the same for all hands of one shape: taken from others that play alike, if they know it."""
    name = compute.__name__

    @functools.wraps(compute)
    def find(hands: Hands) -> _Found:
        known: _Found | None = hands.known(name)
        return compute(hands) if known is None else known

    return functools.cached_property(find)


@functools.cache
def places_of_low(dealt: int) -> tuple[tuple[int, int], ...]:
    """Every pair of places a low hand can be taken from.

    In this order the Joker, which comes last, goes low only if nothing else decides.

    >>> len(places_of_low(7)), places_of_low(7)[:3], places_of_low(7)[-1]
    (21, ((0, 1), (0, 2), (1, 2)), (5, 6))
    """
    return tuple(sorted(itertools.combinations(range(dealt), 2), key=lambda places: places[::-1]))


@functools.lru_cache(maxsize=8)
def hands_of_every_shape(deck: Deck, *, dealt: int, high_size: int, wheel: Wheel) -> Hands:
    """One hand of every shape of a deck, shared by all books of that deck that rank hands alike."""
    return Hands(shapes_of(deck, dealt=dealt, flush=high_size).hands, high_size, wheel)


@functools.lru_cache(maxsize=8)
def refined_hands(deck: Deck, *, dealt: int, high_size: int, wheel: Wheel) -> tuple[Hands, NDArray[np.int64]]:
    """One hand of every refined shape, and their weights: pay lines are counted over these."""
    shapes = shapes_of(deck, dealt=dealt, flush=high_size)
    cards, weights = shapes.refined()
    rows = np.concatenate([np.arange(len(shapes.hands)), shapes.split])
    every = hands_of_every_shape(deck, dealt=dealt, high_size=high_size, wheel=wheel)
    return Hands(cards, high_size, wheel, (every, rows)), weights


@dataclass(frozen=True, eq=False)
class Hands:
    """Rows of cards in canonical order, to be split into a high hand of `high_size` cards and a low hand of two."""

    cards: Cards
    high_size: int
    wheel: Wheel
    alike: tuple[Hands, _Rows] | None = field(default=None, repr=False)
    """Other hands, and the row of each that plays as this one does."""
    taken: bool = field(default=False, repr=False)
    """Whether these are the very cards of those rows, so that every condition holds for both."""

    @_alike
    def joker(self) -> Truth:
        """Whether each hand holds the Joker."""
        held: Truth = (self.cards == JOKER_INDEX).any(axis=1)
        return held

    @_alike
    def counts(self) -> NDArray[np.int8]:
        """How often each hand holds each rank, 2 to Ace; the Joker is an Ace."""
        ranks = np.ascontiguousarray(CARD_RANK[self.cards].T)
        return np.stack([(ranks == rank).sum(axis=0, dtype=np.int8) for rank in range(2, 15)], axis=1)

    @_alike
    def groups(self) -> NDArray[np.int8]:
        """How many ranks each hand holds exactly 0, 1 ... 5 times."""
        counts = np.ascontiguousarray(self.counts.T)
        return np.stack([(counts == times).sum(axis=0, dtype=np.int8) for times in range(6)], axis=1)

    @_alike
    def highs(self) -> DenseRanks:
        """The dense rank of the high hand of every split."""
        every = range(self.cards.shape[1])
        return self._ranks(self.high_table, [[i for i in every if i not in low] for low in places_of_low(len(every))])

    @_alike
    def lows(self) -> DenseRanks:
        """The dense rank of the low hand of every split."""
        return self._ranks(two_table(), places_of_low(self.cards.shape[1]))

    def _ranks(self, table: RankTable, splits: Sequence[Sequence[int]]) -> DenseRanks:
        return np.stack(table.ranks_of_choices(np.ascontiguousarray(self.cards.T), splits), axis=1)

    @_alike
    def categories(self) -> NDArray[np.uint16]:
        """The category of the high hand of every split, as one bit."""
        return self.high_table.category_bits[self.highs]

    @_alike
    def makes(self) -> NDArray[np.uint16]:
        """The categories of high hands that each hand can make, a bit each."""
        makes: NDArray[np.uint16] = np.bitwise_or.reduce(self.categories, axis=1)
        return makes

    @functools.cached_property
    def low_ranks(self) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """The ranks of the two cards of the low hand of every split."""
        ranks = CARD_RANK[self.cards]
        first, second = np.array(places_of_low(self.cards.shape[1])).T
        return ranks[:, first], ranks[:, second]

    @_alike
    def legal(self) -> Truth:
        """Whether each split is legal: its high hand not lower than its low hand."""
        legal: Truth = self.highs >= least_legal_high(self.high_size, self.wheel)[self.lows]
        return legal

    @property
    def high_table(self) -> RankTable:
        """What the ranks in `highs` mean."""
        return high_table(self.high_size, self.wheel)

    def nth_rank_held(self, times: int, nth: int) -> NDArray[np.int8]:
        """The nth highest rank that each hand holds exactly `times` times, or 0."""
        exactly = self.counts == times
        from_the_top = exactly[:, ::-1].cumsum(axis=1, dtype=np.int8)[:, ::-1]
        hit = exactly & (from_the_top == nth)
        found: NDArray[np.int8] = (hit * np.arange(2, 15, dtype=np.int8)).max(axis=1)
        return found

    def hold(self, condition: Condition) -> Truth:
        """Which hands a condition holds for; computed once per condition."""
        if condition not in self._held:
            if self.taken and self.alike and condition in self.alike[0]._held:
                others, rows = self.alike
                self._held[condition] = others._held[condition][rows]
            else:
                self._held[condition] = condition.holds(self)
        return self._held[condition]

    @functools.cached_property
    def _held(self) -> dict[Condition, Truth]:
        return {}

    @functools.cached_property
    def kept(self) -> dict[Hashable, NDArray[np.int8]]:
        """Results that other modules computed for these hands, kept as long as the hands are."""
        return {}

    def take(self, rows: _Rows) -> Hands:
        """Some of the hands; what is already computed for these is not computed again."""
        return Hands(self.cards[rows], self.high_size, self.wheel, (self, rows), taken=True)

    def known(self, name: str) -> Any:
        """What is already computed for these hands, or for others that play alike; or None."""
        if name in self.__dict__ or self.alike is None:
            return self.__dict__.get(name)
        others, rows = self.alike
        found = others.known(name)
        return None if found is None else found[rows]

    @functools.cached_property
    def naturals(self) -> Hands:
        """The same hands with the Joker left out of the counting."""
        hands = Hands(self.cards, self.high_size, self.wheel)
        counts = self.counts.copy()
        counts[:, -1] -= self.joker
        hands.__dict__["counts"] = counts
        return hands

    def __len__(self) -> int:
        return len(self.cards)
