"""Players who are prohibited from play in the whole house.

Here: who they are, what each table has yet to be told, refusing them until it has been, and lifting a prohibition from
the floor. Not here: prohibiting a player, or lifting it at a table (`table.decide`); what tables are told
(`house_notices`).
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping

from houseway.errors import Refused
from houseway.journal.entry import Append, unmoved
from houseway.journal.store import Journal
from houseway.kept.prohibited import STREAM, lift, prohibitions
from houseway.kept.tables import HOUSE
from houseway.rulebook.procedure import Act, Role
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table.state import Table


class Prohibitions:
    """Who is prohibited in the house, with the clause."""

    def __init__(self, journal: Journal) -> None:
        """Read from the journal who is prohibited."""
        self._journal, self._lock = journal, threading.Lock()
        self._fold: tuple[int, Mapping[str, str]] = prohibitions(journal)
        """The clauses by player, and the version of the stream that says so; replaced as one."""

    @property
    def _clauses(self) -> Mapping[str, str]:
        return self._fold[1]

    def catch_up(self) -> None:
        """Read what was decided since, at any table and by any process; to be called in a thread."""
        with self._lock:
            version, more = prohibitions(self._journal, after=self._fold[0])
            self._fold = version, {**self._clauses, **more}

    @property
    def players(self) -> frozenset[str]:
        """Everybody who is prohibited."""
        return frozenset(player for player, clause in self._clauses.items() if clause)

    @property
    def clauses(self) -> dict[str, str]:
        """Everybody who is prohibited, with the clause."""
        return {player: clause for player, clause in sorted(self._clauses.items()) if clause}

    def lift(self, by: c.Actor, player: str, *, why: str) -> None:
        """Lift a prohibition, also of a player who is at no table; to be called in a thread."""
        self.catch_up()
        version, clauses = self._fold
        clause = clauses.get(player)
        if not clause:
            raise Refused(f"{player} is not prohibited from play")
        lift(self._journal, player, version=version, clause=clause, by=by, why=why)
        self.catch_up()

    def add_from(self, book: Rulebook, table: Table) -> None:
        """Take over what one table decided before prohibitions held in the whole house."""
        with self._lock:
            version, clauses = self._fold
            self._fold = version, {**dict.fromkeys(table.prohibited, book.procedure.prohibition()), **clauses}

    def to_tell(self, book: Rulebook, table: Table) -> Iterator[c.Prohibit]:
        """What a table has yet to be told; nothing while a fault is on hold, or where its book has no such clause."""
        if table.hold is not None or book.procedure.permission(Act.PROHIBIT) is None:
            return
        for player, clause in self._clauses.items():
            if bool(clause) is not (player in table.prohibited):
                yield c.Prohibit(by=HOUSE, player=player, lift=not clause)

    def check(self, command: c.Command) -> tuple[Append, ...]:
        """Refuse a seat, a wager or the bank to somebody prohibited, also where the table does not know it yet.

        Else what is refused once anybody is prohibited, or that is lifted.
        """
        if not isinstance(command, c.Sit | c.PlaceWager | c.TakeBank):
            return ()
        player = command.by.name
        if isinstance(command, c.PlaceWager) and command.by.role is not Role.PLAYER:
            player = command.player
        version, clauses = self._fold
        if clause := clauses.get(player):
            raise Refused(f"{player} is prohibited from further play", clause=clause)
        return (unmoved(STREAM, version),)
