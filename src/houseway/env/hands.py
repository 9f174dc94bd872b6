"""A book as the arrays that hands are dealt, set and settled with.

Here: what each setting of each shape is worth as a number, and dealing and settling a batch of hands. Not here: the
interfaces of any framework (`hand`, `many`), or the loops (`kernels`).
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from math import perm
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway import books
from houseway.cards.tables import Cards
from houseway.errors import Refused
from houseway.folders import cache_folder
from houseway.maths.cache import Cache
from houseway.maths.count.whole_book import needs_kernels
from houseway.maths.set_hands import Worth, pack, reach
from houseway.maths.simulate.packing import DRAW_BITS
from houseway.maths.simulate.tables import Dealing, ShapeArrays, deck_words, shape_arrays
from houseway.maths.worth import cached_settings
from houseway.rulebook.hands import places_of_low
from houseway.rulebook.rulebook import Rulebook

_SPARE_WORDS = 64


@dataclass(frozen=True, eq=False)
class Batch:
    """Some deals: the cards of both sides in canonical order, [deal, side, card], and their shapes."""

    cards: Cards
    shapes: NDArray[np.int32]

    @property
    def player(self) -> Cards:
        """The players' cards."""
        return self.cards[:, 0]

    @property
    def dealer(self) -> Cards:
        """The dealers' cards."""
        return self.cards[:, 1]


@dataclass(frozen=True, eq=False)
class HandTables:
    """Everything needed to deal, set and settle hands of one book."""

    book: Rulebook
    legal: NDArray[np.int8]
    """legal[shape, action]: 1 where the setting is legal."""
    settings: Worth
    """The player's number of each setting (`set_hands.reach`); -1 where it is not legal."""
    house_way: NDArray[np.intp]
    """The house way's action for each shape."""
    dealers: Worth
    net: float
    places: tuple[tuple[int, int], ...]
    """The two cards that each action puts low, by their places in canonical order."""
    deck: NDArray[np.uint64]
    arrays: ShapeArrays
    shape_at: NDArray[np.int32]

    def deal(self, number: int, generator: np.random.Generator) -> Batch:
        """Deal hands to a player and a dealer, each deal from a whole deck."""
        from houseway.env import kernels

        dealt = self.book.dealt
        cards = np.empty((number, 2, dealt), dtype=np.uint8)
        shapes = np.empty((number, 2), dtype=np.int32)
        dealing = Dealing(self.deck.copy(), _uneven(self.book.deck.size, dealt), dealt)
        done = 0
        while done < number:
            words = np.atleast_1d(generator.bit_generator.random_raw(2 * (number - done) + _SPARE_WORDS))
            done += kernels.deal(words, dealing, self.arrays, self.shape_at, cards[done:], shapes[done:])
        return Batch(cards, shapes)

    def settle(self, batch: Batch, actions: NDArray[np.integer]) -> NDArray[np.float64]:
        """What each hand wins per unit bet when set so."""
        from houseway.env import kernels

        actions = self.checked(actions, len(batch.cards))
        rewards = np.empty(len(actions), dtype=np.float64)
        house_way = self.settings[np.arange(len(self.house_way)), self.house_way]
        kernels.settle(batch.shapes, actions, self.dealers, self.settings, house_way, self.net, rewards)
        return rewards

    def checked(self, actions: Any, number: int) -> NDArray[np.int64]:
        """The actions of so many hands; refused unless there is a whole number for each, of a setting that exists."""
        given = np.asarray(actions)
        if given.shape != (number,):
            raise Refused(f"{number} actions are needed, one for each hand, not an array of shape {given.shape}")
        if given.dtype.kind not in "iu" or given.min() < 0 or given.max() >= len(self.places):
            raise Refused(f"an action is a whole number from 0 to {len(self.places) - 1}")
        return given.astype(np.int64, copy=False)

    def settle_each(self, batch: Batch) -> NDArray[np.float32]:
        """What every setting of each hand would have won, [hand, action]; not a number where it is not legal."""
        from houseway.env import kernels

        rewards = np.full((len(batch.cards), len(self.places)), np.nan, dtype=np.float32)
        kernels.settle_each(batch.shapes, self.dealers, self.settings, self.net, rewards)
        return rewards

    def shapes_of(self, cards: Cards) -> NDArray[np.intp]:
        """The shape of each hand."""
        return self.book.shapes.find(cards)


@functools.lru_cache(maxsize=4)
def _uneven(size: int, dealt: int) -> NDArray[np.uint64]:
    return np.array([(1 << DRAW_BITS) % perm(left, dealt) for left in (size, size - dealt)], dtype=np.uint64)


def hand_tables(book: str | Path | Rulebook) -> HandTables:
    """The arrays of a book, built once in each process."""
    return _tables(book if isinstance(book, Rulebook) else books.get(book))


@functools.lru_cache(maxsize=4)
def _tables(book: Rulebook) -> HandTables:
    with needs_kernels():
        arrays, places = shape_arrays(book.shapes)
    numbers = np.concatenate([np.arange(len(book.shapes.keys)), book.shapes.split])
    shape_at = np.zeros(int(places.max()) + 1, dtype=np.int32)
    shape_at[places] = numbers
    hands, settings = book.shape_hands, cached_settings(book, Cache(cache_folder()))
    return HandTables(
        book=book,
        legal=hands.legal.astype(np.int8),
        settings=reach(np.where(hands.legal, pack(hands.highs, hands.lows), np.int32(-1))),
        house_way=book.compiled.split.astype(np.intp),
        dealers=settings.dealers,
        net=float(book.main.net),
        places=places_of_low(book.dealt),
        deck=deck_words(book),
        arrays=arrays,
        shape_at=shape_at,
    )
