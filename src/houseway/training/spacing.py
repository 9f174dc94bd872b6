"""When to ask something again: spaced repetition, by the algorithm FSRS.

Here: what a player remembers of clauses and of single hands, as FSRS has it, and what an answer is rated as. Not here:
the algorithm (the package `fsrs`), or which hand is asked next (`plan`).
"""

from __future__ import annotations

from datetime import UTC, datetime

from fsrs import Card, Rating, Scheduler

from houseway.maths.play.grades import Grade
from houseway.training.grading import Drill

_scheduler = Scheduler(enable_fuzzing=False)  # without chance: the same answers always lead to the same dates


def rating_of(drill: Drill, *, right: bool, grade: Grade) -> Rating:
    """What an answer is rated as; a setting that is nearly the best counts as remembered with difficulty."""
    if right:
        return Rating.Good
    return Rating.Hard if drill is Drill.BEST_PLAY and grade is Grade.GOOD else Rating.Again


class Memory:
    """What one player remembers, by key."""

    def __init__(self) -> None:
        self._cards: dict[str, Card] = {}

    def __contains__(self, key: str) -> bool:
        return key in self._cards

    def answer(self, key: str, rating: Rating, at: datetime) -> None:
        """Note an answer. One that arrives late, from a page that was offline, counts as given after the others."""
        card = self._cards.get(key) or Card(card_id=0, due=at.astimezone(UTC))
        when = max(at, card.last_review or at).astimezone(UTC)
        self._cards[key], _ = _scheduler.review_card(card, rating, review_datetime=when)

    def forget(self, key: str) -> None:
        """Ask this no more."""
        self._cards.pop(key, None)

    def is_due(self, key: str, now: datetime) -> bool:
        """Whether it is time to ask again."""
        card = self._cards.get(key)
        return card is not None and card.due <= now

    def due(self, key: str) -> datetime | None:
        """When it is time to ask again."""
        card = self._cards.get(key)
        return card.due if card else None

    def recall(self, key: str, now: datetime) -> float:
        """How likely it is remembered now, from 0 to 1; 0 for what was never asked."""
        card = self._cards.get(key)
        return _scheduler.get_card_retrievability(card, now) if card else 0.0

    def days(self, key: str) -> float:
        """For how many days it is remembered well: the stability of FSRS; 0 for what was never asked."""
        card = self._cards.get(key)
        return (card.stability or 0.0) if card else 0.0
