"""What a player's bank is worth: exactly where it can be counted, and with a stated error where it cannot.

Here: a bank's expected value against one to six opponents who each bet one unit, and what the house takes from the
round. Not here: counting the deals (`whole_book`), or simulating rounds (`simulate.bank`).

Against one opponent the bank's hand is the dealer's: what the opponent loses it wins, copies included, and a win of the
opponent costs it the whole payout. Where the commission is taken on every wager the bank wins, the expected value of a
round is the sum over the opponents, although their hands are drawn from one deck: expectation adds up whatever depends
on what. A commission on what the bank wins in the whole round is lower by its rate times

    saved = (sum of what the bank wins, wager by wager) - (what it wins in the round, if anything)

which needs the hands of all opponents together. It is zero for one opponent; for more it is simulated, while the rest
of the figure stays exact.
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction

from houseway.errors import Refused, must_be_whole
from houseway.maths.cache import Cache
from houseway.maths.count.odds import BEST, MainOdds
from houseway.maths.count.whole_book import main_odds
from houseway.maths.shards import Progress
from houseway.maths.simulate.bank import Saved, saved
from houseway.rulebook.banking import BankCommission, Banking
from houseway.rulebook.procedure import MOST_POSITIONS
from houseway.rulebook.rulebook import Rulebook

ROUNDS = 1 << 18
"""Rounds simulated where the commission cannot be counted."""


@dataclass(frozen=True, kw_only=True)
class BankValue:
    """What a round is worth to a player who banks and to the house, in units; every opponent bets one unit."""

    opponents: int
    covered: Fraction
    """How much of the opponents' wagers the banker covers: all, or half."""
    banker: Fraction
    house: Fraction
    standard_error: float | None = None
    """Of both figures, where part of the commission was simulated; None where they are exact."""

    @property
    def per_unit(self) -> Fraction:
        """The banker's expected value per unit that they cover."""
        return self.banker / self.covered


@dataclass(frozen=True, kw_only=True)
class BankOdds:
    """A player's bank under one book."""

    book: str
    player: str
    """How the opponents set: `house-way` or `best`. The bank's hand is set the house way."""
    commission: BankCommission
    co_bank: bool
    """Whether the house has half of the bank; every figure of the banker is then of the other half."""
    main: MainOdds
    """The opponents' odds against the bank."""
    values: tuple[BankValue, ...]


@dataclass(frozen=True, kw_only=True)
class Bank:
    """Which bank is asked about."""

    player: str = ""
    """How the opponents set: `house-way` or `best`."""
    opponents: int = 0
    """How many there are; 0 for each number from 1 to 6."""
    commission: BankCommission | None = None
    """How the commission is taken, if not as the book says."""
    co_bank: bool = False
    rounds: int = ROUNDS
    """How many rounds are simulated where the commission cannot be counted."""
    seed: int = 0


def bank_odds(
    book: Rulebook,
    bank: Bank | None = None,
    *,
    workers: Executor | None = None,
    cache: Cache | None = None,
    progress: Progress | None = None,
) -> BankOdds:
    """The expected value of a player's bank against its opponents."""
    bank = bank or Bank()
    player, opponents, co_bank = bank.player, bank.opponents, bank.co_bank
    banking = must_have_banking(book)
    if co_bank and not banking.co_bank_cite:
        raise Refused(f"in {book.id} the house takes no part of a player's bank")
    must_be_whole("opponents", opponents)
    if not 0 <= opponents <= MOST_POSITIONS:
        raise Refused(f"a bank has from 1 to {MOST_POSITIONS} opponents, not {opponents:,}")
    taken = bank.commission or banking.commission
    simulated = taken is BankCommission.NET_WIN and book.main.commission > 0
    if simulated and player == BEST and opponents != 1:
        raise Refused(
            "against more than one opponent a commission on what the bank wins in the whole round is simulated, and "
            "only for opponents who set the house way"
        )
    main = main_odds(book, player=player, workers=workers, cache=cache, progress=progress)
    values = []
    for number in (opponents,) if opponents else range(1, _most(book) + 1):
        discount = None
        if simulated and number > 1:
            if progress:
                progress(f"simulating {number} opponents", number / MOST_POSITIONS)
            discount = saved(book, opponents=number, rounds=bank.rounds, seed=bank.seed)
        values.append(value(book, main, opponents=number, co_bank=co_bank, discount=discount))
    return BankOdds(
        book=book.id, player=main.player, commission=taken, co_bank=co_bank, main=main, values=tuple(values)
    )


def value(
    book: Rulebook, main: MainOdds, *, opponents: int, co_bank: bool = False, discount: Saved | None = None
) -> BankValue:
    """A round in numbers, from the opponents' odds and what a commission on the whole round saves."""
    rate, share = Fraction(book.main.commission), Fraction(1, 2 if co_bank else 1)
    won, lost = Fraction(main.lose, main.deals), Fraction(book.main.pays * main.win, main.deals)
    banker = share * opponents * ((1 - rate) * won - lost)
    error = None
    if discount is not None:
        banker += share * rate * discount.mean
        error = float(share * rate) * discount.standard_error
    return BankValue(
        opponents=opponents,
        covered=share * opponents,
        banker=banker,
        house=-opponents * main.ev - banker,
        standard_error=error,
    )


def must_have_banking(book: Rulebook) -> Banking:
    """How players may bank; refused where only the house does."""
    if book.procedure.banking is None:
        raise Refused(f"in {book.id} only the house banks")
    return book.procedure.banking


def _most(book: Rulebook) -> int:
    """How many opponents there are cards for."""
    return min(MOST_POSITIONS, book.deck.size // book.dealt - 1)
