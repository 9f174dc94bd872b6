"""How two books set the same hands differently, over every hand of the deck.

Here: the count of hands set differently, by the pair of clauses that decide them. Not here: what the difference costs.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import CARDS
from houseway.errors import BadBook, Refused
from houseway.rulebook.houseway import Settings
from houseway.rulebook.rulebook import Rulebook, Setting


@dataclass(frozen=True)
class PairOfClauses:
    """Hands set differently by one clause of each book, and the lowest of them."""

    clauses: tuple[str, str]
    hands: int
    example: tuple[Setting, Setting]


@dataclass(frozen=True)
class Difference:
    """All hands that two books set differently."""

    books: tuple[str, str]
    hands: int
    different: int
    pairs: tuple[PairOfClauses, ...]


def _compiled(book: Rulebook) -> Settings:
    try:
        return book.compiled
    except BadBook as error:
        raise BadBook(f"{book.id}: {error}") from error


def must_be_one_game(first: Rulebook, second: Rulebook) -> None:
    """Refuse two books whose hands cannot be compared with each other: other cards, or another order of hands."""
    must_be_one_deal(first, second)
    if first.wheel is not second.wheel:
        raise Refused(
            f"{first.id} and {second.id} cannot play against each other: A-2-3-4-5 is the {first.wheel.value} straight "
            f"in {first.id}, the {second.wheel.value} in {second.id}"
        )


def must_be_one_deal(first: Rulebook, second: Rulebook) -> None:
    """Refuse two books that do not deal and split the same cards."""
    if (second.deck, second.dealt, second.high_size) != (first.deck, first.dealt, first.high_size):
        raise Refused(
            f"{first.id} and {second.id} cannot be compared: {first.id} deals {first.dealt} of {first.deck}, "
            f"{second.id} {second.dealt} of {second.deck}"
        )


def differing_shapes(first: Rulebook, second: Rulebook) -> dict[tuple[str, str], NDArray[np.intp]]:
    """The shapes that two books of one deck set differently, by the clauses that decide them.

    A hand counts if its high hand or its low hand has a different rank in the first book.
    """
    must_be_one_deal(first, second)
    hands = first.shape_hands
    rows = np.arange(len(hands))
    one, other = _compiled(first), _compiled(second)
    differs = (hands.lows[rows, one.split] != hands.lows[rows, other.split]) | (
        hands.highs[rows, one.split] != hands.highs[rows, other.split]
    )
    found = {}
    for number in np.unique(one.clause[differs].astype(np.int64) * len(second.clauses) + other.clause[differs]):
        mine, theirs = divmod(int(number), len(second.clauses))
        cites = first.clauses[mine].cite, second.clauses[theirs].cite
        found[cites] = np.flatnonzero(differs & (one.clause == mine) & (other.clause == theirs))
    return found


def difference(first: Rulebook, second: Rulebook) -> Difference:
    """Compare two books of one deck, hand by hand."""
    pairs = []
    weights = first.shapes.weights
    for cites, shapes in differing_shapes(first, second).items():
        lowest = tuple(CARDS[card] for card in first.shape_hands.cards[shapes[0]][::-1])
        example = (first.set(lowest), second.set(lowest))
        pairs.append(PairOfClauses(cites, int(weights[shapes].sum()), example))
    pairs.sort(key=lambda pair: -pair.hands)
    different = sum(pair.hands for pair in pairs)
    return Difference((first.id, second.id), int(weights.sum()), different, tuple(pairs))
