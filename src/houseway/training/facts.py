"""What is kept about a player's training, in the stream `training:NAME`.

Here: the entries. Not here: what they add up to (`progress`), or writing them (`record`).

An answer is kept with what it was worth when it was given, so that no later version of a book rewrites what a player
did.
"""

from __future__ import annotations

from datetime import datetime
from typing import TypeAlias

import msgspec

from houseway.maths.play.grades import Grade
from houseway.training.grading import Drill

STREAM = "training:"


class KeptAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """One hand of a drill as a player set it."""

    id: str
    """Given by the page; an answer that arrives twice is kept once."""
    book: str
    drill: Drill
    cards: str
    dealer: str = ""
    low: str
    clause: str
    right: bool
    given_up: str
    """Against the best setting, per unit bet, as a fraction."""
    grade: Grade
    at: datetime
    ms: int
    """How long the player thought."""

    @property
    def hand(self) -> str:
        """The hand as a key."""
        return f"{self.cards} | {self.dealer}" if self.dealer else self.cards


class Kept(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Something that is kept about a player's training."""

    at: datetime


class Trained(Kept, frozen=True, tag="hands trained"):
    """The player set hands of a drill."""

    answers: tuple[KeptAnswer, ...]


class TestBegan(Kept, frozen=True, tag="dealer test began"):
    """The player began a dealer test; its hands follow from the id."""

    id: str
    book: str


class TestEnded(Kept, frozen=True, tag="dealer test ended"):
    """The player handed in a dealer test."""

    id: str
    book: str
    hands: int
    right: int
    seconds: int
    passed: bool


class DailyFinished(Kept, frozen=True, tag="daily ten finished"):
    """The player set the last of the ten hands of a day."""

    day: str
    given_up: str
    grades: tuple[Grade, ...]


AnyKept: TypeAlias = Trained | TestBegan | TestEnded | DailyFinished
