"""Both sides choose: exact best replies in alternation, with averaging, and the bounds they certify.

Here: the iteration and its bounds. Not here: how replies are found (`Replies`: on the device in `on_device`, on the
CPU in `on_cpu`, for tiny decks in `plain`), or any rule: what a deal is worth to each side comes with the replies.

The game is zero-sum. In round t the player replies as well as possible to the average of the dealer's replies so far,
and the dealer to the average of the player's; the reply of round t has the weight t^POWER. What the best reply gains
against a strategy of the other side, an average or a single reply, bounds the game's value: the player's best reply
from above, the dealer's from below. Values are integers, so the bounds are exact. The bounds of single replies are
usually the closer ones, and belong to pure strategies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import Any, Protocol

POWER = 4
"""Later replies count more: plain averages (0) need hundreds of times as many rounds."""


class Side(Enum):
    """Who sets the hands."""

    PLAYER = "player"
    DEALER = "dealer"

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side.DEALER if self is Side.PLAYER else Side.PLAYER


class Replies(Protocol):
    """A game in which replies can be found: a strategy is whatever the implementation makes of it."""

    scale: int
    """A value divided by this is what the player gains per unit bet."""
    most_weight: int
    """The greatest sum of weights whose values still fit the implementation's integers."""

    def start(self) -> Any:
        """A strategy of the dealer to begin with."""

    def add(self, side: Side, against: Any, weight: int) -> int:
        """Add what each setting of a side gains against a strategy of the other, times a weight, to its values.

        Returns what the best reply to that strategy alone gains in total.
        """

    def best(self, side: Side) -> tuple[Any, int]:
        """The best strategy by the values added so far, and its value in total."""

    def saved(self) -> dict[str, Any]:
        """The values to be kept, by name: arrays, or what has a length, a type and slices as they do."""

    def restore(self, saved: Any) -> None:
        """Go on with values that were kept: arrays, by name."""

    def plain(self, strategy: Any) -> Any:
        """A strategy as an array of this machine: what every class of hands is worth as set."""

    def given(self, strategy: Any) -> Any:
        """The strategy that such an array says."""

    def places(self, strategy: Any) -> Any:
        """For every class, the place of its setting in the list of its settings, as an array of this machine."""

    def lost(self, side: Side, strategy: Any) -> Any:
        """For every class of hands, what a strategy gives up by the values added so far, in all its hands together."""

    def numbers(self) -> Any:
        """The number of the first hand of every class."""


@dataclass(frozen=True)
class Bounds:
    """What the player gains per unit bet when both sides choose: at least `lower`, at most `upper`."""

    round: int
    lower: Fraction
    upper: Fraction
    averaged: Fraction = Fraction(0)
    """How far apart the bounds are that the averages alone certify."""

    @property
    def gap(self) -> Fraction:
        """How far the bounds are apart."""
        return self.upper - self.lower


@dataclass
class Solving:
    """The state of the iteration: everything needed to go on later, with the values in `replies`."""

    replies: Replies
    rounds: int = 0
    weight: int = 0
    next_dealer: Any = None
    """The dealer's reply that the next round begins with."""
    dealer: Any = None
    """The dealer's strategy with the least upper bound so far, among single replies."""
    player: Any = None
    """The player's strategy with the greatest lower bound so far."""
    first: Fraction = Fraction(0)
    """What the best reply to the strategy the dealer began with gains."""
    pure: tuple[Fraction, Fraction] | None = None
    """The bounds that these two certify."""
    history: list[Bounds] = field(default_factory=list)

    @property
    def bounds(self) -> Bounds:
        """The best bounds so far."""
        return self.history[-1]

    @property
    def can_go_on(self) -> bool:
        """Whether the values of another round still fit the integers."""
        return self.weight + (self.rounds + 1) ** POWER <= self.replies.most_weight

    def step(self) -> Bounds:
        """One reply of each side."""
        scale = self.replies.scale
        dealer = self.replies.start() if self.next_dealer is None else self.next_dealer
        self.rounds += 1
        weight = self.rounds**POWER
        self.weight += weight
        upper = Fraction(self.replies.add(Side.PLAYER, dealer, weight), scale)
        if self.rounds == 1:
            self.first = upper
        player, most = self.replies.best(Side.PLAYER)
        lower = -Fraction(self.replies.add(Side.DEALER, player, weight), scale)
        self.next_dealer, least = self.replies.best(Side.DEALER)
        if self.pure is None or lower > self.pure[0]:
            self.player = player
        if self.pure is None or upper < self.pure[1]:
            self.dealer = dealer
        before = self.pure or (lower, upper)
        self.pure = max(before[0], lower), min(before[1], upper)
        over, under = Fraction(most, self.weight * scale), -Fraction(least, self.weight * scale)
        best = [self.pure, (under, over), *((found.lower, found.upper) for found in self.history[-1:])]
        lowest, highest = max(bound[0] for bound in best), min(bound[1] for bound in best)
        self.history.append(Bounds(self.rounds, lowest, highest, over - under))
        return self.bounds


def solve(
    solving: Solving, *, within: Fraction, most_rounds: int | None = None, stop: Callable[[], bool] | None = None
) -> Iterator[Bounds]:
    """The bounds after each round until they are at most `within` apart, or the rounds or the integers are used up."""
    while not (solving.history and solving.bounds.gap <= within):
        if (most_rounds is not None and solving.rounds >= most_rounds) or not solving.can_go_on:
            return
        if stop and stop():
            return
        yield solving.step()
