"""Where the walker starts: small tables with planted hands, right and wrong deals, and wagers whole and shared.

Here: the tables, the wagers and the deals. Not here: what is done with them (`walker_moves`, `walker`).
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from houseway import books
from houseway.cards.card import CARDS
from houseway.rulebook.procedure import Fault, Remedy, Role
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c

ANN, BOB, CAT = PLAYERS = tuple(c.Actor(name, Role.PLAYER) for name in ("ann", "bob", "cat"))
STAFF = tuple(c.Actor(role.words, role) for role in Role if role is not Role.PLAYER)
DEALER_BY, SUPERVISOR, MANAGER, SHIFT_MANAGER = STAFF

HANDS = {
    "seven": "5c 6c 7c 8c 9c Tc Jc",
    "royal match": "Ah Kh Qh Jh Th Kd Qd",
    "low": "2s 3s 5h 7s 8s 9d Js",
    "pair": "Ac As 2h 4d 6h 8d 9s",
    "dealer": "2d 3d 4h 6d 9h Jd Ks",
    "dealer's seven": "2d 3d 4d 5d 6d 7d 8d",
    "dealer's pair": "Qc Qs 3h 4h 6s Td Jd",
}
SPARE = ("2c", "3c", "Ts")
"""Cards that are in none of those hands."""
Deal = dict[int, tuple[str, ...]]
Wager = tuple[c.Actor, int, str, int]
"""A player, a position, a wager ("main" or "side"), and an amount."""


def cards(name: str) -> tuple[str, ...]:
    """The cards of a planted hand."""
    return tuple(HANDS[name].split())


@dataclass(frozen=True, kw_only=True)
class Start:
    """A table before betting or with its wagers placed, and the deals that the walker may enter."""

    name: str
    book: Rulebook
    side: str = ""
    wagers: tuple[Wager, ...] = ()
    deals: tuple[Deal, ...] = ()
    deck: bool = False
    """Whether the house has committed to its own deck."""
    own_hand: str = "low"
    seats: Mapping[int, c.Actor] = field(default_factory=lambda: {1: ANN, 2: BOB})
    betting: bool = False
    """Whether the walker places and withdraws wagers itself."""
    rounds: int = 1
    then: tuple[c.Command, ...] = ()
    """What has been done already."""

    @property
    def limits(self) -> dict[str, tuple[int, int]] | None:
        """Small limits, where the book has any."""
        if not self.book.procedure.limits_allowed:
            return None
        return {self.book.main.key: (1000, 5000)} | ({self.side: (200, 1000)} if self.side else {})

    def key(self, wager: str) -> str:
        """The book's own name of a wager."""
        return self.book.main.key if wager == "main" else self.side


@functools.cache
def small_book(name: str) -> Rulebook:
    """A book that remembers how it set a hand: the walker plants few hands and sets them a million times."""
    book = dataclasses.replace(books.get(name))
    sides = {(side.key, pays.name): (side, pays) for side in book.side_wagers for pays in side.pay_tables}
    line_of = functools.cache(
        lambda side, pays, held: Rulebook.line_of(book, *sides[side, pays], [CARDS[number] for number in held])
    )
    remembered: dict[str, Any] = {
        "set": functools.cache(functools.partial(Rulebook.set, book)),
        "line_of": lambda side, pays, held: line_of(side.key, pays.name, tuple(card.index for card in held)),
    }
    for method, quick in remembered.items():
        object.__setattr__(book, method, quick)
    return book


def _deals(dealt: int, first: str, second: str, dealer: str) -> dict[str, Deal]:
    """A right deal and every kind of wrong one, for wagers on both positions or on the first."""
    one, two, own = (cards(name)[:dealt] for name in (first, second, dealer))
    return {
        "right": {1: one, 2: two, 0: own},
        "six": {1: one[:-1], 2: two, 0: own},
        "eight": {1: (*one, SPARE[0]), 2: two, 0: own},
        "both six": {1: one[:-1], 2: two[1:], 0: own},
        "none at 2": {1: one, 0: own},
        "none at 1": {2: two, 0: own},
        "dealer six": {1: one, 2: two, 0: own[:-1]},
        "dealer eight": {1: one, 2: two, 0: (*own, SPARE[1])},
        "no dealer": {1: one, 2: two},
        "dealer six, none at 2": {1: one, 0: own[:-1]},
        "six, none at 1": {2: two[:-1], 0: own},
    }


WHOLE: tuple[Wager, ...] = (
    (ANN, 1, "main", 1000),
    (ANN, 1, "side", 200),
    (BOB, 2, "main", 1000),
    (BOB, 2, "side", 200),
)
FIRST_ONLY: tuple[Wager, ...] = ((ANN, 1, "main", 1000), (ANN, 1, "side", 200))
SHARED: tuple[Wager, ...] = (
    (ANN, 1, "main", 500),
    (BOB, 1, "main", 500),
    (BOB, 2, "main", 1000),
    (BOB, 1, "side", 200),
    (ANN, 1, "side", 300),
)
UNSEATED: tuple[Wager, ...] = (
    (ANN, 1, "main", 500),
    (CAT, 1, "main", 500),
    (BOB, 2, "main", 1000),
    (CAT, 1, "side", 200),
    (BOB, 2, "side", 200),
)
SIDE_BETTOR: tuple[Wager, ...] = (
    (ANN, 1, "main", 1000),
    (BOB, 2, "main", 500),
    (CAT, 2, "main", 500),
    (CAT, 1, "side", 200),
    (BOB, 2, "side", 200),
)
TWO_HANDS: tuple[Wager, ...] = ((ANN, 1, "main", 1000), (ANN, 2, "main", 1000), (ANN, 1, "side", 200))


def starts(name: str) -> Iterator[Start]:
    """Every start for a book, the most varied first."""
    book = small_book(name)
    envy = [side.key for side in book.side_wagers if any(line.envy for t in side.pay_tables for line in t.lines)]
    side = next(iter([*envy, *(side.key for side in book.side_wagers)]), "")
    make = functools.partial(Start, book=book, side=side)
    rare, plain = _deals(book.dealt, "seven", "low", "dealer"), _deals(book.dealt, "low", "pair", "dealer's pair")
    match = _deals(book.dealt, "seven", "royal match", "dealer")
    barred = _deals(book.dealt, "royal match", "low", "dealer's seven")
    shares = bool(book.procedure.shared_wagers_cite)
    physical = bool(book.procedure.irregularities)
    wrong = [name for name in rare if name != "right"] if physical else []
    yield make(name="whole, right", wagers=WHOLE, deals=(rare["right"],), rounds=2)
    yield make(name="whole, own deck", wagers=WHOLE, deck=True, own_hand="seven")
    yield make(name="betting", betting=True, deals=(match["right"], rare["none at 2"], rare["none at 1"]), rounds=2)
    yield make(name="whole, plain", wagers=WHOLE, deals=(plain["right"],))
    yield make(name="whole, both rare", wagers=WHOLE, deals=(match["right"],))
    yield make(name="whole, dealer rare", wagers=WHOLE, deals=(barred["right"],))
    turned = (c.EndSetting(by=DEALER_BY), c.Reveal(by=DEALER_BY))
    for named, right in (("plain", plain["right"]), ("rare", rare["right"])):
        if book.procedure.dealer_exposed:
            break
        dealt: tuple[c.Command, ...] = (c.KeyIn(by=DEALER_BY, hands=right), *turned)
        yield make(name=f"{named}, revealed", wagers=WHOLE, deals=(right,), then=dealt)
        yield make(name=f"{named}, settled", wagers=WHOLE, deals=(right,), then=(*dealt, c.Settle(by=DEALER_BY)))
        if book.procedure.irregularity(Fault.WRONG_HOUSE_WAY):
            wrong_low = c.Reveal(by=DEALER_BY, low=right[0][-2:])
            wrong_dealt = (*dealt[:2], wrong_low, c.Settle(by=DEALER_BY))
            yield make(name=f"{named}, settled wrong", wagers=WHOLE, deals=(right,), then=wrong_dealt, rounds=2)
    if shares:
        dealt = (c.KeyIn(by=DEALER_BY, hands=rare["right"]), *turned)
        yield make(name="shared, revealed", wagers=SHARED, deals=(rare["right"],), then=dealt)
        yield make(name="shared, right", wagers=SHARED, deals=(rare["right"],), rounds=2)
        yield make(name="unseated, right", wagers=UNSEATED, deals=(rare["right"],))
        yield make(name="side bettor, right", wagers=SIDE_BETTOR, deals=(rare["right"],))
        seats = {1: ANN, 2: ANN}
        yield make(name="two hands, right", wagers=TWO_HANDS, deals=(match["right"],), seats=seats)
        yield make(name="two hands, own deck", wagers=TWO_HANDS, deck=True, seats=seats)
        yield make(name="two hands, six", wagers=TWO_HANDS, deals=(plain["six"],), seats=seats)
    for deal in wrong:
        yield make(name=f"whole, {deal}", wagers=WHOLE, deals=((plain if "six" in deal else rare)[deal],))
        yield make(name=f"first only, {deal}", wagers=FIRST_ONLY, deals=(rare[deal],))
    if shares:
        dealt = (c.KeyIn(by=DEALER_BY, hands=rare["right"]), *turned)
        for named, wagers in (("whole", WHOLE), ("shared", SHARED)):
            short = c.Report(
                by=DEALER_BY, fault=Fault.UNDER_MINIMUM, position=1, wager=book.main.key, player="ann", cents=333
            )
            stands = (short, c.RemedyFault(by=SUPERVISOR, remedy=Remedy.LET_STAND), c.Settle(by=DEALER_BY))
            yield make(name=f"{named}, settled short", wagers=wagers, deals=(), then=(*dealt, *stands), rounds=2)
        yield from _power_failures(make, plain["six"], rare["right"])
    if physical:
        yield make(name="first only, two dealt", wagers=FIRST_ONLY, deals=(rare["right"],))
        if shares:
            for deal in wrong:
                yield make(name=f"shared, {deal}", wagers=SHARED, deals=(match[deal],))
                yield make(name=f"unseated, {deal}", wagers=UNSEATED, deals=(plain[deal],))


def _power_failures(make: Callable[..., Start], six: Deal, right: Deal) -> Iterator[Start]:
    """A power failure where players may withdraw already, or where a supervisor may permit it."""
    failed = c.Report(by=DEALER_BY, fault=Fault.POWER_FAILURE)
    removed = (
        c.KeyIn(by=DEALER_BY, hands=six),
        c.ViewHand(by=BOB, position=2),
        c.Report(by=DEALER_BY, fault=Fault.PLAYER_COUNT, position=1),
        c.RemedyFault(by=SUPERVISOR, remedy=Remedy.REMOVE_HAND),
    )
    yield make(name="power failure after a hand removed", wagers=WHOLE, then=(*removed, failed))
    discarded = (
        c.KeyIn(by=DEALER_BY, hands=right),
        c.ViewHand(by=ANN, position=1),
        c.Report(by=DEALER_BY, fault=Fault.UNWAGERED_CARDS, position=2),
        c.RemedyFault(by=DEALER_BY, remedy=Remedy.DISCARD_CARDS),
    )
    yield make(name="power failure after cards discarded", wagers=FIRST_ONLY, then=(*discarded, failed))
