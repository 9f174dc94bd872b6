"""The rounds of every table and every player, found in the journal.

Here: an index of where each round is in its table's stream and who played in it, a few bytes per round, and
reading one round for one viewer. Not here: what the viewer may see of it (`rounds`, and `table.view` behind it).

The index is given events as they happen, and reads any it was not given from the journal, so it never misses one.
Threads share it.
"""

from __future__ import annotations

import heapq
import itertools
import threading
from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import msgspec

from houseway import books
from houseway.errors import BadJournal, HousewayError, UnknownBook, shortened
from houseway.journal.entry import Recorded
from houseway.journal.shuffle import Proof
from houseway.journal.store import Journal
from houseway.kept.bodies import read_body
from houseway.kept.debts import debts_of_round
from houseway.kept.decks import COMMITTED, DECK, REVEALED
from houseway.kept.seals import Seals, unopened_event
from houseway.kept.tables import STREAM
from houseway.rulebook.procedure import Role
from houseway.rulebook.rulebook import Rulebook
from houseway.table import events as e
from houseway.table.commands import Actor
from houseway.table.evolve import evolve
from houseway.table.state import Table
from houseway.table.view import WATCHER
from houseway.web.past.rounds import RoundReader, SeenProof, SeenRound

PROOFS_A_PAGE, PAGES_KEPT = 100, 100
"""How many proofs are read at a time, and how many pages of them are kept: about five megabytes."""


class UnknownRound(HousewayError):
    """A table, or a round of one, that the journal does not have."""


@dataclass
class _Rounds:
    """Where a table's rounds and decks are: the versions of each round's first and last events, 0 while it is open."""

    opened: Table
    number: int
    """The table's place in the list of tables."""
    version: int = 0
    first: array[int] = field(default_factory=lambda: array("Q"))
    last: array[int] = field(default_factory=lambda: array("Q"))
    corrections: dict[int, tuple[int, int]] = field(default_factory=dict)
    """The first and last version of each round's later corrections."""
    deck_version: int = 0
    committed: dict[int, int] = field(default_factory=dict)
    revealed: dict[int, int] = field(default_factory=dict)
    """The versions of each round's commitment and proof in the stream of decks."""

    def has(self, number: int) -> bool:
        """Whether there is such a round."""
        return 1 <= number <= len(self.first)


def shipped_book(name: str) -> Rulebook:
    """A shipped book by its name, and nothing else: no request may name a file to run."""
    if name not in books.names():
        raise UnknownBook(f"there is no book {shortened(name)!r}; the books are {', '.join(books.names())}")
    return books.get(name)


class History:
    """The rounds of a journal; `book_of` finds a book by its name."""

    def __init__(self, journal: Journal, book_of: Callable[[str], Rulebook] = shipped_book) -> None:
        """Read the stream of every table once."""
        self.journal, self.book_of = journal, book_of
        self._tables: dict[str, _Rounds] = {}
        self._names: list[str] = []
        self._announced: set[str] = set()
        self._players: dict[str, array[int]] = {}
        """For each player, in pairs: the number of a table, and of a round that they played there."""
        self._latest: dict[tuple[str, int], int] = {}
        self._pages: dict[tuple[str, tuple[int, ...]], bytes] = {}
        self._lock = threading.RLock()
        streams = [stream for stream in journal.streams() if stream.startswith(STREAM)]
        kept = [journal.read(stream) for stream in streams]
        for recorded in heapq.merge(*kept, key=lambda recorded: recorded.number):
            self._index(recorded.stream.removeprefix(STREAM), unopened_event(recorded), recorded.version)

    def add(self, table: str, event: e.Event, version: int) -> None:
        """Add an event that was kept, without waiting for a lock.

        An event that is out of order, or comes while another thread is reading, is read from the journal when needed.
        """
        self._announced.add(table)
        if not self._lock.acquire(blocking=False):
            return
        try:
            known = self._tables[table].version if table in self._tables else 0
            if version == known + 1:
                self._index(table, event, version)
        finally:
            self._lock.release()

    def book(self, table: str) -> str:
        """The name of the book a table is kept under."""
        return self._found(table).opened.book

    def rounds(self, table: str, *, last: int | None = None, before: int = 0) -> tuple[int, ...]:
        """The numbers of a table's rounds, newest first: at most `last`, and only those below `before` if given."""
        with self._lock:
            count = len(self._found(table).first)
            newest = min(count, before - 1) if before else count
            numbers = range(newest, 0, -1)
            return tuple(numbers if last is None else numbers[:last])

    def rounds_of(
        self, player: str, *, table: str = "", last: int | None = None, before: tuple[str, int] | None = None
    ) -> tuple[tuple[str, int], ...]:
        """The rounds a player played, newest first: all, or those of one table, or those before one."""
        with self._lock:
            for name in (table,) if table else {*self._names, *self._announced}:
                self._found(name)
            pairs = self._players.get(player, array("Q"))
            found: Iterator[tuple[str, int]] = (
                (self._names[pairs[at]], pairs[at + 1]) for at in range(len(pairs) - 2, -1, -2)
            )
            if before is not None:
                found = itertools.islice(itertools.dropwhile(lambda one: one != before, found), 1, None)
            if table:
                found = (one for one in found if one[0] == table)
            return tuple(itertools.islice(found, last))

    def round(self, table: str, number: int, viewer: Actor) -> SeenRound:
        """A round as a viewer may see it; a player who did not play in it sees what any watcher saw."""
        with self._lock:
            rounds = self._found(table)
            self._read_decks(table, rounds)
            if not rounds.has(number):
                raise UnknownRound(f"table {table} has no round {number}; it has had {len(rounds.first):,}")
            first, last = rounds.first[number - 1], rounds.last[number - 1] or rounds.version
            corrected = rounds.corrections.get(number)
            committed, revealed = rounds.committed.get(number), rounds.revealed.get(number)
        seals = Seals(self.journal, table)
        events = [seals.event(recorded) for recorded in self._entries(STREAM + table, first, last)]
        if viewer.role is Role.PLAYER and viewer.name not in _playing(events):
            viewer = WATCHER
        before = msgspec.structs.replace(rounds.opened, version=first - 1)
        reader = RoundReader(self.book_of(rounds.opened.book), before, viewer)
        for event in events:
            reader.add(event)
        if corrected:
            entries = self._entries(STREAM + table, *corrected)
            found = ((recorded.version, seals.event(recorded)) for recorded in entries)
            reader.add_corrections((version, event) for version, event in found if _corrects(event, number))
        names = {viewer.name} - {""} if viewer.role is Role.PLAYER else _playing(events)
        reader.add_debts(debts_of_round(self.journal, table, names, number))
        return SeenRound(
            table=table,
            book=rounds.opened.book,
            round=number,
            manual=rounds.opened.manual,
            lines=tuple(reader.lines),
            hands=reader.hands,
            ended=reader.ended,
            commitment=self._commitment(table, committed) if committed else "",
            proof=seen_proof(self._proof(table, revealed)) if revealed and reader.ended else None,
        )

    def proofs(self, table: str) -> Iterator[Proof]:
        """The proofs of a table's revealed rounds, in order."""
        for page in self.proof_pages(table):
            yield from self._proofs(table, page)

    def proof_pages(self, table: str) -> list[tuple[int, ...]]:
        """The proofs of a table's revealed rounds, in order, some at a time: the versions of each page."""
        with self._lock:
            rounds = self._found(table)
            self._read_decks(table, rounds)
            versions = [version for _, version in sorted(rounds.revealed.items())]
        return [tuple(versions[at : at + PROOFS_A_PAGE]) for at in range(0, len(versions), PROOFS_A_PAGE)]

    def proof_lines(self, table: str, page: tuple[int, ...]) -> bytes:
        """The proofs of a page, one per line. A proof never changes, so pages are kept for whoever asks next."""
        known = self._pages.get((table, page))
        if known is None:
            known = b"".join(proof.to_json().encode() + b"\n" for proof in self._proofs(table, page))
            self._pages[table, page] = known
            while len(self._pages) > PAGES_KEPT:
                self._pages.pop(next(iter(self._pages)), None)
        return known

    def _proofs(self, table: str, page: tuple[int, ...]) -> Iterator[Proof]:
        wanted = frozenset(page)
        for recorded in self._entries(DECK + table, min(page), max(page)):
            if recorded.version in wanted:
                yield Proof.from_json(recorded.body.decode())

    def _found(self, table: str) -> _Rounds:
        """A table's rounds, indexed up to the end of its stream."""
        known = self._tables.get(table)
        for recorded in self.journal.read(STREAM + table, after=known.version if known else 0):
            self._index(table, unopened_event(recorded), recorded.version)
        if table not in self._tables:
            raise UnknownRound(f"there is no table {shortened(table)}")
        return self._tables[table]

    def _index(self, table: str, event: e.Event, version: int) -> None:
        if isinstance(event, e.TableOpened):
            opened = evolve(Table(), event)
            self._tables[table] = _Rounds(opened, number=len(self._names))
            self._names.append(table)
        rounds = self._tables.get(table)
        if rounds is None:
            raise BadJournal(f"{STREAM}{table} does not begin with the opening of a table")
        rounds.version = version
        match event:
            case e.BettingOpened():
                rounds.first.append(version)
                rounds.last.append(0)
                if event.round != len(rounds.first):
                    raise BadJournal(
                        f"{STREAM}{table} has round {event.round} where round {len(rounds.first)} should follow"
                    )
            case e.RoundSettled() | e.RoundVoided():
                rounds.last[event.round - 1] = version
            case e.SettlementCorrected() | e.EnvyCorrected() | e.RoundCorrected():
                first, _ = rounds.corrections.get(event.round, (version, version))
                rounds.corrections[event.round] = (first, version)
            case e.WagerPlaced() | e.WagerFound() | e.BankSettled():
                self._wagered(event.player, rounds.number, len(rounds.first))

    def _wagered(self, player: str, table: int, number: int) -> None:
        if self._latest.get((player, table)) != number:
            self._latest[player, table] = number
            self._players.setdefault(player, array("Q")).extend((table, number))

    def _read_decks(self, table: str, rounds: _Rounds) -> None:
        for recorded in self.journal.read(DECK + table, after=rounds.deck_version):
            rounds.deck_version = recorded.version
            if recorded.kind in (COMMITTED, REVEALED):
                where = rounds.committed if recorded.kind == COMMITTED else rounds.revealed
                where[_body(recorded).round] = recorded.version

    def _commitment(self, table: str, version: int) -> str:
        return _body(self._deck(table, version)).commitment

    def _proof(self, table: str, version: int) -> Proof:
        return Proof.from_json(self._deck(table, version).body.decode())

    def _deck(self, table: str, version: int) -> Recorded:
        return next(self._entries(DECK + table, version, version))

    def _entries(self, stream: str, first: int, last: int) -> Iterator[Recorded]:
        return self.journal.read(stream, after=first - 1, upto=last)


class _Deck(msgspec.Struct, frozen=True):
    """What may be read of a kept deck before its round has ended: everything but the secret."""

    round: int
    commitment: str


_decoder = msgspec.json.Decoder(_Deck)


def _body(recorded: Recorded) -> _Deck:
    return read_body(recorded, _decoder, "no deck")


def _corrects(event: e.Event, number: int) -> bool:
    """Whether an event corrects a round; other rounds may have been played between two corrections of it."""
    return isinstance(event, e.SettlementCorrected | e.EnvyCorrected | e.RoundCorrected) and event.round == number


def _playing(events: Iterable[e.Event]) -> set[str]:
    """The players who had a wager or the bank; a bank is taken before its round begins."""
    kinds = e.WagerPlaced | e.WagerFound | e.HandViewed | e.BankSettled
    return {event.player for event in events if isinstance(event, kinds)}


def seen_proof(proof: Proof) -> SeenProof:
    """A proof as it is sent."""
    return msgspec.json.decode(proof.to_json(), type=SeenProof)
