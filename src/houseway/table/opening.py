"""Opening a table under a book.

Here: which positions, unit, limits and pay tables a table may open with. Not here: play.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from houseway.errors import Refused, must_be_whole, shortened
from houseway.money import money
from houseway.rulebook.procedure import MOST_POSITIONS, check_positions
from houseway.rulebook.rulebook import Rulebook
from houseway.table.events import TableOpened
from houseway.table.limits import must_be_limits


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
    if unit <= 0:
        raise Refused(f"the table unit must be above zero, not {money(unit)}", clause=unit_cite)
    if (Fraction(unit) * book.main.commission).denominator != 1:
        raise Refused(
            f"with a unit of {money(unit)} the commission would not be a whole number of cents",
            clause=unit_cite,
        )
    if manual and book.procedure.manual_refused_cite:
        raise Refused(f"{book.id} deals whole hands, not one card at a time", clause=book.procedure.manual_refused_cite)
    if limits and not procedure.limits_allowed:
        raise Refused(f"{book.id} has no clause for limits", clause=procedure.no_limits_cite)
    must_be_limits(book, {} if limits is None else limits, unit)
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
