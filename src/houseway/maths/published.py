"""Our exact figures beside those that others have published.

Here: finding the figure of ours that a published one must be compared with, and what the difference means. Not here:
the published figures (`rulebook.published` reads them), how anything is counted, or any printing.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from houseway.cards.card import RANK_LETTERS
from houseway.errors import BadBook
from houseway.maths.cache import Cache
from houseway.maths.count.odds import BEST, MainOdds, PayTableOdds
from houseway.maths.count.whole_book import main_odds, side_odds
from houseway.rulebook.published import LOW_HAND, SIMULATED, Published
from houseway.rulebook.rulebook import Rulebook

Progress = Callable[[str, float], None]

BEST_PLAY = "best play gains"
_OUTCOMES = ("win", "standoff", "lose")


@dataclass(frozen=True, kw_only=True)
class Compared:
    """A published figure and ours; none of ours while it is not counted."""

    book: str
    published: Published
    ours: Fraction | None
    otherwise: Fraction | None = None
    """Ours under the rejected reading that the source seems to average with it."""
    variance: Fraction | None = None
    """The variance of one round or hand, where the figure is its average: what a simulation's error follows from."""

    @property
    def compared(self) -> Fraction | None:
        """The value to compare with the published one: ours, or the average of both readings."""
        if self.ours is None or self.otherwise is None:
            return self.ours
        return (self.ours + self.otherwise) / 2

    @property
    def difference(self) -> Fraction | None:
        """The published value less ours."""
        return None if self.compared is None else self.published.value - self.compared

    @property
    def agrees(self) -> bool:
        """Whether ours, rounded as the published figure is, is the same."""
        return self.difference is not None and abs(self.difference) <= self.published.half_a_digit

    @property
    def rounds(self) -> int | None:
        """For a simulation: how many rounds have this difference as their standard error."""
        if self.published.kind != SIMULATED or self.agrees or not self.variance or not self.difference:
            return None
        return round(self.variance / self.difference**2)


def compare_published(
    book: Rulebook,
    figures: Sequence[Published],
    *,
    cache: Cache | None = None,
    progress: Progress | None = None,
) -> tuple[Compared, ...]:
    """Every published figure of a book beside ours."""
    ours = _Ours(book, cache, progress)
    return tuple(ours.beside(figure) for figure in figures)


@dataclass(frozen=True, eq=False)
class _Ours:
    """The figures of a book, counted when they are first needed."""

    book: Rulebook
    cache: Cache | None
    progress: Progress | None

    def beside(self, published: Published) -> Compared:
        """A published figure with ours."""
        name = published.figure
        otherwise: Fraction | None = None
        variance: Fraction | None = None
        if name.startswith(LOW_HAND):
            ours = Fraction(low_hands(self.book).get(name.removeprefix(LOW_HAND), 0))
            if published.average_with:
                ranks = low_hands(self._under(published.average_with))
                otherwise = Fraction(ranks.get(name.removeprefix(LOW_HAND), 0))
        elif name in _OUTCOMES:
            ours = Fraction(getattr(self.main, name), self.main.deals)
            variance = ours * (1 - ours)
        elif name == "house edge":
            ours, variance = self.main.house_edge, self.main.variance
        elif name == BEST_PLAY:
            best = main_odds(self.book, player=BEST, cache=self.cache, progress=self.progress)
            ours = self.main.house_edge - best.house_edge
        else:
            ours, variance = self._of_a_side_wager(name)
        return Compared(book=self.book.id, published=published, ours=ours, otherwise=otherwise, variance=variance)

    @functools.cached_property
    def main(self) -> MainOdds:
        """The main wager; the player sets as the book's default is."""
        return main_odds(self.book, cache=self.cache, progress=self.progress)

    def _under(self, ruling: str) -> Rulebook:
        ways = [way for way in self.book.alternatives if way.ruling == ruling]
        if not ways:
            raise BadBook(f"{self.book.id} has no rejected reading of {ruling}")
        return _read_otherwise(self.book, self.book.alternatives.index(ways[0]))

    def _of_a_side_wager(self, name: str) -> tuple[Fraction, Fraction]:
        for side in side_odds(self.book, cache=self.cache):
            pays: PayTableOdds = side.pay_tables[0]
            if name == f"{side.name}: house edge":
                return pays.house_edge, pays.variance
            if name == f"{side.name}: win":
                return pays.hit_rate, pays.hit_rate * (1 - pays.hit_rate)
        raise BadBook(f"{self.book.id} has no figure {name!r}")


@functools.lru_cache(maxsize=8)
def _read_otherwise(book: Rulebook, number: int) -> Rulebook:
    return book.under(book.alternatives[number])


@functools.lru_cache(maxsize=8)
def low_hands(book: Rulebook) -> dict[str, int]:
    """How many hands the dealer sets with each low hand, by its ranks, the higher first.

    >>> import houseway.books
    >>> found = low_hands(houseway.books.get("five-card"))
    >>> sum(found.values()), found["A-K"]
    (2598960, 61296)
    """
    hands, weights = book.shape_hands, book.shapes.weights
    rows = np.arange(len(hands))
    first, second = (ranks[rows, book.compiled.split] for ranks in hands.low_ranks)
    higher, lower = np.maximum(first, second), np.minimum(first, second)
    return {
        f"{_rank(high)}-{_rank(low)}": int(weights[(higher == high) & (lower == low)].sum())
        for high, low in itertools.combinations_with_replacement(range(14, 1, -1), 2)
    }


def _rank(rank: int) -> str:
    return "10" if rank == 10 else RANK_LETTERS[rank - 2]
