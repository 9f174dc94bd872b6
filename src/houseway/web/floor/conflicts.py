"""Nobody plays at a table they staff, or records money of their own.

Here: which players staff a table at the moment, and what follows: they get no seat and no wager there, and a console is
not opened by somebody who plays there. Chips and debts of a player are not recorded by that player, nor is what keeps
them from play lifted. Not here: who is connected (`wire.audience`), or under which names a member of staff plays
(`people.account`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Final

from houseway.errors import Refused, WrongRole
from houseway.kept.approvals import why_own_player
from houseway.rulebook.procedure import Role
from houseway.table import commands as c
from houseway.table.state import Table
from houseway.web.wire.viewer import Viewer

_FAVOURS: Final = (c.Prohibit, c.Restrict, c.AllowMore)


class Conflicts:
    """Who staffs one table: everybody with its console open, and everybody who acted in the round, from anywhere."""

    def __init__(self, plays: Callable[[str], frozenset[str]]) -> None:
        """Nobody has acted yet; `plays` gives the names under which a member of staff plays."""
        self._plays = plays
        self._acts: dict[c.Actor, int] = {}
        """Who acted as staff, and in which round last."""

    def note_acts(self, staff: Iterable[c.Actor], round: int) -> None:
        """Note that staff act in a round, or for it: they are part of it, also once they have left."""
        self._acts |= {actor: max(round, self._acts.get(actor, round)) for actor in staff}

    def players(self, viewers: Iterable[Viewer], round: int) -> dict[str, str]:
        """The players who staff the table, each with the position and name they do it as."""
        return self._players_of(self.staffing(viewers, round))

    def staffing(self, viewers: Iterable[Viewer], round: int) -> tuple[c.Actor, ...]:
        """Everybody who staffs the table in a round."""
        self._acts = {actor: last for actor, last in self._acts.items() if last >= round}
        return tuple(dict.fromkeys((*self._acts, *(v.actor for v in viewers if v.actor.role is not Role.PLAYER))))

    def _players_of(self, staffing: Iterable[c.Actor]) -> dict[str, str]:
        return {player: _words(actor) for actor in staffing for player in sorted(self._plays(actor.name))}

    def must_not_staff(self, command: c.Command, staffing: Iterable[c.Actor]) -> None:
        """Refuse a seat, a wager or the bank to somebody who staffs the table."""
        if not isinstance(command, c.Sit | c.PlaceWager | c.TakeBank):
            return
        player = command.by.name
        if isinstance(command, c.PlaceWager) and command.by.role is not Role.PLAYER:
            player = command.player
        if staff := self._players_of(staffing).get(player):
            raise Refused(why(player, staff))

    def must_not_play(self, staff: Iterable[c.Actor], table: Table) -> None:
        """Refuse an act of staff who play at the table."""
        for actor in staff:
            if playing := _playing(self._plays(actor.name), table):
                raise WrongRole(
                    f"{actor.name} plays at this table as {playing}, and nobody may staff a table they play at"
                )

    def must_not_favour(self, staff: Iterable[c.Actor], command: c.Command) -> None:
        """Refuse staff who give more to a player whom they play as: a prohibition lifted, or a permission."""
        if isinstance(command, _FAVOURS) and command.lift != isinstance(command, c.AllowMore):
            for actor in staff:
                must_be_anothers(command.player, self._plays(actor.name))


def why(player: str, staff: str) -> str:
    """Why a player may not play at a table."""
    return f"{player} staffs this table as {staff}; nobody plays at a table they staff"


def why_no_console(plays: Collection[str], table: Table) -> str:
    """Why a member of staff who plays under these names cannot open the console of a table; empty where they can."""
    if not (playing := _playing(plays, table)):
        return ""
    return f"You play at this table as {playing}, and nobody may staff a table they play at. Leave your seat first."


def _playing(plays: Collection[str], table: Table) -> str:
    """The first of these names that has a seat or a wager at a table; empty where none has."""
    staked = {s.player for wagers in table.wagers.values() for stakes in wagers.values() for s in stakes}
    return min({*plays} & {*table.seats.values(), *staked}, default="")


def must_be_anothers(player: str, plays: Collection[str]) -> None:
    """Refuse staff who record money of a player whom they play as, or lift what keeps that player from play."""
    if why_not := why_own_player({player}, plays):
        raise WrongRole(why_not)


def _words(actor: c.Actor) -> str:
    return f"{actor.role.words} {actor.name}"
