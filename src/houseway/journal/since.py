"""The newest entries of a stream, without reading those before.

Here: those written after an entry of the journal. Not here: the queries (`queries`).
"""

from __future__ import annotations

from collections.abc import Iterator

from houseway.journal import queries
from houseway.journal.entry import Recorded
from houseway.journal.store import Journal


def entries_since(journal: Journal, stream: str, number: int) -> Iterator[Recorded]:
    """The entries of a stream that were written after an entry, given by its number."""
    newest, after = versions_at(journal, stream, number)
    return journal.read(stream, after=after, upto=newest)


def versions_at(journal: Journal, stream: str, number: int) -> tuple[int, int]:
    """The version of a stream now, and its version when an entry had been written."""
    with journal.reading() as connection:
        newest = queries.version(connection, stream)
        return newest, queries.version_at(connection, stream, number)
