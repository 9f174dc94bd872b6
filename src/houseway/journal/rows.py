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
from houseway.journal.packing import digest_of, pack, pack_key, unpack_key
from houseway.journal.schema import balances, postings, streams
from houseway.journal.schema import rows as stored

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

    def before(self, keys: Sequence[str], accounts: Sequence[str], names: Sequence[str], beginning: bytes) -> Before:
        """What appends with these keys, to streams of these names, and postings to these accounts are decided by."""
        ...

    def version(self, stream: str) -> int:
        """How many entries a stream has."""
        ...

    def numbers_of(self, names: Sequence[str]) -> dict[str, int]:
        """The numbers of streams by their names; those that have none get one."""
        ...

    def insert(self, made: Sequence[Row], moved: Sequence[Row], after: Sequence[Row]) -> None:
        """Insert entries and postings, and set balances."""
        ...


def packed(made: Sequence[Row], at: Rows) -> list[Row]:
    """Entries as they are stored, in the order of the columns of their table; streams that are new get a number."""
    if not made:
        return []
    numbers = at.numbers_of(list({stream for _, stream, *_ in made}))
    return [
        (
            number,
            numbers[stream],
            version,
            None if part else digest_of(key),
            None if part else pack_key(key),
            part,
            kind,
            pack(body),
            hash,
        )
        for number, stream, version, key, part, kind, body, hash in made
    ]


def rows(connection: sa.Connection) -> Rows:
    """The rows of a transaction."""
    return _InSQLite(connection) if connection.dialect.name == "sqlite" else _InPostgreSQL(connection)


class _InSQLite:
    def __init__(self, connection: sa.Connection) -> None:
        self._execute = connection.connection.driver_connection.execute  # type: ignore[union-attr]

    def before(self, keys: Sequence[str], accounts: Sequence[str], names: Sequence[str], beginning: bytes) -> Before:
        del names  # asked for when they are needed: a statement costs little here
        number, hash = self._execute(_TIP).fetchone() or (0, beginning)
        found = Before(number, hash, set(), {})
        for some in _some([digest_of(key) for key in keys], _A_QUERY):
            found.used.update(unpack_key(key) for (key,) in self._execute(_used(len(some)), some))
        for some in _some(accounts, _A_QUERY):
            found.balances.update(self._execute(_balances(len(some)), some))
        return found

    def version(self, stream: str) -> int:
        return self._execute(_VERSION, (stream,)).fetchone()[0] or 0

    def insert(self, made: Sequence[Row], moved: Sequence[Row], after: Sequence[Row]) -> None:
        for table, every, end in ((stored, packed(made, self), ""), (postings, moved, ""), (balances, after, _SET)):
            for some in _some(every, _A_STATEMENT):
                self._execute(_insert(table, len(some), end), [value for row in some for value in row])

    def numbers_of(self, names: Sequence[str]) -> dict[str, int]:
        known = {}
        for some in _some(names, _A_QUERY):
            known.update(self._execute(_named(len(some)), some))
        if new := [name for name in names if name not in known]:
            (last,) = self._execute(f"SELECT coalesce(max(number), 0) FROM {streams.name}").fetchone()
            given = list(enumerate(new, start=last + 1))
            for some in _some(given, _A_STATEMENT):
                self._execute(_insert(streams, len(some), ""), [value for row in some for value in row])
            known |= {name: number for number, name in given}
        return known


_TIP: Final = f"SELECT number, hash FROM {stored.name} ORDER BY number DESC LIMIT 1"
_VERSION: Final = (
    f"SELECT max(version) FROM {stored.name} WHERE stream = (SELECT number FROM {streams.name} WHERE name = ?)"
)
_SET: Final = " ON CONFLICT (account) DO UPDATE SET cents = excluded.cents"


@functools.cache
def _used(number: int) -> str:
    return f"SELECT key FROM {stored.name} WHERE part = 0 AND digest IN ({_places(number)})"


@functools.cache
def _named(number: int) -> str:
    return f"SELECT name, number FROM {streams.name} WHERE name IN ({_places(number)})"


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
        self._streams: dict[str, int] = {}
        """The numbers of the streams that were looked up."""

    def before(self, keys: Sequence[str], accounts: Sequence[str], names: Sequence[str], beginning: bytes) -> Before:
        tip, used, found = (0, beginning), set[str](), dict[str, int]()
        digests = [digest_of(key) for key in keys]
        for first in range(0, max(len(keys), len(accounts), len(names), 1), _A_QUERY):
            some = slice(first, first + _A_QUERY)
            for what, name, number, hash in self._connection.execute(
                _BEFORE, {"digests": digests[some], "accounts": accounts[some], "names": names[some]}
            ):
                if what == "tip":
                    tip = number, hash
                elif what == "key":
                    used.add(unpack_key(hash))
                elif what == "stream":
                    self._streams[name] = number
                else:
                    found[name] = number
        return Before(*tip, used, found)

    def version(self, stream: str) -> int:
        return queries.version(self._connection, stream)

    def insert(self, made: Sequence[Row], moved: Sequence[Row], after: Sequence[Row]) -> None:
        for (table, statement), every in zip(_ARRAYS, (packed(made, self), moved, after), strict=True):
            if every:
                columns = zip(*every, strict=True)
                self._connection.execute(
                    statement, {column.name: list(each) for column, each in zip(table.c, columns, strict=True)}
                )

    def numbers_of(self, names: Sequence[str]) -> dict[str, int]:
        if new := [name for name in names if name not in self._streams]:
            select = sa.select(streams.c.name, streams.c.number).where(streams.c.name.in_(new))
            self._streams |= {row.name: row.number for row in self._connection.execute(select)}
        if new := [name for name in new if name not in self._streams]:
            last = self._connection.scalar(sa.select(sa.func.coalesce(sa.func.max(streams.c.number), 0))) or 0
            given = {name: number for number, name in enumerate(new, start=last + 1)}
            rows = [{"number": number, "name": name} for name, number in given.items()]
            self._connection.execute(streams.insert(), rows)
            self._streams |= given
        return self._streams


_BEFORE: Final = sa.union_all(
    sa.select(sa.literal("tip").label("what"), sa.literal("").label("name"), stored.c.number, stored.c.hash).where(
        stored.c.number == sa.select(sa.func.max(stored.c.number)).scalar_subquery()
    ),
    sa.select(sa.literal("key"), sa.literal(""), stored.c.number, stored.c.key).where(
        stored.c.digest.in_(sa.bindparam("digests", expanding=True)), stored.c.part == 0
    ),
    sa.select(sa.literal("stream"), streams.c.name, streams.c.number, sa.cast(sa.null(), sa.LargeBinary)).where(
        streams.c.name.in_(sa.bindparam("names", expanding=True))
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
    (stored, _arrays(stored)),
    (postings, _arrays(postings)),
    (balances, _set(_arrays(balances))),
)
