"""The deck of the round in play: bound to the house's commitment, or a physical one.

Here: committing as betting opens, the players' words, revealing when the round has ended. All of it is journal work, to
be done in a thread. Not here: the fair deck itself (`journal.decks`).
"""

from __future__ import annotations

from collections.abc import Iterable

from houseway.cards.card import CARDS
from houseway.errors import Refused
from houseway.kept.decks import KeptDecks
from houseway.rulebook.procedure import Phase
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.state import Table
from houseway.web.floor.fields import FIELDS
from houseway.web.wire.scene import HOUSE_DECK, Running


class RoundDeck:
    """What the round in play is dealt from."""

    def __init__(self, decks: KeptDecks) -> None:
        self.decks = decks
        self.commitment = ""
        """What the house is bound by; nothing where the cards come from a physical deck."""
        self.cut_by: tuple[str, ...] = ()
        self._owed = False
        """Whether the house has still to commit: the journal failed just then."""

    def bind(self, table: Table, running: Running) -> None:
        """Commit to the round's deck where it comes from the house, and look at what the round is bound to."""
        self._owed = table.phase is Phase.BETTING and running.deck == HOUSE_DECK
        self.commitment, self.cut_by = "", ()
        self._commit(table.round)

    def take(self, table: Table, events: Iterable[e.Event], running: Running) -> None:
        """Commit as betting opens; reveal once the round has ended."""
        kinds = {type(event) for event in events}
        if e.BettingOpened in kinds:
            self.bind(table, running)
        if kinds & {e.RoundSettled, e.RoundVoided}:
            self.decks.reveal_ended()
            self.decks.forget()

    def _commit(self, number: int) -> None:
        if self._owed:
            self.decks.commit(number)
            self._owed = False
        self._look(number)

    def add_words(self, table: Table, player: str, words: str) -> None:
        """Add a seated player's words to the cut."""
        if not table.positions_of(player):
            raise Refused("only a seated player adds to the cut")
        if len(words) > FIELDS.cut:
            raise Refused(f"the words for the cut have at most {FIELDS.cut} letters")
        self.decks.add_words(table.round, player, words)
        self._look(table.round)

    def dealt(self, table: Table, command: c.Command) -> c.Command:
        """A deal with the cards of the deck; a round has either the house's deck or a physical one."""
        if self._owed:
            self._commit(table.round)
        if isinstance(command, c.KeyIn) and self.commitment:
            raise Refused("the house has committed to a deck for this round: deal that one")
        if not isinstance(command, c.Deal) or table.phase is Phase.BETWEEN_ROUNDS:
            return command
        if not self.commitment:
            raise Refused("this round is dealt from a physical deck: key its cards in")
        cards = tuple(CARDS[card].text for card in self.decks.deck(table.round))
        return c.Deal(by=command.by, deck=cards)

    def _look(self, number: int) -> None:
        self.commitment = self.decks.commitment(number)
        self.cut_by = tuple(added.player for added in self.decks.words(number))
