"""What the rulings of a book are worth: the house edge under each reading that a ruling decided against.

Here: the hands a reading would set differently, and the exact house edge of the main wager with that reading in force
for dealer and player. Not here: the amended book (`Rulebook.under`), or how those hands are counted (`rulebook.check`).
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
    """Hands whose low hand would have different ranks."""
    house_edge: Fraction
    """Of the main wager, with the other reading in force for dealer and player."""
    change: Fraction
    """That edge minus the book's own: positive if the house would gain."""


@dataclass(frozen=True, kw_only=True)
class Reading:
    """A reading that a ruling decided against; without an effect if it was not counted."""

    says: str
    effect: Effect | None = None


@dataclass(frozen=True, kw_only=True)
class Weighed:
    """A ruling of a book, and the readings it decided against; most rulings have none."""

    ruling: Ruling
    readings: tuple[Reading, ...]


def listed(book: Rulebook) -> tuple[Weighed, ...]:
    """The rulings a book relies on, in order, with nothing counted.

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
    """The rulings with the effect of every reading; `main` are the book's own odds, including how the player sets.

    Each reading takes a complete count of the game, which the cache keeps.
    """
    found = {
        (way.ruling, way.says): effect_of(book, way, main, workers=workers, cache=cache, progress=tell)
        for way, tell in _with_progress(book, progress)
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
    """What one other reading would change, compared with the book's own odds, `main`."""
    moved = moved_under(book, alternative, book.compiled).hands
    otherwise = main_odds(book.under(alternative), player=main.player, workers=workers, cache=cache, progress=progress)
    return Effect(moved=moved, house_edge=otherwise.house_edge, change=otherwise.house_edge - main.house_edge)


def _ways(book: Rulebook, ruling: Ruling) -> Iterator[Alternative]:
    return (way for way in book.alternatives if way.ruling == ruling.id)


def _with_progress(book: Rulebook, progress: Progress | None) -> Iterator[tuple[Alternative, Progress | None]]:
    """Every other reading, with a progress display for its share of all of them."""
    number = len(book.alternatives)
    for place, way in enumerate(book.alternatives):
        if progress is None:
            yield way, None
            continue

        def tell(_what: str, done: float, *, way: Alternative = way, place: int = place) -> None:
            progress(f"reading {place + 1} of {number}, which {way.ruling} decided against", (place + done) / number)

        tell("", 0.0)
        yield way, tell
