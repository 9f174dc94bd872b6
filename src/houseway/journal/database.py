"""The database of a journal: SQLite in a file, or PostgreSQL by URL.

Here: connections, transactions, and database errors in words. Not here: what is written (`store`).

SQLite runs with a write-ahead log and `synchronous=FULL`, and a writer takes the lock at once (BEGIN IMMEDIATE). On
PostgreSQL one advisory lock for each database makes writers take turns. So both have one writer at a time, and what a
transaction has read stays true until it commits.
"""

from __future__ import annotations

import contextlib
import functools
import os
import sqlite3
import time
import urllib.parse
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Final, Protocol, TypeAlias

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from houseway.errors import BadJournal, HousewayError, JournalFailed, not_installed
from houseway.journal.at_once import AtOnce
from houseway.journal.place import data_folder
from houseway.journal.private_files import create_folder, create_private, make_folder_private, make_private

PATIENCE: Final = 10
"""Seconds a writer waits for its turn, and a connection for an answer from the server."""
HELD: Final = 3
"""Seconds after which a process that others stand by for loses its turn to write, if it does nothing with it."""
TURN: Final = 0x486F757365
"""The advisory lock of whoever writes; PostgreSQL gives them numbers, not names."""
NOTICED: Final = {"keepalives_idle": 3, "keepalives_interval": 1, "keepalives_count": 3, "tcp_user_timeout": 6000}
"""How soon it is noticed that a server has vanished: seconds, and the last milliseconds; a URL may say otherwise."""
_SQLITE_SAYS: Final = {
    "SQLITE_FULL": "the disk is full",
    "SQLITE_BUSY": f"another program kept it locked for {PATIENCE} seconds",
    "SQLITE_LOCKED": "another program has locked it",
    "SQLITE_READONLY": "it is read-only",
    "SQLITE_PERM": "permission to open it was denied",
    "SQLITE_CANTOPEN": "it cannot be opened",
    "SQLITE_IOERR": "the disk failed",
}
_DAMAGE: Final = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
_POSTGRESQL_SAYS: Final = {
    "53100": "the server's disk is full",
    "55P03": f"another program kept it locked for {PATIENCE} seconds",
    "25006": "it is read-only",
    "25P03": "this process was slower than the server waits for a writer",
    "42501": "this user may not use it",
}


Fence: TypeAlias = Callable[[sa.Connection, Collection[str]], None]
"""Raises in a transaction in which this process may not write, or not to these streams."""


class Watch(Protocol):
    """Somebody who wants to know how the database does."""

    def written(self, seconds: float) -> None:
        """A transaction was committed; it took so long, waiting for its turn included."""
        ...

    def failed(self, error: HousewayError) -> None:
        """The database failed."""
        ...


class Database:
    """One journal's database, ready for transactions; `name` is its path, or its URL without the password."""

    def __init__(self, url_or_path: str, *, read_only: bool, key_file: Path | None) -> None:
        """Work out which database is meant; nothing is opened yet."""
        self.read_only = read_only
        self.watch: Watch | None = None
        self.fence: Fence | None = None
        """Raises in a transaction that may not write any more, because another process has taken over."""
        if "://" not in url_or_path:
            url = sa.URL.create("sqlite", database=url_or_path)
        else:
            try:
                url = sa.make_url(url_or_path)
            except (ArgumentError, ValueError):
                raise BadJournal(f"{url_or_path.rpartition('@')[2]!r} is not a path or a database URL") from None
        kind = url.get_backend_name()
        if kind == "sqlite" and ":memory:" in (url.database or ":memory:"):
            raise BadJournal("a journal is kept in a SQLite file or a PostgreSQL database, not in memory")
        if kind not in ("sqlite", "postgresql", "postgres") or not url.database:
            raise BadJournal(f"a journal is kept in a SQLite file or a PostgreSQL database, not in {kind!r}")
        self.is_sqlite = kind == "sqlite"
        self.url = None if self.is_sqlite else url
        if self.is_sqlite:
            self.file = Path(url.database)
            self.name = str(self.file)
            if _is_folder(self.file):
                raise BadJournal(f"{self.name} is a folder, not a journal")
            self.key_file = key_file or self.file.with_name(self.file.name + ".key")
            make = self._sqlite
        else:
            self.name = url.render_as_string(hide_password=True)
            self.key_file = key_file or data_folder() / f"{url.database}.key"
            make = functools.partial(_postgresql, url.set(drivername="postgresql+psycopg"))
        self._readers = make(connections=5)
        # only one connection writes: threads of one process wait for it here instead of at the database
        self._writer = make(connections=1)
        self.at_once = AtOnce(functools.partial(self._open_file, patience=0) if self.is_sqlite else None)

    def close(self) -> None:
        """Close every connection."""
        self.at_once.close()
        self._writer.dispose()
        self._readers.dispose()

    @contextlib.contextmanager
    def writing(self, streams: Collection[str] = ()) -> Iterator[sa.Connection]:
        """A transaction with no other writer; committed when the block ends, rolled back if it raises.

        `streams` are those it writes to.
        """
        if self.read_only:
            raise JournalFailed(f"the journal {self.name} was opened read-only")
        began = time.monotonic()
        with self._errors_in_words(), self._writer.connect() as connection:
            self._take_turn(connection)
            if self.fence is not None:
                self.fence(connection, streams)
            yield connection
            connection.commit()
        if self.watch is not None:
            self.watch.written(time.monotonic() - began)

    def empty_log(self) -> bool:
        """Move all of SQLite's log into the file, so that nothing that was deleted stays in it; whether that worked.

        While somebody reads it does not; closing the journal does it then. PostgreSQL looks after its own log.
        """
        if not self.is_sqlite:
            return True
        with self._errors_in_words(), self._writer.connect() as connection:
            return not connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()[0]

    def check_writable(self) -> None:
        """Take the turn of a writer, and give it back: `JournalFailed` if that is not possible."""
        with self._errors_in_words(), self._writer.connect() as connection:
            self._take_turn(connection)

    def _take_turn(self, connection: sa.Connection) -> None:
        if self.is_sqlite:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        elif self.fence is None:
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({TURN})")
        else:  # a process that was stopped, or a machine that is gone, must not keep those from taking over
            held = f"set_config('idle_in_transaction_session_timeout', '{HELD}s', true)"
            connection.exec_driver_sql(f"SELECT {held}, pg_advisory_xact_lock({TURN})")

    @contextlib.contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A transaction that sees the journal as it is now, whatever is written meanwhile."""
        with self._errors_in_words(), self._readers.connect() as connection:
            if self.is_sqlite:
                connection.exec_driver_sql("BEGIN")
            else:
                connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield connection

    @contextlib.contextmanager
    def looking(self) -> Iterator[sa.Connection]:
        """A connection without a transaction: each query sees the journal as it is at that moment."""
        with self._errors_in_words(), self._readers.connect() as connection:
            if not self.is_sqlite:
                connection.execution_options(isolation_level="AUTOCOMMIT")
            yield connection

    @property
    def sealing_key_file(self) -> Path:
        """The file of the key that seals secrets, beside the key that signs heads."""
        return self.key_file.with_suffix(".sealing")

    @property
    def checkpoint_file(self) -> Path:
        """The file that says how far the journal was verified."""
        return self.key_file.with_suffix(".checkpoint")

    def create_files(self) -> None:
        """Create the folders of a new journal and of its key, and an empty file for SQLite, for their owner alone."""
        for folder in self._folders():
            try:
                create_folder(folder)
            except OSError as error:
                raise JournalFailed(f"the journal's folder {folder} cannot be created: {error.strerror}") from error
        if self.is_sqlite:
            create_private(self.file)  # SQLite gives its log the same mode

    def make_files_private(self) -> tuple[str, ...]:
        """Close the journal's files to other users, and say which were open."""
        beside = ("", "-wal", "-shm", "-journal") if self.is_sqlite else ()
        files = [self.file.with_name(self.file.name + end) for end in beside]
        return make_private([*files, self.key_file, self.sealing_key_file, self.checkpoint_file])

    def make_folders_private(self) -> tuple[str, ...]:
        """Close the folders of the journal and its key to other users, and say which were open."""
        said: tuple[str, ...] = ()
        for folder in self._folders():
            holding = self.file.name if self.is_sqlite else self.key_file.stem
            said += make_folder_private(folder, holding=holding, own=folder == data_folder())
        return said

    def _folders(self) -> set[Path]:
        return {self.file.parent, self.key_file.parent} if self.is_sqlite else {self.key_file.parent}

    def _open_file(self, *, patience: float) -> sqlite3.Connection:
        """A connection to the file of SQLite, which waits so many seconds for others."""
        path = "file:" + urllib.parse.quote(os.path.abspath(self.file))
        if self.read_only:
            # a copy in a read-only folder has no writer, and nowhere to put a log
            owned = os.access(self.file.parent, os.W_OK, effective_ids=os.access in os.supports_effective_ids)
            path += "?mode=ro" if owned else "?immutable=1"
        return sqlite3.connect(path, uri=True, timeout=patience, isolation_level=None, check_same_thread=False)

    def _sqlite(self, *, connections: int) -> sa.Engine:
        def connect() -> sqlite3.Connection:
            opened = self._open_file(patience=PATIENCE)
            if not self.read_only:
                _write_ahead(opened)
                opened.execute("PRAGMA synchronous=FULL")
                opened.execute("PRAGMA secure_delete=ON")  # what is deleted is overwritten
            return opened

        return sa.create_engine(
            "sqlite://",
            creator=connect,
            poolclass=sa.QueuePool,
            pool_size=connections,
            max_overflow=0,
            pool_timeout=PATIENCE,
            hide_parameters=True,  # they may be seeds, and errors are logged
        )

    @contextlib.contextmanager
    def _errors_in_words(self) -> Iterator[None]:
        try:
            yield
        except PoolTimeout as error:
            raise self._failed(JournalFailed(f"the journal {self.name} was busy for {PATIENCE} seconds")) from error
        except DBAPIError as error:
            lost = error.connection_invalidated
            raise self._failed(self._in_words(error.orig or error, lost=lost)) from error
        except sqlite3.Error as error:  # of a statement that was given to SQLite as it is
            raise self._failed(self._in_words(error)) from error

    def _failed(self, error: BadJournal | JournalFailed) -> BadJournal | JournalFailed:
        if self.watch is not None:
            self.watch.failed(error)
        return error

    def _in_words(self, error: BaseException, *, lost: bool = False) -> BadJournal | JournalFailed:
        """The database's error in words; `lost`, that of a connection that is gone."""
        said = (str(error).strip().splitlines() or ["unknown error"])[0]
        if self.is_sqlite:
            code = getattr(error, "sqlite_errorname", "")
            if code.startswith(_DAMAGE):
                return BadJournal(f"{self.name} is damaged, or not a journal: {said}")
            what = next((words for start, words in _SQLITE_SAYS.items() if code.startswith(start)), said)
        else:
            code = getattr(error, "sqlstate", None) or ""
            if code in _POSTGRESQL_SAYS:
                what = _POSTGRESQL_SAYS[code]
            elif code.startswith(("08", "57P")) or lost:
                what = "the connection to the server was lost"
            elif not code:
                what = f"the server cannot be reached: {' '.join(said.rpartition('failed: ')[2].split())}"
            else:
                what = said
        return JournalFailed(f"the journal {self.name} cannot be used: {what}")


def _write_ahead(opened: sqlite3.Connection) -> None:
    """Switch to a write-ahead log; SQLite does not wait by itself while another program does the same."""
    patience = time.monotonic() + PATIENCE
    while True:
        try:
            opened.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if not error.sqlite_errorname.startswith("SQLITE_BUSY") or time.monotonic() > patience:
                raise
            time.sleep(0.01)


def _postgresql(url: sa.URL, *, connections: int) -> sa.Engine:
    try:
        import psycopg  # noqa: F401
    except ImportError as error:
        raise not_installed("a journal in PostgreSQL", "postgres") from error
    return sa.create_engine(
        url,
        connect_args={
            "options": f"-c synchronous_commit=on -c lock_timeout={PATIENCE}s",
            "connect_timeout": PATIENCE,
            **{name: value for name, value in NOTICED.items() if name not in url.query},
        },
        pool_size=connections,
        max_overflow=0,
        pool_timeout=PATIENCE,
        hide_parameters=True,
    )


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError as error:  # a folder on the way denies access
        raise JournalFailed(f"{path} cannot be opened: {error.strerror}") from error
