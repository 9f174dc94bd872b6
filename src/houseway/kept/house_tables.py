"""Tables of a house: every wager has limits, whatever the book prints, and a round may have a cap on its cost.

Here: opening such a table in one append, and the limits that a table opened by an earlier version still lacks. Not
here: what limits are valid (`table.limits`), or a table without a house, whose limits are up to its caller (`tables`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from houseway.journal.entry import Append
from houseway.journal.store import Journal
from houseway.kept.tables import HOUSE, STREAM, KeptTable, keep_opening
from houseway.rulebook.procedure import MOST_POSITIONS, Phase
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.decide import decide
from houseway.table.evolve import restore
from houseway.table.limits import complete, wager_keys
from houseway.table.opening import open_table


def open_in_house(
    journal: Journal,
    name: str,
    book: Rulebook,
    *,
    positions: int = MOST_POSITIONS,
    unit: int = 100,
    limits: Mapping[str, tuple[int, int]] | None = None,
    exposure: int = 0,
    by: c.Actor = HOUSE,
    more: Sequence[Append] = (),
) -> KeptTable:
    """Find the table of that name, or open it with limits for every wager: those given, and the usual ones.

    `more` is written together with the opening.
    """
    if not journal.version(STREAM + name):
        first = opening(book, name=name, positions=positions, unit=unit, limits=limits or {}, exposure=exposure, by=by)
        keep_opening(journal, name, first, by, more)
    return KeptTable(journal, name, book)


def opening(
    book: Rulebook,
    *,
    name: str,
    positions: int,
    unit: int,
    limits: Mapping[str, tuple[int, int]],
    exposure: int,
    by: c.Actor,
) -> tuple[e.Event, ...]:
    """The events that open a table of a house; where the book has no clause for limits, the house sets its own."""
    every = complete(book, limits, unit)
    printed = every if book.procedure.limits_allowed else {}
    opened = open_table(book, name=name, positions=positions, unit=unit, limits=printed)
    if printed and not exposure:
        return (opened,)
    return (opened, *decide(book, restore([opened]), c.SetLimits(by=by, limits=every, exposure=exposure)))


def limits_due(kept: KeptTable) -> c.SetLimits | None:
    """What gives a table limits for the wagers that have none; nothing while a round is in play."""
    table, book = kept.table, kept.book
    if table.phase is not Phase.BETWEEN_ROUNDS or all(key in table.limits for key in wager_keys(book)):
        return None
    every = complete(book, table.limits, table.unit)
    return c.SetLimits(by=HOUSE, limits=every, exposure=table.exposure_cap)
