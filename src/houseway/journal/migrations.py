"""Migrations: what turns a journal of an earlier version into one of this version, one numbered step after another.

Here: the list, and carrying it out. Not here: the tables of this version (`schema`).

A step runs in one transaction with all others that are due: a journal is migrated whole, or not at all. It never
touches entries or postings: the chain stays as it is. A journal opened to read is not migrated; every version since 1
can be read as it is.

To add one: raise `schema.SCHEMA`, add the step here, and keep a journal of the last release in `tests/data/releases`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from houseway.journal import queries, schema
from houseway.journal.rows import rows

_AT_ONCE: Final = 1000
"""How many entries are packed at a time."""
OLDEST: Final = 1
"""The first version of a journal, that of 0.1.0."""


@dataclass(frozen=True)
class Migration:
    """A step to a version: what is new in it, and what is done in the database."""

    to: int
    what: str
    run: Callable[[sa.Connection], None]


def _nothing(_connection: sa.Connection) -> None:
    """The tables stay as they are; only the version rises, so that an older Houseway does not misread the entries."""


def _make_room_for_personal_keys(connection: sa.Connection) -> None:
    schema.personal.create(connection, checkfirst=True)


def _make_room_for_snapshots(connection: sa.Connection) -> None:
    schema.snapshots.create(connection, checkfirst=True)


def _find_what_was_taken(connection: sa.Connection) -> None:
    for index in schema.postings.indexes:
        index.create(connection, checkfirst=True)


def _pack(connection: sa.Connection) -> None:
    """Store every entry packed: what was written, its hash and its number stay as they are."""
    if connection.dialect.has_table(connection, schema.rows.name):
        return
    is_sqlite, old = connection.dialect.name == "sqlite", "journal_entries_before_6"
    if not is_sqlite:
        connection.exec_driver_sql("DROP TRIGGER journal_entries_append_only ON journal_entries")
    connection.exec_driver_sql(f"ALTER TABLE journal_entries RENAME TO {old}")
    for name in [name for name in schema.TRIGGERS_OF_ENTRIES if is_sqlite]:
        connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS {name}")
    schema.create_packed(connection)
    into, after = rows(connection), 0
    columns = "number, stream, version, key, part, kind, body, hash"
    while True:
        some = connection.exec_driver_sql(
            f"SELECT {columns} FROM {old} WHERE number > {after} ORDER BY number LIMIT {_AT_ONCE}"
        ).all()
        if not some:
            break
        into.insert([tuple(row) for row in some], [], [])
        after = some[-1].number
    connection.exec_driver_sql(f"DROP TABLE {old}")


MIGRATIONS: Final = (
    Migration(2, "entries of rounds in play may be sealed", _nothing),
    Migration(3, "personal data is sealed under keys that can be destroyed", _make_room_for_personal_keys),
    Migration(4, "what was worked out from entries is kept beside the chain", _make_room_for_snapshots),
    Migration(5, "what was taken from an account is found by an index", _find_what_was_taken),
    Migration(6, "entries are stored packed", _pack),
)


def migrate(connection: sa.Connection) -> tuple[int, int]:
    """Carry out the steps that are due, in a transaction with no other writer; the versions before and after."""
    before = after = int(queries.facts(connection)["schema"])
    for step in MIGRATIONS:
        if step.to > after:
            step.run(connection)
            _set_version(connection, step.to)
            after = step.to
    return before, after


def _set_version(connection: sa.Connection, number: int) -> None:
    """Write the version; the trigger that refuses it is set aside for this one statement."""
    table = schema.about.name
    change = sa.update(schema.about).where(schema.about.c.name == "schema").values(value=str(number))
    if connection.dialect.name == "sqlite":
        name = f"{table}_no_update"
        connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS {name}")
        connection.execute(change)
        connection.exec_driver_sql(schema.TRIGGERS["sqlite"][name])
    else:
        connection.exec_driver_sql(f"ALTER TABLE {table} DISABLE TRIGGER {table}_append_only")
        connection.execute(change)
        connection.exec_driver_sql(f"ALTER TABLE {table} ENABLE TRIGGER {table}_append_only")
