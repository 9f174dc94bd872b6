"""Nobody plays at a table they staff, or records money of their own.

Here: which players staff a table at the moment, and what follows: they get no seat and no wager there, and a console is
not opened by somebody who plays there. Chips and debts of a player are not recorded by that player. A member of staff
is known to play under the names their account gives, and under the name their browser is signed in with as a player.
Not here: who is connected (`wire.audience`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from houseway.errors import Refused, WrongRole
from houseway.rulebook.procedure import Role
from houseway.table import commands as c
from houseway.table.state import Table
from houseway.web.wire.viewer import Viewer


class Conflicts:
    """Who staffs one table: everybody with its console open, and everybody who has acted in the round from there."""

    def __init__(self) -> None:
        self._acted: dict[str, tuple[str, int]] = {}
        self._acts: dict[c.Actor, int] = {}
        """Who acted as staff, and in which round last."""

    def note_act(self, actor: c.Actor, viewers: Iterable[Viewer], round: int) -> None:
        """Note that somebody acts as staff in a round: they are part of it, also once they have left."""
        self._acts[actor] = round
        for viewer in viewers:
            if viewer.actor == actor:
                self._acted |= {player: (_words(actor), round) for player in viewer.plays}

    def note_player(self, actor: c.Actor, player: str, round: int) -> None:
        """Note a name under which a member of staff plays, as they first say it: it counts from this round on."""
        if self._acts.get(actor) == round:
            self._acted[player] = (_words(actor), round)

    def players(self, viewers: Iterable[Viewer], round: int) -> dict[str, str]:
        """The players who staff the table, each with the position and name they do it as."""
        self._acted = {player: acted for player, acted in self._acted.items() if acted[1] == round}
        acted = {player: words for player, (words, _) in self._acted.items()}
        return acted | {player: _words(viewer.actor) for viewer in viewers for player in viewer.plays}

    def check(self, command: c.Command, viewers: Iterable[Viewer], round: int) -> None:
        """Refuse a seat, a wager or the bank to somebody who staffs the table."""
        if not isinstance(command, c.Sit | c.PlaceWager | c.TakeBank):
            return
        player = command.by.name
        if isinstance(command, c.PlaceWager) and command.by.role is not Role.PLAYER:
            player = command.player
        if staff := self.players(viewers, round).get(player):
            raise Refused(why(player, staff))


def why(player: str, staff: str) -> str:
    """Why a player may not play at a table."""
    return f"{player} staffs this table as {staff}; nobody plays at a table they staff"


def why_no_console(viewer: Viewer, table: Table) -> str:
    """Why a member of staff cannot open the console of a table; empty where they can."""
    seated = {*table.seats.values()}
    staked = {s.player for wagers in table.wagers.values() for stakes in wagers.values() for s in stakes}
    playing = sorted(viewer.plays & (seated | staked))
    if not playing:
        return ""
    return f"You play at this table as {playing[0]}; nobody staffs a table they play at. Leave your seat there first."


def must_be_anothers(player: str, plays: Collection[str]) -> None:
    """Refuse staff who record chips, cash or a debt of a player whom they play as."""
    if player in plays:
        raise WrongRole(f"you play as {player}; somebody else records what {player} buys, cashes out or pays")


def _words(actor: c.Actor) -> str:
    return f"{actor.role.words} {actor.name}"
