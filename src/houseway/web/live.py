"""A live table: a kept table, its decks, those who look at it, and the automatic dealer.

Here: carrying out what pages ask, telling every viewer what he may know, and the clock. Requests come one after
another; the journal's work is done in threads. Not here: sockets (`socket`), any rule.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from collections.abc import Callable, Iterable
from typing import ParamSpec, Protocol, TypeVar

from houseway.cards.card import CARDS
from houseway.errors import HousewayError, OldVersion, Refused, WrongRole
from houseway.journal.decks import KeptDecks
from houseway.journal.postings import owed as owed_account
from houseway.journal.postings import player as player_account
from houseway.journal.store import Journal
from houseway.journal.tables import HOUSE, KeptTable
from houseway.rulebook.procedure import Phase, Role
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.decide import decide
from houseway.table.record import kind
from houseway.table.state import Table, evolve
from houseway.web import messages as m
from houseway.web.access import People
from houseway.web.doing import lacks_chips
from houseway.web.pace import Pace, Step, next_step
from houseway.web.review import Review
from houseway.web.running import AUTOMATIC, HOUSE_DECK, KeptRunning
from houseway.web.scene import Clock, Scene
from houseway.web.seeing import Around, lines, scene

P = ParamSpec("P")
T = TypeVar("T")
LONGEST_WORDS = 100
CLOSED = "the table is closed"
PREVIEWED = (c.Report, c.RemedyFault, c.Retract, c.Restrict, c.AllowMore, c.Correct)
"""What staff may ask about beforehand; nothing that turns cards."""
_MONEY = (e.WagerPlaced, e.WagerWithdrawn, e.WagerFound, e.WagerSettled, e.EnvyPaid, e.SettlementCorrected)


class House(Protocol):
    """What a live table needs of the house."""

    people: People
    pace: Pace

    async def in_thread(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do work of the journal in a thread."""
        ...

    def happened(self, table: str, course: Iterable[tuple[e.Event, Table]]) -> None:
        """Take note of what happened at a table."""
        ...

    def reviews(self, kept: KeptTable, before: Table) -> dict[str, tuple[Review, ...]]:
        """The reviews of a settled round's hands, by player."""
        ...


class Viewer:
    """One connection: who looks, and what is still to be sent to him."""

    MOST_WAITING = 200

    def __init__(self, actor: c.Actor) -> None:
        self.actor = actor
        self.outbox: asyncio.Queue[bytes | None] = asyncio.Queue(self.MOST_WAITING)

    def tell(self, message: bytes) -> None:
        """Send a message; a page that does not take its messages is let go, and may connect anew."""
        try:
            self.outbox.put_nowait(message)
        except asyncio.QueueFull:
            self.let_go()

    def let_go(self) -> None:
        """End the connection once what waits is sent, or at once where too much waits."""
        if self.outbox.full():
            while not self.outbox.empty():
                self.outbox.get_nowait()
        self.outbox.put_nowait(None)


class LiveTable:
    """One table as the house runs it."""

    def __init__(self, house: House, kept: KeptTable, decks: KeptDecks, running: KeptRunning) -> None:
        """A kept table, put where the book says after an interruption by whoever opens it."""
        self.house, self.kept, self.decks, self.running = house, kept, decks, running
        self.book, self.name = kept.book, kept.name
        self.table = kept.table
        self.viewers: set[Viewer] = set()
        self.course: list[tuple[e.Event, Table]] = _last_round(kept)
        self.last_reviews: dict[str, m.Reviewed] = {}
        self._chips: dict[str, int] = {}
        self._owed: dict[str, int] = {}
        self._ready: set[str] = set()
        self._commitment = ""
        self._cut_by: tuple[str, ...] = ()
        self._lock = asyncio.Lock()
        self._changed = asyncio.Event()
        self._step: Step | None = None
        self._began: dict[tuple[int, Phase, str], float] = {}
        """When the dealer began to wait for each thing."""
        self._ended = -math.inf
        """When the last round ended."""
        self._left_at: dict[str, float] = {}

    # -----------------------------------------------------------------------------------------------------------------
    # Who is there

    @property
    def present(self) -> frozenset[str]:
        """The players whose page is connected."""
        return frozenset(v.actor.name for v in self.viewers if v.actor.role is Role.PLAYER and v.actor.name)

    async def join(self, viewer: Viewer) -> None:
        """Somebody looks: tell him how the table stands, and the others that he is here."""
        async with self._lock:
            await self._count_chips({viewer.actor.name} - {""})
            known = viewer.actor.name in self.present
            self.viewers.add(viewer)
            self.reconsider()
            told = lines(self.book, self.course, viewer.actor)
            viewer.tell(m.encode(m.Hello(protocol=m.PROTOCOL, scene=self._scene(viewer.actor), lines=told)))
            if (again := self.last_reviews.get(viewer.actor.name)) and viewer.actor.role is Role.PLAYER:
                viewer.tell(m.encode(again))
            if not known and viewer.actor.role is Role.PLAYER and viewer.actor.name:
                self._show(but=viewer)

    async def part(self, viewer: Viewer) -> None:
        """Somebody looks no longer."""
        self.viewers.discard(viewer)
        name = viewer.actor.name
        if name and viewer.actor.role is Role.PLAYER and name not in self.present:
            self._left_at[name] = time.monotonic()
            self._ready.discard(name)
            self.reconsider()
            self._show()

    def absent(self, seconds: float) -> list[c.Leave]:
        """For players away that long, who have nothing on the layout: that they leave their places."""
        now, here = time.monotonic(), self.present
        return [
            c.Leave(by=c.Actor(name, Role.PLAYER), position=at)
            for at, name in self.table.seats.items()
            if name not in here
            and at not in self.table.wagers
            and self.table.phase in (Phase.BETWEEN_ROUNDS, Phase.BETTING)
            and now - self._left_at.setdefault(name, now) > seconds
        ]

    # -----------------------------------------------------------------------------------------------------------------
    # What pages ask

    async def hear(self, viewer: Viewer, said: m.Said) -> m.Told:
        """Carry out what a page asks; the answer to its message."""
        try:
            if isinstance(said, m.Do):
                return await self._do(viewer.actor, said)
            if isinstance(said, m.Preview):
                return await self._preview(viewer.actor, said)
            if isinstance(said, m.Ready):
                self._is_ready(viewer.actor, said)
            elif isinstance(said, m.Cut):
                await self._cut(viewer.actor, said.words)
            elif isinstance(said, m.Chips):
                await self._more_chips(viewer.actor)
            elif isinstance(said, m.Run):
                await self._run(viewer.actor, said)
        except m.BadMessage as bad:
            return m.NotDone(id=said.id, reason=bad.reason, sentence=str(bad))
        except Refused as refused:
            return m.refusal(said.id, refused)
        except HousewayError as error:
            return m.NotDone(id=said.id, reason="failed", sentence=str(error))
        return m.Done(id=said.id)

    async def _do(self, actor: c.Actor, said: m.Do) -> m.Told:
        command = m.read_command(said, actor)
        async with self._lock:
            if said.round is not None and said.round != self.table.round:
                raise OldVersion(f"that was for round {said.round}; the table is at round {self.table.round}")
            if said.version is not None and said.version != self.table.version:
                raise OldVersion("the table has moved on since; look again")
            await self._ask(command, key=f"{actor.role.words} {actor.name} {said.id}")
        return m.Done(id=said.id)

    async def ask(self, command: c.Command) -> None:
        """Put a request of the house to the table."""
        async with self._lock:
            await self._ask(command)

    async def _ask(self, command: c.Command, key: str = "") -> None:
        before = self.table
        self._must_be_open(command)
        command = await self._with_cards(command)
        try:
            events = await self.house.in_thread(_asked, self.kept, command, key, before.version)
        except OldVersion:  # somebody else serves this table too
            await self._take_in(before, await self.house.in_thread(self.kept.catch_up))
            raise
        await self._take_in(before, events)

    def _must_be_open(self, command: c.Command) -> None:
        if not self.running.now.open and isinstance(command, c.Sit | c.AnnouncePlaceYourBets):
            raise Refused(CLOSED)

    async def _with_cards(self, command: c.Command) -> c.Command:
        """A deal with the deck the house is bound to; a round has either that or a physical deck."""
        if isinstance(command, c.KeyIn) and self._commitment:
            raise Refused("the house has committed to a deck for this round: deal that one")
        if not isinstance(command, c.Deal):
            return command
        if not self._commitment:
            raise Refused("this round is dealt from a physical deck: key its cards in")
        deck = await self.house.in_thread(self.decks.deck, self.table.round)
        return c.Deal(by=command.by, deck=tuple(CARDS[card].text for card in deck))

    async def _preview(self, actor: c.Actor, said: m.Preview) -> m.Told:
        """What a request would lead to, for staff who ask before they act."""
        command = m.read_command(m.Do(id=said.id, command=said.command), actor)
        if actor.role is Role.PLAYER or not isinstance(command, PREVIEWED):
            raise WrongRole("only staff may ask beforehand, and of what turns no cards")
        past = None
        if isinstance(command, c.Correct):
            past = await self.house.in_thread(self.kept.before_settling, command.round)
        table = self.table
        events = await self.house.in_thread(decide, self.book, table, command, past=past)
        return m.Previewed(id=said.id, lines=lines(self.book, _course(table, events), actor))

    def _is_ready(self, actor: c.Actor, said: m.Ready) -> None:
        if said.round != self.table.round:
            raise OldVersion(f"that was for round {said.round}; the table is at round {self.table.round}")
        if actor.role is not Role.PLAYER or self._step is None or actor.name not in self._step.awaited:
            raise Refused("nobody waits for you")
        self._ready.add(actor.name)
        self.reconsider()
        self._show()

    async def _cut(self, actor: c.Actor, words: str) -> None:
        if actor.role is not Role.PLAYER or not self.table.positions_of(actor.name):
            raise Refused("only a seated player adds to the cut")
        if len(words) > LONGEST_WORDS:
            raise Refused(f"the words for the cut have at most {LONGEST_WORDS} letters")
        async with self._lock:
            await self.house.in_thread(self.decks.add_words, self.table.round, actor.name, words)
            await self._look_at_the_deck()
            self._show()

    async def _more_chips(self, actor: c.Actor) -> None:
        if actor.role is not Role.PLAYER or not actor.name:
            raise Refused("only a player takes chips")
        async with self._lock:
            await self._count_chips({actor.name})
            if not lacks_chips(self.book, self.table, actor.name, self._around()):
                raise Refused("you have enough for a wager; take chips when you have not")
            await self.house.in_thread(self.house.people.more_chips, actor.name)
            await self._count_chips({actor.name})
            self._show()

    async def _run(self, actor: c.Actor, said: m.Run) -> None:
        if actor.role is Role.PLAYER:
            raise WrongRole("only staff decide how a table is run")
        if said.open is not None and actor.role < Role.PIT_SUPERVISOR:
            raise WrongRole("to open or close a table takes the pit supervisor or a higher position")
        async with self._lock:
            by = f"{actor.role.words} {actor.name}"
            await self.house.in_thread(self.running.change, by, dealer=said.dealer, deck=said.deck, open=said.open)
            self.reconsider()
            self._show()

    # -----------------------------------------------------------------------------------------------------------------
    # What happened

    async def _take_in(self, before: Table, events: tuple[e.Event, ...]) -> None:
        """Take in what was kept since, tell it, and let the dealer look again."""
        if not events:
            return
        new = _course(before, events)
        self.table = new[-1][1]
        for event, table in new:
            if isinstance(event, e.BettingOpened):
                self.course, self.last_reviews = [], {}
            self.course.append((event, table))
        if self.table.phase is not before.phase or self.table.round != before.round:
            self._ready.clear()
        if any(isinstance(event, e.RoundSettled | e.RoundVoided) for event in events):
            self._ended = time.monotonic()
        await self._keep_the_deck(events)
        await self._count_chips({event.player for event in events if isinstance(event, _MONEY)})
        self.reconsider()
        self._tell(new)
        self.house.happened(self.name, new)
        if any(isinstance(event, e.RoundSettled) for event in events):
            await self._review(before)

    async def _keep_the_deck(self, events: Iterable[e.Event]) -> None:
        """Commit to a deck as betting opens, and reveal it when the round has ended."""
        kinds = {type(event) for event in events}
        if e.BettingOpened in kinds:
            await self.bind_deck()
        if kinds & {e.RoundSettled, e.RoundVoided}:
            await self.house.in_thread(self.decks.reveal_ended)

    async def bind_deck(self) -> None:
        """Commit to the round's deck where it comes from the house; look at what the round is bound to."""
        if self.table.phase is Phase.BETTING and self.running.now.deck == HOUSE_DECK:
            await self.house.in_thread(self.decks.commit, self.table.round)
        await self._look_at_the_deck()

    async def _look_at_the_deck(self) -> None:
        found = await self.house.in_thread(_bound_by, self.decks, self.table.round)
        self._commitment, self._cut_by = found

    async def _count_chips(self, names: set[str]) -> None:
        if names:
            counted = await self.house.in_thread(_chips, self.kept.journal, names)
            self._chips |= {name: chips for name, (chips, _) in counted.items()}
            self._owed |= {name: owed for name, (_, owed) in counted.items()}

    async def _review(self, before: Table) -> None:
        """Tell each player what the house way would have done with the hands he set."""
        found = await self.house.in_thread(self.house.reviews, self.kept, before)
        self.last_reviews = {name: m.Reviewed(round=before.round, reviews=each) for name, each in found.items()}
        for viewer in self.viewers:
            if viewer.actor.role is Role.PLAYER and viewer.actor.name in self.last_reviews:
                viewer.tell(m.encode(self.last_reviews[viewer.actor.name]))

    # -----------------------------------------------------------------------------------------------------------------
    # What viewers are told

    def _around(self) -> Around:
        step = self._step
        return Around(
            running=self.running.now,
            clock=self._clock(),
            awaited=step.awaited if step and step.what else frozenset(),
            ready=frozenset(self._ready),
            present=self.present,
            commitment=self._commitment,
            cut_by=self._cut_by,
            chips=self._chips,
            owed=self._owed,
        )

    def _scene(self, actor: c.Actor) -> Scene:
        return scene(self.book, self.table, actor, self._around())

    def _tell(self, new: list[tuple[e.Event, Table]]) -> None:
        self._each(lambda actor: m.Happened(lines=lines(self.book, new, actor), scene=self._scene(actor)))

    def _show(self, but: Viewer | None = None) -> None:
        self._each(lambda actor: m.Stands(scene=self._scene(actor)), but)

    def _each(self, message: Callable[[c.Actor], m.Told], but: Viewer | None = None) -> None:
        """Tell every viewer; what is the same for several, as for one person's two pages, is made once."""
        made: dict[c.Actor, bytes] = {}
        for viewer in self.viewers - {but}:
            if viewer is not None:
                if viewer.actor not in made:
                    made[viewer.actor] = m.encode(message(viewer.actor))
                viewer.tell(made[viewer.actor])

    def goodbye(self, sentence: str) -> None:
        """Tell every viewer that the house closes, and let them go."""
        for viewer in self.viewers:
            viewer.tell(m.encode(m.Goodbye(sentence=sentence)))
            viewer.let_go()

    # -----------------------------------------------------------------------------------------------------------------
    # The automatic dealer

    def reconsider(self) -> None:
        """See what comes next; a wait that goes on keeps its clock, and one after a hold begins anew."""
        step = None
        if self.running.now.dealer == AUTOMATIC:
            step = next_step(self.book, self.table, self.present, self.house.pace)
        if step and isinstance(step.command, c.AnnouncePlaceYourBets) and not self.running.now.open:
            step = None
        if step is None:
            self._began.clear()
        else:
            between = self.table.phase is Phase.BETWEEN_ROUNDS
            now = self._ended if between else time.monotonic()
            self._began.setdefault((self.table.round, self.table.phase, step.what or kind(step.command)), now)
        self._step = step
        self._changed.set()

    def _left(self, step: Step) -> float:
        """How long the dealer still waits."""
        if step.awaited and step.awaited <= self._ready:
            return 0.0
        began = self._began[self.table.round, self.table.phase, step.what or kind(step.command)]
        return max(0.0, began + step.seconds - time.monotonic())

    def _clock(self) -> Clock | None:
        step = self._step
        if step is None or not step.what or not step.seconds:
            return None
        return Clock(what=step.what, seconds=step.seconds, left=self._left(step))

    async def deal_on(self) -> None:
        """The automatic dealer at work, until he is cancelled."""
        while True:
            self._changed.clear()
            step = self._step
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), self._left(step) if step else None)
                continue
            if step is not None and step is self._step:
                await self._carry_out(step)

    async def _carry_out(self, step: Step) -> None:
        try:
            await self.ask(step.command)
        except HousewayError:  # refused, or the journal failed: look again a little later
            await asyncio.sleep(1)
            self.reconsider()

    async def finish(self) -> None:
        """Settle a round whose hands are compared next; any other stays as it is until the house is open again."""
        if self.table.phase is Phase.REVEALED and self.table.hold is None and self.running.now.dealer == AUTOMATIC:
            with contextlib.suppress(HousewayError):
                await self.ask(c.Settle(by=HOUSE))


def _asked(kept: KeptTable, command: c.Command, key: str, version: int) -> tuple[e.Event, ...]:
    """Put a request to a table; what has happened there since a version. A request sent again makes nothing happen."""
    events = kept.ask(command, key=key)
    return events if kept.table.version == version + len(events) else kept.since(version)


def _chips(journal: Journal, names: Iterable[str]) -> dict[str, tuple[int, int]]:
    """What players have, and owe."""
    return {name: (journal.balance(player_account(name)), -journal.balance(owed_account(name))) for name in names}


def _bound_by(decks: KeptDecks, number: int) -> tuple[str, tuple[str, ...]]:
    """The commitment of a round, and who added to its cut."""
    return decks.commitment(number), tuple(added.player for added in decks.words(number))


def _course(table: Table, events: Iterable[e.Event]) -> list[tuple[e.Event, Table]]:
    """Events, each with the table after it."""
    found = []
    for event in events:
        table = evolve(table, event)
        found.append((event, table))
    return found


def _last_round(kept: KeptTable) -> list[tuple[e.Event, Table]]:
    """The round a table is in, or the last one, event by event."""
    table, found = Table(), list[tuple[e.Event, Table]]()
    for event in kept.events():
        table = evolve(table, event)
        if isinstance(event, e.BettingOpened):
            found = []
        found.append((event, table))
    return found
