"""What was worked out for a table as it is now, so that it is not worked out again for every viewer and every look.

Here: keeping it until the table changes. Not here: what is kept (`permissions`, `viewer_scene`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from houseway.table.state import Table

T = TypeVar("T")


class Remembered:
    """Answers about one table; all of them are forgotten when it changes.

    A table is a frozen value, so the same object is the same table. The key of an answer must hold everything else that
    the answer depends on.

    >>> remembered, empty = Remembered(), Table()
    >>> remembered.get(empty, "seats", lambda: len(empty.seats)), remembered.get(empty, "seats", lambda: 6)
    (0, 0)
    >>> remembered.get(Table(), "seats", lambda: 6)
    6
    """

    def __init__(self) -> None:
        self._table: Table | None = None
        self._answers: dict[Hashable, Any] = {}

    def get(self, table: Table, key: Hashable, make: Callable[[], T]) -> T:
        """The answer kept under a key for this table, made where there is none."""
        if table is not self._table:
            self._table, self._answers = table, {}
        if key not in self._answers:
            self._answers[key] = make()
        found: T = self._answers[key]
        return found
