"""The rounds of every table and every player, found in the journal.

Here: finding one round for one viewer, the numbers of a table's rounds, and the rounds of a player. Not here: what the
viewer may see of it (`rounds`, and `table.view` behind it), or where a round is in its table's stream (`kept.found`).

Nothing is held in memory for each round: a table's rounds are found by halving, a player's by what was taken from
their chips, and corrections from the newest snapshot of the table on. Threads share it.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Final

import msgspec

from houseway import books
from houseway.errors import BadJournal, HousewayError, UnknownBook, shortened
from houseway.journal.entry import Recorded
from houseway.journal.queries import NEWEST, Place
from houseway.journal.shuffle import Proof
from houseway.journal.store import Journal
from houseway.kept import folds
from houseway.kept.bodies import read_body
from houseway.kept.debts import debts_of_round
from houseway.kept.decks import COMMITTED, DECK, REVEALED, kept_deck
from houseway.kept.found import STREAM, end_of_round, find_round, last_round
from houseway.kept.postings import player as purse
from houseway.kept.seals import Seals, unopened_event
from houseway.rulebook.procedure import Role
from houseway.rulebook.rulebook import Rulebook
from houseway.table import events as e
from houseway.table.commands import Actor
from houseway.table.evolve import evolve
from houseway.table.state import Table
from houseway.table.view import WATCHER
from houseway.web.past.rounds import RoundReader, SeenProof, SeenRound

DECKS_A_PAGE, PAGES_KEPT = 200, 100
"""How many entries of decks are read at a time for their proofs, and how many pages of proofs are kept: about five
megabytes.
"""
_TAKEN_AT_ONCE: Final = 100
"""How many entries that took chips from a player are looked at together."""


def _kinds(*events: type[e.Event]) -> tuple[str, ...]:
    return tuple(str(event.__struct_config__.tag) for event in events)


_STAKED: Final = _kinds(e.WagerPlaced, e.WagerFound)
_BANK_TAKEN: Final = _kinds(e.BankTaken)
_BANK_OVER: Final = _kinds(e.BankSettled, e.BankPassed)
_CORRECTED: Final = _kinds(*folds.CORRECTIONS)


class UnknownRound(HousewayError):
    """A table, or a round of one, that the journal does not have."""


def shipped_book(name: str) -> Rulebook:
    """A shipped book by its name, and nothing else: no request may name a file to run."""
    if name not in books.names():
        raise UnknownBook(f"there is no book {shortened(name)!r}; the books are {', '.join(books.names())}")
    return books.get(name)


class History:
    """The rounds of a journal; `book_of` finds a book by its name."""

    def __init__(self, journal: Journal, book_of: Callable[[str], Rulebook] = shipped_book) -> None:
        """Nothing is read yet."""
        self.journal, self.book_of = journal, book_of
        self._opened: dict[str, Table] = {}
        self._corrected: dict[str, folds.Fold] = {}
        self._pages: dict[tuple[str, tuple[int, int]], bytes] = {}
        self._lock = threading.RLock()

    def book(self, table: str) -> str:
        """The name of the book a table is kept under."""
        return self._table(table).book

    def rounds(self, table: str, *, last: int | None = None, before: int = 0) -> tuple[int, ...]:
        """The numbers of a table's rounds, newest first: at most `last`, and only those below `before` if given."""
        count = self._count(table)
        newest = min(count, before - 1) if before else count
        numbers = range(newest, 0, -1)
        return tuple(numbers if last is None else numbers[:last])

    def rounds_of(
        self, player: str, *, table: str = "", last: int | None = None, before: tuple[str, int] | None = None
    ) -> tuple[tuple[str, int], ...]:
        """The rounds a player played, newest first: all, or those of one table, or those before one."""
        if table:
            self._table(table)
        below = NEWEST if before is None else self._staked_at(player, *before)
        found = (one for one in self._played(player, below) if not table or one[0] == table)
        return tuple(itertools.islice(found, last))

    def has_played(self, player: str, table: str, number: int) -> bool:
        """Whether a player had a wager or the bank in a round."""
        return self._staked_at(player, table, number) > 0

    def _played(self, player: str, below: int) -> Iterator[tuple[str, int]]:
        """The rounds a player played, by the order of their first stake in each, from below an entry backwards."""
        told: set[tuple[str, int]] = set()
        while places := self.journal.newest_debits(purse(player), below=below, most=_TAKEN_AT_ONCE):
            for place in places:
                one = self._round_of(player, place) if place.stream.startswith(STREAM) else None
                if one is not None and one not in told:
                    told.add(one)
                    yield one
            below = places[-1].number

    def _round_of(self, player: str, place: Place) -> tuple[str, int] | None:
        """The round of a player's first stake in it; nothing for a later one, and for what is no stake."""
        table = place.stream.removeprefix(STREAM)
        if place.kind in _BANK_TAKEN:
            over = self.journal.next_of(place.stream, _BANK_OVER, after=place.version)
            began = last_round(self.journal, table, upto=over) if over else None
            return (table, began.round) if began and began.version > place.version else None
        began = last_round(self.journal, table, upto=place.version) if place.kind in _STAKED else None
        if began is None:
            return None
        first = self.journal.first_debit(purse(player), place.stream, _STAKED, above=began.number, below=place.number)
        return None if first else (table, began.round)

    def _staked_at(self, player: str, table: str, number: int) -> int:
        """The entry of a player's first stake in a round, or with which they took its bank; 0 where they had none."""
        began, after = find_round(self.journal, table, number), find_round(self.journal, table, number + 1)
        if began is None:
            return 0
        stream, below = STREAM + table, after.number if after else NEWEST
        first = self.journal.first_debit(purse(player), stream, _STAKED, above=began.number, below=below)
        taken = None if first else self.journal.last(stream, *_BANK_TAKEN, upto=began.version)
        if taken is None:
            return first
        place = Place(taken.number, stream, taken.version, taken.kind)
        event = unopened_event(taken)
        banked = isinstance(event, e.BankTaken) and event.player == player
        return taken.number if banked and self._round_of(player, place) == (table, number) else 0

    def round(self, table: str, number: int, viewer: Actor) -> SeenRound:
        """A round as a viewer may see it; a player who did not play in it sees what any watcher saw."""
        opened, began = self._table(table), find_round(self.journal, table, number)
        if began is None:
            raise UnknownRound(f"table {table} has no round {number}; it has had {self._count(table):,}")
        end = end_of_round(self.journal, table, began) or self.journal.version(STREAM + table)
        corrected = self._corrections(table).get(number)
        committed = kept_deck(self.journal, table, number, COMMITTED)
        revealed = kept_deck(self.journal, table, number, REVEALED)
        seals = Seals(self.journal, table)
        events = [seals.event(recorded) for recorded in self._entries(STREAM + table, began.version, end)]
        if viewer.role is Role.PLAYER and viewer.name not in _playing(events):
            viewer = WATCHER
        before = msgspec.structs.replace(opened, version=began.version - 1)
        reader = RoundReader(self.book_of(opened.book), before, viewer)
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
            book=opened.book,
            round=number,
            manual=opened.manual,
            lines=tuple(reader.lines),
            hands=reader.hands,
            ended=reader.ended,
            commitment=_body(committed).commitment if committed else "",
            proof=seen_proof(_proof(revealed)) if revealed and reader.ended else None,
        )

    def proofs(self, table: str) -> Iterator[Proof]:
        """The proofs of a table's revealed rounds, in order."""
        for page in self.proof_pages(table):
            yield from self._proofs(table, page)

    def proof_pages(self, table: str) -> list[tuple[int, int]]:
        """The proofs of a table's revealed rounds, in order, some at a time: the versions where each page is."""
        self._table(table)
        newest = self.journal.version(DECK + table)
        return [(at, min(at + DECKS_A_PAGE - 1, newest)) for at in range(1, newest + 1, DECKS_A_PAGE)]

    def proof_lines(self, table: str, page: tuple[int, int]) -> bytes:
        """The proofs of a page, one per line. A proof never changes, so pages are kept for whoever asks next."""
        known = self._pages.get((table, page))
        if known is None:
            known = b"".join(proof.to_json().encode() + b"\n" for proof in self._proofs(table, page))
            self._pages[table, page] = known
            while len(self._pages) > PAGES_KEPT:
                self._pages.pop(next(iter(self._pages)), None)
        return known

    def _proofs(self, table: str, page: tuple[int, int]) -> Iterator[Proof]:
        found = self._entries(DECK + table, *page)
        return (_proof(recorded) for recorded in found if recorded.kind == REVEALED)

    def _table(self, name: str) -> Table:
        """A table as it was opened."""
        if name not in self._opened:
            first = next(self.journal.read(STREAM + name, upto=1), None)
            if first is None:
                raise UnknownRound(f"there is no table {shortened(name)}")
            event = unopened_event(first)
            if not isinstance(event, e.TableOpened):
                raise BadJournal(f"{STREAM}{name} does not begin with the opening of a table")
            self._opened[name] = evolve(Table(), event)
        return self._opened[name]

    def _count(self, table: str) -> int:
        """How many rounds a table has had."""
        self._table(table)
        last = last_round(self.journal, table)
        return last.round if last else 0

    def _corrections(self, table: str) -> dict[int, tuple[int, int]]:
        """Where rounds of a table were corrected: looked for from the newest snapshot on, or where it was looked."""
        stream = STREAM + table
        with self._lock:
            known = self._corrected.get(table)
            newest = self.journal.version(stream)
            if known is None or newest - known.table.version > 2 * folds.EVERY:
                kept = folds.newest(self.journal, table)
                known = kept if known is None or kept.table.version > known.table.version else known
            at = known.table.version
            while (at := self.journal.next_of(stream, _CORRECTED, after=at)) and at <= newest:
                event = unopened_event(next(self._entries(stream, at, at)))
                known = known.after(event, Table(version=at))
            self._corrected[table] = folds.Fold(table=Table(version=newest), corrections=known.corrections)
            return known.corrections

    def _entries(self, stream: str, first: int, last: int) -> Iterator[Recorded]:
        return self.journal.read(stream, after=first - 1, upto=last)


class _Deck(msgspec.Struct, frozen=True):
    """What may be read of a kept deck before its round has ended: everything but the secret."""

    round: int
    commitment: str


_decoder = msgspec.json.Decoder(_Deck)


def _body(recorded: Recorded) -> _Deck:
    return read_body(recorded, _decoder, "no deck")


def _proof(recorded: Recorded) -> Proof:
    return Proof.from_json(recorded.body.decode())


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
