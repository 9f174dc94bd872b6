"""The report of a shift as text, CSV and JSON.

Here: which rows a report has, in which order, and these three forms; the PDF takes its rows from here too. Not here:
the figures (`report`), or the look of a page (`report_pdf`).
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import msgspec

from houseway.cage import acts as a
from houseway.cage.report import ShiftReport, TableFigures
from houseway.errors import as_cell, escaped
from houseway.kept.settings import PLAY
from houseway.money import money

FIGURES = ("opening", "fills", "credits", "drop", "win", "variance", "closing")
"""The columns of a table's row that are added up."""
HEADS = ("Table", "Opening", "Fills", "Credits", "Drop", "Win", "Variance", "Closing", "Counted")


def title(report: ShiftReport) -> str:
    """The title of a report."""
    return f"Shift report {report.shift}"


def when(at: str) -> str:
    """A moment as it is read.

    >>> when("2026-03-01T12:00:00+00:00")
    '2026-03-01 12:00:00 UTC'
    """
    return at.replace("T", " ").replace("+00:00", " UTC")


def facts(report: ShiftReport) -> tuple[tuple[str, str], ...]:
    """When the shift was, who ran it, and what it covers."""
    until = f"{when(report.closed_at)} by the {report.closed_by}" if report.is_closed else "still open: figures so far"
    return (
        ("Opened", f"{when(report.opened_at)} by the {report.opened_by}"),
        ("Closed", until),
        ("Money", "play money" if report.money == PLAY else "house money"),
        ("Journal", f"entries {report.first_entry:,} to {report.last_entry:,}"),
    )


def table_rows(report: ShiftReport) -> list[tuple[str, ...]]:
    """A row for each table, and their sum."""
    rows = [
        (table.table, *(money(getattr(table, each)) for each in FIGURES), _counted(table)) for table in report.tables
    ]
    return [*rows, ("All tables", *(money(report.total(each)) for each in FIGURES), "")]


def _counted(table: TableFigures) -> str:
    return "not counted" if table.closing_count is None else money(table.closing_count)


def cage_rows(report: ShiftReport) -> list[tuple[str, str]]:
    """What the cage did, and what it holds at the end."""
    rows = [
        ("Buy-ins at the cage", report.bought_at_cage),
        ("Buy-ins at tables (drop)", report.total("drop")),
        ("Cash-outs", report.cashed_out),
        ("Debts paid in cash", report.debts_in_cash),
        ("Debts written off", report.written_off),
        ("Play chips given", report.play_chips),
        ("Win of all tables", report.total("win")),
        ("Win of all tables by count", report.total("win_by_count")),
        ("Chips of players at the end", report.chips_out),
        ("Cash taken by the cage, less paid out", report.cash_in_cage),
    ]
    return [(what, money(cents)) for what, cents in rows]


def check_rows(report: ShiftReport) -> list[tuple[str, str, str, str]]:
    """Every figure that is checked: by the acts on record, by the ledger, and whether they agree."""
    return [
        (check.what, money(check.acts), money(check.ledger), "agrees" if check.holds else "differs")
        for check in report.checks
    ]


def slip_rows(report: ShiftReport) -> list[tuple[str, str, str, str]]:
    """Every slip of the shift: its number, when, who, and what."""
    return [(str(slip.number), when(slip.act.at), _who(slip.act), a.say(slip.act)) for slip in report.slips]


def _who(act: a.AnyAct) -> str:
    return f"{act.role} {act.by}" + (f", confirmed by {act.confirmed_by}" if act.confirmed_by else "")


def as_text(report: ShiftReport) -> str:
    """The report as plain text."""
    parts = [
        title(report),
        "\n".join(f"  {name:<8} {escaped(value)}" for name, value in facts(report)),
        _columns([HEADS, *table_rows(report)], left=1),
        _columns(cage_rows(report), left=1),
        _columns([("Check", "By the acts", "By the ledger", ""), *check_rows(report)], left=1),
        report.verdict,
        _columns([("Slip", "When", "By", "What"), *slip_rows(report)], left=4) if report.slips else "",
    ]
    return "\n\n".join(filter(None, parts)) + "\n"


def _columns(rows: Sequence[tuple[str, ...]], *, left: int) -> str:
    """Rows in columns; the first `left` columns are words, the others numbers."""
    rows = [tuple(map(escaped, row)) for row in rows]
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    lines = [
        "  ".join(
            cell.ljust(width) if at < left else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
    return "\n".join(line.rstrip() for line in lines)


def as_csv(report: ShiftReport) -> str:
    """The report for spreadsheets: one figure a row, amounts as plain decimals."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow(("shift", "part", "name", "figure", "amount"))
    for table in report.tables:
        for figure in (*FIGURES, "expected", "win_by_count", "opening_count", "closing_count"):
            if (cents := getattr(table, figure)) is not None:
                writer.writerow((report.shift, "table", as_cell(table.table), figure, _plain(cents)))
    figures = (
        "bought_at_cage",
        "cashed_out",
        "debts_in_cash",
        "written_off",
        "play_chips",
        "chips_out",
        "cash_in_cage",
    )
    for figure in figures:
        writer.writerow((report.shift, "cage", "", figure, _plain(getattr(report, figure))))
    for check in report.checks:
        for side in ("acts", "ledger"):
            writer.writerow((report.shift, "check", as_cell(check.what), side, _plain(getattr(check, side))))
    return text.getvalue()


def _plain(cents: int) -> Decimal:
    return Decimal(money(cents).replace(",", ""))


def as_json(report: ShiftReport) -> dict[str, Any]:
    """The report as plain JSON values; amounts are integer cents."""
    found: dict[str, Any] = msgspec.to_builtins(report)
    found["balances"], found["verdict"] = report.balances, report.verdict
    for table, figures in zip(found["tables"], report.tables, strict=True):
        table |= {"expected": figures.expected, "win_by_count": figures.win_by_count}
    found["slips"] = [
        {"number": slip.number, "entry": slip.entry, "kind": a.kind(slip.act), "says": a.say(slip.act)}
        | {name: value for name, value in msgspec.to_builtins(slip.act).items() if name != "type"}
        for slip in report.slips
    ]
    return found
