"""A table played by people who mostly know the game and sometimes do not, and what must hold whatever they ask.

Here: drawing requests, a ledger that follows the events by itself, and the comparison of what a viewer is sent when the
cards hidden from them are others. Not here: running it (`test_table_machine`).
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from houseway.cards.card import Card
from houseway.errors import BadCards, Refused
from houseway.rulebook.comparison import Result
from houseway.rulebook.procedure import Act, Fault, Phase, Remedy, Role
from houseway.rulebook.rulebook import Rulebook, rank_of
from houseway.rulebook.wagers import Judged
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.decide import decide
from houseway.table.irregular import remedies
from houseway.table.opening import open_table
from houseway.table.state import DEALER, Table, evolve, restore
from houseway.table.view import WATCHER, told, view

ACTS: dict[type[c.Command], Act] = {
    c.Sit: Act.SIT,
    c.Leave: Act.LEAVE,
    c.AnnouncePlaceYourBets: Act.PLACE_YOUR_BETS,
    c.PlaceWager: Act.WAGER,
    c.WithdrawWager: Act.WITHDRAW,
    c.AnnounceNoMoreBets: Act.NO_MORE_BETS,
    c.Deal: Act.DEAL,
    c.KeyIn: Act.DEAL,
    c.ViewHand: Act.VIEW,
    c.SetHand: Act.SET,
    c.SetHouseWay: Act.SET_HOUSE_WAY,
    c.EndSetting: Act.END_SETTING,
    c.Reveal: Act.REVEAL,
    c.Concede: Act.CONCEDE,
    c.ViewConceded: Act.VIEW_CONCEDED,
    c.Settle: Act.SETTLE,
    c.Restrict: Act.RESTRICT,
    c.AllowMore: Act.ALLOW_MORE,
    c.Report: Act.REPORT,
    c.RemedyFault: Act.REMEDY,
    c.Retract: Act.REMEDY,
    c.WithdrawRemaining: Act.WITHDRAW_REMAINING,
    c.Correct: Act.CORRECT,
}
WHILE_ON_HOLD = {Act.REMEDY, Act.RESTRICT, Act.ALLOW_MORE}
PLAYERS = tuple(c.Actor(name, Role.PLAYER) for name in ("ann", "bob", "cat"))
STAFF = tuple(c.Actor(role.words, role) for role in Role if role is not Role.PLAYER)
DEALER_BY, SUPERVISOR, MANAGER, SHIFT_MANAGER = STAFF
NOBODY = c.Actor("", Role.PLAYER)
POSITIONS = range(1, 7)
RARE_HANDS = (
    "5c 6c 7c 8c 9c Tc Jc",
    "Ad 2d 3d 4d 5d 6d 7d",
    "Ah Kh Qh Jh Th Ks Qs",
    "Ac Kc Qc Jk Tc Kd Qd",
    "9h 8h 7h 6h 5h 4h Jk",
    "As Ah Ad Ac Jk 9s 9d",
    "Ks Kh Kd Ac Jk Qd Js",
)
EVENTS = msgspec.json.Decoder(e.AnyEvent)
encode = msgspec.json.encode


@dataclass
class Ledger:
    """The chips, counted from the events alone."""

    placed: int = 0
    given_back: int = 0
    kept: int = 0
    paid: int = 0
    layout: Counter[tuple[int, str, str]] = field(default_factory=Counter)

    def follow(self, event: e.Event) -> None:
        """Move the chips of one event; every chip placed is on the layout, given back, or kept by the house."""
        match event:
            case e.WagerPlaced(cents=cents):
                assert cents > 0
                self.placed += cents
                self.layout[_stake(event)] += cents
            case e.WagerWithdrawn(cents=cents):
                assert self.layout.pop(_stake(event)) == cents
                self.given_back += cents
            case e.WagerFound(was=was, cents=cents):
                assert self.layout[_stake(event)] == was
                assert cents > 0
                self.placed += cents - was
                self.layout[_stake(event)] = cents
            case e.WagerSettled():
                self._settle(event)
            case e.EnvyPaid(cents=cents):
                assert cents > 0
                self.paid += cents
            case e.SettlementCorrected(cents=cents):
                self.paid += cents
            case _:
                pass
        assert self.placed == sum(self.layout.values()) + self.given_back + self.kept

    def _settle(self, event: e.WagerSettled) -> None:
        assert self.layout.pop(_stake(event)) == event.stake
        assert 0 <= event.back <= event.stake
        assert 0 <= event.commission <= event.payout
        if event.result is not Result.LOSE:
            assert event.back == event.stake
        if event.result is not Result.WIN:
            assert event.payout == event.commission == 0
        else:
            assert event.payout > 0
        self.given_back += event.back
        self.kept += event.stake - event.back
        self.paid += event.payout - event.commission


def _stake(event: Any) -> tuple[int, str, str]:
    return event.position, event.wager, event.player


@dataclass
class Done:
    """A request that was granted: the table it met, what came of it, and the past it was given."""

    command: c.Command
    events: tuple[e.Event, ...]


class Play:
    """One table from its opening on, checked after every request."""

    def __init__(self, book: Rulebook, random: Random, seen: Counter[str]) -> None:
        self.book, self.random, self.seen = book, random, seen
        self.table, self.ledger = Table(), Ledger()
        self.history: list[Done] = []
        self.decoded: list[e.Event] = []
        self.before_settling: dict[int, Table] = {}
        sides = [side.key for side in book.side_wagers]
        self.wagers = [book.main.key, *sides]
        limits = {self.wagers[0]: (1000, 50000)} | dict.fromkeys(sides, (500, 5000))
        self.opened = open_table(
            book,
            name="one",
            unit=random.choice((100, 20, 500)),
            manual=random.random() < 0.3,
            limits=limits if book.procedure.limits_allowed and random.random() < 0.6 else None,
            pay_tables={side.key: random.choice(side.pay_tables).name for side in book.side_wagers},
        )
        self._take((self.opened,))

    # -----------------------------------------------------------------------------------------------------------------
    # Asking, and what must hold

    def ask(self, command: c.Command) -> bool:
        """Ask, and check: whether it was granted."""
        before = encode(self.table)
        past = self.before_settling.get(command.round) if isinstance(command, c.Correct) else None
        try:
            events = decide(self.book, self.table, command, past=past)
        except (Refused, BadCards):
            assert encode(self.table) == before
            self.seen["refused " + type(command).__name__] += 1
            return False
        assert encode(self.table) == before, "to decide changes nothing"
        assert events
        self._was_listed(command)
        if isinstance(command, c.Settle):
            self.before_settling[self.table.round] = self.table
        self._commission_is_exact(events)
        self._take(events)
        self.history.append(Done(command, events))
        self.seen["granted " + type(command).__name__] += 1
        assert restore(self.decoded) == self.table
        if self.table.phase is Phase.BETWEEN_ROUNDS:
            assert self.table.escrow() == 0
            assert self.table.hold is None
        return True

    def _take(self, events: tuple[e.Event, ...]) -> None:
        for event in events:
            self.seen[type(event).__name__] += 1
            self.table = evolve(self.table, event)
            read: e.Event = EVENTS.decode(encode(event))
            assert read == event
            self.decoded.append(read)
            self.ledger.follow(event)
            assert self.table.escrow() == sum(self.ledger.layout.values())

    def _was_listed(self, command: c.Command) -> None:
        """Only what the book lists for the phase is granted, to the role it names or a higher one."""
        act = ACTS[type(command)]
        if act is Act.WAGER and command.by.role is not Role.PLAYER:
            act = Act.WAGER_FOR
        rows = [row for row in self.book.procedure.permissions if row.act is act]
        assert rows
        assert self.table.phase in rows[0].phases
        assert command.by.name
        assert command.by.role >= rows[0].by
        assert (command.by.role is Role.PLAYER) == (rows[0].by is Role.PLAYER)
        if self.table.hold is not None:
            assert act in WHILE_ON_HOLD
        if isinstance(command, c.Report):
            faults = [known for known in self.book.procedure.irregularities if known.fault is command.fault]
            assert self.table.phase in faults[0].phases
        if isinstance(command, c.RemedyFault):
            assert self.table.hold is not None
            printed = self.book.procedure.irregularity(self.table.hold.fault)
            assert printed is not None
            assert any(p.remedy is command.remedy and command.by.role >= p.by for p in printed.remedies)

    def _commission_is_exact(self, events: tuple[e.Event, ...]) -> None:
        """The commission on a main wager is the book's part of what is paid, to the cent; on others there is none."""
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
            assert charged[position, wager] == payout * rate

    # -----------------------------------------------------------------------------------------------------------------
    # Requests

    def advance(self) -> None:
        """Bring the round to its next phase as people do who know the game."""
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
                self.ask(c.Deal(by=DEALER_BY, deck=self._deck()) if random.random() < 0.7 else self._keyed_in())
            case Phase.SETTING:
                if random.random() < (0.5 if self._where(Fault.MISDEAL) else 0.1):
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
        own = self._player_at(at)
        choices: dict[Phase, list[Callable[[], c.Command]]] = {
            Phase.BETWEEN_ROUNDS: [
                lambda: c.Leave(by=own, position=at),
                lambda: c.ViewConceded(by=random.choice(STAFF), position=at),
                lambda: c.Correct(by=random.choice(STAFF), round=table.round),
                lambda: c.Correct(by=random.choice(STAFF), round=table.round),
                lambda: c.Restrict(by=MANAGER, player=own.name, lift=own.name in table.restricted),
                lambda: c.AllowMore(by=SUPERVISOR, player=own.name, lift=own.name in table.allowed_more),
            ],
            Phase.BETTING: [
                lambda: self._wager(own, at),
                lambda: self._wager(random.choice(PLAYERS), at),
                lambda: self._wager(random.choice(STAFF), at, player=random.choice(PLAYERS).name),
                lambda: c.WithdrawWager(by=own, position=at, wager=random.choice(self.wagers)),
                lambda: c.Sit(by=random.choice(PLAYERS), position=random.choice(POSITIONS)),
                lambda: c.Restrict(by=SHIFT_MANAGER, player=own.name),
            ],
            Phase.CLOSED: [self._keyed_in, lambda: c.WithdrawRemaining(by=own)],
            Phase.SETTING: [
                lambda: c.ViewHand(by=own, position=at),
                lambda: c.SetHand(by=own, position=at, low=self._low(at)),
                lambda: c.SetHouseWay(by=DEALER_BY, position=at, low=self._low(at) if random.random() < 0.5 else ()),
                lambda: c.WithdrawRemaining(by=own),
            ],
            Phase.REVEALED: [
                lambda: c.Concede(by=own, position=at),
                lambda: c.ViewConceded(by=random.choice(STAFF), position=at),
                lambda: c.Correct(by=random.choice(STAFF), round=table.round - 1),
            ],
        }
        self.ask(random.choice(choices[table.phase])())

    def trouble(self) -> None:
        """Report something, mostly what really lies wrong, and mostly put it right at once."""
        fitting = [row.fault for row in self.book.procedure.irregularities if self.table.phase in row.phases]
        wrong = [fault for fault in fitting if self._where(fault)]
        faults = self.random.choice((wrong, wrong, wrong, fitting)) or list(Fault)
        self.ask(self._report(self.random.choice(faults)))
        if self.random.random() < 0.8:
            self.put_right()

    def _where(self, fault: Fault) -> list[int]:
        """The positions at which a fault that shows on the table lies."""
        table, dealt = self.table, self.book.dealt
        hands, wagers = table.hands, table.wagers
        match fault:
            case Fault.PLAYER_COUNT:
                return [at for at in wagers if at in hands and len(hands[at].cards) != dealt]
            case Fault.DEALER_COUNT:
                return [DEALER] if DEALER in hands and len(hands[DEALER].cards) != dealt else []
            case Fault.NO_CARDS:
                return [at for at in wagers if at not in hands]
            case Fault.UNWAGERED_CARDS:
                return [at for at in hands if at != DEALER and at not in wagers]
            case Fault.MISDEAL:
                return list(hands) if hands and set(hands) != {DEALER, *wagers} else []
            case Fault.WRONG_HOUSE_WAY:
                return [at for at, hand in hands.items() if hand.house_way]
            case Fault.SECOND_HAND_VIEWED:
                viewers = [hand.viewed_by for hand in hands.values() if hand.viewed_by]
                return [at for at in wagers if table.seats.get(at) in viewers]
            case Fault.UNDER_MINIMUM | Fault.OVER_MAXIMUM:
                return list(wagers) if table.limits else []
            case Fault.POWER_FAILURE | Fault.OTHER:
                return list(wagers)
        return []

    def put_right(self) -> None:
        """Choose a remedy, first without, then with the rank it takes."""
        for by in (self.random.choice(STAFF), SHIFT_MANAGER):
            printed = remedies(self.book, self.table)
            if printed:
                if self.random.random() < 0.1:
                    self.ask(c.Retract(by=by))
                self.ask(self._remedy(by, self.random.choice(printed).remedy))

    def odd(self) -> None:
        """Any request by anybody, with any arguments."""
        self.ask(self._odd(self.random.choice(list(ACTS))))

    def finish(self) -> None:
        """Bring the round to an end in whatever state it is; every book can, or money would lie there for good."""
        for _ in range(12):
            if self.table.phase is Phase.BETWEEN_ROUNDS:
                return
            if self.table.hold is not None:
                printed = remedies(self.book, self.table)
                assert printed, "a hold that no remedy ends"
                for choice in sorted(printed, key=lambda p: p.remedy is not Remedy.VOID):
                    if self.ask(self._remedy(SHIFT_MANAGER, choice.remedy)):
                        break
                continue
            self.ask(c.AnnounceNoMoreBets(by=DEALER_BY))
            self.ask(c.Deal(by=DEALER_BY, deck=self._deck()))
            self.ask(c.EndSetting(by=DEALER_BY))
            self.ask(c.Reveal(by=DEALER_BY))
            if not self.ask(c.Settle(by=DEALER_BY)):
                if self.table.phase is Phase.BETTING:
                    return  # nobody has wagered: the betting may stay open
                faults = (Fault.MISDEAL, Fault.DEVICE_COUNT, Fault.OTHER)
                any(self.ask(c.Report(by=DEALER_BY, fault=fault)) for fault in faults)
        raise AssertionError(f"the round cannot be ended: {self.table}")

    # -----------------------------------------------------------------------------------------------------------------
    # Their arguments

    def _player_at(self, position: int) -> c.Actor:
        return c.Actor(self.table.seats.get(position, "ann"), Role.PLAYER)

    def _wager(self, by: c.Actor, position: int, player: str = "") -> c.PlaceWager:
        wager = self.random.choice(self.wagers)
        cents = self.random.choice((500, 1000, 1500, 2000, 4500, 7 * self.table.unit, self.table.unit))
        return c.PlaceWager(by=by, position=position, wager=wager, cents=cents, player=player)

    def _everybody_wagers(self) -> None:
        random = self.random
        for position in sorted(self.table.seats):
            own = self._player_at(position)
            if random.random() < 0.9:
                self.ask(
                    c.PlaceWager(by=own, position=position, wager=self.wagers[0], cents=random.choice((1000, 5000)))
                )
            for side in self.wagers[1:]:
                if random.random() < 0.7:
                    self.ask(c.PlaceWager(by=own, position=position, wager=side, cents=random.choice((500, 1000))))
            if random.random() < 0.3:
                by = random.choice(PLAYERS)
                self.ask(c.PlaceWager(by=by, position=position, wager=self.wagers[0], cents=random.choice((500, 1500))))
            if random.random() < 0.1:
                self.ask(c.WithdrawWager(by=own, position=position, wager=random.choice(self.wagers)))

    def _reveal(self) -> None:
        self.ask(c.EndSetting(by=DEALER_BY))
        if self.book.procedure.dealer_exposed:
            self.ask(c.Settle(by=DEALER_BY))
        elif not self.ask(c.Reveal(by=DEALER_BY, low=self._low(DEALER) if self.random.random() < 0.3 else ())):
            self.trouble()

    def _some_concede(self) -> None:
        for position in self.table.in_play():
            if self.random.random() < 0.15:
                self.ask(c.Concede(by=self._player_at(position), position=position))
                if self.random.random() < 0.3:
                    self.ask(c.ViewConceded(by=self.random.choice(STAFF), position=position))

    def _everybody_sets(self) -> None:
        for position in self.table.in_play():
            own = self._player_at(position)
            if self.random.random() < 0.1:
                self.ask(c.SetHouseWay(by=DEALER_BY, position=position, low=self._low(position)))
            if self.random.random() < 0.8:
                self.ask(c.ViewHand(by=own, position=position))
                if self.random.random() < 0.9:
                    self.ask(c.SetHand(by=own, position=position, low=self._low(position)))

    def _low(self, position: int) -> c.Cards:
        """Two cards of a hand, mostly those of the house way."""
        hand = self.table.hands.get(position)
        if hand is None or len(hand.cards) < 2:
            return ("Ac", "Kd")
        if len(hand.cards) == self.book.dealt and self.random.random() < 0.7:
            return tuple(card.text for card in self.book.set(hand.cards).low)
        return tuple(self.random.sample(hand.cards, 2))

    def _deck(self) -> c.Cards:
        """A whole deck, sometimes with a rare hand on top."""
        deck = [card.text for card in self.book.deck.cards]
        self.random.shuffle(deck)
        if self.book.dealt == 7 and not self.table.manual:
            top: list[str] = []
            for rare in self.random.sample(RARE_HANDS, 3):
                cards = rare.split()
                if self.random.random() < 0.3 and not set(cards) & set(top):
                    top += cards
            deck = top + [card for card in deck if card not in top]
        return tuple(deck)

    def _keyed_in(self) -> c.KeyIn:
        """A physical deal, often wrong."""
        random, deck = self.random, list(self._deck())
        hands = {at: tuple(deck.pop() for _ in range(self.book.dealt)) for at in (*sorted(self.table.wagers), DEALER)}
        for _ in range(random.randint(0, 2)):
            at = random.choice(list(hands))
            match random.randint(0, 6):
                case 0:
                    hands[at] = hands[at][:-1]
                case 1:
                    hands[at] = (*hands[at], deck.pop())
                case 2:
                    hands[at] = ()
                case 3:
                    hands[random.choice(POSITIONS)] = tuple(deck.pop() for _ in range(min(7, len(deck) - 8)))
                case _:
                    to = random.choice(range(7))
                    hands[at], hands[to] = hands.get(to, ()), hands[at]
        return c.KeyIn(by=random.choice(STAFF), hands=hands)

    def _report(self, fault: Fault) -> c.Report:
        random, table = self.random, self.table
        at = random.choice(self._where(fault) or list(table.wagers) or [1])
        if random.random() < 0.2:
            at = random.choice((*table.hands, *POSITIONS, 0, -1))
        wager = random.choice(list(table.wagers.get(at, {})) or self.wagers)
        players = [stake.player for stake in table.stakes(at, wager)]
        amounts = {Fault.UNDER_MINIMUM: (100, 200, 480), Fault.OVER_MAXIMUM: (60000, 51000, 7000)}
        return c.Report(
            by=random.choice((*STAFF, DEALER_BY, DEALER_BY, PLAYERS[0])),
            fault=fault,
            position=at,
            wager=wager if random.random() < 0.9 else random.choice(self.wagers),
            player=random.choice(players if players and random.random() < 0.9 else ("ann", "bob", "cat", "", "eve")),
            cents=random.choice(amounts.get(fault, (0, 0, 1000, 60000, -100, 33))),
            cards=random.choice((0, 1, 2, 3)),
            handled=random.random() < 0.3,
        )

    def _remedy(self, by: c.Actor, remedy: Remedy) -> c.RemedyFault:
        random, table = self.random, self.table
        moves: dict[int, int] = {}
        hands: dict[int, c.Cards] = {}
        if remedy is Remedy.RECONSTRUCT:
            full = [at for at, hand in table.hands.items() if len(hand.cards) == self.book.dealt]
            empty = [at for at in (*table.wagers, DEALER) if at not in table.hands]
            strays = [at for at in full if at != DEALER and at not in table.wagers]
            moves = dict(zip(strays, empty, strict=False))
            if not moves and len(full) > 1:
                one, other = random.sample(full, 2)
                moves = {one: other, other: one}
            at = DEALER if table.hold and table.hold.fault is Fault.DEALER_COUNT else -1
            at = table.hold.position if table.hold and at < 0 else at
            held = table.hands[at].cards if at in table.hands else ()
            lying = {card for hand in table.hands.values() for card in hand.cards}
            free = [card.text for card in self.book.deck.cards if card.text not in lying]
            random.shuffle(free)
            hands = {at: (*held, *free)[: self.book.dealt]}
        return c.RemedyFault(by=by, remedy=remedy, moves=moves, hands=hands)

    def _odd(self, kind: type[c.Command]) -> c.Command:
        """A request of this kind with any arguments its types allow."""
        random = self.random
        values: dict[str, Callable[[], Any]] = {
            "by": lambda: random.choice((*PLAYERS, *STAFF, NOBODY, c.Actor("eve", Role.PLAYER))),
            "position": lambda: random.choice((-1, 0, 1, 2, 3, 4, 5, 6, 7, 10**9)),
            "wager": lambda: random.choice((*self.wagers, "", "nonsense")),
            "player": lambda: random.choice(("ann", "bob", "cat", "", "eve")),
            "cents": lambda: random.choice((-100, 0, 1, 7, 33, 100, 1000, 10**15)),
            "deck": lambda: random.choice((self._deck(), self._deck()[:-1], (), self._odd_cards())),
            "hands": lambda: {random.choice((0, 1, 2, 7, -1)): self._odd_cards() for _ in range(random.randint(0, 3))},
            "moves": lambda: {random.randint(-1, 7): random.randint(-1, 7) for _ in range(random.randint(0, 3))},
            "low": self._odd_cards,
            "lift": lambda: random.random() < 0.5,
            "fault": lambda: random.choice(list(Fault)),
            "remedy": lambda: random.choice(list(Remedy)),
            "cards": lambda: random.choice((-1, 0, 1, 2, 99)),
            "handled": lambda: random.random() < 0.5,
            "note": lambda: random.choice(("", "the lights went out")),
            "round": lambda: random.choice((-1, 0, 1, 2, self.table.round, 99)),
        }
        return kind(**{name: values[name]() for name in kind.__struct_fields__})

    def _odd_cards(self) -> c.Cards:
        held = [card for hand in self.table.hands.values() for card in hand.cards] or ["Ac", "Kd", "2h"]
        return self.random.choice(
            (
                (),
                ("",),
                ("Zz", "Ac"),
                ("Ac", "A♣"),
                ("10d", "@"),
                tuple(self.random.sample(held, min(2, len(held)))),
                tuple(self.random.sample(held, min(5, len(held)))),
                tuple(self.random.choices(held, k=7)),
                self._deck()[: self.book.dealt],
            )
        )


# ---------------------------------------------------------------------------------------------------------------------
# What a viewer is sent must not depend on cards hidden from them

VIEWERS = (WATCHER, *PLAYERS, *STAFF, c.Actor("eve", Role.PLAYER))


def check_nothing_hidden_shows(play: Play, viewer: c.Actor, upto: int) -> int:
    """Replay the first requests with the hidden cards shuffled among their places; what is sent stays the same.

    Returns how many requests were compared: the replay ends where the hidden cards rightly change what happens in the
    open, such as a foul that would not be one.
    """
    done = play.history[:upto]
    seen = _cards_seen(done, viewer)
    exchange = {number: _shuffled(play.book, cards, play.random) for number, cards in seen.items()}
    here = there = restore([play.opened])
    past: dict[int, Table] = {}
    for number, step in enumerate(done):
        command = _exchanged(there, step, exchange)
        if isinstance(command, c.Settle):
            past[there.round] = there
        if command is None:
            return number
        try:
            before = past.get(command.round) if isinstance(command, c.Correct) else None
            events = decide(play.book, there, command, past=before)
        except (Refused, BadCards):
            events = ()
        if [type(event) for event in events] != [type(event) for event in step.events]:
            assert _turns_on_hidden_cards(step, events), (command, step.events, events)
            return number
        beside = _settled_unseen(play.book, here, step)
        for mine, other in zip(step.events, events, strict=True):
            here, there = evolve(here, mine), evolve(there, other)
            if _tells_of_an_unseen_hand(mine, beside):
                continue
            assert encode(told(here, mine, viewer)) == encode(told(there, other, viewer)), (viewer, mine, other)
        assert encode(view(here, viewer)) == encode(view(there, viewer)), (viewer, command)
    return len(done)


def _cards_seen(done: list[Done], viewer: c.Actor) -> dict[int, set[str]]:
    """Round by round the cards that lie open to a viewer: the dealer's, those compared, and those the viewer viewed."""
    seen: dict[int, set[str]] = {0: set()}
    hands: dict[int, c.Cards] = {}
    own: set[int] = set()
    number = 0
    for event in itertools.chain.from_iterable(step.events for step in done):
        match event:
            case e.BettingOpened(round=number):
                seen[number], hands, own = set(), {}, set()
            case e.HandDealt(position=position, cards=cards) | e.HandReconstructed(position=position, cards=cards):
                hands[position] = cards
            case e.HandsMoved(moves=moves):
                hands = {moves.get(position, position): cards for position, cards in hands.items()}
            case e.HandViewed(position=position, player=player) if viewer == c.Actor(player, Role.PLAYER):
                own.add(position)
            case e.ConcededHandViewed(position=position, by=by) if viewer.role is not Role.PLAYER and viewer.name == by:
                own.add(position)
            case e.DealerRevealed(cards=cards):
                seen[number].update(cards)
            case e.HandShown(low=low, high=high):
                seen[number].update(low, high)
            case _:
                pass
        for position in own:
            seen[number].update(hands.get(position, ()))
    return seen


def _shuffled(book: Rulebook, seen: set[str], random: Random) -> dict[str, str]:
    """Each card in the place of another, the seen ones where they are."""
    hidden = [card.text for card in book.deck.cards if card.text not in seen]
    others = hidden.copy()
    random.shuffle(others)
    return dict(zip(hidden, others, strict=True)) | {card: card for card in seen}


def _exchanged(table: Table, step: Done, exchange: dict[int, dict[str, str]]) -> c.Command | None:
    """The same request about the exchanged cards; nothing where there is none."""
    instead = exchange[table.round]

    def other(cards: c.Cards) -> c.Cards:
        return tuple(instead[Card(card).text] for card in cards)

    match step.command:
        case c.Deal(deck=deck):
            return replace(step.command, deck=other(deck))
        case c.KeyIn(hands=hands) | c.RemedyFault(hands=hands) if hands:
            return replace(step.command, hands={at: other(cards) for at, cards in hands.items()})
        case c.SetHouseWay(low=low) | c.Reveal(low=low):
            return replace(step.command, low=other(low))
        case c.SetHand(position=position, low=low):
            foul = any(isinstance(event, e.FoulDeclared) for event in step.events)
            lows = (other(low), *_every_low(table.hands[position].cards))
            fitting = (two for two in lows if _is_foul(table.hands[position].cards, two) is foul)
            chosen = next(fitting, None)
            return replace(step.command, low=chosen) if chosen else None
    return step.command


def _every_low(cards: c.Cards) -> Iterator[c.Cards]:
    return itertools.combinations(cards, 2)


def _is_foul(cards: c.Cards, low: c.Cards) -> bool:
    high = [Card(card) for card in cards if card not in low]
    return not rank_of(high).outranks_or_equals(rank_of([Card(card) for card in low]))


def _turns_on_hidden_cards(step: Done, events: tuple[e.Event, ...]) -> bool:
    """Whether it is right that hidden cards decide what a request leads to."""
    settled = isinstance(step.command, c.Settle)
    if settled:
        return [type(x) for x in step.events if not isinstance(x, e.EnvyPaid)] == [
            type(x) for x in events if not isinstance(x, e.EnvyPaid)
        ]
    wrong_setting = isinstance(step.command, c.Report) and step.command.fault is Fault.WRONG_HOUSE_WAY
    by_hand = isinstance(step.command, c.SetHouseWay | c.Reveal) and bool(step.command.low)
    return wrong_setting or by_hand or isinstance(step.command, c.Correct)


def _settled_unseen(book: Rulebook, table: Table, step: Done) -> set[tuple[int, str]]:
    """The side wagers settled on hands that are never turned: conceded, or not set because the dealer failed."""
    if not isinstance(step.command, c.Settle):
        return set()
    shown = {event.position for event in step.events if isinstance(event, e.HandShown)}
    return {
        (position, side.key)
        for position in table.in_play()
        if position not in shown
        for side in book.side_wagers
        if side.judged is Judged.PLAYER_CARDS
    }


def _tells_of_an_unseen_hand(event: e.Event, unseen: set[tuple[int, str]]) -> bool:
    """Whether an event is the payment of a hand that stays face down: paid in the open, whatever it holds."""
    if isinstance(event, e.EnvyPaid):
        return bool(unseen)
    return isinstance(event, e.WagerSettled) and (event.position, event.wager) in unseen
