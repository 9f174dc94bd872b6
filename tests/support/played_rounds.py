"""Random rounds played by commands up to their settlement, with shared wagers, faults, remedies and corrections.

Here: what people do in a round; most of it is granted, and what is refused is skipped. Not here: rounds laid out
without playing (`laid_out_rounds`), comparing (`compared_settlements`).
"""

from __future__ import annotations

from collections import Counter
from random import Random

from houseway.errors import BadCards, Refused
from houseway.rulebook.procedure import Fault, Phase, Remedy, Role
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.decide import decide
from houseway.table.evolve import evolve
from houseway.table.irregular import remedies
from houseway.table.opening import open_table
from houseway.table.state import DEALER, Table
from support.drawn_commands import DEALER_BY, SHIFT_MANAGER, DrawnCommands
from support.laid_out_rounds import LIMITS, NAMES, SEATED, dealt, pay_tables
from support.second_opinion_cards import is_foul, qualifies

POSITIONS = range(1, 7)
AFTER_REVEAL = (Fault.UNDER_MINIMUM, Fault.OVER_MAXIMUM)


class PlayedTable:
    """A table at which random rounds are played."""

    def __init__(self, book: Rulebook, random: Random) -> None:
        self.book, self.random = book, random
        self.draw = DrawnCommands(book, random)
        self.seen: Counter[str] = Counter()
        self.asked: list[c.Command] = []
        limited = book.id == "mbs-v4" and random.random() < 0.7
        self.take(
            (
                open_table(
                    book,
                    name="one",
                    unit=random.choice((20, 100, 500)),
                    limits=LIMITS if limited else None,
                    pay_tables=pay_tables(book, random),
                ),
            )
        )

    @property
    def table(self) -> Table:
        """The table now."""
        return self.draw.table

    def take(self, events: tuple[e.Event, ...]) -> None:
        """Apply events."""
        for event in events:
            self.seen[type(event).__name__] += 1
            self.draw.table = evolve(self.table, event)

    def ask(self, command: c.Command, past: Table | None = None) -> tuple[e.Event, ...]:
        """The events of a command, applied; none if it is refused."""
        try:
            events = decide(self.book, self.table, command, past=past)
        except (Refused, BadCards):
            return ()
        self.asked.append(command)
        self.take(events)
        return events

    def chance(self, share: float) -> bool:
        """Whether something happens that happens so often."""
        return self.random.random() < share

    def player(self, name: str) -> c.Actor:
        """A player by name."""
        return c.Actor(name, Role.PLAYER)

    # -----------------------------------------------------------------------------------------------------------------
    # A round

    def round(self) -> tuple[Table, tuple[e.Event, ...]] | None:
        """Play a round: the table before it was settled, and the events of its settlement; none if it ended void."""
        self.sit()
        self.ask(c.AnnouncePlaceYourBets(by=DEALER_BY))
        self.bet()
        self.ask(c.AnnounceNoMoreBets(by=DEALER_BY))
        if self.table.phase is Phase.CLOSED:
            self.trouble(0.05)
            self.deal()
        if self.table.phase is Phase.SETTING:
            self.trouble(0.2)
            self.set_hands()
            self.trouble(0.2)
            self.ask(c.EndSetting(by=DEALER_BY))
            by_hand = self.book.id == "mbs-v4" and not self.table.own_deck
            low = self.draw.low(DEALER) if by_hand and self.chance(0.3) else ()
            self.ask(c.Reveal(by=DEALER_BY, low=low))
        if self.table.phase is Phase.REVEALED:
            self.trouble(0.2)
            for fault in self.random.choices(AFTER_REVEAL, k=self.random.randrange(4)):
                self.find(fault)
            for at in self.table.in_play():
                if self.chance(0.15):
                    self.ask(c.Concede(by=self.player(self.table.controller(at)), position=at))
        before = self.table
        events = self.ask(c.Settle(by=DEALER_BY))
        if not events:
            self.give_up()
            return None
        return before, events

    def give_up(self) -> None:
        """End a round that cannot be settled as it stands."""
        for _ in range(4):
            if self.table.phase is Phase.BETWEEN_ROUNDS or not self.table.wagers:
                return
            for fault in (Fault.WRONG_DECK, Fault.MISDEAL):
                self.ask(c.Report(by=DEALER_BY, fault=fault))
            for printed in remedies(self.book, self.table):
                self.ask(self.draw.remedy(SHIFT_MANAGER, printed.remedy))

    def sit(self) -> None:
        """Some sit down, some leave."""
        for at in self.random.sample(POSITIONS, self.random.choice((1, 2, 3, 4))):
            if at in self.table.seats and self.chance(0.3):
                self.ask(c.Leave(by=self.player(self.table.seats[at]), position=at))
            self.ask(c.Sit(by=self.player(self.random.choice(SEATED)), position=at))
            if self.book.id == "fortune-us":
                self.ask(c.AllowMore(by=SHIFT_MANAGER, player=self.table.seats[at]))

    def bet(self) -> None:
        """Everybody bets; others share the wagers of areas that are open to them."""
        for at, seated in sorted(self.table.seats.items()):
            self.wager(seated, at, "main", 0.9)
            self.ask(c.ShareArea(by=self.player(seated), position=at))
            for name in self.random.sample(NAMES, self.random.choice((0, 0, 1, 2))):
                self.wager(name, at, "main", 1)
        for at, seated in sorted(self.table.seats.items()):
            for side in self.draw.wagers[1:]:
                self.wager(seated, at, side, 0.6)
                self.wager(self.random.choice(NAMES), at, side, 0.4)
            if self.chance(0.1):
                name = self.random.choice((seated, self.random.choice(NAMES)))
                wager = self.random.choice(self.draw.wagers)
                self.ask(c.WithdrawWager(by=self.player(name), position=at, wager=wager))

    def wager(self, name: str, at: int, wager: str, share: float) -> None:
        """A wager, mostly within the limits."""
        units = self.random.choice((1, 2, 10, 13, 37, 50, 101, 250))
        if self.chance(share):
            cents = units * self.table.unit
            self.ask(c.PlaceWager(by=self.player(name), position=at, wager=wager, cents=cents))

    def deal(self) -> None:
        """Deal planted hands from a deck, or key them in, sometimes wrongly."""
        hands = dealt(self.book, self.random, sorted(self.table.wagers))
        if self.chance(0.5):
            front = [card for at in (*sorted(self.table.wagers), DEALER) for card in hands[at]]
            rest = [card.text for card in self.book.deck.cards if card.text not in front]
            self.dealt(c.Deal(by=DEALER_BY, deck=(*front, *rest)))
        elif self.chance(0.1):
            self.dealt(self.draw.keyed_in())
        if self.table.phase is Phase.CLOSED:
            self.dealt(c.KeyIn(by=DEALER_BY, hands=hands))

    def dealt(self, command: c.Command) -> None:
        """Deal; a dealer who then lies open and does not qualify pushes every main wager at once (R72)."""
        lying = {(at, s.player, s.cents) for at, there in self.table.wagers.items() for s in there.get("main", ())}
        events = self.ask(command)
        pushed = {(x.position, x.player, x.stake) for x in events if isinstance(x, e.WagerSettled)}
        if not events:
            return
        dealer = self.table.hands.get(DEALER)
        fails = self.book.id == "five-card" and dealer is not None and not qualifies(dealer.low)
        assert pushed == (lying if fails else set()), f"{dealer} pushed {pushed} of {lying}"
        for event in events:
            if isinstance(event, e.WagerSettled):
                given = (event.result.value, event.wager, event.payout, event.commission, event.back)
                assert given == ("standoff", "main", 0, 0, event.stake), event

    def set_hands(self) -> None:
        """Players set their hands, some foul; the dealer sets some the house way, some wrongly."""
        for at in self.table.in_play():
            by = self.player(self.table.controller(at))
            if self.chance(0.8):
                self.ask(c.ViewHand(by=by, position=at))
            hand = self.table.hands.get(at)
            if hand is not None and hand.viewed_by == by.name and self.chance(0.9):
                low = self.draw.low(at) if self.chance(0.5) else hand.cards[-2:]
                events = self.ask(c.SetHand(by=by, position=at, low=low))
                foul = any(isinstance(event, e.FoulDeclared) for event in events)
                assert not events or foul == is_foul(hand.cards, low), f"{hand.cards} with {low} low"
            elif self.chance(0.5):
                low = () if self.table.own_deck else self.draw.low(at)
                self.ask(c.SetHouseWay(by=DEALER_BY, position=at, low=low))

    def correct(self, before: Table) -> list[e.Event]:
        """Correct the round just settled in some of the ways the book prints, in any order."""
        events: list[e.Event] = []
        at = self.random.choice((*before.in_play(), DEALER))
        fault = Fault.PLAYER_COUNT if at != DEALER else Fault.DEALER_COUNT
        found = c.Report(
            by=DEALER_BY, fault=fault, position=at if at != DEALER else -1, cards=self.random.choice((6, 8))
        )
        ways = [c.Correct(by=SHIFT_MANAGER, round=before.round), found]
        self.random.shuffle(ways)
        for way in ways:
            if self.chance(0.6):
                events += self.ask(way, before)
            for remedy in (Remedy.REMOVE_HAND, Remedy.VOID):
                if self.table.hold is not None:
                    events += self.ask(c.RemedyFault(by=SHIFT_MANAGER, remedy=remedy), before)
            self.ask(c.Retract(by=SHIFT_MANAGER))
        return events

    # -----------------------------------------------------------------------------------------------------------------
    # What goes wrong

    def trouble(self, share: float) -> None:
        """Report a fault, mostly a real one, and remedy it."""
        if self.book.id == "mbs-v4" and self.chance(0.05):
            name = self.random.choice(NAMES)
            self.ask(c.Report(by=DEALER_BY, fault=Fault.CONFIDENTIALITY, player=name))
            self.put_right()
        fitting = [row.fault for row in self.book.procedure.irregularities if self.table.phase in row.phases]
        wrong = [fault for fault in fitting if self.draw.where(fault)]
        real: list[Fault] = [
            fault for fault in (Fault.PLAYER_COUNT, Fault.DEALER_COUNT, Fault.NO_CARDS) if fault in wrong
        ]
        if fitting and (real or self.chance(share)):
            faults: list[Fault] = real or self.random.choice((wrong, fitting)) or fitting
            self.ask(self.draw.report(self.random.choice(faults)))
        self.put_right()
        self.ask(c.PermitWithdrawal(by=SHIFT_MANAGER))
        if self.chance(0.3):
            name = self.random.choice(NAMES)
            self.ask(c.WithdrawRemaining(by=self.player(name)))

    def put_right(self) -> None:
        """Choose a remedy; void the round only now and then."""
        for _ in range(3):
            printed = [row.remedy for row in remedies(self.book, self.table)]
            if self.table.hold is None or not printed:
                return
            self.ask(self.draw.remedy(SHIFT_MANAGER, self.random.choice(printed)))
        if self.table.hold is not None:
            self.ask(c.Retract(by=SHIFT_MANAGER))

    def find(self, fault: Fault) -> None:
        """A wager turns out to lie under the minimum or over the maximum, in any whole cents."""
        at = self.random.choice(list(self.table.wagers) or [1])
        wager = self.random.choice(list(self.table.wagers.get(at, {})) or ["main"])
        stakes = self.table.stakes(at, wager)
        low, high = self.table.limits.get(wager, (1000, 2000))
        if stakes:
            cents = (
                self.random.randrange(1, low) if fault is Fault.UNDER_MINIMUM else self.random.randrange(high, 3 * high)
            )
            name = self.random.choice(stakes).player
            self.ask(c.Report(by=DEALER_BY, fault=fault, position=at, wager=wager, player=name, cents=cents))
            self.put_right()
