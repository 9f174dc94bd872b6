"""A rulebook as one frozen value, and setting a hand by it.

Here: the whole book, setting one hand with its reasons, and setting many. Not here: proving a book (`check`), printing
it (`page`), or any particular book (`houseway.books`).
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from houseway.cards import tables
from houseway.cards.card import CARDS, Card, draw_cards, read_cards, show_cards
from houseway.cards.deck import Deck
from houseway.cards.ranking import HandRank, Wheel
from houseway.cards.shapes import Shapes, canonical, shapes_of
from houseway.cards.tables import Cards
from houseway.errors import BadBook, BadCards, shortened
from houseway.rulebook import together
from houseway.rulebook.citation import Alternative, Reference, Ruling, Source
from houseway.rulebook.digest import LATER, written
from houseway.rulebook.expect import expect, expect_all, expect_name
from houseway.rulebook.hands import Hands, hands_of_every_shape, places_of_low, refined_hands
from houseway.rulebook.houseway import (
    NO_SPLIT,
    Clause,
    HouseWay,
    Settings,
    best_permitted,
    split_where_applies,
)
from houseway.rulebook.lookup import Lookup, Tables
from houseway.rulebook.procedure import Procedure
from houseway.rulebook.wagers import Judged, MainWager, PayTable, Push, SideWager

_NUMBERS = {3: "three", 5: "five", 7: "seven"}


@dataclass(frozen=True)
class Setting:
    """How the house way sets one hand, and the clause that decided it."""

    book: str
    hand: tuple[Card, ...]
    low: tuple[Card, ...]
    high: tuple[Card, ...]
    low_rank: HandRank
    high_rank: HandRank
    clause: str
    rulings: tuple[str, ...]

    def __str__(self) -> str:
        return f"{draw_cards(self.low)} under {draw_cards(self.high)} ({self.clause})"


@dataclass(frozen=True)
class Reason:
    """A clause that applied to a hand, the low hand it would play, and the exceptions that overrode it."""

    clause: Clause
    low: tuple[Card, ...]
    overridden_by: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Rulebook:
    """One printed rulebook as data."""

    id: str
    """The name of the book: letters, digits and hyphens."""
    source: Source
    """The printed document."""
    deck: Deck
    """The deck it is played with."""
    dealt: int
    """How many cards a hand has: 7 or 5."""
    high_size: int
    """How many of them are the high hand: 5 or 3."""
    clauses: tuple[Clause, ...]
    """The house way."""
    main: MainWager
    """The wager on both hands."""
    procedure: Procedure
    """How a round is conducted."""
    side_wagers: tuple[SideWager, ...] = ()
    """The other wagers."""
    rulings: tuple[Ruling, ...] = ()
    """What the document leaves open, and how it was decided."""
    alternatives: tuple[Alternative, ...] = ()
    """Readings that the rulings rejected."""
    references: tuple[Reference, ...] = ()
    """Printed rows that only refer to other clauses."""
    wheel: Wheel = field(default=Wheel.LOWEST, repr=False, metadata=LATER)
    """What A-2-3-4-5 is worth among straights."""
    group: str = field(default="", repr=False, compare=False)
    """The heading under which lists of books show it."""
    summary: str = field(default="", repr=False, compare=False)
    """How it differs from the others, in one line."""

    def __post_init__(self) -> None:
        expect_name(self.id, "the id of a book")
        if "/" in self.id or "\\" in self.id:
            raise BadBook(f"the id of a book cannot contain a slash: {self.id!r}")
        for value, kind, what in (
            (self.source, Source, "`source`"),
            (self.deck, Deck, "`deck`"),
            (self.dealt, int, "`dealt`"),
            (self.high_size, int, "`high_size`"),
            (self.main, MainWager, "`main`"),
            (self.procedure, Procedure, "`procedure`"),
            (self.wheel, Wheel, "`wheel`"),
            (self.group, str, "`group`"),
            (self.summary, str, "`summary`"),
        ):
            expect(value, kind, f"{self.id}: {what}")
        expect_all(self.clauses, Clause, f"{self.id}: `clauses`")
        expect_all(self.side_wagers, SideWager, f"{self.id}: `side_wagers`")
        expect_all(self.rulings, Ruling, f"{self.id}: `rulings`")
        expect_all(self.alternatives, Alternative, f"{self.id}: `alternatives`")
        expect_all(self.references, Reference, f"{self.id}: `references`")
        keys = [self.main.key, *(side.key for side in self.side_wagers)]
        if len(set(keys)) < len(keys):
            raise BadBook(f"{self.id}: every wager needs its own key: {', '.join(keys)}")
        games = {(7, 5, True), (7, 5, False), (5, 3, False)}
        if (self.dealt, self.high_size, self.deck.joker) not in games:
            raise BadBook(
                f"{self.id}: a book deals seven cards for five and two, or five of a deck without Joker for three and "
                f"two; not {self.dealt} of {self.deck} for {self.high_size} and {self.dealt - self.high_size}"
            )
        if self.deck.size < 2 * self.dealt:
            raise BadBook(f"{self.id}: {self.deck} are not enough for a player's and a dealer's hand of {self.dealt}")

    def __hash__(self) -> int:
        """Hash the digest, which is computed once: a book is a large value and the key of many caches."""
        return hash(self.digest)

    @property
    def house_way(self) -> HouseWay:
        """The clauses as a whole."""
        return HouseWay(self.clauses)

    @property
    def shapes(self) -> Shapes:
        """The distinguishable hands of this book's deck."""
        return shapes_of(self.deck, dealt=self.dealt, flush=self.high_size)

    @property
    def number_of_hands(self) -> int:
        """How many hands the deck deals."""
        return self.deck.hands(self.dealt)

    @functools.cached_property
    def digest(self) -> str:
        """A fingerprint of the book as `digest.written` writes it."""
        return hashlib.sha256(written(self).encode()).hexdigest()

    @functools.cached_property
    def settings_digest(self) -> str:
        """A fingerprint of how the book sets hands and which hands of the dealer push, regardless of payments."""
        said = repr((self.deck, self.dealt, self.high_size, self.clauses, self.main.dealer_fails))
        if self.wheel is not Wheel.LOWEST:
            said += repr(self.wheel)
        if self.main.other_pushes:
            said += repr([(push.judged, push.when) for push in self.main.other_pushes])
        return hashlib.sha256(said.encode()).hexdigest()

    def clause(self, cite: str) -> Clause:
        """The clause printed at that place."""
        for clause in self.clauses:
            if clause.cite == cite:
                return clause
        raise BadBook(f"{self.id} has no clause {cite!r}")

    def read_hand(self, written: str | Iterable[Card | str]) -> tuple[Card, ...]:
        """A whole hand of this book, in the order it was written."""
        cards = read_cards(written)
        if len(cards) != self.dealt:
            raise BadCards(
                f"{self.id} deals {_NUMBERS.get(self.dealt, self.dealt)} cards, not {len(cards)}: "
                f"{shortened(show_cards(cards))!r}"
            )
        for card in cards:
            if not self.deck.has([card.index]):
                what = "no Joker" if card.is_joker else f"no {card}"
                raise BadCards(f"{self.id} is played with {what}: {show_cards(cards)!r}")
        return cards

    def set(self, written: str | Iterable[Card | str]) -> Setting:
        """Set one hand the house way.

        >>> import houseway.books
        >>> setting = houseway.books.get("mbs-v4").set("8c 8h 6s 6h Qc 9d 7s")
        >>> setting.low, setting.clause
        ((Card('6s'), Card('6h')), 'Appendix A.2 Low pair + medium pair')
        """
        cards = self.read_hand(written)
        if self.is_compiled:
            return self._setting(cards, *self.lookup.set([card.index for card in cards]))
        hands = self.hands_of(cards)
        return self.setting(cards, hands.cards[0], self.decide(hands), 0)

    def decide(self, hands: Hands) -> Settings:
        """The setting of each hand; raises `BadBook` if the book sets a foul."""
        settings = self.house_way.decide(hands)
        rows = np.arange(len(hands))
        foul = np.flatnonzero(~hands.legal[rows, settings.split])
        if len(foul):
            low, high = split_cards(hands.cards[foul[0]], int(settings.split[foul[0]]))
            cite = self.clauses[settings.clause[foul[0]]].cite
            raise BadBook(f"{cite} sets a foul: {draw_cards(low)} under {draw_cards(high)}")
        return settings

    def setting(self, cards: tuple[Card, ...], row: Cards, settings: Settings, number: int) -> Setting:
        """One of many settings as a value; `row` is the hand in canonical order."""
        return self._setting(cards, row.tolist(), int(settings.clause[number]), int(settings.split[number]))

    def _setting(self, cards: tuple[Card, ...], row: Sequence[int], decided: int, split: int) -> Setting:
        clause = self.clauses[decided]
        low, high = split_cards(row, split)
        return Setting(
            book=self.id,
            hand=cards,
            low=low,
            high=high,
            low_rank=self.rank_of(low),
            high_rank=self.rank_of(high),
            clause=clause.cite,
            rulings=clause.rulings,
        )

    def line_of(self, side: SideWager, pays: PayTable, cards: Sequence[Card]) -> int:
        """The line of a pay table on which a hand is paid, or -1: a whole hand, or a part judged on its own.

        >>> import houseway.books
        >>> from houseway.cards.card import read_cards
        >>> book = houseway.books.get("mbs-v4")
        >>> fortune = book.side_wagers[0]
        >>> line = book.line_of(fortune, fortune.pay_tables[0], read_cards("8c 8h 8s 6h Qc 9d 2s"))
        >>> fortune.pay_tables[0].lines[line].name
        'Three of a Kind'
        """
        if self.is_compiled and side.judged is not Judged.DEALER_HIGH:
            return self.lookup.line(side.key, pays, [card.index for card in cards])
        return int(pays.line_of(self.hands(_rows([cards])))[0])

    def line_together(self, side: SideWager, pays: PayTable, *, player: Sequence[Card], dealer: Sequence[Card]) -> int:
        """The line on which a wager judged on two hands together is paid, or -1."""
        if self.is_compiled:
            numbers = ([card.index for card in cards] for cards in (player, dealer))
            return together.line_together(pays, *self.lookup.lines_together(side.key, pays, *numbers))
        hands = self.hands(_rows([player, dealer]))
        mine, theirs = together.player_lines(pays, hands)[0], together.dealer_lines(pays, hands)[1]
        return together.line_together(pays, int(mine), int(theirs))

    def push_with(self, low: Sequence[Card], high: Sequence[Card]) -> Push | None:
        """Why the main wager pushes when the dealer sets these two hands, or None."""
        for number, push in enumerate(self.main.pushes):
            if self.is_compiled and push.judged is Judged.DEALER_LOW:
                held = self.lookup.pushes(number, [card.index for card in low])
            else:
                judged = {Judged.DEALER_LOW: low, Judged.DEALER_HIGH: high}.get(push.judged, (*low, *high))
                held = bool(push.when.holds(self.hands(_rows([judged])))[0])
            if held:
                return push
        return None

    def compile(self, tables: Tables | None = None) -> Rulebook:
        """Run the clauses and pay lines over every shape now; from then on a single hand is only looked up.

        With the tables of an earlier run of this very book, nothing is run.
        """
        if tables is not None and not self.is_compiled:
            self.__dict__["lookup"] = Lookup(self, tables)
        _ = self.lookup
        return self

    @property
    def is_compiled(self) -> bool:
        """Whether single hands are looked up."""
        return "lookup" in self.__dict__

    @functools.cached_property
    def lookup(self) -> Lookup:
        """Settings and pay lines of single hands, compiled."""
        return Lookup(self)

    def why(self, written: str | Iterable[Card | str]) -> tuple[Reason, ...]:
        """Every clause that applies to a hand, and what overrode it; the last one decided."""
        return self.reasons(self.hands_of(self.read_hand(written)))

    def hands_of(self, *hands: tuple[Card, ...]) -> Hands:
        """Whole hands as an array."""
        return self.hands(_rows(hands))

    def reasons(self, hands: Hands) -> tuple[Reason, ...]:
        """The same for an array of one hand: books that rank hands alike can share it, and what is computed for it."""
        applying = self.house_way.applying(hands)
        alone = [clause for clause, applies in zip(self.clauses, applying[:, 0], strict=True) if applies]
        reasons = []
        for clause in alone:
            splits = split_where_applies(clause, hands)
            if splits[0] == NO_SPLIT:
                splits = best_permitted(clause, hands)  # which says what is wrong with the clause
            low, _ = split_cards(hands.cards[0], int(splits[0]))
            reasons.append(Reason(clause, low, tuple(c.cite for c in alone if clause.cite in c.exception_to)))
        return tuple(sorted(reasons, key=lambda reason: -len(reason.overridden_by)))

    def hands(self, rows: Cards) -> Hands:
        """Rows of card numbers as hands of this book."""
        return self.as_hands(canonical(rows, self.high_size))

    def as_hands(self, cards: Cards) -> Hands:
        """Rows of card numbers in canonical order, or low hands, to be ranked as this book ranks them."""
        return Hands(cards, self.high_size, self.wheel)

    def rank_of(self, cards: Sequence[Card]) -> HandRank:
        """The rank of a high hand or a low hand, by its number of cards.

        >>> import houseway.books
        >>> str(houseway.books.get("mbs-v4").rank_of(read_cards("5s 4d 3h 2d Ac")))
        'Straight, five high'
        """
        table = tables.table_of(len(cards), self.wheel)
        return table.classes[table.rank([card.index for card in cards])]

    def strength_of(self, cards: Sequence[Card]) -> int:
        """The rank as a number: of two high hands, or two low hands, the higher has the greater number."""
        return tables.table_of(len(cards), self.wheel).rank([card.index for card in cards])

    @functools.cached_property
    def compiled(self) -> Settings:
        """The clauses run once over every shape: the clause and the split of each."""
        return self.decide(self.shape_hands)

    @property
    def shape_hands(self) -> Hands:
        """One hand of every shape."""
        return hands_of_every_shape(self.deck, dealt=self.dealt, high_size=self.high_size, wheel=self.wheel)

    @property
    def refined_hands(self) -> tuple[Hands, NDArray[np.int64]]:
        """One hand of every refined shape, and their weights."""
        return refined_hands(self.deck, dealt=self.dealt, high_size=self.high_size, wheel=self.wheel)

    def set_many(self, rows: Cards) -> tuple[Cards, Settings]:
        """Set many hands through the compiled house way: the hands in canonical order, and their settings."""
        ordered = canonical(rows, self.high_size)
        shape = self.shapes.find(ordered)
        return ordered, Settings(self.compiled.clause[shape], self.compiled.split[shape])

    def set_each(self, rows: Cards) -> tuple[Cards, Settings]:
        """Set many hands by running the clauses on them: faster if there are fewer hands than shapes."""
        hands = self.hands(rows)
        return hands.cards, self.decide(hands)

    def amended(
        self,
        *,
        id: str,
        source: Source,
        clauses: Sequence[Clause] = (),
        without: Sequence[str] = (),
        rulings: Sequence[Ruling] = (),
        without_rulings: Sequence[str] = (),
    ) -> Rulebook:
        """A custom book: this one with clauses replaced (by citation), added, or left out.

        Rulings are replaced (by id), added, or left out together with the readings they rejected.
        """
        for cite in without:
            self.clause(cite)
        for clause in clauses:
            expect(clause, Clause, f"{id}: each of `clauses`")
        mine = {clause.cite: clause for clause in clauses}
        kept = [mine.pop(clause.cite, clause) for clause in self.clauses if clause.cite not in without]
        decided = {ruling.id: ruling for ruling in rulings}
        rest = [decided.pop(ruling.id, ruling) for ruling in self.rulings if ruling.id not in without_rulings]
        return replace(
            self,
            id=id,
            source=source,
            clauses=(*kept, *mine.values()),
            rulings=(*rest, *decided.values()),
            alternatives=tuple(way for way in self.alternatives if way.ruling not in without_rulings),
        )

    def under(self, alternative: Alternative) -> Rulebook:
        """This book under a reading it rejected: wherever one of those clauses applies, it decides.

        >>> import houseway.books
        >>> book = houseway.books.get("five-card")
        >>> book.set("Kc Kh 9s 8d 5c").low, book.under(book.alternatives[0]).set("Kc Kh 9s 8d 5c").low
        ((Card('Kc'), Card('8d')), (Card('9s'), Card('8d')))
        """
        own = tuple(clause.cite for clause in self.clauses)
        return self.amended(
            id=f"{self.id}, {alternative.ruling} read otherwise",
            source=self.source,
            clauses=[
                replace(clause, cite=f"{clause.cite} (read otherwise)", exception_to=own)
                for clause in alternative.clauses
            ],
            without_rulings=(alternative.ruling,),
        )


def split_cards(row: Cards | Sequence[int], split: int) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The low hand and the high hand of a row, highest card first."""
    low, high = _places(len(row))[split]
    return tuple([CARDS[row[place]] for place in low]), tuple([CARDS[row[place]] for place in high])


@functools.cache
def _places(dealt: int) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """For every split the places of the low hand and of the high hand, highest first."""
    return tuple(
        (low[::-1], tuple(place for place in reversed(range(dealt)) if place not in low))
        for low in places_of_low(dealt)
    )


def _rows(hands: Sequence[Sequence[Card]]) -> NDArray[np.uint8]:
    return np.array([[card.index for card in hand] for hand in hands], dtype=np.uint8)
