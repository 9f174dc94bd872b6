"""Replies found on the CPU, for a game of any size: some six CPU-minutes for a round of the whole
seven-card game, in under 2 GB.

Here: classes of hands, their settings, and the values of both sides. Not here: the loops (`kernels`) or the iteration
(`equilibrium`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import comb
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.cards.shapes import shapes_of
from houseway.maths.count.suit_classes import classes_of
from houseway.maths.question import Question, dealer_gains, player_gains
from houseway.maths.set_hands import SetHands
from houseway.maths.solve import kernels
from houseway.maths.solve.equilibrium import Side
from houseway.maths.solve.shared_sets import Progress, Queue, batches
from houseway.maths.worth import Game, undominated
from houseway.rulebook.hands import Hands

_ROWS = 200_000
_CHUNK = 4_000_000
"""How many values are read from disk at a time."""
_BYTES, _HALF = 8, 32
"""How long a value is in bytes, and half of it in bits."""


def classes_of_hands(game: Game, house: SetHands) -> tuple[kernels.Hands, NDArray[np.int32]]:
    """The classes of all hands with their undominated settings, and what each is worth as a book sets it."""
    deck, dealt = game.deck, game.dealt
    classes = classes_of(deck, dealt)
    cards = np.array([card.index for card in deck.cards], dtype=np.uint8)
    shapes = shapes_of(deck, dealt=dealt, flush=game.high_size)
    own = np.empty(len(classes.sets), dtype=np.int32)
    begins, worths = [np.zeros(1, dtype=np.int64)], []
    for start in range(0, len(own), _ROWS):
        rows = cards[classes.sets[start : start + _ROWS]]
        own[start : start + _ROWS] = house.worth[shapes.find(rows)]
        begin, worth = _with(*undominated(Hands(rows, game.high_size, game.wheel)), own[start : start + _ROWS])
        begins.append(begin[1:] + begins[-1][-1])
        worths.append(worth)
    found = kernels.Hands(
        classes.sets,
        classes.orbits.astype(np.uint8),
        np.concatenate(begins).astype(np.int32),
        np.concatenate(worths),
        _binomial(game),
        game.highs,
        game.lows,
    )
    return found, own


def _binomial(game: Game) -> NDArray[np.int64]:
    return np.array([[comb(n, k) for k in range(game.dealt + 1)] for n in range(game.deck.size + 1)], dtype=np.int64)


def _with(
    first: NDArray[np.int32], worth: NDArray[np.int32], also: NDArray[np.int32]
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Settings of some hands, and after those of each hand one more where it is missing."""
    number = np.diff(first)
    listed = np.add.reduceat(worth == np.repeat(also, number), first[:-1]) > 0
    more = np.flatnonzero(~listed)
    begin = np.concatenate([[0], np.cumsum(number + ~listed)]).astype(np.int64)
    return begin, np.insert(worth, first[1:][more], also[more]).astype(np.int32)


class Values:
    """What the settings of one side gained so far: in a file, so that a small part of it is in memory at a time.

    The file has no name, so nothing is left behind however the process ends.
    """

    def __init__(self, folder: Path | None, settings: int) -> None:
        self._file = TemporaryFile(dir=folder)  # noqa: SIM115  it is closed with the values
        self._file.truncate(_BYTES * settings)
        self._settings = settings

    def add(self, gains: NDArray[np.signedinteger], weight: int) -> None:
        """Add gains, times a weight."""
        for begin in range(0, self._settings, _CHUNK):
            end = min(begin + _CHUNK, self._settings)
            values = self.read(begin, end)
            values += weight * gains[begin:end].astype(np.int64)
            self._write(begin, values)

    def read(self, begin: int, end: int) -> NDArray[np.int64]:
        """Some of them."""
        self._file.seek(_BYTES * begin)
        return np.fromfile(self._file, dtype=np.int64, count=end - begin)

    dtype = np.dtype(np.int64)

    def __len__(self) -> int:
        return self._settings

    def __getitem__(self, some: slice) -> NDArray[np.int64]:
        begin, end, _ = some.indices(self._settings)
        return self.read(begin, end)

    def replace(self, values: NDArray[np.int64]) -> None:
        """Go on with values that were kept."""
        for begin in range(0, self._settings, _CHUNK):
            self._write(begin, values[begin : begin + _CHUNK])

    def _write(self, begin: int, values: NDArray[np.int64]) -> None:
        self._file.seek(_BYTES * begin)
        self._file.write(np.ascontiguousarray(values).data)


class OnCpu:
    """A game as `equilibrium.Replies`: a strategy is what every class of hands is worth as set."""

    def __init__(
        self,
        game: Game,
        house: SetHands,
        net: Fraction,
        *,
        workers: int = 2,
        folder: Path | None = None,
        progress: Progress | None = None,
    ) -> None:
        """Set the game up; the values are kept in a folder with room for about a gigabyte."""
        self._game, self._workers, self._progress = game, workers, progress
        self.hands, self.house = classes_of_hands(game, house)
        self._batches = batches(game, self.hands)
        win, lose = net.numerator, net.denominator
        self._asked = {Side.PLAYER: player_gains(win, lose), Side.DEALER: dealer_gains(win, lose)}
        self.values = {side: Values(folder, len(self.hands.worth)) for side in Side}
        self.scale = lose * game.pairs
        a_hand = comb(game.deck.size - game.dealt, game.dealt)
        most = max(win, lose) * a_hand
        self.most_weight = (2**63 - 1) // most
        self._type = np.int32 if most < 2**31 else np.int64

    def start(self) -> NDArray[np.int32]:
        """The house way."""
        return self.house

    def gains(self, side: Side, against: NDArray[np.int32]) -> NDArray[np.signedinteger]:
        """What each setting gains against a strategy of the other side."""
        return self.ask(self._asked[side], against)

    def ask(self, question: Question, against: NDArray[np.int32]) -> NDArray[np.signedinteger]:
        """The answer for every setting; the workers add up what the sets that two hands can share contribute."""
        asked = kernels.Asked(*question)
        queue = Queue(self._batches, self._progress)
        with ThreadPoolExecutor(self._workers) as threads:
            each = [threads.submit(self._weigh, queue, asked, against) for _ in range(self._workers)]
            try:
                gains, *others = [found.result() for found in each]
            finally:
                queue.stop()
        for more in others:
            gains += more
        kernels.weigh_same(self.hands, against, asked, gains)
        return gains

    def _weigh(self, queue: Queue, asked: kernels.Asked, against: NDArray[np.int32]) -> NDArray[np.signedinteger]:
        gains: NDArray[np.signedinteger] = np.zeros(len(self.hands.worth), dtype=self._type)
        members = np.empty(max(batch.members for batch in self._batches), dtype=np.int32)
        for batch in queue:
            kernels.weigh_sets(self.hands, tuple(batch), members, against, asked, gains)
        return gains

    def add(self, side: Side, against: NDArray[np.int32], weight: int) -> int:
        """See `Replies`."""
        gains = self.gains(side, against)
        self.values[side].add(gains, weight)
        return self.best_of(gains)[1]

    def best_of(self, gains: NDArray[np.signedinteger]) -> tuple[NDArray[np.int32], int]:
        """The best setting of every class by these gains, and what they gain together."""
        return self._best(lambda begin, end: gains[begin:end].astype(np.int64))

    def best(self, side: Side) -> tuple[NDArray[np.int32], int]:
        """See `Replies`."""
        return self._best(self.values[side].read)

    def _best(self, read: Callable[[int, int], NDArray[np.int64]]) -> tuple[NDArray[np.int32], int]:
        found, total = np.empty(len(self.house), dtype=np.int32), 0
        for first, last, values, best in self._chosen(read):
            found[first:last] = self.hands.worth[best]
            total += self.total(values, self.hands.orbits[first:last])
        return found, total

    def _chosen(
        self, read: Callable[[int, int], NDArray[np.int64]]
    ) -> Iterator[tuple[int, int, NDArray[np.int64], NDArray[np.int64]]]:
        """The best settings of some classes at a time: the first and the last class, their values, their places."""
        for first in range(0, len(self.house), _ROWS):
            last = min(first + _ROWS, len(self.house))
            begin = self.hands.begin[first : last + 1]
            values = read(int(begin[0]), int(begin[-1]))
            best = np.empty(last - first, dtype=np.int64)
            kernels.choose(begin, values, best)
            yield first, last, values[best - begin[0]], best

    @staticmethod
    def total(values: NDArray[np.signedinteger], orbits: NDArray[np.uint8]) -> int:
        """One value of every class, added up over all hands: in two halves, since the sum needs more than 64 bits."""
        wide = values.astype(np.int64)
        upper, lower = wide >> _HALF, wide & ((1 << _HALF) - 1)
        return (int((orbits * upper).sum()) << _HALF) + int((orbits * lower).sum())

    def plain(self, strategy: NDArray[np.int32]) -> NDArray[np.int32]:
        """See `Replies`."""
        return strategy

    def given(self, strategy: NDArray[np.int32]) -> NDArray[np.int32]:
        """See `Replies`."""
        return strategy

    def places(self, strategy: NDArray[np.int32]) -> NDArray[np.uint8]:
        """See `Replies`."""
        return (self._find(strategy) - self.hands.begin[:-1]).astype(np.uint8)

    def _find(self, strategy: NDArray[np.int32]) -> NDArray[np.int64]:
        found = np.empty(len(strategy), dtype=np.int64)
        kernels.find_settings(self.hands, strategy, found)
        return found

    def lost(self, side: Side, strategy: NDArray[np.int32]) -> NDArray[np.int64]:
        """See `Replies`."""
        lost = np.empty(len(self.house), dtype=np.int64)
        own, values = self._find(strategy), self.values[side]
        for first, last, best, _ in self._chosen(values.read):
            begin = int(self.hands.begin[first])
            mine = values.read(begin, int(self.hands.begin[last]))[own[first:last] - begin]
            lost[first:last] = self.hands.orbits[first:last] * (best - mine)
        return lost

    def numbers(self) -> NDArray[np.uint32]:
        """See `Replies`."""
        sets = classes_of(self._game.deck, self._game.dealt).sets
        number = np.zeros(len(sets), dtype=np.uint32)
        for place, column in enumerate(sets.T):
            number += self.hands.binomial[column, place + 1].astype(np.uint32)
        return number

    def saved(self) -> dict[str, Values]:
        """The values, to be kept."""
        return {f"values_{side.value}": values for side, values in self.values.items()}

    def restore(self, saved: Any) -> None:
        """Go on with values that were kept."""
        for side, values in self.values.items():
            values.replace(saved[f"values_{side.value}"])
