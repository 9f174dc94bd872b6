"""The journal's tables, and the triggers with which the database itself refuses to change what was written.

Here: tables and triggers for SQLite and PostgreSQL. Not here: opening a database (`database`), writing (`store`).

Entries and postings are append-only. Balances are running sums of postings, updated in the same transaction, so that a
balance is one row; rows are never deleted, and `verify` adds the postings up again. Only keys of personal data may be
deleted: that makes what entries hold of a person unreadable, and leaves the chain as it is.
"""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

SCHEMA: Final = 6
"""The version of these tables and of what is in them. A journal of a higher version is refused (`migrations`)."""
PACKED: Final = 6
"""The version since which entries are stored packed; before it, `journal_entries` was a table and not a view."""

metadata = sa.MetaData()
_WHOLE: Final = sa.BigInteger().with_variant(sa.Integer, "sqlite")

about = sa.Table(
    "journal_about",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
    sqlite_strict=True,
)
streams = sa.Table(
    "journal_streams",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("name", sa.Text, nullable=False, unique=True),
    sqlite_strict=True,
)
rows = sa.Table(
    "journal_rows",
    metadata,
    sa.Column("number", _WHOLE, primary_key=True, autoincrement=False),
    sa.Column("stream", sa.Integer, nullable=False),
    sa.Column("version", _WHOLE, nullable=False),
    sa.Column("digest", _WHOLE),
    sa.Column("key", sa.LargeBinary),
    sa.Column("part", sa.Integer, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("hash", sa.LargeBinary, nullable=False),
    sa.UniqueConstraint("stream", "version", name="journal_one_row_a_version"),
    sa.CheckConstraint("(part = 0) = (key IS NOT NULL AND digest IS NOT NULL)", name="journal_key_first"),
    sqlite_strict=True,
)
"""Entries as they are stored (`packing`). The first of an append has its key, and the digest by which it is found."""
sa.Index("journal_key_digests", rows.c.digest, sqlite_where=rows.c.part == 0, postgresql_where=rows.c.part == 0)
entries = sa.table(
    "journal_entries",
    sa.column("number", _WHOLE),
    sa.column("stream", sa.Text),
    sa.column("version", _WHOLE),
    sa.column("key", sa.LargeBinary),
    sa.column("part", sa.Integer),
    sa.column("kind", sa.Text),
    sa.column("body", sa.LargeBinary),
    sa.column("hash", sa.LargeBinary),
)
"""Every entry with the name of its stream and its key; keys and bodies are packed."""
_ENTRIES: Final = """
CREATE VIEW journal_entries AS
SELECT one.number, named.name AS stream, one.version, CASE WHEN one.part = 0 THEN one.key ELSE (
    SELECT first.key FROM journal_rows first WHERE first.number = one.number - one.part
) END AS key, one.part, one.kind, one.body, one.hash
FROM journal_rows one JOIN journal_streams named ON named.number = one.stream
"""
postings = sa.Table(
    "journal_postings",
    metadata,
    sa.Column("entry", _WHOLE, primary_key=True, autoincrement=False),
    sa.Column("line", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("cents", _WHOLE, nullable=False),
    sqlite_with_rowid=False,
    sqlite_strict=True,
)
TAKEN: Final = sa.text("cents < 0 AND account LIKE 'player:%'")
"""Postings that take chips from players, in the words of the index below: only so does a query use it."""
sa.Index("journal_taken_from", postings.c.account, postings.c.entry, sqlite_where=TAKEN, postgresql_where=TAKEN)
"""So the rounds of a player are found by the wagers they placed."""
balances = sa.Table(
    "journal_balances",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("cents", _WHOLE, nullable=False),
    sa.CheckConstraint(
        "cents >= 0 OR (account NOT LIKE 'player:%' AND account NOT LIKE 'escrow:%')", name="journal_nobody_owes"
    ),
    sqlite_with_rowid=False,
    sqlite_strict=True,
)

personal = sa.Table(
    "journal_personal",
    metadata,
    sa.Column("person", sa.Text, primary_key=True),
    sa.Column("key", sa.LargeBinary, nullable=False),
    sqlite_strict=True,
)
"""The keys of personal data that entries hold sealed. They are not in the chain, so that they can be destroyed."""

snapshots = sa.Table(
    "journal_snapshots",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("part", _WHOLE, primary_key=True, autoincrement=False),
    sa.Column("number", _WHOLE, nullable=False),
    sa.Column("program", sa.Text, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("digest", sa.LargeBinary, nullable=False),
    sa.Column("signature", sa.LargeBinary, nullable=False),
    sqlite_strict=True,
)
"""What was worked out from the entries up to one of them (`snapshots`). It saves time and says nothing new: it is not
in the chain, and may be deleted at any time."""

_APPEND_ONLY: Final = ("journal_rows", "journal_streams", "journal_postings", "journal_about")
_KEPT: Final = "journal_balances"
"""A balance is updated by every append, and never deleted."""


def _sqlite_triggers() -> dict[str, str]:
    made = {}
    for table in _APPEND_ONLY:
        for act in ("UPDATE", "DELETE"):
            name = f"{table}_no_{act.lower()}"
            made[name] = (
                f"CREATE TRIGGER {name} BEFORE {act} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            )
    name = f"{_KEPT}_no_delete"
    made[name] = f"CREATE TRIGGER {name} BEFORE DELETE ON {_KEPT} BEGIN SELECT RAISE(ABORT, '{_KEPT} is kept'); END"
    # INSERT OR REPLACE would delete the old row without firing the trigger above
    name = "journal_rows_no_replace"
    made[name] = (
        f"CREATE TRIGGER {name} BEFORE INSERT ON journal_rows "
        "WHEN NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM journal_rows) "
        "OR EXISTS (SELECT 1 FROM journal_rows WHERE stream = NEW.stream AND version >= NEW.version) "
        "OR EXISTS (SELECT 1 FROM journal_rows WHERE part = 0 AND digest = NEW.digest AND key = NEW.key) "
        "BEGIN SELECT RAISE(ABORT, 'journal_rows is append-only'); END"
    )
    name = "journal_streams_no_replace"
    made[name] = (
        f"CREATE TRIGGER {name} BEFORE INSERT ON journal_streams "
        "WHEN EXISTS (SELECT 1 FROM journal_streams WHERE number = NEW.number OR name = NEW.name) "
        "BEGIN SELECT RAISE(ABORT, 'journal_streams is append-only'); END"
    )
    name = "journal_postings_no_replace"
    made[name] = (
        f"CREATE TRIGGER {name} BEFORE INSERT ON journal_postings "
        "WHEN EXISTS (SELECT 1 FROM journal_postings WHERE entry = NEW.entry AND line >= NEW.line) "
        "BEGIN SELECT RAISE(ABORT, 'journal_postings is append-only'); END"
    )
    return made


def _postgresql_triggers() -> dict[str, str]:
    acts = {f"{table}_append_only": (table, "DELETE OR UPDATE OR TRUNCATE") for table in _APPEND_ONLY}
    acts[f"{_KEPT}_no_delete"] = (_KEPT, "DELETE OR TRUNCATE")
    # exactly what pg_get_triggerdef returns for them
    return {
        name: f"CREATE TRIGGER {name} BEFORE {act} ON {table} FOR EACH STATEMENT EXECUTE FUNCTION journal_refuse()"
        for name, (table, act) in acts.items()
    }


TRIGGERS_OF_ENTRIES: Final = (
    "journal_entries_no_update",
    "journal_entries_no_delete",
    "journal_entries_no_replace",
)
"""Those of SQLite on the table of entries, before entries were stored packed."""
TRIGGERS: Final = {"sqlite": _sqlite_triggers(), "postgresql": _postgresql_triggers()}
_REFUSE: Final = """
BEGIN
    RAISE EXCEPTION USING MESSAGE = TG_TABLE_NAME || CASE WHEN TG_TABLE_NAME = 'journal_balances'
        THEN ' is kept' ELSE ' is append-only' END;
END
"""
_DEFINED: Final = """
    SELECT tgname, pg_get_triggerdef(trigger.oid, true), called.proname, called.prosrc, language.lanname
    FROM pg_trigger trigger
    JOIN pg_proc called ON called.oid = tgfoid
    JOIN pg_language language ON language.oid = called.prolang
    WHERE tgenabled IN ('O', 'A')
"""


def create(connection: sa.Connection) -> None:
    """Create the tables and triggers in an empty database."""
    for statement in _tables(connection.dialect):
        connection.exec_driver_sql(statement)
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(
            f"CREATE FUNCTION journal_refuse() RETURNS trigger LANGUAGE plpgsql AS $${_REFUSE}$$"
        )
    connection.exec_driver_sql(_ENTRIES)
    for statement in TRIGGERS[connection.dialect.name].values():
        connection.exec_driver_sql(statement)


def create_packed(connection: sa.Connection) -> None:
    """Create what entries are stored in since they are packed, in a journal that has none of it."""
    for table in (streams, rows):
        table.create(connection)
    connection.exec_driver_sql(_ENTRIES)
    for name, statement in TRIGGERS[connection.dialect.name].items():
        if name.startswith((streams.name, rows.name)):
            connection.exec_driver_sql(statement)


_written: Final[dict[str, tuple[str, ...]]] = {}


def _tables(dialect: sa.Dialect) -> tuple[str, ...]:
    """What makes the tables and their indexes: written once, since that takes longer than running it."""
    if dialect.name not in _written:
        made: list[sa.schema.ExecutableDDLElement] = []
        for table in metadata.sorted_tables:
            made += [sa.schema.CreateTable(table), *(sa.schema.CreateIndex(index) for index in table.indexes)]
        _written[dialect.name] = tuple(str(each.compile(dialect=dialect)) for each in made)
    return _written[dialect.name]


def missing_triggers(connection: sa.Connection) -> list[str]:
    """The triggers that are missing, changed (or call a changed function), or switched off."""
    store = connection.dialect.name
    packed = connection.dialect.has_table(connection, rows.name)
    expected = TRIGGERS[store] if packed else _triggers_before_packing(store)
    if store == "sqlite":
        found = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        there = {name for name, sql in found if sql == expected.get(name)}
    else:
        there = {
            name
            for name, sql, *called in connection.exec_driver_sql(_DEFINED)
            if sql == expected.get(name) and called == ["journal_refuse", _REFUSE, "plpgsql"]
        }
    return [name for name in expected if name not in there]


def _triggers_before_packing(store: str) -> dict[str, str]:
    """The triggers of a journal of an earlier version, opened to read."""
    made = {
        name.replace(rows.name, entries.name): statement.replace(rows.name, entries.name)
        for name, statement in TRIGGERS[store].items()
        if not name.startswith(streams.name)
    }
    by_digest, by_key = "part = 0 AND digest = NEW.digest AND key = NEW.key", "key = NEW.key AND part = NEW.part"
    return {name: statement.replace(by_digest, by_key) for name, statement in made.items()}
