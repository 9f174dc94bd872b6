"""The house: one journal, its people, and the live tables.

Here: opening the tables, continuing interrupted rounds, closing down safely, and the services that tables share. Not
here: play at a table (`live_table`), pages and sockets (`http.app`, `wire.socket`).
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import threading
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import ParamSpec, TypeVar

from houseway import books
from houseway.cage import acts as a
from houseway.cage.desk import Cage
from houseway.cage.retiring import retire, retired
from houseway.errors import HouseClosing, HousewayError, Refused, shortened
from houseway.journal.entry import laid_elsewhere, unmoved
from houseway.journal.significant import SYSTEM, note
from houseway.journal.stakes import Elsewhere as NothingLaid
from houseway.journal.store import Journal
from houseway.journal.tenancy import Tenancy
from houseway.kept import folds
from houseway.kept.approved import Approval
from houseway.kept.changes import Change
from houseway.kept.play_chips import broke_below, give_more
from houseway.kept.postings import escrow
from houseway.kept.program import LoadedProgram
from houseway.kept.settings import GIVEN, PLAY, change_settings, settings
from houseway.kept.settings import STREAM as SETTINGS
from houseway.kept.stops import FINISH, PLAYER, SUSPEND, TABLE, Stops
from houseway.kept.stops import HOUSE as HOUSE_SCOPE
from houseway.kept.tables import HOUSE, KeptTable, kept_tables
from houseway.maths.cache import Cache, cache_folder
from houseway.maths.compiled import compile_or_read
from houseway.people.names import read_secret
from houseway.people.players import Players
from houseway.people.sessions import IDLE, Sessions
from houseway.people.sign_in import SignIn
from houseway.people.staff import Staff
from houseway.rulebook.procedure import Role
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.betting import least
from houseway.table.commands import Actor, Cards
from houseway.table.state import Table
from houseway.training.daily import Days
from houseway.training.pack import Part, pack
from houseway.training.record import Training
from houseway.web.floor.approval_desk import ApprovalDesk
from houseway.web.floor.at_stake import AtStake
from houseway.web.floor.automatic_dealer import deal, settle_before_closing
from houseway.web.floor.away import BACK_IN, MOVED, Away
from houseway.web.floor.conflicts import Conflicts, must_be_anothers
from houseway.web.floor.dealer_moves import Pace
from houseway.web.floor.gathering import Gathering
from houseway.web.floor.house_notices import HouseNotices
from houseway.web.floor.house_record import (
    keep_closed,
    keep_opened,
    must_be_alone,
    note_clock_set_back,
    opened_lately,
)
from houseway.web.floor.house_requests import cage_wanted
from houseway.web.floor.housekeeping import KEY_REVOKED, check_consoles, free_seats_of_excluded, look_after
from houseway.web.floor.journal_threads import CLOSING, JournalThreads
from houseway.web.floor.journal_trouble import JournalTrouble
from houseway.web.floor.live_table import LiveTable
from houseway.web.floor.opening import Opening, must_be_openable, opened
from houseway.web.floor.program_check import check_again_and_again
from houseway.web.floor.prohibitions import Prohibitions
from houseway.web.floor.protections import Protections
from houseway.web.floor.purses import Purses
from houseway.web.floor.retiring import must_be_retirable
from houseway.web.floor.reviewing import Reviewing
from houseway.web.floor.seen import Seen, seen
from houseway.web.floor.services import Elsewhere
from houseway.web.floor.table_mode import opened_by, tables_ever_run
from houseway.web.floor.whereabouts import Whereabouts
from houseway.web.operations.metrics import ROUNDS
from houseway.web.past.history import History, shipped_book
from houseway.web.past.review import Review
from houseway.web.wire.viewer import GONE

_log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")
RETRY = 3.0
"""Seconds after which pages try whether the house is open again."""
DRAIN_CHECKED = 0.1
"""Seconds between two looks at the rounds that a closing house waits for."""
NEVER = timedelta(days=36500)
"""When a session of staff is idle for a process that staff do not work at."""
PATIENCE = 5.0
"""Seconds that the house's tasks have to end when the house closes."""


NO_BOTS = "bots are switched off in this house"
NOT_FOR_HOUSE_MONEY = "there are no bots in a house that plays for house money"


class OpenHouse:
    """A house that is open."""

    def __init__(
        self,
        journal: Journal,
        *,
        pace: Pace,
        money: str | None = None,
        exposure: int | None = None,
        approved_above: int | None = None,
        large_above: int | None = None,
        names: str | None = None,
        void_sealed_rounds: bool = False,
        idle: timedelta = IDLE,
        address: str = "",
        reality_check: int = 0,
        age_gate: str = "",
        taken_over: bool | None = None,
        tenancy: Tenancy | None = None,
        is_branch: bool = False,
        bots: bool = True,
    ) -> None:
        """Open a house on a journal; refused if another house is open on it.

        Where several processes share a house, only one has the lease to open it: `taken_over` then says whether it was
        open until a moment ago, so that play goes on. With a `tenancy` other processes run tables too; a branch only
        runs tables that it is given, for a house that another process has opened.

        `money`, `exposure`, `approved_above`, `large_above` and `names` change the settings that the journal keeps
        (`kept.settings`).
        Rounds in play that are sealed with a key that is not here are refused, or voided with `void_sealed_rounds`.
        `idle` is how long staff may be away before their page is locked; `address` is where the house is found.
        `bots` says whether players may have the company of bots; never where they play for house money.
        """
        self.journal, self.pace = journal, pace
        self.known_upto = journal.tip()[0] if tenancy is not None else 0
        """The last entry of the journal when this process began to read how things stand."""
        self._void_sealed_rounds = void_sealed_rounds
        self.trouble = JournalTrouble(journal)
        self.cage = Cage(journal)
        self.stops = Stops(journal)
        self.program = LoadedProgram(journal)
        self.people = Players(journal)
        self.training = Training(journal)
        self.staff = Staff(journal)
        self.tenancy, self.is_branch, self._bots = tenancy, is_branch, bots
        self.sessions = Sessions(self.staff, idle=NEVER if is_branch else idle)  # staff work at the desk
        self.door = SignIn(self.sessions)
        self.purses = Purses(journal)
        self.whereabouts = Whereabouts[LiveTable]()
        self.prohibitions = Prohibitions(journal)
        self.protections = Protections(journal, check=reality_check, age_gate=age_gate)
        self.notices = HouseNotices(self.prohibitions, lambda name: name in self._dealers)
        self._opening: set[str] = set()
        self._prepared: set[str] = set()
        self.history = History(journal, self._book)
        self.tables: dict[str, LiveTable] = {}
        self.away: dict[str, Away] = {}
        """The tables that other processes run, as the desk knows them."""
        self.fetch: Callable[[str], Awaitable[None]] | None = None
        """Fetches a table from another process; set by whoever spreads them."""
        self.cache = Cache(cache_folder(), lambda _sentence: None)
        self._threads = JournalThreads(self.trouble)
        self.append = Gathering(journal, self._threads).append
        self._reviewing = Reviewing(self.cache)
        self._dealers: dict[str, asyncio.Task[None]] = {}
        self._own_tasks: list[asyncio.Task[None]] = []
        self.draining = False
        """Whether no new round begins, because the house is about to close."""
        self._loop: asyncio.AbstractEventLoop | None = None
        if not is_branch:
            must_be_alone(journal, taken_over=taken_over)
            note_clock_set_back(journal)
            change_settings(
                journal,
                by=HOUSE.name,
                money=money,
                exposure=exposure,
                approved_above=approved_above,
                large_above=large_above,
                names=names,
            )
        self.settings_unmoved = unmoved(SETTINGS, journal.version(SETTINGS))
        self.settings = settings(journal)
        self.people.gives_names = self.settings.names == GIVEN
        self.at_stake = AtStake(self.settings.exposure)
        if not is_branch:
            self._keep_opened(address, taken_over=bool(taken_over))
        self.approvals = ApprovalDesk(self)
        if not is_branch:
            self._end_or_go_on(taken_over=bool(taken_over))

    def _keep_opened(self, address: str, *, taken_over: bool) -> None:
        keep_opened(self.journal, address, taken_over=taken_over)
        for sentence in self.journal.closed_to_others:
            _log.warning("%s", sentence)
            note(self.journal, "file closed to other users", by=SYSTEM, what=sentence)

    def _end_or_go_on(self, *, taken_over: bool) -> None:
        """End what waited for a second person when the house closed, or let it go on waiting."""
        lately = opened_lately(self.journal)
        if taken_over:
            self.approvals.approvals.go_on(since=lately)
        else:
            self.approvals.approvals.expire_those_before(since=lately)

    # -----------------------------------------------------------------------------------------------------------------
    # Opening and closing

    def open_tables(self, openings: Sequence[Opening]) -> None:
        """Make these tables live, opening those not yet in the journal; interrupted rounds go on as the book says."""
        kept, gone = kept_tables(self.journal), retired(self.journal)
        given = {opening.book for opening in openings}
        self.program.record(map(books.get, given), files=[Path(name) for name in given - {*books.names()}])
        for opening in openings:
            if opening.name in gone:
                continue
            book = books.get(opening.book)
            if kept.get(opening.name, book.id) != book.id:
                raise Refused(f"table {opening.name} is kept under {kept[opening.name]}, not {book.id}")
            self._open_or_leave(opening, book)
        shelf = {live.book.id: live.book for live in self.tables.values()}
        elsewhere = self.tenancy.places() if self.tenancy else {}
        for name in tables_ever_run(self.journal):
            if name in self.tables or name in self.away or name in gone or name not in kept:
                continue
            found = shelf.get(kept[name])
            stays = name in elsewhere or self._stays(name)
            if found is None and kept[name] in books.names() and stays:
                found = books.get(kept[name])
                self.program.record([found])
            if found is not None:
                self._open_or_leave(Opening(name=name, book=found.id), found)
        for live in self.tables.values():
            self.prohibitions.add_from(live.book, live.table)
        for away in self.away.values():
            self.prohibitions.add_from(away.book, away.as_kept())

    def _open_or_leave(self, opening: Opening, book: Rulebook) -> None:
        """Make a table live, or leave it to the process that runs it."""
        if self.tenancy is None or self.tenancy.claim(opening.name):
            self.tables[opening.name] = self._opened(opening, book)
        else:
            self.away[opening.name] = Away(self.journal, opening.name, book)

    def _stays(self, name: str) -> bool:
        """Whether a table opens again though its book is not asked for: staff opened it, or chips lie on its layout."""
        return opened_by(self.journal, name) != HOUSE.name or self.journal.balance(escrow(name)) != 0

    def _book(self, name: str) -> Rulebook:
        """A book of the house's tables by its name."""
        return self.shelf.get(name) or books.get(name)

    @property
    def shelf(self) -> dict[str, Rulebook]:
        """The books of the house's tables, by name."""
        every: list[Away | LiveTable] = [*self.away.values(), *self.tables.values()]
        return {each.book.id: each.book for each in every}

    def _opened(self, opening: Opening, book: Rulebook, by: c.Actor = HOUSE, *, moved: bool = False) -> LiveTable:
        live = opened(self, self.journal, opening, book, by=by, void_sealed=self._void_sealed_rounds, moved=moved)
        if self.tenancy is not None:
            self.tenancy.note(opening.name, live.at_stake())
        return live

    async def open_table(self, opening: Opening, by: c.Actor = HOUSE) -> None:
        """Open one more table while the house is open."""
        must_be_openable(opening)
        self._must_not_close()
        if self.is_open(opening.name) or opening.name in self._opening:
            raise Refused(f"there is already a table {opening.name}")
        if opening.name in await self.in_thread(retired, self.journal):
            raise Refused(f"table {opening.name} has closed for good: its name is not used again")
        self._opening.add(opening.name)
        try:
            await self._open_one(opening, by)
        finally:
            self._opening.discard(opening.name)

    async def _open_one(self, opening: Opening, by: c.Actor) -> None:
        if opening.name in await self.in_thread(kept_tables, self.journal):
            raise Refused(f"there is already a table {opening.name}")
        book = shipped_book(opening.book)  # never a file that a request names
        await self.in_thread(self.program.record, [book])
        if self.tenancy is not None and not await self.in_thread(self.tenancy.claim, opening.name):
            raise Refused(f"there is already a table {opening.name}")
        try:
            live = await self.in_thread(self._opened, opening, book, by)
        except HousewayError:
            if self.tenancy is not None:  # the name is free again
                with contextlib.suppress(HousewayError):
                    await self.in_thread(self.tenancy.forget, opening.name)
            raise
        self._must_not_close()  # it opens with the house the next time
        self.tables[opening.name] = live
        self.note_changes(opening.name, live.kept.this_round)
        await self._start(live)

    # -----------------------------------------------------------------------------------------------------------------
    # Tables that move between processes

    def is_open(self, name: str) -> bool:
        """Whether the house has a table of this name, here or in another process."""
        return name in self.tables or name in self.away

    def everywhere(self) -> list[tuple[Seen, Rulebook]]:
        """Every table of the house as it is seen from elsewhere, with its book; one that was never seen is missing."""
        here = [(seen(live), live.book) for live in self.tables.values()]
        away = [(each.seen, each.book) for each in self.away.values() if each.seen is not None]
        return sorted((*here, *away), key=lambda each: each[0].name) if away else here

    async def bring(self, name: str) -> LiveTable:
        """A table of the house, to do something to it: fetched from another process where that runs it."""
        if self.fetch is not None and self.is_open(name):
            await self.fetch(name)
        return self.table(name)

    async def take_up(self, name: str, book: Rulebook) -> None:
        """Run a table that another process has run, from what the journal has of it."""
        self._must_not_close()
        live = await self.in_thread(self._opened, Opening(name=name, book=book.id), book, moved=True)
        self._must_not_close()
        self.prohibitions.add_from(book, live.table)
        self.tables[name] = live
        self.away.pop(name, None)
        self._prepare_soon([book])
        try:
            await self._start(live)
        except HousewayError:
            if not self.is_branch:  # it is taken up again, and served, once the journal answers
                await self.let_go(name)
            raise

    async def let_go(self, name: str) -> Seen:
        """Run a table no longer: nothing of it is under way when this returns, and its viewers are told to come back.

        Whoever runs it next goes on exactly where it was left.
        """
        live = self.tables[name]
        last = seen(live)
        async with live.turn:
            with contextlib.suppress(HousewayError):  # snapshots save time, and nothing is lost with them
                await self.in_thread(folds.keep, self.journal, name, live.kept.snapshots_due)
            self._dealers[name].cancel()
            live.turn.over = HouseClosing(MOVED)
            if not self.is_branch:
                self.away[name] = Away(self.journal, name, live.book)
                self.away[name].seen = last
            del self.tables[name], self._dealers[name]
            self.at_stake.update(name, 0, {})
        live.goodbye(MOVED, retry=BACK_IN)
        return last

    async def look_elsewhere(self) -> None:
        """Read the tables again that other processes run."""
        for away in list(self.away.values()):
            await self.in_thread(away.as_kept)

    async def start(self) -> None:
        """Start dealing."""
        self._loop = asyncio.get_running_loop()
        for live in self.tables.values():
            await self._start(live)
        self._own_tasks = [
            asyncio.create_task(look_after(self)),
            asyncio.create_task(check_again_and_again(self)),
        ]
        self.approvals.go_on()
        self._prepare_soon(live.book for live in self.tables.values())

    def _must_not_close(self) -> None:
        if self.draining:
            raise HouseClosing(CLOSING)

    async def _start(self, live: LiveTable) -> None:
        self._dealers[live.name] = asyncio.create_task(deal(live))
        async with live.turn:  # neither the house nor the table closes in between
            await live.bind_deck()
            live.company.adopt()
            live.update_clock()
        if self.tenancy is not None:
            await self.in_thread(self.tenancy.serves, live.name)
        self.notices.tell(live)

    @functools.cached_property
    def days(self) -> Days:
        """The Daily ten of each day."""
        return Days(self.journal, clock=self.training.now)

    def _prepare_soon(self, shelf: Iterable[Rulebook]) -> None:
        """Compile books, so that setting a hand becomes a look-up; play goes on in the meantime, and closing too."""
        new = {book.id: book for book in shelf if book.id not in self._prepared}
        self._prepared |= new.keys()
        if new:
            threading.Thread(target=self._prepare, args=(new.values(),), daemon=True).start()

    def _prepare(self, shelf: Iterable[Rulebook]) -> None:
        for book in shelf:
            compile_or_read(book, self.cache)
            with contextlib.suppress(HousewayError):  # a book without values has no pack
                pack(book, Part.FIRST, cache=self.cache)  # so that the trainer shows its first hand at once

    def deal_by(self, dealer: str) -> None:
        """Have every table dealt automatically, or every table by a person."""
        for live in self.tables.values():
            if live.mode.now.dealer != dealer:
                live.mode.change(HOUSE.name, dealer=dealer)

    def stop_for_a_changed_journal(self, finding: str) -> None:
        """Stop every table once its round has ended, from any thread: the journal can no longer be trusted."""
        if self._loop is not None:
            why = f"the journal was changed from outside: {finding}"
            stop = self.stop_play(HOUSE, "house", "", rounds=FINISH, why=why, lift=False)
            asyncio.run_coroutine_threadsafe(stop, self._loop)

    def keep_snapshots(self) -> None:
        """Keep how tables stand every so many entries, so that they open quickly again; to be called in a thread."""
        for live in list(self.tables.values()):
            folds.keep(self.journal, live.name, live.kept.snapshots_due)

    @property
    def has_started(self) -> bool:
        """Whether anybody could play since the house was opened."""
        return self._loop is not None

    def close(self) -> None:
        """Close a house that was never started."""
        self.keep_snapshots()
        if not self.is_branch:
            keep_closed(self.journal)

    async def drain(self, seconds: float, *, hurry: Callable[[], bool] = lambda: False) -> None:
        """Begin no round and close no betting from now on, and wait a while for the rounds that are being played."""
        self.draining = True
        for live in list(self.tables.values()):
            live.draining = True
            live.update_clock()
            live.show()
        end = time.monotonic() + seconds
        while any(live.is_playing for live in self.tables.values()) and time.monotonic() < end and not hurry():
            await asyncio.sleep(DRAIN_CHECKED)

    async def stop(self, sentence: str = CLOSING, *, retry: float = RETRY) -> None:
        """Finish what can be finished, suspend the rest, and disconnect everybody with a sentence."""
        self.draining = True
        for live in list(self.tables.values()):
            with contextlib.suppress(Refused):  # it has just closed for good
                async with live.turn:  # let the request under way finish first
                    self._dealers[live.name].cancel()
            await settle_before_closing(live)
            with contextlib.suppress(Refused):
                async with live.turn:  # nothing follows, so that the round goes on exactly as it was left
                    live.turn.over = HouseClosing(sentence)
            live.goodbye(sentence, retry=retry)
        tasks = [*self._dealers.values(), *self.notices.tasks, *self._own_tasks]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=PATIENCE)
        self._reviewing.close()
        try:
            await self.in_thread(self.close)
        finally:
            self._threads.close()

    # -----------------------------------------------------------------------------------------------------------------
    # Who is signed in

    async def check_consoles(self) -> None:
        """Close the consoles of staff whose session has ended or is locked."""
        await check_consoles(self)

    def disconnect_player(self, name: str, token: str = "", *, revoked: bool = False) -> None:
        """Close a player's pages, of one session or of all.

        They come back as whoever their browser belongs to now; whose key was revoked is told, and stays away.
        """
        digest = read_secret(token)[1] if token else ""
        for live in self.tables.values():
            for viewer in list(live.audience.viewers):
                mine = viewer.actor == Actor(name, Role.PLAYER)
                if mine and revoked:
                    viewer.end(KEY_REVOKED, GONE)
                elif mine and digest in ("", viewer.session):
                    viewer.disconnect()

    # -----------------------------------------------------------------------------------------------------------------
    # What tables need (`services`)

    async def in_thread(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do journal work in a thread."""
        return await self._threads.run(work, *args, **kwargs)

    def note_changes(self, table: str, changes: Sequence[Change]) -> None:
        """Note what happened at a table, for the measures and for other tables."""
        for event, _ in changes:
            if isinstance(event, e.RoundSettled | e.RoundVoided):
                ROUNDS.labels("settled" if isinstance(event, e.RoundSettled) else "voided").inc()
        if named := {event.player for event, _ in changes if isinstance(event, e.PlayerProhibited)}:
            self.notices.tell(*self.tables.values())
            for live in self.tables.values():
                if live.name != table and named & live.present:
                    live.show()
        elif table in self.tables:
            self.notices.tell(self.tables[table])  # it may have been on hold until now

    def table(self, name: str) -> LiveTable:
        """A table of the house; refused where there is none."""
        if name not in self.tables:
            raise Refused(f"there is no table {shortened(name)} in this house")
        return self.tables[name]

    def tables_elsewhere(self, name: str) -> Iterator[Elsewhere]:
        """Every table of the house but one, as it was last published, or read where another process runs it."""
        every: list[Away | LiveTable] = [*self.tables.values(), *self.away.values()]
        return (Elsewhere(each.name, each.book, each.table) for each in every if each.name != name)

    def kept_elsewhere(self, name: str) -> Iterator[Table]:
        """Every table of the house but one, as the journal has it now; to be called in a thread."""
        every: list[Away | KeptTable] = [*(live.kept for live in list(self.tables.values())), *self.away.values()]
        return (each.as_kept() for each in every if each.name != name)

    @property
    def closed(self) -> bool:
        """Whether the house has closed."""
        return self._threads.closed

    def show_purses(self, except_at: str, names: set[str]) -> None:
        """Show these players their chips at every table but one."""
        for live in self.whereabouts.of(names):
            if live.name != except_at:
                live.show()

    async def debt_changed(self, name: str) -> None:
        """Show a player, and staff, what the player owes after a payment or a write-off."""
        self.purses.update(await self.in_thread(self.purses.look_up, (name,)))
        for live in self.tables.values():
            if name in live.present or live.audience.has_staff:
                live.show()

    async def stop_play(self, by: c.Actor, scope: str, name: str, *, rounds: str, why: str, lift: bool) -> None:
        """Stop the house, a table or a player at once, or lift the stop; every page is told."""
        if scope in (TABLE, PLAYER) and not name:
            raise Refused(f"name the {scope}")
        if scope == TABLE and not self.is_open(name):
            self.table(name)
        if scope == PLAYER:
            await self.in_thread(self.people.get, name)
        if lift and scope == PLAYER:
            must_be_anothers(name, self.staff.known_to_play(by.name))
        elif lift or rounds == SUSPEND:  # a stop that lets rounds finish gives nobody an option
            stopped = [*self.tables, *self.away] if scope == HOUSE_SCOPE else [name] if scope == TABLE else []
            await self._must_not_play(by, stopped)
        await self.in_thread(self.stops.change, by, scope, name, rounds=rounds, why=why, lift=lift)
        for live in self.tables.values():
            live.update_clock()
            live.show()

    async def _must_not_play(self, by: c.Actor, names: Iterable[str]) -> None:
        """Refuse an act of staff who play at one of these tables."""
        for name in names:
            if (live := self.tables.get(name)) is not None:
                live.conflicts.must_not_play([by], live.table)
            elif (away := self.away.get(name)) is not None:
                Conflicts(self.staff.known_to_play).must_not_play([by], await self.in_thread(away.as_kept))

    async def protect(self, name: str, work: Callable[..., object], *args: object, **kwargs: object) -> None:
        """Change what protects a player, in a thread; whoever is excluded leaves their seats, and pages are told."""
        await self.in_thread(self.people.get, name)
        await self.in_thread(work, *args, **kwargs)
        await free_seats_of_excluded(self)
        for live in self.tables.values():
            if name in live.present or live.audience.has_staff:
                live.show()

    async def exclude(self, by: c.Actor, player: str, *, why: str = "", lift: bool = False) -> None:
        """Exclude a player from the whole house, or lift the exclusion."""
        if lift:
            must_be_anothers(player, self.staff.known_to_play(by.name))
        await self.protect(player, self.protections.exclude, by, player, why=why, lift=lift)

    async def lift_prohibition(self, by: c.Actor, player: str, *, why: str) -> None:
        """Lift a prohibition in the whole house; every table is told as soon as it can be."""
        must_be_anothers(player, self.staff.known_to_play(by.name))
        await self.in_thread(self.prohibitions.lift, by, player, why=why)
        self.notices.tell(*self.tables.values())
        for live in self.tables.values():
            live.show()

    def why_not_play(self, name: str) -> str:
        """Why a player may not play now, as a sentence; empty where nothing in the house bars them."""
        if stop := self.stops.player(name):
            return stop.sentence
        if name in self.prohibitions.players:
            return "you are prohibited from further play"
        return self.protections.why_not(name)

    async def retire(self, by: c.Actor, name: str, *, why: str, key: str) -> None:
        """Close a table for good: between rounds, its float goes back to the cage, and it leaves the floor."""
        live = await self.bring(name)
        async with live.turn:
            must_be_retirable(live)
            await self.in_thread(retire, self.cage, by, name, why=why, key=key)
            self._dealers[name].cancel()
            del self.tables[name], self._dealers[name]
            self.at_stake.update(name, 0, {})
            live.turn.over = Refused(f"table {name} has closed for good")
            live.goodbye(f"Table {name} has closed for good.")
        if self.tenancy is not None:
            await self.in_thread(self.tenancy.forget, name)
        self.approvals.look_again()

    async def record_in_cage(self, by: c.Actor, act: a.AnyAct, *, key: str, approval: Approval | None = None) -> None:
        """Record an act of the cage; its table is held still meanwhile, and its player is shown their chips."""
        table, player = await self.must_be_here(act)
        live = await self.bring(table) if table else None
        async with live.turn if live else contextlib.nullcontext():
            if approval is not None:
                self.approvals.approvals.find(approval.id)
                approval.must_be_as_shown(await self.in_thread(cage_wanted, self.cage, by, act))
            await self.in_thread(self.cage.record, by, act, key=key, approval=approval)
        if player:
            await self.debt_changed(player)

    async def must_be_here(self, act: a.AnyAct) -> tuple[str, str]:
        """The table and the player of an act of the cage; refused where there is no such table or player."""
        table, player = getattr(act, "table", ""), getattr(act, "player", "")
        if table and not self.is_open(table):
            self.table(table)
        if player:
            await self.in_thread(self.people.get, player)
        if isinstance(act, a.BoughtIn):
            self.protections.must_play(player)
        return table, player

    def lowest_minimum(self) -> int | None:
        """The lowest minimum of a main wager at any open table."""
        here = (least(live.table, live.book.main.key) for live in self.tables.values() if live.mode.now.open)
        away = self.at_stake.elsewhere.lowest
        return min((*here, *(() if away is None else (away,))), default=None)

    @property
    def why_no_bots(self) -> str:
        """Why there are no bots in this house, as a sentence; empty where there may be."""
        if not self._bots:
            return NO_BOTS
        return "" if self.settings.money == PLAY else NOT_FOR_HOUSE_MONEY

    def broke_below(self) -> int:
        """A player with fewer chips gets more; 0 in a house that plays for house money."""
        return broke_below(self.lowest_minimum()) if self.settings.money == PLAY else 0

    async def give_chips(self, name: str) -> None:
        """Give a player more play chips."""
        nothing_laid = (laid_elsewhere(f"cage:{name}", NothingLaid(player=name, cents=0)),) if self.tenancy else ()
        lowest = self.lowest_minimum()
        await self.in_thread(give_more, self.journal, name, lowest=lowest, rests_on=nothing_laid)

    async def best_setting(self, book: Rulebook, hand: Cards, dealer: Cards) -> Cards:
        """The low hand of the best setting of a hand; nothing where values cannot be counted."""
        return await self._reviewing.best_setting(book, hand, dealer)

    async def reviews(self, book: Rulebook, before: Table) -> dict[str, tuple[Review, ...]]:
        """The reviews of a settled round's hands, by the player who set them."""
        return await self._reviewing.reviews(book, before)
