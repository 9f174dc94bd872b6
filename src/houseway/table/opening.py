"""Opening a table under a book.

Here: which positions, unit, limits and pay tables a table may open with. Not here: play.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from houseway.errors import Refused
from houseway.money import money
from houseway.rulebook.procedure import MOST_POSITIONS
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
    if not 1 <= positions <= MOST_POSITIONS:
        raise Refused(f"a table has 1 to {MOST_POSITIONS} positions, not {positions}")
    if unit <= 0 or (Fraction(unit) * book.main.commission).denominator != 1:
        raise Refused(
            f"with a unit of {money(unit)} the commission would not be a whole number of cents",
            clause=book.procedure.unit_cite,
        )
    keys = {book.main.key, *(side.key for side in book.side_wagers)}
    for key, (least, most) in (limits or {}).items():
        if not book.procedure.limits_allowed:
            raise Refused(f"{book.id} has no clause for limits", clause=book.procedure.no_limits_cite)
        if key not in keys:
            raise Refused(f"{book.id} has no wager {key!r}")
        if not 0 < least <= most:
            raise Refused(f"the minimum, {money(least)}, must be above zero and not above the maximum, {money(most)}")
        if least % unit or most % unit:
            raise Refused(
                f"limits of {money(least)} to {money(most)} are not multiples of the table unit, {money(unit)}"
            )
    for key, table in (pay_tables or {}).items():
        side = next((side for side in book.side_wagers if side.key == key), None)
        if side is None or table not in {pays.name for pays in side.pay_tables}:
            raise Refused(f"{book.id} has no pay table {table!r} for {key!r}")
    return TableOpened(
        table=name,
        book=book.id,
        digest=book.digest,
        positions=positions,
        unit=unit,
        limits=dict(limits or {}),
        pay_tables=dict(pay_tables or {}),
        manual=manual,
    )
