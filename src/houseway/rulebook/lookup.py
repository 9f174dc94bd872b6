"""Looking up one hand at a time in tables compiled from the clauses and the pay lines.

Here: looking settings and pay lines up without arrays. Not here: any rule; the tables are filled by
running the readable clauses and lines once, and hold nothing else.
"""

from __future__ import annotations

import itertools
from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from houseway.rulebook.hands import Hands, refined_hands
from houseway.rulebook.wagers import Judged, PayTable

if TYPE_CHECKING:
    from houseway.rulebook.rulebook import Rulebook

LOW_SIZE = 2


class Lookup:
    """The settings, the pay lines and the dealer's qualification of one book, compiled."""

    def __init__(self, book: Rulebook) -> None:
        self._shapes = book.shapes
        self._clause = array("h", book.compiled.clause.astype(np.int16).tobytes())
        self._split = array("b", book.compiled.split.astype(np.int8).tobytes())
        whole, _ = refined_hands(book.deck, dealt=book.dealt, high_size=book.high_size)
        pairs = list(itertools.combinations((card.index for card in book.deck.cards), LOW_SIZE))
        lows = Hands(np.array(pairs, dtype=np.uint8), book.high_size)
        self._low = {pair: number for number, pair in enumerate(pairs)}
        self._lines = {
            (side.key, pays.name): array(
                "b", pays.line_of(lows if side.judged is Judged.DEALER_LOW else whole).tobytes()
            )
            for side in book.side_wagers
            for pays in side.pay_tables
        }
        fails = book.main.dealer_fails
        self._fails = bytes(len(pairs)) if fails is None else fails.holds(lows).tobytes()

    def set(self, hand: Sequence[int]) -> tuple[list[int], int, int]:
        """One hand in canonical order, the clause that decides it, and its split."""
        ordered, shape, _ = self._shapes.find_one(hand)
        return ordered, self._clause[shape], self._split[shape]

    def line(self, side: str, pays: PayTable, cards: Sequence[int]) -> int:
        """The line on which a whole hand, or a low hand if the wager is judged on that, is paid, or -1."""
        number = self._pair(cards) if len(cards) == LOW_SIZE else self._shapes.find_one(cards)[2]
        return self._lines[side, pays.name][number]

    def dealer_fails(self, low: Sequence[int]) -> bool:
        """Whether a low hand of the dealer does not qualify."""
        return bool(self._fails[self._pair(low)])

    def _pair(self, low: Sequence[int]) -> int:
        first, second = low
        return self._low[(first, second) if first < second else (second, first)]
