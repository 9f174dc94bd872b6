"""The results of simulated rounds, as values.

Here: how often each wager won and lost, its average, its standard error, and how far it is from the exact figure. Not
here: playing the rounds (`run`), or any printing.

Counts are integers and sums are `Fraction`s of them; only square roots are floats. The hands of one round are dealt
from one deck and meet one dealer, so the positions of a round are not independent: a standard error is computed from
the total of each round. It assumes that even the rarest line has been paid several times; with few rounds it is too
low.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from houseway.maths.count.odds import DEVIATE_95, Outcome

CONFIDENCE = 0.95
_DEVIATE = DEVIATE_95
"""Standard errors either side of the mean that cover 95% of a normal distribution."""


@dataclass(frozen=True, kw_only=True)
class Sample:
    """The average result of one position in one round, from the sums over rounds."""

    rounds: int
    positions: int
    total: Fraction
    """The total of all positions in all rounds."""
    squares: Fraction
    """The sum over rounds of the square of the round's total."""
    expected: Fraction | None = None
    """The exact average for one position in one round, if it was asked for."""

    @property
    def mean(self) -> Fraction:
        """The average for one position in one round.

        >>> Sample(rounds=4, positions=1, total=Fraction(-1), squares=Fraction(3)).mean
        Fraction(-1, 4)
        """
        return self.total / (self.rounds * self.positions)

    @property
    def standard_error(self) -> float | None:
        """The standard error of the mean; None after a single round."""
        if self.rounds < 2:
            return None
        spread = (self.squares - self.total**2 / self.rounds) / (self.rounds - 1)
        return sqrt(spread / self.rounds) / self.positions

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95% confidence interval of the mean; None if all rounds went the same way."""
        error = self.standard_error
        mean = float(self.mean)
        return None if not error else (mean - _DEVIATE * error, mean + _DEVIATE * error)

    @property
    def standard_errors(self) -> float | None:
        """How many standard errors the mean is above the exact figure; None if either is unknown."""
        error = self.standard_error
        return None if self.expected is None or not error else float(self.mean - self.expected) / error


@dataclass(frozen=True, kw_only=True)
class WagerResult(Sample):
    """A wager of one unit on every position of every round, under one of its pay tables if it has any."""

    key: str
    name: str
    pay_table: str = ""
    outcomes: tuple[Outcome, ...]
    """Every way it can end, with the number of wagers that did."""

    @property
    def house_edge(self) -> Fraction:
        """What the house kept per unit bet, on average."""
        return -self.mean

    @property
    def exact_edge(self) -> Fraction | None:
        """The exact house edge."""
        return None if self.expected is None else -self.expected

    @property
    def label(self) -> str:
        """The wager's name, with its pay table if it has several."""
        return f"{self.name} {self.pay_table}".rstrip()


@dataclass(frozen=True, kw_only=True)
class EnvyResult(Sample):
    """The Envy Bonus that positions received for the hands of other positions, in cents."""

    key: str
    """The key of the wager it comes with."""
    name: str
    pay_table: str = ""
    rounds_paid: int
    """Rounds in which anybody received one."""
    paid: tuple[tuple[str, int], ...]
    """How often one was received, for each line that pays one."""

    @property
    def label(self) -> str:
        """Envy Bonus, with the pay table if there are several."""
        return f"Envy Bonus {self.pay_table}".rstrip()


@dataclass(frozen=True, kw_only=True)
class Simulation:
    """Whole rounds, with a different player at every position, each with every wager of the book."""

    book: str
    digest: str
    rounds: int
    positions: int
    seed: int
    player: str
    """How players set: `house-way`, or `best` in a book that shows them the dealer's hand first."""
    main: WagerResult
    sides: tuple[WagerResult, ...]
    """Every side wager under each of its pay tables."""
    envy: tuple[EnvyResult, ...] = ()

    @property
    def samples(self) -> tuple[WagerResult | EnvyResult, ...]:
        """Everything that has an average."""
        return (self.main, *self.sides, *self.envy)
