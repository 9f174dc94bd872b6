"""The sets of cards that a hand of each side can share, in batches for several workers.

Here: the classes of sets of each size, which hands contain them, and who does what next. Not here: what is weighed with
them (`on_cpu`), or the loops (`kernels`).
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.maths.count.suit_classes import classes_of
from houseway.maths.jit import SUITS
from houseway.maths.solve import kernels
from houseway.maths.worth import Game

Progress = Callable[[str, float], None]
MOST_MEMBERS = 32_000_000
"""How many hands that contain sets of some classes are listed at a time, unless one class has more."""


class Batch(NamedTuple):
    """Some classes of sets of one size."""

    sets: kernels.Sets
    first: NDArray[np.int64]
    """How many hands are listed before those of each class, for all classes of this size."""
    begin: int
    end: int

    @property
    def members(self) -> int:
        """How many hands are listed for these classes."""
        return int(self.first[self.end] - self.first[self.begin])


def batches(game: Game, hands: kernels.Hands) -> list[Batch]:
    """All sets that two hands can share, up to one card fewer than a hand has."""
    return [batch for size in range(game.dealt) for batch in _batches(game, hands, size)]


def _batches(game: Game, hands: kernels.Hands, size: int) -> Iterator[Batch]:
    deck = game.deck
    classes = classes_of(deck, size)
    class_of = np.zeros(deck.hands(size), dtype=np.int32)
    kernels.number_classes(classes.sets, SUITS * len(deck.ranks), hands.binomial, class_of)
    subsets = np.array(list(itertools.combinations(range(game.dealt), size)), dtype=np.uint8)
    sets = kernels.Sets(subsets, class_of, classes.orbits)
    members = np.zeros(len(classes.orbits) + 1, dtype=np.int64)
    kernels.count_members(hands, sets, members)
    first = np.cumsum(members)
    begin = 0
    while begin < len(classes.orbits):
        end = int(np.searchsorted(first, first[begin] + MOST_MEMBERS, side="right")) - 1
        end = max(end, begin + 1)
        yield Batch(sets, first, begin, end)
        begin = end


class Queue:
    """Batches that several threads take from, each the next that nobody has."""

    def __init__(self, work: list[Batch], progress: Progress | None) -> None:
        self._left, self._progress = iter(work), progress
        self._all, self._taken = sum(batch.members for batch in work), 0
        self._lock, self._stopped = threading.Lock(), threading.Event()

    def __iter__(self) -> Iterator[Batch]:
        while not self._stopped.is_set():
            with self._lock:
                batch = next(self._left, None)
                if batch is None:
                    return
                if self._progress:
                    self._progress("weighing every setting", self._taken / self._all)
                self._taken += batch.members
            yield batch

    def stop(self) -> None:
        """Nobody gets more; what was taken is finished."""
        self._stopped.set()
