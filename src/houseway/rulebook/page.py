"""A book as a page for the pit, to compare with the printed binder.

Here: what is on the page (clause, our reading, hands, an example, side by side; then rulings, wagers, procedure), and
the page as text. Not here: the page as HTML (`page_html`), or any counting (`check`).
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from houseway.cards.card import draw_cards
from houseway.errors import counted
from houseway.money import dollars
from houseway.rulebook.banking import Banking
from houseway.rulebook.check import LineCount, Moved, Report
from houseway.rulebook.evidence import Example
from houseway.rulebook.procedure import PrintedRemedy
from houseway.rulebook.rulebook import Rulebook, Setting
from houseway.rulebook.terms import anything
from houseway.rulebook.wagers import Judged, Line, PayTable, SideWager

HOW_A_LOW_HAND_IS_CHOSEN = (
    "A clause says which hands it applies to and which low hands it permits. Of the permitted settings the one with "
    "the highest low hand is played, then the highest high hand. An exception replaces the clause it names."
)


@dataclass(frozen=True)
class Row:
    """One printed row as the page shows it: a clause, or a reference to other clauses."""

    cite: str
    note: str
    rulings: tuple[str, ...]
    when: str
    low: str
    hands: int | None
    examples: tuple[Setting, ...]
    printed: bool
    """Whether the examples are printed in the document; if not, the lowest hand is shown."""


def rows(book: Rulebook, report: Report, examples: Sequence[Example]) -> tuple[Row, ...]:
    """The clauses in the order of the book, then its references, each with its printed examples."""
    elsewhere = tuple(row.cite for row in book.references)
    shown = []
    for count in report.clauses:
        clause = book.clause(count.cite)
        worked = [e.hand for e in examples if e.clause == count.cite and not e.printed.startswith(elsewhere or "\0")]
        worked = worked or [e.hand for e in examples if e.clause == count.cite]
        note = f"exception to {'; '.join(clause.exception_to)}" if clause.exception_to else ""
        settings = tuple(book.set(hand) for hand in (worked or [count.example]))
        row = Row(
            count.cite, note, clause.rulings, str(clause.when), str(clause.low), count.hands, settings, bool(worked)
        )
        shown.append(row)
    for reference in book.references:
        worked = [e.hand for e in examples if e.printed.startswith(reference.cite)]
        settings = tuple(book.set(hand) for hand in worked)
        to = f"see {', '.join(reference.to)}"
        shown.append(Row(reference.cite, "", reference.rulings, to, "", None, settings, True))
    return tuple(shown)


def as_text(book: Rulebook, report: Report, examples: Sequence[Example], *, width: int = 120) -> str:
    """The page for a terminal or a printer of fixed width."""
    columns = _widths(width)
    out = [str(book.source), f"{book.id}: {book.deck}, {report.hands:,} hands", f"{straights(book)}.", ""]
    out += textwrap.wrap(HOW_A_LOW_HAND_IS_CHOSEN, width)
    out += ["", "HOUSE WAY", _ruled(columns)]
    out += _side_by_side(("Clause", "Applies to", "Low hand permitted", "Hands", "Example"), columns)
    out.append(_ruled(columns))
    for row in rows(book, report, examples):
        rulings = f" ({', '.join(row.rulings)})" if row.rulings else ""
        cited = f"{row.cite}{rulings}{'; ' if row.note else ''}{row.note}"
        drawn = "; ".join(f"{draw_cards(shown.low)} under {draw_cards(shown.high)}" for shown in row.examples)
        example = drawn if row.printed else f"lowest: {drawn}"
        hands = "" if row.hands is None else f"{row.hands:,}"
        out += _side_by_side((cited, row.when, row.low, hands, example), columns)
    out.append(_ruled(columns))
    out += ["", "RULINGS"]
    for ruling in sorted(book.rulings, key=lambda ruling: ruling.order):
        out += textwrap.wrap(f"{ruling.id:>4}  {ruling.point}: {ruling.decision}.", width, subsequent_indent=" " * 6)
        for moved in report.moved:
            if moved.ruling == ruling.id:
                out += textwrap.wrap(_moved_words(moved), width, initial_indent=" " * 6, subsequent_indent=" " * 8)
    for wager in wagers(book, report.lines):
        out += ["", *textwrap.wrap(wager.name.upper(), width)]
        for note in wager.notes:
            out += textwrap.wrap(note, width, initial_indent="  ", subsequent_indent="    ")
        for line in wager.lines:
            envy = f" {dollars(line.envy)}" if line.envy else ""
            out.append(f"  {line.line:<42}{line.pays:>6,} to 1 {line.counted:>11} hands{envy}")
    out += ["", "PROCEDURE"]
    for act in acts(book):
        out += textwrap.wrap("  " + "; ".join(act), width, subsequent_indent="      ")
    if book.procedure.irregularities:
        out += ["", "IRREGULARITIES"]
    for fault in faults(book):
        out += textwrap.wrap("  " + "; ".join(fault), width, subsequent_indent="      ")
    return "\n".join(out) + "\n"


def straights(book: Rulebook) -> str:
    """What the straight with a low Ace is worth in this book."""
    return f"{'A-2-3-4-5' if book.high_size == 5 else 'A-2-3'} is the {book.wheel.value} straight"


def acts(book: Rulebook) -> list[tuple[str, str, str, str]]:
    """Who may do what, when, and by which clause."""
    return [
        (
            row.act.value,
            row.by.words,
            ", ".join(phase.value for phase in row.phases),
            row.cite + (f" (otherwise {row.otherwise})" if row.otherwise else ""),
        )
        for row in book.procedure.rows
    ]


def faults(book: Rulebook) -> list[tuple[str, str, str, str]]:
    """What can go wrong, when it can be reported, and the remedies printed for it."""
    return [
        (
            row.fault.value,
            row.cite,
            ", ".join(phase.value for phase in row.phases),
            " / ".join(_remedy(remedy) for remedy in row.remedies),
        )
        for row in book.procedure.irregularities
    ]


def _remedy(printed: PrintedRemedy) -> str:
    where = f" where {printed.when.value}" if printed.when.value else ""
    return f"{printed.remedy.value}{where} by the {printed.by.words} ({printed.cite})"


def bank_words(banking: Banking) -> str:
    """How players may bank, in words."""
    co = f"; the house may take half of the bank ({banking.co_bank_cite})" if banking.co_bank_cite else ""
    return (
        f"players may bank in turn ({banking.cite}), and a copy then goes to their bank; the commission of a player's "
        f"bank is taken on {banking.commission.value} ({banking.commission_cite}){co}"
    )


def _widths(width: int) -> tuple[int, ...]:
    hands = 11
    rest = max(width - hands - 8, 60)
    return rest * 26 // 100, rest * 27 // 100, rest * 25 // 100, hands, rest * 22 // 100


def _ruled(columns: tuple[int, ...]) -> str:
    return "-" * (sum(columns) + 2 * (len(columns) - 1))


def _side_by_side(cells: Iterable[str], columns: tuple[int, ...]) -> list[str]:
    wrapped = [textwrap.wrap(cell, width) or [""] for cell, width in zip(cells, columns, strict=True)]
    depth = max(len(lines) for lines in wrapped)
    return [
        "  ".join(
            (lines[line] if line < len(lines) else "").ljust(width)
            for lines, width in zip(wrapped, columns, strict=True)
        ).rstrip()
        for line in range(depth)
    ]


def _moved_words(moved: Moved) -> str:
    return f"read the other way ({moved.says}), {counted(moved.hands, 'hand')} would be set with a different low hand"


_PARTS = {Judged.DEALER_LOW: "a low hand", Judged.DEALER_HIGH: "a high hand", Judged.DEALER_CARDS: "cards"}


@dataclass(frozen=True)
class Wager:
    """A wager as the page shows it."""

    name: str
    notes: tuple[str, ...]
    lines: tuple[LineCount, ...]


def _joint(side: SideWager, table: PayTable) -> list[Line]:
    return [replace(line, dealer=line.dealer or anything) for line in table.lines if side.judged is Judged.TOGETHER]


def push_words(book: Rulebook) -> list[str]:
    """With which hands of the dealer the main wager pushes, in words."""
    main = book.main
    return [
        f"a {main.standoff_word} if {push.says}, with {_PARTS[push.judged]} of: {push.when}"
        + (f" ({push.cite})" if push.cite != main.cite else "")
        for push in main.pushes
    ]


def wagers(book: Rulebook, lines: Sequence[LineCount]) -> list[Wager]:
    """Each wager with what it is judged on, its clauses, and the lines of each pay table."""
    main = book.main
    commission = f", less {float(main.commission):.0%} commission" if main.commission else ""
    cites = (main.wins, main.standoff, main.loses)
    notes = [
        f"win, {main.standoff_word} and loss under {main.wins}"
        if len(set(cites)) == 1
        else f"win under {main.wins}, {main.standoff_word} under {main.standoff}, loss under {main.loses}"
    ]
    notes += push_words(book)
    if book.procedure.banking is not None:
        notes.append(bank_words(book.procedure.banking))
    found = [Wager(f"{main.name} ({main.cite}): {main.pays} to 1{commission}", tuple(notes), ())]
    for side in book.side_wagers:
        for table in side.pay_tables:
            named = f", pay table {table.name}" if table.name else ""
            notes = [f"judged on {side.judged.value}"]
            notes += [
                f"{line.name}: the dealer, {line.dealer}; the player, {line.when}" for line in _joint(side, table)
            ]
            if any(line.envy for line in table.lines):
                notes.append(f"Envy Bonus under {side.envy}, in dollars at the end of its lines")
            mine = tuple(line for line in lines if (line.wager, line.table) == (side.name, table.name))
            found.append(Wager(f"{side.name} ({side.cite}){named}", tuple(notes), mine))
    return found
