"""What a player's training adds up to: accuracy, streaks, mistakes by clause, missed hands, and what they remember.

Here: adding up what is kept (`facts`). Not here: reading or writing it (`record`), or what is asked next (`plan`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction

from houseway.maths.play.grades import Grade
from houseway.training.facts import AnyKept, DailyFinished, KeptAnswer, TestBegan, TestEnded, Trained
from houseway.training.grading import Drill
from houseway.training.spacing import Memory, rating_of

LEARNED = 21.0
"""A missed hand is learned once it is remembered well for so many days."""


@dataclass
class Tally:
    """Answers, and how good they were."""

    answered: int = 0
    right: int = 0
    given_up: Fraction = Fraction(0)
    ms: int = 0

    def add(self, answer: KeptAnswer) -> None:
        """Count one more."""
        self.answered += 1
        self.right += answer.right
        self.given_up += Fraction(answer.given_up)
        self.ms += answer.ms

    @property
    def accuracy(self) -> float:
        """The share that was right, from 0 to 1; 1 before the first answer."""
        return self.right / self.answered if self.answered else 1.0


@dataclass
class Course:
    """A player's training with one drill of one book."""

    all: Tally = field(default_factory=Tally)
    clauses: dict[str, Tally] = field(default_factory=dict)
    grades: Counter[Grade] = field(default_factory=Counter)
    streak: int = 0
    best_streak: int = 0
    missed: dict[str, KeptAnswer] = field(default_factory=dict)
    """Hands that were missed and are not learned yet, by their cards: the last wrong answer."""
    seen: dict[str, int] = field(default_factory=dict)
    """How often each hand was answered."""
    memory: Memory = field(default_factory=Memory)

    def add(self, answer: KeptAnswer) -> None:
        """Count one more answer."""
        self.all.add(answer)
        self.clauses.setdefault(answer.clause, Tally()).add(answer)
        self.grades[answer.grade] += 1
        self.streak = self.streak + 1 if answer.right else 0
        self.best_streak = max(self.best_streak, self.streak)
        self.seen[answer.hand] = self.seen.get(answer.hand, 0) + 1
        rating = rating_of(answer.drill, right=answer.right, grade=answer.grade)
        self.memory.answer(clause_key(answer.clause), rating, answer.at)
        self._remember(answer)

    def _remember(self, answer: KeptAnswer) -> None:
        key = hand_key(answer.hand)
        if not answer.right:
            self.missed[answer.hand] = answer
        if answer.hand not in self.missed:
            return
        self.memory.answer(key, rating_of(answer.drill, right=answer.right, grade=answer.grade), answer.at)
        if self.memory.days(key) >= LEARNED:
            self.memory.forget(key)
            del self.missed[answer.hand]

    def due(self, now: datetime) -> list[KeptAnswer]:
        """The missed hands that should be asked again now, those that wait longest first."""
        found = [answer for hand, answer in self.missed.items() if self.memory.is_due(hand_key(hand), now)]
        return sorted(found, key=lambda answer: self.memory.due(hand_key(answer.hand)) or now)


def clause_key(cite: str) -> str:
    """The key under which a clause is remembered."""
    return f"clause {cite}"


def hand_key(hand: str) -> str:
    """The key under which a hand is remembered."""
    return f"hand {hand}"


@dataclass
class Progress:
    """Everything that one player has trained."""

    courses: dict[tuple[str, Drill], Course] = field(default_factory=dict)
    known: set[str] = field(default_factory=set)
    """The ids of the answers that are kept."""
    days: set[date] = field(default_factory=set)
    """The days on which they trained, in UTC."""
    tests: dict[str, TestEnded] = field(default_factory=dict)
    began: dict[str, TestBegan] = field(default_factory=dict)
    """Dealer tests that were begun and not handed in."""
    daily: dict[str, DailyFinished] = field(default_factory=dict)
    version: int = 0

    def add(self, kept: AnyKept) -> None:
        """Count what is kept."""
        match kept:
            case Trained():
                for answer in kept.answers:
                    if answer.id not in self.known:
                        self.known.add(answer.id)
                        self.days.add(answer.at.astimezone(UTC).date())
                        self.courses.setdefault((answer.book, answer.drill), Course()).add(answer)
            case TestBegan():
                self.began[kept.id] = kept
            case TestEnded():
                self.began.pop(kept.id, None)
                self.tests[kept.id] = kept
            case DailyFinished():
                self.daily.setdefault(kept.day, kept)
                self.days.add(date.fromisoformat(kept.day))

    def course(self, book: str, drill: Drill) -> Course:
        """The training with one drill of one book."""
        return self.courses.get((book, drill)) or Course()

    def days_in_a_row(self, today: date) -> int:
        """On how many days in a row they trained, up to today, or up to yesterday if not yet today."""
        return _in_a_row(self.days, today)

    def dailies_in_a_row(self, today: date) -> int:
        """On how many days in a row they finished the Daily ten."""
        return _in_a_row({date.fromisoformat(day) for day in self.daily}, today)


def _in_a_row(days: set[date], today: date) -> int:
    last = today if today in days else today - timedelta(days=1)
    row = 0
    while last - timedelta(days=row) in days:
        row += 1
    return row
