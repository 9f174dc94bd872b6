"""What a page must know of a book to draw its table: its wagers, its pay tables, its clauses in words, its faults.

Here: the card of a book. Not here: any rule; a page only shows the card.
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from houseway import books
from houseway.books import rulings
from houseway.maths.plain import fraction
from houseway.rulebook.citation import Ruling
from houseway.rulebook.page import bank_words
from houseway.rulebook.procedure import Act, Irregularity
from houseway.rulebook.rulebook import Rulebook
from houseway.rulebook.trace import read_trace
from houseway.rulebook.wagers import PayTable


class PayLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a pay table: it pays `pays` to 1, and `envy` cents to other players."""

    name: str
    pays: int
    envy: int


class PayTableCard(msgspec.Struct, frozen=True, kw_only=True):
    """A pay table; a table uses one of those its book prints."""

    name: str
    lines: tuple[PayLine, ...]


class WagerCard(msgspec.Struct, frozen=True, kw_only=True):
    """A wager. The main wager pays `pays` to 1 less the commission; a side wager pays by its pay tables."""

    key: str
    name: str
    cite: str
    main: bool
    judged: str = ""
    standoff_word: str = ""
    pays: int = 0
    commission: str = "0/1"
    pay_tables: tuple[PayTableCard, ...] = ()
    note: str = ""
    """What else a player must know about it, as a sentence."""


class FaultCard(msgspec.Struct, frozen=True, kw_only=True):
    """A fault in the book, and the phases in which it can be reported."""

    fault: str
    cite: str
    phases: tuple[str, ...]


class BookCard(msgspec.Struct, frozen=True, kw_only=True):
    """A book as a page needs it."""

    book: str
    title: str
    source: str
    """The document on one line."""
    deck: int
    cards: tuple[str, ...]
    """Every card of the deck."""
    dealt: int
    high: int
    dealer_exposed: bool
    """Whether the dealer's hand is face up before the players set."""
    concession: bool
    wagers: tuple[WagerCard, ...]
    clauses: dict[str, str]
    """Every clause and ruling that can be cited, in words."""
    faults: tuple[FaultCard, ...]


def book_card(book: Rulebook) -> BookCard:
    """The card of a book.

    >>> book_card(books.get("mbs-v4")).clauses["R3"]
    'Kickers of five-card hands are not printed for every category: ordinary poker comparison.'
    """
    return BookCard(
        book=book.id,
        title=book.source.title,
        source=str(book.source),
        deck=book.deck.size,
        cards=tuple(card.text for card in book.deck.cards),
        dealt=book.dealt,
        high=book.high_size,
        dealer_exposed=book.procedure.dealer_exposed,
        concession=book.procedure.permission(Act.CONCEDE) is not None,
        wagers=_wagers(book),
        clauses=_clauses(book),
        faults=tuple(_fault(known) for known in book.procedure.irregularities),
    )


def _wagers(book: Rulebook) -> tuple[WagerCard, ...]:
    main = book.main
    first = WagerCard(
        key=main.key,
        name=main.name,
        cite=main.cite,
        main=True,
        standoff_word=main.standoff_word,
        pays=main.pays,
        commission=fraction(Fraction(main.commission)),
        note=_sentence(bank_words(book.procedure.banking)) if book.procedure.banking else "",
    )
    sides = (
        WagerCard(
            key=side.key,
            name=side.name,
            cite=side.cite,
            main=False,
            judged=side.judged.value,
            pay_tables=tuple(_pay_table(pays) for pays in side.pay_tables),
        )
        for side in book.side_wagers
    )
    return (first, *sides)


def _pay_table(pays: PayTable) -> PayTableCard:
    lines = (PayLine(name=line.name, pays=line.pays, envy=line.envy) for line in pays.lines)
    return PayTableCard(name=pays.name, lines=tuple(lines))


def _fault(known: Irregularity) -> FaultCard:
    return FaultCard(
        fault=known.fault.value,
        cite=known.cite,
        phases=tuple(phase.value for phase in known.phases),
    )


def _clauses(book: Rulebook) -> dict[str, str]:
    """The document's clauses by its trace, then the house way's, references and rulings; sections last."""
    trace = books.trace(book.id)
    found = {row.clause: row.how for row in read_trace(trace)} if trace.is_file() else {}
    sections: dict[str, list[str]] = {}
    for cite in found:
        section, dot, _ = cite.partition(".")
        if dot and section not in found:
            sections.setdefault(section, []).append(cite)
    for clause in book.clauses:
        found[clause.cite] = f"{found.get(clause.cite, '')} {_sentence(clause.reading)}".strip()
    found |= {row.cite: _sentence(f"as {', '.join(row.to)} says") for row in book.references}
    unit = getattr(rulings, book.procedure.unit_cite, None)  # the table's unit rests on a ruling in every book
    cited = (*book.rulings, *([unit] if isinstance(unit, Ruling) else []))
    found |= {ruling.id: _sentence(f"{ruling.point}: {ruling.decision}") for ruling in cited}
    return found | {section: f"Clauses {inner[0]} to {inner[-1]}." for section, inner in sections.items()}


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:] + ("" if words.endswith(".") else ".")
