"""Hands to learn from: drawn by a seed, weighted so that every clause of a book has its share.

Here: which cards. Not here: what they are worth, or which of them make a good question (`question`).

A hand drawn as at a table is mostly one pair or no pair; a dealer's mistakes are in the clauses that come up once an
evening. So a clause is drawn first, by the root of how often it decides a hand, then a shape among those it decides, by
how often that comes up, then suits.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isqrt

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import CARDS, JOKER_INDEX, Card
from houseway.cards.remaining import BESIDE, Remaining
from houseway.maths.cache import Cache
from houseway.maths.worth import game_of
from houseway.rulebook.rulebook import Rulebook

RANKS, SUITS = 13, 4
TRIES = 1000
"""How often suits are drawn for a shape before giving up: most hands without a flush need one try."""


@dataclass(frozen=True, kw_only=True)
class Dealt:
    """A player's cards; and the dealer's, where the book shows those before the players set."""

    cards: tuple[Card, ...]
    dealer: tuple[Card, ...] = ()


class Drawer:
    """Draws hands of one book, always the same for the same seed."""

    def __init__(self, book: Rulebook, cache: Cache | None, seed: str) -> None:
        self._book = book
        self._shelf = _shelf(book, cache)
        self._random = random.Random(seed)  # the same on every machine: seeded by a text, it hashes it

    def each_clause(self, number: int, *, least: int) -> list[int]:
        """So many clauses to draw hands for, in a mixed order: each at least so often, the others by their weight."""
        clauses = list(self._shelf.shapes)
        wanted = [clause for clause in clauses for _ in range(min(least, number // len(clauses)))]
        weights = [isqrt(self._shelf.hands_of(clause)) for clause in clauses]
        wanted += self._random.choices(clauses, weights, k=number - len(wanted))
        self._random.shuffle(wanted)
        return wanted

    def hands(self, clauses: Sequence[int]) -> Iterator[Dealt]:
        """A hand that each of these clauses decides."""
        for clause in clauses:
            yield self.hand(clause)

    def hand(self, clause: int) -> Dealt:
        """A hand that this clause decides, and the dealer's hand beside it where players see that."""
        held = self._suits(self._shelf.draw(clause, self._random))
        return self._beside(held)

    def as_dealt(self) -> Dealt:
        """A hand as the deck deals it."""
        deck = [card.index for card in self._book.deck.cards]
        return self._beside(self._random.sample(deck, self._book.dealt))

    def _beside(self, held: Sequence[int]) -> Dealt:
        dealer: list[int] = []
        if self._book.procedure.dealer_exposed:
            left = [card.index for card in self._book.deck.cards if card.index not in held]
            dealer = self._random.sample(left, self._book.dealt)
        return Dealt(cards=_cards(held), dealer=_cards(dealer))

    def _suits(self, shape: int) -> list[int]:
        """Cards of a shape, their suits at random."""
        for _ in range(TRIES):
            held = self._shelf.cards_of(shape, self._random)
            if self._book.lookup.shape(held) == shape:
                return held
        raise AssertionError(f"no suits found for shape {shape} of {self._book.id}")


def _cards(indexes: Sequence[int]) -> tuple[Card, ...]:
    return tuple(sorted((CARDS[index] for index in indexes), reverse=True))


class _Shelf:
    """The shapes of a book by the clause that decides them."""

    def __init__(self, book: Rulebook, cache: Cache | None) -> None:
        game = game_of(book)
        game.load(cache)
        self._left: Remaining = game.remaining
        self._plain = len(self._left.joker)
        clause = np.frombuffer(book.lookup.tables["clause"], dtype=np.int16)
        weights = self._left.weights(())
        places = {each: np.flatnonzero((clause == each) & (weights > 0)) for each in range(len(book.clauses))}
        self.shapes: dict[int, NDArray[np.intp]] = {each: found for each, found in places.items() if len(found)}
        self._below = {each: np.cumsum(weights[found]) for each, found in self.shapes.items()}
        self._beside = {number: ranks for ranks, number in BESIDE.items()}

    def hands_of(self, clause: int) -> int:
        """How many hands a clause decides."""
        return int(self._below[clause][-1])

    def draw(self, clause: int, by: random.Random) -> int:
        """A shape that a clause decides, by how many hands it stands for."""
        below = self._below[clause]
        return int(self.shapes[clause][np.searchsorted(below, by.randrange(int(below[-1])), side="right")])

    def cards_of(self, shape: int, by: random.Random) -> list[int]:
        """Cards with the ranks of a shape; whether their suits are of that shape too has to be looked up."""
        left = self._left
        if shape < self._plain:
            number = [int(left.groups[rank // 3][shape]) >> 3 * (rank % 3) & 7 for rank in range(RANKS)]
            held = [4 * rank + suit for rank in range(RANKS) for suit in by.sample(range(SUITS), number[rank])]
            return [*held, *([JOKER_INDEX] if left.joker[shape] else [])]
        at = shape - self._plain
        suit, mask = by.randrange(SUITS), int(left.suited[at])
        held = [4 * rank + suit for rank in range(RANKS) if mask >> rank & 1]
        others = [other for other in range(SUITS) if other != suit]
        beside = self._beside[int(left.beside[at])]
        for rank in dict.fromkeys(beside):
            held += [4 * rank + other for other in by.sample(others, beside.count(rank))]
        return [*held, *([JOKER_INDEX] if left.flush_joker[at] else [])]


@functools.lru_cache(maxsize=4)
def _shelf(book: Rulebook, cache: Cache | None) -> _Shelf:
    return _Shelf(book, cache)
