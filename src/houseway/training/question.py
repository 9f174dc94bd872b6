"""A question of a drill, with its exact answers: every setting of a hand, named and weighed, and the house way.

Here: one hand as a question, and how difficult it is. Not here: which hands are asked (`draw`, `plan`), or judging an
answer (`grading`).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction

from houseway.cards.card import Card
from houseway.maths.cache import Cache
from houseway.maths.play.grades import Grade, grade_of
from houseway.maths.play.one_hand import best
from houseway.maths.play.weigh import Best, SettingOdds
from houseway.rulebook.rulebook import Rulebook


class Level(IntEnum):
    """How difficult a hand is, by the gap between its best setting and the next: the smaller, the harder to see."""

    EASY = 1
    MEDIUM = 2
    HARD = 3
    EXPERT = 4

    @property
    def words(self) -> str:
        """The level in one word."""
        return self.name.lower()


_LEVELS = {
    Grade.GOOD: Level.EXPERT,
    Grade.INACCURACY: Level.HARD,
    Grade.MISTAKE: Level.MEDIUM,
    Grade.BLUNDER: Level.EASY,
}
"""By the grade that whoever plays the second best setting gets."""


@dataclass(frozen=True, kw_only=True)
class Way:
    """One way to set a hand; `odds` are missing where it is a foul."""

    low: tuple[Card, ...]
    high: tuple[Card, ...]
    low_name: str
    high_name: str
    odds: SettingOdds | None
    given_up: Fraction | None
    """What it gives up against the best setting, per unit bet."""
    as_house_way: bool
    """Whether both hands rank as the house way's do."""

    @property
    def foul(self) -> bool:
        """Whether the low hand outranks the high hand."""
        return self.odds is None

    @property
    def grade(self) -> Grade | None:
        """The grade of whoever sets the hand so; none for a foul."""
        return None if self.given_up is None else grade_of(self.given_up)


@dataclass(frozen=True, kw_only=True)
class Question:
    """A hand, and every way to set it."""

    book: str
    cards: tuple[Card, ...]
    """Highest first, as a player is shown them."""
    dealer: tuple[Card, ...]
    """The dealer's hand, where the book shows it first."""
    ways: tuple[Way, ...]
    """In the order of `lows_of`."""
    house_way: int
    """The place of the house way among them."""
    best: int
    clause: str
    """The clause of the house way that decides this hand."""
    overridden: tuple[str, ...]
    """The clauses that apply too, and give way to it."""
    deals: int
    gap: Fraction
    """What the next best value is short of the best one; 0 where every setting is worth the same."""

    @property
    def level(self) -> Level:
        """How difficult it is to find the best setting."""
        return _LEVELS.get(grade_of(self.gap), Level.EASY)

    @property
    def is_choice(self) -> bool:
        """Whether there is anything to choose: legal settings of different worth."""
        return self.gap > 0

    def way(self, low: Iterable[Card]) -> Way:
        """The way to set the hand with these cards low."""
        wanted = frozenset(low)
        return next(way for way in self.ways if frozenset(way.low) == wanted)


def lows_of(book: Rulebook) -> tuple[tuple[int, ...], ...]:
    """The places of every low hand among the cards of a hand, highest first."""
    return tuple(itertools.combinations(range(book.dealt), book.dealt - book.high_size))


def question(
    book: Rulebook, cards: Sequence[Card], dealer: Sequence[Card] = (), *, cache: Cache | None = None
) -> Question:
    """Weigh a hand and set it the house way: exactly what `best` and `set` say.

    >>> import houseway.books
    >>> from houseway.cards.card import read_cards
    >>> book = houseway.books.get("five-card")
    >>> asked = question(book, read_cards("Kc 9c 8c 6s 3d"), read_cards("Ah Qd 9s 5c 2h"))
    >>> asked.ways[asked.best].low_name, asked.level.words, asked.clause
    ('Six-three', 'easy', 'Hand Ranking and House Way')
    """
    held = tuple(sorted(cards, reverse=True))
    found, setting = best(book, held, dealer_cards=dealer, cache=cache), book.set(held)
    odds = {frozenset(each.low): each for each in found.settings}
    top = found.settings[found.best].ev
    house_way = book.strength_of(setting.low), book.strength_of(setting.high)

    def way(places: tuple[int, ...]) -> Way:
        low = tuple(held[place] for place in places)
        high = tuple(card for card in held if card not in low)
        known = odds.get(frozenset(low))
        return Way(
            low=low,
            high=high,
            low_name=str(book.rank_of(low)),
            high_name=str(book.rank_of(high)),
            odds=known,
            given_up=None if known is None else top - known.ev,
            as_house_way=known is not None and (book.strength_of(low), book.strength_of(high)) == house_way,
        )

    ways = tuple(way(places) for places in lows_of(book))
    lows = [frozenset(each.low) for each in ways]
    return Question(
        book=book.id,
        cards=held,
        dealer=tuple(dealer),
        ways=ways,
        house_way=lows.index(frozenset(setting.low)),
        best=lows.index(frozenset(found.settings[found.best].low)),
        clause=setting.clause,
        overridden=_overridden(book, held),
        deals=found.deals,
        gap=_gap(found),
    )


def _gap(found: Best) -> Fraction:
    top = found.settings[found.best].ev
    return min((top - each.ev for each in found.settings if each.ev < top), default=Fraction(0))


def _overridden(book: Rulebook, held: Sequence[Card]) -> tuple[str, ...]:
    return tuple(reason.clause.cite for reason in book.why(held) if reason.overridden_by)
