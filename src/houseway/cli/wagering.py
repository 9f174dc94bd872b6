"""Chips and wagers of a game in the terminal, and the fair deck that wagers are placed on.

Here: buying chips, placing wagers, committing to a deck and revealing it. Not here: the cards (`game`).
"""

from typing import Final, TextIO

import msgspec

from houseway.cli.talk import Talk
from houseway.errors import BadEntry, OldVersion, Refused
from houseway.journal.shuffle import Proof
from houseway.journal.store import Journal
from houseway.kept.decks import KeptDecks
from houseway.kept.postings import player as player_account
from houseway.kept.tables import HOUSE, KeptTable, buy_chips
from houseway.money import money
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.betting import least

POSITION: Final = 1


class Wagering(Talk):
    """A player who buys chips and bets them."""

    def __init__(
        self,
        table: KeptTable,
        player: c.Actor,
        journal: Journal,
        decks: KeptDecks,
        *,
        cut: bool,
        proofs: TextIO | None,
        json: bool,
    ) -> None:
        """A player with a bankroll in the journal."""
        super().__init__(table, player, json=json)
        self.journal, self.decks = journal, decks
        self.cut, self.proofs = cut, proofs
        self.last = {self.book.main.key: table.table.unit * 10}
        self.offered: set[tuple[int, str]] = set()

    def balance(self) -> int:
        """The player's chips in cents, without those on the layout."""
        return self.journal.balance(player_account(self.player.name))

    def buy(self, amount: int) -> None:
        """Buy chips."""
        buy_chips(self.journal, self.player.name, amount)
        self.say(e.ChipsBought(player=self.player.name, cents=amount))

    def wager(self) -> None:
        """Ask for the main wager, then open a round and place it."""
        self.reveal()
        main = self.book.main
        while self.balance() < self.least(main.key):
            least = money(self.least(main.key))
            self.tell(f"Your bankroll of {money(self.balance())} is below the minimum wager of {least}.")
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
        self.ask(c.AnnouncePlaceYourBets(by=HOUSE, own_deck=True))
        self.place(main.key, main.name, amount)

    def bet(self) -> None:
        """Ask for the wagers not placed yet, commit to a deck, and close the betting."""
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
            f"  commitment to the deck of round {number}:\n  {commitment}",
        )
        if self.cut and not any(added.player == self.player.name for added in self.decks.words(number)):
            self.add_words(number)
        self.ask(c.AnnounceNoMoreBets(by=HOUSE))

    def add_words(self, number: int) -> None:
        """Ask for words for the cut; the player may add none."""
        while words := self.asked("Your words for the cut, or Enter for none", ""):
            try:
                self.decks.add_words(number, self.player.name, words)
            except Refused as refusal:
                self.refuse(refusal)
            else:
                return

    def least(self, key: str) -> int:
        """The minimum for a wager."""
        return least(self.kept.table, key)

    def wager_amount(self, key: str, name: str) -> int:
        """Ask how much to bet, showing the limits and the unit."""
        table, side = self.kept.table, key != self.book.main.key
        limits = f", {money(table.limits[key][0])} to {money(table.limits[key][1])}" if key in table.limits else ""
        none = ", 0 for none" if side else ""
        balance = self.balance() // table.unit * table.unit
        usual = min(self.last.get(key, 0), balance)
        return self.amount(f"{name}{limits}, in whole units of {money(table.unit)}{none}", usual)

    def place(self, key: str, name: str, amount: int) -> None:
        """Place a wager; ask again if it is refused. Zero means none, except for the main wager."""
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

    def reveal(self) -> None:
        """Reveal the decks of rounds that have ended."""
        for proof in self.decks.reveal_ended():
            self.show(msgspec.json.decode(proof.to_json()) | {"type": "deck revealed"}, _revealed(proof))
            if self.proofs is not None:
                self.proofs.write(proof.to_json() + "\n")
                self.proofs.flush()


def _revealed(proof: Proof) -> str:
    void = f"; the round was void: {proof.reason}" if proof.reason else ""
    return f"  the deck of round {proof.round} is revealed{void}"
