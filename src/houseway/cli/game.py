"""A game against the dealer: one player, every step taken from where the kept table stands.

Here: the steps of a round as a player meets them. Not here: how he is spoken to (`talk`), or any rule (`table`).
"""

from typing import Any, Final, TextIO

import msgspec

from houseway.cards.card import CARDS, Card, draw_cards, read_cards
from houseway.cli.draw import drawn, drawn_set, high_to_low
from houseway.cli.games import DECLINED, LOST, Games
from houseway.cli.talk import Talk
from houseway.errors import BadCards, BadEntry, OldVersion, Refused
from houseway.journal.shuffle import Proof
from houseway.journal.store import Journal
from houseway.kept.decks import KeptDecks
from houseway.kept.postings import player as player_account
from houseway.kept.tables import HOUSE, KeptTable, buy_chips
from houseway.money import money
from houseway.rulebook.procedure import Act, Phase, Role
from houseway.rulebook.rulebook import Rulebook, rank_of
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.betting import least
from houseway.table.playing import not_foul
from houseway.table.state import DEALER, Hand

POSITION: Final = 1


class Game(Talk):
    """One player and the dealer; every step is taken from where the kept table stands."""

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
        super().__init__(table, c.Actor(name, Role.PLAYER), json=json)
        self.journal = journal
        self.cut, self.proofs = cut, proofs
        self.decks = KeptDecks(journal, table.name, book)
        self.games = Games(journal, table.name)
        self.last = {book.main.key: table.table.unit * 10}
        self.offered: set[tuple[int, str]] = set()
        self.shown: set[tuple[int, int]] = set()

    # -----------------------------------------------------------------------------------------------------------------
    # The course of the game

    def run(self) -> None:
        """Play rounds until the player leaves."""
        self.tell(str(self.book.source))
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
        """Find the table as it was left; where a game was lost in a round, that is a power failure."""
        lost = self.games.lost()
        if self.games.others():
            self.tell("Another game is being played at this table.")
        if lost:
            for event, _ in self.kept.after_power_failure():
                self.say(event)
        for game in lost:
            self.games.keep(LOST, {"game": game})
        table = self.kept.table
        if table.phase is Phase.BETWEEN_ROUNDS:
            return
        self.tell(f"Round {table.round} is continued.")
        if table.offer and table.wagers and self.games.declined != table.round:
            if self.yes(f"Withdraw your wagers of {money(table.escrow())} ({table.offer})? y or n", "n"):
                self.ask(c.WithdrawRemaining(by=self.player))
            else:
                self.games.keep(DECLINED, {"round": table.round})

    def catch_up(self) -> None:
        """Take in what another game at the table has done."""
        changes = self.kept.catch_up()
        if changes:
            self.tell("The table has moved on: another game is being played at it. Here is what happened:")
        for event, _ in changes:
            if not isinstance(event, e.HandDealt):
                self.say(event)

    def leave(self) -> None:
        """Say what the player leaves with, and what stays."""
        self.kept.catch_up()
        table, name = self.kept.table, self.player.name
        self.tell(f"{name} leaves with {money(self.balance())}.")
        if table.escrow():
            row = self.book.procedure.permission(Act.WITHDRAW)
            late = row is not None and row.otherwise and table.phase is not Phase.BETTING
            clause = f" ({row.otherwise})" if row and late else ""
            self.tell(
                f"{money(table.escrow())} is on the layout and stays there{clause}; the round is continued the next "
                "time."
            )
        if self.proofs is None and table.round:
            self.tell(f"To check the decks: houseway fair export {table.id} -o {name}.jsonl")

    # -----------------------------------------------------------------------------------------------------------------
    # Chips and wagers

    def balance(self) -> int:
        """The player's chips, in cents, without those on the layout."""
        return self.journal.balance(player_account(self.player.name))

    def buy(self, amount: int) -> None:
        """Buy chips."""
        buy_chips(self.journal, self.player.name, amount)
        self.say(e.ChipsBought(player=self.player.name, cents=amount))

    def wager(self) -> None:
        """Open a round and place wagers; nothing is opened before the main wager is known."""
        self.reveal()
        main = self.book.main
        while self.balance() < self.least(main.key):
            least = money(self.least(main.key))
            self.tell(f"Your bankroll of {money(self.balance())} is below the least wager of {least}.")
            try:
                self.buy(self.amount("Buy chips: how much", 1000_00))
            except (Refused, BadEntry) as refusal:
                self.refuse(refusal)
        self.show(
            {"type": "bankroll", "player": self.player.name, "cents": self.balance()},
            f"\nBankroll {money(self.balance())}. Place your bets, please.",
        )
        amount = self.wager_amount(main.key, main.name)
        if POSITION not in self.kept.table.seats:
            self.ask(c.Sit(by=self.player, position=POSITION))
        self.ask(c.AnnouncePlaceYourBets(by=HOUSE))
        self.place(main.key, main.name, amount)

    def bet(self) -> None:
        """Ask for the wagers that are not placed yet; then commit to a deck, and no more bets."""
        main, number = self.book.main, self.kept.table.round
        if not self.kept.table.total(POSITION, main.key):
            self.place(main.key, main.name, self.wager_amount(main.key, main.name))
        for side in self.book.side_wagers:
            placed = self.kept.table.total(POSITION, side.key) or (number, side.key) in self.offered
            if not placed and self.balance() >= self.least(side.key):
                self.place(side.key, side.name, self.wager_amount(side.key, side.name))
            self.offered.add((number, side.key))
        commitment = self.decks.commit(number)
        self.show(
            {"type": "deck committed", "round": number, "commitment": commitment},
            f"  the deck of round {number} is committed to:\n  {commitment}",
        )
        if self.cut and not any(added.player == self.player.name for added in self.decks.words(number)):
            self.add_words(number)
        self.ask(c.AnnounceNoMoreBets(by=HOUSE))

    def add_words(self, number: int) -> None:
        """Ask for words for the cut; none is an answer."""
        while words := self.asked("Your words for the cut, or Enter for none", ""):
            try:
                self.decks.add_words(number, self.player.name, words)
            except Refused as refusal:
                self.refuse(refusal)
            else:
                return

    def least(self, key: str) -> int:
        """The least that can be wagered."""
        return least(self.kept.table, key)

    def wager_amount(self, key: str, name: str) -> int:
        """Ask how much to wager, saying the limits and the unit."""
        table, side = self.kept.table, key != self.book.main.key
        limits = f", {money(table.limits[key][0])} to {money(table.limits[key][1])}" if key in table.limits else ""
        none = ", 0 for none" if side else ""
        balance = self.balance() // table.unit * table.unit
        usual = min(self.last.get(key, 0), balance)
        return self.amount(f"{name}{limits}, in whole units of {money(table.unit)}{none}", usual)

    def place(self, key: str, name: str, amount: int) -> None:
        """Place a wager; where it is refused ask again, none is an answer except for the main wager."""
        while amount or key == self.book.main.key:
            try:
                self.ask(c.PlaceWager(by=self.player, position=POSITION, wager=key, cents=amount))
            except OldVersion:
                raise
            except (Refused, BadEntry) as refusal:
                self.refuse(refusal)
                amount = self.wager_amount(key, name)
            else:
                break
        self.last[key] = amount

    # -----------------------------------------------------------------------------------------------------------------
    # Cards

    def deal(self) -> None:
        """Deal the deck that was committed to."""
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
            cards = high_to_low(read_cards(hand.cards))
            self.show({"type": "your hand", "round": table.round, "cards": [card.text for card in cards]}, "Your hand:")
            self.draw(lambda: drawn(cards, numbered=True))
            low = self.low_hand(cards)
            self.ask(c.SetHand(by=self.player, position=POSITION, low=tuple(card.text for card in low)), quiet=True)
        if self.book.procedure.permission(Act.REVEAL) is None:
            self.settle()
        else:
            self.ask(c.Reveal(by=HOUSE))

    def low_hand(self, cards: list[Card]) -> tuple[Card, ...]:
        """Ask for the two cards of the low hand; a foul is said before it is played."""
        setting = self.book.set(cards)
        while True:
            written = self.asked("Low hand: two cards or their numbers, h for the house way", "h")
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
                not_foul(self.book, tuple(card.text for card in low), high)
            except Refused as foul:
                self.refuse(foul)
            else:
                return low

    def show_dealer(self) -> None:
        """Draw the dealer's hand where it lies open and was not drawn in this round yet."""
        table = self.kept.table
        dealer = table.hands.get(DEALER)
        if dealer is None or not dealer.shown or (table.round, DEALER) in self.shown:
            return
        self.shown.add((table.round, DEALER))
        hands = {"low": dealer.low, "high": dealer.high}
        self.show({"type": "dealer's hand", "round": table.round, **hands}, "The dealer's hand:")
        self.draw(lambda: drawn_set(*(read_cards(part) for part in (dealer.high, dealer.low))))

    def settle(self) -> None:
        """Offer to concede where the book has that, settle, and say what the house way would have been."""
        table = self.kept.table
        hand = table.hands.get(POSITION)
        self.show_dealer()
        if hand and hand.is_set:
            self.tell(f"You: {_named(hand)}\nDealer: {_named(table.hands[DEALER])}")
        conceding = self.book.procedure.permission(Act.CONCEDE) is not None and POSITION in table.wagers
        if hand and conceding and not hand.conceded and self.chosen("Enter to compare, c to concede", ("", "c")) == "c":
            self.ask(c.Concede(by=self.player, position=POSITION))
        self.ask(c.Settle(by=HOUSE))
        if hand and hand.is_set and not hand.house_way:
            setting = self.book.set(hand.cards)
            if (setting.low_rank, setting.high_rank) != _ranks(hand):
                self.tell(f"The house way would have played {draw_cards(setting.low)} low ({setting.clause}).")

    def reveal(self) -> None:
        """Reveal the decks of rounds that have ended."""
        for proof in self.decks.reveal_ended():
            self.show(msgspec.json.decode(proof.to_json()) | {"type": "deck revealed"}, _revealed(proof))
            if self.proofs is not None:
                self.proofs.write(proof.to_json() + "\n")
                self.proofs.flush()

    # -----------------------------------------------------------------------------------------------------------------
    # Saying and asking

    def ask(self, command: c.Command, *, quiet: bool = False) -> None:
        """Put a request to the table and say what happened."""
        for event in self.kept.ask(command).events:
            if self.json or not quiet:
                self.say(event)


def _ranks(hand: Hand) -> tuple[Any, Any]:
    low, high = (rank_of([Card(card) for card in part]) for part in (hand.low, hand.high))
    return low, high


def _named(hand: Hand) -> str:
    low, high = _ranks(hand)
    return f"high hand {str(high).lower()}; low hand {str(low).lower()}."


def _revealed(proof: Proof) -> str:
    void = f"; the round was void: {proof.reason}" if proof.reason else ""
    return f"  the deck of round {proof.round} is revealed{void}"


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
