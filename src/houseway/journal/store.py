"""The journal: entries appended to streams in one chain, and read back.

Here: opening a journal, appending and reading. Not here: how appends are decided (`writing`), what the ledger refuses
(`ledger`), how damage is found (`verify`), connections to the database (`database`).
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType

import sqlalchemy as sa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from houseway.errors import BadHead, BadJournal, HousewayError
from houseway.journal import chain, queries, schema
from houseway.journal.checkpoint import Checkpoint
from houseway.journal.database import Database, Fence, Watch
from houseway.journal.entry import Append, Appended, Entry, Posting, Recorded
from houseway.journal.head import Head, make_key, public_key, read_key
from houseway.journal.known import Known
from houseway.journal.ledger import TrialBalance
from houseway.journal.migrations import OLDEST, migrate
from houseway.journal.schema import balances
from houseway.journal.sealing import given_key, make_sealing_key, read_sealing_key
from houseway.journal.significant import SYSTEM, to_append
from houseway.journal.writing import Writing

__all__ = ["Append", "Appended", "Entry", "Journal", "Posting", "Recorded"]


class Journal:
    """One journal, open. Use it in a `with` block, or `close` it; threads may share it.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, Journal.open(f"{folder}/journal.db") as journal:
    ...     buy_in = Entry("bought", b'{"by":"ann"}', (Posting("cage", -10000), Posting("player:ann", 10000)))
    ...     print(journal.append("table-1", [buy_in], expected_version=0, key="first").version)
    ...     print(journal.balance("player:ann"), [entry.kind for entry in journal.read("table-1")])
    1
    10000 ['bought']
    """

    def __init__(self, database: Database, *, identity: str, public_key: str, packed: bool = True) -> None:
        """Use `Journal.open`, which finds the identity and the public key."""
        self.identity = identity
        self.public_key = public_key
        self.beginning = chain.beginning(identity, public_key)
        self.closed_to_others: tuple[str, ...] = ()
        """One sentence for each file or folder that was open to other users and was closed to them."""
        self._packed = packed
        self._database = database
        self._known = Known()

    @classmethod
    def open(cls, url_or_path: str, *, read_only: bool = False, key_file: Path | None = None) -> Journal:
        """Open a journal by the path of its SQLite file or by its URL; if there is none, it is created.

        With `read_only` it must exist; otherwise its files are closed to other users. The key that signs heads is in
        `key_file`; by default next to the SQLite file, or in the user's data folder.
        """
        database = Database(url_or_path, read_only=read_only, key_file=key_file)
        try:
            closed = () if read_only else database.make_files_private()
            facts = _facts(database) or _create(database)
        except BaseException:
            database.close()
            raise
        packed = not read_only or int(facts["schema"]) >= schema.PACKED
        opened = cls(database, identity=facts["identity"], public_key=facts["public-key"], packed=packed)
        opened.closed_to_others = closed
        if not read_only and int(facts["schema"]) < schema.SCHEMA:
            opened._migrate()
        return opened

    def _migrate(self) -> None:
        """Turn a journal of an earlier version into one of this version, and note that."""
        try:
            with self._database.writing() as connection:
                before, after = migrate(connection)
                if before != after:
                    what = "the version of this journal"
                    noted = to_append("journal migrated", by=SYSTEM, what=what, before=before, after=after)
                    _write(connection, self.beginning, [noted])
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    def make_folders_private(self) -> None:
        """Close the folders of the journal and its key to other users; refused where they hold other things too."""
        self.closed_to_others += self._database.make_folders_private()

    @property
    def name(self) -> str:
        """The journal's path, or its URL without the password."""
        return self._database.name

    def watched_by(self, watch: Watch) -> None:
        """Tell somebody about every commit and every failure from now on."""
        self._database.watch = watch

    def fenced_by(self, fence: Fence) -> None:
        """Ask somebody in every transaction that writes whether this process still may."""
        self._database.fence = fence

    def check_writable(self) -> None:
        """Raise `JournalFailed` if nothing can be written now; nothing is."""
        self._database.check_writable()

    @property
    def server(self) -> sa.URL | None:
        """The URL of a journal in PostgreSQL, with its password."""
        return self._database.url

    @property
    def key_files(self) -> tuple[Path, Path]:
        """Where the signing key and the sealing key belong."""
        return self._database.key_file, self._database.sealing_key_file

    @property
    def file(self) -> Path | None:
        """The file of a journal in SQLite."""
        return self._database.file if self._database.is_sqlite else None

    def append(self, stream: str, new: Sequence[Entry], *, expected_version: int, key: str) -> Appended:
        """Write entries at the end of a stream, with their postings, in one transaction; return once it is safe.

        Refused, with nothing written: a stream that is not at `expected_version` (`OldVersion`), a key used before
        for something else (`KeyReused`), postings the ledger does not allow (`NotEnoughChips`, `BadEntry`). The same
        append again, under the same key, gets the first answer. After `JournalFailed` it may have been written or not:
        send it again with the same key.
        """
        wanted = Append(stream=stream, entries=tuple(new), expected_version=expected_version, key=key)
        return self.append_many([wanted])[0]

    def append_many(
        self, appends: Sequence[Append], *, together: bool = False, personal: Mapping[str, bytes] | None = None
    ) -> tuple[Appended, ...]:
        """Write several appends, in their order, in one transaction: all of them, or none if one is refused.

        With `together` they belong to one another: `KeyReused` if some were written before and others were not.
        `personal` are the keys of personal data in them, by person, kept apart from the chain.
        """
        (answers,) = self._append([appends], together=together, personal=personal)
        if isinstance(answers, HousewayError):
            raise answers
        return answers

    def append_each(self, requests: Sequence[Sequence[Append]]) -> tuple[tuple[Appended, ...] | HousewayError, ...]:
        """Write what several requests ask for, in their order, in one transaction: the answers to each, or its refusal.

        The appends of a request belong together. One request that is refused leaves the others as they are. After
        `JournalFailed` none of them counts as written; each may be sent again with its keys.
        """
        return self._append(requests, together=True)

    def _append(
        self,
        requests: Sequence[Sequence[Append]],
        *,
        together: bool,
        personal: Mapping[str, bytes] | None = None,
    ) -> tuple[tuple[Appended, ...] | HousewayError, ...]:
        every = [append for appends in requests for append in appends]
        try:
            with self._database.writing(_written_to(every)) as connection:
                writing = Writing(connection, beginning=self.beginning, appends=every, known=self._known)
                answers = [_decided(writing, appends, together=together) for appends in requests]
                if personal and not isinstance(answers[0], HousewayError):
                    rows = [{"person": person, "key": key} for person, key in personal.items()]
                    connection.execute(schema.personal.insert(), rows)
                writing.write()
        except HousewayError:  # perhaps it was written, perhaps not
            self._known.forget()
            raise
        self._known.stands_at(*writing.tip)
        return tuple(answers)

    def personal_keys(self) -> dict[str, bytes]:
        """The keys of all personal data that was not erased, by person."""
        with self.reading() as connection:
            if schema.personal.name not in sa.inspect(connection).get_table_names():
                return {}  # a journal of an earlier version, opened to read
            return {row.person: row.key for row in connection.execute(sa.select(schema.personal))}

    def erase(self, person: str, appends: Sequence[Append]) -> None:
        """Destroy the key of a person's data and write what is to be kept of that, in one transaction.

        The key is overwritten in the file and its log. What the disk itself still holds, and backups, are not reached.
        """
        with self._database.writing(_written_to(appends)) as connection:
            _write(connection, self.beginning, appends)
            connection.execute(sa.delete(schema.personal).where(schema.personal.c.person == person))
        self._known.forget()
        self._database.empty_log()

    def read(self, stream: str, *, after: int = 0, upto: int | None = None) -> Iterator[Recorded]:
        """The entries of a stream whose version is above `after` and not above `upto`, in order."""
        if upto is None:
            return self._read(queries.OF_A_STREAM, after, stream=stream)
        return self._read(queries.OF_A_STREAM_UP_TO, after, stream=stream, upto=upto)

    def read_all(self, *, after: int = 0) -> Iterator[Recorded]:
        """The entries of every stream whose number is above `after`, in the order they were written."""
        return self._read(queries.EVERYTHING, after)

    def of_kind(self, stream: str, kind: str) -> Iterator[Recorded]:
        """The entries of one kind in a stream, in order; the others are left to the database."""
        return self._read(queries.OF_A_KIND, 0, stream=stream, kind=kind)

    def last(self, stream: str, kind: str = "", *, upto: int = queries.NEWEST) -> Recorded | None:
        """The last entry of a stream, or the last of a kind in it, up to a version."""
        with self._database.looking() as connection:
            version = queries.version(connection, stream, kind, upto)
        return next(self.read(stream, after=version - 1, upto=version), None) if version else None

    def next_of(self, stream: str, kinds: Iterable[str], *, after: int) -> int:
        """The version of the next entry of one of these kinds after a version; 0 where there is none."""
        with self._database.looking() as connection:
            return queries.next_version(connection, stream, kinds, after)

    def newest_debits(self, account: str, *, below: int, most: int) -> list[queries.Place]:
        """The entries below a number that took chips from a player's account, the newest first; at most so many."""
        with self._database.looking() as connection:
            return queries.newest_debits(connection, account, below=below, most=most)

    def first_debit(self, account: str, stream: str, kinds: Iterable[str], *, above: int, below: int) -> int:
        """The first entry of these kinds in a stream, between two numbers, that took chips from a player; or 0."""
        with self._database.looking() as connection:
            return queries.first_debit(connection, account, stream, kinds, above=above, below=below)

    def find(self, key: str) -> tuple[Recorded, ...]:
        """The entries that were appended under a key; none if it was never used."""
        with self._database.looking() as connection:
            return queries.of_key(connection, key, packed=self._packed)

    def version(self, stream: str) -> int:
        """How many entries a stream has; 0 if there is no such stream."""
        with self._database.looking() as connection:
            return queries.version(connection, stream)

    def known_version(self, stream: str) -> int | None:
        """The version of a stream without asking the database; nothing where it has to be asked (`newest`)."""
        return self._known.version(stream)

    def version_at_once(self, stream: str) -> int | None:
        """The version of a stream at this moment, without waiting: also what another process has just written counts.

        Nothing where only asking the database can tell; `learn` the stream then. A server always has to be asked.
        """
        return self._known.version(stream) if self._is_known_as_of_now() else None

    def balances_at_once(self, accounts: Iterable[str]) -> dict[str, int] | None:
        """The balances of these accounts at this moment, without waiting, like `version_at_once`."""
        wanted = tuple(accounts)
        if not wanted:
            return {}
        return self._known.balances(wanted) if self._is_known_as_of_now() else None

    def _is_known_as_of_now(self) -> bool:
        """Whether what is known holds at this moment; nobody waits to find out."""
        last = self._database.at_once.last()
        return last is not None and self._known.stands_at(*last)

    def learn(self, stream: str) -> None:
        """Have the version of a stream in mind, so that `version_at_once` can tell it from now on."""
        if self._database.at_once.is_possible:
            self._look_up(stream=stream)

    def known_balances(self, accounts: Iterable[str]) -> dict[str, int] | None:
        """The balances of these accounts without asking the database; nothing where it has to be asked."""
        return self._known.balances(tuple(accounts))

    def newest(self, stream: str) -> int:
        """The version of a stream, from memory where it is known; what another process wrote may be a second old."""
        known = self._known.version(stream)
        return self._look_up(stream=stream)[0] if known is None else known

    def newest_balances(self, accounts: Iterable[str]) -> dict[str, int]:
        """The balances of these accounts, from memory where they are known, like `newest`."""
        wanted = tuple(accounts)
        known = self._known.balances(wanted)
        return self._look_up(accounts=wanted)[1] if known is None else known

    def _look_up(self, *, stream: str = "", accounts: Sequence[str] = ()) -> tuple[int, dict[str, int]]:
        """A version and balances as the database has them now; they are known from then on."""
        look = self._known.look()
        with self.reading() as connection:
            tip = queries.tip(connection, self.beginning)
            if (since := self._known.behind(tip[0])) is not None:
                moved, posted = queries.written_since(connection, since)
                self._known.follow(since, tip[0], versions=moved, balances=posted)
            version = queries.version(connection, stream) if stream else 0
            found = dict.fromkeys(accounts, 0)
            if found:
                found |= queries.balances_of(connection, found)
        self._known.read(look, *tip, versions={stream: version} if stream else {}, balances=found)
        return version, found

    def streams(self, prefix: str = "") -> dict[str, int]:
        """Every stream whose name begins so, and its version, by name."""
        with self.reading() as connection:
            return queries.streams(connection, prefix, packed=self._packed)

    def balance(self, account: str) -> int:
        """An account's balance in cents; 0 if nothing was ever posted to it."""
        with self._database.looking() as connection:
            return queries.balances_of(connection, [account]).get(account, 0)

    def balances_of(self, accounts: Iterable[str]) -> dict[str, int]:
        """The balances of these accounts at one moment, in cents."""
        found = dict.fromkeys(accounts, 0)
        if found:
            with self._database.looking() as connection:
                found |= queries.balances_of(connection, found)
        return found

    def balances(self) -> dict[str, int]:
        """Every account's balance in cents, by name."""
        return dict(self.trial_balance().accounts)

    def trial_balance(self) -> TrialBalance:
        """All balances at one moment; their sum is zero."""
        with self.reading() as connection:
            rows = connection.execute(sa.select(balances))
            return TrialBalance(accounts=tuple(sorted((row.account, row.cents) for row in rows)))

    def head(self) -> Head:
        """A signed head of the journal as it is now, to be stored elsewhere."""
        key = self.signing_key()
        number, last = self.tip()
        return Head.sign(key, journal=self.identity, entries=number, hash=last)

    def tip(self) -> tuple[int, bytes]:
        """The number and the hash of the last entry."""
        with self._database.looking() as connection:
            return queries.tip(connection, self.beginning)

    def moved_since(self, number: int) -> tuple[int, frozenset[str], frozenset[str]]:
        """The number of the last entry, and the streams and accounts that were moved after an entry."""
        with self.reading() as connection:
            last, _ = queries.tip(connection, self.beginning)
            return last, *(queries.moved_since(connection, number) if last > number else (frozenset(), frozenset()))

    def checkpoint(self) -> Checkpoint | None:
        """How far the journal was verified before; `BadHead` where the file is not what this journal signed."""
        return Checkpoint.read(self._database.checkpoint_file, journal=self.identity, public_key=self.public_key)

    def keep_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Keep how far the journal was verified, beside the journal."""
        checkpoint.write(self._database.checkpoint_file, self.signing_key())

    def signing_key(self) -> Ed25519PrivateKey:
        """The key that signs heads; `BadHead` where it is not there, or belongs to another journal."""
        key = read_key(self._database.key_file)
        if public_key(key) != self.public_key:
            raise BadHead(f"{self._database.key_file} is not the signing key of the journal {self.name}")
        return key

    def sealing_key(self) -> bytes:
        """The key for secrets that the journal keeps sealed: the operator's, or one beside the signing key.

        The latter is made on first use, unless the journal was opened to read.
        """
        if (given := given_key()) is not None:
            return given
        file = self._database.sealing_key_file
        return read_sealing_key(file) if self._database.read_only else make_sealing_key(file)

    @property
    def sealing_key_place(self) -> str:
        """Where the sealing key belongs, for a sentence that says it is not there."""
        return str(self._database.sealing_key_file)

    def reading(self) -> contextlib.AbstractContextManager[sa.Connection]:
        """A transaction that sees the journal as it is now, for several queries."""
        return self._database.reading()

    def writing(self) -> contextlib.AbstractContextManager[sa.Connection]:
        """A transaction with no other writer, for what is kept beside the chain; entries are appended by `append`."""
        return self._database.writing()

    def beside(self) -> contextlib.AbstractContextManager[sa.Connection]:
        """A connection for what is kept beside the chain, needs no turn, and may be lost; each statement by itself."""
        return self._database.looking()

    @property
    def read_only(self) -> bool:
        """Whether it was opened to read."""
        return self._database.read_only

    def _read(self, selection: queries.Selection, after: int, **given: object) -> Iterator[Recorded]:
        # entries never change, so this needs no transaction: it sees the same as one for all pages
        while True:
            with self._database.looking() as connection:
                found = selection.page(connection, after, **given)
            yield from found
            if len(found) < queries.PAGE:
                return
            after = getattr(found[-1], selection.order)


def _decided(writing: Writing, appends: Sequence[Append], *, together: bool) -> tuple[Appended, ...] | HousewayError:
    try:
        return writing.decide(appends, together=together)
    except HousewayError as refused:
        return refused


def _written_to(appends: Iterable[Append]) -> frozenset[str]:
    """The streams that appends write to."""
    return frozenset(append.stream for append in appends if not append.only_checks)


def _write(connection: sa.Connection, beginning: bytes, appends: Sequence[Append]) -> None:
    """Write appends in a transaction that does other things too."""
    writing = Writing(connection, beginning=beginning, appends=appends)
    writing.decide(appends)
    writing.write()


def _facts(database: Database) -> dict[str, str] | None:
    """The journal's facts about itself; None if the database is empty."""
    if database.is_sqlite and not database.file.exists():
        return None
    with database.reading() as connection:
        tables = sa.inspect(connection).get_table_names()
        if not tables:
            return None
        facts = queries.facts(connection) if schema.about.name in tables else {}
    return _checked(facts, database)


def _checked(facts: dict[str, str], database: Database) -> dict[str, str]:
    number = facts.get("schema", "")
    if not number.isdecimal() or not {"identity", "public-key"} <= facts.keys():
        raise BadJournal(f"{database.name} is a database, but not a Houseway journal")
    if not OLDEST <= int(number) <= schema.SCHEMA:
        raise BadJournal(
            f"the journal {database.name} has version {number}, but this Houseway reads only up to version "
            f"{schema.SCHEMA}: use a newer Houseway"
        )
    return facts


def _create(database: Database) -> dict[str, str]:
    if database.read_only:
        raise BadJournal(f"there is no journal {database.name}")
    database.create_files()
    facts = {"schema": str(schema.SCHEMA), "identity": secrets.token_hex(16)}
    with database.writing() as connection:
        if connection.dialect.has_table(connection, schema.about.name):
            return _checked(queries.facts(connection), database)  # another process was faster
        facts["public-key"] = public_key(make_key(database.key_file))
        schema.create(connection)
        connection.execute(schema.about.insert(), [{"name": name, "value": value} for name, value in facts.items()])
    return facts
