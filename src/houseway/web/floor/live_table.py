"""A live table: a kept table, the deck of its round, the people looking at it, and the dealer's clock.

Here: carrying out requests one after another, and showing every viewer what they may see. Not here: decoding messages
(`wire.dispatch`), the automatic dealer's loop (`automatic_dealer`), any rule of the game.

There is one state, `kept.table`, and only `_publish` changes it. A request is decided, written to the journal and
followed up (deck, chips) in threads, while `turn` keeps other requests out; until that is done, viewers are still shown
the table before the request. Then `_publish`, which never awaits, updates the table, the shown deck, the chips and the
clock together and sends every viewer the events. So whatever is sent is committed, belongs to one version, and never
runs ahead of the events that lead to it.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator, Sequence

from msgspec.structs import replace

from houseway.errors import HousewayError, JournalFailed, OldVersion, Refused
from houseway.journal.entry import Append, at_stake
from houseway.journal.stakes import AtTable
from houseway.kept import results
from houseway.kept.approval_facts import Asked
from houseway.kept.approved import Approval, or_above
from houseway.kept.bots import is_bot
from houseway.kept.changes import Change, changes_of
from houseway.kept.debts import AtATable
from houseway.kept.decks import KeptDecks
from houseway.kept.play_chips import FIRST_CHIPS, ON_A_LAYOUT, times_given
from houseway.kept.tables import STREAM, Answer, KeptTable, Ready
from houseway.people.protection import Reality
from houseway.rulebook.procedure import Act, Fault, Phase, Role
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.betting import least
from houseway.table.decide import decide
from houseway.table.exposure import exposed, exposure
from houseway.table.state import Table
from houseway.table.two_eyes import ASKABLE, confirms, takes_two, whom_it_prohibits
from houseway.web.company.company import Company
from houseway.web.floor.conflicts import Conflicts
from houseway.web.floor.dealer_clock import GOES_ON_LATER, DealerClock
from houseway.web.floor.deeds import AtTheTable, Run
from houseway.web.floor.grounds import Grounds
from houseway.web.floor.named_cards import NamedCards
from houseway.web.floor.proposals import Proposals
from houseway.web.floor.protections import wagering
from houseway.web.floor.purses import PAYS, Balances, players_paid
from houseway.web.floor.round_deck import RoundDeck, ShownDeck
from houseway.web.floor.seats import IdleSeats
from houseway.web.floor.services import HouseServices
from houseway.web.floor.table_mode import KeptMode
from houseway.web.floor.table_requests import elsewhere, wanted, wanted_mode
from houseway.web.floor.table_talk import TableTalk
from houseway.web.floor.turn import Turn
from houseway.web.wire import messages as m
from houseway.web.wire.audience import Audience
from houseway.web.wire.permissions import TABLE_CLOSED
from houseway.web.wire.remembered import Remembered
from houseway.web.wire.scene import AUTOMATIC, Line, Scene, Shown, TableMode
from houseway.web.wire.table_context import TableContext
from houseway.web.wire.viewer import Viewer
from houseway.web.wire.viewer_scene import Drawing, lines

_log = logging.getLogger(__name__)
ABOUT_TO_CLOSE = "the house is about to close: wagers stay on the layout until it opens again"
PREVIEWED = (c.Report, *ASKABLE, c.SetLimits)
"""What staff may preview: nothing that turns cards."""


NEEDS_AN_OPEN_TABLE = (c.Sit, c.AnnouncePlaceYourBets, c.OfferBank, c.TakeBank)


class LiveTable:
    """One table as the house runs it."""

    def __init__(
        self, house: HouseServices, kept: KeptTable, decks: KeptDecks, mode: KeptMode, *, died: bool = False
    ) -> None:
        """Run a kept table; whoever opens it has already dealt with an interrupted round as the book prescribes.

        `died` says that the house died in the round, rather than closed.
        """
        self.house, self.kept, self.mode = house, kept, mode
        self.book, self.name = kept.book, kept.name
        kept.keeps_results = True
        self.deck = RoundDeck(decks)
        kept.elsewhere = lambda: house.kept_elsewhere(kept.name)
        self._asked_by = house.approvals.approvals.asked_by(kept.name, since=kept.number_before)
        """Who asked for what another confirmed in this round, by the version of its first event."""
        self.proposals = Proposals(self.show)
        self.clock = DealerClock(kept.book, house.pace)
        self.audience = Audience()
        self.company = Company(self)
        self.talk = TableTalk(self.audience, lambda: self.table)
        self.turn = Turn()
        """Held while something changes, so that one change follows another."""
        self._interrupted = died and self.table.hold is not None and self.table.hold.fault is not Fault.POWER_FAILURE
        """Whether the house died with another fault on hold: the power failure is dealt with after its remedy."""
        self.draining = False
        """Whether the house is about to close, so that no round begins."""
        self._reviews: dict[str, m.Reviewed] = {}
        self._reviewing: asyncio.Task[None] | None = None
        self._idle_seats = IdleSeats()
        self.conflicts = Conflicts(house.staff.known_to_play)
        self._named_cards = NamedCards(self)
        self._stacks: dict[str, int] = {}
        """How often players have had a fresh stack of play chips."""
        self._remembered = Remembered()
        """What was worked out for the table as it is now."""
        self._checks_due: frozenset[str] = frozenset()
        if house.tenancy is not None:
            kept.stakes = self._stakes
        self._count_exposure()

    @property
    def table(self) -> Table:
        """The table as viewers are shown it."""
        return self.kept.table

    # -----------------------------------------------------------------------------------------------------------------
    # Who is there

    @property
    def present(self) -> frozenset[str]:
        """The players whose page is connected, and the bots."""
        return self.audience.players | self.company.names if self.company.names else self.audience.players

    async def join(self, viewer: Viewer) -> None:
        """Add a viewer: show them the table, and show the others who is there now."""
        actor = viewer.actor
        async with self.turn:
            await self._count_chips({actor.name} - {""})
            if actor.role is Role.PLAYER and actor.name and actor.name not in self._stacks:
                await self._count_stacks(actor.name)
            debts = await self._debts_for(actor)
            known = actor.name in self.present
            self.audience.join(viewer)
            if actor.name in self.present:
                self.house.whereabouts.came(actor.name, self)
            self.update_clock()
            so_far = self._lines(self.kept.this_round, actor, debts)
            self.audience.greet(viewer, self._shown(actor, self._drawing()), so_far)
            if (review := self._review_for(actor)) is not None:
                viewer.send(m.encode(review))
            if actor.name and not known:
                self.show(except_for=viewer)

    async def _debts_for(self, actor: c.Actor) -> tuple[AtATable, ...]:
        """What this round did to what players owe: all of it for staff, a player's own for that player."""
        only = {actor.name} if actor.role is Role.PLAYER else None
        return await self.house.in_thread(self.house.purses.debts_after, self.name, tuple(self.kept.this_round), only)

    async def part(self, viewer: Viewer) -> None:
        """Remove a viewer whose connection has ended."""
        self.audience.part(viewer)
        name = viewer.actor.name
        if name and viewer.actor.role is Role.PLAYER and name not in self.present:
            self.house.whereabouts.left(name, self)
            self._idle_seats.player_left(name)
            self.update_clock()
            self.show()
        elif viewer.actor.role is not Role.PLAYER:
            self.update_clock()
            self.show()

    def idle_seats(self) -> list[c.Command]:
        """The requests that free the seats of players who are away or do not play."""
        return self._idle_seats.to_free(self.table, self.present, automatic=self.mode.now.dealer == AUTOMATIC)

    # -----------------------------------------------------------------------------------------------------------------
    # Requests to the table

    async def ask(
        self,
        command: c.Command,
        *,
        key: str = "",
        round: int | None = None,
        version: int | None = None,
        approval: Approval | None = None,
        session: str = "",
    ) -> None:
        """Carry out a request; `round` and `version`, if given, are what the person who asks last saw.

        What takes two people needs an `approval`: somebody asked for it (`ask_for`), and whoever sends it confirms it.
        With a `session`, nothing is carried out once that has ended.
        """
        async with self.turn, self.house.protections.turn(wagering(command)), self._unless_done_before(command, key):
            self._must_be_current(round, version)
            if self.draining and isinstance(command, GOES_ON_LATER):
                raise Refused(ABOUT_TO_CLOSE)
            if not self.mode.now.open and isinstance(command, NEEDS_AN_OPEN_TABLE):
                raise Refused(TABLE_CLOSED)
            await self._afresh(self._must_not_be_stopped, command)
            staff, acts_in = _staff(command.by, approval), self._round_to_play
            self.conflicts.must_not_play(staff, self.table)
            self.conflicts.must_not_favour(staff, command)
            staffing = self.conflicts.staffing(self.audience.viewers, self.table.round)
            self.conflicts.must_not_staff(command, staffing)
            await self._must_be_known(command)
            await self._afresh(self._must_be_protected, command)
            if self.deck.commitment_due:
                self.deck.shown = await self.house.in_thread(self.deck.commit, self.table.round)
            self._must_be_agreed(command)
            await self._look_elsewhere(command)
            async with self._named_cards.watched(command):
                await self._must_be_approved(command, approval)
            grounds = Grounds(
                self.house,
                self.name,
                self.table,
                command,
                conflicts=self.conflicts,
                staff=staff,
                staffing=staffing,
                session=session,
            )
            try:
                async with self._named_cards.watched(command):
                    answer = await self._kept(command, key, approval, grounds)
            except BaseException as error:
                self._count_exposure()  # gives back what was reserved for a wager that was not kept
                if isinstance(error, OldVersion):  # another process serves this table, or a request was cut off
                    await self._follow(await self.house.in_thread(self.kept.unread))
                raise
            if not answer.changes:
                self._count_exposure()  # a request that was carried out before costs the house nothing more
            if approval is not None and answer.changes:
                self._asked_by[answer.changes[0].after.version] = approval.asked_by.name
            await self._follow(answer.changes)
            self.conflicts.note_acts(staff, acts_in)
            if (name := wagering(command)) and not is_bot(name):
                await self._note_wager(name, command)

    async def _afresh(self, check: Callable[[c.Command], Awaitable[None]], command: c.Command) -> None:
        """Check a request; where other processes write too, what is known is read again before it is refused."""
        try:
            await check(command)
        except Refused:
            if self.house.tenancy is None:
                raise
            await self.house.in_thread(self._read_again, command)
            await check(command)

    def _read_again(self, command: c.Command) -> None:
        house = self.house
        house.stops.catch_up()
        house.prohibitions.catch_up()
        if house.tenancy is not None and isinstance(command, c.Sit | c.PlaceWager | c.TakeBank):
            name = wagering(command) or command.by.name
            house.protections.read_again(name)
            house.at_stake.note_all_of(name, house.tenancy.laid_by(name, but=""))

    async def _must_not_be_stopped(self, command: c.Command) -> None:
        """Refuse what a stop or a prohibition in the whole house does not allow."""
        self.house.stops.check(self.name, command)
        self.house.prohibitions.check(command)

    @contextlib.asynccontextmanager
    async def _unless_done_before(self, command: c.Command, key: str) -> AsyncIterator[None]:
        """Refuse nothing that was carried out before under its key, whatever has changed since."""
        try:
            yield
        except JournalFailed:
            raise
        except HousewayError:
            first = await self.house.in_thread(self.kept.first_answer, command, key) if key else None
            if first is None:
                raise
            await self._follow(first.changes)

    async def _note_wager(self, name: str, command: c.Command) -> None:
        """Note an accepted wager for the player's protection."""
        protections, staked = self.house.protections, self.house.at_stake.staked(name)
        if protections.goes_on(name, staked=staked):
            protections.wagered(command, staked=staked)
            return
        with contextlib.suppress(HousewayError):  # the wager is kept; the next one begins the session
            await self.house.in_thread(protections.wagered, command, staked=staked)

    def _must_be_agreed(self, command: c.Command) -> None:
        """Where the house holds the chips, show a player the wager that staff ask for: only the player places it."""
        if isinstance(command, c.PlaceWager) and command.by.role is not Role.PLAYER and self.table.own_deck:
            decide(self.book, self.table, command)
            self.proposals.propose(command)

    async def ask_for(
        self, command: c.Command, *, round: int | None = None, version: int | None = None, plays: Collection[str] = ()
    ) -> Asked:
        """Ask for what takes two people, or a higher position; another member of staff confirms it.

        `plays` are the names that whoever asks plays under.
        """
        async with self.turn:
            self._must_be_current(round, version)
            self.house.stops.check(self.name, command)
            await self._must_be_known(command)
            await self._look_elsewhere(command)
            needed = self._confirms(command)
            if needed is None:
                raise Refused("this needs no second person: do it yourself")
            async with self._named_cards.watched(command):
                asked = await self.house.in_thread(wanted, self, command, needed)
            waits = await self.house.approvals.ask(command.by, asked, AtTheTable(), plays=plays)
            self.conflicts.note_acts([command.by], self._round_to_play)
            return waits

    @property
    def _round_to_play(self) -> int:
        """The round in play, or between rounds the next one: acts of staff belong to it."""
        return self.table.round + (self.table.phase is Phase.BETWEEN_ROUNDS)

    async def _look_elsewhere(self, command: c.Command) -> None:
        """Read the tables of other processes where somebody on the staff prohibits a player, who may play there."""
        if command.by != c.HOUSE and whom_it_prohibits(self.table, command):
            await self.house.look_elsewhere()

    def _confirms(self, command: c.Command) -> Role | None:
        return confirms(self.book, self.table, command, elsewhere=self._elsewhere())

    def _elsewhere(self) -> Iterator[Table]:
        return (other.table for other in self.house.tables_elsewhere(self.name))

    async def _must_be_approved(self, command: c.Command, approval: Approval | None) -> None:
        """Refuse what takes two people and was not confirmed, and what would no longer do what was shown."""
        if approval is not None:
            self.house.approvals.approvals.find(approval.id)
            asked = replace(command, by=approval.asked_by)
            needed = self._confirms(asked) or command.by.role
            now = await self.house.in_thread(wanted, self, asked, needed, salt=approval.salt)
            approval.must_be_as_shown(now)
        elif (two := takes_two(self.book, self.table, command, elsewhere=self._elsewhere())) is not None:
            as_confirmed = replace(command, by=c.Actor(command.by.name, max(command.by.role, two)))
            await self.house.in_thread(self.kept.preview, as_confirmed)  # what cannot be done is not asked for
            await self.house.in_thread(self.kept.must_be_approved, command, None)

    async def _kept(self, command: c.Command, key: str, approval: Approval | None, grounds: Grounds) -> Answer:
        """Decide a request and keep its events, together with what other tables keep at this moment.

        What needs a look into the journal first is decided in a thread.
        """
        prohibits = isinstance(command, c.Prohibit) or whom_it_prohibits(self.table, command)
        if approval is None and grounds.is_known and not prohibits:
            if isinstance(command, c.Deal):
                whole = await self.house.in_thread(self._with_cards, command)
            else:
                whole = self._with_cards(command)
            ready = self.kept.ready(whole, key=key, check=self._must_be_accepted, grounds=grounds)
            if ready is not None:
                with contextlib.suppress(OldVersion):  # something has changed elsewhere: it is decided again
                    return await self._written(ready)
        return await self.house.in_thread(self._keep, command, key, approval, grounds)

    async def _written(self, ready: Ready) -> Answer:
        """Write what a request leads to, and answer it."""
        written = await self.house.append(ready.appends)
        self.house.protections.note(results.written(ready.appends, written))
        if self.kept.is_repeated(written):
            return Answer(ready.answer.events, await self.house.in_thread(self.kept.unread))
        return ready.answer

    def _keep(self, command: c.Command, key: str, approval: Approval | None, grounds: Grounds) -> Answer:
        check, wanted = self._must_be_accepted, self._with_cards(command)
        answer = self.kept.keep(wanted, key=key, check=check, approval=approval, grounds=grounds)
        if any(isinstance(event, e.PlayerProhibited) for event, _ in answer.changes):
            with contextlib.suppress(JournalFailed):  # whoever needs to know it is refused, and reads it then
                self.house.prohibitions.catch_up()
        return answer

    def _with_cards(self, command: c.Command) -> c.Command:
        return self.deck.with_cards(self.table, command, self.mode.now)

    def _must_be_accepted(self, events: tuple[e.Event, ...]) -> None:
        """Refuse a wager that has no limits yet, or a wager or a bank with which the house could lose too much."""
        placed = next((event for event in events if isinstance(event, e.WagerPlaced | e.BankTaken)), None)
        if placed is None:
            return
        if isinstance(placed, e.WagerPlaced) and placed.wager not in self.table.limits:
            raise Refused("this wager gets its limits when the round is over; none is accepted before")
        what = "this wager" if isinstance(placed, e.WagerPlaced) else "half of this bank"
        cost = exposure(self.book, changes_of(self.table, events)[-1].after)
        self.house.at_stake.reserve(self.name, cost, what)

    def _stakes(self, after: Table, events: tuple[e.Event, ...]) -> tuple[Append, ...]:
        """What lies on this layout after events, for the processes that run other tables."""
        if exposed(after) == self._counted:
            return ()
        placed = next((event for event in events if isinstance(event, e.WagerPlaced | e.BankTaken)), None)
        cap = self.house.at_stake.cap if placed is not None else 0
        what = "half of this bank" if isinstance(placed, e.BankTaken) else "this wager"
        return (at_stake(STREAM + self.name, dataclasses.replace(self.at_stake(after), cap=cap, what=what)),)

    def at_stake(self, table: Table | None = None) -> AtTable:
        """What this table has at stake, now or as it would stand."""
        table = table or self.table
        lowest = least(table, self.book.main.key) if self.mode.now.open else None
        return AtTable(table=self.name, cost=exposure(self.book, table), laid=table.on_layouts(), lowest=lowest)

    def _count_exposure(self) -> None:
        """Count what lies on this layout, and what it can cost the house."""
        self._counted = exposed(self.table)
        self.house.at_stake.update(self.name, exposure(self.book, self.table), self.table.on_layouts())

    async def preview(self, command: c.Command) -> tuple[Line, ...]:
        """What a request would lead to, for staff who ask before they act; nothing changes."""
        if not isinstance(command, PREVIEWED):
            raise Refused("this cannot be previewed: it would turn cards")
        self.house.stops.check(self.name, command)
        await self._must_be_known(command)
        await self._look_elsewhere(command)
        role = max(command.by.role, self._confirms(command) or command.by.role)
        as_confirmed = replace(command, by=c.Actor(command.by.name, role))
        async with self._named_cards.watched(command):
            changes, debts = await self.house.in_thread(self.kept.preview, as_confirmed)
        return (*lines(self.book, changes, command.by, debts), *elsewhere(self, command))

    def confirmed_by(self, command: c.Command) -> str:
        """The lowest position, in words, that must confirm a request of somebody; empty where they need nobody."""
        needed = self._confirms(command)
        return or_above(needed) if needed else ""

    def _must_be_current(self, round: int | None, version: int | None = None) -> None:
        if round not in (None, self.table.round):
            raise OldVersion(f"this request was for round {round}; the table is now at round {self.table.round}")
        if version not in (None, self.table.version):
            raise OldVersion("the table has changed since you last saw it; look again")

    async def _must_be_known(self, command: c.Command) -> None:
        """Refuse staff acting for a player who is not there to ask for it, or does not exist."""
        if (
            isinstance(command, c.PlaceWager)
            and command.by.role is not Role.PLAYER
            and command.player not in self.present
        ):
            raise Refused(
                f"{command.player or 'the player'} is not at this table to ask for a wager",
                clause=row.cite if (row := self.book.procedure.permission(Act.WAGER_FOR)) else "",
            )
        if isinstance(command, c.Restrict | c.AllowMore | c.Prohibit) and not command.lift:
            if not command.player:
                raise Refused("name the player")
            await self.house.in_thread(self.house.people.get, command.player)

    async def _must_be_protected(self, command: c.Command) -> None:
        """Refuse what a player's exclusion, limits or reality check do not allow."""
        if isinstance(command, c.Sit | c.PlaceWager | c.TakeBank):
            name = wagering(command) or command.by.name
            staked, here = self.house.at_stake.staked(name), self.table.on_layout(name)
            protections = self.house.protections
            if protections.is_remembered(name):
                protections.check(command, staked=staked, here=here)
            else:
                await self.house.in_thread(protections.check, command, staked=staked, here=here)

    # -----------------------------------------------------------------------------------------------------------------
    # Requests to the house

    def ready(self, actor: c.Actor, round: int) -> None:
        """Note that a player is ready: once all are, the automatic dealer moves on at once."""
        self._must_be_current(round)
        if actor.role is not Role.PLAYER or actor.name not in self.clock.waits_for:
            raise Refused("the dealer is not waiting for you")
        self.clock.ready.add(actor.name)
        self.update_clock()
        self.show()

    async def cut(self, actor: c.Actor, words: str) -> None:
        """Add a player's words to the cut of the round's deck."""
        async with self.turn:
            self.deck.shown = await self.house.in_thread(self.deck.add_words, self.table, actor.name, words)
            self.show()

    async def more_chips(self, actor: c.Actor) -> None:
        """Give a player more play chips, if they have too few for a wager at any table and nothing on any layout."""
        if stop := self.house.stops.player(actor.name):
            raise Refused(stop.sentence)
        self.house.protections.must_play(actor.name)
        async with self.turn, self.house.protections.turn(actor.name):  # none of theirs are on their way to a layout
            await self._count_chips({actor.name})
            if await self._has_any_on_a_layout(actor.name):
                raise Refused(ON_A_LAYOUT)
            await self.house.give_chips(actor.name)
            await self._count_chips({actor.name})
            await self._count_stacks(actor.name)
            self.show()

    async def _has_any_on_a_layout(self, name: str) -> bool:
        """Whether a player has chips on a layout; looked up where other processes run tables too."""
        if (tenancy := self.house.tenancy) is not None:
            self.house.at_stake.note_all_of(name, await self.house.in_thread(tenancy.laid_by, name, but=""))
        return bool(self.house.at_stake.staked(name))

    async def run(
        self,
        actor: c.Actor,
        *,
        dealer: str = "",
        deck: str = "",
        open: bool | None = None,
        approval: Approval | None = None,
    ) -> None:
        """Change how the table is run, on behalf of staff; what is left out stays as it is.

        Switching to a physical deck needs an `approval` (`ask_to_run`).
        """
        async with self.turn:
            by = f"{actor.role.words} {actor.name}"
            staff = _staff(actor, approval)
            self.conflicts.must_not_play(staff, self.table)
            now = self._mode_asked(dealer, deck, open)
            if approval is not None:
                self.house.approvals.approvals.find(approval.id)
                approval.must_be_as_shown(wanted_mode(self, now, dealer=dealer, deck=deck, open=open))
            change = self.mode.change
            await self.house.in_thread(change, by, dealer=dealer, deck=deck, open=open, approval=approval)
            if self.house.tenancy is not None:
                await self.house.in_thread(self.house.tenancy.note, self.name, self.at_stake())
            self.conflicts.note_acts(staff, self.table.round + 1)  # what changes holds from the next round on
            self.update_clock()
            self.show()

    async def ask_to_run(
        self,
        actor: c.Actor,
        *,
        dealer: str = "",
        deck: str = "",
        open: bool | None = None,
        plays: Collection[str] = (),
    ) -> Asked:
        """Ask for a change of how the table is run that takes two people."""
        async with self.turn:
            now = self._mode_asked(dealer, deck, open)
            if not self.mode.takes_two(now):
                raise Refused("this needs no second person: do it yourself")
            asked = wanted_mode(self, now, dealer=dealer, deck=deck, open=open)
            waits = await self.house.approvals.ask(actor, asked, Run(dealer=dealer, deck=deck, open=open), plays=plays)
            self.conflicts.note_acts([actor], self.table.round + 1)
            return waits

    def _mode_asked(self, dealer: str, deck: str, open: bool | None) -> TableMode:
        """How the table would be run, refused where it cannot be."""
        physical = self.table.phase is not Phase.BETWEEN_ROUNDS and not self.deck.shown.commitment
        if dealer == AUTOMATIC and physical:
            raise Refused("this round is dealt from a physical deck by a person; finish it first")
        return self.mode.check(dealer=dealer, deck=deck, open=open)

    async def bind_deck(self) -> None:
        """Commit to the deck of the round in play, if it is the house's."""
        self.deck.shown = await self.house.in_thread(self.deck.bind, self.table, self.mode.now)

    # -----------------------------------------------------------------------------------------------------------------
    # After a change

    async def _follow(self, changes: Sequence[Change]) -> None:
        """Do the journal work that kept changes call for, then publish them."""
        if not changes:
            return
        shown, balances = self.deck.shown, Balances()
        try:
            if not self.deck.is_unchanged_by(changes):
                shown = await self.house.in_thread(self.deck.follow, changes, self.mode.now)
        except HousewayError:  # the changes are kept anyway; the deck is committed to, or revealed, later
            _log.warning("the deck of %s could not be kept", self.name, exc_info=True)
            if self.deck.commitment_due:
                shown = ShownDeck()
        with contextlib.suppress(HousewayError):
            balances = await self._balances_after(changes)
            paid = {name for name in players_paid(changes, PAYS) if not is_bot(name)}
            if not all(map(self.house.protections.is_remembered, paid)):
                await self.house.in_thread(self.house.protections.catch_up, paid)
        self._publish(changes, shown, balances)
        if self._interrupted and self.table.hold is None:
            self._interrupted = False
            await self._follow(await self.house.in_thread(self.kept.keep_after_power_failure))

    async def _balances_after(self, changes: Sequence[Change]) -> Balances:
        """What the players whose chips changes moved have now."""
        if (known := self.house.purses.remembered_after(changes)) is not None:
            return known
        return await self.house.in_thread(self.house.purses.look_up_after, self.name, changes)

    def _publish(self, changes: Sequence[Change], shown: ShownDeck, balances: Balances) -> None:
        """Update the table and tell every viewer; never awaits, so that nobody is shown half of it."""
        before = self.table
        self.kept.take(changes)
        if exposed(self.table) != self._counted:
            self._count_exposure()
        self.deck.shown = shown
        self.house.purses.update(balances)
        for event, after in changes:
            match event:
                case e.BettingOpened():
                    self._reviews = {}
                    self._asked_by = {at: name for at, name in self._asked_by.items() if at >= after.version}
                case e.WagerPlaced():
                    self.proposals.placed(event)
                case e.BettingClosed():
                    self.proposals.end()
                    self._idle_seats.betting_closed(after)
                case e.PlaceTaken():
                    self._idle_seats.seat_taken(event.position, event.player)
                case e.RoundSettled():
                    self._reviewing = asyncio.create_task(self._review(before))
        self.update_clock()
        debts, drawing = balances.debts, self._drawing()
        self.audience.show(lambda actor: self._shown(actor, drawing), lambda actor: self._lines(changes, actor, debts))
        self.house.note_changes(self.name, changes)
        self.house.approvals.look_again()
        self.house.show_purses(self.name, players_paid(changes))

    def _lines(self, changes: Sequence[Change], actor: c.Actor, debts: Sequence[AtATable]) -> tuple[Line, ...]:
        """What happened, as a viewer reads it; staff also read who asked for what another confirmed."""
        asked_by = None if actor.role is Role.PLAYER else self._asked_by
        return lines(self.book, changes, actor, debts, asked_by=asked_by, now=self.table, remembered=self._remembered)

    async def _review(self, before: Table) -> None:
        """Tell players what the house way would have done with the hands they set; nothing waits for this."""
        found = await self.house.reviews(self.book, before)
        if before.round == self.table.round:
            self._reviews = {name: m.Reviewed(round=before.round, reviews=each) for name, each in found.items()}
            self.audience.send(self._review_for)

    def _review_for(self, actor: c.Actor) -> m.Reviewed | None:
        return self._reviews.get(actor.name) if actor.role is Role.PLAYER else None

    async def _count_stacks(self, name: str) -> None:
        """Look up how often a player has had a fresh stack."""
        self._stacks[name] = await self.house.in_thread(times_given, self.kept.journal, name)

    async def count_chips(self, name: str) -> None:
        """Look up what a player has."""
        await self._count_chips({name})

    async def _count_chips(self, names: set[str]) -> None:
        if names:
            self.house.purses.update(await self.house.in_thread(self.house.purses.look_up, names))

    # -----------------------------------------------------------------------------------------------------------------
    # What viewers are shown

    def _around(self) -> TableContext:
        """What surrounds the table now, for everybody."""
        chips, present, staked = self.house.purses.chips, self.present, self.table.on_layouts()
        enough = min(FIRST_CHIPS, least(self.table, self.book.main.key)) if self.mode.now.open else FIRST_CHIPS
        poor = any(chips.get(name, 0) < enough and not staked.get(name) for name in present)
        return TableContext(
            mode=self.mode.now,
            clock=self.clock.shown(),
            waits_for=self.clock.waits_for,
            ready=frozenset(self.clock.ready),
            present=present,
            supervised=self.audience.has_staff,
            commitment=self.deck.shown.commitment,
            cut_by=self.deck.shown.cut_by,
            chips=chips,
            broke_below=self.house.broke_below() if poor else 0,  # looks at every table: only where it can matter here
            owed=self.house.purses.owed,
            stacks=self._stacks,
            prohibited=self.house.prohibitions.players,
            proposals=self.proposals.all,
            stop=self.house.stops.at(self.name),
            stopped=self.house.stops.players,
            conflicts=self.conflicts.players(self.audience.staff, self.table.round),
            bots=self.company.shown,
            company=self.company.wanted,
            company_most=self.company.most,
        )

    def context(self, player: str = "", around: TableContext | None = None) -> TableContext:
        """The same for one player; for several at once, what surrounds the table is given."""
        around = around or self._around()
        barred = self.house.protections.why_not(player) if player else ""
        proposed, check = self.proposals.of(player), self._check(player)
        if not barred and proposed is None and check is None:
            return around
        return replace(around, proposed=proposed, barred=barred, check=check)

    def _check(self, player: str) -> Reality | None:
        """The reality check that a player has to acknowledge."""
        protections = self.house.protections
        return protections.reality(player, self.house.at_stake.staked(player)) if protections.checks(player) else None

    def show_checks(self) -> None:
        """Show the table again where a reality check has become due since it was last looked at."""
        due = frozenset(name for name in self.present if self._check(name))
        if due - self._checks_due:
            self.show()
        self._checks_due = due

    def _drawing(self) -> Drawing:
        """The table now, to be shown to one viewer after another."""
        return Drawing(self.book, self.table, self._around(), self._remembered)

    def _shown(self, actor: c.Actor, drawing: Drawing) -> Shown:
        """What a viewer is shown of the table now."""
        if actor.role is Role.PLAYER:
            return drawing.shown(actor, self.context(actor.name, drawing.around))
        shown = drawing.shown(actor, drawing.around)
        asked = self.house.approvals.shown(actor, table=self.name, plays=self.plays(actor))
        return Shown(shown.common, replace(shown.own, asked=asked))

    def scene_of(self, actor: c.Actor) -> Scene:
        """The table as somebody would be shown it now."""
        return self._shown(actor, self._drawing()).scene

    def plays(self, actor: c.Actor) -> frozenset[str]:
        """The names under which a member of staff plays."""
        return self.house.staff.known_to_play(actor.name)

    def show(self, except_for: Viewer | None = None) -> None:
        """Show every viewer the table after something around it changed."""
        drawing = self._drawing()
        self.audience.show(lambda actor: self._shown(actor, drawing), except_for=except_for)

    def update_clock(self) -> None:
        """Have the clock work out the automatic dealer's next move."""
        self.clock.update(
            self.table,
            self.audience.players,
            self.mode.now,
            company=self.company.names,
            attended=self.audience.has_staff,
            stop=self.house.stops.at(self.name),
            draining=self.draining,
        )
        self.company.wake()

    @property
    def is_playing(self) -> bool:
        """Whether a round goes on that a closing house waits for: its betting is closed, and it is not on hold."""
        return self.table.phase not in (Phase.BETWEEN_ROUNDS, Phase.BETTING) and self.table.hold is None

    def goodbye(self, sentence: str, *, retry: float = 0) -> None:
        """Tell every viewer that the house is closing, and close their connections."""
        self.company.close()
        if self._reviewing is not None:
            self._reviewing.cancel()
        self.audience.goodbye(sentence, retry=retry)


def _staff(actor: c.Actor, approval: Approval | None) -> tuple[c.Actor, ...]:
    """The staff who do something together: whoever does or confirms it, and whoever asked for it; no player."""
    asked_by = () if approval is None else (approval.asked_by,)
    return tuple(each for each in (actor, *asked_by) if each.role is not Role.PLAYER)
