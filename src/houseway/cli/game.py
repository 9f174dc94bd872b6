"""A game against the dealer in the terminal: the course of the game and the cards.

Here: the steps of a round as a player meets them. Not here: chips and wagers (`wagering`), questions and messages
(`talk`), or any rule (`table`).
"""

from typing import Any, Final, TextIO

import msgspec

from houseway.cards.card import CARDS, Card, draw_cards, read_cards
from houseway.cli.draw import drawn, drawn_set, in_groups
from houseway.cli.games import DECLINED, LOST, Games
from houseway.cli.reviewing import told
from houseway.cli.talk import AT_EVERY_QUESTION
from houseway.cli.wagering import POSITION, Wagering
from houseway.errors import BadCards, OldVersion, Refused
from houseway.journal.store import Journal
from houseway.kept.decks import KeptDecks
from houseway.kept.tables import HOUSE, KeptTable
from houseway.maths.cache import Cache, cache_folder
from houseway.money import money
from houseway.rulebook.procedure import Act, Phase, Role
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.playing import must_not_be_foul
from houseway.table.state import DEALER, Hand
from houseway.web.past.review import review

_EXPLAINED: Final = (
    "Choose two of your cards for the low hand, by their numbers (1 2) or names (Ac Kd); the others are your high "
    "hand, which may not be lower. h sets the hand as the dealer would."
)
_COMPARE: Final = "Enter to compare, c to concede"
_CONCEDING: Final = "Both of your hands are compared with the dealer's; who concedes loses the main wager unseen."


class Game(Wagering):
    """One player against the dealer; every step starts from the table as the journal has it."""

    def __init__(
        self,
        book: Rulebook,
        journal: Journal,
        table: KeptTable,
        name: str,
        *,
        cut: bool,
        proofs: TextIO | None,
        json: bool,
    ) -> None:
        player = c.Actor(name, Role.PLAYER)
        super().__init__(
            table, player, journal, KeptDecks(journal, table.name, book), cut=cut, proofs=proofs, json=json
        )
        self.games = Games(journal, table.name)
        self.shown: set[tuple[int, int]] = set()

    # -----------------------------------------------------------------------------------------------------------------
    # The course of the game

    def run(self) -> None:
        """Play rounds until the player leaves."""
        self.tell(f"{self.book.source}\n{AT_EVERY_QUESTION}")
        steps = {
            Phase.BETWEEN_ROUNDS: self.wager,
            Phase.BETTING: self.bet,
            Phase.CLOSED: self.deal,
            Phase.SETTING: self.set,
            Phase.REVEALED: self.settle,
        }
        begun = False
        while True:
            try:
                if begun:
                    steps[self.kept.table.phase]()
                else:
                    self.begin()
                    begun = True
            except OldVersion:
                self.catch_up()

    def begin(self) -> None:
        """Continue where the last game ended; one that was cut off during a round counts as a power failure."""
        lost = self.games.lost()
        if self.games.others():
            self.tell("Another game is in progress at this table.")
        if lost:
            for event, _ in self.kept.after_power_failure():
                self.say(event)
        for game in lost:
            self.games.keep(LOST, {"game": game})
        table = self.kept.table
        if table.phase is Phase.BETWEEN_ROUNDS:
            return
        self.tell(f"Continuing round {table.round}.")
        if table.offer and table.wagers and self.games.declined != table.round:
            if self.yes(f"Withdraw your wagers of {money(table.escrow())} ({table.offer})? y or n", "n"):
                self.ask(c.WithdrawRemaining(by=self.player))
            else:
                self.games.keep(DECLINED, {"round": table.round})

    def catch_up(self) -> None:
        """Show what another game at the table has done."""
        changes = self.kept.catch_up()
        if changes:
            self.tell("Another game at this table has moved on. Here is what happened:")
        for event, _ in changes:
            if not isinstance(event, e.HandDealt):
                self.say(event)

    def leave(self) -> None:
        """Tell the player what they leave with, and what stays on the table."""
        self.kept.catch_up()
        table, name = self.kept.table, self.player.name
        self.tell(f"{name} leaves with {money(self.balance())}.")
        if table.escrow():
            row = self.book.procedure.permission(Act.WITHDRAW)
            late = row is not None and row.otherwise and table.phase is not Phase.BETTING
            clause = f" ({row.otherwise})" if row and late else ""
            self.tell(
                f"{money(table.escrow())} stays on the layout{clause}; the round continues the next time you play."
            )
        if self.proofs is None and table.round:
            self.tell(f"To check the decks: houseway fair export {table.id} -o {name}.jsonl")

    # -----------------------------------------------------------------------------------------------------------------
    # Cards

    def deal(self) -> None:
        """Deal the committed deck."""
        deck = tuple(CARDS[card].text for card in self.decks.deck(self.kept.table.round))
        for event in self.kept.ask(c.Deal(by=HOUSE, deck=deck)).events:
            if not isinstance(event, e.HandDealt | e.DealEnded):
                self.say(event)

    def set(self) -> None:
        """Show the cards and ask for the low hand; then the dealer reveals."""
        table = self.kept.table
        hand = table.hands.get(POSITION)
        if hand is not None and POSITION in table.wagers and not hand.is_set:
            if not hand.viewed_by:
                self.ask(c.ViewHand(by=self.player, position=POSITION), quiet=True)
            self.show_dealer()
            cards = in_groups(read_cards(hand.cards))
            self.show({"type": "your hand", "round": table.round, "cards": [card.text for card in cards]}, "Your hand:")
            self.draw(lambda: drawn(cards, numbered=True))
            low = self.low_hand(cards)
            self.ask(c.SetHand(by=self.player, position=POSITION, low=tuple(card.text for card in low)), quiet=True)
        if self.book.procedure.permission(Act.REVEAL) is None:
            self.settle()
        else:
            self.ask(c.Reveal(by=HOUSE))

    def low_hand(self, cards: list[Card]) -> tuple[Card, ...]:
        """Ask for the two cards of the low hand; a foul is reported before it is played."""
        setting = self.book.set(cards)
        while True:
            written = self.asked("Low hand: two cards or their numbers, h for the house way", "h", _EXPLAINED)
            if written.lower() == "h":
                self.tell(f"The house way: {draw_cards(setting.low)} low ({setting.clause}).")
                return setting.low
            try:
                low = _chosen(written, cards)
            except BadCards as error:
                self.refuse(error)
                continue
            high = tuple(card.text for card in cards if card not in low)
            try:
                must_not_be_foul(self.book, tuple(card.text for card in low), high)
            except Refused as foul:
                self.refuse(foul)
            else:
                return low

    def show_dealer(self) -> None:
        """Draw the dealer's hand once it is open, once per round."""
        table = self.kept.table
        dealer = table.hands.get(DEALER)
        if dealer is None or not dealer.shown or (table.round, DEALER) in self.shown:
            return
        self.shown.add((table.round, DEALER))
        hands = {"low": dealer.low, "high": dealer.high}
        self.show({"type": "dealer's hand", "round": table.round, **hands}, "The dealer's hand:")
        self.draw(lambda: drawn_set(*(read_cards(part) for part in (dealer.high, dealer.low))))

    def settle(self) -> None:
        """Offer to concede if the book allows it, settle, and show what the house way would have played."""
        table = self.kept.table
        hand = table.hands.get(POSITION)
        self.show_dealer()
        if hand and hand.is_set:
            self.tell(f"You: {_named(self.book, hand)}\nDealer: {_named(self.book, table.hands[DEALER])}")
        conceding = self.book.procedure.permission(Act.CONCEDE) is not None and POSITION in table.wagers
        if hand and conceding and not hand.conceded and self.chosen(_COMPARE, ("", "c"), "", _CONCEDING) == "c":
            self.ask(c.Concede(by=self.player, position=POSITION))
        before = self.kept.table
        self.ask(c.Settle(by=HOUSE))
        if hand and hand.is_set and not hand.house_way:
            found = review(self.book, before, POSITION, Cache(cache_folder()))
            written = {"type": "review", "round": table.round, **msgspec.to_builtins(found)}
            self.show(written, told(found))


def _ranks(book: Rulebook, hand: Hand) -> tuple[Any, Any]:
    low, high = (book.rank_of([Card(card) for card in part]) for part in (hand.low, hand.high))
    return low, high


def _named(book: Rulebook, hand: Hand) -> str:
    low, high = _ranks(book, hand)
    return f"high hand {str(high).lower()}; low hand {str(low).lower()}."


def _chosen(written: str, cards: list[Card]) -> tuple[Card, ...]:
    words = written.replace(",", " ").split()
    if len(words) == 2 and all(word.isdecimal() and 1 <= int(word) <= len(cards) for word in words):
        chosen = tuple(cards[int(word) - 1] for word in words)
    else:
        chosen = read_cards(written)
    if len(chosen) != 2 or chosen[0] is chosen[1]:
        raise BadCards("the low hand has two cards")
    for card in chosen:
        if card not in cards:
            raise BadCards(f"{card.symbol} is not in your hand")
    return chosen
