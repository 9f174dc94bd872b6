"""The limits of wagers at a table, and the most that a round may cost the house.

Here: the usual limits of a new table, whether limits are valid, and setting them. Every table of a house has limits for
every wager of its book. Where a book prints none, they are the house's own decision and have no clause. Not here:
whether a wager is within them (`betting`), or what a round can cost (`exposure`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from houseway.errors import Refused, WrongRole, must_be_whole, shortened
from houseway.money import MOST_CENTS, money
from houseway.rulebook.procedure import Phase, Role
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.state import Table

LEAST, MOST, UNIT = 10_00, 1000_00, 1_00
"""The usual limits of a main wager, and the usual unit."""
SETS_LIMITS = Role.GAMING_SHIFT_MANAGER
"""The lowest role that may set limits."""

Limits = dict[str, tuple[int, int]]


def wager_keys(book: Rulebook) -> tuple[str, ...]:
    """Every wager of a book, the main wager first."""
    return (book.main.key, *(side.key for side in book.side_wagers))


def no_such_wager(book: Rulebook, key: str) -> str:
    """That the book has no such wager, and which it has.

    >>> from houseway import books
    >>> no_such_wager(books.get("mbs-v4"), "purse")
    'there is no wager called purse here: choose the Standard wager or the Fortune Bonus'
    """
    *first, last = (f"the {name}" for name in (book.main.name, *(side.name for side in book.side_wagers)))
    choices = " or ".join(filter(None, (", ".join(first), last)))
    return f"there is no wager called {shortened(key)} here: choose {choices}" if key else f"choose {choices}"


def default_limits(book: Rulebook, *, least: int = LEAST, most: int = MOST, unit: int = UNIT) -> Limits:
    """The limits of every wager at a new table: as asked for the main wager, lower for side wagers.

    A side wager is limited to half the minimum and a tenth of the maximum, rounded to the unit of the table.

    >>> from houseway import books
    >>> default_limits(books.get("mbs-v4"), least=25_00, most=500_00, unit=5_00)
    {'main': (2500, 50000), 'fortune-bonus': (1000, 5000)}
    """
    must_be_whole("the table unit, in cents,", unit)
    if unit <= 0:
        raise Refused(f"the table unit must be above zero, not {money(unit)}")
    low = max(unit, least // 2 // unit * unit)
    side = low, max(low, most // 10 // unit * unit)
    return {book.main.key: (least, most), **{wager.key: side for wager in book.side_wagers}}


def usual_limits(book: Rulebook, unit: int) -> Limits:
    """The limits of a table about which nothing is asked but its unit."""
    if unit <= 0:
        raise Refused(f"the table unit must be above zero, not {money(unit)}")
    least, most = (-(-cents // unit) * unit for cents in (LEAST, MOST))
    return default_limits(book, least=least, most=most, unit=unit)


def complete(book: Rulebook, limits: Mapping[str, tuple[int, int]], unit: int) -> Limits:
    """Limits for every wager: those given, and the usual ones for the others, which follow the main wager's.

    >>> from houseway import books
    >>> complete(books.get("mbs-v4"), {"main": (100_00, 2000_00)}, 100)["fortune-bonus"]
    (5000, 20000)
    """
    must_be_limits(book, limits, unit)
    usual = usual_limits(book, unit)
    if book.main.key in limits:
        least, most = limits[book.main.key]
        usual = default_limits(book, least=least, most=most, unit=unit)
    return {key: (limits[key][0], limits[key][1]) if key in limits else usual[key] for key in usual}


def must_be_limits(book: Rulebook, limits: Mapping[str, tuple[int, int]], unit: int) -> None:
    """Refuse limits of wagers the book does not have, and amounts no wager can have."""
    procedure = book.procedure
    unit_cite = procedure.unit_cite or procedure.points.limits
    limits_cite = procedure.limits_cite or procedure.points.limits
    for key, (least, most) in _pairs(limits):
        if key not in wager_keys(book):
            raise Refused(no_such_wager(book, key), clause=procedure.points.areas)
        if not 0 < least <= most:
            raise Refused(
                f"the minimum, {money(least)}, must be above zero and not above the maximum, {money(most)}",
                clause=limits_cite,
            )
        if most > MOST_CENTS:
            raise Refused(f"a wager may not be more than {money(MOST_CENTS)}")
        if least % unit or most % unit:
            raise Refused(
                f"limits of {money(least)} to {money(most)} are not possible: enter amounts in steps of {money(unit)}",
                clause=unit_cite,
            )


def set_limits(book: Rulebook, table: Table, command: c.SetLimits) -> tuple[e.Event, ...]:
    """Set the limits of wagers between rounds; a wager that was accepted keeps the limits it was placed under."""
    if command.by.role < SETS_LIMITS:
        raise WrongRole(f"only the {SETS_LIMITS.words} may set the limits of a table")
    procedure = book.procedure
    clause = procedure.limits_cite or procedure.points.limits
    if table.phase is not Phase.BETWEEN_ROUNDS:
        raise Refused(f"limits are set between rounds: {table.phase.state}", clause=clause)
    must_be_limits(book, command.limits, table.unit)
    must_be_whole("the exposure, in cents,", command.exposure)
    if not 0 <= command.exposure <= MOST_CENTS:
        raise Refused(f"the most a round may cost is 0.00 to {money(MOST_CENTS)}, not {money(command.exposure)}")
    given = {key: (least, most) for key, (least, most) in command.limits.items()}
    limits = {key: limits for key in wager_keys(book) if (limits := given.get(key) or table.limits.get(key))}
    if (limits, command.exposure) == (table.limits, table.exposure_cap):
        raise Refused("the table already has these limits", clause=clause)
    return (e.LimitsSet(limits=limits, exposure=command.exposure, by=command.by.name, clause=clause),)


def _pairs(limits: Mapping[str, tuple[int, int]]) -> Iterator[tuple[str, tuple[int, int]]]:
    """Each wager with its lowest and highest amount, once they are known to be whole cents."""
    if not isinstance(limits, Mapping):
        raise Refused(f"limits gives each wager its lowest and highest amount, not {shortened(repr(limits))}")
    for key, pair in limits.items():
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise Refused(f"the limits of {key!r} are its lowest and highest amount, not {shortened(repr(pair))}")
        for cents in pair:
            must_be_whole(f"the limits of {key!r}, in cents,", cents)
        yield key, (pair[0], pair[1])
