"""How well a hand was set, in one word, by what the setting gives up against the best one.

Here: the grades, and where each begins, once for the table, the trainer and the analyst. Not here: what a setting is
worth (`weigh`).
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction


class Grade(StrEnum):
    """A word for what a setting gives up, from nothing to a lot."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


UP_TO = {
    Grade.BEST: Fraction(0),
    Grade.GOOD: Fraction(1, 100),
    Grade.INACCURACY: Fraction(1, 20),
    Grade.MISTAKE: Fraction(3, 20),
}
"""The most that each grade gives up, per unit bet; whoever gives up more has made a blunder."""


def grade_of(given_up: Fraction) -> Grade:
    """The grade of a setting that gives up so much per unit bet.

    >>> [grade_of(Fraction(each, 100)).value for each in (0, 1, 5, 15, 16)]
    ['best', 'good', 'inaccuracy', 'mistake', 'blunder']
    """
    if given_up < 0:
        raise ValueError(f"no setting is better than the best one: {given_up}")
    return next((grade for grade, most in UP_TO.items() if given_up <= most), Grade.BLUNDER)
