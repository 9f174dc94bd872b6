"""Clauses, their exceptions, and the setting they lead to.

Here: which clauses apply to a hand, which of them decides, and which of the permitted splits is played. Not here: the
clauses of any book, or the terms they are written in.

A clause never computes; it permits. It says which hands it applies to and which low hands it permits. Clauses are
unordered; one gives way only to a clause that names it in `exception_to`. Among the permitted splits the highest low
hand is played, then the highest high hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import CARDS, draw_cards
from houseway.errors import BadBook, ClausesConflict, NoClause
from houseway.rulebook.conditions import Condition
from houseway.rulebook.expect import expect, expect_all, expect_name
from houseway.rulebook.hands import Hands, Truth
from houseway.rulebook.lows import Low

NO_SPLIT = -1
"""Stands for the number of a split if a clause permits none."""


@dataclass(frozen=True)
class Clause:
    """One clause of a house way: where it is printed, which hands it applies to, and which low hands it permits."""

    cite: str
    """Where the clause is printed; its name in the book."""
    when: Condition = field(kw_only=True)
    """The hands it applies to."""
    low: Low = field(kw_only=True)
    """The low hands it permits; the highest of them is played, then the highest high hand."""
    exception_to: tuple[str, ...] = field(kw_only=True, default=())
    """The clauses that give way to this one where both apply, by citation."""
    rulings: tuple[str, ...] = field(kw_only=True, default=())
    """The rulings it rests on, by id."""

    def __post_init__(self) -> None:
        expect_name(self.cite, "the citation of a clause")
        expect(self.when, Condition, f"{self.cite}: `when`")
        expect(self.low, Low, f"{self.cite}: `low`")
        expect_all(self.exception_to, str, f"{self.cite}: `exception_to`")
        expect_all(self.rulings, str, f"{self.cite}: `rulings`")

    @property
    def reading(self) -> str:
        """The clause in words.

        >>> from houseway.rulebook.terms import made, no_pair, leaving_made
        >>> Clause("Appendix A.5 No pair", when=no_pair() & made, low=leaving_made).reading
        'no pair; can make a straight or flush: low, two cards leaving a straight or flush high'
        """
        return f"{self.when}: low, {self.low}"


def resting_on(ruling: str, clauses: Sequence[Clause]) -> tuple[Clause, ...]:
    """Copies of clauses that also rest on a ruling, for a book that leaves open what another one prints."""
    return tuple(replace(clause, rulings=(*clause.rulings, ruling)) for clause in clauses)


@dataclass(frozen=True)
class Settings:
    """Which clause decided each hand, and the split it chose (a number in `places_of_low`)."""

    clause: NDArray[np.int16]
    split: NDArray[np.int8]


@dataclass(frozen=True)
class HouseWay:
    """A set of clauses, in the order of the document; the order has no effect."""

    clauses: tuple[Clause, ...]

    def applying(self, hands: Hands) -> Truth:
        """Whether each clause applies to each hand: one row per clause, one column per hand."""
        if not self.clauses:
            return np.zeros((0, len(hands)), dtype=bool)
        return np.stack([hands.hold(clause.when) for clause in self.clauses])

    def standing(self, applying: Truth) -> Truth:
        """The clauses that apply and that no other applying clause is an exception to."""
        standing = applying.copy()
        numbers = {clause.cite: number for number, clause in enumerate(self.clauses)}
        for exception, clause in zip(applying, self.clauses, strict=True):
            for cite in clause.exception_to:
                if cite in numbers:
                    standing[numbers[cite]] &= ~exception
        return standing

    def decide(self, hands: Hands) -> Settings:
        """The clause and the split of each hand; raises an error unless exactly one clause decides it."""
        _ = hands.legal  # what every split is worth, known to all hands that are taken from these
        standing = self.standing(self.applying(hands))
        number = standing.sum(axis=0, dtype=np.int16)
        wrong = np.flatnonzero(number != 1)
        if len(wrong):
            raise _not_exactly_one(self.clauses, standing[:, wrong[0]], hands.cards[wrong[0]])
        clause = standing.argmax(axis=0).astype(np.int16)
        split = np.empty(len(hands), dtype=np.int8)
        for decided in np.unique(clause):
            rows = np.flatnonzero(clause == decided)
            split[rows] = best_permitted(self.clauses[decided], hands.take(rows))
        return Settings(clause, split)


def best_permitted(clause: Clause, hands: Hands) -> NDArray[np.int8]:
    """Among the splits the clause permits, the one with the highest low hand, then the highest high hand."""
    best = best_or_none(clause.low, hands)
    nothing = np.flatnonzero(best == NO_SPLIT)
    if len(nothing):
        raise BadBook(f"{clause.cite} permits no low hand for {_drawn(hands.cards[nothing[0]])}")
    return best


def split_where_applies(clause: Clause, hands: Hands) -> NDArray[np.int8]:
    """The split the clause plays with each hand it applies to, `NO_SPLIT` elsewhere.

    The answer is kept with the hands, so it is computed once when many versions of a book are checked over them.
    """
    key = (clause.when, clause.low)
    if key not in hands.kept:
        best = np.full(len(hands), NO_SPLIT, dtype=np.int8)
        rows = np.flatnonzero(hands.hold(clause.when))
        best[rows] = best_or_none(clause.low, hands.take(rows))
        hands.kept[key] = best
    return hands.kept[key]


def best_or_none(low: Low, hands: Hands) -> NDArray[np.int8]:
    """Among the permitted splits, the one with the highest low hand, then the highest high hand; or `NO_SPLIT`."""
    permitted = low.permits(hands)
    worth = np.where(permitted, hands.lows.astype(np.int32) << 16 | hands.highs, -1)
    best = worth.argmax(axis=1).astype(np.int8)
    best[~permitted.any(axis=1)] = NO_SPLIT
    return best


def _not_exactly_one(clauses: Sequence[Clause], standing: Iterable[bool], row: NDArray[np.uint8]) -> BadBook:
    cites = [clause.cite for clause, stands in zip(clauses, standing, strict=True) if stands]
    if not cites:
        return NoClause(f"no clause covers {_drawn(row)}")
    return ClausesConflict(f"{' and '.join(cites)} {both(cites)} apply to {_drawn(row)}")


def both(names: Sequence[str]) -> str:
    """`both` for two names, `all` for more."""
    return "both" if len(names) == 2 else "all"


def _drawn(row: NDArray[np.uint8]) -> str:
    return draw_cards([CARDS[index] for index in row[::-1]])
