"""What a journal keeps, as plain values that a test can also write by hand.

Here: reading all entries, opened, and what the journal itself finds wrong. Not here: what must hold (`checker`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import msgspec

from houseway import books
from houseway.journal.entry import Recorded
from houseway.journal.store import Journal
from houseway.journal.verify import verify
from houseway.kept.decks import KeptDecks, check_against_journal
from houseway.kept.seals import Seals
from houseway.kept.tables import ASKED, STREAM, kept_tables

_SEALED = (STREAM, ASKED, "deck:")


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the journal; `body` is opened, with nothing sealed in it."""

    number: int
    stream: str
    version: int
    key: str
    part: int = 0
    kind: str
    body: dict[str, Any] = {}
    postings: tuple[tuple[str, int], ...] = ()


def read(url: str) -> list[Kept]:
    """Every entry of a journal, in order."""
    with Journal.open(url, read_only=True) as journal:
        seals: dict[str, Seals] = {}
        return [_opened(journal, seals, recorded) for recorded in journal.read_all()]


def _opened(journal: Journal, seals: dict[str, Seals], recorded: Recorded) -> Kept:
    body = recorded.body
    if recorded.stream.startswith(_SEALED):
        table = recorded.stream.partition(":")[2]
        if table not in seals:
            seals[table] = Seals(journal, table)
        body = seals[table].opened(recorded)
    return Kept(
        number=recorded.number,
        stream=recorded.stream,
        version=recorded.version,
        key=recorded.key,
        part=recorded.part,
        kind=recorded.kind,
        body=_fields(body),
        postings=tuple((posting.account, posting.cents) for posting in recorded.postings),
    )


def _fields(body: bytes) -> dict[str, Any]:
    try:
        found = json.loads(body)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def wrong_in_itself(url: str) -> Iterable[str]:
    """What a journal shows to be wrong without any client: the chain, the balances, the decks."""
    with Journal.open(url, read_only=True) as journal:
        yield from (str(finding) for finding in verify(journal).findings)
        for table, book in kept_tables(journal).items():
            proofs = KeptDecks(journal, table, books.get(book)).proofs()
            yield from check_against_journal(journal, proofs)
