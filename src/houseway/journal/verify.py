"""Verifying a journal: the chain, the ledger and the database, and a stored head where there is one.

Here: reading a journal and reporting what is wrong with which entry. Not here: repairing anything.

Without a head, anyone who can write to the database can remove entries from the end, or write a whole new chain. A head
stored elsewhere exposes both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

import sqlalchemy as sa

from houseway.errors import BadJournal
from houseway.journal import queries, schema
from houseway.journal.chain import link
from houseway.journal.entry import Recorded
from houseway.journal.head import Head
from houseway.journal.ledger import never_below_zero, totals
from houseway.journal.schema import balances, entries, postings
from houseway.journal.store import Journal
from houseway.money import money


@dataclass(frozen=True, kw_only=True)
class Report:
    """How many entries were read, and one sentence for each problem."""

    entries: int
    hash: str
    findings: tuple[str, ...]

    @property
    def whole(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings


def verify(journal: Journal, *, head: Head | None = None) -> Report:
    """Read the whole journal as of one moment and report every problem."""
    walk = _Walk(journal, head)
    try:
        with journal.reading() as connection:
            findings = tuple(chain(_database(connection), walk.findings(connection)))
    except BadJournal as damage:
        findings = (f"after entry {walk.number}: {damage}",)
    return Report(entries=walk.number, hash=walk.hash.hex(), findings=findings)


def differing_balances(journal: Journal) -> tuple[str, ...]:
    """One sentence for every balance that is not the sum of its postings; the chain is not checked."""
    sums_of = sa.select(postings.c.account, sa.func.sum(postings.c.cents)).group_by(postings.c.account)
    with journal.reading() as connection:
        sums = {account: int(cents) for account, cents in connection.execute(sums_of)}
        return tuple(_differing(connection, sums))


def _database(connection: sa.Connection) -> Iterator[str]:
    """Problems that the database reports about itself."""
    if connection.dialect.name == "sqlite":
        for said in connection.exec_driver_sql("PRAGMA integrity_check").scalars():
            if said != "ok":
                yield f"the file is damaged: {' '.join(said.split())}"
    for name in schema.missing_triggers(connection):
        yield f"the trigger {name}, which makes the database refuse changes, is missing or was changed"


class _Walk:
    """Checks each entry against the one before, and adds up all postings again."""

    def __init__(self, journal: Journal, head: Head | None) -> None:
        self.number = 0
        self.hash = journal.beginning
        self._journal = journal
        self._head = head
        self._versions: dict[str, int] = {}
        self._balances: dict[str, int] = {}

    def findings(self, connection: sa.Connection) -> Iterator[str]:
        appended: list[Recorded] = []
        if self._head:
            yield from self._same_journal(self._head)
            yield from self._at_head(self._head)
        for recorded in queries.all_pages(connection, sa.true(), entries.c.number, after=-(2**62)):
            if appended and recorded.key != appended[-1].key:
                yield from self._add_up(appended)
                appended = []
            yield from self._follow(recorded)
            appended.append(recorded)
            if self._head:
                yield from self._at_head(self._head)
        yield from self._add_up(appended)
        if self._head and self._head.entries > self.number:
            yield (
                f"entries {self.number + 1} to {self._head.entries} are missing: the head was taken at entry "
                f"{self._head.entries}, and the journal ends at entry {self.number}"
            )
        yield from self._strays(connection)
        yield from _differing(connection, self._balances)

    def _follow(self, recorded: Recorded) -> Iterator[str]:
        what = f"entry {recorded.number} ({recorded.kind}, version {recorded.version} of {recorded.stream})"
        if recorded.number != self.number + 1:
            yield f"{what} follows entry {self.number}: entry {self.number + 1} is missing"
        version = self._versions.get(recorded.stream, 0)
        if recorded.version != version + 1:
            yield f"{what} follows version {version} of its stream"
        place = {name: getattr(recorded, name) for name in ("number", "stream", "version", "key", "part")}
        if link(self.hash, **place, entry=recorded.entry) != recorded.hash:
            yield f"{what} is not what was written: its hash does not match its content and the entry before it"
        self.number, self.hash = recorded.number, recorded.hash
        self._versions[recorded.stream] = recorded.version

    def _add_up(self, appended: list[Recorded]) -> Iterator[str]:
        """The ledger's rules, for the entries of one append."""
        moved = totals(posting for recorded in appended for posting in recorded.postings)
        if sum(moved.values()):
            yield f"the postings of entry {appended[0].number} sum to {money(sum(moved.values()))} instead of 0.00"
        for account, cents in moved.items():
            self._balances[account] = self._balances.get(account, 0) + cents
            if cents < 0 and never_below_zero(account) and self._balances[account] < 0:
                yield f"entry {appended[0].number} leaves {account} at {money(self._balances[account])}"

    def _same_journal(self, head: Head) -> Iterator[str]:
        if (head.journal, head.public_key) != (self._journal.identity, self._journal.public_key):
            yield (
                f"the head belongs to journal {head.journal} and key {head.public_key[:16]}..., but this is journal "
                f"{self._journal.identity} with key {self._journal.public_key[:16]}..."
            )

    def _at_head(self, head: Head) -> Iterator[str]:
        if self.number == head.entries and self.hash.hex() != head.hash:
            yield f"history was rewritten: entry {head.entries} is not the one in the head"

    def _strays(self, connection: sa.Connection) -> Iterator[str]:
        unknown = postings.c.entry.not_in(sa.select(entries.c.number))
        for number in connection.scalars(sa.select(postings.c.entry).where(unknown).distinct()):
            yield f"there are postings for entry {number}, but no such entry"


def _differing(connection: sa.Connection, sums_of: Mapping[str, int]) -> Iterator[str]:
    kept = {row.account: row.cents for row in connection.execute(sa.select(balances))}
    for account in sorted(kept.keys() | sums_of.keys()):
        if kept.get(account, 0) != sums_of.get(account, 0):
            yield (
                f"the balance of {account} is stored as {money(kept.get(account, 0))}, but its postings sum to "
                f"{money(sums_of.get(account, 0))}"
            )
