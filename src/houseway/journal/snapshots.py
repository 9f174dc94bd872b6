"""Snapshots: what was worked out from a journal's entries, kept so that a start need not read all of them again.

Here: keeping snapshots beside the chain, and reading back those that fit it. Not here: what is in them (`kept.folds`,
`web.past.history`), or verifying the chain (`verify`).

A snapshot is verified, never trusted. It is bound to one entry by number and hash, to the part before it and to the
program that made it, and signed by the journal's key. On use all of that is checked. Whatever does not fit is left
aside with a note, and the entries are read instead: a snapshot saves time, and nothing is lost with it.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
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
_NAMES_A_QUERY: Final = 500
_COLUMNS: Final = [column.name for column in snapshots.c]


@dataclass(frozen=True, kw_only=True)
class Snapshot:
    """A part of what was worked out under a name: from the entries up to `number`, and from the part before it."""

    name: str
    part: int = 0
    number: int
    program: str
    """What made it: another one would perhaps make something else of the same entries."""
    body: bytes


def keep(journal: Journal, made: Iterable[Snapshot]) -> None:
    """Keep snapshots in one transaction; each takes the place of the same part, and of all parts after it.

    Nothing is kept where the signing key is not there, or where an entry is not there.
    """
    try:
        key = journal.signing_key()
    except BadHead as error:
        _log.warning("no snapshots can be kept: %s", error)
        return
    with journal.writing() as connection:
        for one in made:
            hash = queries.hash_of(connection, one.number, journal.beginning)
            before = _row(connection, one.name, one.part - 1).digest if one.part else b""
            digest = _digest(journal, one, hash, before)
            same = snapshots.c.name == one.name, snapshots.c.part >= one.part
            connection.execute(sa.delete(snapshots).where(*same))
            row = {name: getattr(one, name, None) for name in _COLUMNS} | {"digest": digest}
            connection.execute(snapshots.insert(), [row | {"signature": key.sign(digest)}])


def read(journal: Journal, names: Sequence[str], *, program: str) -> dict[str, tuple[Snapshot, ...]]:
    """The snapshots of these names that fit the journal and the program, with all their parts in order."""
    with journal.reading() as connection:
        if snapshots.name not in sa.inspect(connection).get_table_names():
            return {}  # a journal of an earlier version, opened to read
        rows: dict[str, list[Any]] = {}
        for at in range(0, len(names), _NAMES_A_QUERY):
            some = snapshots.c.name.in_(names[at : at + _NAMES_A_QUERY])
            for row in connection.execute(sa.select(snapshots).where(some).order_by(*snapshots.primary_key)):
                rows.setdefault(row.name, []).append(row)
        hashes = queries.hashes_of(connection, [row.number for parts in rows.values() for row in parts])
    found, wrong = {}, []
    for name, parts in rows.items():
        if any(row.program != program for row in parts):
            _log.info("the snapshot %s is not used: another version of the program made it", name)
        elif why := _why_not(journal, parts, hashes):
            wrong.append(f"{name}: {why}")
        else:
            found[name] = tuple(_snapshot(row) for row in parts)
    if wrong:
        _discarded(journal, wrong)
    return found


def forget(journal: Journal, name: str, why: str) -> None:
    """Note that a snapshot that was read is of no use; its entries are read instead."""
    _discarded(journal, [f"{name}: {why}"])


def _discarded(journal: Journal, wrong: Sequence[str]) -> None:
    """Note what is left aside: somebody changed the journal's database, or its entries were restored."""
    for each in wrong[:20]:
        _log.error("ALARM: a snapshot does not match the journal and is not used: %s", each)
    if not journal.read_only:
        more = f" (and {len(wrong) - 1:,} more)" if len(wrong) > 1 else ""
        note(journal, KIND, by=SYSTEM, what=f"{wrong[0]}{more}", why="the entries were read instead")


def _why_not(journal: Journal, parts: Sequence[Any], hashes: Mapping[int, bytes]) -> str:
    """Why the parts of a snapshot cannot be used; empty where they can."""
    if [row.part for row in parts] != [*range(len(parts))]:
        return "a part of it is missing"
    if any(after.number < before.number for before, after in pairwise(parts)):
        return "its parts are not in order"
    digest = b""
    for row in parts:
        if row.number not in hashes:
            return f"entry {row.number}, at which it was made, is missing"
        digest = _digest(journal, _snapshot(row), hashes[row.number], digest)
        if digest != row.digest:
            return f"it was changed, or entry {row.number} is not the one at which it was made"
    try:  # the last digest covers all of them
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(journal.public_key)).verify(parts[-1].signature, digest)
    except (InvalidSignature, ValueError):
        return "its signature is not valid"
    return ""


def _digest(journal: Journal, one: Snapshot, hash: bytes, before: bytes) -> bytes:
    """What is signed: the journal, the entry with its hash, the part before, the program, and all of the body."""
    about = [_TITLE, journal.identity.encode(), one.name.encode(), b"%d" % one.part, b"%d" % one.number, hash, before]
    return hashlib.sha256(canonical([*about, one.program.encode(), one.body])).digest()


def _row(connection: sa.Connection, name: str, part: int) -> Any:
    return connection.execute(sa.select(snapshots).where(snapshots.c.name == name, snapshots.c.part == part)).one()


def _snapshot(row: Any) -> Snapshot:
    return Snapshot(name=row.name, part=row.part, number=row.number, program=row.program, body=row.body)
