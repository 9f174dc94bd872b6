"""At which tables each player has a page open, so that a house looks for a player only where they are.

Here: noting who came and who left, and finding the tables of some players. Not here: the pages of one table
(`web.wire.audience`), or what they are shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

T = TypeVar("T")


class Whereabouts(Generic[T]):
    """The tables, by the name of each player who has a page open there.

    >>> here = Whereabouts[str]()
    >>> here.came("ann", "one"), here.came("ann", "two"), here.came("bob", "two")
    (None, None, None)
    >>> here.of(["ann", "bob", "eve"])
    ['one', 'two']
    >>> here.left("ann", "two"), here.left("bob", "two"), here.of(["ann", "bob"])
    (None, None, ['one'])
    """

    def __init__(self) -> None:
        self._tables: dict[str, dict[T, None]] = {}

    def came(self, player: str, table: T) -> None:
        """A player has a page open at a table."""
        self._tables.setdefault(player, {})[table] = None

    def left(self, player: str, table: T) -> None:
        """A player has no page open at a table any more."""
        here = self._tables.get(player, {})
        here.pop(table, None)
        if not here:
            self._tables.pop(player, None)

    def of(self, players: Iterable[str]) -> list[T]:
        """Every table at which one of some players has a page open, once."""
        return list(dict.fromkeys(table for player in players for table in self._tables.get(player, ())))
