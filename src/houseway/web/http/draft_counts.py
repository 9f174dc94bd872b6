"""Counting the odds of drafts: one after another, with how far it is, until whoever asked has gone.

Here: the queue of these counts, and ending one that nobody waits for any more. Not here: what is counted
(`web.designer.counted`), or the process it is counted in (`computing`).

An answer is sent piece by piece while it is counted. Whoever cancels closes the connection; when the last of those who
asked for one count has gone, its process is ended.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator

import msgspec

from houseway.errors import HousewayError
from houseway.rulebook.rulebook import Rulebook
from houseway.web.designer.counted import DraftOdds
from houseway.web.http.computing import COUNTS, each_in_a_process
from houseway.web.http.heavy import count_draft

_log = logging.getLogger(__name__)
OFTEN = 0.25
"""Seconds between two pieces of an answer."""
MOST_KEPT = 200


class CountNews(msgspec.Struct, frozen=True, kw_only=True):
    """How far a count is: `waiting` behind `before` others, `counting` with a share `done`, `counted` or `failed`."""

    state: str
    before: int = 0
    done: float = 0.0
    odds: DraftOdds | None = None
    error: str = ""


class _Count:
    """One count and those who wait for it."""

    def __init__(self, book: Rulebook, base: Rulebook) -> None:
        self._book, self._base = book, base
        self.waiting = 0
        self.begun = False
        self.done = 0.0

    def work(self) -> DraftOdds:
        """Count, in a thread, as long as somebody waits."""
        self.begun = bool(self.waiting)
        with contextlib.closing(each_in_a_process(count_draft, self._book, self._base)) as told:
            for each in told if self.waiting else ():
                if isinstance(each, DraftOdds):
                    return each
                self.done = each
                if not self.waiting:
                    break
        raise HousewayError("the count was cancelled")


_counts: dict[tuple[str, str], _Count] = {}
_kept: dict[tuple[str, str], DraftOdds] = {}


async def news(book: Rulebook, base: Rulebook) -> AsyncIterator[CountNews]:
    """How far the count of a draft is, until it is counted; closing this cancels it for whoever asked."""
    key = book.digest, base.digest
    if key in _kept:
        yield CountNews(state="counted", odds=_kept[key])
        return
    count = _counts.get(key)
    if count is None:
        count = _counts[key] = _Count(book, base)
    count.waiting += 1
    asked = asyncio.ensure_future(COUNTS.ask(("draft", count), count.work))
    try:
        while not asked.done():
            if count.begun:
                yield CountNews(state="counting", done=count.done)
            else:
                yield CountNews(state="waiting", before=COUNTS.before(("draft", count)))
            await asyncio.wait([asked], timeout=OFTEN)
        yield _last(key, asked)
    finally:
        count.waiting -= 1
        if not count.waiting and _counts.get(key) is count:
            del _counts[key]  # whoever asks again begins another
        asked.cancel()


def _last(key: tuple[str, str], asked: asyncio.Future[DraftOdds]) -> CountNews:
    """The result, kept in memory, or why there is none; the counts themselves are on disk."""
    try:
        found = _kept[key] = asked.result()
    except HousewayError as error:
        return CountNews(state="failed", error=str(error))
    except Exception as error:  # the answer has begun: it cannot become an error
        _log.error("a count of a draft failed", exc_info=error)
        return CountNews(state="failed", error="something went wrong on our side; it has been logged")
    while len(_kept) > MOST_KEPT:
        del _kept[next(iter(_kept))]
    return CountNews(state="counted", done=1.0, odds=found)
