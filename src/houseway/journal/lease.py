"""Which of several processes runs the house on a journal in PostgreSQL, for a few seconds at a time.

Here: taking, renewing and giving back the lease, the list of processes that stand by, and the fence that keeps whoever
has lost the lease from writing. Not here: what a process does while it runs the house (`web.workers`).

A lease lasts `LASTS` seconds by the clock of the server, so the clocks of the machines do not matter; one that claims
to last longer was taken before that clock was set back, and counts for nothing. Taking it raises its number, in the
same turn in which others write to the journal; whoever holds a lease compares its number and its holder in every
transaction that writes. So a process that was stopped, cut off or slow for however long never writes after another one
has taken over. The holder is compared because a standby server that becomes the server may not know of the last lease,
and its number is then given away again.
"""

from __future__ import annotations

import contextlib
import os
import platform
import uuid
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias

import sqlalchemy as sa

from houseway.errors import JournalFailed, LeaseLost, Refused, not_installed
from houseway.journal.database import HELD, NOTICED, PATIENCE, TURN
from houseway.journal.postgres_tools import WORKERS
from houseway.journal.sealing import GIVEN_FILE, fingerprint
from houseway.journal.stakes import MAKE

Server: TypeAlias = sa.URL
"""Where the processes of a house find their database."""
LASTS: Final = 3.0
"""Seconds that a lease lasts unless it is renewed."""
_TABLES: Final = (
    f"CREATE SCHEMA IF NOT EXISTS {WORKERS}",
    f"CREATE TABLE IF NOT EXISTS {WORKERS}.lease (one boolean PRIMARY KEY DEFAULT true CHECK (one), "
    "number bigint NOT NULL, holder uuid, open boolean NOT NULL, until timestamptz NOT NULL, "
    "sealed_with text NOT NULL DEFAULT '')",
    f"INSERT INTO {WORKERS}.lease (number, open, until) VALUES (0, false, '-infinity') ON CONFLICT DO NOTHING",
    f"CREATE UNLOGGED TABLE IF NOT EXISTS {WORKERS}.processes (id uuid PRIMARY KEY, host text NOT NULL, "
    "process bigint NOT NULL, until timestamptz NOT NULL)",
    # no sequence: one of a table that is not logged cannot be used on a standby server that has become the server
    f"CREATE UNLOGGED TABLE IF NOT EXISTS {WORKERS}.letters (receiver uuid, sender uuid, place bigint, "
    "body bytea NOT NULL, PRIMARY KEY (receiver, sender, place))",
    f"CREATE TABLE IF NOT EXISTS {WORKERS}.runners (id uuid PRIMARY KEY, until timestamptz NOT NULL)",
    f"CREATE TABLE IF NOT EXISTS {WORKERS}.tables (name text PRIMARY KEY, number bigint NOT NULL, holder uuid, "
    "open boolean NOT NULL, back boolean NOT NULL, seen bytea NOT NULL DEFAULT '')",
    *MAKE,
)
_BEAT: Final = f"""
    INSERT INTO {WORKERS}.processes (id, host, process, until)
    VALUES (%(me)s, %(host)s, %(process)s, clock_timestamp() + %(lasts)s * interval '1 second')
    ON CONFLICT (id) DO UPDATE SET until = excluded.until
"""
_RENEW: Final = f"""
    UPDATE {WORKERS}.lease SET until = clock_timestamp() + %(lasts)s * interval '1 second', open = %(open)s
    WHERE holder = %(me)s AND number = %(number)s
"""
_RENEW_PLACE: Final = f"""
    UPDATE {WORKERS}.runners SET until = clock_timestamp() + %(lasts)s * interval '1 second' WHERE id = %(me)s
"""
_JOIN: Final = f"""
    INSERT INTO {WORKERS}.runners (id, until)
    VALUES (%(me)s, clock_timestamp() + %(lasts)s * interval '1 second') ON CONFLICT DO NOTHING
"""
_PLACES: Final = f"SELECT name, number, holder, open, back FROM {WORKERS}.tables"
_ALL_HERE: Final = "; ".join(f"DELETE FROM {WORKERS}.{name}" for name in ("runners", "tables", "costs", "laid"))
"""What a process that runs all tables itself makes of their leases: whoever had one never writes again."""
_LASTING: Final = "until BETWEEN clock_timestamp() AND clock_timestamp() + %(lasts)s * interval '2 seconds'"
"""What holds of a lease that has not run out, and of a process that was heard of a moment ago."""
_LOOK: Final = f"""
    SELECT lease.number, lease.holder, lease.open, lease.{_LASTING} AS valid, process.host, process.process,
        ARRAY(SELECT each.id FROM {WORKERS}.processes each WHERE each.{_LASTING}) AS alive,
        ARRAY(SELECT runner.id FROM {WORKERS}.runners runner) AS runners
    FROM {WORKERS}.lease LEFT JOIN {WORKERS}.processes process ON process.id = lease.holder
"""
_TAKE: Final = f"""
    UPDATE {WORKERS}.lease
    SET number = number + 1, holder = %(me)s, open = false, sealed_with = %(sealed_with)s,
        until = clock_timestamp() + %(lasts)s * interval '1 second'
    WHERE NOT {_LASTING} RETURNING number
"""
_GIVE_BACK: Final = f"""
    UPDATE {WORKERS}.lease SET until = '-infinity', open = false WHERE holder = %(me)s AND number = %(number)s
"""
_ENDED: Final = f"""
    WITH ended AS (DELETE FROM {WORKERS}.processes WHERE host = %(host)s AND process = %(process)s RETURNING id),
        gone AS (DELETE FROM {WORKERS}.runners WHERE id IN (SELECT id FROM ended))
    UPDATE {WORKERS}.lease SET until = '-infinity', open = false WHERE holder IN (SELECT id FROM ended)
"""
_TIDY: Final = f"""
    WITH gone AS (DELETE FROM {WORKERS}.processes WHERE until < clock_timestamp() - interval '1 minute')
    DELETE FROM {WORKERS}.letters WHERE receiver NOT IN (SELECT id FROM {WORKERS}.processes)
"""
_SEALED_WITH: Final = f"SELECT sealed_with FROM {WORKERS}.lease WHERE {_LASTING}"
_FENCE: Final = sa.text(f"SELECT number, holder FROM {WORKERS}.lease")


LASTING: Final = "until BETWEEN clock_timestamp() AND clock_timestamp() + :lasts * interval '2 seconds'"
"""The same for statements whose parameters are named with a colon."""


class Place(NamedTuple):
    """Who runs a table."""

    number: int
    """It rises whenever the table changes hands."""
    holder: uuid.UUID | None
    open: bool
    """Whether the holder has opened it."""
    back: bool
    """Whether the holder is asked to give it back."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Standing:
    """How things stand between the processes of a house."""

    number: int
    """The number of the lease; it rises whenever a process takes over."""
    holder: uuid.UUID | None
    """The process that runs the house; nobody where no lease is valid."""
    open: bool
    """Whether that process has opened the house."""
    mine: bool
    alive: frozenset[uuid.UUID]
    """Every process that was heard of in the last seconds."""
    where: str = ""
    """The holder in words."""
    places: Mapping[str, Place] = field(default_factory=dict)
    """Who runs which table, where several processes do."""
    runners: frozenset[uuid.UUID] = frozenset()
    """The processes that run tables, where several do, and that were not struck off."""


class Lease:
    """One process among those of a house, and the lease they share. One thread uses it."""

    def __init__(self, url: Server, *, sealing_key: bytes, lasts: float = LASTS, spreads: bool = False) -> None:
        """Connect; the tables are made where they are missing. With `spreads`, others may run tables of the house.

        Refused where another process runs the house with another sealing key: this one could not go on with its rounds.
        """
        try:
            import psycopg
        except ImportError as error:
            raise not_installed("a journal in PostgreSQL", "postgres") from error
        self.me = uuid.uuid4()
        self.number = 0
        """The number of the lease that this process holds or held last; 0 before it ever held one."""
        self.open = False
        """Whether this process has opened the house; others send it their connections from then on."""
        self.joins = False
        """Whether this process asks to be listed among those that run tables; once, and then it renews its place."""
        self.lasts, self.spreads = lasts, spreads
        self._url, self._sealed_with = url, fingerprint(sealing_key)
        self._psycopg = psycopg
        self._connection: psycopg.Connection[Any] | None = None
        with self._connected() as connection, connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", [TURN])
            for statement in _TABLES:
                connection.execute(statement)
        with self._connected() as connection:
            connection.execute(_TIDY)
            (others,) = connection.execute(_SEALED_WITH, {"lasts": lasts}).fetchone() or ("",)
        if others not in ("", self._sealed_with):
            raise Refused(
                "the house runs with another sealing key than this machine has: copy the journal's key files here, "
                f"or set ${GIVEN_FILE}"
            )

    def beat(self) -> Standing:
        """Say that this process lives, renew the lease if it holds it, and look how things stand."""
        said = {
            "me": self.me,
            "lasts": self.lasts,
            "host": platform.node(),
            "process": os.getpid(),
            "number": self.number,
            "open": self.open,
        }
        with self._connected() as connection:
            all_at_once = self._psycopg.ClientCursor(connection)  # one way to the server and back, however far it is
            place = _JOIN if self.joins else _RENEW_PLACE
            all_at_once.execute(f"{_BEAT}; {_RENEW}; {place}; {_LOOK}; {_PLACES}", said)
            found = [all_at_once.fetchall() if all_at_once.description else []]
            while all_at_once.nextset():
                found.append(all_at_once.fetchall() if all_at_once.description else [])
        *_, (row,), places = found
        number, holder, opened, valid, host, process, alive, runners = row
        self.joins = self.joins and self.me not in runners
        return Standing(
            number=number,
            holder=holder if valid else None,
            open=valid and opened,
            mine=valid and holder == self.me and number == self.number,
            alive=frozenset(alive),
            where=f"process {process} on {host}" if valid and host else "",
            places={name: Place(*each) for name, *each in places},
            runners=frozenset(runners),
        )

    def take(self) -> bool:
        """Take the lease if nobody holds it; whether that worked.

        Whoever has lost a lease takes none again: what it knows of the house is old, and it has to start over.
        """
        if self.number:
            return False
        with self._connected() as connection, connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", [TURN])  # whoever is writing commits first
            row = connection.execute(
                _TAKE, {"me": self.me, "lasts": self.lasts, "sealed_with": self._sealed_with}
            ).fetchone()
            if row is not None and not self.spreads:
                connection.execute(_ALL_HERE)
        if row is not None:
            self.number, self.open = row[0], False
        return row is not None

    def give_back(self) -> None:
        """Let another process take the lease at once."""
        with self._connected() as connection:
            connection.execute(_GIVE_BACK, {"me": self.me, "number": self.number})
        self.number, self.open = 0, False

    def note_end(self, process: int) -> None:
        """Note that a process of this machine has ended: if it had the lease, that lasts no longer.

        Where this is wrong, because two machines have one name, another process takes over; nothing else comes of it.
        """
        with self._connected() as connection:
            connection.execute(_ENDED, {"host": platform.node(), "process": process})

    def fence(self, connection: sa.Connection, _streams: Collection[str] = ()) -> None:
        """Raise `LeaseLost` in a transaction that is about to write, if another process has taken over since."""
        if tuple(connection.execute(_FENCE).one()) != (self.number, self.me):
            raise LeaseLost("another process runs this house now")

    def close(self) -> None:
        """Disconnect, and be gone for the others."""
        with contextlib.suppress(JournalFailed), self._connected() as connection:
            connection.execute(f"DELETE FROM {WORKERS}.processes WHERE id = %s", [self.me])
        if self._connection is not None:
            self._connection.close()

    @contextlib.contextmanager
    def _connected(self) -> Iterator[Any]:
        """The connection, made again if it was lost; `JournalFailed` where that is not possible."""
        try:
            if self._connection is None or self._connection.closed:
                self._connection = self._psycopg.connect(
                    conninfo(self._url), autocommit=True, connect_timeout=PATIENCE, options=OPTIONS
                )
            yield self._connection
        except self._psycopg.Error as error:
            if self._connection is not None:
                self._connection.close()
            said = (str(error).strip().splitlines() or ["unknown error"])[0]
            raise JournalFailed(f"the processes of this house cannot reach their database: {said}") from error


OPTIONS: Final = " ".join(
    f"-c {name}={value}"
    for name, value in {
        "synchronous_commit": "on",
        "statement_timeout": "5s",
        "lock_timeout": "5s",
        "idle_in_transaction_session_timeout": f"{HELD}s",
    }.items()
)


def conninfo(url: Server) -> str:
    """A database's URL as the driver reads it, with its password."""
    noticed = {name: str(value) for name, value in NOTICED.items() if name not in url.query}
    return url.set(drivername="postgresql").update_query_dict(noticed).render_as_string(hide_password=False)
