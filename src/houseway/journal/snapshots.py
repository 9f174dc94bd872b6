"""Snapshots: what was worked out from a journal's entries, kept so that it need not be worked out again.

Here: keeping snapshots beside the chain, and finding the newest one that fits it. Not here: what is in them
(`kept.folds`), or verifying the chain (`verify`).

A snapshot is verified, never trusted. It is bound to one entry by number and hash and to the program that made it, and
signed by the journal's key. On use all of that is checked. Whatever does not fit is left aside with a note, and an
older snapshot or the entries are read instead: a snapshot saves time, and nothing is lost with it.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from houseway.errors import BadHead
from houseway.journal import queries
from houseway.journal.chain import canonical
from houseway.journal.schema import snapshots
from houseway.journal.significant import SYSTEM, note
from houseway.journal.store import Journal

_log = logging.getLogger(__name__)
KIND: Final = "snapshot discarded"
_TITLE: Final = b"houseway journal snapshot 1"
_COLUMNS: Final = [column.name for column in snapshots.c]


@dataclass(frozen=True, kw_only=True)
class Snapshot:
    """What was worked out under a name from the entries up to `number`; `part` is its place among those of the name."""

    name: str
    part: int = 0
    number: int
    program: str
    """What made it: another one would perhaps make something else of the same entries."""
    body: bytes


def keep(journal: Journal, made: Iterable[Snapshot]) -> None:
    """Keep snapshots in one transaction, in place of those of the same part, and of those of another program.

    Nothing is kept where the signing key is not there.
    """
    try:
        key = journal.signing_key()
    except BadHead as error:
        _log.warning("no snapshots can be kept: %s", error)
        return
    with journal.writing() as connection:
        for one in made:
            digest = _digest(journal, one, queries.hash_of(connection, one.number, journal.beginning))
            old = sa.or_(snapshots.c.part == one.part, snapshots.c.program != one.program)
            connection.execute(sa.delete(snapshots).where(snapshots.c.name == one.name, old))
            row = {name: getattr(one, name, None) for name in _COLUMNS} | {"digest": digest}
            connection.execute(snapshots.insert(), [row | {"signature": key.sign(digest)}])


def newest(journal: Journal, name: str, *, program: str, below: int = queries.NEWEST) -> Snapshot | None:
    """The newest snapshot of a name that fits the journal and the program, made before an entry; nothing if none does.

    Of the parts of a name the higher ones are newer.
    """
    part = queries.NEWEST
    while True:
        with journal.reading() as connection:
            if not connection.dialect.has_table(connection, snapshots.name):
                return None  # a journal of an earlier version, opened to read
            which = sa.and_(snapshots.c.name == name, snapshots.c.part < part, snapshots.c.number < below)
            row = connection.execute(
                sa.select(snapshots).where(which, snapshots.c.program == program).order_by(snapshots.c.part.desc())
            ).first()
            hash = queries.hash_of(connection, row.number, journal.beginning) if row else b""
        if row is None:
            return None
        found = Snapshot(name=row.name, part=row.part, number=row.number, program=row.program, body=row.body)
        why = _why_not(journal, row, found, hash)
        if not why:
            return found
        discard(journal, found, why)
        part = found.part


def discard(journal: Journal, one: Snapshot, why: str) -> None:
    """Note that a snapshot does not fit, and remove it: somebody changed the database, or its entries were restored."""
    _log.error("ALARM: a snapshot does not match the journal and is not used, %s: %s", one.name, why)
    if not journal.read_only:
        with journal.writing() as connection:
            mine = snapshots.c.name == one.name, snapshots.c.part == one.part
            connection.execute(sa.delete(snapshots).where(*mine))
        note(journal, KIND, by=SYSTEM, what=f"{one.name}: {why}", why="the entries are read instead")


def _why_not(journal: Journal, row: Any, one: Snapshot, hash: bytes) -> str:
    """Why a snapshot cannot be used; empty where it can."""
    if not hash:
        return f"entry {one.number}, at which it was made, is missing"
    digest = _digest(journal, one, hash)
    if digest != row.digest:
        return f"it was changed, or entry {one.number} is not the one at which it was made"
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(journal.public_key)).verify(row.signature, digest)
    except (InvalidSignature, ValueError):
        return "its signature is not valid"
    return ""


def _digest(journal: Journal, one: Snapshot, hash: bytes) -> bytes:
    """What is signed: the journal, the entry with its hash, the program, and all of the body."""
    about = [_TITLE, journal.identity.encode(), one.name.encode(), b"%d" % one.part, b"%d" % one.number, hash]
    return hashlib.sha256(canonical([*about, one.program.encode(), one.body])).digest()
