"""Random requests at a table: mostly from people who know the game, some wrong, some nonsense.

Here: the actors, and the arguments of single requests. Not here: sending the requests (`table_machine`).
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from houseway.rulebook.procedure import Act, Fault, Remedy, Role
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table.possible import ONLY_BY_HAND
from houseway.table.state import DEALER, Table

ACTS: dict[type[c.Command], Act] = {
    c.Sit: Act.SIT,
    c.Leave: Act.LEAVE,
    c.AnnouncePlaceYourBets: Act.PLACE_YOUR_BETS,
    c.PlaceWager: Act.WAGER,
    c.WithdrawWager: Act.WITHDRAW,
    c.AnnounceNoMoreBets: Act.NO_MORE_BETS,
    c.Deal: Act.DEAL,
    c.KeyIn: Act.DEAL,
    c.KeyAgain: Act.KEY_AGAIN,
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
    c.ShareArea: Act.SHARE,
    c.TakeBack: Act.TAKE_BACK,
    c.PermitWithdrawal: Act.PERMIT_WITHDRAWAL,
    c.Prohibit: Act.PROHIBIT,
}
WHILE_ON_HOLD = {Act.REMEDY, Act.RESTRICT, Act.ALLOW_MORE, Act.CORRECT}
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


class DrawnCommands:
    """Draws requests that suit the current table; the caller sets `table` and `random`."""

    def __init__(self, book: Rulebook, random: Random) -> None:
        self.book, self.random = book, random
        self.table = Table()
        self.wagers = [book.main.key, *(side.key for side in book.side_wagers)]

    def player_at(self, position: int) -> c.Actor:
        return c.Actor(self.table.seats.get(position, "ann"), Role.PLAYER)

    def wager(self, by: c.Actor, position: int, player: str = "") -> c.PlaceWager:
        wager = self.random.choice(self.wagers)
        cents = self.random.choice((500, 1000, 1500, 2000, 4500, 7 * self.table.unit, self.table.unit))
        return c.PlaceWager(by=by, position=position, wager=wager, cents=cents, player=player)

    def low(self, position: int) -> c.Cards:
        """Two cards of a hand, mostly those of the house way."""
        hand = self.table.hands.get(position)
        if hand is None or len(hand.cards) < 2:
            return ("Ac", "Kd")
        if len(hand.cards) == self.book.dealt and self.random.random() < 0.7:
            return tuple(card.text for card in self.book.set(hand.cards).low)
        return tuple(self.random.sample(hand.cards, 2))

    def deck(self) -> c.Cards:
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

    def keyed_in(self) -> c.KeyIn:
        """A physical deal, often wrong."""
        random, deck = self.random, list(reversed(self.deck()))
        hands = {at: tuple(deck.pop() for _ in range(self.book.dealt)) for at in (*sorted(self.table.wagers), DEALER)}
        for _ in range(random.choice((0, 1, 1, 2))):
            at = random.choice((*hands, DEALER))
            match random.randint(0, 8):
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

    def keyed_again(self) -> c.KeyAgain:
        """One hand with another card, mostly one that lies nowhere; or two hands the other way round."""
        random, lying = self.random, {at: hand.cards for at, hand in self.table.hands.items()}
        used = [card for cards in lying.values() for card in cards]
        free = [card.text for card in self.book.deck.cards if card.text not in used]
        at = random.choice(list(lying) or [1])
        hands = {at: (*lying.get(at, ())[1:], random.choice(free or used))}
        if random.random() < 0.3 and len(lying) > 1:
            one, other = random.sample(list(lying), 2)
            hands = {one: lying[other], other: lying[one]}
        elif random.random() < 0.1:
            hands[at] = random.choice((hands[at][1:], tuple(used[: self.book.dealt])))
        return c.KeyAgain(by=random.choice(STAFF), hands=hands)

    def where(self, fault: Fault) -> list[int]:
        """The positions with a fault that is visible on the table."""
        table, dealt = self.table, self.book.dealt
        if table.own_deck and fault in ONLY_BY_HAND:
            return []
        hands, wagers = table.hands, table.wagers
        match fault:
            case Fault.PLAYER_COUNT if not wagers:  # the round is over
                return [at for at in hands if at != DEALER]
            case Fault.PLAYER_COUNT:
                return [at for at in wagers if at in hands and len(hands[at].cards) != dealt]
            case Fault.DEALER_COUNT if not wagers:
                return [DEALER]
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
            case Fault.POWER_FAILURE | Fault.OTHER | Fault.DEVICE_COUNT | Fault.DECK_COUNT:
                return list(wagers)
        return []

    def report(self, fault: Fault) -> c.Report:
        random, table = self.random, self.table
        at = random.choice(self.where(fault) or list(table.wagers) or [1])
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
            cards=random.choice((0, 1, 2, 3, 6, 8, self.book.deck.size, self.book.deck.size - 1)),
            handled=random.random() < 0.3,
            note="something else" if fault is Fault.OTHER else "",
        )

    def remedy(self, by: c.Actor, remedy: Remedy) -> c.RemedyFault:
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

    def odd_command(self, kind: type[c.Command]) -> c.Command:
        """A request of this kind with any arguments its types allow."""
        random = self.random
        values: dict[str, Callable[[], Any]] = {
            "by": lambda: random.choice((*PLAYERS, *STAFF, NOBODY, c.Actor("eve", Role.PLAYER))),
            "position": lambda: random.choice((-1, 0, 1, 2, 3, 4, 5, 6, 7, 10**9)),
            "wager": lambda: random.choice((*self.wagers, "", "nonsense")),
            "player": lambda: random.choice(("ann", "bob", "cat", "", "eve")),
            "cents": lambda: random.choice((-100, 0, 1, 7, 33, 100, 1000, 10**15)),
            "deck": lambda: random.choice((self.deck(), self.deck()[:-1], (), self.odd_cards())),
            "hands": lambda: {random.choice((0, 1, 2, 7, -1)): self.odd_cards() for _ in range(random.randint(0, 3))},
            "own_deck": lambda: random.random() < 0.5,
            "moves": lambda: {random.randint(-1, 7): random.randint(-1, 7) for _ in range(random.randint(0, 3))},
            "low": self.odd_cards,
            "stop": lambda: random.random() < 0.5,
            "lift": lambda: random.random() < 0.5,
            "fault": lambda: random.choice(list(Fault)),
            "remedy": lambda: random.choice(list(Remedy)),
            "cards": lambda: random.choice((-1, 0, 1, 2, 52, 53, 99)),
            "handled": lambda: random.random() < 0.5,
            "note": lambda: random.choice(("", "the lights went out")),
            "round": lambda: random.choice((-1, 0, 1, 2, self.table.round, 99)),
        }
        return kind(**{name: values[name]() for name in kind.__struct_fields__})

    def odd_cards(self) -> c.Cards:
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
                self.deck()[: self.book.dealt],
            )
        )
