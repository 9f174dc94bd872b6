"""Best play and the house edge of a seven-card book, counted on the device.

Here: deals won and lost by the house way, by best play, and by a player who sees the dealer's hand first. Not here: how
settings are weighed (`counting`). The integers are those of `count.pairs` and `play.every_hand`.
"""

from __future__ import annotations

import functools
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from houseway.cards.shapes import shapes_of
from houseway.cards.tables import high_table, least_legal_high, two_table
from houseway.errors import Refused
from houseway.maths.gpu.classes import Array, Classes, GameTables, Listed, list_settings, starts
from houseway.maths.gpu.counting import Weighing, chosen
from houseway.maths.question import LOSES, WINS, player_gains
from houseway.maths.set_hands import SetHands
from houseway.maths.worth import Game

_MOST = 2**31 - 1


def tables_of(game: Game) -> GameTables:
    """What the device must know of a game."""
    if game.dealt != 7 or game.high_size != 5:
        raise Refused("the GPU counts games of seven cards only; the CPU counts this one")
    five, two = high_table(game.high_size, game.wheel), two_table()
    least = least_legal_high(game.high_size, game.wheel)
    return GameTables(game.deck.ranks, game.deck.joker, five.by_ranks, five.by_suited_ranks, two.by_ranks, least)


class Counted(NamedTuple):
    """Deals won and lost."""

    win: int
    lose: int


class DeviceGame:
    """A game set up on the device; setting it up takes a few seconds, each question then a fraction of one."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.classes = Classes(tables_of(game))
        self.cp = self.classes.cp
        self._keys = shapes_of(game.deck, dealt=game.dealt, flush=game.high_size).keys
        self._hands = self.classes.hands.astype(np.int64)
        self._prepared: Any = None
        self.cp.get_default_memory_pool().free_all_blocks()

    def worth(self, worth: np.ndarray[Any, Any]) -> Array:
        """What every class is worth, given what every shape is worth; negative where it is not compared."""
        return self.classes.worth_by_shape(self._keys, worth)

    def prepare(self, player: SetHands | None) -> tuple[Array, Weighing]:
        """A player's own settings, and the tables for weighing them and all others; kept until another is asked for."""
        digest = player.digest if player else ""
        if self._prepared is None or self._prepared[0] != digest:
            self.forget()
            own = self.worth(player.worth) if player else None
            self._prepared = digest, own, Weighing(self.classes, list_settings(self.classes, own))
        return self._prepared[1:]

    def forget(self) -> None:
        """Give the memory of those tables back."""
        self._prepared = None
        self.cp.get_default_memory_pool().free_all_blocks()

    def house_way_and_best(
        self, dealer: SetHands, net: Fraction, player: SetHands | None = None
    ) -> tuple[Counted, Counted]:
        """Deals won and lost by a player who sets as `player` does, by default as the dealer, and by best play."""
        win, lose = net.numerator, net.denominator
        most = max(win, lose) * self.game.pairs // self.game.deck.hands(self.game.dealt)
        if most > _MOST:
            raise Refused("this commission has too many digits for the GPU; the CPU counts it")
        own, weighing = self.prepare(player or dealer)
        settings = weighing.settings
        dealers = self.worth(dealer.dealers)
        values = weighing.ask(player_gains(win, lose), dealers)
        best = chosen(settings, weighing.best(values))
        same = chosen(settings, weighing.find(own))
        both = self.cp.stack([same, best], axis=1)
        few = Listed(2 * self.cp.arange(len(both) + 1, dtype=np.uint32), settings.worth[both].ravel())
        wins = weighing.ask(WINS, dealers, few).reshape(both.shape)
        house_way, best_play = (self._counted(wins[:, column], values[both[:, column]], net) for column in (0, 1))
        return house_way, best_play

    def _counted(self, wins: Array, values: Array, net: Fraction) -> Counted:
        """Wins and losses, given the wins and the values of one setting of every class."""
        win = self._total(wins)
        return Counted(win, (net.numerator * win - self._total(values)) // net.denominator)

    def dealer_seen_first(self, dealer: SetHands) -> Counted:
        """Deals won and lost by a player who sees the dealer's hand first and then sets as well as possible."""
        cp, classes = self.cp, self.classes
        dealers = self.worth(dealer.dealers)
        _, weighing = self.prepare(None)
        settings = weighing.settings
        number = 2 * cp.diff(settings.begin) - 1
        begin = starts(cp, number)
        corners = Listed(begin, cp.empty(int(begin[-1]), dtype=np.int32))
        tops = _one_each(cp, cp.empty(len(classes), dtype=np.int32))
        arguments = (settings.begin, settings.worth, corners.begin, corners.worth, tops.worth)
        classes.run("list_corners", len(classes), np.uint32(len(classes)), *arguments)
        wins = cp.empty(len(classes), dtype=np.int32)
        answers = weighing.ask(WINS, dealers, corners)
        classes.run("sum_corners", len(classes), np.uint32(len(classes)), corners.begin, answers, wins)
        return Counted(self._total(wins), self._total(weighing.ask(LOSES, dealers, tops)))

    def _total(self, values: Array) -> int:
        return int((self._hands * values.astype(np.int64)).sum())


@functools.lru_cache(maxsize=1)
def device_game(game: Game) -> DeviceGame:
    """A game set up on the device, once in a process."""
    return DeviceGame(game)


def _one_each(cp: Any, worth: Array) -> Listed:
    """One setting of every class."""
    return Listed(cp.arange(len(worth) + 1, dtype=np.uint32), worth)
