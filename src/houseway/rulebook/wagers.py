"""Wagers and their pay tables, as a book prints them.

Here: what a wager is judged on, its lines, and which line a hand is paid on. Not here: anybody's money, or the pay
table of any book.

A hand is paid once, on the best-paying line it holds, so the order of the lines does not matter.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from houseway.errors import BadBook
from houseway.rulebook.conditions import Condition
from houseway.rulebook.digest import LATER
from houseway.rulebook.expect import expect, expect_all, expect_name
from houseway.rulebook.hands import Hands, Truth, places_of_low

MOST_TOGETHER = 60
"""The most lines of a pay table for two hands: a line is a bit of a 64-bit number."""
MOST_PAYS = MOST_DENOMINATOR = 10**9
"""The limit that lets sums over all deals of a game fit 64-bit integers."""

Cents = Annotated[int, "an amount in cents"]


class Judged(enum.Enum):
    """The cards a wager is judged on."""

    PLAYER_CARDS = "the player's cards, however set"
    DEALER_CARDS = "the dealer's cards, however set"
    DEALER_LOW = "the dealer's low hand as set"
    DEALER_HIGH = "the dealer's high hand as set"
    TOGETHER = "the dealer's cards and the player's together, however set"

    def __repr__(self) -> str:
        return f"Judged.{self.name}"


class EnvyBar(enum.Enum):
    """Why a player receives no Envy Bonus for another player's hand."""

    DEALER = "the dealer's hand earns one too"
    LARGEST = "a hand of their own earns the largest"
    SMALLER = "a hand of their own earns one, and this is not the largest"

    def __repr__(self) -> str:
        return f"EnvyBar.{self.name}"


DEALERS = (Judged.DEALER_CARDS, Judged.DEALER_LOW, Judged.DEALER_HIGH)
"""What depends on the dealer's hand alone."""
AS_SET = (Judged.DEALER_LOW, Judged.DEALER_HIGH)
"""What depends on how the dealer sets it."""


def part_judged(judged: Judged, hands: Hands, splits: NDArray[np.int8]) -> Hands:
    """The cards of each hand that are judged: all, or its low hand or its high hand as it is split.

    >>> from houseway.cards.deck import Deck
    >>> from houseway.cards.ranking import Wheel
    >>> from houseway.rulebook.hands import hands_of_every_shape
    >>> hands = hands_of_every_shape(Deck(joker=False), dealt=5, high_size=3, wheel=Wheel.LOWEST)
    >>> part_judged(Judged.DEALER_HIGH, hands, np.zeros(len(hands), dtype=np.int8)).cards[0].tolist()
    [2, 3, 4]
    """
    if judged not in AS_SET:
        return hands
    low = places_of_low(hands.cards.shape[1])
    kept = [[place for place in range(hands.cards.shape[1]) if place not in two] for two in low]
    places = np.array(low if judged is Judged.DEALER_LOW else kept)[splits]
    return Hands(np.take_along_axis(hands.cards, places, axis=1), hands.high_size, hands.wheel)


@dataclass(frozen=True, kw_only=True)
class Push:
    """Hands of the dealer with which the main wager pushes, whatever the player holds."""

    says: str
    """What is announced: the dealer does not qualify."""
    cite: str
    """The clause that says so."""
    judged: Judged
    """The dealer's cards it is judged on."""
    when: Condition
    """The hands of the dealer."""

    def __post_init__(self) -> None:
        expect_name(self.says, "what is announced when the main wager pushes")
        expect_name(self.cite, "the citation of a push")
        expect(self.when, Condition, f"{self.says}: `when`")
        expect(self.judged, Judged, f"{self.says}: `judged`")
        if self.judged not in DEALERS:
            raise BadBook(f"{self.says}: a push is judged on the dealer's hand, not on {self.judged.value}")


@dataclass(frozen=True, kw_only=True)
class Line:
    """One line of a pay table: it pays `pays` to 1, and `envy` cents to others."""

    name: str
    """The name of the line as printed."""
    when: Condition
    """The hands that it pays."""
    pays: int
    """What it pays, to 1."""
    envy: Cents = 0
    """What it pays to other players as an Envy Bonus, in cents: 250_00 is $250."""
    dealer: Condition | None = field(default=None, repr=False, metadata=LATER)
    """Where dealer and player are judged together: what the dealer's cards must be; `when` is about the player's."""

    def __post_init__(self) -> None:
        expect_name(self.name, "the name of a pay line")
        expect(self.when, Condition, f"{self.name}: `when`")
        if self.dealer is not None:
            expect(self.dealer, Condition, f"{self.name}: `dealer`")
        for what, value in (("`pays`", self.pays), ("`envy`", self.envy)):
            expect(value, int, f"{self.name}: {what}")
            if value < 0:
                raise BadBook(f"{self.name}: {what} must not be negative: {value}")
            if value > MOST_PAYS:
                raise BadBook(f"{self.name}: {what} must not be above {MOST_PAYS:,}")


@dataclass(frozen=True, kw_only=True)
class PayTable:
    """A pay table; a table in the casino uses one of those its book prints."""

    name: str
    """Its name, such as A; empty where the book prints only one."""
    lines: tuple[Line, ...]
    """Its lines; a hand is paid once, on the best one it holds."""

    def __post_init__(self) -> None:
        expect(self.name, str, "the name of a pay table")
        expect_all(self.lines, Line, f"the lines of pay table {self.name!r}")
        if not self.lines:
            raise BadBook(f"pay table {self.name!r} has no lines")

    def line_of(self, hands: Hands) -> NDArray[np.int8]:
        """For each hand the line it is paid on, or -1 where it loses.

        The answer is kept with the hands, as many versions of a book pay by the same table.
        """
        key = tuple((line.when, line.pays) for line in self.lines)
        if key not in hands.kept:
            best = np.full(len(hands), -1, dtype=np.int8)
            for number in sorted(range(len(self.lines)), key=lambda number: (self.lines[number].pays, -number)):
                best[hands.hold(self.lines[number].when)] = number  # the line that pays most is written last
            best.flags.writeable = False
            hands.kept[key] = best
        return hands.kept[key]

    def envy(self, other: int, *, mine: Iterable[int], dealer: int) -> int:
        """What a player receives for another player's hand, in cents; hands are given by their lines, -1 for none.

        Nothing if the dealer's hand would earn an Envy Bonus too, or if one of the player's own hands would earn the
        largest. If one of their own hands would earn a smaller one, the player receives only the largest.
        """
        return 0 if other < 0 or self.envy_bar(other, mine=mine, dealer=dealer) else self.lines[other].envy

    def envy_bar(self, other: int, *, mine: Iterable[int], dealer: int) -> EnvyBar | None:
        """What bars a player from the Envy Bonus that a line would earn them, if anything does."""
        brings = [line.envy for line in self.lines]
        own = max((brings[line] for line in mine if line >= 0), default=0)
        if dealer >= 0 and brings[dealer]:
            return EnvyBar.DEALER
        if own and own == max(brings):
            return EnvyBar.LARGEST
        return EnvyBar.SMALLER if own and brings[other] < max(brings) else None

    def paying(self, name: str, pays: Mapping[str, int]) -> PayTable:
        """A copy under another name, with some lines paying differently."""
        unknown = sorted(set(pays) - {line.name for line in self.lines})
        if unknown:
            raise BadBook(f"pay table {self.name!r} has no line {unknown[0]!r}")
        return PayTable(name=name, lines=tuple(replace(ln, pays=pays.get(ln.name, ln.pays)) for ln in self.lines))


@dataclass(frozen=True, kw_only=True)
class MainWager:
    """The wager on both hands against the dealer's, with the clause of each outcome.

    Who wins is defined in `comparison`.
    """

    key: str
    """Its name in journals and on the wire."""
    name: str
    """Its name as printed."""
    cite: str
    """Where it is printed."""
    wins: str
    """The clause by which it wins."""
    standoff: str
    """The clause by which it is returned."""
    loses: str
    """The clause by which it loses."""
    standoff_word: str
    """The book's word for a returned wager."""
    pays: int = 1
    """What a win pays, to 1."""
    commission: Fraction = Fraction(0)
    """The part of a win that the house keeps."""
    dealer_fails: Condition | None = None
    """If this holds for the dealer's low hand as set, the dealer does not qualify and the wager pushes."""
    other_pushes: tuple[Push, ...] = field(default=(), repr=False, metadata=LATER)
    """Further hands of the dealer with which it pushes."""

    def __post_init__(self) -> None:
        for name in (self.key, self.name, self.cite, self.wins, self.standoff, self.loses, self.standoff_word):
            expect_name(name, "a name or citation of the main wager")
        expect(self.commission, (Fraction, int), "the commission")
        object.__setattr__(self, "commission", Fraction(self.commission))
        expect(self.pays, int, "what the main wager pays")
        if not 1 <= self.pays <= MOST_PAYS:
            raise BadBook(f"the main wager pays {self.pays} to 1; it must pay a whole number from 1 to {MOST_PAYS:,}")
        if not 0 <= self.commission < 1 or self.commission.denominator > MOST_DENOMINATOR:
            raise BadBook(
                f"the commission must be from 0 to below 1 and have at most nine digits, not {self.commission}"
            )
        if self.dealer_fails is not None:
            expect(self.dealer_fails, Condition, "`dealer_fails`")
        expect_all(self.other_pushes, Push, "`other_pushes`")
        cites = [push.cite for push in self.pushes]
        if len(set(cites)) < len(cites):
            raise BadBook(f"every push of the main wager needs its own citation: {', '.join(cites)}")

    @property
    def pushes(self) -> tuple[Push, ...]:
        """Every hand of the dealer with which the wager pushes; the first that holds decides."""
        if self.dealer_fails is None:
            return self.other_pushes
        says, judged = "the dealer does not qualify", Judged.DEALER_LOW
        return (Push(says=says, cite=self.cite, judged=judged, when=self.dealer_fails), *self.other_pushes)

    def is_pushed(self, hands: Hands, splits: NDArray[np.int8]) -> Truth:
        """With which hands, split so, a dealer makes the wager push."""
        found = np.zeros(len(hands), dtype=bool)
        for push in self.pushes:
            found |= push.when.holds(part_judged(push.judged, hands, splits))
        return found

    @property
    def net(self) -> Fraction:
        """What a win pays per unit wagered, after commission."""
        return Fraction(self.pays * (1 - self.commission))


@dataclass(frozen=True, kw_only=True)
class SideWager:
    """An optional wager paid from a pay table."""

    key: str
    """Its name in journals and on the wire."""
    name: str
    """Its name as printed."""
    cite: str
    """Where it is printed."""
    judged: Judged
    """The cards it is judged on."""
    pay_tables: tuple[PayTable, ...]
    """Its pay tables; a table in the casino uses one of them."""
    wins: str = field(default="", repr=False)
    """The clause by which it wins, if it is not the pay table's."""
    loses: str = field(default="", repr=False)
    """The clause by which it loses, if it is not the pay table's."""
    envy: str = field(default="", repr=False)
    """The clause of its Envy Bonus, if it has one."""
    no_envy: str = field(default="", repr=False)
    """The clause that introduces what bars players from it."""
    envy_bars: tuple[tuple[EnvyBar, str], ...] = field(default=(), repr=False)
    """The clause of each bar."""

    def __post_init__(self) -> None:
        for name in (self.key, self.name, self.cite):
            expect_name(name, "a name or citation of a side wager")
        for cite in (self.wins, self.loses, self.envy, self.no_envy, *(cite for _, cite in self.envy_bars)):
            expect(cite, str, f"{self.name}: a citation")
        expect(self.judged, Judged, f"{self.name}: `judged`")
        expect_all(self.pay_tables, PayTable, f"{self.name}: `pay_tables`")
        if not self.pay_tables:
            raise BadBook(f"{self.name} has no pay table")
        lines = [line for pays in self.pay_tables for line in pays.lines]
        if self.judged is not Judged.TOGETHER and any(line.dealer is not None for line in lines):
            raise BadBook(f"{self.name}: a line about the dealer's cards needs a wager judged on both hands together")
        if self.judged is Judged.TOGETHER and (
            any(line.envy for line in lines) or max(len(pays.lines) for pays in self.pay_tables) > MOST_TOGETHER
        ):
            raise BadBook(
                f"{self.name}: a wager judged on both hands together pays no Envy Bonus and has at most "
                f"{MOST_TOGETHER} lines"
            )
        names = [pays.name for pays in self.pay_tables]
        if len(set(names)) < len(names):
            raise BadBook(f"{self.name} has two pay tables with the same name: {', '.join(map(repr, names))}")
