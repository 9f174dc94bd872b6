"""A table where people mostly follow the game and sometimes do not, and what must hold after any request.

Here: sending requests, checking after each one, and the order in which people act. Not here: drawing single requests
(`drawn_commands`), the chips (`ledger`), what a viewer may see (`hidden_cards`), running it (`test_table_machine`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from random import Random

import msgspec

from houseway.errors import BadCards, Refused
from houseway.rulebook.procedure import Act, Fault, Phase, Remedy, Role
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.decide import decide, round_needed
from houseway.table.evolve import evolve
from houseway.table.irregular import remedies
from houseway.table.opening import open_table
from houseway.table.state import DEALER, Table
from support.drawn_commands import (
    ACTS,
    DEALER_BY,
    MANAGER,
    PLAYERS,
    POSITIONS,
    SHIFT_MANAGER,
    STAFF,
    SUPERVISOR,
    WHILE_ON_HOLD,
    DrawnCommands,
)
from support.ledger import Ledger

EVENTS = msgspec.json.Decoder(e.AnyEvent)
encode = msgspec.json.encode


@dataclass
class Done:
    """A request that was granted: the table before it, its events, and the past round it was given."""

    command: c.Command
    events: tuple[e.Event, ...]


def _pay_tables(book: Rulebook, random: Random) -> dict[str, str]:
    """A pay table for each side wager; those that have one between them get the same."""
    chosen = {side.key: random.choice(side.pay_tables).name for side in book.side_wagers}
    together = book.procedure.one_pay_table
    return chosen | dict.fromkeys(together, chosen[together[0]]) if together else chosen


class Play:
    """One table from its opening on, checked after every request."""

    def __init__(self, book: Rulebook, random: Random, seen: Counter[str]) -> None:
        self.book, self.seen = book, seen
        self.ledger = Ledger()
        self.history: list[Done] = []
        self.restored = Table()
        """The table as its events restore it, read from the journal one by one."""
        self.before_settling: dict[int, Table] = {}
        self.draw = DrawnCommands(book, random)
        self.wagers = self.draw.wagers
        limits = {self.wagers[0]: (1000, 50000)} | dict.fromkeys(self.wagers[1:], (500, 5000))
        self.opened = open_table(
            book,
            name="one",
            unit=random.choice((100, 20, 500)),
            manual=random.random() < 0.3 and not book.procedure.manual_refused_cite,
            limits=limits if book.procedure.limits_allowed and random.random() < 0.6 else None,
            pay_tables=_pay_tables(book, random),
        )
        self._take((self.opened,))

    @property
    def table(self) -> Table:
        """The current table."""
        return self.draw.table

    @property
    def random(self) -> Random:
        """The source of all random choices."""
        return self.draw.random

    @random.setter
    def random(self, source: Random) -> None:
        self.draw.random = source

    # -----------------------------------------------------------------------------------------------------------------
    # Sending requests, and what must hold afterwards

    def ask(self, command: c.Command) -> bool:
        """Send a request and check the outcome; returns whether it was granted."""
        before = encode(self.table)
        past = self.before_settling.get(round_needed(self.table, command))
        try:
            events = decide(self.book, self.table, command, past=past)
        except (Refused, BadCards):
            assert encode(self.table) == before
            self.seen["refused " + type(command).__name__] += 1
            return False
        assert encode(self.table) == before, "`decide` changed the table"
        assert events
        self._was_listed(command)
        if isinstance(command, c.Settle):
            self.before_settling[self.table.round] = self.table
        self._commission_is_exact(events)
        self._take(events)
        self.history.append(Done(command, events))
        self.seen["granted " + type(command).__name__] += 1
        assert self.restored == self.table
        if self.table.phase is Phase.BETWEEN_ROUNDS:
            assert self.table.escrow() == 0
            assert self.table.hold is None or Phase.BETWEEN_ROUNDS in self._phases(self.table.hold.fault)
        return True

    def _take(self, events: tuple[e.Event, ...]) -> None:
        for event in events:
            self.seen[type(event).__name__] += 1
            self.draw.table = evolve(self.table, event)
            read: e.Event = EVENTS.decode(encode(event))
            assert read == event
            self.restored = evolve(self.restored, read)
            self.ledger.follow(event)
            assert self.table.escrow() == sum(self.ledger.layout.values())

    def _was_listed(self, command: c.Command) -> None:
        """Check that the book lists a granted request for this phase and for this role or a lower one."""
        act = ACTS[type(command)]
        if act is Act.WAGER and command.by.role is not Role.PLAYER:
            act = Act.WAGER_FOR
        row = self.book.procedure.permission(act)
        assert row
        assert self.table.phase in row.phases
        assert command.by.name
        assert command.by.role >= row.by
        assert (command.by.role is Role.PLAYER) == (row.by is Role.PLAYER)
        if self.table.hold is not None:
            assert act in WHILE_ON_HOLD
        if isinstance(command, c.Report):
            assert self.table.phase in self._phases(command.fault)
        if isinstance(command, c.RemedyFault):
            assert self.table.hold is not None
            printed = self.book.procedure.irregularity(self.table.hold.fault)
            assert printed is not None
            assert any(p.remedy is command.remedy and command.by.role >= p.by for p in printed.remedies)

    def _phases(self, fault: Fault) -> tuple[Phase, ...]:
        known = self.book.procedure.irregularity(fault)
        assert known is not None
        return known.phases

    def _commission_is_exact(self, events: tuple[e.Event, ...]) -> None:
        """Check the commission: the book's share of the payout on a main wager to the nearest cent, nothing on others.

        Half a cent is not charged.
        """
        paid: Counter[tuple[int, str]] = Counter()
        charged: Counter[tuple[int, str]] = Counter()
        for event in events:
            if isinstance(event, e.WagerSettled):
                assert isinstance(event.payout, int)
                assert isinstance(event.commission, int)
                paid[event.position, event.wager] += event.payout
                charged[event.position, event.wager] += event.commission
        for (position, wager), payout in paid.items():
            rate = self.book.main.commission if wager == self.book.main.key else 0
            assert charged[position, wager] == ceil(payout * rate - Fraction(1, 2))

    # -----------------------------------------------------------------------------------------------------------------
    # Requests

    def advance(self) -> None:
        """Bring the round to its next phase as experienced people do."""
        random, table = self.random, self.table
        if table.hold is not None:
            self.put_right()
            return
        match table.phase:
            case Phase.BETWEEN_ROUNDS:
                for position in random.sample(POSITIONS, random.randint(1, 6)):
                    self.ask(c.Sit(by=random.choice(PLAYERS), position=position))
                self.ask(c.AnnouncePlaceYourBets(by=DEALER_BY))
            case Phase.BETTING:
                self._everybody_wagers()
                self.ask(c.AnnounceNoMoreBets(by=DEALER_BY))
            case Phase.CLOSED:
                self.ask(c.Deal(by=DEALER_BY, deck=self.draw.deck()) if random.random() < 0.4 else self.draw.keyed_in())
            case Phase.SETTING:
                if random.random() < (0.9 if self.draw.where(Fault.MISDEAL) else 0.2):
                    self.ask(c.Report(by=DEALER_BY, fault=Fault.MISDEAL))
                    self.put_right()
                self._everybody_sets()
                if random.random() < 0.7:
                    self._reveal()
            case Phase.REVEALED:
                self._some_concede()
                if random.random() < 0.7:
                    self.ask(c.Settle(by=DEALER_BY))

    def sensible(self) -> None:
        """A few requests that fit the phase."""
        for _ in range(3):
            self._sensible()

    def _sensible(self) -> None:
        random, table = self.random, self.table
        at = random.choice(list(table.seats) or [1])
        own = self.draw.player_at(at)
        choices: dict[Phase, list[Callable[[], c.Command]]] = {
            Phase.BETWEEN_ROUNDS: [
                lambda: c.Leave(by=own, position=at),
                lambda: c.ViewConceded(by=random.choice(STAFF), position=at),
                lambda: c.Correct(by=random.choice(STAFF), round=table.round),
                lambda: c.Correct(by=random.choice(STAFF), round=table.round),
                lambda: c.Restrict(by=MANAGER, player=own.name, lift=own.name in table.restricted),
                lambda: c.AllowMore(by=SUPERVISOR, player=own.name, lift=own.name in table.allowed_more),
                lambda: c.ShareArea(by=own, position=at),
                lambda: c.Prohibit(by=SHIFT_MANAGER, player=own.name, lift=own.name in table.prohibited),
                lambda: self.draw.report(random.choice((Fault.PLAYER_COUNT, Fault.DEALER_COUNT))),
            ],
            Phase.BETTING: [
                lambda: c.ShareArea(by=own, position=at, stop=at in table.shared),
                lambda: self.draw.wager(own, at),
                lambda: self.draw.wager(random.choice(PLAYERS), at),
                lambda: self.draw.wager(random.choice(STAFF), at, player=random.choice(PLAYERS).name),
                lambda: c.WithdrawWager(by=own, position=at, wager=random.choice(self.wagers)),
                lambda: c.Sit(by=random.choice(PLAYERS), position=random.choice(POSITIONS)),
                lambda: c.Restrict(by=SHIFT_MANAGER, player=own.name),
            ],
            Phase.CLOSED: [self.draw.keyed_in, lambda: c.WithdrawRemaining(by=own)],
            Phase.SETTING: [
                lambda: c.ViewHand(by=own, position=at),
                lambda: c.SetHand(by=own, position=at, low=self.draw.low(at)),
                lambda: c.TakeBack(by=own, position=at),
                lambda: c.PermitWithdrawal(by=SUPERVISOR),
                self.draw.keyed_again,
                lambda: c.SetHouseWay(
                    by=DEALER_BY, position=at, low=self.draw.low(at) if random.random() < 0.5 else ()
                ),
                lambda: c.WithdrawRemaining(by=own),
            ],
            Phase.REVEALED: [
                lambda: c.Concede(by=own, position=at),
                lambda: c.ViewConceded(by=random.choice(STAFF), position=at),
                lambda: c.Correct(by=random.choice(STAFF), round=table.round - 1),
                self.draw.keyed_again,
            ],
        }
        self.ask(random.choice(choices[table.phase])())

    def trouble(self) -> None:
        """Report a fault, mostly a real one, and mostly remedy it at once."""
        fitting = [row.fault for row in self.book.procedure.irregularities if self.table.phase in row.phases]
        wrong = [fault for fault in fitting if self.draw.where(fault)]
        faults = self.random.choice((wrong, wrong, wrong, fitting)) or list(Fault)
        self.ask(self.draw.report(self.random.choice(faults)))
        if self.random.random() < 0.8:
            self.put_right()

    def put_right(self) -> None:
        """Choose a remedy, first with too low a role, then with the role it needs."""
        for by in (self.random.choice(STAFF), SHIFT_MANAGER):
            printed = remedies(self.book, self.table)
            if printed:
                if self.random.random() < 0.1:
                    self.ask(c.Retract(by=by))
                last = next((p for p in printed if p.remedy is Remedy.RECONSTRUCT), printed[-1])
                self.ask(self.draw.remedy(by, self.random.choice((*printed, last)).remedy))

    def odd(self) -> None:
        """Any request by any actor, with any arguments."""
        self.ask(self.draw.odd_command(self.random.choice(list(ACTS))))

    def finish(self) -> None:
        """End the round from any state; every book must allow that, or money would stay on the layout forever."""
        for _ in range(12):
            if self.table.phase is Phase.BETWEEN_ROUNDS and self.table.hold is None:
                return
            if self.table.hold is not None:
                printed = remedies(self.book, self.table)
                assert printed, "no remedy ends this hold"
                for choice in sorted(printed, key=lambda p: p.remedy is not Remedy.VOID):
                    if self.ask(self.draw.remedy(SHIFT_MANAGER, choice.remedy)):
                        break
                continue
            self.ask(c.AnnounceNoMoreBets(by=DEALER_BY))
            self.ask(c.Deal(by=DEALER_BY, deck=self.draw.deck()))
            self.ask(c.EndSetting(by=DEALER_BY))
            self.ask(c.Reveal(by=DEALER_BY))
            if not self.ask(c.Settle(by=DEALER_BY)):
                if self.table.phase is Phase.BETTING:
                    return  # nobody has wagered: the betting may stay open
                faults = (Fault.MISDEAL, Fault.DEVICE_COUNT, Fault.DECK_COUNT, Fault.OTHER)
                found = self.book.deck.size - 1
                any(self.ask(c.Report(by=DEALER_BY, fault=fault, cards=found, note="stuck")) for fault in faults)
        raise AssertionError(f"the round cannot be ended: {self.table}")

    # -----------------------------------------------------------------------------------------------------------------
    # What several people do in turn

    def _everybody_wagers(self) -> None:
        random = self.random
        for position in sorted(self.table.seats):
            own = self.draw.player_at(position)
            if random.random() < 0.9:
                self.ask(
                    c.PlaceWager(by=own, position=position, wager=self.wagers[0], cents=random.choice((1000, 5000)))
                )
            for side in self.wagers[1:]:
                if random.random() < 0.7:
                    self.ask(c.PlaceWager(by=own, position=position, wager=side, cents=random.choice((500, 1000))))
            if random.random() < 0.3:
                self.ask(c.ShareArea(by=own, position=position))
                by = random.choice(PLAYERS)
                self.ask(c.PlaceWager(by=by, position=position, wager=self.wagers[0], cents=random.choice((500, 1500))))
            if random.random() < 0.1:
                self.ask(c.WithdrawWager(by=own, position=position, wager=random.choice(self.wagers)))

    def _reveal(self) -> None:
        self.ask(c.EndSetting(by=DEALER_BY))
        if self.book.procedure.dealer_exposed:
            self.ask(c.Settle(by=DEALER_BY))
        elif not self.ask(c.Reveal(by=DEALER_BY, low=self.draw.low(DEALER) if self.random.random() < 0.3 else ())):
            if self.draw.where(Fault.DEALER_COUNT):
                self.ask(c.Report(by=DEALER_BY, fault=Fault.DEALER_COUNT, handled=True))
                self.put_right()
            self.trouble()

    def _some_concede(self) -> None:
        for position in self.table.in_play():
            if self.random.random() < 0.15:
                self.ask(c.Concede(by=self.draw.player_at(position), position=position))
                if self.random.random() < 0.3:
                    self.ask(c.ViewConceded(by=self.random.choice(STAFF), position=position))

    def _everybody_sets(self) -> None:
        for position in self.table.in_play():
            own = self.draw.player_at(position)
            if self.random.random() < 0.1:
                self.ask(c.SetHouseWay(by=DEALER_BY, position=position, low=self.draw.low(position)))
            if self.random.random() < 0.8:
                self.ask(c.ViewHand(by=own, position=position))
                if self.random.random() < 0.9:
                    self.ask(c.SetHand(by=own, position=position, low=self.draw.low(position)))
