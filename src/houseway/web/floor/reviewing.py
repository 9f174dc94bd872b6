"""Reviewing the hands of a settled round, one after another, beside everything else.

Here: which hands are reviewed, and the threads that count and that load what counts faster. Not here: what a review
says (`past.review`).
"""

from __future__ import annotations

import asyncio
import functools
import threading
from concurrent.futures import ThreadPoolExecutor

from houseway.maths.cache import Cache
from houseway.maths.play.tally import load
from houseway.rulebook.rulebook import Rulebook
from houseway.table.state import Hand, Table
from houseway.web.past.review import Review, review


class Reviewing:
    """What counts reviews for one house."""

    def __init__(self, cache: Cache) -> None:
        self._cache = cache
        self._counting = ThreadPoolExecutor(1, thread_name_prefix="counting")
        self._closed = False
        self._loading = False

    async def reviews(self, book: Rulebook, before: Table) -> dict[str, tuple[Review, ...]]:
        """The reviews of a settled round's hands, by the player who set them; counted one after another.

        The thread is woken once a round, and not for each hand: it hands over as often as everything else together.
        """
        if self._closed or not any(_is_reviewed(before.hands[at]) for at in before.set_by_players()):
            return {}
        work = functools.partial(self._review, book, before)
        found = await asyncio.get_running_loop().run_in_executor(self._counting, work)
        self._load(book)
        return found

    def _review(self, book: Rulebook, before: Table) -> dict[str, tuple[Review, ...]]:
        found: dict[str, tuple[Review, ...]] = {}
        for at in before.set_by_players():
            hand = before.hands[at]
            if _is_reviewed(hand) and not self._closed:
                found[hand.viewed_by] = (*found.get(hand.viewed_by, ()), review(book, before, at, self._cache))
        return found

    def _load(self, book: Rulebook) -> None:
        """Count by the kernel once a hand has been reviewed: a house without players never pays for loading numba."""
        if not self._loading:
            self._loading = True
            threading.Thread(target=load, args=(book, self._cache), daemon=True).start()  # closing does not wait for it

    def close(self) -> None:
        """Count nothing from now on."""
        self._closed = True
        self._counting.shutdown(wait=False, cancel_futures=True)


def _is_reviewed(hand: Hand) -> bool:
    """Whether a player had looked at a hand: they set it, or the dealer did when the time ran out."""
    return bool(hand.is_set and hand.viewed_by)
