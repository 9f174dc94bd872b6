"""What the rulings of a book are worth: the house edge under each reading that one of them decided against.

Here: hands moved and the exact edge of the main wager with the other reading in force on both sides, dealer's and
player's. Not here: the amended book (`Rulebook.under`), or how hands moved are counted (`rulebook.check`).
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction

from houseway.maths.cache import Cache
from houseway.maths.count.odds import MainOdds
from houseway.maths.count.whole_book import main_odds
from houseway.maths.shards import Progress
from houseway.rulebook.check import moved_under
from houseway.rulebook.citation import Alternative, Ruling
from houseway.rulebook.rulebook import Rulebook


@dataclass(frozen=True, kw_only=True)
class Effect:
    """What another reading would change."""

    moved: int
    """Hands whose low hand would have other ranks."""
    house_edge: Fraction
    """Of the main wager, with the other reading in force for dealer and player."""
    change: Fraction
    """That edge less the book's own: positive where the house would gain."""


@dataclass(frozen=True, kw_only=True)
class Reading:
    """A reading that a ruling decided against; without an effect where it was not counted."""

    says: str
    effect: Effect | None = None


@dataclass(frozen=True, kw_only=True)
class Weighed:
    """A ruling of a book, and the readings it decided against; most rulings have none."""

    ruling: Ruling
    readings: tuple[Reading, ...]


def listed(book: Rulebook) -> tuple[Weighed, ...]:
    """The rulings a book rests on, in order, nothing counted.

    >>> import houseway.books
    >>> [(one.ruling.id, len(one.readings)) for one in listed(houseway.books.get("five-card"))][1:4]
    [('R7', 0), ('R40', 1), ('R41', 0)]
    """
    return tuple(
        Weighed(ruling=ruling, readings=tuple(Reading(says=way.says) for way in _ways(book, ruling)))
        for ruling in sorted(book.rulings, key=lambda ruling: ruling.order)
    )


def weighed(
    book: Rulebook,
    main: MainOdds,
    *,
    workers: Executor | None = None,
    cache: Cache | None = None,
    progress: Progress | None = None,
) -> tuple[Weighed, ...]:
    """The same with the effect of every reading; `main` are the book's own odds, and say how the player sets.

    Each reading is a whole count of the game, kept in the cache afterwards.
    """
    found = {
        (way.ruling, way.says): effect_of(book, way, main, workers=workers, cache=cache, progress=tell)
        for way, tell in _told(book, progress)
    }
    return tuple(
        replace(one, readings=tuple(replace(way, effect=found[one.ruling.id, way.says]) for way in one.readings))
        for one in listed(book)
    )


def effect_of(
    book: Rulebook,
    alternative: Alternative,
    main: MainOdds,
    *,
    workers: Executor | None = None,
    cache: Cache | None = None,
    progress: Progress | None = None,
) -> Effect:
    """What one other reading would change of the book's own odds, `main`."""
    moved = moved_under(book, alternative, book.compiled).hands
    otherwise = main_odds(book.under(alternative), player=main.player, workers=workers, cache=cache, progress=progress)
    return Effect(moved=moved, house_edge=otherwise.house_edge, change=otherwise.house_edge - main.house_edge)


def _ways(book: Rulebook, ruling: Ruling) -> Iterator[Alternative]:
    return (way for way in book.alternatives if way.ruling == ruling.id)


def _told(book: Rulebook, progress: Progress | None) -> Iterator[tuple[Alternative, Progress | None]]:
    """Every other reading, and what to tell while it is counted: how much of all of them is done."""
    number = len(book.alternatives)
    for place, way in enumerate(book.alternatives):
        if progress is None:
            yield way, None
            continue

        def tell(_what: str, done: float, *, way: Alternative = way, place: int = place) -> None:
            progress(f"what {way.ruling} decided against", (place + done) / number)

        tell("", 0.0)
        yield way, tell
