"""Runs of ranks, as clauses name them: twos to sixes, jacks to kings, aces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import ACE, KING, rank_word, rank_words
from houseway.errors import BadBook
from houseway.rulebook.expect import expect

GROUP_WORDS = {2: "pair", 3: "three of a kind", 4: "four of a kind", 5: "five of a kind"}

Rank = Annotated[int, "a rank"]
"""A whole number from 2 to 14, an Ace, that book files write as 2 to 10, J, Q, K or A."""


@dataclass(frozen=True)
class Ranks:
    """A run of ranks, both ends included.

    >>> str(Ranks(2, 6)), str(Ranks(14, 14))
    ('twos to sixes', 'aces')
    """

    lowest: int
    highest: int

    def __post_init__(self) -> None:
        expect(self.lowest, int, "the lowest rank of a run")
        expect(self.highest, int, "the highest rank of a run")
        if not 2 <= self.lowest <= self.highest <= ACE:
            raise BadBook(f"ranks run from 2 to 14, lowest first, not from {self.lowest} to {self.highest}")

    def hold(self, ranks: NDArray[np.int8]) -> NDArray[np.bool_]:
        """Which of these ranks lie in the run."""
        return (ranks >= self.lowest) & (ranks <= self.highest)

    def __str__(self) -> str:
        if self.lowest == self.highest:
            return rank_words(self.lowest)
        return f"{rank_words(self.lowest)} to {rank_words(self.highest)}"

    @property
    def one(self) -> str:
        """One card of the run, in words."""
        if self.lowest == self.highest:
            return rank_word(self.lowest)
        words = [rank_word(rank) for rank in range(self.lowest, self.highest + 1)]
        return f"{', '.join(words[:-1])} or {words[-1]}"


ANY_RANK = Ranks(2, ACE)
ACES, KINGS = Ranks(ACE, ACE), Ranks(KING, KING)
KING_OR_ACE = Ranks(KING, ACE)
