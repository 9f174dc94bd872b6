"""Requests that name cards of a physical deck, watched so that nobody finds out face-down cards by guessing.

A refusal of such a request says something about the cards that lie on the layout. Here: noting each as a significant
event, and refusing more after a few in a round. Not here: which cards fit (`table.keying`, `table.remedies`).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Final

from houseway.errors import CardsDoNotFit, Refused
from houseway.kept.looks import note_look
from houseway.table import commands as c

if TYPE_CHECKING:
    from houseway.web.floor.live_table import LiveTable

MOST: Final = 5
"""How many requests of a round may name cards that do not fit those on the layout."""
NAMES_CARDS: Final = (c.KeyAgain, c.RemedyFault)
"""The requests that are refused where the cards they name do not fit."""
HOW: Final = "named cards that do not fit those on the layout"


class NamedCards:
    """The requests at one table that named cards which do not fit those on the layout."""

    def __init__(self, live: LiveTable) -> None:
        """Nobody has guessed yet."""
        self._live = live
        self._round, self._guesses = 0, 0
        self._looking = asyncio.Lock()
        """Held while cards are compared, so that no more are named at once than one after another."""

    def watched(self, command: c.Command) -> contextlib.AbstractAsyncContextManager[None]:
        """Decide a request within this: cards that do not fit are noted, and after a few of them none is looked at.

        Nearly every request names none that lie there, and is let through at once.
        """
        return self._watched(command) if isinstance(command, NAMES_CARDS) else contextlib.nullcontext()

    @contextlib.asynccontextmanager
    async def _watched(self, command: c.Command) -> AsyncIterator[None]:
        async with self._looking if _named(command) else contextlib.nullcontext(), self._counted(command):
            yield

    @contextlib.asynccontextmanager
    async def _counted(self, command: c.Command) -> AsyncIterator[None]:
        table = self._live.table
        if table.round != self._round:
            self._round, self._guesses = table.round, 0
        if self._guesses >= MOST and (named := _named(command)) and not named >= {*table.hands}:
            raise Refused(f"{MOST} times in this round cards were named that do not fit: key in every hand again")
        try:
            yield
        except CardsDoNotFit:
            self._guesses += 1
            by = f"{command.by.role.words} {command.by.name}"
            journal, name = self._live.kept.journal, self._live.name
            await self._live.house.in_thread(note_look, journal, by=by, table=name, rounds=[self._round], how=HOW)
            raise


def _named(command: c.Command) -> set[int]:
    """The positions whose cards a request names."""
    return {*command.hands} if isinstance(command, NAMES_CARDS) else set()
