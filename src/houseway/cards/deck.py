"""The deck a game is played with.

Here: the deck as a value, how many hands it deals, and listing them in order. Not here: shuffling.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb

import numpy as np

from houseway.cards.card import CARDS, JOKER, JOKER_INDEX, RANKS, Card
from houseway.cards.tables import Cards
from houseway.errors import BadBook, shortened


@dataclass(frozen=True, kw_only=True)
class Deck:
    """Four suits of `ranks`, with or without the Joker.

    >>> Deck(joker=True).size, Deck(joker=True).hands(7)
    (53, 154143080)
    """

    joker: bool
    """Whether it has the Joker."""
    ranks: tuple[int, ...] = RANKS
    """Its ranks, lowest first; all of them if this is left out."""

    def __post_init__(self) -> None:
        known = isinstance(self.ranks, tuple) and all(rank in RANKS for rank in self.ranks)
        if not isinstance(self.joker, bool) or not known or list(self.ranks) != sorted(set(self.ranks)):
            raise BadBook(f"a deck has ranks of 2 to 14 in order and a Joker or none, not {shortened(repr(self))}")

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card of the deck in the order of its index."""
        naturals = tuple(card for card in CARDS[:JOKER_INDEX] if card.rank in self.ranks)
        return (*naturals, JOKER) if self.joker else naturals

    @property
    def size(self) -> int:
        """How many cards there are."""
        return 4 * len(self.ranks) + self.joker

    def has(self, indices: Sequence[int]) -> bool:
        """Whether all of these cards are in the deck."""
        return self._indices.issuperset(indices)

    @functools.cached_property
    def _indices(self) -> frozenset[int]:
        return frozenset(card.index for card in self.cards)

    def hands(self, dealt: int) -> int:
        """How many hands of `dealt` cards there are."""
        return comb(self.size, dealt)

    def every_hand(self, dealt: int, *, rows: int = 1 << 20) -> Iterator[Cards]:
        """All hands of `dealt` cards, in arrays of at most `rows` rows.

        >>> sum(len(part) for part in Deck(joker=False).every_hand(3))
        22100
        """
        indices = [card.index for card in self.cards]
        flat = itertools.chain.from_iterable(itertools.combinations(indices, dealt))
        while True:
            part = np.fromiter(itertools.islice(flat, rows * dealt), dtype=np.uint8)
            if not len(part):
                return
            yield part.reshape(-1, dealt)

    def __str__(self) -> str:
        return f"{self.size} cards, {'with' if self.joker else 'no'} Joker"
