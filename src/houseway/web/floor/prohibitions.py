"""Players who are prohibited from play in the whole house.

Here: who they are, what each table has yet to be told, refusing them until it has been, and lifting a prohibition from
the floor. Not here: prohibiting a player, or lifting that at a table (`table.decide`); telling the tables (`telling`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from houseway.errors import Refused
from houseway.journal.store import Journal
from houseway.kept.changes import Change
from houseway.kept.prohibited import lift, prohibitions
from houseway.kept.tables import HOUSE
from houseway.rulebook.procedure import Act, Role
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.state import Table


class Prohibitions:
    """Who is prohibited in the house, with the clause."""

    def __init__(self, journal: Journal) -> None:
        """Read from the journal who is prohibited."""
        self._journal = journal
        self._clauses = prohibitions(journal)

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
        clause = self._clauses.get(player)
        if not clause:
            raise Refused(f"{player} is not prohibited from play")
        lift(self._journal, player, clause=clause, by=by, why=why)
        self._clauses[player] = ""

    def add_from(self, book: Rulebook, table: Table) -> None:
        """Take over what one table decided before prohibitions held in the whole house."""
        for player in table.prohibited:
            self._clauses.setdefault(player, book.procedure.prohibition())

    def note(self, changes: Sequence[Change]) -> None:
        """Note what staff decided at a table."""
        for event, _ in changes:
            if isinstance(event, e.PlayerProhibited):
                self._clauses[event.player] = "" if event.lifted else event.clause

    def to_tell(self, book: Rulebook, table: Table) -> Iterator[c.Prohibit]:
        """What a table has yet to be told; nothing while a fault is on hold, or where its book has no such clause."""
        if table.hold is not None or book.procedure.permission(Act.PROHIBIT) is None:
            return
        for player, clause in self._clauses.items():
            if bool(clause) is not (player in table.prohibited):
                yield c.Prohibit(by=HOUSE, player=player, lift=not clause)

    def check(self, command: c.Command) -> None:
        """Refuse a seat, a wager or the bank to somebody prohibited, also where the table does not know it yet."""
        if not isinstance(command, c.Sit | c.PlaceWager | c.TakeBank):
            return
        player = command.by.name
        if isinstance(command, c.PlaceWager) and command.by.role is not Role.PLAYER:
            player = command.player
        if clause := self._clauses.get(player):
            raise Refused(f"{player} is prohibited from further play", clause=clause)
