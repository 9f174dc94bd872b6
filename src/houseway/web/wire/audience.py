"""Everybody who is looking at one table.

Here: who is connected, and sending each viewer a message of their own. Not here: what a message holds (`messages`,
`viewer_scene`), or sending it over a socket (`socket`).
"""

from __future__ import annotations

from collections.abc import Callable

from houseway.rulebook.procedure import Role
from houseway.table.commands import Actor
from houseway.web.wire import messages as m
from houseway.web.wire.viewer import Viewer


class Audience:
    """The viewers of one table."""

    def __init__(self) -> None:
        self.viewers: set[Viewer] = set()

    @property
    def players(self) -> frozenset[str]:
        """The players whose page is connected."""
        return frozenset(v.actor.name for v in self.viewers if v.actor.role is Role.PLAYER and v.actor.name)

    @property
    def has_staff(self) -> bool:
        """Whether a member of staff is looking."""
        return any(viewer.actor.role is not Role.PLAYER for viewer in self.viewers)

    def pages_of(self, actor: Actor) -> int:
        """How many pages one person has open here."""
        return sum(viewer.actor == actor for viewer in self.viewers)

    def watchers(self) -> int:
        """How many pages are open that do not belong to a player."""
        players = self.players
        return sum(viewer.actor.name not in players for viewer in self.viewers)

    def send(self, message: Callable[[Actor], m.HouseMessage | None], *, except_for: Viewer | None = None) -> None:
        """Send each viewer the message made for them, if any; it is made once for all pages of one person."""
        made: dict[Actor, bytes | None] = {}
        for viewer in self.viewers:
            if viewer is except_for:
                continue
            if viewer.actor not in made:
                found = message(viewer.actor)
                made[viewer.actor] = m.encode(found) if found is not None else None
            encoded = made[viewer.actor]
            if encoded is not None:
                viewer.send(encoded)

    def goodbye(self, sentence: str, *, retry: float = 0) -> None:
        """Tell every viewer that the house is closing, and close their connections."""
        farewell = m.encode(m.Goodbye(sentence=sentence, retry=retry))
        for viewer in self.viewers:
            viewer.send(farewell)
            viewer.disconnect()
