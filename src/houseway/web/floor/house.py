"""The house: one journal, its people, and the tables that are live.

Here: opening the tables, continuing what was interrupted, closing down safely. Not here: a table's play (`live`), pages
and sockets (`app`, `socket`).
"""

from __future__ import annotations

import asyncio
import functools
import json
import logging
import re
import threading
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

import msgspec

from houseway import books
from houseway.errors import HousewayError, JournalFailed, OldVersion, Refused
from houseway.journal.entry import Entry
from houseway.journal.processes import runs, this_process
from houseway.journal.store import Journal
from houseway.kept.decks import KeptDecks
from houseway.kept.tables import HOUSE, KeptTable, kept_tables
from houseway.maths.cache import Cache, cache_folder
from houseway.rulebook.procedure import MOST_POSITIONS
from houseway.rulebook.rulebook import Rulebook
from houseway.table.state import Table
from houseway.web.floor.automatic_dealer import Pace
from houseway.web.floor.fields import FIELDS
from houseway.web.floor.live_table import Course, LiveTable
from houseway.web.floor.people import People
from houseway.web.floor.purses import Purses
from houseway.web.floor.table_mode import KeptRunning, tables_run
from houseway.web.past.history import History, on_the_shelf
from houseway.web.past.review import Review, review
from houseway.web.wire.scene import AUTOMATIC, DEALERS, Running

_log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")
_STREAM, _OPENED, _CLOSED = "house", "house opened", "house closed"
SUSPENDED = "The house closes now. What is on the layout stays there; the round continues when the house is open again."
_TABLE = re.compile(rf"[A-Za-z][A-Za-z0-9-]{{0,{FIELDS.table - 1}}}")
THREADS = 4
TIDYING = ""
"""The one task of the house that is no table's."""
PATIENCE = 5.0
"""Seconds that the dealers have to end what they do when the house closes."""


class Opening(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table to be opened where the journal has none of its name."""

    name: str
    book: str
    positions: int = MOST_POSITIONS
    unit: int = 100
    limits: dict[str, tuple[int, int]] = {}
    dealer: str = AUTOMATIC


class OpenHouse:
    """A house that is open."""

    def __init__(self, journal: Journal, *, pace: Pace) -> None:
        """A house on a journal that no other house is open on."""
        self.journal, self.pace = journal, pace
        self.people = People(journal)
        self.purses = Purses(journal)
        self.cage = asyncio.Lock()
        self._opening: set[str] = set()
        self.history = History(journal, self._book)
        self.tables: dict[str, LiveTable] = {}
        self.cache = Cache(cache_folder(), lambda _sentence: None)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="journal")
        self._counting = ThreadPoolExecutor(1, thread_name_prefix="counting")
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._closed = False
        self._must_be_alone()
        try:
            self._keep(_OPENED, this_process())
        except OldVersion:
            raise Refused(f"another house opens on {journal.name} at this moment; give another --db") from None

    # -----------------------------------------------------------------------------------------------------------------
    # Opening and closing

    def _must_be_alone(self) -> None:
        last = None
        for recorded in self.journal.read(_STREAM):
            last = recorded
        if last is not None and last.kind == _OPENED and runs(opened := json.loads(last.body)):
            raise Refused(
                f"a house is open on {self.journal.name} already, in process {opened['process']}: stop it, or give "
                "another --db"
            )

    def _keep(self, kind: str, body: Mapping[str, object]) -> None:
        entry = Entry(kind, json.dumps(body, sort_keys=True, separators=(",", ":")).encode())
        version = self.journal.version(_STREAM)
        self.journal.append(_STREAM, [entry], expected_version=version, key=uuid.uuid4().hex)

    def open_tables(self, openings: Sequence[Opening]) -> None:
        """Make these tables live, opening those that the journal has not; a round that was open goes on by 5.18."""
        kept = kept_tables(self.journal)
        for opening in openings:
            book = books.get(opening.book)
            if kept.get(opening.name, book.id) != book.id:
                raise Refused(f"table {opening.name} is kept under {kept[opening.name]}, not {book.id}")
            self.tables[opening.name] = self._opened(opening, book)
        shelf = {live.book.id: live.book for live in self.tables.values()}
        for name in tables_run(self.journal):
            if name not in self.tables and kept.get(name) in shelf:
                self.tables[name] = self._opened(Opening(name=name, book=kept[name]), shelf[kept[name]])
        self.history = History(self.journal, self._book)

    def _book(self, name: str) -> Rulebook:
        """A book of the house's tables by its name."""
        return next((live.book for live in self.tables.values() if live.book.id == name), None) or books.get(name)

    def _opened(self, opening: Opening, book: Rulebook) -> LiveTable:
        table = KeptTable.open(
            self.journal,
            opening.name,
            book,
            positions=opening.positions,
            unit=opening.unit,
            limits=opening.limits,
        )
        table.after_power_failure()
        decks = KeptDecks(self.journal, opening.name, book)
        decks.reveal_ended()
        decks.forget()
        running = KeptRunning(self.journal, opening.name, Running(dealer=opening.dealer))
        return LiveTable(self, table, decks, running)

    async def open_table(self, opening: Opening) -> None:
        """Open one more table while the house is open."""
        if not _TABLE.fullmatch(opening.name):
            raise Refused(
                f"a table's name has 1 to {FIELDS.table} letters a to z, digits and hyphens, and begins with a letter"
            )
        if opening.dealer not in DEALERS:
            raise Refused(f"{opening.dealer!r} is no dealer; there are: {', '.join(DEALERS)}")
        if opening.name in self.tables or opening.name in self._opening:
            raise Refused(f"there is a table {opening.name} already")
        self._opening.add(opening.name)
        try:
            await self._open_one(opening)
        finally:
            self._opening.discard(opening.name)

    async def _open_one(self, opening: Opening) -> None:
        if opening.name in await self.in_thread(kept_tables, self.journal):
            raise Refused(f"there is a table {opening.name} already")
        book = on_the_shelf(opening.book)  # never a file that somebody names over the network
        live = await self.in_thread(self._opened, opening, book)
        self.tables[opening.name] = live
        self.happened(opening.name, live.course)
        await self._start(live)

    async def start(self) -> None:
        """Begin to deal."""
        for live in self.tables.values():
            await self._start(live)
        self._tasks[TIDYING] = asyncio.create_task(self._tidy())
        shelf = [live.book for live in self.tables.values()]
        threading.Thread(target=self._prepare, args=(shelf,), daemon=True).start()  # nobody waits for it at the end

    async def _start(self, live: LiveTable) -> None:
        await self.in_thread(live.deck.bind, live.table, live.running.now)
        live.look()
        self._tasks[live.name] = asyncio.create_task(live.deal_on())

    @staticmethod
    def _prepare(shelf: Iterable[Rulebook]) -> None:
        """Compile the books, so that hands are looked up: play goes on meanwhile."""
        for book in {book.id: book for book in shelf}.values():
            book.compile()

    def deal_by(self, dealer: str) -> None:
        """Have every table dealt automatically, or by a person."""
        for live in self.tables.values():
            if live.running.now.dealer != dealer:
                live.running.change(HOUSE.name, dealer=dealer)

    def close(self) -> None:
        """Close a house that was never started."""
        self._keep(_CLOSED, this_process())

    async def stop(self) -> None:
        """Finish what can be finished, suspend the rest, and let everybody go."""
        for live in list(self.tables.values()):
            async with live.turn:  # what a dealer is doing is done first
                self._tasks[live.name].cancel()
            await live.finish()
            live.goodbye(SUSPENDED)
        self._tasks[TIDYING].cancel()
        await asyncio.wait(self._tasks.values(), timeout=PATIENCE)
        self._counting.shutdown(wait=False, cancel_futures=True)
        try:
            await self.in_thread(self.close)
        finally:
            self._closed = True
            self._threads.shutdown()

    # -----------------------------------------------------------------------------------------------------------------
    # What tables need

    async def in_thread(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do work of the journal in a thread."""
        if self._closed:
            raise JournalFailed(SUSPENDED)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, functools.partial(work, *args, **kwargs))

    def happened(self, table: str, course: Course) -> None:
        """Take note of what happened at a table."""
        for event, after in course:
            self.history.take(table, event, after.version)

    def money_moved(self, table: LiveTable, names: set[str]) -> None:
        """Show players who sit elsewhere too what they have now."""
        for live in self.tables.values():
            if live is not table and names & live.present:
                live.show()

    def staked(self, name: str) -> int:
        """What a player has on all layouts of the house."""
        tables = [live.table for live in self.tables.values()]
        stakes = (stakes for table in tables for wagers in table.wagers.values() for stakes in wagers.values())
        return sum(stake.cents for each in stakes for stake in each if stake.player == name)

    async def reviews(self, kept: KeptTable, before: Table) -> dict[str, tuple[Review, ...]]:
        """The reviews of a settled round's hands, by the player who set them; counted one after another."""
        loop = asyncio.get_running_loop()
        found: dict[str, tuple[Review, ...]] = {}
        for at in () if self._closed else before.in_play():
            hand = before.hands[at]
            if hand.is_set and hand.viewed_by and not hand.house_way:
                work = functools.partial(review, kept.book, before, at, self.cache)
                each = await loop.run_in_executor(self._counting, work)
                found[hand.viewed_by] = (*found.get(hand.viewed_by, ()), each)
        return found

    async def _tidy(self) -> None:
        """Free the places of players who have gone, or who do not play."""
        while True:
            await asyncio.sleep(15)
            for live in list(self.tables.values()):
                for leave in live.given_up():
                    try:
                        await live.ask(leave)
                    except HousewayError:
                        continue
                    except Exception:  # a defect of ours: it is written down, and other places are still freed
                        _log.exception("a place at %s could not be freed", live.name)
