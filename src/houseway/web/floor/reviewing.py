"""Reviewing the hands of a settled round, one after another, beside everything else; also the best setting for a bot.

Here: which hands are reviewed, and the threads that count and that load what counts faster. Not here: what a review
says (`past.review`).
"""

from __future__ import annotations

import asyncio
import functools
import threading
from concurrent.futures import ThreadPoolExecutor

from houseway.errors import HousewayError
from houseway.kept.bots import is_bot
from houseway.maths.cache import Cache
from houseway.maths.play.one_hand import best
from houseway.maths.play.tally import load
from houseway.rulebook.rulebook import Rulebook
from houseway.table.commands import Cards
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

    async def best_setting(self, book: Rulebook, hand: Cards, dealer: Cards) -> Cards:
        """The low hand of the best setting; `dealer` is the dealer's hand where everybody sees it before they set."""
        if self._closed:
            return ()
        work = functools.partial(best, book, hand, dealer_cards=dealer, cache=self._cache)
        try:
            found = await asyncio.get_running_loop().run_in_executor(self._counting, work)
        except HousewayError:  # a book without values still has its house way
            return ()
        self._load(book)
        return tuple(card.text for card in found.settings[found.best].low)

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
    """Whether a player had looked at a hand: they set it, or the dealer did when the time ran out; not a bot."""
    return bool(hand.is_set and hand.viewed_by and not is_bot(hand.viewed_by))
