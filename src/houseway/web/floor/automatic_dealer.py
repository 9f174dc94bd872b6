"""The automatic dealer at work: wait, make the next move, and look again.

Here: the loop that runs for every open table, and settling rounds before the house closes. Not here: what the next move
is (`dealer_moves`), or the wait (`dealer_clock`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging

from houseway.errors import HousewayError
from houseway.kept.tables import HOUSE
from houseway.rulebook.procedure import Act, Phase
from houseway.table import commands as c
from houseway.table.record import kind
from houseway.web.floor.live_table import LiveTable
from houseway.web.wire.scene import AUTOMATIC

_log = logging.getLogger(__name__)
AFTER_A_REFUSAL, AFTER_A_DEFECT = 1.0, 5.0
"""Seconds until the dealer tries again."""


async def deal(live: LiveTable) -> None:
    """Deal at a table until cancelled; at a table with a person as dealer there is never a move to make."""
    clock = live.clock
    while True:
        clock.changed.clear()
        move = clock.move
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(clock.left()):
                await clock.changed.wait()
                continue
        if move is not None and move is clock.move:
            await _make(live, move.command)


async def _make(live: LiveTable, command: c.Command) -> None:
    try:
        await live.ask(command)
    except HousewayError:  # refused, or the journal failed: try again a little later
        await asyncio.sleep(AFTER_A_REFUSAL)
        live.update_clock()
    except Exception:  # a defect in Houseway: log it, and keep the table going
        _log.exception("the dealer of %s could not carry out %s", live.name, kind(command))
        await asyncio.sleep(AFTER_A_DEFECT)
        live.update_clock()


async def settle_before_closing(live: LiveTable) -> None:
    """Settle a round whose hands are about to be compared, unless players may still concede.

    Every other round stays as it is until the house opens again.
    """
    waits = live.book.procedure.permission(Act.CONCEDE) is not None or live.table.hold is not None
    if live.table.phase is Phase.REVEALED and not waits and live.mode.now.dealer == AUTOMATIC:
        with contextlib.suppress(HousewayError):
            await live.ask(c.Settle(by=HOUSE))
