"""`houseway play`: a game in the terminal against the dealer, kept in the journal."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from houseway import books
from houseway.cards.card import CARDS, Card, draw_cards, read_cards
from houseway.cli.console import BookName, Json, out, print_json
from houseway.cli.draw import drawn
from houseway.errors import BadCards, HousewayError, Refused
from houseway.journal.decks import KeptDecks
from houseway.journal.place import default_journal
from houseway.journal.postings import player as player_account
from houseway.journal.store import Journal
from houseway.journal.tables import HOUSE, KeptTable, buy_chips
from houseway.rulebook.procedure import Act, Phase, Role
from houseway.rulebook.rulebook import Rulebook, rank_of
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.betting import money
from houseway.table.state import DEALER
from houseway.table.transcript import cents
from houseway.table.words import say

POSITION = 1
LEAVING = ("q", "quit", "leave")


class Leave(Exception):
    """The player leaves the table."""


def play(
    book: BookName,
    *,
    name: Annotated[str, typer.Option("--name", help="Who plays; the bankroll is kept under this name.")] = "player",
    chips: Annotated[str, typer.Option("--chips", help="What a new player's bankroll begins with.")] = "1,000.00",
    words: Annotated[str, typer.Option("--cut", help="Your words for the cut; they go into the shuffle.")] = "",
    proofs: Annotated[
        Path | None, typer.Option("--proofs", help="Add each round's proof of its deck to a file.")
    ] = None,
    db: Annotated[str, typer.Option("--db", help="The journal: a file, or the URL of a PostgreSQL database.")] = "",
    json: Json = False,
) -> None:
    """Play against the dealer: wager, set your hand, and read why each wager was paid as it was.

    Example: `houseway play mbs-v4 --name ann`

    At every question `q` leaves the table; a round that is under way is continued the next time.
    """
    rulebook = books.get(book)
    with Journal.open(db or default_journal()) as journal:
        if not journal.version(f"cage:{name}"):
            buy_chips(journal, name, cents(chips), key=f"first chips of {name}")
        table = KeptTable.open(journal, f"{rulebook.id}-{name}", rulebook, positions=1)
        game = Game(rulebook, journal, table, name, words, proofs, json)
        try:
            game.run()
        except (Leave, EOFError):
            game.tell(f"{name} leaves with {money(journal.balance(player_account(name)))}.")
            if table.table.escrow():
                game.tell(f"{money(table.table.escrow())} is on the layout; the round is continued the next time.")


class Game:
    """One player and the dealer; every step is taken from where the kept table stands."""

    def __init__(
        self,
        book: Rulebook,
        journal: Journal,
        table: KeptTable,
        name: str,
        words: str,
        proofs: Path | None,
        json: bool,
    ) -> None:
        self.book, self.journal, self.kept, self.json = book, journal, table, json
        self.player = c.Actor(name, Role.PLAYER)
        self.words, self.proofs = words, proofs
        self.decks = KeptDecks(journal, table.name, book)
        self.last = {book.main.key: table.table.unit * 10}

    def run(self) -> None:
        """Play rounds until the player leaves."""
        self.tell(str(self.book.source))
        for event in self.kept.after_power_failure():
            self.say(event)
        if self.kept.table.offer and self.asked("Withdraw your wagers? y or n", "n") == "y":
            self.ask(c.WithdrawRemaining(by=self.player))
        steps = {
            Phase.BETWEEN_ROUNDS: self.wager,
            Phase.BETTING: self.close,
            Phase.CLOSED: self.deal,
            Phase.SETTING: self.set,
            Phase.REVEALED: self.settle,
        }
        while True:
            steps[self.kept.table.phase]()

    def wager(self) -> None:
        """Open a round and place wagers; nothing is opened before the main wager is known."""
        balance = self.journal.balance(player_account(self.player.name))
        self.tell(f"\nBankroll {money(balance)}. Place your bets, please.")
        main = self.amount(self.book.main.name, self.last[self.book.main.key])
        if POSITION not in self.kept.table.seats:
            self.ask(c.Sit(by=self.player, position=POSITION))
        self.ask(c.AnnouncePlaceYourBets(by=HOUSE))
        self.place(self.book.main.key, self.book.main.name, main)
        for side in self.book.side_wagers:
            self.place(side.key, side.name, self.amount(side.name, self.last.get(side.key, 0)))

    def amount(self, name: str, usual: int) -> int:
        """Ask for an amount until it is one."""
        while True:
            written = self.asked(f"{name}: how much", money(usual))
            try:
                return cents(written)
            except HousewayError as error:
                self.tell(str(error))

    def place(self, key: str, name: str, amount: int) -> None:
        """Place a wager; where it is refused ask again, none is an answer except for the main wager."""
        while amount or key == self.book.main.key:
            try:
                self.ask(c.PlaceWager(by=self.player, position=POSITION, wager=key, cents=amount))
            except Refused as refusal:
                self.tell(str(refusal))
                amount = self.amount(name, self.last.get(key, 0))
            else:
                self.last[key] = amount
                return

    def close(self) -> None:
        """Commit to a deck, then no more bets."""
        if POSITION not in self.kept.table.wagers:
            self.place(self.book.main.key, self.book.main.name, self.amount(self.book.main.name, self.kept.table.unit))
        commitment = self.decks.commit(self.kept.table.round, self.player.name, self.words)
        self.tell(f"The deck is committed to: {commitment[:16]}...")
        self.ask(c.AnnounceNoMoreBets(by=HOUSE))

    def deal(self) -> None:
        """Deal the deck that was committed to."""
        deck = tuple(CARDS[card].text for card in self.decks.deck(self.kept.table.round))
        for event in self.kept.ask(c.Deal(by=HOUSE, deck=deck)):
            if not isinstance(event, e.HandDealt | e.DealEnded):
                self.say(event)

    def set(self) -> None:
        """Show the cards and ask for the low hand; then the dealer reveals."""
        table = self.kept.table
        hand = table.hands.get(POSITION)
        if hand is None or POSITION not in table.wagers:
            self.finish_setting()
            return
        if not hand.is_set:
            if not hand.viewed_by:
                self.ask(c.ViewHand(by=self.player, position=POSITION), quiet=True)
            cards = sorted(read_cards(hand.cards), key=lambda card: -card.index)
            if not self.json:
                out.print(drawn(cards, numbered=True))
            low = self.low_hand(cards)
            self.ask(c.SetHand(by=self.player, position=POSITION, low=tuple(card.text for card in low)))
        self.finish_setting()

    def low_hand(self, cards: list[Card]) -> tuple[Card, ...]:
        """Ask for the two cards of the low hand; a foul is said before it is played."""
        setting = self.book.set(cards)
        while True:
            written = self.asked("Low hand: two cards or their numbers, h for the house way", "h")
            if written == "h":
                self.tell(f"The house way: {draw_cards(setting.low)} low ({setting.clause}).")
                return setting.low
            try:
                low = _chosen(written, cards)
            except BadCards as error:
                self.tell(str(error))
                continue
            high = [card for card in cards if card not in low]
            if not rank_of(high).outranks_or_equals(rank_of(low)):
                self.tell(
                    f"{rank_of(low)} over {rank_of(high)} would be a foul hand ({self.book.procedure.foul_cite})."
                )
                continue
            self.tell(f"Low {rank_of(low)}, high {rank_of(high)}.")
            return low

    def finish_setting(self) -> None:
        """Reveal the dealer, or go on to the settlement where the dealer lies open."""
        if self.book.procedure.permission(Act.REVEAL) is None:
            self.settle()
            return
        self.ask(c.Reveal(by=HOUSE))
        dealer = self.kept.table.hands[DEALER]
        if not self.json:
            out.print(drawn([Card(card) for card in (*dealer.low, *dealer.high)]))

    def settle(self) -> None:
        """Offer to concede where the book has that, settle, and reveal the deck."""
        table = self.kept.table
        hand = table.hands.get(POSITION)
        conceding = self.book.procedure.permission(Act.CONCEDE) is not None and POSITION in table.wagers
        if hand and conceding and not hand.conceded and self.asked("Enter to compare, c to concede", "") == "c":
            self.ask(c.Concede(by=self.player, position=POSITION))
        number = table.round
        self.ask(c.Settle(by=HOUSE))
        if hand and hand.is_set and not hand.house_way:
            setting = self.book.set(hand.cards)
            if (rank_of(setting.low), rank_of(setting.high)) != tuple(
                rank_of([Card(card) for card in cards]) for cards in (hand.low, hand.high)
            ):
                self.tell(f"The house way would have played {draw_cards(setting.low)} low ({setting.clause}).")
        proof = self.decks.reveal(number)
        if proof is not None and self.proofs is not None:
            with self.proofs.open("a", encoding="utf-8") as file:
                file.write(proof.to_json() + "\n")

    def ask(self, command: c.Command, *, quiet: bool = False) -> None:
        """Put a request to the table and say what happened."""
        for event in self.kept.ask(command):
            if not quiet:
                self.say(event)

    def say(self, event: e.Event) -> None:
        """Say an event, or print it as JSON."""
        if self.json:
            print_json(msgspec.to_builtins(event))
        elif not isinstance(event, e.HandDealt | e.RevealEnded):
            self.tell(f"  {say(self.book, event)}")

    def tell(self, words: str) -> None:
        """Say something to the player; with JSON nothing but events is printed."""
        if not self.json:
            out.print(words, markup=False)

    def asked(self, question: str, usual: str) -> str:
        """The player's answer."""
        prompt = "" if self.json else f"{question}{f' [{usual}]' if usual else ''}: "
        sys.stdout.flush()
        answer = input(prompt).strip()
        if answer.lower() in LEAVING:
            raise Leave
        return answer or usual


def _chosen(written: str, cards: list[Card]) -> tuple[Card, ...]:
    words = written.split()
    if len(words) == 2 and all(word.isdigit() and 1 <= int(word) <= len(cards) for word in words):
        chosen = tuple(cards[int(word) - 1] for word in words)
    else:
        chosen = read_cards(written)
    if len(chosen) != 2 or chosen[0] is chosen[1]:
        raise BadCards("the low hand has two cards")
    for card in chosen:
        if card not in cards:
            raise BadCards(f"{card} is not in your hand")
    return chosen
