"""Defects put back into the product, to see whether the simulation finds them.

Here: the defects, each as a change of this process and the beginning of a sentence by which it may be found. Not here:
running seeds with them (`test_simulation`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from houseway.errors import HousewayError, JournalFailed
from houseway.journal.entry import Append, Appended
from houseway.journal.store import Journal
from houseway.kept import postings, tables
from houseway.kept.changes import Change
from houseway.kept.decks import KeptDecks
from houseway.kept.tables import KeptTable
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table import view
from houseway.table.state import Table
from houseway.web.floor import opening
from houseway.web.floor.dealer_clock import DealerClock
from houseway.web.floor.live_table import LiveTable
from houseway.web.floor.purses import Purses
from support.reliability.clocks import Replaced

Install = Callable[[Replaced], None]


class Mutant(NamedTuple):
    """A defect."""

    name: str
    install: Install
    found: str
    """How the sentences begin by which it may be found, as alternatives with `|`."""
    quick: bool = False
    """Whether it is found so soon that the quick tier looks for it."""
    first: int = 0
    """The seed to begin with: one that is over soon where the defect keeps a table from going on."""


@contextmanager
def put_back(mutant: Mutant) -> Iterator[None]:
    """Have a defect for a while."""
    replaced = Replaced()
    try:
        mutant.install(replaced)
        yield
    finally:
        replaced.undo()


def _acknowledged_though_not_kept(replaced: Replaced) -> None:
    """A commit that fails is taken for one that worked."""
    write = KeptTable._write

    def carelessly(self: KeptTable, *given: Any, **named: Any) -> bool:
        try:
            return write(self, *given, **named)
        except JournalFailed:
            return False

    replaced.set(KeptTable, "_write", carelessly)


def _acknowledged_before_the_commit(replaced: Replaced) -> None:
    """What is to be written is collected, and written together with the next request."""
    append = Journal.append_many

    def later(self: Journal, appends: Sequence[Append], **named: Any) -> Any:
        waiting = vars(self).setdefault("waiting", [])
        while waiting:
            with suppress(HousewayError):  # it cannot be written any more, and nobody is told
                append(self, waiting.pop(0), together=True)
        if not any(each.stream.startswith(tables.ASKED) for each in appends):
            return append(self, appends, **named)
        waiting.append(appends)
        return tuple(_supposed(each) for each in appends)

    replaced.set(Journal, "append_many", later)


def _supposed(append: Append) -> Appended:
    version = (append.expected_version or 0) + len(append.entries)
    return Appended(stream=append.stream, key=append.key, version=version, first=0, last=0, hash="")


def _no_idempotency_key(replaced: Replaced) -> None:
    """Requests are kept without the key that tells a repeated one."""
    keep = KeptTable.keep

    def keyless(self: KeptTable, command: c.Command, **named: Any) -> Any:
        return keep(self, command, **{**named, "key": ""})

    replaced.set(KeptTable, "keep", keyless)


def _repeated_request_is_refused(replaced: Replaced) -> None:
    """Whoever sends again what was carried out is told that it cannot be done."""
    replaced.set(KeptTable, "first_answer", lambda _self, _command, _key: None)


def _evolve_skipped(replaced: Replaced) -> None:
    """The table in memory is not moved on by hands that are viewed."""
    take = KeptTable.take

    def forgetful(self: KeptTable, changes: Iterable[Change]) -> None:
        before = self.table
        take(self, changes)
        if self.table.hands and before.hands and self.table.round == before.round:
            viewed = [change for change in self.this_round if isinstance(change.event, e.HandViewed)]
            if viewed and viewed[-1].after is self.table:
                self.table = before

    replaced.set(KeptTable, "take", forgetful)


def _not_read_back(replaced: Replaced) -> None:
    """What was kept while the answer was lost is never read back."""
    replaced.set(KeptTable, "unread", lambda _self: ())


def _card_shown_early(replaced: Replaced) -> None:
    """A player's cards are in their messages before they look at them."""
    may_see = view.may_see

    def eager(table: Table, position: int, viewer: c.Actor) -> bool:
        return may_see(table, position, viewer) or (bool(viewer.name) and table.controller(position) == viewer.name)

    replaced.set(view, "may_see", eager)


def _dealers_card_shown_early(replaced: Replaced) -> None:
    """Everybody is sent the dealer's cards as soon as they are dealt."""
    may_see = view.may_see
    replaced.set(view, "may_see", lambda table, position, viewer: not position or may_see(table, position, viewer))


def _lost_wake_up(replaced: Replaced) -> None:
    """A dealer who has nothing to wait for is not told when there is something again."""
    update = DealerClock.update

    def silent(self: DealerClock, *given: Any, **named: Any) -> None:
        changed, self.changed = self.changed, asyncio.Event()
        update(self, *given, **named)
        self.changed = changed
        if self.move is None:
            vars(self)["asleep"] = True
        elif not vars(self).get("asleep"):
            changed.set()

    replaced.set(DealerClock, "update", silent)


def _another_deck_after_a_restart(replaced: Replaced) -> None:
    """A house that opens in the middle of a round does not commit to the deck of that round, and has another."""
    commitment = KeptDecks.commitment

    def other(self: KeptDecks, number: int) -> str:
        return commitment(self, number)[::-1]

    replaced.set(KeptDecks, "commitment", other)


def _stakes_not_posted(replaced: Replaced) -> None:
    """A wager that is withdrawn leaves the chips on the layout."""
    posted = postings.postings

    def without(table: str, event: e.Event) -> Any:
        return () if isinstance(event, e.WagerWithdrawn) else posted(table, event)

    replaced.set(tables, "postings", without)


def _paid_twice(replaced: Replaced) -> None:
    """A win is paid twice out of the house's chips."""
    posted = postings.postings

    def twice(table: str, event: e.Event) -> Any:
        found = posted(table, event)
        return (*found, *found[1:]) if isinstance(event, e.WagerSettled) and len(found) > 2 else found

    replaced.set(tables, "postings", twice)


def _chips_of_the_past(replaced: Replaced) -> None:
    """The chips that are shown are not brought up to date after a settlement."""
    update = Purses.update

    def stale(self: Purses, balances: Any) -> None:
        if not self.chips:
            update(self, balances)

    replaced.set(Purses, "update", stale)


def _power_failure_forgotten(replaced: Replaced) -> None:
    """A round that was interrupted goes on as if nothing had been."""
    replaced.set(opening, "died_since", lambda _journal, _stream: False)


def _one_turn_too_many(replaced: Replaced) -> None:
    """The lock that keeps requests apart is not given back after a refusal by the journal."""
    ask: Callable[..., Awaitable[None]] = LiveTable.ask

    async def greedy(self: LiveTable, *given: Any, **named: Any) -> None:
        try:
            await ask(self, *given, **named)
        except JournalFailed:
            await self.turn.acquire()
            raise

    replaced.set(LiveTable, "ask", greedy)


MUTANTS = (
    Mutant("acknowledged though not kept", _acknowledged_though_not_kept, "LOST"),
    Mutant("acknowledged before the commit", _acknowledged_before_the_commit, "LOST", quick=True),
    Mutant("no idempotency key", _no_idempotency_key, "DOUBLED|LOST", quick=True),
    Mutant("a repeated request is refused", _repeated_request_is_refused, "REFUSED"),
    Mutant("evolve skipped", _evolve_skipped, "STUCK", quick=True, first=3),
    Mutant("not read back", _not_read_back, "STUCK"),
    Mutant("a card shown early", _card_shown_early, "LEAK", quick=True),
    Mutant("the dealer's cards shown early", _dealers_card_shown_early, "LEAK"),
    Mutant("a lost wake-up", _lost_wake_up, "STUCK", quick=True, first=4),
    Mutant("another deck after a restart", _another_deck_after_a_restart, ""),
    Mutant("stakes not posted", _stakes_not_posted, "CHIPS"),
    Mutant("paid twice", _paid_twice, "STUCK|CHIPS"),
    Mutant("chips of the past", _chips_of_the_past, "STUCK|CHIPS"),
    Mutant("a power failure forgotten", _power_failure_forgotten, "POWER"),
    Mutant("one turn too many", _one_turn_too_many, "STUCK|WAITED"),
)
