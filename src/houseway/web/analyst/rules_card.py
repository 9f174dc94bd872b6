"""The rules of a book as its page shows them: for people first, then everything an auditor compares with the document.

Here: the two answers, one that is known at once and one that is proved over every hand. Not here: any wording that
`rulebook.page` and `rulebook.how_to_play` have; they are sent as they say it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from houseway.rulebook.check import Report
from houseway.rulebook.evidence import Example
from houseway.rulebook.how_to_play import how_to_play
from houseway.rulebook.page import HOW_A_LOW_HAND_IS_CHOSEN, acts, faults, rows, straights, wagers
from houseway.rulebook.rulebook import Rulebook
from houseway.web.analyst.hand import NamedSetting, shown


class PlayStep(msgspec.Struct, frozen=True, kw_only=True):
    """A step of a round, in sentences."""

    title: str
    says: str


class PrintedClause(msgspec.Struct, frozen=True, kw_only=True):
    """A clause of the house way in words, and the clauses it overrides; or a row that only refers to others."""

    clause: str
    when: str
    low: str
    exception_to: tuple[str, ...]
    rulings: tuple[str, ...]


class PrintedRuling(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling, and the readings it rejected."""

    ruling: str
    point: str
    decision: str
    rejected: tuple[str, ...]


class PrintedWager(msgspec.Struct, frozen=True, kw_only=True):
    """A wager under one pay table, as the auditor's page heads it, with its notes."""

    name: str
    notes: tuple[str, ...]


class RulesCard(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of a book, as far as they are known without proving anything."""

    book: str
    title: str
    source: str
    deck: str
    straights: str
    hands: int
    digest: str
    summary: str
    published: bool
    """Whether others have published figures for it."""
    how_to_play: tuple[PlayStep, ...]
    how_low_is_chosen: str
    clauses: tuple[PrintedClause, ...]
    references: tuple[PrintedClause, ...]
    rulings: tuple[PrintedRuling, ...]
    wagers: tuple[PrintedWager, ...]
    acts: tuple[tuple[str, str, str, str], ...]
    """An act, by whom, when, and its clause."""
    faults: tuple[tuple[str, str, str, str], ...]
    """A fault, its clause, when it is reported, and its remedies."""


class ClauseProof(msgspec.Struct, frozen=True, kw_only=True):
    """A clause with the hands it decides, and examples: those of the document, or the lowest hand."""

    clause: str
    hands: int | None
    printed: bool
    examples: tuple[NamedSetting, ...]


class LineProof(msgspec.Struct, frozen=True, kw_only=True):
    """The hands that a line of a pay table pays, in words where two hands are judged together."""

    wager: str
    pay_table: str
    line: str
    hands: str


class MovedByReading(msgspec.Struct, frozen=True, kw_only=True):
    """The hands that a rejected reading would set with another low hand."""

    ruling: str
    says: str
    hands: int


class ProvedRules(msgspec.Struct, frozen=True, kw_only=True):
    """What proving a book over every hand adds to its rules."""

    book: str
    hands: int
    clauses: tuple[ClauseProof, ...]
    lines: tuple[LineProof, ...]
    moved: tuple[MovedByReading, ...]
    defects: tuple[str, ...]


def rules_card(book: Rulebook, *, published: bool) -> RulesCard:
    """The rules of a book.

    >>> import houseway.books
    >>> found = rules_card(houseway.books.get("five-card"), published=True)
    >>> found.clauses[0].when, found.how_to_play[0].title
    ('any hand', 'Bet')
    """
    source = book.source
    return RulesCard(
        book=book.id,
        title=f"{source.title} {source.version}".strip(),
        source=str(source),
        deck=str(book.deck),
        straights=straights(book),
        hands=book.number_of_hands,
        digest=book.digest,
        summary=book.summary,
        published=published,
        how_to_play=tuple(PlayStep(title=step.title, says=step.says) for step in how_to_play(book)),
        how_low_is_chosen=HOW_A_LOW_HAND_IS_CHOSEN,
        clauses=tuple(
            PrintedClause(
                clause=clause.cite,
                when=str(clause.when),
                low=str(clause.low),
                exception_to=clause.exception_to,
                rulings=clause.rulings,
            )
            for clause in book.clauses
        ),
        references=tuple(
            PrintedClause(
                clause=row.cite, when="", low=f"see {', '.join(row.to)}", exception_to=(), rulings=row.rulings
            )
            for row in book.references
        ),
        rulings=tuple(_rulings(book)),
        wagers=tuple(PrintedWager(name=wager.name, notes=wager.notes) for wager in wagers(book, ())),
        acts=tuple(acts(book)),
        faults=tuple(faults(book)),
    )


def _rulings(book: Rulebook) -> Iterator[PrintedRuling]:
    for ruling in sorted(book.rulings, key=lambda ruling: ruling.order):
        rejected = tuple(way.says for way in book.alternatives if way.ruling == ruling.id)
        yield PrintedRuling(ruling=ruling.id, point=ruling.point, decision=ruling.decision, rejected=rejected)


def proved_rules(book: Rulebook, report: Report, examples: Sequence[Example]) -> ProvedRules:
    """What the proof of a book found, with the worked examples of its document."""
    return ProvedRules(
        book=book.id,
        hands=report.hands,
        clauses=tuple(
            ClauseProof(
                clause=row.cite,
                hands=row.hands,
                printed=row.printed,
                examples=tuple(shown(book, setting.low, setting.high) for setting in row.examples),
            )
            for row in rows(book, report, examples)
        ),
        lines=tuple(
            LineProof(wager=line.wager, pay_table=line.table, line=line.line, hands=line.counted)
            for line in report.lines
        ),
        moved=tuple(MovedByReading(ruling=each.ruling, says=each.says, hands=each.hands) for each in report.moved),
        defects=report.defects,
    )
