"""Judging an answer: by the house way and its clause, or by the exact value given up.

Here: what a drill says about a setting. Not here: the values and the house way (`question`), or where grades begin
(`maths.play.grades`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from houseway.cards.card import Card, draw_cards
from houseway.errors import Refused
from houseway.maths.play.grades import Grade
from houseway.training.question import Question, Way


class Drill(StrEnum):
    """What is trained."""

    HOUSE_WAY = "house way"
    BEST_PLAY = "best play"


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What an answer was worth."""

    right: bool
    """As the house way has it, by the ranks of both hands; or the best that can be done, by value."""
    given_up: Fraction
    """Against the best setting, per unit bet."""
    grade: Grade


def judge(asked: Question, drill: Drill, low: Iterable[Card]) -> Verdict:
    """Judge a setting; refused where it is a foul, or these cards are no low hand of the question."""
    way = _way(asked, tuple(low))
    if way.given_up is None or way.grade is None:
        raise Refused(f"{way.low_name} low under {way.high_name} is a foul hand")
    right = way.as_house_way if drill is Drill.HOUSE_WAY else way.given_up == 0
    return Verdict(right=right, given_up=way.given_up, grade=way.grade)


def _way(asked: Question, low: tuple[Card, ...]) -> Way:
    try:
        return asked.way(low)
    except StopIteration:
        raise Refused(f"{draw_cards(low) or 'nothing'} is no low hand of {draw_cards(asked.cards)}") from None
