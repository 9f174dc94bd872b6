"""Replies of the whole seven-card game, found on the device.

Here: the values of every setting of every class of hands, for both sides, in 64 bits. Not here: the iteration
(`equilibrium`).
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import numpy as np

from houseway.maths.gpu.best_play import DeviceGame
from houseway.maths.gpu.classes import Array, list_settings
from houseway.maths.gpu.counting import Weighing, chosen
from houseway.maths.question import dealer_gains, player_gains
from houseway.maths.set_hands import SetHands
from houseway.maths.solve.equilibrium import Side

_LOW_HALF = 32


class OnDevice:
    """The game as `equilibrium.Replies`: a strategy is what every class of hands is worth as set."""

    def __init__(self, device: DeviceGame, house: SetHands, net: Fraction) -> None:
        game, cp = device.game, device.cp
        self._cp, self._device = cp, device
        self.house = device.worth(house.worth)
        self.settings = list_settings(device.classes, self.house)
        self._weighing = Weighing(device.classes, self.settings)
        win, lose = net.numerator, net.denominator
        self._asked = {Side.PLAYER: player_gains(win, lose), Side.DEALER: dealer_gains(win, lose)}
        self.values = {side: cp.zeros(len(self.settings.worth), dtype=np.int64) for side in Side}
        self._hands = device.classes.hands.astype(np.int64)
        self.scale = lose * game.pairs
        a_hand = comb(game.deck.size - game.dealt, game.dealt)
        self.most_weight = (2**63 - 1) // (max(win, lose) * a_hand)

    def start(self) -> Array:
        """The house way."""
        return self.house

    def gains(self, side: Side, against: Array) -> Array:
        """What each setting gains against a strategy of the other side."""
        return self._weighing.ask(self._asked[side], against)

    def add(self, side: Side, against: Array, weight: int) -> int:
        """See `Replies`."""
        values, gains = self.values[side], self.gains(side, against)
        number = np.uint64(len(values))
        self._device.classes.run("accumulate", len(values), number, gains, np.int64(weight), values)
        return self.best_of(gains)[1]

    def best(self, side: Side) -> tuple[Array, int]:
        """See `Replies`."""
        return self.best_of(self.values[side])

    def best_of(self, values: Array) -> tuple[Array, int]:
        """The best setting of every class, and what they gain together."""
        best = chosen(self.settings, self._weighing.best(values))
        return self.settings.worth[best], self.total(values[best])

    def total(self, values: Array) -> int:
        """One value of every class, added up over all hands: in two halves, because the sum needs more than 64 bits."""
        long = values.astype(np.int64)
        upper, lower = long >> _LOW_HALF, long & np.int64((1 << _LOW_HALF) - 1)
        return (int((self._hands * upper).sum()) << _LOW_HALF) + int((self._hands * lower).sum())

    def plain(self, strategy: Array) -> Any:
        """See `Replies`."""
        return self._cp.asnumpy(strategy)

    def given(self, strategy: Any) -> Array:
        """See `Replies`."""
        return self._cp.asarray(strategy)

    def places(self, strategy: Array) -> Any:
        """See `Replies`."""
        return self._cp.asnumpy(self._weighing.find(strategy))

    def lost(self, side: Side, strategy: Array) -> Any:
        """See `Replies`."""
        values = self.values[side]
        best = chosen(self.settings, self._weighing.best(values))
        own = chosen(self.settings, self._weighing.find(strategy))
        return self._cp.asnumpy(self._hands * (values[best] - values[own]))

    def numbers(self) -> Any:
        """See `Replies`."""
        return self._cp.asnumpy(self._device.classes.firsts)

    def saved(self) -> dict[str, Any]:
        """The values, to be kept."""
        return {f"values_{side.value}": self._cp.asnumpy(values) for side, values in self.values.items()}

    def restore(self, saved: dict[str, Any]) -> None:
        """Go on with values that were kept."""
        self.values = {side: self._cp.asarray(saved[f"values_{side.value}"]) for side in Side}
