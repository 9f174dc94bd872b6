"""The PAR sheet of a book: the figures a testing laboratory needs, as one value.

Here: the sheet, computed from `Odds`. Not here: counting (`count.whole_book`, `count.rulings`), the sheet as JSON
(`json`), its text and tables (`text`), or how it looks (`charts`, `html`, `pdf`).

Counts are integers, and everything computed from them by arithmetic is a `Fraction`. Only standard deviations need
roots: they, the volatility index and the confidence bands are floats.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import houseway
from houseway.maths.count.odds import DEVIATE_95, EnvyOdds, MainOdds, Odds, PayTableOdds
from houseway.maths.count.rulings import Weighed, listed
from houseway.rulebook.citation import Source
from houseway.rulebook.page import wagers
from houseway.rulebook.rulebook import Rulebook

ROUNDS = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
CONFIDENCES = ((90, 1.645), (95, DEVIATE_95))
"""In percent, each with the standard deviations either side that cover that much of a normal distribution."""
LOST = "Lost"
VOLATILITY = 1.645
"""The volatility index in standard deviations of one round: the usual index for 90% confidence."""


@dataclass(frozen=True, kw_only=True)
class ParLine:
    """One way a wager can end."""

    name: str
    combinations: int
    all: int
    """The combinations of all lines."""
    net: Fraction
    """The gain per unit bet; -1 for a loss."""
    envy: int = 0
    """What other players receive for such a hand, in cents."""

    @property
    def probability(self) -> Fraction:
        """How often it happens."""
        return Fraction(self.combinations, self.all)

    @property
    def returned(self) -> Fraction:
        """What it adds to the return per unit bet, the stake included."""
        return self.probability * (self.net + 1)


@dataclass(frozen=True, kw_only=True)
class Band:
    """The range of the actual return over a number of rounds, at a confidence given in percent."""

    rounds: int
    confidence: int
    low: float
    high: float


@dataclass(frozen=True, kw_only=True)
class ParWager:
    """One wager under one pay table."""

    key: str
    name: str
    pay_table: str
    """The name of the pay table, if the wager has several."""
    heading: str
    """The wager's heading on the book's page, with its clause."""
    notes: tuple[str, ...]
    lines: tuple[ParLine, ...]
    house_edge: Fraction
    variance: Fraction
    hit_rate: Fraction

    @property
    def combinations(self) -> int:
        """All deals, or all hands, the wager can be judged on."""
        return self.lines[0].all

    @property
    def returns(self) -> Fraction:
        """Average return per unit bet (RTP)."""
        return 1 - self.house_edge

    @property
    def standard_deviation(self) -> float:
        """Standard deviation of the result of one round, per unit bet."""
        return math.sqrt(self.variance)

    @property
    def volatility_index(self) -> float:
        """See `VOLATILITY`."""
        return VOLATILITY * self.standard_deviation

    @property
    def bands(self) -> tuple[Band, ...]:
        """The actual return over ROUNDS rounds of one unit, by the normal approximation."""
        return tuple(self.band(rounds, *with_so) for rounds in ROUNDS for with_so in CONFIDENCES)

    def band(self, rounds: int, confidence: int, deviations: float) -> Band:
        """One band: `deviations` standard deviations of the mean either side of the return."""
        middle, reach = float(self.returns), deviations * self.standard_deviation / math.sqrt(rounds)
        return Band(rounds=rounds, confidence=confidence, low=middle - reach, high=middle + reach)


@dataclass(frozen=True, kw_only=True)
class ParEnvy:
    """What the Envy Bonus of a side wager pays one seated player, on average."""

    key: str
    name: str
    cite: str
    odds: tuple[EnvyOdds, ...]


@dataclass(frozen=True, kw_only=True)
class ParSheet:
    """The PAR sheet of one book."""

    book: str
    digest: str
    houseway: str
    """The version of Houseway that counted."""
    source: Source
    deck: str
    dealt: int
    high: int
    low: int
    hands: int
    deals: int
    player: str
    """How the player sets: `house-way` or `best`."""
    dealer_exposed: bool
    """Whether players see the dealer's hand before they set theirs."""
    wagers: tuple[ParWager, ...]
    """The main wager, then every side wager under every pay table."""
    envy: tuple[ParEnvy, ...]
    rulings: tuple[Weighed, ...]

    @property
    def main(self) -> ParWager:
        """The main wager."""
        return self.wagers[0]


def par_sheet(book: Rulebook, odds: Odds, rulings: tuple[Weighed, ...] | None = None) -> ParSheet:
    """The sheet of a book from its odds; with `rulings` as `count.rulings.weighed` counts them, or else only listed.

    >>> import houseway.books
    >>> from houseway.maths.count.whole_book import odds
    >>> book = houseway.books.get("five-card")
    >>> sheet = par_sheet(book, odds(book))
    >>> [(wager.key, wager.pay_table) for wager in sheet.wagers][:3]
    [('main', ''), ('insurance', ''), ('player-pai-gow', 'A')]
    >>> sum(line.returned for line in sheet.main.lines) == sheet.main.returns == 1 - odds(book).main.house_edge
    True
    """
    main, *sides = wagers(book, ())
    cites = {side.key: side.envy for side in book.side_wagers}
    tables = [(side, pays) for side in odds.sides for pays in side.pay_tables]
    return ParSheet(
        book=book.id,
        digest=book.digest,
        houseway=houseway.__version__,
        source=book.source,
        deck=str(book.deck),
        dealt=book.dealt,
        high=book.high_size,
        low=book.dealt - book.high_size,
        hands=book.number_of_hands,
        deals=odds.main.deals,
        player=odds.main.player,
        dealer_exposed=book.procedure.dealer_exposed,
        wagers=(
            _wager(book, odds.main.key, odds.main.name, "", odds.main, heading=main.name, notes=main.notes),
            *(
                _wager(
                    book, side.key, side.name, pays.name, pays, heading=shown.name, notes=(f"judged on {side.judged}",)
                )
                for (side, pays), shown in zip(tables, sides, strict=True)
            ),
        ),
        envy=tuple(
            ParEnvy(key=side.key, name=side.name, cite=cites[side.key], odds=side.envy)
            for side in odds.sides
            if side.envy
        ),
        rulings=listed(book) if rulings is None else rulings,
    )


def _wager(
    book: Rulebook,
    key: str,
    name: str,
    pay_table: str,
    counted: MainOdds | PayTableOdds,
    *,
    heading: str,
    notes: tuple[str, ...],
) -> ParWager:
    return ParWager(
        key=key,
        name=name,
        pay_table=pay_table,
        heading=heading,
        notes=notes,
        lines=tuple(_lines(book, counted)),
        house_edge=counted.house_edge,
        variance=counted.variance,
        hit_rate=counted.hit_rate,
    )


def _lines(book: Rulebook, counted: MainOdds | PayTableOdds) -> Iterator[ParLine]:
    """Every outcome, with the book's word for a standoff."""
    words = {"win": "Won", "standoff": book.main.standoff_word.capitalize(), "lose": LOST}
    every = sum(outcome.deals for outcome in counted.outcomes)
    if isinstance(counted, MainOdds):
        for outcome in counted.outcomes:
            yield ParLine(name=words[outcome.name], combinations=outcome.deals, all=every, net=outcome.net)
        return
    *paid, lost = counted.outcomes
    for outcome, line in zip(paid, counted.lines, strict=True):
        yield ParLine(name=line.name, combinations=outcome.deals, all=every, net=outcome.net, envy=line.envy)
    yield ParLine(name=LOST, combinations=lost.deals, all=every, net=lost.net)
