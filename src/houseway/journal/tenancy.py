"""Which process of a house runs which table, where several do: a lease a table, and the fence that goes with it.

Here: the rows, taking and handing over tables, and keeping whoever has lost one from writing to it. Not here: the lease
of the house (`lease`), what lies on layouts (`stakes`), or which table goes where (`web.workers`).

A table has one row: its number, its holder, whether that has opened it, and what others show of it. The number rises
whenever the table changes hands, in the same turn in which others write to the journal; every transaction that writes
to a stream of the table compares number and holder. Processes that run tables are listed, and renew their place with
every heartbeat. One that does not is struck off by whoever has the lease of the house, and never writes again.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from houseway.errors import HousewayError, LeaseLost
from houseway.journal import stakes
from houseway.journal.lease import LASTING, Lease, Place
from houseway.journal.postgres_tools import WORKERS
from houseway.journal.stakes import AtTable
from houseway.journal.store import Journal

_NAMES: Final = sa.bindparam("names", type_=postgresql.ARRAY(sa.Text))
_FENCE: Final = sa.text(f"""
    SELECT 'lease' AS what, '' AS name, number, holder FROM {WORKERS}.lease
    UNION ALL SELECT 'runner', '', 0, id FROM {WORKERS}.runners WHERE id = :me
    UNION ALL SELECT 'table', name, number, holder FROM {WORKERS}.tables WHERE name = ANY(:names)
""").bindparams(_NAMES)
_STRIKE_OFF: Final = sa.text(f"DELETE FROM {WORKERS}.runners WHERE id = ANY(:dead) AND NOT {LASTING}").bindparams(
    sa.bindparam("dead", type_=postgresql.ARRAY(sa.Uuid))
)
_STRIKE_OFF_ALL: Final = sa.text(f"DELETE FROM {WORKERS}.runners WHERE NOT {LASTING}")
_JOIN: Final = sa.text(f"""
    INSERT INTO {WORKERS}.runners (id, until) VALUES (:me, clock_timestamp() + :lasts * interval '1 second')
    ON CONFLICT (id) DO UPDATE SET until = excluded.until
""")
_FREE: Final = sa.text(f"""
    UPDATE {WORKERS}.tables SET holder = NULL, open = false, back = false, number = number + 1
    WHERE holder IS NOT NULL AND holder NOT IN (SELECT id FROM {WORKERS}.runners)
""")
_CLAIM: Final = sa.text(f"""
    INSERT INTO {WORKERS}.tables AS known (name, number, holder, open, back) VALUES (:name, 1, :to, false, false)
    ON CONFLICT (name) DO UPDATE SET holder = :to, number = known.number + 1, open = false, back = false
    WHERE known.holder IS NULL OR known.holder NOT IN (SELECT id FROM {WORKERS}.runners)
    RETURNING number
""").bindparams(sa.bindparam("to", type_=sa.Uuid))
_HAND: Final = sa.text(f"""
    UPDATE {WORKERS}.tables SET holder = :to, number = number + 1, open = false, back = false, seen = :seen
    WHERE name = :name AND holder = :me AND number = :number
""").bindparams(sa.bindparam("to", type_=sa.Uuid))
_OPENED: Final = sa.text(
    f"UPDATE {WORKERS}.tables SET open = true WHERE name = :name AND holder = :me AND number = :number"
)
_WANT_BACK: Final = sa.text(f"UPDATE {WORKERS}.tables SET back = true WHERE name = :name AND NOT back")
_FORGET: Final = sa.text(f"DELETE FROM {WORKERS}.tables WHERE name = :name AND holder = :me")
_LEAVE: Final = sa.text(f"DELETE FROM {WORKERS}.runners WHERE id = :me")
_LOOK: Final = sa.text(f"SELECT name, number, holder, open, back FROM {WORKERS}.tables")
_RUNNERS: Final = sa.text(f"SELECT id, {LASTING} AS lasting FROM {WORKERS}.runners")
_SEEN: Final = sa.text(f"SELECT name, seen FROM {WORKERS}.tables WHERE holder IS DISTINCT FROM :me")
_SHOW: Final = sa.text(f"""
    UPDATE {WORKERS}.tables SET seen = given.seen FROM unnest(:names, :bodies) AS given (name, seen)
    WHERE tables.name = given.name AND tables.holder = :me
""").bindparams(_NAMES, sa.bindparam("bodies", type_=postgresql.ARRAY(sa.LargeBinary)))
_LAID: Final = sa.text(f"""
    SELECT player, sum(cents)::bigint FROM {WORKERS}.laid
    WHERE name NOT IN (SELECT name FROM {WORKERS}.tables WHERE holder = :me) GROUP BY player
""")
_LAID_BY: Final = sa.text(
    f"SELECT coalesce(sum(cents), 0)::bigint FROM {WORKERS}.laid WHERE player = :player AND name <> :name"
)
_COSTS: Final = sa.text(f"""
    SELECT coalesce(sum(cents), 0)::bigint, min(lowest) FROM {WORKERS}.costs
    WHERE name NOT IN (SELECT name FROM {WORKERS}.tables WHERE holder = :me)
""")


class Runners(NamedTuple):
    """The processes that run tables: those that were heard of, and those that were not."""

    alive: frozenset[uuid.UUID]
    silent: frozenset[uuid.UUID]


class Laid(NamedTuple):
    """What lies on the layouts of the tables of other processes."""

    cost: int = 0
    """What their rounds can cost the house."""
    lowest: int | None = None
    """The lowest minimum of a main wager at any of them that is open."""
    of: Mapping[str, int] = {}
    """What each player has there."""


class Tenancy:
    """The tables that one process of a house runs. Threads may share it."""

    def __init__(self, journal: Journal, lease: Lease, *, table_of: Callable[[str], str], is_desk: bool) -> None:
        """`table_of` says which table a stream belongs to, if it does to one; the desk has the lease of the house."""
        self._journal, self._lease, self._table_of, self._is_desk = journal, lease, table_of, is_desk
        self.me = lease.me
        self.numbers: dict[str, int] = {}
        """The tables that this process runs, each with the number of its lease."""

    def fence(self, connection: sa.Connection, streams: Collection[str]) -> None:
        """Raise `LeaseLost` in a transaction in which this process may not write, or not to these streams."""
        self._check(connection, {name for stream in streams if (name := self._table_of(stream))})

    def _check(self, connection: sa.Connection, names: Collection[str]) -> None:
        found = {
            (what, name): (number, holder)
            for what, name, number, holder in connection.execute(_FENCE, {"me": self.me, "names": sorted(names)})
        }
        if self._is_desk and found.get(("lease", "")) != (self._lease.number, self.me):
            raise LeaseLost("another process runs this house now")
        if not self._is_desk and ("runner", "") not in found:
            raise LeaseLost("the house runs this process's tables elsewhere now")
        for name in names:
            if found.get(("table", name)) != (self.numbers.get(name, 0), self.me):
                raise LeaseLost(f"another process runs the table {name} now")

    # -----------------------------------------------------------------------------------------------------------------
    # What the desk does

    def begin(self) -> None:
        """Strike off every process that was not heard of, and take part."""
        with self._journal.writing() as connection:
            connection.execute(_STRIKE_OFF_ALL, {"lasts": self._lease.lasts})
            connection.execute(_JOIN, {"me": self.me, "lasts": self._lease.lasts})
            connection.execute(_FREE)

    def strike_off(self, dead: Iterable[uuid.UUID]) -> None:
        """Strike off processes that are still not heard of; their tables are free."""
        with self._journal.writing() as connection:
            connection.execute(_STRIKE_OFF, {"dead": list(dead), "lasts": self._lease.lasts})
            connection.execute(_FREE)

    def claim(self, name: str) -> bool:
        """Take a table, unless another process runs it; whether that worked."""
        number = self._give(name, self.me)
        if number:
            self.numbers[name] = number
        return bool(number)

    def assign(self, name: str, to: uuid.UUID) -> bool:
        """Give a table that nobody runs to another process; whether that worked."""
        return bool(self._give(name, to))

    def _give(self, name: str, to: uuid.UUID) -> int:
        with self._journal.writing() as connection:
            return connection.scalar(_CLAIM, {"name": name, "to": to}) or 0

    def want_back(self, name: str) -> None:
        """Ask whoever runs a table to give it back."""
        with self._journal.writing() as connection:
            connection.execute(_WANT_BACK, {"name": name})

    def forget(self, name: str) -> None:
        """Forget a table that has closed for good."""
        self.numbers.pop(name, None)
        with self._journal.writing() as connection:
            connection.execute(_FORGET, {"name": name, "me": self.me})
            stakes.forget(connection, name)

    # -----------------------------------------------------------------------------------------------------------------
    # What every process does with its tables

    def take(self, name: str, number: int) -> None:
        """Run a table that was given to this process under a number."""
        self.numbers[name] = number

    def note(self, name: str, stake: AtTable) -> None:
        """Note what lies on the layout of a table that this process has opened, or now runs in another way."""
        with self._journal.writing() as connection:
            self._check(connection, [name])
            stakes.put(connection, [stake])

    def serves(self, name: str) -> None:
        """Let others send people to this process for a table."""
        with self._journal.writing() as connection:
            connection.execute(_OPENED, {"name": name, "me": self.me, "number": self.numbers[name]})

    def hand(self, name: str, to: uuid.UUID | None, *, seen: bytes = b"") -> None:
        """Give a table to another process, or to nobody; nothing of it is under way here any more."""
        number = self.numbers.pop(name)
        try:
            with self._journal.writing() as connection:
                connection.execute(_HAND, {"name": name, "to": to, "me": self.me, "number": number, "seen": seen})
        except HousewayError:
            self.numbers[name] = number
            raise

    def leave(self) -> None:
        """Run no tables from now on."""
        with self._journal.writing() as connection:
            connection.execute(_LEAVE, {"me": self.me})
            connection.execute(_FREE)
        self.numbers.clear()

    def show(self, seen: Mapping[str, bytes]) -> None:
        """Let others show these tables so."""
        with self._journal.beside() as connection:
            connection.execute(_SHOW, {"names": list(seen), "bodies": list(seen.values()), "me": self.me})

    # -----------------------------------------------------------------------------------------------------------------
    # What is read

    def places(self) -> dict[str, Place]:
        """Who runs which table."""
        with self._journal.reading() as connection:
            return {name: Place(*place) for name, *place in connection.execute(_LOOK)}

    def runners(self) -> Runners:
        """The processes that run tables."""
        with self._journal.reading() as connection:
            found = {id: bool(lasts) for id, lasts in connection.execute(_RUNNERS, {"lasts": self._lease.lasts})}
        return Runners(
            frozenset(id for id, lasting in found.items() if lasting),
            frozenset(id for id, lasting in found.items() if not lasting),
        )

    def seen(self) -> dict[str, bytes]:
        """How others let their tables be shown."""
        with self._journal.reading() as connection:
            return {name: bytes(seen) for name, seen in connection.execute(_SEEN, {"me": self.me})}

    def laid_elsewhere(self) -> Laid:
        """What is known of the tables of other processes."""
        with self._journal.reading() as connection:
            laid = {player: int(cents) for player, cents in connection.execute(_LAID, {"me": self.me})}
            cost, lowest = connection.execute(_COSTS, {"me": self.me}).one()
        return Laid(int(cost), lowest, laid)

    def laid_by(self, player: str, *, but: str) -> int:
        """What a player has on all layouts but one, of any process."""
        with self._journal.reading() as connection:
            return connection.scalar(_LAID_BY, {"player": player, "name": but}) or 0
