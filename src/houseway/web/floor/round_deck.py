"""The deck of the round in play: the house's, committed to as betting opens, or a physical one.

Here: committing to the deck, the players' words for the cut, revealing the deck when the round has ended. All of it is
journal work, to be done in a thread; the caller shows pages what is returned. Not here: the
fair deck itself (`kept.decks`).
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from houseway.cards.card import CARDS
from houseway.errors import Refused
from houseway.kept.changes import Change
from houseway.kept.decks import KeptDecks
from houseway.rulebook.procedure import Phase
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.state import Table
from houseway.web.floor.fields import FIELDS
from houseway.web.wire.scene import HOUSE_DECK, TableMode

BEGINS_OR_ENDS = (e.BettingOpened, e.RoundSettled, e.RoundVoided)


class ShownDeck(msgspec.Struct, frozen=True, kw_only=True):
    """What pages are shown of the deck; no commitment if the cards come from a physical deck."""

    commitment: str = ""
    cut_by: tuple[str, ...] = ()
    """The players who added words to the cut."""


class RoundDeck:
    """What the round in play is dealt from."""

    def __init__(self, decks: KeptDecks) -> None:
        self.decks = decks
        self.shown = ShownDeck()
        """What pages are shown now; set by whoever shows the table."""
        self.commitment_due = False
        """Whether the house still has to commit to this round's deck: the journal failed when betting opened."""

    def bind(self, table: Table, mode: TableMode) -> ShownDeck:
        """Commit to the round's deck, if it is the house's."""
        self.commitment_due = table.phase is Phase.BETTING and mode.deck == HOUSE_DECK
        return self.commit(table.round)

    def commit(self, number: int) -> ShownDeck:
        """Commit to the deck of a round if that is due, and return what pages are shown of it."""
        if self.commitment_due:
            self.decks.commit(number)
            self.commitment_due = False
        cut_by = tuple(added.player for added in self.decks.words(number))
        return ShownDeck(commitment=self.decks.commitment(number), cut_by=cut_by)

    def is_unchanged_by(self, changes: Sequence[Change]) -> bool:
        """Whether changes leave the deck as it is, so that there is nothing to follow."""
        return not any(isinstance(change.event, BEGINS_OR_ENDS) for change in changes)

    def follow(self, changes: Sequence[Change], mode: TableMode) -> ShownDeck:
        """Commit to a deck as betting opens; reveal it once the round has ended."""
        kinds = {type(change.event) for change in changes}
        shown = self.bind(changes[-1].after, mode) if e.BettingOpened in kinds else self.shown
        if kinds & {e.RoundSettled, e.RoundVoided}:
            self.decks.reveal_ended()
            self.decks.forget()
        return shown

    def add_words(self, table: Table, player: str, words: str) -> ShownDeck:
        """Add a seated player's words to the cut."""
        if not table.positions_of(player):
            raise Refused("only a seated player may add words to the cut")
        if len(words) > FIELDS.cut:
            raise Refused(f"words for the cut may have at most {FIELDS.cut} characters")
        self.decks.add_words(table.round, player, words)
        return self.commit(table.round)

    def with_cards(self, table: Table, command: c.Command, mode: TableMode) -> c.Command:
        """A request with what the house knows of the deck: which one the round is dealt from, and its cards."""
        if isinstance(command, c.AnnouncePlaceYourBets):
            return msgspec.structs.replace(command, own_deck=mode.deck == HOUSE_DECK)
        if isinstance(command, c.KeyIn) and self.shown.commitment and not table.own_deck:  # begun by an older version
            raise Refused("the house has committed to a deck for this round: deal that one")
        if not isinstance(command, c.Deal) or table.phase is Phase.BETWEEN_ROUNDS:
            return command
        if not self.shown.commitment:
            raise Refused("this round is dealt from a physical deck: key in its cards")
        cards = tuple(CARDS[card].text for card in self.decks.deck(table.round))
        return c.Deal(by=command.by, deck=cards)
