"""How much one address, and one person, may ask of the API, the history and the rules.

Here: what each kind of question costs, and the limit a minute. Not here: the limits of names and sign-in (`sign_in`),
of connections (`connections`), or how questions are computed (`computing`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler

from houseway.errors import HousewayError
from houseway.people.addresses import network_of
from houseway.web.http.computing import HELD
from houseway.web.http.guard import visitor_of
from houseway.web.wire.limits import RateLimits

READ, LOOKED_UP, COUNTED, EXPORTED = 0.2, 1, 5, 10
"""What a question costs: reading cards, an answer that is looked up, one that is counted, a file of everything."""
BY_NAME = 0.5
"""How much of an address's share one person has: several people may share an address."""
Asker: TypeAlias = ASGIConnection[Any, Any, Any, Any]
Guard: TypeAlias = Callable[[Asker, BaseRouteHandler], Awaitable[None]]


class TooManyQuestions(HousewayError):
    """An address or a person has asked too much in the last minute."""

    def __init__(self, wait: float) -> None:
        self.retry_after = max(1, round(wait + 0.5))
        super().__init__(f"too many questions from you; ask again in {self.retry_after} seconds")


class Costs:
    """The limits of a house: `a_minute` is what one address may spend a minute."""

    def __init__(self, a_minute: float) -> None:
        self._addresses = RateLimits(a_minute, a_minute / 60)
        self._names = RateLimits(a_minute * BY_NAME, a_minute * BY_NAME / 60)
        self.refused = 0

    def spend(self, cost: float, address: str, name: str) -> None:
        """Count a question, or refuse it; the name is empty for somebody who is not signed in."""
        limits = [(self._addresses, network_of(address)), *([(self._names, name)] if name else [])]
        wait = max(each.wait(who, cost) for each, who in limits)
        if wait:
            self.refused += 1
            raise TooManyQuestions(wait)
        for each, who in limits:
            each.allows(who, cost)


def costs(cost: float) -> Guard:
    """The guard of a route whose questions cost this much."""

    async def guard(asker: Asker, _handler: BaseRouteHandler) -> None:
        found: Costs | None = asker.app.state.get("costs")
        if found is not None:
            try:
                found.spend(cost, asker.client.host if asker.client else "", await _name(asker))
            except TooManyQuestions:
                await asyncio.sleep(HELD)
                raise

    return guard


async def _name(asker: Asker) -> str:
    """Who asks, if they are signed in."""
    if not asker.cookies:
        return ""
    visitor = await asker.app.state.house.in_thread(visitor_of, asker)
    if visitor.player is not None:
        return visitor.player.name
    return visitor.staff.account.name if visitor.staff else ""
