"""The odds of every wager of a book, as values.

Here: what follows for a wager once its deals are counted: house edge, variance, hit rate. Not here: the counting
(`whole_book`, `pairs`, `side_wagers`, `envy`), or any printing.

Counts are integers and everything else is a `Fraction` of them; floats are made only when printing. A house edge is
what the house keeps per unit bet, on average: positive if the house gains.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from houseway.maths.won_and_lost import WonAndLost

DEVIATE_95 = 1.96
"""The standard deviations either side of the mean that cover 95% of a normal distribution."""
HOUSE_WAY, BEST = "house-way", "best"
PLAYERS = (HOUSE_WAY, BEST)


@dataclass(frozen=True)
class Outcome:
    """One way a wager can end: its name, what the player gains per unit bet, and in how many deals it happens."""

    name: str
    net: Fraction
    deals: int


def mean(outcomes: tuple[Outcome, ...]) -> Fraction:
    """Expected value per unit bet."""
    return Fraction(sum(o.net * o.deals for o in outcomes), sum(o.deals for o in outcomes))


def variance(outcomes: tuple[Outcome, ...]) -> Fraction:
    """Variance of the result per unit bet."""
    squares = Fraction(sum(o.net**2 * o.deals for o in outcomes), sum(o.deals for o in outcomes))
    return squares - mean(outcomes) ** 2


class _Wager:
    """The figures every wager has, from its outcomes."""

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        raise NotImplementedError

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps per unit bet, on average."""
        return -mean(self.outcomes)

    @property
    def variance(self) -> Fraction:
        """Variance of the result per unit bet."""
        return variance(self.outcomes)

    @property
    def hit_rate(self) -> Fraction:
        """How often the wager wins."""
        return Fraction(sum(o.deals for o in self.outcomes if o.net > 0), sum(o.deals for o in self.outcomes))


@dataclass(frozen=True, kw_only=True)
class MainOdds(WonAndLost, _Wager):
    """The main wager: deals won, standoffs and deals lost.

    >>> odds = MainOdds(key="main", name="Main", player="best", win=3, standoff=4, lose=3, net=Fraction(19, 20))
    >>> odds.house_edge, odds.deals
    (Fraction(3, 200), 10)
    """

    key: str
    name: str
    player: str
    """How the player sets: `house-way` or `best`."""

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Win, standoff, loss."""
        return (
            Outcome("win", self.net, self.win),
            Outcome("standoff", Fraction(0), self.standoff),
            Outcome("lose", Fraction(-1), self.lose),
        )


@dataclass(frozen=True, kw_only=True)
class LineOdds:
    """One line of a pay table and the hands it pays."""

    name: str
    hands: int
    pays: int
    envy: int = 0
    """What other players receive for such a hand, in cents."""


@dataclass(frozen=True, kw_only=True)
class PayTableOdds(_Wager):
    """A side wager under one pay table."""

    name: str
    hands: int
    """All hands the wager can be judged on."""
    lines: tuple[LineOdds, ...]

    @property
    def losing(self) -> int:
        """Hands that no line pays."""
        return self.hands - sum(line.hands for line in self.lines)

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Every line, and the loss."""
        won = tuple(Outcome(line.name, Fraction(line.pays), line.hands) for line in self.lines)
        return (*won, Outcome("lose", Fraction(-1), self.losing))

    def share(self, line: LineOdds) -> Fraction:
        """What a line adds to the return per unit bet, the stake included."""
        return Fraction(line.hands * (line.pays + 1), self.hands)


@dataclass(frozen=True, kw_only=True)
class EnvyOdds:
    """What one seated player with the wager receives for the hands of `others` positions, on average, in cents."""

    others: int
    cents: Fraction


@dataclass(frozen=True, kw_only=True)
class SideOdds:
    """A side wager under each of its pay tables; the first is the one used unless a table says otherwise."""

    key: str
    name: str
    judged: str
    pay_tables: tuple[PayTableOdds, ...]
    envy: tuple[EnvyOdds, ...] = ()
    envy_not_counted: str = ""
    """Why the Envy Bonus was not counted, if it was not."""


@dataclass(frozen=True, kw_only=True)
class Odds:
    """The odds of every wager of one book."""

    book: str
    digest: str
    main: MainOdds
    sides: tuple[SideOdds, ...]
