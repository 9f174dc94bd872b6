"""The dealer test: hands to set the house way against the clock, and the certificate of whoever passes.

Here: how many hands, how long, what passes, and marking it. Not here: keeping it (`record`), or printing (`web`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from houseway.cards.card import Card
from houseway.errors import Refused
from houseway.maths.cache import Cache
from houseway.rulebook.rulebook import Rulebook
from houseway.training.draw import Drawer
from houseway.training.grading import Drill, judge
from houseway.training.question import Question, question

HANDS: Final = 20
PASSES: Final = 18
"""How many hands must be set as the house way sets them."""
TIME: Final = timedelta(minutes=5)
GRACE: Final = timedelta(seconds=15)
"""What the last answers may take on their way."""


@dataclass(frozen=True, kw_only=True)
class Marked:
    """A test that was marked."""

    right: tuple[bool, ...]
    seconds: int
    in_time: bool

    @property
    def passed(self) -> bool:
        """Whether it is passed: enough hands are right, and it was handed in in time."""
        return self.in_time and sum(self.right) >= PASSES


def hands_of(book: Rulebook, id: str, *, cache: Cache | None) -> list[Question]:
    """The hands of a test: they follow from its id, so it can be marked again."""
    drawer = Drawer(book, cache, f"dealer test {id} {book.id}")
    dealt = drawer.hands(drawer.each_clause(HANDS, least=0))
    return [question(book, each.cards, each.dealer, cache=cache) for each in dealt]


def mark(asked: Sequence[Question], lows: Sequence[Sequence[Card]], took: timedelta) -> Marked:
    """Mark a test; a hand that was not set, or set as a foul, is wrong."""
    if len(lows) > len(asked):
        raise Refused(f"the test has {len(asked)} hands, not {len(lows)}")
    right = [_is_right(each, low) for each, low in zip(asked, lows, strict=False)]
    return Marked(
        right=(*right, *[False] * (len(asked) - len(right))),
        seconds=round(took.total_seconds()),
        in_time=took <= TIME + GRACE,
    )


def _is_right(asked: Question, low: Sequence[Card]) -> bool:
    try:
        return judge(asked, Drill.HOUSE_WAY, low).right
    except Refused:
        return False
