"""Looking up one hand at a time in tables compiled from the clauses and the pay lines.

Here: looking settings and pay lines up without arrays. Not here: any rule; the tables are filled by
running the readable clauses and lines once, and hold nothing else.
"""

from __future__ import annotations

import itertools
from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from houseway.cards.one_shape import ShapeIndex
from houseway.rulebook.together import dealer_lines, player_lines
from houseway.rulebook.wagers import Judged, PayTable, SideWager

if TYPE_CHECKING:
    from houseway.rulebook.rulebook import Rulebook

LOW_SIZE = 2
_SIDES = ("player's lines", "dealer's lines")
_PUSH = "push "
"""The name of a table that says for every low hand whether it makes the main wager push, before its number."""
Tables: TypeAlias = dict[str, bytes]
"""What a lookup is made of: numbers of the machine by name. They can be kept, and belong to one book."""


class Lookup:
    """The settings, the pay lines and the pushing low hands of one book, compiled."""

    def __init__(self, book: Rulebook, tables: Tables | None = None) -> None:
        """Made by running the book, or from the tables that another run of the same book gave."""
        self.tables = _run(book) if tables is None else tables
        self._index = ShapeIndex(book.high_size, array("q", self.tables["keys"]), array("q", self.tables["split keys"]))
        self._clause, self._split = array("h", self.tables["clause"]), array("b", self.tables["split"])
        self._low = {pair: number for number, pair in enumerate(_pairs(book))}
        self._lines = {
            (side.key, pays.name): array("b", self.tables[f"lines of {side.key} {pays.name}"])
            for side in _looked_up(book)
            for pays in side.pay_tables
        }
        self._both = {
            (key, pays.name): tuple(array("q", self.tables[f"{whose} of {key} {pays.name}"]) for whose in _SIDES)
            for key, pays in _together(book)
        }
        self._pushes = {int(name.removeprefix(_PUSH)): held for name, held in self.tables.items() if _PUSH in name}

    def set(self, hand: Sequence[int]) -> tuple[list[int], int, int]:
        """One hand in canonical order, the clause that decides it, and its split."""
        ordered, shape, _ = self._index.find(hand)
        return ordered, self._clause[shape], self._split[shape]

    def shape(self, hand: Sequence[int]) -> int:
        """The number of a hand's shape."""
        return self._index.find(hand)[1]

    def line(self, side: str, pays: PayTable, cards: Sequence[int]) -> int:
        """The line on which a whole hand, or a low hand if the wager is judged on that, is paid, or -1."""
        number = self._pair(cards) if len(cards) == LOW_SIZE else self._index.find(cards)[2]
        return self._lines[side, pays.name][number]

    def lines_together(
        self, side: str, pays: PayTable, player: Sequence[int], dealer: Sequence[int]
    ) -> tuple[int, int]:
        """The lines whose conditions the player's and the dealer's cards satisfy, as `together` has them."""
        mine, theirs = self._both[side, pays.name]
        return mine[self._index.find(player)[2]], theirs[self._index.find(dealer)[2]]

    def pushes(self, number: int, low: Sequence[int]) -> bool:
        """Whether a low hand of the dealer makes the main wager push, by the number of that rule in the book."""
        return bool(self._pushes[number][self._pair(low)])

    def _pair(self, low: Sequence[int]) -> int:
        first, second = low
        return self._low[(first, second) if first < second else (second, first)]


def _run(book: Rulebook) -> Tables:
    """Run the clauses and pay lines over every hand."""
    whole, _ = book.refined_hands
    pairs = _pairs(book)
    lows = book.as_hands(np.array(pairs, dtype=np.uint8))
    index = book.shapes.index
    return {
        "keys": bytes(index.keys),
        "split keys": bytes(index.split),
        "clause": book.compiled.clause.astype(np.int16).tobytes(),
        "split": book.compiled.split.astype(np.int8).tobytes(),
        **{
            f"{whose} of {key} {pays.name}": lines(pays, whole).tobytes()
            for key, pays in _together(book)
            for whose, lines in zip(_SIDES, (player_lines, dealer_lines), strict=True)
        },
        **{
            f"{_PUSH}{number}": push.when.holds(lows).tobytes()
            for number, push in enumerate(book.main.pushes)
            if push.judged is Judged.DEALER_LOW
        },
        **{
            f"lines of {side.key} {pays.name}": pays.line_of(
                lows if side.judged is Judged.DEALER_LOW else whole
            ).tobytes()
            for side in _looked_up(book)
            for pays in side.pay_tables
        },
    }


def _looked_up(book: Rulebook) -> list[SideWager]:
    """The side wagers whose lines are kept; high hands are too many, and are judged by the lines themselves."""
    return [side for side in book.side_wagers if side.judged not in (Judged.DEALER_HIGH, Judged.TOGETHER)]


def _together(book: Rulebook) -> list[tuple[str, PayTable]]:
    """The pay tables that judge two hands together, each with the key of its wager."""
    judged = [side for side in book.side_wagers if side.judged is Judged.TOGETHER]
    return [(side.key, pays) for side in judged for pays in side.pay_tables]


def _pairs(book: Rulebook) -> list[tuple[int, ...]]:
    return list(itertools.combinations((card.index for card in book.deck.cards), LOW_SIZE))
