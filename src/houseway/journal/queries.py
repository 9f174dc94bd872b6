"""Queries: entries read from the database, a page at a time.

Here: the queries. Not here: when a transaction begins or ends (`store`, `verify`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from houseway.errors import BadJournal
from houseway.journal.entry import Posting, Recorded
from houseway.journal.packing import digest_of, pack_key, unpack, unpack_key
from houseway.journal.schema import TAKEN, about, balances, entries, postings, rows
from houseway.journal.schema import streams as named

PAGE: Final = 1000
"""Entries fetched at a time."""
_COLUMNS: Final = tuple(entries.c[field.name] for field in fields(Recorded) if field.name != "postings")
_OLD_KEY: Final = sa.select(entries.c.number).where(
    sa.type_coerce(entries.c.key, sa.Text) == sa.bindparam("key", type_=sa.Text), entries.c.part == 0
)
_KEY: Final = sa.select(rows.c.number).where(
    rows.c.digest == sa.bindparam("digest", type_=sa.BigInteger),
    rows.c.key == sa.bindparam("key", type_=sa.LargeBinary),
    rows.c.part == 0,
)
_AFTER_AN_APPEND: Final = (
    sa.select(entries.c.number)
    .where(entries.c.number > sa.bindparam("number", type_=sa.BigInteger), entries.c.part == 0)
    .order_by(entries.c.number)
    .limit(1)
)
_TIP: Final = sa.select(entries.c.number, entries.c.hash).order_by(entries.c.number.desc()).limit(1)
_BALANCES: Final = sa.select(balances.c.account, balances.c.cents).where(
    balances.c.account.in_(sa.bindparam("accounts", expanding=True))
)
_VERSION: Final = (
    sa.select(entries.c.version)
    .where(entries.c.stream == sa.bindparam("stream"))
    .order_by(entries.c.version.desc())
    .limit(1)
)
_LAST_OF_A_KIND: Final = (
    sa.select(entries.c.version)
    .where(
        entries.c.stream == sa.bindparam("stream"),
        entries.c.kind == sa.bindparam("kind"),
        entries.c.version <= sa.bindparam("upto", type_=sa.BigInteger),
    )
    .order_by(entries.c.version.desc())
    .limit(1)
)
_NEXT_OF_KINDS: Final = (
    sa.select(entries.c.version)
    .where(
        entries.c.stream == sa.bindparam("stream"),
        entries.c.kind.in_(sa.bindparam("kinds", expanding=True)),
        entries.c.version > sa.bindparam("after", type_=sa.BigInteger),
    )
    .order_by(entries.c.version)
    .limit(1)
)
_NUMBER: Final = sa.select(entries.c.number).where(
    entries.c.stream == sa.bindparam("stream"), entries.c.version == sa.bindparam("version", type_=sa.BigInteger)
)
NEWEST: Final = 2**62
"""Above every version."""
_EACH_STREAM: Final = """
    WITH RECURSIVE each_one(stream) AS (
        SELECT min(stream) FROM journal_entries WHERE stream >= :least
        UNION ALL
        SELECT (SELECT min(stream) FROM journal_entries WHERE stream > each_one.stream) FROM each_one WHERE {there}
    )
    SELECT stream, (SELECT max(version) FROM journal_entries WHERE journal_entries.stream = each_one.stream)
    FROM each_one WHERE {there}
"""
_STREAMS: Final = sa.text(_EACH_STREAM.format(there="each_one.stream IS NOT NULL"))
_STREAMS_BELOW: Final = sa.text(_EACH_STREAM.format(there="each_one.stream < :most"))
"""From one stream to the next by their index: there are far fewer streams than entries."""


def facts(connection: sa.Connection) -> dict[str, str]:
    """The journal's facts about itself: schema, identity, public key."""
    return {row.name: row.value for row in connection.execute(sa.select(about))}


def tip(connection: sa.Connection, beginning: bytes) -> tuple[int, bytes]:
    """The number and the hash of the last entry; 0 and the chain's beginning if there is none."""
    row = connection.execute(_TIP).one_or_none()
    return (row.number, row.hash) if row else (0, beginning)


def hash_of(connection: sa.Connection, number: int, beginning: bytes) -> bytes:
    """The hash of an entry; the chain's beginning for entry 0, and nothing for an entry that is not there."""
    found = connection.scalar(sa.select(entries.c.hash).where(entries.c.number == number))
    return found or (b"" if number else beginning)


def version(connection: sa.Connection, stream: str, kind: str = "", upto: int = NEWEST) -> int:
    """How many entries a stream has; with a kind, the version of the last entry of that kind, up to a version."""
    if kind:
        return connection.scalar(_LAST_OF_A_KIND, {"stream": stream, "kind": kind, "upto": upto}) or 0
    return min(connection.scalar(_VERSION, {"stream": stream}) or 0, upto)


def moved_since(connection: sa.Connection, number: int) -> tuple[frozenset[str], frozenset[str]]:
    """The streams and the accounts that entries after one have moved."""
    moved = sa.select(named.c.name).join(rows, rows.c.stream == named.c.number).where(rows.c.number > number).distinct()
    posted = sa.select(postings.c.account).where(postings.c.entry > number).distinct()
    return frozenset(connection.scalars(moved)), frozenset(connection.scalars(posted))


def written_since(connection: sa.Connection, number: int) -> tuple[dict[str, int], dict[str, int]]:
    """The versions of the streams, and the balances of the accounts, that entries after one have moved."""
    moved = (
        sa.select(named.c.name, sa.func.max(rows.c.version))
        .join(rows, rows.c.stream == named.c.number)
        .where(rows.c.number > number)
        .group_by(named.c.name)
    )
    posted = sa.select(postings.c.account).where(postings.c.entry > number)
    held = sa.select(balances.c.account, balances.c.cents).where(balances.c.account.in_(posted))
    versions = {str(name): int(version) for name, version in connection.execute(moved)}
    return versions, {str(account): int(cents) for account, cents in connection.execute(held)}


def next_version(connection: sa.Connection, stream: str, kinds: Iterable[str], after: int) -> int:
    """The version of the next entry of one of these kinds after a version; 0 where there is none."""
    return connection.scalar(_NEXT_OF_KINDS, {"stream": stream, "kinds": [*kinds], "after": after}) or 0


def version_at(connection: sa.Connection, stream: str, number: int) -> int:
    """How many entries a stream had once an entry had been written, given by its number; found by halving."""

    def is_written(version: int) -> bool:
        found = connection.scalar(_NUMBER, {"stream": stream, "version": version})
        if found is None:
            raise BadJournal(f"version {version} of {stream} is missing")
        return bool(found <= number)

    newest, step = version(connection, stream), 1
    least, above = newest, newest + 1
    while least > 0 and not is_written(least):  # what is asked for is mostly near the end
        least, above, step = max(0, least - step), least, 2 * step
    while above - least > 1:
        middle = (least + above) // 2
        least, above = (middle, above) if is_written(middle) else (least, middle)
    return least


def streams(connection: sa.Connection, prefix: str = "", *, packed: bool = True) -> dict[str, int]:
    """Every stream whose name begins so, and its version, by name."""
    if packed:
        names = connection.scalars(sa.select(named.c.name).where(named.c.name.startswith(prefix, autoescape=True)))
        return {name: version(connection, name) for name in sorted(names) if name.startswith(prefix)}
    if prefix and connection.dialect.name == "sqlite":  # where names are in the order of their bytes
        most = f"{prefix[:-1]}{chr(ord(prefix[-1]) + 1)}"
        rows = connection.execute(_STREAMS_BELOW, {"least": prefix, "most": most})
    else:
        rows = connection.execute(_STREAMS, {"least": ""})
    return dict(sorted((stream, version) for stream, version in rows if stream.startswith(prefix)))


def numbers_of_key(connection: sa.Connection, key: str, *, packed: bool = True) -> tuple[int, int]:
    """The numbers of the entries that were appended under a key: the first, and the one after them; 0 for none."""
    if packed:
        first = connection.scalar(_KEY, {"digest": digest_of(key), "key": pack_key(key)})
    else:
        first = connection.scalar(_OLD_KEY, {"key": key})
    if not first:
        return 0, 0
    return first, connection.scalar(_AFTER_AN_APPEND, {"number": first}) or NEWEST


def version_before(connection: sa.Connection, stream: str, *, version: int, number: int) -> int:
    """The highest version of a stream below one, among the entries up to a number."""
    below = sa.and_(entries.c.stream == stream, entries.c.version < version, entries.c.number <= number)
    newest = sa.select(entries.c.version).where(below).order_by(entries.c.version.desc()).limit(1)
    return connection.scalar(newest) or 0


def of_key(connection: sa.Connection, key: str, *, packed: bool = True) -> tuple[Recorded, ...]:
    """The entries that were appended under a key, in order."""
    first, below = numbers_of_key(connection, key, packed=packed)
    return tuple(OF_AN_APPEND.all(connection, first - 1, below=below)) if first else ()


def balances_of(connection: sa.Connection, accounts: Iterable[str]) -> dict[str, int]:
    """The balances of these accounts, in cents; accounts that nothing was ever posted to are not in it."""
    rows = connection.execute(_BALANCES, {"accounts": [*accounts]})
    return {row.account: row.cents for row in rows}


class Place(NamedTuple):
    """Where an entry is, and of what kind."""

    number: int
    stream: str
    version: int
    kind: str


_DEBITS: Final = (
    sa.select(entries.c.number, entries.c.stream, entries.c.version, entries.c.kind)
    .join_from(postings, entries, postings.c.entry == entries.c.number)
    .where(
        TAKEN,
        postings.c.account == sa.bindparam("account"),
        postings.c.entry > sa.bindparam("above", type_=sa.BigInteger),
        postings.c.entry < sa.bindparam("below", type_=sa.BigInteger),
    )
)
_NEWEST_DEBITS: Final = _DEBITS.order_by(postings.c.entry.desc()).limit(sa.bindparam("most", type_=sa.Integer))
_FIRST_DEBIT: Final = (
    _DEBITS.where(entries.c.stream == sa.bindparam("stream"), entries.c.kind.in_(sa.bindparam("kinds", expanding=True)))
    .order_by(postings.c.entry)
    .limit(1)
)


def newest_debits(connection: sa.Connection, account: str, *, below: int, most: int) -> list[Place]:
    """The entries below a number that took chips from a player's account, the newest first; one may come twice."""
    given = {"account": account, "above": 0, "below": below, "most": most}
    return [Place(*row) for row in connection.execute(_NEWEST_DEBITS, given)]


def first_debit(
    connection: sa.Connection, account: str, stream: str, kinds: Iterable[str], *, above: int, below: int
) -> int:
    """The first entry of these kinds in a stream, between two numbers, that took chips from a player; or 0."""
    given = {"account": account, "stream": stream, "kinds": [*kinds], "above": above, "below": below}
    return connection.scalar(_FIRST_DEBIT, given) or 0


@dataclass(frozen=True)
class Selection:
    """Which entries are read and in which order, as statements that are made once: to make one takes longer than to
    run it. What they need besides `after` is given when they are run.
    """

    order: str
    _rows: sa.Select[Any]
    _moved: sa.Select[Any]

    @classmethod
    def of(cls, which: sa.ColumnElement[bool], order: sa.ColumnClause[int]) -> Selection:
        """Those entries, ordered by a column."""
        above = sa.and_(which, order > sa.bindparam("after", type_=sa.BigInteger))
        moved = (
            sa.select(postings.c.entry, postings.c.account, postings.c.cents)
            .join_from(postings, entries, postings.c.entry == entries.c.number)
            .where(above, order <= sa.bindparam("last", type_=sa.BigInteger))
            .order_by(order, postings.c.line)
        )
        return cls(order.name, sa.select(*_COLUMNS).where(above).order_by(order).limit(PAGE), moved)

    def page(self, connection: sa.Connection, after: int, **given: object) -> tuple[Recorded, ...]:
        """The next entries with their postings: those above a value of the column."""
        given["after"] = after
        found = connection.execute(self._rows, given).all()
        if not found:
            return ()
        last = getattr(found[-1], self.order)
        moved = connection.execute(self._moved, {**given, "last": last}).all()
        lines = {entry: tuple(Posting(*line[1:]) for line in of) for entry, of in groupby(moved, itemgetter(0))}
        return tuple(
            Recorded(number, stream, version, unpack_key(key), part, kind, _body(body), hash, lines.get(number, ()))
            for number, stream, version, key, part, kind, body, hash in found
        )

    def all(self, connection: sa.Connection, after: int, **given: object) -> Iterator[Recorded]:
        """All of them above a value of the column; within one transaction."""
        some = self.page(connection, after, **given)
        yield from some
        while len(some) == PAGE:
            some = self.page(connection, getattr(some[-1], self.order), **given)
            yield from some


def _body(stored: bytes) -> bytes:
    """A body as it was written; what cannot be unpacked stays as it is, and has another hash."""
    try:
        return unpack(stored)
    except BadJournal:
        return stored


EVERYTHING: Final = Selection.of(sa.true(), entries.c.number)
OF_A_STREAM: Final = Selection.of(entries.c.stream == sa.bindparam("stream"), entries.c.version)
OF_A_STREAM_UP_TO: Final = Selection.of(
    sa.and_(entries.c.stream == sa.bindparam("stream"), entries.c.version <= sa.bindparam("upto")), entries.c.version
)
OF_A_KIND: Final = Selection.of(
    sa.and_(entries.c.stream == sa.bindparam("stream"), entries.c.kind == sa.bindparam("kind")), entries.c.version
)
OF_AN_APPEND: Final = Selection.of(entries.c.number < sa.bindparam("below", type_=sa.BigInteger), entries.c.number)
