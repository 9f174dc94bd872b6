"""The store of a run: SQLite, with what can go wrong around its transactions.

Here: pauses between transactions, a journal that is locked, a disk that is full at a commit, an answer that is lost
after one, and a process that dies at one. Not here: when any of it happens (`faults`), or the journal.

What was committed stays and everything else is gone, whatever happens: that SQLite keeps its word when the power fails
is not simulated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from random import Random

import sqlalchemy as sa

from houseway.errors import JournalFailed
from houseway.journal.database import Database
from support.simulation.workers import Died, pause, wait

LOCKED, FULL, LOST = "journal locked", "disk full at a commit", "answer of a commit lost"
DIES_BEFORE, DIES_AFTER = "death before a commit", "death after a commit"
AT_A_COMMIT = (LOCKED, FULL, LOST, DIES_BEFORE, DIES_AFTER)
OFTEN = 0.15
"""How often work pauses before a transaction, and after one."""
Opened = Callable[[Database], AbstractContextManager[sa.Connection]]


class Store:
    """The transactions of one run."""

    def __init__(self, random: Random, *, die: Callable[[], None] = lambda: None, sync: float = 0.0) -> None:
        """`die` ends the process that is running; after a commit its thread waits `sync` seconds for the disk."""
        self._random, self._die, self._sync = random, die, sync
        self.kinds: tuple[str, ...] = ()
        """What can go wrong at a commit in this run, while `seldom` is not 0."""
        self.seldom = 0.0
        """How often it does."""
        self.happened: Counter[str] = Counter()
        self.closed: set[int] = set()
        """The databases, by their id, of processes that have died."""
        self.note: Callable[[str], None] = lambda _line: None
        self.committed: Callable[[int], None] = lambda _number: None
        self.commits = 0

    @contextmanager
    def writing(self, database: Database, opened: Opened) -> Iterator[sa.Connection]:
        """A transaction that writes."""
        self._must_live(database)
        fault = self._next()
        pause(self._random, OFTEN)
        self._must_live(database)
        if fault == LOCKED:
            raise self._failed(database, "another program kept it locked for 10 seconds")
        with opened(database) as connection:
            yield connection
            number, hash = _newest(connection)
            if fault == FULL:
                raise self._failed(database, "the disk is full")
            if fault == DIES_BEFORE:
                self._dies(DIES_BEFORE)
        self.commits += 1
        self.committed(number)
        self.note(f"committed up to entry {number}: {hash}")
        if fault == DIES_AFTER:
            self._dies(DIES_AFTER)
        pause(self._random, OFTEN)
        wait(self._sync)
        self._must_live(database)
        if fault == LOST:
            raise self._failed(database, "the connection was lost")

    @contextmanager
    def reading(self, database: Database, opened: Opened) -> Iterator[sa.Connection]:
        """A transaction that reads, or a look."""
        self._must_live(database)
        pause(self._random, OFTEN)
        self._must_live(database)
        with opened(database) as connection:
            yield connection

    def end(self, database: Database) -> None:
        """Let nothing more be done with a database: its process has died."""
        self.closed.add(id(database))

    def _must_live(self, database: Database) -> None:
        if id(database) in self.closed:
            raise Died

    def _next(self) -> str:
        if self.kinds and self._random.random() < self.seldom:
            fault = self._random.choice(self.kinds)
            if fault not in (DIES_BEFORE, DIES_AFTER):
                self.happened[fault] += 1
                self.note(f"fault: {fault}")
            return fault
        return ""

    def _dies(self, moment: str) -> None:
        self.happened[moment] += 1
        self.note(f"fault: {moment}")
        self._die()
        raise Died

    def _failed(self, database: Database, why: str) -> JournalFailed:
        error = JournalFailed(f"the journal {database.name} cannot be used: {why}")
        if database.watch is not None:
            database.watch.failed(error)
        return error


def _newest(connection: sa.Connection) -> tuple[int, str]:
    """The number of the last entry, and the beginning of its hash."""
    found = connection.exec_driver_sql("SELECT number, hash FROM journal_rows ORDER BY number DESC LIMIT 1").fetchone()
    return (found[0], found[1].hex()[:12]) if found else (0, "")
