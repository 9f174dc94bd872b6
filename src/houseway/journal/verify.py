"""Verifying a journal: the chain, the ledger and the database, and a stored head where there is one.

Here: reading a journal, all of it or what is new since a checkpoint, and reporting what is wrong with which entry. Not
here: repairing anything, or where heads are stored (`heads`).

Without a head, anyone who can write to the database can remove entries from the end, or write a whole new chain. A head
stored elsewhere exposes both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from houseway.errors import BadJournal
from houseway.journal import queries, schema
from houseway.journal.chain import link
from houseway.journal.checkpoint import Checkpoint, balances_digest
from houseway.journal.entry import Recorded
from houseway.journal.head import Head
from houseway.journal.ledger import never_below_zero, totals
from houseway.journal.schema import balances, entries, postings
from houseway.journal.store import Journal
from houseway.money import money


@dataclass(frozen=True, kw_only=True)
class Report:
    """How many entries the journal has, and one sentence for each problem; `since` is where reading began."""

    entries: int
    hash: str
    findings: tuple[str, ...]
    since: int = 0
    checkpoint: Checkpoint
    """What may be kept as verified, if nothing is wrong."""

    @property
    def whole(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings


def verify(
    journal: Journal,
    *,
    head: Head | None = None,
    heads: Sequence[Head] = (),
    since: Checkpoint | None = None,
    page: Callable[[], None] | None = None,
) -> Report:
    """Read the journal and report every problem: all of it, or only what follows a checkpoint.

    Every head is compared with the entry it was taken at. Entries may be appended meanwhile: they are read too, and the
    balances compared as of one moment at the end. `page` is called after every page, for whoever wants to wait or stop.
    """
    walk = _Walk(journal, (*heads, *([head] if head else [])), since, page)
    try:
        findings = tuple(walk.findings())
    except BadJournal as damage:
        findings = (f"after entry {walk.number}: {damage}",)
    reached = Checkpoint(
        journal=journal.identity,
        entries=walk.number,
        hash=walk.hash.hex(),
        balances=balances_digest(walk.balances),
    )
    return Report(
        entries=walk.number,
        hash=walk.hash.hex(),
        findings=findings,
        since=since.entries if since else 0,
        checkpoint=reached,
    )


def differing_balances(journal: Journal) -> tuple[str, ...]:
    """One sentence for every balance that is not the sum of its postings; the chain is not checked."""
    sums_of = sa.select(postings.c.account, sa.func.sum(postings.c.cents)).group_by(postings.c.account)
    with journal.reading() as connection:
        sums = {account: int(cents) for account, cents in connection.execute(sums_of)}
        return tuple(_differing(connection, sums))


def _database(connection: sa.Connection, *, whole: bool) -> Iterator[str]:
    """Problems that the database reports about itself; `whole` where it may take as long as reading all of it."""
    if whole and connection.dialect.name == "sqlite":
        for said in connection.exec_driver_sql("PRAGMA integrity_check").scalars():
            if said != "ok":
                yield f"the file is damaged: {' '.join(said.split())}"
    for name in schema.missing_triggers(connection):
        yield f"the trigger {name}, which makes the database refuse changes, is missing or was changed"


class _Walk:
    """Checks each entry against the one before, and adds up the postings again, from the start or a checkpoint on."""

    def __init__(
        self, journal: Journal, heads: Sequence[Head], since: Checkpoint | None, page: Callable[[], None] | None
    ) -> None:
        self.number = since.entries if since else 0
        self.hash = bytes.fromhex(since.hash) if since else journal.beginning
        self.balances: dict[str, int] = {}
        self._journal = journal
        self._heads = heads
        self._at = {head.entries for head in heads}
        self._since = since
        self._page = page
        self._versions: dict[str, int] = {}
        self._appended: list[Recorded] = []

    def findings(self) -> Iterator[str]:
        after = self._since.entries if self._since else -(2**62)
        with self._journal.reading() as connection:
            yield from _database(connection, whole=self._since is None)
            if self._since:
                yield from self._at_checkpoint(connection, self._since)
            yield from self._same_journal()
            yield from self._before(connection)
            yield from self._at_head()
        for place, recorded in enumerate(self._journal.read_all(after=after), start=1):
            after = recorded.number
            yield from self._read(recorded)
            if self._page and place % queries.PAGE == 0:
                self._page()
        with self._journal.reading() as connection:
            for recorded in queries.EVERYTHING.all(connection, after):
                yield from self._read(recorded)
            yield from self._at_the_end(connection)

    def _read(self, recorded: Recorded) -> Iterator[str]:
        if self._appended and recorded.key != self._appended[-1].key:
            yield from self._add_up()
        yield from self._follow(recorded)
        self._appended.append(recorded)
        yield from self._at_head()

    def _at_the_end(self, connection: sa.Connection) -> Iterator[str]:
        yield from self._add_up()
        newest = max(self._at, default=0)
        if newest > self.number:
            yield (
                f"entries {self.number + 1} to {newest} are missing: the head was taken at entry {newest}, and the "
                f"journal ends at entry {self.number}"
            )
        yield from self._strays(connection)
        yield from _differing(connection, self.balances)

    def _at_checkpoint(self, connection: sa.Connection, since: Checkpoint) -> Iterator[str]:
        """Compare the journal with the checkpoint, and begin with the balances it had there."""
        number, _ = queries.tip(connection, self._journal.beginning)
        if number < since.entries:
            yield (
                f"entries {number + 1} to {since.entries} are missing: the journal was verified up to entry "
                f"{since.entries}, and ends at entry {number}"
            )
            return
        if queries.hash_of(connection, since.entries, self._journal.beginning).hex() != since.hash:
            yield f"history was rewritten: entry {since.entries} is not the one that was verified"
        new = sa.select(postings.c.account, sa.func.sum(postings.c.cents)).where(postings.c.entry > since.entries)
        self.balances = _kept(connection)
        for account, cents in connection.execute(new.group_by(postings.c.account)):
            self.balances[account] = self.balances.get(account, 0) - int(cents)
        if balances_digest(self.balances) != since.balances:
            yield f"the balances at entry {since.entries} are not those that were verified"

    def _follow(self, recorded: Recorded) -> Iterator[str]:
        what = f"entry {recorded.number} ({recorded.kind}, version {recorded.version} of {recorded.stream})"
        if recorded.number != self.number + 1:
            yield f"{what} follows entry {self.number}: entry {self.number + 1} is missing"
        version = self._version(recorded)
        if recorded.version != version + 1:
            yield f"{what} follows version {version} of its stream"
        place = {name: getattr(recorded, name) for name in ("number", "stream", "version", "key", "part")}
        if link(self.hash, **place, entry=recorded.entry) != recorded.hash:
            yield f"{what} is not what was written: its hash does not match its content and the entry before it"
        self.number, self.hash = recorded.number, recorded.hash
        self._versions[recorded.stream] = recorded.version

    def _version(self, recorded: Recorded) -> int:
        """The version of an entry's stream before it."""
        if recorded.stream in self._versions or not self._since:
            return self._versions.get(recorded.stream, 0)
        stream, version = recorded.stream, recorded.version
        with self._journal.reading() as connection:
            return queries.version_before(connection, stream, version=version, number=self._since.entries)

    def _add_up(self) -> Iterator[str]:
        """The ledger's rules, for the entries of one append."""
        appended, self._appended = self._appended, []
        moved = totals(posting for recorded in appended for posting in recorded.postings)
        if sum(moved.values()):
            yield f"the postings of entry {appended[0].number} sum to {money(sum(moved.values()))} instead of 0.00"
        for account, cents in moved.items():
            self.balances[account] = self.balances.get(account, 0) + cents
            if cents < 0 and never_below_zero(account) and self.balances[account] < 0:
                yield f"entry {appended[0].number} leaves {account} at {money(self.balances[account])}"

    def _same_journal(self) -> Iterator[str]:
        own = self._journal.identity, self._journal.public_key
        for head in {(head.journal, head.public_key): head for head in self._heads}.values():
            if (head.journal, head.public_key) != own:
                yield (
                    f"the head belongs to journal {head.journal} and key {head.public_key[:16]}..., but this is "
                    f"journal {own[0]} with key {own[1][:16]}..."
                )

    def _before(self, connection: sa.Connection) -> Iterator[str]:
        """Compare with heads that were taken before the checkpoint."""
        for head in self._heads:
            if head.entries < self.number:
                hash = queries.hash_of(connection, head.entries, self._journal.beginning)
                yield from _differs(head, hash)

    def _at_head(self) -> Iterator[str]:
        """Compare with the heads that were taken at this entry."""
        if self.number in self._at:
            for head in self._heads:
                if head.entries == self.number:
                    yield from _differs(head, self.hash)

    def _strays(self, connection: sa.Connection) -> Iterator[str]:
        unknown: sa.ColumnElement[bool] = postings.c.entry.not_in(sa.select(entries.c.number))
        if self._since:
            unknown = sa.and_(postings.c.entry > self._since.entries, unknown)
        for number in connection.scalars(sa.select(postings.c.entry).where(unknown).distinct()):
            yield f"there are postings for entry {number}, but no such entry"


def _differs(head: Head, hash: bytes) -> Iterator[str]:
    if hash.hex() != head.hash:
        yield f"history was rewritten: entry {head.entries} is not the one in the head"


def _kept(connection: sa.Connection) -> dict[str, int]:
    return {row.account: row.cents for row in connection.execute(sa.select(balances))}


def _differing(connection: sa.Connection, sums_of: Mapping[str, int]) -> Iterator[str]:
    kept = _kept(connection)
    for account in sorted(kept.keys() | sums_of.keys()):
        if kept.get(account, 0) != sums_of.get(account, 0):
            yield (
                f"the balance of {account} is stored as {money(kept.get(account, 0))}, but its postings sum to "
                f"{money(sums_of.get(account, 0))}"
            )


def not_shown(report: Report, newest: int | None) -> list[str]:
    """What this verification cannot show."""
    said = []
    if newest is None:
        said.append(
            "that no entry was cut off the end, and that the journal was not rewritten from the start: that takes a "
            "head kept elsewhere (--head, --heads)"
        )
    elif newest < report.entries:
        said.append(
            f"that nothing after entry {report.entries:,} was cut off: the newest head was taken at entry {newest:,}"
        )
    if report.since:
        said.append(f"that entries up to {report.since:,} are still as they were when they were last verified")
    return said
