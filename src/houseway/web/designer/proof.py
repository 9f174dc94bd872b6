"""What the designer says about a draft at once: its clauses in words, what is wrong, and which hands it moves.

Here: the proof of `rulebook.check` and the difference of `rulebook.diff` as a page shows them. Not here: making a book
of a draft (`drafts`), its exact odds (`counted`), or where this runs (`http.bench`).
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from houseway.errors import HousewayError
from houseway.rulebook.check import LineCount, Report, check
from houseway.rulebook.conditions import Condition
from houseway.rulebook.diff import PairOfClauses, difference
from houseway.rulebook.houseway import Clause
from houseway.rulebook.lows import Low
from houseway.rulebook.rulebook import Rulebook, Setting
from houseway.rulebook.wagers import PayTable, SideWager
from houseway.web.analyst.hand import texts
from houseway.web.designer.drafts import Draft, book_of
from houseway.web.designer.vocabulary import Phrase, phrase_of

MOST_MOVED = 40
"""The pairs of clauses with examples that are shown; the others are counted."""


class DraftClause(msgspec.Struct, frozen=True, kw_only=True):
    """A clause as the draft has it, in words, with the hands it decides and the lowest of them."""

    cite: str
    when: Phrase
    low: Phrase
    hands: int
    example: tuple[str, ...]
    state: str
    """`same`, `changed` or `new`, beside the book that the draft began with."""


class DraftLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a pay table with the hands it pays, in words."""

    name: str
    when: Phrase
    dealer: Phrase | None
    counted: str


class DraftTable(msgspec.Struct, frozen=True, kw_only=True):
    """A pay table."""

    name: str
    lines: tuple[DraftLine, ...]


class DraftWager(msgspec.Struct, frozen=True, kw_only=True):
    """A side wager and what it is judged on."""

    key: str
    judged: str
    together: bool
    """Whether its lines speak of the dealer's cards too."""
    pay_tables: tuple[DraftTable, ...]


class SetHandAs(msgspec.Struct, frozen=True, kw_only=True):
    """How one of the two books sets a hand."""

    clause: str
    low: tuple[str, ...]
    high: tuple[str, ...]
    low_name: str
    high_name: str


class DraftMoved(msgspec.Struct, frozen=True, kw_only=True):
    """Hands that are set differently, by the clauses that decide them, and the lowest of them."""

    hands: int
    was: SetHandAs
    now: SetHandAs


class DraftMoves(msgspec.Struct, frozen=True, kw_only=True):
    """All hands that the draft sets differently from the book it began with."""

    hands: int
    of: int
    pairs: tuple[DraftMoved, ...]
    more: int
    """Pairs of clauses that are not listed."""


class DraftProof(msgspec.Struct, frozen=True, kw_only=True):
    """What a draft is: the same that `houseway check` and `houseway diff` find in its file."""

    id: str
    digest: str
    based_on: str
    valid: bool
    """Whether exactly one clause decides every hand, no setting is a foul, and nothing else is wrong."""
    defects: tuple[str, ...]
    hands: int
    clauses: tuple[DraftClause, ...] = ()
    left_out: tuple[str, ...] = ()
    """Clauses of the book it began with that the draft no longer has."""
    wagers: tuple[DraftWager, ...] = ()
    moves: DraftMoves | None = None


def proof(draft: Draft, base: Rulebook) -> DraftProof:
    """Prove a draft over every hand, and compare it with the book it began with."""
    book, wrong = book_of(draft, base)
    name = str(draft.changes.get("id", ""))
    if book is None:
        return DraftProof(id=name, digest="", based_on=base.id, valid=False, defects=wrong, hands=base.number_of_hands)
    report = check(book)
    before = {clause.cite: clause for clause in base.clauses}
    now = {clause.cite for clause in book.clauses}
    clauses = zip(book.clauses, report.clauses, strict=True)
    return DraftProof(
        id=book.id,
        digest=book.digest,
        based_on=base.id,
        valid=not report.defects,
        defects=report.defects,
        hands=report.hands,
        clauses=tuple(_clause(clause, before, found.hands, texts(found.example)) for clause, found in clauses),
        left_out=tuple(cite for cite in before if cite not in now),
        wagers=_wagers(book, report),
        moves=_moves(book, base),
    )


def _clause(clause: Clause, before: Mapping[str, Clause], hands: int, example: tuple[str, ...]) -> DraftClause:
    was = before.get(clause.cite)
    return DraftClause(
        cite=clause.cite,
        when=phrase_of(clause.when, Condition),
        low=phrase_of(clause.low, Low),
        hands=hands,
        example=example,
        state="new" if was is None else "same" if was == clause else "changed",
    )


def _wagers(book: Rulebook, report: Report) -> tuple[DraftWager, ...]:
    counts = iter(report.lines)
    return tuple(
        DraftWager(
            key=side.key,
            judged=side.judged.value,
            together=any(line.dealer is not None for pays in side.pay_tables for line in pays.lines),
            pay_tables=tuple(_table(side, pays, [next(counts) for _ in pays.lines]) for pays in side.pay_tables),
        )
        for side in book.side_wagers
    )


def _table(_side: SideWager, pays: PayTable, counts: list[LineCount]) -> DraftTable:
    lines = (
        DraftLine(
            name=line.name,
            when=phrase_of(line.when, Condition),
            dealer=phrase_of(line.dealer, Condition) if line.dealer is not None else None,
            counted=found.counted,
        )
        for line, found in zip(pays.lines, counts, strict=True)
    )
    return DraftTable(name=pays.name, lines=tuple(lines))


def _moves(book: Rulebook, base: Rulebook) -> DraftMoves | None:
    """The hands that move; nothing where a book does not set every hand."""
    try:
        found = difference(base, book)
    except HousewayError:
        return None
    pairs = tuple(_pair(base, book, pair) for pair in found.pairs[:MOST_MOVED])
    return DraftMoves(hands=found.different, of=found.hands, pairs=pairs, more=len(found.pairs) - len(pairs))


def _pair(base: Rulebook, book: Rulebook, pair: PairOfClauses) -> DraftMoved:
    was, now = pair.example
    return DraftMoved(hands=pair.hands, was=_as_set(base, was), now=_as_set(book, now))


def _as_set(book: Rulebook, setting: Setting) -> SetHandAs:
    return SetHandAs(
        clause=setting.clause,
        low=texts(setting.low),
        high=texts(setting.high),
        low_name=str(book.rank_of(setting.low)),
        high_name=str(book.rank_of(setting.high)),
    )
