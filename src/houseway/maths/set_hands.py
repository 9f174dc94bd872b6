"""Set hands as numbers that compare as the hands do, and reading them back from the cache.

Here: packing two ranks into one number, and what decides a copy. Not here: setting hands (`worth`), or counting. This
module loads no book and no clause, so that one hand can be weighed from cached arrays alone (`play.weigh`).

The worth of a set hand is one number, `high << 8 | low`, both dense ranks (`houseway.cards.tables`). Kernels only ask
which numbers are below others. The player's number also decides copies: see `reach`.
"""

from __future__ import annotations

import functools
import hashlib
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.cards.remaining import Remaining
from houseway.maths.cache import Cache
from houseway.rulebook import comparison

LOW_BITS = 8
LOW_MASK = (1 << LOW_BITS) - 1
ONE_EACH = 1 << LOW_BITS | 1
"""Added to a worth: one rank more, high and low."""

SETTINGS, SHAPES = "settings", "shapes"
"""The names of the cached files of a book's set hands and of a game's shapes."""

Worth = NDArray[np.int32]


def pack(high: NDArray[np.int16], low: NDArray[np.int16]) -> Worth:
    """Two dense ranks as one number."""
    return (high.astype(np.int32) << LOW_BITS) | low


def copy_reach() -> int:
    """What a player's number is above the hand's worth: nothing, because a copy goes to the dealer.

    This is where `comparison.beats` enters the counts. If copies went to the player, a hand would also beat the
    dealer's hand of its own rank, and every player's number would be one higher, high and low.
    """
    return int(comparison.beats(0, 0)) * ONE_EACH


def reach(worth: Worth) -> Worth:
    """The player's numbers for set hands: a hand beats the dealer's where the dealer's rank is below its number.

    A negative number, for a shape that is left out, stays as it is.
    """
    return np.where(worth >= 0, worth + np.int32(copy_reach()), worth)


@dataclass(frozen=True, eq=False)
class SetHands:
    """What every shape is worth as one book sets it."""

    worth: Worth
    fails: NDArray[np.bool_]
    """Whether a dealer holding it makes the main wager push, whatever the player holds."""

    @functools.cached_property
    def digest(self) -> str:
        """A fingerprint of what the hands are worth: the same for two books that set every hand alike."""
        return hashlib.sha256(self.worth.tobytes() + self.fails.tobytes()).hexdigest()

    @functools.cached_property
    def high(self) -> NDArray[np.intp]:
        """The rank of the high hand of each shape, as an index."""
        return (self.worth >> LOW_BITS).astype(np.intp)

    @functools.cached_property
    def low(self) -> NDArray[np.intp]:
        """The rank of the low hand of each shape, as an index."""
        return (self.worth & LOW_MASK).astype(np.intp)

    @property
    def dealers(self) -> Worth:
        """What each shape is worth to a dealer: -1 where the wager pushes and no hands are compared."""
        return np.where(self.fails, np.int32(-1), self.worth)


def read_settings(cache: Cache, digest: str) -> SetHands | None:
    """What every shape is worth, from the cache."""
    arrays = cache.read_arrays(SETTINGS, digest)
    if arrays is None:
        return None
    return SetHands(arrays["worth"].astype(np.int32), arrays["fails"].astype(bool))


def read_remaining(cache: Cache, digest: str) -> Remaining | None:
    """The shapes of a game, arranged for counting what is left, from the cache."""
    arrays = cache.read_arrays(SHAPES, digest)
    if arrays is None:
        return None
    wide: dict[str, Any] = {n: a.astype(np.intp) if a.dtype != np.bool_ else a for n, a in arrays.items()}
    return Remaining(**wide)
