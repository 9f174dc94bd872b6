"""The main wager in numbers: the deals won, pushed and lost, and what a win pays.

Here: what the odds of a book and the odds of one setting share. Not here: the counting.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, kw_only=True)
class WonAndLost:
    """The deals a player wins, pushes and loses.

    >>> WonAndLost(win=3, standoff=4, lose=3, net=Fraction(19, 20)).ev
    Fraction(-3, 200)
    """

    win: int
    standoff: int
    lose: int
    net: Fraction
    """What a win pays per unit bet, after commission."""

    @property
    def deals(self) -> int:
        """All deals counted."""
        return self.win + self.standoff + self.lose

    @property
    def ev(self) -> Fraction:
        """Expected value per unit bet."""
        return (self.net * self.win - self.lose) / self.deals
