"""The rows of appends: looking up what they are decided by, and inserting them, in the transaction of a writer.

Here: the statements, for SQLite and for PostgreSQL. Not here: deciding the appends (`writing`), or the transaction
(`database`).

On PostgreSQL each statement is a round trip: one looks everything up, and one a table inserts all rows, as arrays. In
SQLite a statement costs little, but what is between it and Python does not, and each step lets another thread have the
interpreter: statements are given to SQLite as they are, and one inserts many rows.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, Final, NamedTuple, Protocol

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from houseway.journal import queries
from houseway.journal.schema import balances, entries, postings

Row = tuple[Any, ...]
"""The values of a row, in the order of the table's columns."""
_A_QUERY: Final = 500
"""How many keys or accounts one query asks for."""
_A_STATEMENT: Final = 50
"""How many rows one statement of SQLite inserts."""


class Before(NamedTuple):
    """What is looked up before appends are decided: the last entry, the keys used before, the balances."""

    number: int
    hash: bytes
    used: set[str]
    balances: dict[str, int]


class Rows(Protocol):
    """The rows of one transaction."""

    def before(self, keys: Sequence[str], accounts: Sequence[str], beginning: bytes) -> Before:
        """What appends with these keys and postings to these accounts are decided by."""
        ...

    def version(self, stream: str) -> int:
        """How many entries a stream has."""
        ...

    def insert(self, made: Sequence[Row], moved: Sequence[Row], after: Sequence[Row]) -> None:
        """Insert entries and postings, and set balances."""
        ...


def rows(connection: sa.Connection) -> Rows:
    """The rows of a transaction."""
    return _InSQLite(connection) if connection.dialect.name == "sqlite" else _InPostgreSQL(connection)


class _InSQLite:
    def __init__(self, connection: sa.Connection) -> None:
        self._execute = connection.connection.driver_connection.execute  # type: ignore[union-attr]

    def before(self, keys: Sequence[str], accounts: Sequence[str], beginning: bytes) -> Before:
        number, hash = self._execute(_TIP).fetchone() or (0, beginning)
        found = Before(number, hash, set(), {})
        for some in _some(keys, _A_QUERY):
            found.used.update(key for (key,) in self._execute(_used(len(some)), some))
        for some in _some(accounts, _A_QUERY):
            found.balances.update(self._execute(_balances(len(some)), some))
        return found

    def version(self, stream: str) -> int:
        return self._execute(_VERSION, (stream,)).fetchone()[0] or 0

    def insert(self, made: Sequence[Row], moved: Sequence[Row], after: Sequence[Row]) -> None:
        for table, every, end in ((entries, made, ""), (postings, moved, ""), (balances, after, _SET)):
            for some in _some(every, _A_STATEMENT):
                self._execute(_insert(table, len(some), end), [value for row in some for value in row])


_TIP: Final = f"SELECT number, hash FROM {entries.name} ORDER BY number DESC LIMIT 1"
_VERSION: Final = f"SELECT max(version) FROM {entries.name} WHERE stream = ?"
_SET: Final = " ON CONFLICT (account) DO UPDATE SET cents = excluded.cents"


@functools.cache
def _used(number: int) -> str:
    return f"SELECT key FROM {entries.name} WHERE part = 0 AND key IN ({_places(number)})"


@functools.cache
def _balances(number: int) -> str:
    return f"SELECT account, cents FROM {balances.name} WHERE account IN ({_places(number)})"


@functools.cache
def _insert(table: sa.Table, number: int, end: str) -> str:
    row = f"({_places(len(table.c))})"
    return f"INSERT INTO {table.name} VALUES {', '.join([row] * number)}{end}"


def _places(number: int) -> str:
    return ", ".join("?" * number)


def _some(every: Sequence[Any], most: int) -> list[Sequence[Any]]:
    return [every[first : first + most] for first in range(0, len(every), most)]


class _InPostgreSQL:
    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    def before(self, keys: Sequence[str], accounts: Sequence[str], beginning: bytes) -> Before:
        tip, used, found = (0, beginning), set[str](), dict[str, int]()
        for first in range(0, max(len(keys), len(accounts), 1), _A_QUERY):
            some = slice(first, first + _A_QUERY)
            for what, name, number, hash in self._connection.execute(
                _BEFORE, {"keys": keys[some], "accounts": accounts[some]}
            ):
                if what == "tip":
                    tip = number, hash
                elif what == "key":
                    used.add(name)
                else:
                    found[name] = number
        return Before(*tip, used, found)

    def version(self, stream: str) -> int:
        return queries.version(self._connection, stream)

    def insert(self, made: Sequence[Row], moved: Sequence[Row], after: Sequence[Row]) -> None:
        for (table, statement), every in zip(_ARRAYS, (made, moved, after), strict=True):
            if every:
                columns = zip(*every, strict=True)
                self._connection.execute(
                    statement, {column.name: list(each) for column, each in zip(table.c, columns, strict=True)}
                )


_BEFORE: Final = sa.union_all(
    sa.select(sa.literal("tip").label("what"), entries.c.key.label("name"), entries.c.number, entries.c.hash).where(
        entries.c.number == sa.select(sa.func.max(entries.c.number)).scalar_subquery()
    ),
    sa.select(sa.literal("key"), entries.c.key, entries.c.number, entries.c.hash).where(
        entries.c.key.in_(sa.bindparam("keys", expanding=True)), entries.c.part == 0
    ),
    sa.select(sa.literal("balance"), balances.c.account, balances.c.cents, sa.cast(sa.null(), sa.LargeBinary)).where(
        balances.c.account.in_(sa.bindparam("accounts", expanding=True))
    ),
)


def _arrays(table: sa.Table) -> Any:
    """Insert rows given as one array for each column: one statement for any number of rows."""
    columns = [sa.bindparam(column.name, type_=postgresql.ARRAY(column.type)) for column in table.c]
    names = [column.name for column in table.c]
    given = sa.func.unnest(*columns).table_valued(*names).render_derived()
    return postgresql.insert(table).from_select(names, sa.select(given))


def _set(insert: Any) -> Any:
    return insert.on_conflict_do_update(index_elements=["account"], set_={"cents": insert.excluded.cents})


_ARRAYS: Final = (
    (entries, _arrays(entries)),
    (postings, _arrays(postings)),
    (balances, _set(_arrays(balances))),
)
