"""Wagers that staff ask a player for, where the house holds the chips: only the player places them.

Here: what each player is asked, for how long, and what they answered. Not here: whether the wager is possible
(`table.decide`), or placing it, which is the player's own request.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from msgspec.structs import replace

from houseway.errors import NeedsAnother, Refused
from houseway.table import commands as c
from houseway.table import events as e
from houseway.web.wire.scene import Proposed

LASTS = 60
"""Seconds until a question lapses; betting that closes ends it too."""


class Proposals:
    """What the players at one table are asked."""

    def __init__(self, show: Callable[[], None]) -> None:
        """`show` shows every viewer the table again."""
        self._show = show
        self._asked: dict[str, Proposed] = {}

    @property
    def all(self) -> tuple[Proposed, ...]:
        """What was asked in this betting and is not yet placed or lapsed, for staff."""
        return tuple(self._asked.values())

    def of(self, player: str) -> Proposed | None:
        """What a player is asked now."""
        asked = self._asked.get(player)
        return None if asked is None or asked.declined else asked

    def propose(self, wanted: c.PlaceWager) -> None:
        """Ask a player for a wager; always raises `NeedsAnother`, because nothing is placed yet."""
        asked = Proposed(
            player=wanted.player,
            by=wanted.by.name,
            position=wanted.position,
            wager=wanted.wager,
            cents=wanted.cents,
            lasts=LASTS,
        )
        self._asked[wanted.player] = asked
        asyncio.get_running_loop().call_later(LASTS, self._lapse, asked)
        self._show()
        raise NeedsAnother(f"{wanted.player} is asked on their own page: no chip moves before they agree")

    def decline(self, player: str) -> None:
        """Take a player's no; staff see it until betting closes."""
        asked = self.of(player)
        if asked is None:
            raise Refused("nobody asks you for a wager now")
        self._asked[player] = replace(asked, declined=True)
        self._show()

    def placed(self, event: e.WagerPlaced) -> None:
        """Forget what a player was asked once they have bet on it."""
        asked = self._asked.get(event.player)
        if asked is not None and (asked.position, asked.wager) == (event.position, event.wager):
            del self._asked[event.player]

    def end(self) -> None:
        """Forget everything: betting is closed."""
        self._asked = {}

    def _lapse(self, asked: Proposed) -> None:
        if self._asked.get(asked.player) is asked:
            del self._asked[asked.player]
            self._show()
