"""Comparing a player's two hands with the dealer's: the one place that says who wins.

Here: a copy goes to the dealer; two hands won win, one is a standoff, none loses. Not here: what a hand is worth
(`cards`), what a result pays (`wagers`), or the clauses a book prints for it (`books`).

Everything that compares hands takes the rule from here: `table.settle`, and `maths` wherever it counts or plays deals.
A loop that has the rule built in for speed names `BY_HANDS_WON`; `tests/maths/test_comparison.py` checks that all
agree.
"""

from __future__ import annotations

import enum


class Comparison(enum.Enum):
    """How one hand stands against the dealer's hand of the same size."""

    WON = "won"
    COPY = "copy"
    LOST = "lost"
    NOT_COMPARED = ""
    """The hand was never set, so there is nothing to compare."""


class Result(enum.Enum):
    """How a wager ends."""

    WIN = "win"
    STANDOFF = "standoff"
    LOSE = "lose"
    RETURNED = "returned"
    """The wager was given back without being played, or was not in play."""


BY_HANDS_WON = (Result.LOSE, Result.STANDOFF, Result.WIN)
"""The result of the main wager by how many of the two hands beat the dealer's."""


def beats(mine: int, dealers: int) -> bool:
    """Whether a hand beats the dealer's, by their strengths: it must be higher, because a copy goes to the dealer.

    >>> beats(5, 4), beats(4, 4), beats(3, 4)
    (True, False, False)
    """
    return mine > dealers


def compare(mine: int, dealers: int) -> Comparison:
    """How a hand stands against the dealer's, by their strengths.

    >>> compare(4, 4)
    <Comparison.COPY: 'copy'>
    """
    if mine == dealers:
        return Comparison.COPY
    return Comparison.WON if beats(mine, dealers) else Comparison.LOST


def main_result(low: Comparison, high: Comparison) -> Result:
    """The result of the main wager.

    >>> main_result(Comparison.COPY, Comparison.WON)
    <Result.STANDOFF: 'standoff'>
    """
    return BY_HANDS_WON[(low, high).count(Comparison.WON)]
