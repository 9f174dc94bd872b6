"""The one writer of a house: what the requests of all tables write goes to the journal in one transaction at a time.

Here: gathering what waits while a transaction is being committed, and answering each request once its own is. Nothing
is answered before. Not here: what a request writes (`kept.tables`), or the transaction (`journal.store`).

A table has one request under way at a time, so what it writes keeps its order.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from houseway.errors import HousewayError
from houseway.journal.entry import Append, Appended
from houseway.journal.store import Journal
from houseway.web.floor.journal_threads import JournalThreads

_log = logging.getLogger(__name__)
_Waiting = tuple[Sequence[Append], asyncio.Future[tuple[Appended, ...]]]


class Gathering:
    """The writer of one house; to be used in its event loop."""

    def __init__(self, journal: Journal, threads: JournalThreads) -> None:
        """Nothing waits yet."""
        self._journal, self._threads = journal, threads
        self._waiting: list[_Waiting] = []
        self._writing: asyncio.Task[None] | None = None

    async def append(self, appends: Sequence[Append]) -> tuple[Appended, ...]:
        """Write the appends of a request together: all of them, or none; returns once they are safe.

        Whoever is cancelled while waiting may find them written or not.
        """
        answer: asyncio.Future[tuple[Appended, ...]] = asyncio.get_running_loop().create_future()
        self._waiting.append((appends, answer))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())
        return await answer

    async def _write(self) -> None:
        """Write what waits until nothing does."""
        try:
            while self._waiting:
                gathered, self._waiting = [each for each in self._waiting if not each[1].done()], []
                if gathered:
                    await self._write_together(gathered)
        finally:
            self._writing = None

    async def _write_together(self, gathered: Sequence[_Waiting]) -> None:
        answers: Sequence[tuple[Appended, ...] | BaseException]
        try:
            answers = await self._threads.run(self._journal.append_each, [appends for appends, _ in gathered])
        except HousewayError as error:  # perhaps it was written, perhaps not
            answers = [error] * len(gathered)
        except Exception as error:  # a defect in Houseway, with nothing written: each request by itself
            if len(gathered) > 1:
                _log.exception("what %d requests write could not be written together", len(gathered))
                for one in gathered:
                    await self._write_together([one])
                return
            answers = [error]
        except BaseException:  # the house closes
            for _, answer in gathered:
                answer.cancel()
            raise
        for (_, answer), found in zip(gathered, answers, strict=True):
            if answer.done():  # whoever asked has gone
                continue
            if isinstance(found, BaseException):
                answer.set_exception(found)
            else:
                answer.set_result(found)
