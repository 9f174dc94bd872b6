"""The house: one journal, its people, and the live tables.

Here: opening the tables, continuing interrupted rounds, closing down safely, and the services that tables share. Not
here: play at a table (`live_table`), pages and sockets (`http.app`, `wire.socket`).
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import json
import logging
import re
import threading
import time
import uuid
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import ParamSpec, TypeVar

import msgspec

from houseway import __version__, books
from houseway.cage import acts as a
from houseway.cage.desk import Cage
from houseway.cage.retiring import retire, retired
from houseway.errors import BadSeal, HouseClosing, HousewayError, OldVersion, Refused
from houseway.journal.entry import Append, Entry
from houseway.journal.processes import is_running, this_process
from houseway.journal.significant import SYSTEM, note, to_append
from houseway.journal.store import Journal
from houseway.kept.changes import Change
from houseway.kept.decks import KeptDecks
from houseway.kept.house_tables import limits_due, open_in_house
from houseway.kept.lost_keys import void_sealed_round
from houseway.kept.play_chips import broke_below, give_more
from houseway.kept.program import LoadedProgram
from houseway.kept.settings import GIVEN, PLAY, change_settings
from houseway.kept.stops import FINISH, PLAYER, TABLE, Stops
from houseway.kept.tables import HOUSE, kept_tables
from houseway.maths.cache import Cache, cache_folder
from houseway.maths.compiled import compile_or_read
from houseway.people.names import read_secret
from houseway.people.players import Players
from houseway.people.sessions import IDLE, Sessions
from houseway.people.sign_in import SignIn
from houseway.people.staff import Staff
from houseway.rulebook.procedure import MOST_POSITIONS, Phase, Role
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.betting import least
from houseway.table.commands import Actor
from houseway.table.state import Table
from houseway.web.floor.automatic_dealer import deal, settle_before_closing
from houseway.web.floor.dealer_moves import Pace
from houseway.web.floor.fields import FIELDS
from houseway.web.floor.house_exposure import HouseExposure
from houseway.web.floor.journal_trouble import TROUBLE, JournalTrouble
from houseway.web.floor.live_table import LiveTable
from houseway.web.floor.program_check import check_again_and_again
from houseway.web.floor.prohibitions import Prohibitions
from houseway.web.floor.protections import Protections
from houseway.web.floor.purses import Purses
from houseway.web.floor.table_mode import KeptMode, tables_ever_run
from houseway.web.operations.metrics import ROUNDS
from houseway.web.past.history import History, shipped_book
from houseway.web.past.review import Review, review
from houseway.web.wire.scene import AUTOMATIC, DEALERS, TableMode
from houseway.web.wire.viewer import GONE, LOCKED

_log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")
_STREAM, _OPENED, _CLOSED = "house", "house opened", "house closed"
CLOSING = "The house is closing. Wagers stay on the layout; the round continues when the house opens again."
SIGNED_OUT = "You are signed out. Sign in again to go on."
PAGE_LOCKED = "Your page is locked. Show who you are to go on."
_TABLE = re.compile(rf"[A-Za-z][A-Za-z0-9-]{{0,{FIELDS.table - 1}}}")
THREADS = 4
SEATS_CHECKED = 15.0
"""Seconds between two checks for idle seats."""
RETRY = 3.0
"""Seconds after which pages try whether the house is open again."""
DRAIN_CHECKED = 0.1
"""Seconds between two looks at the rounds that a closing house waits for."""
PATIENCE = 5.0
"""Seconds that the house's tasks have to end when the house closes."""


class Opening(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table to open, unless the journal already has one of that name."""

    name: str
    book: str
    positions: int = MOST_POSITIONS
    unit: int = 100
    limits: dict[str, tuple[int, int]] = {}
    """Limits of wagers; a wager that is left out has the usual ones."""
    exposure: int = 0
    """The most that a round may cost the house; 0 for no cap."""
    dealer: str = AUTOMATIC


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
        names: str | None = None,
        void_sealed_rounds: bool = False,
        idle: timedelta = IDLE,
        address: str = "",
        reality_check: int = 0,
        age_gate: str = "",
    ) -> None:
        """Open a house on a journal; refused if another house is open on it.

        `money`, `exposure`, `approved_above` and `names` change the settings that the journal keeps (`kept.settings`).
        Rounds in play that are sealed with a key that is not here are refused, or voided with `void_sealed_rounds`.
        `idle` is how long staff may be away before their page is locked; `address` is where the house is found.
        """
        self.journal, self.pace = journal, pace
        self._void_sealed_rounds = void_sealed_rounds
        self.trouble = JournalTrouble(journal)
        self.cage = Cage(journal)
        self.stops = Stops(journal)
        self.program = LoadedProgram(journal)
        self.people = Players(journal)
        self.staff = Staff(journal)
        self.sessions = Sessions(self.staff, idle=idle)
        self.door = SignIn(self.sessions)
        self.purses = Purses(journal)
        self.prohibitions = Prohibitions(journal)
        self.protections = Protections(journal, check=reality_check, age_gate=age_gate)
        self._telling: dict[str, asyncio.Task[None]] = {}
        self._holding = asyncio.Lock()
        self._opening: set[str] = set()
        self.history = History(journal, self._book)
        self.tables: dict[str, LiveTable] = {}
        self.cache = Cache(cache_folder(), lambda _sentence: None)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="journal")
        self._counting = ThreadPoolExecutor(1, thread_name_prefix="counting")
        self._dealers: dict[str, asyncio.Task[None]] = {}
        self._own_tasks: list[asyncio.Task[None]] = []
        self.draining = False
        """Whether no new round begins, because the house is about to close."""
        self._closed = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._must_be_alone()
        self.settings = change_settings(
            journal, by=HOUSE.name, money=money, exposure=exposure, approved_above=approved_above, names=names
        )
        self.people.gives_names = self.settings.names == GIVEN
        self.exposure = HouseExposure(self.settings.exposure)
        try:
            self._keep(_OPENED, {**this_process(), "address": address})
        except OldVersion:
            raise Refused(f"another house is opening on {journal.name} right now; give another --db") from None
        for sentence in journal.closed_to_others:
            _log.warning("%s", sentence)
            note(journal, "file closed to other users", by=SYSTEM, what=sentence)

    # -----------------------------------------------------------------------------------------------------------------
    # Opening and closing

    def _must_be_alone(self) -> None:
        last = None
        for recorded in self.journal.read(_STREAM):
            last = recorded
        if last is None or last.kind != _OPENED:
            return
        opened = json.loads(last.body)
        if is_running(opened):
            raise Refused(
                f"a house is already open on {self.journal.name} (process {opened['process']}): stop it, or give "
                "another --db"
            )
        note(
            self.journal, "house not closed", by=SYSTEM, what=_process(opened), why="it was killed, or the power failed"
        )

    def _keep(self, kind: str, process: Mapping[str, object]) -> None:
        """Keep that the house opened or closed, and that this is a significant event."""
        entry = Entry(kind, json.dumps(process, sort_keys=True, separators=(",", ":")).encode())
        version, key = self.journal.version(_STREAM), uuid.uuid4().hex
        noted = to_append(kind, by=SYSTEM, what=_process(process), after=f"houseway {__version__}")
        self.journal.append_many(
            [Append(stream=_STREAM, entries=(entry,), expected_version=version, key=key), noted], together=True
        )

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
            self.tables[opening.name] = self._opened(opening, book)
        shelf = {live.book.id: live.book for live in self.tables.values()}
        for name in tables_ever_run(self.journal):
            if name not in self.tables | dict.fromkeys(gone) and kept.get(name) in shelf:
                self.tables[name] = self._opened(Opening(name=name, book=kept[name]), shelf[kept[name]])
        for live in self.tables.values():
            self.prohibitions.add_from(live.book, live.table)
        self.history = History(self.journal, self._book)

    def _book(self, name: str) -> Rulebook:
        """A book of the house's tables by its name."""
        return next((live.book for live in self.tables.values() if live.book.id == name), None) or books.get(name)

    def _opened(self, opening: Opening, book: Rulebook, by: c.Actor = HOUSE) -> LiveTable:
        try:
            return self._live(opening, book, by)
        except BadSeal as sealed:
            if not self._void_sealed_rounds:
                raise BadSeal(f"{sealed}, or start with --void-sealed-rounds to return the wagers") from None
            void_sealed_round(self.journal, opening.name, book)
            return self._live(opening, book, by)

    def _live(self, opening: Opening, book: Rulebook, by: c.Actor) -> LiveTable:
        first = TableMode(dealer=opening.dealer)
        table = open_in_house(
            self.journal,
            opening.name,
            book,
            positions=opening.positions,
            unit=opening.unit,
            limits=opening.limits,
            exposure=opening.exposure,
            by=by,
            more=KeptMode.first(opening.name, first, by.name),
        )
        decks = KeptDecks(self.journal, opening.name, book)
        decks.must_be_readable(table.table.round)
        table.after_power_failure()
        if (due := limits_due(table)) is not None:
            table.ask(due)
        decks.reveal_ended()
        decks.forget()
        mode = KeptMode(self.journal, opening.name, first)
        return LiveTable(self, table, decks, mode)

    async def open_table(self, opening: Opening, by: c.Actor = HOUSE) -> None:
        """Open one more table while the house is open."""
        if not _TABLE.fullmatch(opening.name):
            raise Refused(
                f"a table name has 1 to {FIELDS.table} letters a to z, digits and hyphens, and begins with a letter"
            )
        if opening.dealer not in DEALERS:
            raise Refused(f"the dealer must be {' or '.join(DEALERS)}, not {opening.dealer!r}")
        if opening.name in self.tables or opening.name in self._opening:
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
        live = await self.in_thread(self._opened, opening, book, by)
        self.tables[opening.name] = live
        self.note_changes(opening.name, live.kept.this_round)
        await self._start(live)

    async def start(self) -> None:
        """Start dealing."""
        self._loop = asyncio.get_running_loop()
        for live in self.tables.values():
            await self._start(live)
        self._own_tasks = [
            asyncio.create_task(self._free_idle_seats()),
            asyncio.create_task(check_again_and_again(self)),
        ]
        shelf = [live.book for live in self.tables.values()]
        threading.Thread(target=self._prepare, args=(shelf,), daemon=True).start()  # closing does not wait for it

    async def _start(self, live: LiveTable) -> None:
        await live.bind_deck()
        live.update_clock()
        self._dealers[live.name] = asyncio.create_task(deal(live))
        self._tell(live)

    def _prepare(self, shelf: Iterable[Rulebook]) -> None:
        """Compile the books, so that setting a hand becomes a look-up; play goes on in the meantime."""
        for book in {book.id: book for book in shelf}.values():
            compile_or_read(book, self.cache)

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

    def close(self) -> None:
        """Close a house that was never started."""
        self._keep(_CLOSED, this_process())

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

    async def stop(self) -> None:
        """Finish what can be finished, suspend the rest, and disconnect everybody."""
        for live in list(self.tables.values()):
            async with live.turn:  # let the request under way finish first
                self._dealers[live.name].cancel()
            await settle_before_closing(live)
            live.goodbye(CLOSING, retry=RETRY)
        tasks = [*self._dealers.values(), *self._telling.values(), *self._own_tasks]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=PATIENCE)
        self._counting.shutdown(wait=False, cancel_futures=True)
        try:
            await self.in_thread(self.close)
        finally:
            self._closed = True
            self._threads.shutdown()

    # -----------------------------------------------------------------------------------------------------------------
    # Who is signed in

    async def check_consoles(self) -> None:
        """Close the consoles of staff whose session has ended or is locked."""
        for live in list(self.tables.values()):
            for viewer in [each for each in live.audience.viewers if each.actor.role is not Role.PLAYER]:
                session = await self.in_thread(self.sessions.find_kept, viewer.actor.name, viewer.session)
                if session is None or session.locked:
                    viewer.end(SIGNED_OUT if session is None else PAGE_LOCKED, GONE if session is None else LOCKED)
                elif session.account.player and session.account.player not in viewer.plays:
                    viewer.plays |= {session.account.player}
                    live.show()

    def disconnect_player(self, name: str, token: str = "") -> None:
        """Close a player's pages, of one session or of all: they come back as whoever their browser belongs to now."""
        digest = read_secret(token)[1] if token else ""
        for live in self.tables.values():
            for viewer in list(live.audience.viewers):
                mine = viewer.actor == Actor(name, Role.PLAYER)
                if mine and digest in ("", viewer.session):
                    viewer.disconnect()

    # -----------------------------------------------------------------------------------------------------------------
    # What tables need (`services`)

    async def in_thread(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do journal work in a thread."""
        if self._closed:
            raise HouseClosing(CLOSING)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, functools.partial(self._watched, work, *args, **kwargs))

    def _watched(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do journal work, and raise the alarm if the journal fails."""
        try:
            done = work(*args, **kwargs)
        except TROUBLE as error:
            self.trouble.failed(error)
            raise
        self.trouble.worked()
        return done

    @contextlib.asynccontextmanager
    async def hold_all_tables(self) -> AsyncIterator[None]:
        """Wait until no table has a request under way, and hold them all there.

        Nothing else ever holds two tables, and only one caller at a time does this, so there is no deadlock.
        """
        async with self._holding, contextlib.AsyncExitStack() as held:
            for live in list(self.tables.values()):
                await held.enter_async_context(live.turn)
            yield

    def note_changes(self, table: str, changes: Sequence[Change]) -> None:
        """Note what happened at a table, for the history and the measures."""
        for event, after in changes:
            self.history.add(table, event, after.version)
            if isinstance(event, e.RoundSettled | e.RoundVoided):
                ROUNDS.labels("settled" if isinstance(event, e.RoundSettled) else "voided").inc()
        if named := {event.player for event, _ in changes if isinstance(event, e.PlayerProhibited)}:
            self._tell(*self.tables.values())
            for live in self.tables.values():
                if live.name != table and named & live.present:
                    live.show()
        elif table in self.tables:
            self._tell(self.tables[table])  # it may have been on hold until now

    def _due(self, live: LiveTable) -> c.Command | None:
        """What the house has yet to tell a table: limits that it lacks, and who is prohibited."""
        return limits_due(live.kept) or next(self.prohibitions.to_tell(live.book, live.table), None)

    def _tell(self, *tables: LiveTable) -> None:
        """Tell tables what holds in the whole house, each as soon as it can be told."""
        for live in tables:
            if self._due(live) and live.name in self._dealers and live.name not in self._telling:
                self._telling[live.name] = asyncio.create_task(self._tell_one(live))

    async def _tell_one(self, live: LiveTable) -> None:
        try:
            while (command := self._due(live)) is not None:
                await live.ask(command)
        except HousewayError:  # tried again after the next change at the table, or when seats are checked
            _log.warning("%s could not be told what holds in the house", live.name, exc_info=True)
        finally:
            del self._telling[live.name]

    def show_purses(self, except_at: LiveTable, names: set[str]) -> None:
        """Show these players their chips at every table but one."""
        for live in self.tables.values():
            if live is not except_at and names & live.present:
                live.show()

    async def debt_changed(self, name: str) -> None:
        """Show a player, and staff, what the player owes after a payment or a write-off."""
        self.purses.update(await self.in_thread(self.purses.look_up, (name,)))
        for live in self.tables.values():
            if name in live.present or live.audience.has_staff:
                live.show()

    async def stop_play(self, by: c.Actor, scope: str, name: str, *, rounds: str, why: str, lift: bool) -> None:
        """Stop the house, a table or a player at once, or lift that; every page is told."""
        if scope in (TABLE, PLAYER) and not name:
            raise Refused(f"name the {scope}")
        if scope == TABLE and name not in self.tables:
            raise Refused(f"there is no table {name!r} in this house")
        if scope == PLAYER and not await self.in_thread(self.people.is_player, name):
            raise Refused(f"there is no player {name!r} in this house")
        await self.in_thread(self.stops.change, by, scope, name, rounds=rounds, why=why, lift=lift)
        for live in self.tables.values():
            live.update_clock()
            live.show()

    async def protect(self, name: str, work: Callable[..., object], *args: object, **kwargs: object) -> None:
        """Change what protects a player, in a thread; whoever is excluded leaves their seats, and pages are told."""
        if not await self.in_thread(self.people.is_player, name):
            raise Refused(f"there is no player {name!r} in this house")
        await self.in_thread(work, *args, **kwargs)
        await self._free_seats_of_excluded()
        for live in self.tables.values():
            if name in live.present or live.audience.has_staff:
                live.show()

    def why_not_play(self, name: str) -> str:
        """Why a player may not play now, as a sentence; empty where nothing in the house bars them."""
        if stop := self.stops.player(name):
            return stop.sentence
        if name in self.prohibitions.players:
            return "you are prohibited from further play"
        return self.protections.why_not(name)

    async def _free_seats_of_excluded(self) -> None:
        """Free the seats of excluded players; what lies on a layout is played out first."""
        barred = self.protections.barred
        for live in list(self.tables.values()) if barred else ():
            for position, name in list(live.table.seats.items()):
                if name in barred and not live.table.on_layout(name):
                    with contextlib.suppress(HousewayError):
                        await live.ask(c.Leave(by=c.Actor(name, Role.PLAYER), position=position))

    async def retire(self, by: c.Actor, name: str, *, why: str, key: str) -> None:
        """Close a table for good: between rounds, its float goes back to the cage, and it leaves the floor."""
        live = self.tables.get(name)
        if live is None:
            raise Refused(f"there is no table {name!r} in this house")
        async with live.turn:
            if live.table.phase is not Phase.BETWEEN_ROUNDS or live.table.hold is not None:
                raise Refused(f"table {name} closes for good between rounds, when nothing is on hold")
            await self.in_thread(retire, self.cage, by, name, why=why, key=key)
            self._dealers[name].cancel()
            del self.tables[name], self._dealers[name]
            self.exposure.update(name, 0)
            live.goodbye(f"Table {name} has closed for good.")

    async def record_in_cage(self, by: c.Actor, act: a.AnyAct, *, key: str, confirmed_by: str = "") -> None:
        """Record an act of the cage; its table is held still meanwhile, and its player is shown their chips."""
        table, player = getattr(act, "table", ""), getattr(act, "player", "")
        if table and table not in self.tables:
            raise Refused(f"there is no table {table!r} in this house")
        if player and not await self.in_thread(self.people.is_player, player):
            raise Refused(f"there is no player {player!r} in this house")
        if isinstance(act, a.BoughtIn):
            self.protections.must_play(player)
        async with self.tables[table].turn if table else contextlib.nullcontext():
            await self.in_thread(self.cage.record, by, act, key=key, confirmed_by=confirmed_by)
        if player:
            await self.debt_changed(player)

    def lowest_minimum(self) -> int | None:
        """The lowest minimum of a main wager at any open table."""
        tables = [live for live in self.tables.values() if live.mode.now.open]
        return min((least(live.table, live.book.main.key) for live in tables), default=None)

    def broke_below(self) -> int:
        """A player with fewer chips gets more; 0 in a house that plays for house money."""
        return broke_below(self.lowest_minimum()) if self.settings.money == PLAY else 0

    async def give_chips(self, name: str) -> None:
        """Give a player more play chips."""
        await self.in_thread(give_more, self.journal, name, lowest=self.lowest_minimum())

    def staked(self, name: str) -> int:
        """What a player has on all layouts of the house."""
        return sum(live.table.on_layout(name) for live in self.tables.values())

    async def reviews(self, book: Rulebook, before: Table) -> dict[str, tuple[Review, ...]]:
        """The reviews of a settled round's hands, by the player who set them; counted one after another."""
        loop = asyncio.get_running_loop()
        found: dict[str, tuple[Review, ...]] = {}
        for at in () if self._closed else before.set_by_players():
            hand = before.hands[at]
            if hand.is_set and hand.viewed_by and not hand.house_way:
                work = functools.partial(review, book, before, at, self.cache)
                each = await loop.run_in_executor(self._counting, work)
                found[hand.viewed_by] = (*found.get(hand.viewed_by, ()), each)
        return found

    async def _lock_idle_pages(self) -> None:
        """Lock the pages of staff that nobody uses; also notice who was dismissed by a command on the machine."""
        try:
            await self.in_thread(self.sessions.lock_idle)
            await self.check_consoles()
        except HousewayError:
            _log.warning("idle pages could not be locked", exc_info=True)

    async def _free_idle_seats(self) -> None:
        """Free the seats of players who are away or do not play, at regular intervals."""
        while True:
            await asyncio.sleep(SEATS_CHECKED)
            self._tell(*self.tables.values())
            await self._lock_idle_pages()
            await self._free_seats_of_excluded()
            for live in list(self.tables.values()):
                live.show_checks()
                for leave in live.idle_seats():
                    try:
                        await live.ask(leave)
                    except HousewayError:
                        continue
                    except Exception:  # a defect in Houseway: log it, and go on with the other seats
                        _log.exception("a seat at %s could not be freed", live.name)


def _process(opened: Mapping[str, object]) -> str:
    return f"process {opened['process']} on {opened['host']}"
