"""A table that writes every event to the journal before anyone sees it.

Here: opening a table in a journal, finding it after a restart, deciding a request and keeping its events in one append
together with the chips they move. Not here: the rules of the table, or who is connected to it.
"""

from __future__ import annotations

import itertools
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from msgspec.structs import replace

from houseway.errors import BadJournal, HousewayError, JournalFailed, KeyReused, NotEnoughChips, OldVersion, Refused
from houseway.journal.entry import Append, Appended, Entry, Recorded, check_name, unmoved
from houseway.journal.facts import Asked, Facts, InMind, NotKnown
from houseway.journal.store import Journal
from houseway.kept import folds, found, prohibited, results
from houseway.kept.approved import Approval, content_of, must_be_approved
from houseway.kept.changes import Change, changes_of
from houseway.kept.debts import AtATable, Standing, noted
from houseway.kept.large import large
from houseway.kept.postings import CORRECTIONS, bought, corrected, player, postings, retrieved_from, winnings
from houseway.kept.repaying import at_the_table, with_the_events
from houseway.kept.seals import HIDDEN_IN_A_REQUEST, Seals, unopened_event
from houseway.kept.settings import must_be_play_money, settings
from houseway.kept.table_notes import notes
from houseway.money import money
from houseway.rulebook.procedure import MOST_POSITIONS, Act, Fault, Phase, Remedy
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table import irregular
from houseway.table.decide import decide, round_needed
from houseway.table.evolve import evolve
from houseway.table.opening import open_table
from houseway.table.record import decode_command, encode, kind
from houseway.table.state import Table
from houseway.table.two_eyes import takes_two, whom_it_prohibits

STREAM = found.STREAM
ASKED = "asked:"
"""The streams of events, and of requests that came with a key; the table's name follows."""
ENDED = found.ENDED
"""The events that end a round."""
TRIES = 5
Check = Callable[[tuple[e.Event, ...]], None]
Grounds = Callable[[], tuple[Append, ...]]
"""Refuses what the house does not allow; else what is refused in the transaction once that may have changed."""
Stakes = Callable[[Table, tuple[e.Event, ...]], tuple[Append, ...]]
"""What is set beside the chain once events have led to a table."""
HOUSE = c.HOUSE


@dataclass(frozen=True)
class Answer:
    """The answer to a request.

    `events` are what the request led to, whether now or when the same request was first sent. `changes` are what is new
    to the table that was asked: those events, or, where the request had been carried out before, whatever has been
    kept since this table last looked.
    """

    events: tuple[e.Event, ...]
    changes: tuple[Change, ...]


class Ready(NamedTuple):
    """What a request writes, once it is decided; and its answer, once that is written."""

    appends: tuple[Append, ...]
    answer: Answer


class _Decided(NamedTuple):
    """A request that the table allows, and what it leads to."""

    command: c.Command
    events: tuple[e.Event, ...]
    changes: tuple[Change, ...]
    won: Mapping[str, int]
    key: str
    approval: Approval | None
    approved: tuple[Append, ...]
    """What is refused once another table moves on that showed that one person is enough."""


class KeptTable:
    """A table in a journal. Several may serve one table; the journal's version decides whose request comes first.

    `table` is the table as far as `take` was given its changes, and `this_round` the changes of the round in play, or
    of the last one. Nothing else moves them: `keep` and `unread` only return the changes, each with the table after
    it. So a thread may keep a request while others read `table`, and whoever shows the table decides when it moves.
    `ask` and `catch_up` do both steps at once, for callers that have the table to themselves.
    """

    def __init__(self, journal: Journal, name: str, book: Rulebook, *, without_key: bool = False) -> None:
        """Find a table that is in the journal; `without_key`, cards that cannot be read are blank."""
        self.journal, self.name, self.book = journal, name, book
        self.seals = Seals(journal, name, without_key=without_key)
        self.table = Table()
        self.keeps_results = False
        """Whether results are kept with their time, as a house does that protects its players."""
        self.large_above = settings(journal).large_above
        """Wagers and wins above this amount are significant events."""
        self.two_pairs = True
        """Whether what takes two people needs an approval; not where something is repeated that was done elsewhere."""
        self.elsewhere: Callable[[], Iterable[Table]] = tuple
        """The other tables of the house as the journal has them, whose wagers a prohibition returns."""
        self.stakes: Stakes | None = None
        """What is set beside the chain once events have led to a table, where several processes run tables."""
        self.this_round: list[Change] = []
        self._fold = folds.newest(journal, name)
        """The table when it last moved, or as a snapshot has it, with what snapshots keep besides."""
        self._kept_at = self._fold.table.version
        self.snapshots_due: list[folds.Due] = []
        """What a house keeps of the table in the background (`folds.keep`)."""
        self.table = self._fold.table
        for change in self._read_on():
            self.take((change,))
        if self.table.book != book.id:
            raise Refused(f"table {name} is kept under {self.table.book or 'no book'}, not {book.id}")

    @classmethod
    def open(
        cls,
        journal: Journal,
        name: str,
        book: Rulebook,
        *,
        positions: int = MOST_POSITIONS,
        unit: int = 100,
        limits: Mapping[str, tuple[int, int]] | None = None,
        pay_tables: Mapping[str, str] | None = None,
        manual: bool = False,
        by: c.Actor = HOUSE,
    ) -> KeptTable:
        """Find the table of that name, or open it if the journal has none."""
        if not journal.version(STREAM + name):
            opened = open_table(
                book, name=name, positions=positions, unit=unit, limits=limits, pay_tables=pay_tables, manual=manual
            )
            keep_opening(journal, name, (opened,), by)
        return cls(journal, name, book)

    def ask(self, command: c.Command, *, key: str = "", approval: Approval | None = None) -> Answer:
        """Decide a request, keep its events and take them: `keep` and `take` in one."""
        answer = self.keep(command, key=key, approval=approval)
        self.take(answer.changes)
        return answer

    def keep(
        self,
        command: c.Command,
        *,
        key: str = "",
        check: Check | None = None,
        approval: Approval | None = None,
        grounds: Grounds = tuple,
    ) -> Answer:
        """Decide a request and keep its events; they are safe when this returns. `table` does not move.

        A key names a request at this table and is kept with it: the same command again gets the first answer, any
        other is `KeyReused`. `Refused` changes nothing. `check` may refuse the events before they are kept, and so may
        `grounds`, which are asked again where they have changed by then. What takes two people needs an `approval`,
        which is kept in the same transaction.
        """
        facts = Asked(self.journal)
        try:
            decided = self._decide(command, key, check, approval, facts)
            repeated = self._write(decided, facts, grounds)
        except JournalFailed:
            raise
        except HousewayError:  # perhaps because it was carried out before, here or by another process
            if key and (first := self.first_answer(command, key)) is not None:
                return first
            raise
        return Answer(decided.events, self.unread() if repeated else decided.changes)

    def ready(
        self,
        command: c.Command,
        *,
        key: str = "",
        check: Check | None = None,
        approval: Approval | None = None,
        grounds: Grounds = tuple,
    ) -> Ready | None:
        """What `keep` would write and answer, where that is known without waiting for the journal; nothing is kept.

        Nothing where the journal has to be asked first. A refusal may be that of a request that was carried out before
        under its key (`first_answer`).
        """
        facts = InMind(self.journal)
        try:
            decided = self._decide(command, key, check, approval, facts)
            return Ready(self._appends(decided, facts, grounds), Answer(decided.events, decided.changes))
        except NotKnown:
            return None

    def is_repeated(self, written: Iterable[Appended]) -> bool:
        """Whether the events of a request were written before, under the same key."""
        return any(each.repeated for each in written if each.stream == STREAM + self.name)

    def _decide(
        self, command: c.Command, key: str, check: Check | None, approval: Approval | None, facts: Facts
    ) -> _Decided:
        table = self.table
        needed = round_needed(table, command)
        past = self._before_settling(facts.journal, needed) if needed else None
        events = decide(self.book, table, command, past=past)
        approved = self.must_be_approved(command, approval)
        if check:
            check(events)
        return _Decided(command, events, changes_of(table, events), winnings(events, past), key, approval, approved)

    def must_be_approved(self, command: c.Command, approval: Approval | None) -> tuple[Append, ...]:
        """Refuse what takes two people and nobody else has confirmed for the table as it stands.

        Else what is refused once another table that this was decided by has moved on. Where somebody is prohibited,
        the other tables are read: to be called in a thread.
        """
        seen: list[Table] = []

        def elsewhere() -> Iterator[Table]:
            for other in self.elsewhere():
                seen.append(other)
                yield other

        confirms = takes_two(self.book, self.table, command, elsewhere=elsewhere()) if self.two_pairs else None
        must_be_approved(approval, confirms, content_of(command), place=self.name, version=self.table.version)
        whom = whom_it_prohibits(self.table, command) if seen else ""
        return tuple(unmoved(STREAM + other.id, other.version) for other in seen if other.on_layout(whom))

    def as_kept(self) -> Table:
        """The table as the journal has it now, which `table` may not show yet; to be called in a thread."""
        if self.journal.newest(STREAM + self.name) == self.table.version:
            return self.table
        changes = self.unread()
        return changes[-1].after if changes else self.table

    def preview(self, command: c.Command) -> tuple[tuple[Change, ...], tuple[AtATable, ...]]:
        """What a request would lead to, and what it would do to what players owe; nothing is kept."""
        table = self.table
        needed = round_needed(table, command)
        past = self.before_settling(needed) if needed else None
        events = decide(self.book, table, command, past=past)
        facts = Asked(self.journal)
        entries = self.entries(events, facts)
        self._must_have_chips(entries)
        debts = self._debts(events, entries, winnings(events, past), facts)
        return changes_of(table, events), tuple(debt for debt, _ in debts)

    def _must_have_chips(self, entries: Iterable[Entry]) -> None:
        """Refuse what the journal would refuse to write: a player who does not have the chips that events take."""
        taken: dict[str, int] = {}
        for posting in (posting for entry in entries for posting in entry.postings):
            if posting.account.startswith(player("")):
                taken[posting.account] = taken.get(posting.account, 0) + posting.cents
        for account, cents in taken.items():
            if cents < 0 and (has := self.journal.balance(account)) + cents < 0:
                raise NotEnoughChips(
                    f"{account.removeprefix(player(''))} has {money(has)}, not enough for {money(-cents)}"
                )

    def take(self, changes: Iterable[Change]) -> None:
        """Move the table on by changes that `keep` or `unread` returned."""
        for change in changes:
            if change.after.version != self.table.version + 1:
                raise ValueError(f"version {change.after.version} does not follow version {self.table.version}")
            if isinstance(change.event, e.BettingOpened):
                self.this_round = []
                if self.table.version - self._kept_at >= folds.EVERY and not self.seals.without_key:
                    self.snapshots_due.append(folds.due(self._fold))
                    self._kept_at = self.table.version
            self.this_round.append(change)
            self._fold = self._fold.after(*change)
            self.table = change.after

    @property
    def number_before(self) -> int:
        """The number of the table's last entry before those of `this_round`; 0 where there is none."""
        version = self.this_round[0].after.version - 1 if self.this_round else 0
        before = self.journal.last(STREAM + self.name, upto=version) if version else None
        return before.number if before else 0

    def unread(self) -> tuple[Change, ...]:
        """The changes kept since the table last moved."""
        return tuple(self._read_on())

    def catch_up(self) -> tuple[Change, ...]:
        """Take whatever has been kept since the table last moved."""
        changes = self.unread()
        self.take(changes)
        return changes

    def _read_on(self) -> Iterator[Change]:
        table = self.table
        for recorded in self.journal.read(STREAM + self.name, after=table.version):
            change = self._next(table, recorded)
            table = change.after
            yield change

    def first_answer(self, command: c.Command, key: str) -> Answer | None:
        """The answer that this command was given under this key; nothing where the key is new."""
        asked, answer = self._keys(key)
        check_name("a key", asked)
        sent = self.journal.find(asked)
        if not sent:
            return None
        request = self.seals.opened(sent[0])
        if encode(command) not in (request, _as_sent(request)):
            raise KeyReused("this was already sent with other details; reload the page before you try again")
        events = tuple(self.seals.event(recorded) for recorded in self.journal.find(answer))
        return Answer(events, self.unread())

    def _keys(self, key: str) -> tuple[str, str]:
        """The keys of a request and of its events in the journal, which all tables share."""
        return f"asked {self.name!r} {key}", f"table {self.name!r} {key}"

    def _write(self, decided: _Decided, facts: Facts, grounds: Grounds) -> bool:
        """Write the events, and say whether that was done before; try again where what tables share changed elsewhere.

        That is a player's chips or debt, who is prohibited from play, or the grounds of the request.
        """
        for _ in range(TRIES - 1):
            try:
                return self._write_once(decided, facts, grounds)
            except NotEnoughChips:
                if not retrieved_from(decided.events):
                    raise
            except OldVersion:
                if self.journal.version(STREAM + self.name) != self.table.version:
                    raise  # this table has moved on: the request has to be decided again
                decided = decided._replace(approved=self.must_be_approved(decided.command, decided.approval))
        return self._write_once(decided, facts, grounds)

    def _write_once(self, decided: _Decided, facts: Facts, grounds: Grounds) -> bool:
        return self.is_repeated(self.journal.append_many(self._appends(decided, facts, grounds), together=True))

    def entries(self, events: tuple[e.Event, ...], facts: Facts) -> tuple[Entry, ...]:
        """Events as entries, with the chips they move now."""
        chips = {name: facts.journal.balance(player(name)) for name in retrieved_from(events)}
        moved = corrected(self.name, events, chips) if chips else [postings(self.name, event) for event in events]
        bodies = self._bodies(events)
        return tuple(Entry(kind(event), body, each) for event, body, each in zip(events, bodies, moved, strict=True))

    def _bodies(self, events: Iterable[e.Event]) -> Iterator[bytes]:
        """Events as bytes; while their round is in play, what they hide is sealed."""
        round, in_play = self.table.round, self.table.phase is not Phase.BETWEEN_ROUNDS
        for event in events:
            if isinstance(event, e.BettingOpened):
                round, in_play = event.round, True
            hidden = event.hidden if in_play else ()
            yield self.seals.sealed(encode(event), hidden, stream=STREAM + self.name, kind=kind(event), round=round)
            in_play = in_play and not isinstance(event, ENDED)

    def _appends(self, decided: _Decided, facts: Facts, grounds: Grounds) -> tuple[Append, ...]:
        """The events, the debts they change, everything else they lead to, and the request if it has a key."""
        command, events, approval = decided.command, decided.events, decided.approval
        asked, answer = self._keys(decided.key) if decided.key else ("", uuid.uuid4().hex)
        entries, version = self.entries(events, facts), self.table.version
        kept = Append(stream=STREAM + self.name, entries=entries, expected_version=version, key=answer)
        changed = list(self._debts(events, entries, decided.won, facts))
        debts = [each for debt, before in changed for each in (with_the_events(debt, before), *noted(debt))]
        confirmed = approval.appends(f"{STREAM}{self.name} {version}") if approval else ()
        appends = [
            *grounds(),
            *decided.approved,
            *confirmed,
            *self._stakes_after(decided.changes, events),
            kept,
            *debts,
            *self._in_the_house(command, events, answer, facts),
        ]
        appends += (self.seals.disclosure(event.round, facts) for event in events if isinstance(event, ENDED))
        appends += self._notes(events, command.by)
        if self.keeps_results:
            appends += results.to_append(facts, self.name, self.table.round, events, key=answer)
        if decided.key:
            appends.append(self._request(command, asked, facts))
        return tuple(appends)

    def _request(self, command: c.Command, key: str, facts: Facts) -> Append:
        """A request with a key, to be kept with its events; what it hides is sealed while a round is in play."""
        hidden = () if self.table.phase is Phase.BETWEEN_ROUNDS else HIDDEN_IN_A_REQUEST
        stream, named = ASKED + self.name, kind(command)
        body = self.seals.sealed(encode(command), hidden, stream=stream, kind=named, round=self.table.round)
        return Append(stream=stream, entries=(Entry(named, body),), expected_version=facts.version(stream), key=key)

    def _in_the_house(
        self, command: c.Command, events: tuple[e.Event, ...], key: str, facts: Facts
    ) -> tuple[Append, ...]:
        """What holds in the whole house: prohibitions that staff decided, and not those the house only passes on."""
        entries = prohibited.entries(events)
        if not entries or command.by == HOUSE:
            return ()
        version = facts.journal.version(prohibited.STREAM)
        return (Append(stream=prohibited.STREAM, entries=entries, expected_version=version, key=f"prohibited {key}"),)

    def _debts(
        self, events: Iterable[e.Event], entries: Sequence[Entry], won: Mapping[str, int], facts: Facts
    ) -> Iterator[tuple[AtATable, Standing]]:
        """The debts that a request's events change, each with what the player owes before."""
        row = self.book.procedure.permission(Act.CORRECT)
        correction = next((event for event in events if isinstance(event, CORRECTIONS)), None)
        return at_the_table(
            facts,
            self.name,
            round=correction.round if correction else self.table.round,
            version=self.table.version + len(entries),
            moved=[entry.postings for entry in entries],
            won=won,
            clause=correction.clause if correction else row.cite if row else "",
        )

    def before_settling(self, number: int) -> Table | None:
        """The table just before a round was settled, for its correction."""
        return self._before_settling(self.journal, number)

    def _before_settling(self, journal: Journal, number: int) -> Table | None:
        began = found.find_round(journal, self.name, number)
        if began is None:
            return None
        table = folds.newest(journal, self.name, before=began).table
        end = found.end_of_round(journal, self.name, began)
        entries = journal.read(STREAM + self.name, after=table.version, upto=end)
        for _, group in itertools.groupby(entries, key=lambda recorded: recorded.key):
            before = table
            for recorded in group:
                event, table = self._next(table, recorded)
                if isinstance(event, e.RoundSettled) and event.round == number:
                    return before
        return None

    def after_power_failure(self) -> tuple[Change, ...]:
        """Deal with an interrupted round as the book prescribes, and take the changes."""
        changes = self.keep_after_power_failure()
        self.take(changes)
        return changes

    def keep_after_power_failure(self) -> tuple[Change, ...]:
        """Keep what the book prescribes for an interrupted round, if there is one and the book has a clause.

        Report and remedy are kept in one append. A table found on hold for a power failure is remedied. `table` does
        not move.
        """
        if self.table.phase is Phase.BETWEEN_ROUNDS or self.book.procedure.irregularity(Fault.POWER_FAILURE) is None:
            return ()
        changes: tuple[Change, ...] = ()
        table = self.table
        if table.hold is None:
            report = c.Report(by=HOUSE, fault=Fault.POWER_FAILURE, note="restored from the journal")
            changes = changes_of(table, decide(self.book, table, report))
            table = changes[-1].after
        elif table.hold.fault is not Fault.POWER_FAILURE:
            return ()
        printed = irregular.remedies(self.book, table)[0].remedy
        assert printed in (Remedy.OFFER_WITHDRAWAL, Remedy.CONTINUE)
        remedy = c.RemedyFault(by=HOUSE, remedy=printed)
        changes += changes_of(table, decide(self.book, table, remedy))
        self.journal.append_many(self.by_the_house(tuple(change.event for change in changes)), together=True)
        return changes

    def by_the_house(self, events: tuple[e.Event, ...]) -> tuple[Append, ...]:
        """Events that the house decides by itself, and what is noted about them, to be written together."""
        entries, version = self.entries(events, Asked(self.journal)), self.table.version
        kept = Append(stream=STREAM + self.name, entries=entries, expected_version=version, key=uuid.uuid4().hex)
        stakes = self._stakes_after(changes_of(self.table, events), events) if self.stakes else ()
        return (*stakes, kept, *self._notes(events, HOUSE))

    def _stakes_after(self, changes: Sequence[Change], events: tuple[e.Event, ...]) -> tuple[Append, ...]:
        return self.stakes(changes[-1].after, events) if self.stakes is not None and changes else ()

    def _notes(self, events: Sequence[e.Event], by: c.Actor) -> tuple[Append, ...]:
        """The significant events among events of this table."""
        large_ones = large(self.name, self.table, events, self.large_above)
        return (*notes(self.name, self.table, events, by), *large_ones)

    def events(self, number: int | None = None) -> Iterator[e.Event]:
        """Every event of the table, or those of one round."""
        round_now = 0
        for recorded in self.journal.read(STREAM + self.name):
            event = self.seals.event(recorded)
            if isinstance(event, e.BettingOpened):
                round_now = event.round
            if number is None or (round_now == number):
                yield event

    def _next(self, table: Table, recorded: Recorded) -> Change:
        """A kept event and the table after it."""
        event = self.seals.event(recorded)
        try:
            return Change(event, evolve(table, event))
        except (LookupError, TypeError, ValueError) as error:  # a readable event that cannot have happened there
            place = f"version {recorded.version} of {recorded.stream}"
            raise BadJournal(f"{place} is damaged: {kind(event)!r} cannot follow what is kept before it") from error


def _as_sent(request: bytes) -> bytes:
    """A kept request as it came, before the house filled in which deck a round is dealt from, and its cards."""
    match decode_command(request):
        case c.AnnouncePlaceYourBets() as announced:
            return encode(replace(announced, own_deck=False))
        case c.Deal() as dealt:
            return encode(replace(dealt, deck=()))
        case _:
            return request


def keep_opening(
    journal: Journal, name: str, events: Sequence[e.Event], by: c.Actor, more: Sequence[Append] = ()
) -> None:
    """Keep the events that open a table, together with what else belongs to it."""
    entries = tuple(Entry(kind(event), encode(event)) for event in events)
    key = f"open {name} {uuid.uuid4().hex}"
    kept = Append(stream=STREAM + name, entries=entries, expected_version=0, key=key)
    journal.append_many([kept, *notes(name, Table(), events, by), *more], together=True)


def kept_tables(journal: Journal) -> dict[str, str]:
    """The tables of a journal, each with its book."""
    tables = {}
    for stream in journal.streams(STREAM):
        first = next(journal.read(stream, upto=1), None)
        opened = unopened_event(first) if first else None
        if not isinstance(opened, e.TableOpened):
            raise BadJournal(f"{stream} does not begin with the opening of a table")
        tables[stream.removeprefix(STREAM)] = opened.book
    return tables


def book_of(journal: Journal, name: str) -> str:
    """The book of a table."""
    first = next(journal.read(STREAM + name, upto=1), None)
    opened = unopened_event(first) if first else None
    if not isinstance(opened, e.TableOpened):
        raise BadJournal(f"{STREAM}{name} does not begin with the opening of a table")
    return opened.book


def buy_chips(journal: Journal, name: str, cents: int, *, key: str = "") -> None:
    """A player gets play chips; refused in a house that plays for house money, whose chips come from the cage."""
    if cents <= 0:
        raise Refused("the amount must be above zero")
    must_be_play_money(journal)
    journal.append_many([chips_bought(journal, name, cents, key=key)])


def chips_bought(journal: Journal, name: str, cents: int, *, key: str = "") -> Append:
    """The same as an append."""
    stream = f"cage:{name}"
    entry = Entry("chips bought", encode(e.ChipsBought(player=name, cents=cents)), bought(name, cents))
    version = journal.version(stream)
    return Append(stream=stream, entries=(entry,), expected_version=version, key=key or uuid.uuid4().hex)
