"""Tables as they stood when a round began, kept as snapshots: so a table opens by reading its last rounds alone.

Here: what is kept of a table, when a snapshot is due, and finding the newest one before a round. Not here: whether a
snapshot fits the journal (`journal.snapshots`), or what an event does to a table (`table.evolve`).

A snapshot is of the table just before a round begins: what it holds of cards is of rounds that have ended, and open.
Every snapshot is kept, since a correction needs the table as it was before an old round (`KeptTable.before_settling`).
Its program is the digest of the files that say what an event does: another version of them reads all entries again.
"""

from __future__ import annotations

import functools
import hashlib
import zlib
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from houseway.journal import snapshots
from houseway.journal.snapshots import Snapshot
from houseway.journal.store import Journal
from houseway.kept.found import STREAM, Began
from houseway.table import events as e
from houseway.table import state
from houseway.table.state import Table

EVERY: Final = 2000
"""Entries of a table's stream after which a snapshot is due, when the next round begins."""
CORRECTIONS: Final = (e.SettlementCorrected, e.EnvyCorrected, e.RoundCorrected)
_PACKAGE: Final = Path(state.__file__).resolve().parent.parent
FILES: Final = (
    "kept/folds.py",
    "rulebook/comparison.py",
    "rulebook/procedure.py",
    "table/commands.py",
    "table/events.py",
    "table/evolve.py",
    "table/record.py",
    "table/state.py",
)
"""What says what an event does to a table, with everything of the program that these use to say it."""


class Fold(msgspec.Struct, frozen=True, kw_only=True):
    """A table just before a round, and where earlier rounds were corrected."""

    table: Table = Table()
    corrections: dict[int, tuple[int, int]] = {}
    """The versions of the first and the last correction of each round that was corrected after it had ended."""

    def after(self, event: e.Event, table: Table) -> Fold:
        """The same after an event that led to this table."""
        if not isinstance(event, CORRECTIONS):
            return Fold(table=table, corrections=self.corrections)
        first, _ = self.corrections.get(event.round, (table.version, 0))
        return Fold(table=table, corrections={**self.corrections, event.round: (first, table.version)})


class Due(NamedTuple):
    """A snapshot that is to be kept: the version of the table, and its body."""

    version: int
    body: bytes


_decoder: Final = msgspec.msgpack.Decoder(Fold)


def due(fold: Fold) -> Due:
    """What is to be kept of a table."""
    return Due(fold.table.version, zlib.compress(msgspec.msgpack.encode(fold)))


def keep(journal: Journal, table: str, waiting: list[Due]) -> None:
    """Keep what is due, and take it off the list; to be called in a thread."""
    while waiting:
        some = waiting[:100]
        numbers = [next(journal.read(STREAM + table, after=one.version - 1, upto=one.version)).number for one in some]
        made = [
            Snapshot(name=STREAM + table, part=one.version, number=number, program=program(), body=one.body)
            for one, number in zip(some, numbers, strict=True)
        ]
        snapshots.keep(journal, made)
        del waiting[: len(some)]


def newest(journal: Journal, table: str, *, before: Began | None = None) -> Fold:
    """The newest snapshot of a table that fits, of all or of those made before a round; an empty one else."""
    below = {} if before is None else {"below": before.number}
    while found := snapshots.newest(journal, STREAM + table, program=program(), **below):
        try:
            fold = _decoder.decode(zlib.decompress(found.body))
        except (msgspec.MsgspecError, zlib.error) as error:
            snapshots.discard(journal, found, f"it cannot be read: {error}")
        else:
            return fold
    return Fold()


@functools.cache
def program() -> str:
    """The digest of the files that say what an event does to a table."""
    digests = (f"{hashlib.sha256((_PACKAGE / name).read_bytes()).hexdigest()}  {name}\n" for name in FILES)
    return hashlib.sha256("".join(digests).encode()).hexdigest()
