"""A live table: a kept table, its deck, those who look at it, and the automatic dealer at work.

Here: carrying requests out one after another, and telling every viewer what he may know. The journal's work is done in
threads. Not here: what pages say beside requests (`hearing`), sockets (`socket`), any rule.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterable
from typing import ParamSpec, Protocol, TypeVar

from houseway.errors import HousewayError, JournalFailed, OldVersion, Refused
from houseway.kept.decks import KeptDecks
from houseway.kept.tables import HOUSE, KeptTable
from houseway.rulebook.procedure import Act, Fault, Phase, Role
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.record import kind
from houseway.table.state import Table, evolve
from houseway.web.floor.automatic_dealer import Pace
from houseway.web.floor.dealer_clock import DealerClock
from houseway.web.floor.people import People
from houseway.web.floor.purses import Purses
from houseway.web.floor.round_deck import RoundDeck
from houseway.web.floor.seats import Places
from houseway.web.floor.table_mode import KeptRunning
from houseway.web.past.review import Review
from houseway.web.wire import messages as m
from houseway.web.wire.scene import AUTOMATIC, Scene
from houseway.web.wire.viewer import Viewer
from houseway.web.wire.viewer_scene import Around, lines, scene

P = ParamSpec("P")
T = TypeVar("T")
Course = list[tuple[e.Event, Table]]
"""Events, each with the table after it."""
CLOSED = "the table is closed"
_log = logging.getLogger(__name__)
_MONEY = (e.WagerPlaced, e.WagerWithdrawn, e.WagerFound, e.WagerSettled, e.EnvyPaid, e.SettlementCorrected)


class House(Protocol):
    """What a live table needs of the house."""

    people: People
    pace: Pace
    purses: Purses
    cage: asyncio.Lock
    """Held while a player takes chips, at whichever table."""

    async def in_thread(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do work of the journal in a thread."""
        ...

    def happened(self, table: str, course: Course) -> None:
        """Take note of what happened at a table."""
        ...

    def money_moved(self, table: LiveTable, names: set[str]) -> None:
        """Show players who sit elsewhere too what they have now."""
        ...

    def staked(self, name: str) -> int:
        """What a player has on all layouts of the house."""
        ...

    async def reviews(self, kept: KeptTable, before: Table) -> dict[str, tuple[Review, ...]]:
        """The reviews of a settled round's hands, by player."""
        ...


class LiveTable:
    """One table as the house runs it."""

    def __init__(self, house: House, kept: KeptTable, decks: KeptDecks, running: KeptRunning) -> None:
        """A kept table, put where the book says after an interruption by whoever opens it."""
        self.house, self.kept, self.running = house, kept, running
        self.book, self.name = kept.book, kept.name
        self.table = kept.table
        self.deck = RoundDeck(decks)
        self.clock = DealerClock(kept.book, house.pace)
        self.viewers: set[Viewer] = set()
        self.course: Course = _last_round(kept)
        self.turn = asyncio.Lock()
        """Held while something changes, so that one change follows another."""
        self._interrupted = self.table.hold is not None and self.table.hold.fault is not Fault.POWER_FAILURE
        """Whether the house closed while something else was on hold: what follows from that waits for its remedy."""
        self._reviews: dict[str, m.Reviewed] = {}
        self._reviewing: asyncio.Task[None] | None = None
        self._places = Places()

    @property
    def decks(self) -> KeptDecks:
        """The decks of the table."""
        return self.deck.decks

    # -----------------------------------------------------------------------------------------------------------------
    # Who is there

    @property
    def present(self) -> frozenset[str]:
        """The players whose page is connected."""
        return frozenset(v.actor.name for v in self.viewers if v.actor.role is Role.PLAYER and v.actor.name)

    async def join(self, viewer: Viewer) -> None:
        """Somebody looks: tell him how the table stands, and the others that he is here."""
        actor = viewer.actor
        async with self.turn:
            await self.count_chips({actor.name} - {""})
            known = actor.name in self.present
            self.viewers.add(viewer)
            self.look()
            told = lines(self.book, self.course, actor)
            viewer.tell(m.encode(m.Hello(protocol=m.PROTOCOL, scene=self._scene(actor), lines=told)))
            if actor.role is Role.PLAYER and actor.name in self._reviews:
                viewer.tell(m.encode(self._reviews[actor.name]))
            if actor.name and not known:
                self.show(but=viewer)

    async def part(self, viewer: Viewer) -> None:
        """Somebody looks no longer."""
        self.viewers.discard(viewer)
        name = viewer.actor.name
        if name and viewer.actor.role is Role.PLAYER and name not in self.present:
            self._places.left(name)
            self.look()
            self.show()
        elif viewer.actor.role is not Role.PLAYER:
            self.show()

    def given_up(self) -> list[c.Leave]:
        """The requests by which players who are away, or do not play, leave their places."""
        return self._places.given_up(self.table, self.present, automatic=self.running.now.dealer == AUTOMATIC)

    # -----------------------------------------------------------------------------------------------------------------
    # Requests

    async def ask(
        self, command: c.Command, *, key: str = "", round: int | None = None, version: int | None = None
    ) -> None:
        """Put a request to the table; `round` and `version` are what whoever asks has seen last, where he says so."""
        async with self.turn:
            before = self.table
            if round not in (None, before.round):
                raise OldVersion(f"that was for round {round}; the table is at round {before.round}")
            if version not in (None, before.version):
                raise OldVersion("the table has moved on since; look again")
            if not self.running.now.open and isinstance(command, c.Sit | c.AnnouncePlaceYourBets):
                raise Refused(CLOSED)
            try:
                events = await self.house.in_thread(self._asked, command, key)
            except OldVersion:  # somebody else serves this table too
                await self._take_in(await self.house.in_thread(self.kept.catch_up))
                raise
            await self._take_in(events)

    def _asked(self, command: c.Command, key: str) -> tuple[e.Event, ...]:
        """What a request leads to, kept; one that is sent again makes nothing happen."""
        version = self.table.version
        events = self.kept.ask(self.deck.dealt(self.table, command), key=key)
        return events if self.kept.table.version == version + len(events) else self.kept.since(version)

    async def _take_in(self, events: tuple[e.Event, ...]) -> None:
        """Take in what was kept, tell it, and let the dealer look again."""
        if not events:
            return
        before, new = self.table, course_of(self.table, events)
        self.table = new[-1][1]
        for event, table in new:
            if isinstance(event, e.BettingOpened):
                self.course, self._reviews = [], {}
            elif isinstance(event, e.BettingClosed):
                self._places.betting_closed(table)
            elif isinstance(event, e.PlaceTaken):
                self._places.taken(event.position, event.player)
            self.course.append((event, table))
        moved = {event.player for event in events if isinstance(event, _MONEY)}
        with contextlib.suppress(JournalFailed):  # what happened is kept; the deck is committed to, or revealed, later
            await self.house.in_thread(self.deck.take, self.table, events, self.running.now)
        with contextlib.suppress(JournalFailed):
            await self.count_chips(moved)
        self.look()
        self._each(lambda actor: m.Happened(lines=lines(self.book, new, actor), scene=self._scene(actor)))
        self.house.happened(self.name, new)
        self.house.money_moved(self, moved)
        if any(isinstance(event, e.RoundSettled) for event in events):
            self._reviewing = asyncio.create_task(self._review(before))
        if self._interrupted and self.table.hold is None:
            self._interrupted = False
            await self._take_in(await self.house.in_thread(self.kept.after_power_failure))

    async def _review(self, before: Table) -> None:
        """Tell each player what the house way would have done with the hands he set; nobody waits for it."""
        found = await self.house.reviews(self.kept, before)
        if before.round != self.table.round:
            return
        self._reviews = {name: m.Reviewed(round=before.round, reviews=each) for name, each in found.items()}
        for viewer in self.viewers:
            if viewer.actor.role is Role.PLAYER and viewer.actor.name in self._reviews:
                viewer.tell(m.encode(self._reviews[viewer.actor.name]))

    async def count_chips(self, names: set[str]) -> None:
        """Look up what players have and owe."""
        if names:
            await self.house.in_thread(self.house.purses.count, names)

    # -----------------------------------------------------------------------------------------------------------------
    # What viewers are told

    def around(self) -> Around:
        """What surrounds the table now."""
        return Around(
            running=self.running.now,
            clock=self.clock.shown(),
            awaited=self.clock.awaited,
            ready=frozenset(self.clock.ready),
            present=self.present,
            supervised=any(viewer.actor.role is not Role.PLAYER for viewer in self.viewers),
            commitment=self.deck.commitment,
            cut_by=self.deck.cut_by,
            chips=self.house.purses.chips,
            owed=self.house.purses.owed,
        )

    def _scene(self, actor: c.Actor) -> Scene:
        return scene(self.book, self.table, actor, self.around())

    def show(self, but: Viewer | None = None) -> None:
        """Show every viewer how the table stands."""
        self._each(lambda actor: m.Stands(scene=self._scene(actor)), but)

    def _each(self, message: Callable[[c.Actor], m.Told], but: Viewer | None = None) -> None:
        """Tell every viewer; what is the same for several, as for one person's two pages, is made once."""
        made: dict[c.Actor, bytes] = {}
        for viewer in self.viewers:
            if viewer is not but:
                if viewer.actor not in made:
                    made[viewer.actor] = m.encode(message(viewer.actor))
                viewer.tell(made[viewer.actor])

    def goodbye(self, sentence: str) -> None:
        """Tell every viewer that the house closes, and let them go."""
        if self._reviewing is not None:
            self._reviewing.cancel()
        for viewer in self.viewers:
            viewer.tell(m.encode(m.Goodbye(sentence=sentence)))
            viewer.let_go()

    # -----------------------------------------------------------------------------------------------------------------
    # The automatic dealer

    def look(self) -> None:
        """Have the automatic dealer see what comes next."""
        self.clock.look(self.table, self.present, self.running.now)

    async def deal_on(self) -> None:
        """The automatic dealer at work, until he is cancelled."""
        while True:
            self.clock.changed.clear()
            step = self.clock.step
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self.clock.left()):
                    await self.clock.changed.wait()
                    continue
            if step is not None and step is self.clock.step:
                await self._carry_out(step.command)

    async def _carry_out(self, command: c.Command) -> None:
        try:
            await self.ask(command)
        except HousewayError:  # refused, or the journal failed: look again a little later
            await asyncio.sleep(1)
            self.look()
        except Exception:  # a defect of ours: it is written down, and the table does not stand still for ever
            _log.exception("the dealer of %s could not carry out %s", self.name, kind(command))
            await asyncio.sleep(5)
            self.look()

    async def finish(self) -> None:
        """Settle a round whose hands are compared next, where nobody may concede any more.

        Any other stays as it is until the house is open again.
        """
        waits = self.book.procedure.permission(Act.CONCEDE) is not None or self.table.hold is not None
        if self.table.phase is Phase.REVEALED and not waits and self.running.now.dealer == AUTOMATIC:
            with contextlib.suppress(HousewayError):
                await self.ask(c.Settle(by=HOUSE))


def course_of(table: Table, events: Iterable[e.Event]) -> Course:
    """Events, each with the table after it."""
    found = []
    for event in events:
        table = evolve(table, event)
        found.append((event, table))
    return found


def _last_round(kept: KeptTable) -> Course:
    """The round a table is in, or the last one."""
    found: Course = []
    table = Table()
    for event in kept.events():
        table = evolve(table, event)
        if isinstance(event, e.BettingOpened):
            found = []
        found.append((event, table))
    return found
