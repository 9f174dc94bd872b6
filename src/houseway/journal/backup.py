"""Backing up a journal while a house is open on it: a folder with the entries, a manifest, and the keys if asked for.

Here: making a backup. Not here: restoring one (`restore`).

SQLite is copied by its online backup, PostgreSQL by pg_dump; where that is not installed, or where the backup is to be
portable, every entry is written as a line of JSON (`transfer`), which either store can read. Each is the journal as of
one moment, and writers do not wait. The manifest says which journal it is, how far it had come, and the digest of every
file. Without its keys a backup tells nobody the cards of rounds that were in play.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import shutil
import sqlite3
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa

from houseway.errors import BadHead, BadJournal, JournalFailed, Refused
from houseway.journal import postgres_tools, queries, transfer
from houseway.journal.head import Head
from houseway.journal.private_files import create_folder, create_private, write_private
from houseway.journal.store import Journal

FORMAT: Final = "houseway backup 1"
MANIFEST: Final = "manifest.json"
SQLITE, DUMP, LINES = "SQLite online backup", "pg_dump", "lines of JSON"
"""How the entries were copied."""
FILES: Final = {SQLITE: "journal.db", DUMP: "journal.dump", LINES: "journal.jsonl"}
SIGNING, SEALING = "keys/signing", "keys/sealing"


@dataclass(frozen=True, kw_only=True)
class Manifest:
    """What a backup holds: which journal, how far it had come, and the size and SHA-256 of every file."""

    journal: str
    public_key: str
    made: str
    by: str
    entries: int
    hash: str
    head: str
    """The signed head at that entry; empty where the signing key was not there."""
    files: dict[str, tuple[int, str]] = field(default_factory=dict)
    format: str = FORMAT

    @classmethod
    def read(cls, folder: Path) -> Manifest:
        """The manifest of a backup; refused where there is none, or where a file is not what it says."""
        try:
            said: dict[str, Any] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
            files = {str(name): (int(size), str(digest)) for name, (size, digest) in said.pop("files").items()}
            found = cls(**said, files=files)
        except FileNotFoundError:
            raise BadJournal(f"{folder} is not a backup: it has no {MANIFEST}") from None
        except (ValueError, KeyError, TypeError, AttributeError):
            raise BadJournal(f"the manifest of {folder} is damaged") from None
        if found.format != FORMAT or found.by not in FILES or FILES[found.by] not in files:
            raise BadJournal(f"{folder} is a backup that this Houseway does not know")
        for name, expected in files.items():
            if name not in (*FILES.values(), SIGNING, SEALING) or described(folder / name) != expected:
                raise BadJournal(f"the backup is damaged: {name} is not what its manifest says")
        return found


def back_up(journal: Journal, folder: Path, *, with_keys: bool = False, portable: bool = False) -> Manifest:
    """Write a backup into a folder that is empty or not there yet; refused where it holds anything."""
    _must_be_empty(folder)
    try:
        create_folder(folder)
        copied = _copied(journal, folder, portable=portable)
        names = [FILES[copied[0]], *(_keys(journal, folder) if with_keys else [])]
        manifest = Manifest(
            journal=journal.identity,
            public_key=journal.public_key,
            made=datetime.now(UTC).isoformat(timespec="seconds"),
            by=copied[0],
            entries=copied[1],
            hash=copied[2].hex(),
            head=_head(journal, copied[1], copied[2]),
            files={name: described(folder / name) for name in names},
        )
        write_private(folder / MANIFEST, json.dumps(asdict(manifest), indent=1, sort_keys=True) + "\n")
    except OSError as error:
        raise JournalFailed(f"the backup cannot be written to {folder}: {error.strerror}") from error
    return manifest


def described(file: Path) -> tuple[int, str]:
    """The size and the SHA-256 of a file; nothing known where it is not there."""
    try:
        with file.open("rb") as opened:
            return file.stat().st_size, hashlib.file_digest(opened, "sha256").hexdigest()
    except OSError:
        return -1, ""


def _must_be_empty(folder: Path) -> None:
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Refused(f"{folder} is not empty; a backup goes into a folder of its own")


def _copied(journal: Journal, folder: Path, *, portable: bool) -> tuple[str, int, bytes]:
    """Copy the entries; returns how, and the number and the hash of the last one."""
    url = journal.server
    if not portable and url is None:
        return SQLITE, *_copy_file(journal, folder / FILES[SQLITE])
    if not portable and url is not None and postgres_tools.program("pg_dump"):
        file = folder / FILES[DUMP]
        create_private(file)
        with journal.reading() as connection:
            tip = queries.tip(connection, journal.beginning)
            snapshot = str(connection.scalar(sa.text("SELECT pg_export_snapshot()")))
            postgres_tools.dump(url, file, snapshot=snapshot)
        return DUMP, *tip
    file = folder / FILES[LINES]
    create_private(file)
    with journal.reading() as connection, file.open("w", encoding="utf-8") as opened:
        tip = queries.tip(connection, journal.beginning)
        opened.writelines(transfer.written(connection))
    return LINES, *tip


def _copy_file(journal: Journal, file: Path) -> tuple[int, bytes]:
    assert journal.file is not None
    create_private(file)
    with (
        contextlib.closing(sqlite3.connect(f"{journal.file.absolute().as_uri()}?mode=ro", uri=True)) as source,
        contextlib.closing(sqlite3.connect(file)) as copy,
    ):
        source.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, with no log beside it
        row = copy.execute("SELECT number, hash FROM journal_entries ORDER BY number DESC LIMIT 1").fetchone()
    return (int(row[0]), bytes(row[1])) if row else (0, journal.beginning)


def _keys(journal: Journal, folder: Path) -> list[str]:
    """Copy the keys that are there."""
    create_folder(folder / "keys")
    found = []
    for name, file in zip((SIGNING, SEALING), journal.key_files, strict=True):
        if file.exists():
            create_private(folder / name)
            shutil.copyfile(file, folder / name)
            found.append(name)
    return found


def _head(journal: Journal, entries: int, hash: bytes) -> str:
    try:
        return str(Head.sign(journal.signing_key(), journal=journal.identity, entries=entries, hash=hash))
    except BadHead:
        return ""
