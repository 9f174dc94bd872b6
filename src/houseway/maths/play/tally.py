"""The dealer's hands that are left, tallied by what they are worth: by the kernel where it is loaded, or by numpy.

Here: which of the two, and the shapes as the kernel goes through them. Not here: the loop (`tally_kernels`), or what a
tally is for (`weigh`). Nothing here imports numba until `load` is called: one hand from the shell is weighed sooner
without it.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Sequence
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from houseway.cards.remaining import BESIDE
from houseway.errors import HousewayError
from houseway.maths.cache import Cache
from houseway.maths.play.weigh import Cells, Tallied, Tally, tally_of_weights
from houseway.maths.set_hands import LOW_BITS, SetHands, Worth
from houseway.maths.worth import Game, cached_settings, game_of
from houseway.rulebook.rulebook import Rulebook

if TYPE_CHECKING:
    from houseway.maths.play.tally_kernels import Rows, ShapeRows

_loaded: list[Callable[..., Any]] = []
"""The kernel, once it is loaded."""
_LISTED = 6
"""How many of the lowest ranks may differ between shapes of a row."""
_CHOOSE = np.array([[comb(left, held) for held in range(8)] for left in range(5)], dtype=np.int32)


def load(book: Rulebook, cache: Cache | None) -> None:
    """Weigh the hands of a book by the kernel from now on, if numba is installed; this takes up to some seconds.

    Whatever cannot be done here is done by numpy, or refused, when a hand is weighed.
    """
    with contextlib.suppress(ImportError, RuntimeError, HousewayError):  # RuntimeError: nowhere to keep machine code
        from houseway.maths.play.tally_kernels import tally

        game = game_of(book)
        game.load(cache)
        _by_kernel(tally, game, cached_settings(book, cache), ())(np.zeros(game.highs, dtype=np.intp), 1 << LOW_BITS)
        _loaded[:] = [tally]


def unload() -> None:
    """Weigh hands by numpy again."""
    _loaded.clear()


def tally_left(game: Game, settings: SetHands, gone: Sequence[int]) -> Tally:
    """What tallies the hands of a dealer who cannot hold the cards that are gone."""
    if _loaded:
        return _by_kernel(_loaded[0], game, settings, gone)
    return tally_of_weights(settings, game.remaining.weights(gone))


def _by_kernel(kernel: Callable[..., Any], game: Game, settings: SetHands, gone: Sequence[int]) -> Tally:
    shapes, worth = shape_rows(game), _worth(game, settings)

    def tally(cell_of_high: Cells, cells: int) -> Tallied:
        table = np.append(cell_of_high, cells).astype(np.uint16)  # what is not compared comes after all cells
        found = kernel(shapes, np.array(sorted({*gone}), dtype=np.int64), _CHOOSE, worth, table, cells + 1)
        return Tallied(found[:cells].astype(np.int64), int(found.sum()))

    return tally


@functools.lru_cache(maxsize=32)
def _worth(game: Game, settings: SetHands) -> Worth:
    """What every shape is worth to the dealer; where hands are not compared, a high rank above all."""
    if not settings.fails.any():
        return settings.worth
    return np.where(settings.fails, np.int32(game.highs << LOW_BITS), settings.worth)


@functools.lru_cache(maxsize=8)
def shape_rows(game: Game) -> ShapeRows:
    """The shapes of a game as the kernel goes through them, without the keys that `shapes_of` would build again."""
    from houseway.maths.jit import RANKS
    from houseway.maths.play.tally_kernels import ShapeRows

    left = game.remaining
    held = sum((group.astype(np.int64) << 9 * g for g, group in enumerate(left.groups)), np.int64(0))
    held += left.joker.astype(np.int64) << 3 * RANKS
    lowest = (1 << 3 * _LISTED) - 1
    suited = left.suited | left.flush_joker.astype(np.int64) << RANKS
    sets = np.array([sum(1 << 3 * rank for rank in cards) for cards in BESIDE], dtype=np.int64)
    return ShapeRows(
        _rows(held & ~lowest, held & lowest), _rows(suited, sets[left.beside]), left.parent.astype(np.uint32)
    )


def _rows(same: NDArray[np.int64], differs: NDArray[np.int64]) -> Rows:
    """Shapes in rows of those that follow each other and agree; a list that was there before is not listed again."""
    from houseway.maths.play.tally_kernels import Rows

    first = np.flatnonzero(np.diff(same, prepend=-1))
    places: dict[bytes, int] = {}
    lists: list[NDArray[np.int64]] = []
    listed, number = [], 0
    for cards in np.split(differs, first[1:]):
        key = cards.tobytes()
        if key not in places:
            places[key] = number
            lists.append(cards)
            number += len(cards)
        listed.append(places[key])
    ends = np.append(first, len(same)).astype(np.int32)
    return Rows(ends, same[first], np.array(listed, dtype=np.int32), np.concatenate(lists))
