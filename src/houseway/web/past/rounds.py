"""A round of a table as one viewer may see it, while it is played or after it has ended.

Here: the lines and hands of one round for one viewer. Every card comes from `table.view` of the table after each event.
Not here: finding the events of a round (`history`).
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from houseway.journal.shuffle import COMPLETED, VOIDED
from houseway.kept.debts import AtATable
from houseway.rulebook.rulebook import Rulebook
from houseway.table import events as e
from houseway.table.commands import Actor, Cards
from houseway.table.evolve import evolve
from houseway.table.ranks import rank
from houseway.table.state import Table
from houseway.table.view import NOTHING, HandView, how_seen, view
from houseway.web.wire.lines import debt_line, line
from houseway.web.wire.scene import Line

IN_PROGRESS = ""
"""What `ended` is while a round is in progress."""


class AddedWords(msgspec.Struct, frozen=True, kw_only=True):
    """What a player added to the cut."""

    player: str
    words: str


class SeenProof(msgspec.Struct, frozen=True, kw_only=True):
    """The proof of a round's deck as `houseway fair verify` reads it; `deck` is top card first."""

    format: str
    table: str
    book: str
    round: int
    cards: int
    commitment: str
    seed: str
    salt: str
    cut: tuple[AddedWords, ...]
    deck: tuple[int, ...]
    ended: str
    reason: str


class SeenHand(msgspec.Struct, frozen=True, kw_only=True):
    """A hand of a round: only the number of cards while it is face down; its names once the viewer sees it set."""

    number: int
    cards: Cards = ()
    low: Cards = ()
    high: Cards = ()
    low_name: str = ""
    high_name: str = ""
    house_way: str = ""
    viewed_by: str = ""
    is_set: bool = False
    conceded: bool = False


class SeenRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round as a viewer may see it. `ended` is `completed`, `voided`, or empty while it is in progress.

    Position 0 is the dealer. The proof, which reveals the whole deck, is there once the round has ended and the house
    has revealed it.
    """

    table: str
    book: str
    round: int
    manual: bool
    """Whether the table is dealt one card at a time."""
    lines: tuple[Line, ...]
    hands: dict[int, SeenHand]
    ended: str
    commitment: str
    proof: SeenProof | None


class RoundReader:
    """Reads a round event by event for one viewer; `before` is the table before its first event."""

    def __init__(self, book: Rulebook, before: Table, viewer: Actor) -> None:
        self.book, self.viewer = book, viewer
        self.lines: list[Line] = []
        self.ended = IN_PROGRESS
        self._table = before
        self._hands: dict[int, HandView] = {}

    def add(self, event: e.Event) -> None:
        """Add an event, and look at the hands after it."""
        self._table = evolve(self._table, event)
        self._add_line(event, self._table.version)
        self._hands = view(self._table, self.viewer).hands
        if isinstance(event, e.RoundSettled | e.RoundVoided):
            self.ended = COMPLETED if isinstance(event, e.RoundSettled) else VOIDED

    def add_corrections(self, corrections: Iterable[tuple[int, e.Event]]) -> None:
        """Add corrections made after the round had ended; they change no hand."""
        for version, event in corrections:
            self._add_line(event, version)

    def add_debts(self, debts: Iterable[AtATable]) -> None:
        """Add what the round, or its correction, did to what players owe."""
        found = (debt_line(debt, self.viewer) for debt in debts)
        self.lines.extend(each for each in found if each is not None)
        self.lines.sort(key=lambda each: each.version)

    def _add_line(self, event: e.Event, version: int) -> None:
        how = how_seen(self._table, event, self.viewer)
        if how != NOTHING:
            self.lines.append(line(self.book, event, how, version))

    @property
    def hands(self) -> dict[int, SeenHand]:
        """The hands after the last event, the dealer's first."""
        return {position: _hand(self.book, hand) for position, hand in sorted(self._hands.items())}


def _hand(book: Rulebook, hand: HandView) -> SeenHand:
    high = tuple(card for card in hand.cards if card not in hand.low) if hand.low else ()
    named = len(hand.low) == book.dealt - book.high_size and len(high) == book.high_size
    return SeenHand(
        **msgspec.structs.asdict(hand),
        high=high,
        low_name=str(rank(book, hand.low)) if named else "",
        high_name=str(rank(book, high)) if named else "",
    )
