"""What is asked next: missed hands that are due, then hands of the clauses a player is weak in.

Here: the order. Not here: what a player remembers (`spacing`), or the hands (`pack`).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from houseway.training.progress import Course, clause_key

PLANNED = 60
"""How many hands are planned ahead."""
EVERY = 3
"""One of so many hands is one that was missed before, while there are any."""
UNSEEN, DUE, SEEN = 2.0, 4.0, 0.25
"""The weight of a clause that was never asked and of one that is due, and what it shrinks by for a hand seen before."""
ERRORS = 3.0
"""How much the share of wrong answers adds to the weight of a clause."""


class Planned(NamedTuple):
    """A hand of a pack as a plan needs it."""

    number: int
    hand: str
    clause: str


def plan(pack: Sequence[Planned], course: Course, now: datetime, *, seed: str) -> list[int]:
    """The numbers of the hands to ask, in order: the same for the same seed and the same training."""
    by = random.Random(f"{seed} {course.all.answered}")
    numbers = {each.hand: each.number for each in pack}
    due = [numbers[answer.hand] for answer in course.due(now) if answer.hand in numbers]
    others = sorted(pack, key=lambda each: -(by.random() ** (1 / weight(each, course, now))))
    fresh = [each.number for each in others if each.number not in due]
    planned: list[int] = []
    while len(planned) < PLANNED and (due or fresh):
        again = due and (len(planned) % EVERY == 0 or not fresh)
        planned.append(due.pop(0) if again else fresh.pop(0))
    return planned


def weight(each: Planned, course: Course, now: datetime) -> float:
    """How much it is worth to ask a hand now."""
    key = clause_key(each.clause)
    if key not in course.memory:
        worth = UNSEEN
    elif course.memory.is_due(key, now):
        worth = DUE
    else:
        worth = 1.0 - course.memory.recall(key, now) + SEEN
    tally = course.clauses.get(each.clause)
    worth *= 1.0 + ERRORS * (1.0 - tally.accuracy if tally else 0.0)
    return worth * SEEN if each.hand in course.seen else worth
