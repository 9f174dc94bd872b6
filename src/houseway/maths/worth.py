"""What every shape of hand is worth as a number: as the book sets it, and as a player may set it.

Here: a book turned into arrays, by running its clauses once over one hand of every shape. Not here: counting with them,
or any rule of a game: clauses and pay lines come from the book, and who wins from `rulebook.comparison`.

How two ranks become one number, and what decides a copy, is in `set_hands`.
"""

from __future__ import annotations

import functools
import hashlib
from dataclasses import dataclass, field
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards.deck import Deck
from houseway.cards.ranking import Wheel
from houseway.cards.remaining import Remaining, remaining
from houseway.cards.shapes import shapes_of
from houseway.cards.tables import high_table, two_table
from houseway.errors import BadBook
from houseway.maths.cache import Cache
from houseway.maths.set_hands import (
    LOW_BITS,
    LOW_MASK,
    SETTINGS,
    SHAPES,
    SetHands,
    Worth,
    pack,
    reach,
    read_remaining,
    read_settings,
)
from houseway.rulebook.hands import Hands, hands_of_every_shape
from houseway.rulebook.rulebook import Rulebook


@dataclass(frozen=True)
class Game:
    """The cards a game is played with, how they are split and ranked: all that two books must share to be compared."""

    deck: Deck
    dealt: int
    high_size: int
    wheel: Wheel = field(default=Wheel.LOWEST, repr=False)

    @property
    def highs(self) -> int:
        """How many ranks of high hands there are."""
        return high_table(self.high_size, self.wheel).count

    @property
    def lows(self) -> int:
        """How many ranks of low hands there are."""
        return two_table().count

    def __reduce__(self) -> tuple[object, ...]:
        return _game, (self.deck, self.dealt, self.high_size, self.wheel)  # another process builds its own shapes, once

    @functools.cached_property
    def remaining(self) -> Remaining:
        """The shapes, arranged for counting the hands that are left when cards are gone."""
        return remaining(shapes_of(self.deck, dealt=self.dealt, flush=self.high_size))

    def load(self, cache: Cache | None) -> None:
        """Read `remaining` from the cache, or write it there."""
        if cache is None or "remaining" in self.__dict__:
            return
        found = read_remaining(cache, self.digest)
        if found is None:
            small = {"groups": np.int16, "suited": np.int16, "beside": np.int16, "parent": np.int32}
            built = {name: getattr(self.remaining, name) for name in Remaining.__dataclass_fields__}
            cache.write_arrays(SHAPES, self.digest, {n: a.astype(small.get(n, a.dtype)) for n, a in built.items()})
        else:
            self.__dict__["remaining"] = found

    @property
    def digest(self) -> str:
        """A fingerprint of the game: the name of its file in the cache."""
        return hashlib.sha256(self.said.encode()).hexdigest()

    @property
    def said(self) -> str:
        """The game as text, which tells games apart."""
        return repr(self) if self.wheel is Wheel.LOWEST else f"{self!r} {self.wheel!r}"

    @property
    def hands(self) -> Hands:
        """One hand of every shape."""
        return hands_of_every_shape(self.deck, dealt=self.dealt, high_size=self.high_size, wheel=self.wheel)

    @property
    def weights(self) -> NDArray[np.int64]:
        """How many hands each shape stands for."""
        return shapes_of(self.deck, dealt=self.dealt, flush=self.high_size).weights

    @property
    def pairs(self) -> int:
        """How many deals of a player's hand and a dealer's hand there are."""
        return self.deck.hands(self.dealt) * comb(self.deck.size - self.dealt, self.dealt)


@functools.lru_cache(maxsize=8)
def _game(deck: Deck, dealt: int, high_size: int, wheel: Wheel) -> Game:
    return Game(deck, dealt, high_size, wheel)


def game_of(book: Rulebook) -> Game:
    """The game a book is about; books of one game get the same value."""
    return _game(book.deck, book.dealt, book.high_size, book.wheel)


def set_every_shape(book: Rulebook) -> SetHands:
    """Run the clauses once over every shape."""
    try:
        splits = book.compiled.split
    except BadBook as error:
        raise BadBook(f"{book.id}: {error}") from error
    hands = book.shape_hands
    rows = np.arange(len(hands))
    pushes = book.main.is_pushed(hands, splits)
    return SetHands(pack(hands.highs[rows, splits], hands.lows[rows, splits]), pushes)


def cached_settings(book: Rulebook, cache: Cache | None) -> SetHands:
    """What `set_every_shape` gives, kept in memory and on disk under the fingerprint of the clauses."""
    digest = book.settings_digest
    if digest not in _SETTINGS:
        found = read_settings(cache, digest) if cache else None
        if found is None:
            found = set_every_shape(book)
            if cache:
                cache.write_arrays(SETTINGS, digest, {"worth": found.worth, "fails": found.fails})
        _SETTINGS[digest] = found
    return _SETTINGS[digest]


_SETTINGS: dict[str, SetHands] = {}


class Frontier(NamedTuple):
    """Which of the dealer's hands a player wins and loses against, by shape, as corners in the plane of high and low.

    The numbers are the player's (`reach`). By `comparison.BY_HANDS_WON` the player wins where both of the dealer's
    ranks are below one of the player's settings. Hands below several settings would be counted more than once, so a
    corner with sign -1 between two neighbours subtracts what both contain. The player loses where neither of the
    dealer's ranks is below the best the player could play: not below `tops`, high or low. A shape without corners is
    left out.
    """

    first: NDArray[np.int32]
    """corners[first[shape] : first[shape + 1]] belong to a shape."""
    corners: Worth
    signs: NDArray[np.int8]
    tops: Worth


def one_setting(worth: Worth) -> Frontier:
    """A player who sets every shape in one way; a negative number leaves the shape out."""
    used = worth >= 0
    first = np.concatenate([[0], np.cumsum(used)]).astype(np.int32)
    numbers = reach(worth)
    return Frontier(first, numbers[used], np.ones(int(used.sum()), dtype=np.int8), numbers)


def undominated(hands: Hands) -> tuple[NDArray[np.int32], Worth]:
    """The legal settings of each hand that no other equals or beats in both hands: first places, and worths.

    The settings of a hand run from the highest low hand to the highest high hand.
    """
    order = np.argsort(-(hands.lows.astype(np.int32) << 16 | hands.highs), axis=1, kind="stable")
    highs = np.take_along_axis(np.where(hands.legal, hands.highs, np.int16(-1)), order, axis=1)
    lows = np.take_along_axis(hands.lows, order, axis=1)
    best = np.maximum.accumulate(highs, axis=1)
    used = highs >= 0
    used[:, 1:] &= highs[:, 1:] > best[:, :-1]
    first = np.concatenate([[0], np.cumsum(used.sum(axis=1))]).astype(np.int32)
    return first, pack(highs[used], lows[used])


def dealer_seen_first(hands: Hands) -> Frontier:
    """A player who sees the dealer's hands before setting, and then sets as well as possible."""
    first, worth = undominated(hands)
    corners = reach(worth)
    number = np.diff(first)
    last = first[1:] - 1
    high, low = corners >> LOW_BITS, corners & LOW_MASK
    tops = pack(high[last].astype(np.int16), low[first[:-1]].astype(np.int16))
    # between neighbours: what is below the lower high and the lower low
    has_next = np.ones(len(corners), dtype=bool)
    has_next[last] = False
    follows = np.flatnonzero(has_next)
    shared = pack(high[follows].astype(np.int16), low[follows + 1].astype(np.int16))
    starts = np.concatenate([[0], np.cumsum(2 * number - 1)]).astype(np.int32)
    every_corner = np.empty(starts[-1], dtype=np.int32)
    signs = np.ones(starts[-1], dtype=np.int8)
    hand = np.repeat(np.arange(len(number)), number)
    place = starts[hand] + 2 * (np.arange(len(corners)) - first[hand])
    every_corner[place] = corners
    every_corner[place[follows] + 1] = shared
    signs[place[follows] + 1] = -1
    return Frontier(starts, every_corner, signs, tops)
