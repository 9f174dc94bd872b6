"""Change control while the house is open: are the files on the disk still the program that deals?

Here: looking at regular intervals, and stopping play where they are not. Not here: the digests (`kept.program`), or
lifting the stop, which is up to a gaming shift manager.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import ParamSpec, Protocol, TypeVar

from houseway.errors import HousewayError
from houseway.journal.significant import SYSTEM, note
from houseway.journal.store import Journal
from houseway.kept.program import LoadedProgram
from houseway.kept.stops import FINISH, HOUSE, Stops
from houseway.kept.tables import HOUSE as THE_HOUSE
from houseway.table.commands import Actor

_log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")
CHECKED = 3600.0
"""Seconds between two checks; a check reads every file of the program once."""


class CheckedHouse(Protocol):
    """What the check needs of a house."""

    journal: Journal
    program: LoadedProgram
    stops: Stops

    async def in_thread(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do journal work in a thread."""
        ...

    async def stop_play(self, by: Actor, scope: str, name: str, *, rounds: str, why: str, lift: bool) -> None:
        """Stop the house, a table or a player at once."""
        ...


async def check_again_and_again(house: CheckedHouse) -> None:
    """Check until cancelled, or until something was found: then there is nothing more to find."""
    while True:
        await asyncio.sleep(CHECKED)
        try:
            if await check_program(house):
                return
        except (HousewayError, OSError):
            _log.warning("the files of the program could not be checked", exc_info=True)


async def check_program(house: CheckedHouse) -> tuple[str, ...]:
    """Compare the files with what was loaded; where they differ, play stops once the rounds in play have ended."""
    found = await house.in_thread(house.program.changes)
    if not found:
        return ()
    for sentence in found[:20]:
        _log.error("ALARM: the program was changed while the house is open: %s", sentence)
    more = f", and {len(found) - 1:,} more" if len(found) > 1 else ""
    what = f"{found[0]}{more}"
    await house.in_thread(note, house.journal, "program differs", by=SYSTEM, what=what, after=list(found[:20]))
    if (HOUSE, "") not in house.stops.now:
        why = f"the files of the program are not those that were loaded: {what}"
        await house.stop_play(THE_HOUSE, HOUSE, "", rounds=FINISH, why=why, lift=False)
    return found
