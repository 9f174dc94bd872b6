"""Events together with the table after each of them.

Here: the pair, and working it out from a table and events. Not here: deciding events (`table.decide`), or keeping them
(`tables`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from houseway.table import events as e
from houseway.table.evolve import evolve
from houseway.table.state import Table


class Change(NamedTuple):
    """An event, and the table as it stands after it."""

    event: e.Event
    after: Table


def changes_of(table: Table, events: Iterable[e.Event]) -> tuple[Change, ...]:
    """Events that follow a table, each with the table after it."""
    found = []
    for event in events:
        table = evolve(table, event)
        found.append(Change(event, table))
    return tuple(found)
