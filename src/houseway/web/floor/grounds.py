"""What a request at a table rests on in the whole house: checked before it is written, and compared while it is.

Here: stops, prohibitions, a player's protection, sessions and the names that staff play under, together for one
request. Not here: each of them (`kept.stops`, `prohibitions`, `protections`, `people`), or the rules of the table.

What is known of them may be old: a command on the machine or another process of the house may have changed it. So every
check comes with the version of the stream it was made from, and the transaction that writes the request is refused
where one of them has moved on. Then all of it is read again, and checked again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from houseway.journal.entry import Append, laid_elsewhere
from houseway.journal.stakes import Elsewhere
from houseway.kept.tables import STREAM
from houseway.rulebook.procedure import Role
from houseway.table import commands as c
from houseway.table.state import Table
from houseway.web.floor.conflicts import Conflicts
from houseway.web.floor.protections import wagering

if TYPE_CHECKING:
    from houseway.web.floor.services import HouseServices


class Grounds:
    """What one request rests on; called in a thread for each attempt to write it."""

    def __init__(
        self,
        house: HouseServices,
        name: str,
        table: Table,
        command: c.Command,
        *,
        conflicts: Conflicts,
        staff: Iterable[c.Actor],
        staffing: Iterable[c.Actor],
        session: str = "",
    ) -> None:
        """`name` is that of the table; `staff` do it together, `staffing` staff the table.

        Whoever sends it has this `session`, where there is one. To be made where the table does not move.
        """
        self._house, self._name, self._table, self._command = house, name, table, command
        self._session = session if command.by.name else ""
        self._conflicts, self._staff, self._staffing = conflicts, tuple(staff), tuple(staffing)
        self._player = wagering(command) or command.by.name
        self._staked = house.at_stake.staked(self._player) if self._takes_part else 0
        self._here = table.on_layout(self._player) if self._takes_part else 0
        self._is_old = False

    @property
    def _takes_part(self) -> bool:
        return isinstance(self._command, c.Sit | c.PlaceWager | c.TakeBank)

    @property
    def is_known(self) -> bool:
        """Whether calling this the first time takes no look into the journal; for staff it may always take one."""
        by = self._command.by
        if by != c.HOUSE and by.role is not Role.PLAYER:
            return False
        return not self._takes_part or self._house.protections.is_remembered(self._player)

    def __call__(self) -> tuple[Append, ...]:
        """Refuse what the house does not allow; else what is refused once any of it has changed."""
        if self._is_old:
            self._read_again()
        self._is_old = True
        house, command = self._house, self._command
        return (
            house.stops.check(self._name, command),
            *house.prohibitions.check(command),
            *house.protections.check(command, staked=self._staked, here=self._here),
            *self._people(),
            *self._between_processes(),
        )

    def _between_processes(self) -> tuple[Append, ...]:
        """What is refused once a player has another amount on other layouts, or the house other settings.

        Where one process runs all tables, it knows both.
        """
        if self._house.tenancy is None or not self._takes_part:
            return ()
        laid = Elsewhere(player=self._player, cents=self._staked - self._here, but=self._name)
        return laid_elsewhere(STREAM + self._name, laid), self._house.settings_unmoved

    def _people(self) -> tuple[Append, ...]:
        """Whoever acts is signed in, staffs no table they play at, and gives nothing to a player they play as."""
        names = {actor.name for actor in (*self._staff, *(self._staffing if self._takes_part else ()))}
        known = tuple(self._house.staff.as_known(name) for name in sorted(names - {c.HOUSE.name}))
        self._conflicts.must_not_play(self._staff, self._table)
        self._conflicts.must_not_favour(self._staff, self._command)
        self._conflicts.must_not_staff(self._command, self._staffing)
        if not self._session:
            return known
        by = self._command.by
        of = self._house.people if by.role is Role.PLAYER else self._house.sessions
        return (*known, of.check(by.name, self._session))

    def _read_again(self) -> None:
        """Read what has changed; which part of it has is not known."""
        self._house.stops.catch_up()
        self._house.prohibitions.catch_up()
        if self._takes_part:
            self._house.protections.read_again(self._player)
            if self._house.tenancy is not None:
                self._staked = self._here + self._house.tenancy.laid_by(self._player, but=self._name)
        for actor in (*self._staff, *self._staffing):
            self._house.staff.find(actor.name)
        if self._session and self._command.by.role is Role.PLAYER:
            self._house.people.is_player(self._command.by.name)
