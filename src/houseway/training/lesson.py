"""The first lesson: one hand against one dealer's hand, with what comes of every way to set it.

Here: which cards, and comparing them. Not here: the words and steps of the lesson, which are the page's, or any rule:
who wins is in `rulebook.comparison`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import msgspec

from houseway.cards.card import Card, read_cards
from houseway.maths.cache import Cache
from houseway.rulebook.comparison import Comparison, Result, compare, main_result
from houseway.rulebook.rulebook import Rulebook
from houseway.training.pack import Pack, make
from houseway.training.question import question

BOOK: Final = "mbs-v4"
HAND: Final = "Kc Kd 7h 7s Ad Tc 4h"
"""Two pairs: set one way it wins, another way it pushes, and a third way it loses; and it can be set as a foul."""
DEALER: Final = "Qs Qh As Jd 9c 6s 3h"


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """What comes of one way to set the hand."""

    high: Comparison
    low: Comparison
    result: Result


class DealerSet(msgspec.Struct, frozen=True, kw_only=True):
    """The dealer's hand as the house way sets it."""

    low: list[str]
    high: list[str]
    low_name: str
    high_name: str


class Lesson(msgspec.Struct, frozen=True, kw_only=True):
    """A hand to learn with: `compared` has a place for every low hand, in the order of the pack's `lows`."""

    pack: Pack
    dealer: DealerSet
    compared: list[Compared | None]
    """Nothing for a foul."""
    pays: int
    """What a win pays, to 1."""
    commission: str
    """What is taken of a win, in percent; empty where nothing is."""


def lesson(book: Rulebook, *, cache: Cache | None) -> Lesson:
    """The lesson of a book that deals seven cards."""
    asked, dealer = question(book, read_cards(HAND), cache=cache), book.set(DEALER)

    def compared(low: tuple[Card, ...], high: tuple[Card, ...]) -> Compared:
        lows = compare(book.strength_of(low), book.strength_of(dealer.low))
        highs = compare(book.strength_of(high), book.strength_of(dealer.high))
        return Compared(high=highs, low=lows, result=main_result(lows, highs))

    return Lesson(
        pack=make(book, [(0, asked)]),
        dealer=DealerSet(
            low=[card.text for card in dealer.low],
            high=[card.text for card in dealer.high],
            low_name=str(dealer.low_rank),
            high_name=str(dealer.high_rank),
        ),
        compared=[None if way.foul else compared(way.low, way.high) for way in asked.ways],
        pays=book.main.pays,
        commission=_percent(Fraction(book.main.commission)),
    )


def _percent(share: Fraction) -> str:
    """A share in percent.

    >>> _percent(Fraction(1, 20)), _percent(Fraction(0))
    ('5%', '')
    """
    return f"{float(share * 100):g}%" if share else ""
