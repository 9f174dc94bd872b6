"""Queries: entries read from the database, a page at a time.

Here: the queries. Not here: when a transaction begins or ends (`store`, `verify`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import Final

import sqlalchemy as sa

from houseway.journal.entry import Posting, Recorded
from houseway.journal.schema import about, entries, postings

PAGE: Final = 1000
"""Entries fetched at a time."""
_TIP: Final = sa.select(entries.c.number, entries.c.hash).order_by(entries.c.number.desc()).limit(1)
_VERSION: Final = sa.select(sa.func.max(entries.c.version)).where(entries.c.stream == sa.bindparam("stream"))


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


def version(connection: sa.Connection, stream: str) -> int:
    """How many entries a stream has."""
    return connection.scalar(_VERSION, {"stream": stream}) or 0


def version_before(connection: sa.Connection, stream: str, *, version: int, number: int) -> int:
    """The highest version of a stream below one, among the entries up to a number."""
    below = sa.and_(entries.c.stream == stream, entries.c.version < version, entries.c.number <= number)
    newest = sa.select(entries.c.version).where(below).order_by(entries.c.version.desc()).limit(1)
    return connection.scalar(newest) or 0


def page(
    connection: sa.Connection, which: sa.ColumnElement[bool], order: sa.Column[int], after: int
) -> tuple[Recorded, ...]:
    """The next entries with their postings: those above a value of a column, ordered by it."""
    rows = connection.execute(sa.select(entries).where(which, order > after).order_by(order).limit(PAGE)).all()
    if not rows:
        return ()
    moved = connection.execute(
        sa.select(postings.c.entry, postings.c.account, postings.c.cents)
        .join_from(postings, entries, postings.c.entry == entries.c.number)
        .where(which, order > after, order <= rows[-1]._mapping[order.name])
        .order_by(order, postings.c.line)
    )
    found = {
        number: tuple(Posting(account, cents) for _, account, cents in lines)
        for number, lines in groupby(moved, itemgetter(0))
    }
    return tuple(Recorded(**row._mapping, postings=found.get(row.number, ())) for row in rows)


def all_pages(
    connection: sa.Connection, which: sa.ColumnElement[bool], order: sa.Column[int], *, after: int
) -> Iterator[Recorded]:
    """All entries with their postings above a value of a column, ordered by it; within one transaction."""
    some = page(connection, which, order, after)
    yield from some
    while len(some) == PAGE:
        some = page(connection, which, order, getattr(some[-1], order.name))
        yield from some
