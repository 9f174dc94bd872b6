"""What was worked out for a table as it is now, so that it is not worked out again for every viewer and every look.

Here: keeping values until the table, or what they were made from, changes. Not here: what is kept (`permissions`,
`viewer_scene`), or encoding it (`scene_changes`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from houseway.table.state import Table

T = TypeVar("T")
MOST_LASTING = 200
"""How many answers of each kind are kept when the table changes."""


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
        self._while_same: dict[Hashable, tuple[object, Any]] = {}

    def get(self, table: Table, key: Hashable, make: Callable[[], T]) -> T:
        """The answer kept under a key for this table, made where there is none."""
        if table is not self._table:
            self._turn_to(table)
        try:
            found: T = self._answers[key]
        except KeyError:
            found = self._answers[key] = make()
        return found

    def while_same(self, key: Hashable, inputs: object, make: Callable[[], T]) -> T:
        """The answer kept under a key while what it was made from stays equal, also when the table changes.

        >>> remembered = Remembered()
        >>> [remembered.while_same("sum", [1, 2], lambda: 3), remembered.while_same("sum", [1, 2], lambda: 0)]
        [3, 3]
        >>> remembered.while_same("sum", [1, 3], lambda: 4)
        4
        """
        kept = self._while_same.get(key)
        found: T
        if kept is not None and kept[0] == inputs:
            found = kept[1]
            return found
        found = make()
        _keep(self._while_same, key, (inputs, found))
        return found

    def newest_equal(self, key: Hashable, value: T) -> T:
        """The value kept under a key where it equals this one, so that an unchanged value stays the same object."""
        return self.while_same(key, value, lambda: value)

    def _turn_to(self, table: Table) -> None:
        self._table, self._answers = table, {}


def _keep(answers: dict[Hashable, Any], key: Hashable, answer: object) -> None:
    """Keep an answer; the oldest goes where there are too many."""
    answers.pop(key, None)
    if len(answers) >= MOST_LASTING:
        del answers[next(iter(answers))]
    answers[key] = answer


class Afresh(Remembered):
    """Nothing is remembered: every answer is worked out."""

    def get(self, table: Table, key: Hashable, make: Callable[[], T]) -> T:
        """The answer for this table."""
        del table, key
        return make()

    def while_same(self, key: Hashable, inputs: object, make: Callable[[], T]) -> T:
        """The answer for these inputs."""
        del key, inputs
        return make()


AFRESH = Afresh()
