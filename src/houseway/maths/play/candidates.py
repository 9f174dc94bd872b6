"""Settings to weigh, and the arrays the kernels of `play` go through.

Here: the player's hands by rank count, the dealer's possible flushes, and settings as entries. Not here: weighing
anything (`every_hand`).
"""

from __future__ import annotations

import functools
import hashlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from houseway.maths.count.flush_kernels import Beside, Rows
from houseway.maths.count.hand_lists import flush_rows, plain_points, rank_counts, sets_beside
from houseway.maths.count.kernels import RankCounts
from houseway.maths.play.kernels import FlushesBelow, Settings
from houseway.maths.play.suit_kernels import DealerFlushes, PlayerHands
from houseway.maths.set_hands import LOW_BITS, LOW_MASK, Worth, reach
from houseway.maths.worth import Game

_ABOVE_ALL, _BELOW_ALL = (1 << 15) - 1, -1
"""What a dealer's hand that is not compared is worth, high and low: no setting is above or below both."""


@dataclass(frozen=True, eq=False)
class Candidates:
    """Settings to weigh: some of each shape; a dealer; and what a win is worth compared with a loss."""

    game: Game
    dealers: Worth
    first: NDArray[np.int32]
    """settings[first[shape] : first[shape + 1]] are those of a shape."""
    settings: Worth
    win: int
    lose: int
    compared: NDArray[np.int32] | None = None
    """For each shape a setting to compare with the best one of each hand, or -1."""

    @functools.cached_property
    def digest(self) -> str:
        """A fingerprint, by which a worker that is sent several parts of a count recognises it."""
        found = hashlib.sha256(f"{self.game!r} {self.win} {self.lose} {self.compared is None}".encode())
        for array in (self.dealers, self.first, self.settings, *([] if self.compared is None else [self.compared])):
            found.update(np.ascontiguousarray(array).tobytes())
        return found.hexdigest()

    def __hash__(self) -> int:
        return hash(self.digest)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Candidates) and self.digest == other.digest


class Arrays:
    """The shapes, the dealer's hands and the candidates in the orders the kernels go through them."""

    def __init__(self, candidates: Candidates) -> None:
        self._candidates = candidates
        self._game = candidates.game
        self._left = candidates.game.remaining
        self._plain = len(self._left.joker)
        self._ranks_of_shape = np.concatenate([np.arange(self._plain), self._left.parent])
        dealers = candidates.dealers
        self.rank_counts: RankCounts = rank_counts(self._game)
        self.rows: Rows = flush_rows(self._game)
        self.beside: Beside = sets_beside(self._game)
        self.plain_dealer = plain_points(dealers[: self._plain])
        self.settings = self._settings()

    @functools.cached_property
    def player(self) -> PlayerHands:
        """The player's hands by rank count."""
        left = self._left
        order = np.argsort(self._ranks_of_shape, kind="stable")
        return PlayerHands(
            held=np.stack([left.groups[rank // 3] >> 3 * (rank % 3) & 7 for rank in range(13)], axis=1),
            joker=left.joker,
            shape_order=order,
            shape_first=np.searchsorted(self._ranks_of_shape[order], np.arange(self._plain + 1)),
            shape_suited=np.concatenate([np.zeros(self._plain, dtype=np.int64), left.suited]),
            flush=self._game.high_size,
        )

    @functools.cached_property
    def flushes(self) -> DealerFlushes:
        """The dealer's hands with a possible flush."""
        dealers = self._candidates.dealers
        return DealerFlushes(*_parts(dealers[self._plain :]), *_parts(dealers[self._left.parent]))

    def _settings(self) -> Settings:
        """The candidates, as the player's numbers; those of equal ranks and equal worth are one entry."""
        first, compared = self._candidates.first, self._candidates.compared
        ranks = np.repeat(self._ranks_of_shape, np.diff(first))
        entries, entry_of = np.unique(ranks << 32 | reach(self._candidates.settings), return_inverse=True)
        return Settings(
            first,
            entry_of.astype(np.int32),
            np.searchsorted(entries >> 32, np.arange(self._plain + 1)).astype(np.int32),
            (entries & ((1 << 32) - 1)).astype(np.int32),
            np.full(len(first) - 1, -1, dtype=np.int32) if compared is None else compared,
        )

    def flushes_below(self) -> FlushesBelow:
        """How many of all hands with a possible flush are below every high and low."""
        dealers = self._candidates.dealers
        return FlushesBelow(self._below(dealers[self._plain :]), self._below(dealers[self._left.parent]))

    def _below(self, worth: Worth) -> NDArray[np.int64]:
        counted = worth >= 0
        place = ((worth[counted] >> LOW_BITS) + 1) * (self._game.lows + 1) + (worth[counted] & LOW_MASK) + 1
        weights = self._game.weights[self._plain :][counted]
        size = (self._game.highs + 1) * (self._game.lows + 1)
        # integers far below 2 ** 53, so adding them as floats is exact
        grid = np.bincount(place, weights=weights, minlength=size).astype(np.int64).reshape(self._game.highs + 1, -1)
        return grid.cumsum(axis=0).cumsum(axis=1)


def _parts(worth: Worth) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    high = np.where(worth >= 0, worth >> LOW_BITS, _ABOVE_ALL)
    return high.astype(np.int16), np.where(worth >= 0, worth & LOW_MASK, _BELOW_ALL).astype(np.int16)


@functools.lru_cache(maxsize=2)
def arrays_of(candidates: Candidates) -> Arrays:
    """The arrays of some candidates; kept, because every part of a count needs them."""
    return Arrays(candidates)
