"""Restoring a backup into a new place, and verifying what came out. Nothing that exists is ever overwritten.

Here: making a journal of a backup. Not here: making the backup (`backup`).
"""

from __future__ import annotations

import shutil
from pathlib import Path

import sqlalchemy as sa

from houseway.errors import BadHead, BadJournal, JournalFailed, Refused
from houseway.journal import postgres_tools, schema, transfer
from houseway.journal.backup import DUMP, FILES, LINES, SEALING, SIGNING, SQLITE, Manifest
from houseway.journal.database import Database
from houseway.journal.head import Head
from houseway.journal.private_files import create_folder, create_private
from houseway.journal.store import Journal
from houseway.journal.verify import Report, verify


def restore(folder: Path, url_or_path: str) -> tuple[Manifest, Report]:
    """Restore a backup at a place where there is no journal; returns what it was, and that it is intact."""
    manifest = Manifest.read(folder)
    database = Database(url_or_path, read_only=False, key_file=None)
    try:
        _must_be_free(database, manifest)
        try:
            _fill(database, folder, manifest)
            _keys(database, folder, manifest)
        except OSError as error:
            raise JournalFailed(f"the backup cannot be restored: {error.filename}: {error.strerror}") from error
    finally:
        database.close()
    with Journal.open(url_or_path, read_only=True) as journal:
        return manifest, _verified(journal, manifest)


def _must_be_free(database: Database, manifest: Manifest) -> None:
    if database.is_sqlite:
        there = [path for path in (database.file, database.key_file, database.sealing_key_file) if path.exists()]
        if there:
            raise Refused(f"{there[0]} exists already; a backup is restored into a new place")
    else:
        with database.reading() as connection:
            if schema.about.name in sa.inspect(connection).get_table_names():
                raise Refused(f"{database.name} has a journal already; a backup is restored into an empty database")
        if database.key_file.exists() and SIGNING in manifest.files:
            raise Refused(f"{database.key_file} exists already; a backup is restored into a new place")
    other = {SQLITE: "a SQLite file", DUMP: "a PostgreSQL database"}.get(manifest.by)
    if other and (manifest.by == SQLITE) is not database.is_sqlite:
        raise Refused(f"this backup can be restored only into {other}; `houseway backup --portable` makes one for both")
    if manifest.by == DUMP and not postgres_tools.program("pg_restore"):
        raise Refused("this backup was made by pg_dump, and pg_restore is not installed here")


def _fill(database: Database, folder: Path, manifest: Manifest) -> None:
    file = folder / FILES[manifest.by]
    if manifest.by == SQLITE:
        database.create_files()
        shutil.copyfile(file, database.file)
    elif manifest.by == DUMP:
        create_folder(database.key_file.parent)
        assert database.url is not None
        postgres_tools.load(database.url, file)
    else:
        assert manifest.by == LINES
        database.create_files()
        with database.writing() as connection, file.open(encoding="utf-8") as lines:
            transfer.fill(connection, lines)


def _keys(database: Database, folder: Path, manifest: Manifest) -> None:
    for name, file in ((SIGNING, database.key_file), (SEALING, database.sealing_key_file)):
        if name in manifest.files:
            create_private(file)
            shutil.copyfile(folder / name, file)


def _verified(journal: Journal, manifest: Manifest) -> Report:
    """Verify the restored journal, and that it is the one the manifest tells of."""
    try:
        heads = [Head.read(manifest.head)] if manifest.head else []
    except BadHead as error:
        raise BadJournal(f"the manifest of the backup is damaged: {error}") from None
    report = verify(journal, heads=heads)
    same = (journal.identity, journal.public_key, report.entries, report.hash)
    if not report.whole or same != (manifest.journal, manifest.public_key, manifest.entries, manifest.hash):
        what = report.findings[0] if report.findings else "it is not the journal of the manifest"
        raise BadJournal(f"what was restored at {journal.name} is not intact: {what}")
    return report
