"""Players at one table say set phrases to each other; nothing of it is kept.

Here: who may say something, and how often. Not here: what can be said (`wire.phrases`), or how long pages show it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from houseway.errors import Refused
from houseway.rulebook.procedure import Role
from houseway.table.commands import Actor
from houseway.table.state import Table
from houseway.web.wire.audience import Audience
from houseway.web.wire.limits import RateLimits
from houseway.web.wire.messages import BadMessage, Said
from houseway.web.wire.phrases import PHRASES

AT_ONCE: Final = 3
A_SECOND: Final = 0.2
"""How much a player may say: three phrases, then one every five seconds."""


class TableTalk:
    """What is said at one table."""

    def __init__(self, audience: Audience, table: Callable[[], Table]) -> None:
        """`table` is the table now: whoever is seated there may speak, and everybody who looks at it is told."""
        self._audience, self._table = audience, table
        self._limits = RateLimits(AT_ONCE, A_SECOND)

    def say(self, actor: Actor, phrase: str) -> None:
        """Say a phrase of the list."""
        if phrase not in PHRASES:
            raise BadMessage("malformed", "there is no such phrase")
        if actor.role is not Role.PLAYER or not self._table().positions_of(actor.name):
            raise Refused("take a seat to say something at this table")
        if not self._limits.allows(actor.name):
            raise BadMessage("too fast", "wait a few seconds before you say something else")
        said = Said(player=actor.name, phrase=phrase, words=PHRASES[phrase])
        self._audience.send(lambda _: said)
