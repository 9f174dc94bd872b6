"""A journal with one table, its decks and its history, in which tests play rounds step by step."""

from __future__ import annotations

from houseway import books
from houseway.cards.card import CARDS
from houseway.journal.store import Journal
from houseway.kept.decks import KeptDecks
from houseway.kept.tables import HOUSE, KeptTable, buy_chips
from houseway.rulebook.procedure import Role
from houseway.table import commands as c
from houseway.web.past.history import History

ANN, BOB, EVE = (c.Actor(name, Role.PLAYER) for name in ("ann", "bob", "eve"))
DEALER = c.Actor("dora", Role.DEALER)
BOOK = books.get("mbs-v4")


class Room:
    """A journal with one table, its decks and its history, and rounds played at it step by step."""

    def __init__(self, journal: Journal, name: str = "one", history: History | None = None) -> None:
        self.journal = journal
        self.kept = KeptTable.open(journal, name, BOOK, positions=3)
        self.decks = KeptDecks(journal, name, BOOK)
        self.history = history or History(journal)

    def ask(self, command: c.Command) -> None:
        """Send a request."""
        self.kept.ask(command)

    def sit(self, *players: c.Actor) -> None:
        """Seat players from position 1 on, with chips."""
        for position, player in enumerate(players, 1):
            if not self.journal.balance(f"player:{player.name}"):
                buy_chips(self.journal, player.name, 100_000_00)
            self.ask(c.Sit(by=player, position=position))

    def bet(self, *players: c.Actor) -> str:
        """Open a round, commit to its deck, and take the main wagers of those seated from position 1 on."""
        self.ask(c.AnnouncePlaceYourBets(by=HOUSE))
        commitment = self.decks.commit(self.kept.table.round)
        for player in players:
            (position,) = self.kept.table.positions_of(player.name)
            self.ask(c.PlaceWager(by=player, position=position, wager="main", cents=20_00))
        return commitment

    def deal(self) -> None:
        """Close the betting and deal the deck that was committed to."""
        self.ask(c.AnnounceNoMoreBets(by=HOUSE))
        deck = tuple(CARDS[card].text for card in self.decks.deck(self.kept.table.round))
        self.ask(c.Deal(by=HOUSE, deck=deck))

    def finish(self) -> None:
        """Set the remaining hands, reveal, settle, and reveal the deck."""
        self.ask(c.EndSetting(by=HOUSE))
        self.ask(c.Reveal(by=HOUSE))
        self.ask(c.Settle(by=HOUSE))
        self.decks.reveal(self.kept.table.round)

    def play(self, *players: c.Actor) -> None:
        """A whole round."""
        self.bet(*players)
        self.deal()
        self.finish()
