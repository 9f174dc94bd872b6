"""The exact value of every setting of every shape, against a book's own dealer.

Here: for each shape its legal settings, and how many of all deals each wins and loses, by inclusion and exclusion over
shared cards, as `pairs` counts a whole game, but added up by setting. Not here: the best setting of a single hand,
which also depends on its suits (`play`), or what any of this means in money.

A shape stands for many hands; its deals are those of all of them. So the best setting of a shape is the one that wins
most over its hands together. `play.every_hand` weighs each hand by itself; what that adds is very little.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.cards.shapes import shapes_of
from houseway.errors import Refused, counted
from houseway.maths.cache import Cache
from houseway.maths.count.suit_classes import classes_of
from houseway.maths.count.whole_book import needs_kernels, workers_or_threads
from houseway.maths.set_hands import LOW_BITS, LOW_MASK, Worth, pack, reach
from houseway.maths.shards import Counts, Progress, Shard, total
from houseway.maths.worth import Game, cached_settings, game_of
from houseway.rulebook.hands import Hands
from houseway.rulebook.rulebook import Rulebook

_WHAT = "values"
_PARTS = {0: 1, 1: 2, 2: 8, 3: 12, 4: 16, 5: 16, 6: 24}
"""How many parts the sets of each size are counted in."""


@dataclass(frozen=True, eq=False)
class Values:
    """Every legal setting of every shape that differs in rank, with the deals it wins and loses."""

    game: Game
    net: Fraction
    """What a win pays per unit bet, after commission."""
    first: NDArray[np.int64]
    """settings[first[shape] : first[shape + 1]] are those of a shape, the highest low hand first."""
    settings: Worth
    splits: NDArray[np.int8]
    """The first split of the shape's hand that makes each setting (`rulebook.hands.places_of_low`)."""
    of_split: NDArray[np.int32]
    """of_split[shape, split]: the setting each split of a shape makes, or -1 where it is not legal."""
    won: NDArray[np.int64]
    lost: NDArray[np.int64]

    @functools.cached_property
    def shapes(self) -> NDArray[np.int64]:
        """The shape of each setting."""
        return np.repeat(np.arange(len(self.first) - 1), np.diff(self.first))

    @functools.cached_property
    def deals(self) -> NDArray[np.int64]:
        """The deals of each shape: its hands, each against every hand of the dealer."""
        return self.game.weights * (self.game.pairs // self.game.deck.hands(self.game.dealt))

    @functools.cached_property
    def points(self) -> NDArray[np.int64]:
        """What each setting is worth over all its deals, in whole numbers: per unit bet times the denominator of `net`.

        Comparing points compares settings exactly.
        """
        return self.won * self.net.numerator - self.lost * self.net.denominator

    @functools.cached_property
    def best(self) -> NDArray[np.int64]:
        """The setting of each shape that is worth most; of equals the one with the higher low hand."""
        most = np.maximum.reduceat(self.points, self.first[:-1])
        is_best = np.flatnonzero(self.points == most[self.shapes])
        last_first = is_best[::-1]
        found = np.empty(len(most), dtype=np.int64)
        found[self.shapes[last_first]] = last_first
        return found

    def ev(self, chosen: NDArray[np.int64]) -> Fraction:
        """What a player who plays these settings, one for each shape, wins per unit bet on average, exactly."""
        won, lost = (int(counts[chosen].astype(object).sum()) for counts in (self.won, self.lost))
        return (self.net * won - lost) / self.game.pairs

    def ev_of_splits(self, splits: NDArray[np.integer]) -> Fraction:
        """The same for one split of each shape; `Refused` where a split is not legal."""
        chosen = self.of_split[np.arange(len(splits)), splits]
        if (chosen < 0).any():
            raise Refused(f"{int((chosen < 0).sum()):,} of these settings are not legal")
        return self.ev(chosen.astype(np.int64))


def values_of(
    book: Rulebook,
    *,
    workers: Executor | None = None,
    cache: Cache | None = None,
    progress: Progress | None = None,
) -> Values:
    """Count every setting of a book against the book's own dealer."""
    if book.procedure.dealer_exposed:
        raise Refused(
            f"{book.id} shows the dealer's hand before the player sets: "
            "a setting has no value before that hand is known"
        )
    game, settings = game_of(book), cached_settings(book, cache)
    first, legal, splits, of_split = _settings(game.hands)
    digest = hashlib.sha256(f"{game.said} {settings.digest}".encode()).hexdigest()
    known = cache.read_arrays(_WHAT, digest) if cache else None
    if known is None:
        parts = cache.parts(_WHAT, digest) if cache else None
        deals = _Deals(game, settings.dealers, first, legal)
        with needs_kernels(), workers_or_threads(workers) as executor:
            found = total(_shards(deals), executor, parts=parts, progress=progress).reshape(2, -1)
        known = {"won": found[0], "lost": found[1]}
        if cache:
            cache.write_arrays(_WHAT, digest, known)
        if parts:
            parts.forget()
    won, lost = (known[name].astype(np.int64) for name in ("won", "lost"))
    return Values(game, book.main.net, first, legal, splits, of_split, won, lost)


def _settings(hands: Hands) -> tuple[NDArray[np.int64], Worth, NDArray[np.int8], NDArray[np.int32]]:
    """The legal settings of each hand that differ in rank: first places, worths, splits, and each split's setting."""
    splits = hands.legal.shape[1]
    worth = np.where(hands.legal, (hands.lows.astype(np.int64) << 32 | hands.highs), -1)
    order = np.argsort(-worth, axis=1, kind="stable")
    sorted_worth = np.take_along_axis(worth, order, axis=1)
    new = sorted_worth >= 0
    new[:, 1:] &= sorted_worth[:, 1:] != sorted_worth[:, :-1]
    first = np.concatenate([[0], np.cumsum(new.sum(axis=1))])
    numbers = (np.cumsum(new.ravel()) - 1).reshape(new.shape)
    numbers[sorted_worth < 0] = -1
    of_split = np.empty((len(new), splits), dtype=np.int32)
    np.put_along_axis(of_split, order, numbers.astype(np.int32), axis=1)
    chosen = sorted_worth[new]
    packed = pack((chosen & 0xFFFF).astype(np.int16), (chosen >> 32).astype(np.int16))
    return first, packed, order[new].astype(np.int8), of_split


@dataclass(frozen=True, eq=False)
class _Deals:
    """A dealer, and the settings to count."""

    game: Game
    dealers: Worth
    first: NDArray[np.int64]
    settings: Worth


def _shards(deals: _Deals) -> Iterator[Shard]:
    yield Shard("the hand itself", _same_cards, (deals,))
    for size in range(deals.game.dealt):
        classes = len(classes_of(deals.game.deck, size).orbits)
        parts = min(classes, _PARTS[size])
        for part in range(parts):
            begin, end = classes * part // parts, classes * (part + 1) // parts
            shown = f"hands that share {counted(size, 'card')}"
            yield Shard(f"sets of {size}, {begin} to {end}", count_shared, (deals, size, begin, end), shown)


@functools.lru_cache(maxsize=4)
def _shapes_for_kernels(game: Game) -> Any:
    """The shapes of a game with a hash table over their keys, at most about half full."""
    from houseway.maths.count import listing_kernels, value_kernels

    keys = shapes_of(game.deck, dealt=game.dealt, flush=game.high_size).keys
    bits = max(int(2 * len(keys)).bit_length(), 4)
    slots, numbers = listing_kernels.hash_keys(keys, bits)
    ranks = np.array([rank - 2 for rank in game.deck.ranks], dtype=np.int64)
    return value_kernels.Shapes(ranks, int(game.deck.joker), game.dealt, game.high_size, slots, numbers, bits)


def _most_entries(game: Game, size: int) -> int:
    """The most entries that a set of `size` cards can have: ways to add ranks, and each flush of each suit twice."""
    ranks, beside = len(game.deck.ranks), game.dealt - game.high_size
    most = 0
    for jokers in range(game.deck.joker + 1):
        more = game.dealt - size - jokers
        if more >= 0:
            most += comb(ranks + more - 1, more)
            most += 8 * sum(
                comb(ranks, more - off) * comb(ranks + off - 1, off) for off in range(min(beside, more) + 1)
            )
    return most


def count_shared(deals: _Deals, size: int, begin: int, end: int) -> Counts:
    """What some classes of sets of `size` cards add to the deals of every setting: won, then lost."""
    from houseway.maths.count import value_kernels

    game, classes = deals.game, classes_of(deals.game.deck, size)
    counts = np.zeros((2, len(deals.settings)), dtype=np.int64)
    indices = np.array([card.index for card in game.deck.cards], dtype=np.uint8)
    value_kernels.count_settings(
        indices[classes.sets[begin:end]],
        classes.orbits[begin:end] * (-1) ** size,
        _shapes_for_kernels(game),
        value_kernels.Size(_most_entries(game, size), game.highs, game.lows),
        deals.dealers,
        value_kernels.Settings(deals.first.astype(np.int32), reach(deals.settings)),
        *counts,
    )
    return counts.ravel()


def _same_cards(deals: _Deals) -> Counts:
    """What the largest sets add: the dealer holds the very cards of the player."""
    shapes = np.repeat(np.arange(len(deals.first) - 1), np.diff(deals.first))
    dealers, numbers = deals.dealers[shapes], reach(deals.settings)
    weights = deals.game.weights[shapes] * (-1) ** deals.game.dealt
    higher = numbers >> LOW_BITS > dealers >> LOW_BITS
    lower = numbers & LOW_MASK > dealers & LOW_MASK
    compared = dealers >= 0
    return np.concatenate([weights * (compared & higher & lower), weights * (compared & ~higher & ~lower)])
