"""Opening a table under a book.

Here: which positions, unit, limits and pay tables a table may open with. Not here: play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from houseway.errors import Refused, must_be_whole, shortened
from houseway.money import money
from houseway.rulebook.procedure import MOST_POSITIONS, check_positions
from houseway.rulebook.rulebook import Rulebook
from houseway.table.events import TableOpened


def open_table(
    book: Rulebook,
    *,
    name: str,
    positions: int = MOST_POSITIONS,
    unit: int = 100,
    limits: Mapping[str, tuple[int, int]] | None = None,
    pay_tables: Mapping[str, str] | None = None,
    manual: bool = False,
) -> TableOpened:
    """The event that opens a table; `Refused` if the book does not allow these settings.

    >>> from houseway import books
    >>> open_table(books.get("mbs-v4"), name="one", limits={"main": (1000, 100000)}).unit
    100
    """
    if not isinstance(name, str) or not name.strip():
        raise Refused(f"a table needs a name, not {name!r}")
    check_positions(positions)
    must_be_whole("the table unit, in cents,", unit)
    procedure = book.procedure
    unit_cite = procedure.unit_cite or procedure.points.limits
    limits_cite = procedure.limits_cite or procedure.points.limits
    if unit <= 0:
        raise Refused(f"the table unit must be above zero, not {money(unit)}", clause=unit_cite)
    if (Fraction(unit) * book.main.commission).denominator != 1:
        raise Refused(
            f"with a unit of {money(unit)} the commission would not be a whole number of cents",
            clause=unit_cite,
        )
    if manual and book.procedure.manual_refused_cite:
        raise Refused(f"{book.id} deals whole hands, not one card at a time", clause=book.procedure.manual_refused_cite)
    keys = {book.main.key, *(side.key for side in book.side_wagers)}
    for key, (least, most) in _limits(limits):
        if not book.procedure.limits_allowed:
            raise Refused(f"{book.id} has no clause for limits", clause=book.procedure.no_limits_cite)
        if key not in keys:
            raise Refused(f"{book.id} has no wager {key!r}", clause=procedure.points.areas)
        if not 0 < least <= most:
            raise Refused(
                f"the minimum, {money(least)}, must be above zero and not above the maximum, {money(most)}",
                clause=limits_cite,
            )
        if least % unit or most % unit:
            raise Refused(
                f"limits of {money(least)} to {money(most)} are not multiples of the table unit, {money(unit)}",
                clause=unit_cite,
            )
    if not isinstance(pay_tables, Mapping | None):
        raise Refused(f"pay_tables gives each side wager the name of its pay table, not {shortened(repr(pay_tables))}")
    for key, table in (pay_tables or {}).items():
        side = next((side for side in book.side_wagers if side.key == key), None)
        if side is None or table not in {pays.name for pays in side.pay_tables}:
            raise Refused(f"{book.id} has no pay table {table!r} for {key!r}")
    chosen = _one_for_all(book, pay_tables or {})
    return TableOpened(
        table=name,
        book=book.id,
        digest=book.digest,
        positions=positions,
        unit=unit,
        limits=dict(limits or {}),
        pay_tables=chosen,
        manual=manual,
    )


def _one_for_all(book: Rulebook, chosen: Mapping[str, str]) -> dict[str, str]:
    """The pay tables, where side wagers that share one are given it together."""
    keys = book.procedure.one_pay_table
    names = {chosen[key] for key in keys if key in chosen}
    if len(names) > 1:
        raise Refused(
            f"{' and '.join(keys)} have one pay table, not {' and '.join(sorted(names))}",
            clause=book.procedure.one_pay_table_cite,
        )
    return {**chosen, **{key: name for key in keys for name in names}}


def _limits(limits: Mapping[str, tuple[int, int]] | None) -> Iterator[tuple[str, tuple[int, int]]]:
    """Each wager with its lowest and highest amount, once they are known to be whole cents."""
    if not isinstance(limits, Mapping | None):
        raise Refused(f"limits gives each wager its lowest and highest amount, not {shortened(repr(limits))}")
    for key, pair in (limits or {}).items():
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise Refused(f"the limits of {key!r} are its lowest and highest amount, not {shortened(repr(pair))}")
        for cents in pair:
            must_be_whole(f"the limits of {key!r}, in cents,", cents)
        yield key, (pair[0], pair[1])
