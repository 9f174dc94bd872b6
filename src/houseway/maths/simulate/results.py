"""What came out of simulated rounds, as values.

Here: how often each wager ended how, what it brought on average, how sure that is, and how far it lies from the exact
figure. Not here: playing the rounds (`simulate`), or any printing.

Counts are whole numbers and sums are `Fraction`s of them; a float is made only where a root must be taken. The hands of
one round are dealt from one deck and meet one dealer, so the positions of a round are not independent: what is spread
by chance is the sum over all positions of a round, and a standard error is that of its mean. It presumes that even the
rarest line has been paid a number of times; with few rounds it is too small.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from houseway.maths.count.odds import DEVIATE_95, Outcome

CONFIDENCE = 0.95
_DEVIATE = DEVIATE_95
"""So many standard errors either way hold 95% of a normal distribution."""


@dataclass(frozen=True, kw_only=True)
class Sample:
    """What one position gets of a round on average, from the sums over rounds."""

    rounds: int
    positions: int
    total: Fraction
    """What all positions of all rounds got together."""
    squares: Fraction
    """The sum over rounds of the square of what all its positions got together."""
    expected: Fraction | None = None
    """What one position gets of a round on average, exactly; nothing where it was not asked for."""

    @property
    def mean(self) -> Fraction:
        """What one position got of a round on average.

        >>> Sample(rounds=4, positions=1, total=Fraction(-1), squares=Fraction(3)).mean
        Fraction(-1, 4)
        """
        return self.total / (self.rounds * self.positions)

    @property
    def standard_error(self) -> float | None:
        """How far the mean is off by chance; nothing where that cannot be told from a single round."""
        if self.rounds < 2:
            return None
        spread = (self.squares - self.total**2 / self.rounds) / (self.rounds - 1)
        return sqrt(spread / self.rounds) / self.positions

    @property
    def interval(self) -> tuple[float, float] | None:
        """Where the true mean lies, with 95% confidence; nothing where all rounds went alike."""
        error = self.standard_error
        mean = float(self.mean)
        return None if not error else (mean - _DEVIATE * error, mean + _DEVIATE * error)

    @property
    def standard_errors(self) -> float | None:
        """How many standard errors the mean lies above the exact figure; nothing where either is not known."""
        error = self.standard_error
        return None if self.expected is None or not error else float(self.mean - self.expected) / error


@dataclass(frozen=True, kw_only=True)
class WagerResult(Sample):
    """A wager of one unit on every position of every round, under one pay table if it has any."""

    key: str
    name: str
    pay_table: str = ""
    outcomes: tuple[Outcome, ...]
    """Every way it ended, with the number of wagers that did."""

    @property
    def house_edge(self) -> Fraction:
        """What the house kept of a unit wagered, on average."""
        return -self.mean

    @property
    def exact_edge(self) -> Fraction | None:
        """What the house keeps of a unit wagered, exactly."""
        return None if self.expected is None else -self.expected

    @property
    def label(self) -> str:
        """The wager's name, with that of its pay table where it has several."""
        return f"{self.name} {self.pay_table}".rstrip()


@dataclass(frozen=True, kw_only=True)
class EnvyResult(Sample):
    """The Envy Bonus that positions received for the hands of the others, in cents."""

    key: str
    """Of the wager that it comes with."""
    name: str
    pay_table: str = ""
    rounds_paid: int
    """Rounds in which anybody received one."""
    paid: tuple[tuple[str, int], ...]
    """How often one was received for a hand of each line that brings any."""

    @property
    def label(self) -> str:
        """What is received, with the name of the pay table where there are several."""
        return f"Envy Bonus {self.pay_table}".rstrip()


@dataclass(frozen=True, kw_only=True)
class Simulation:
    """Whole rounds with every position another player's, each with every wager of the book."""

    book: str
    digest: str
    rounds: int
    positions: int
    seed: int
    player: str
    """How a player sets his hand: `house-way`, or `best` against the dealer's hand where he sees it first."""
    main: WagerResult
    sides: tuple[WagerResult, ...]
    """Every side wager under each of its pay tables."""
    envy: tuple[EnvyResult, ...] = ()

    @property
    def samples(self) -> tuple[WagerResult | EnvyResult, ...]:
        """Everything that has an average."""
        return (self.main, *self.sides, *self.envy)
