"""`houseway cage`: the floats of tables, the shifts, and the report of a shift.

These commands only read. Whatever the cage does is done on the floor by staff who are signed in, so that every act has
a name. The journal's packages are imported only when a command runs.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich.markup import escape
from rich.table import Table

from houseway.cli.console import Json, err, out
from houseway.cli.journals import Db, opened
from houseway.cli.output_file import must_be_writable
from houseway.cli.styles import print_json
from houseway.errors import Refused
from houseway.money import money

if TYPE_CHECKING:
    from houseway.cage.report import ShiftReport

cage = typer.Typer(
    add_completion=False,
    rich_markup_mode="markdown",
    help="Print the floats of tables, and the reports of shifts.\n\nExample: `houseway cage report -o shift.pdf`",
    no_args_is_help=True,
)
Shift = Annotated[int | None, typer.Argument(metavar="[SHIFT]", help="The number of the shift; without it, the last.")]


@cage.command("floats")
def print_floats(*, db: Db = "", json: Json = False) -> None:
    """Print what every table's tray holds now, and what the table has dropped and won in all.

    Example: `houseway cage floats`
    """
    from houseway.cage.acts import tray
    from houseway.kept.postings import commission, drop, house
    from houseway.kept.tables import kept_tables

    with opened(db) as journal:
        names, found = sorted(kept_tables(journal)), journal.balances()
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("Table")
    for head in ("Tray", "Drop", "Win"):
        table.add_column(head, justify="right")
    for name in names:
        won = found.get(house(name), 0) + found.get(commission(name), 0)
        figures = {"tray": tray(found, name), "drop": found.get(drop(name), 0), "win": won}
        if json:
            print_json({"table": name, **figures})
        table.add_row(escape(name), *map(money, figures.values()))
    if not json:
        out.print(table)


@cage.command("shifts")
def print_shifts(*, db: Db = "", json: Json = False) -> None:
    """Print every shift: when it was opened and closed, by whom, and what its tables won.

    Example: `houseway cage shifts`
    """
    from houseway.cage import acts as a
    from houseway.cage.desk import Cage
    from houseway.cage.report import shift_report
    from houseway.cage.report_text import when

    table = Table(box=None, pad_edge=False, header_style="dim")
    for head in ("Shift", "Opened", "Closed", "Drop", "Win", "Balances"):
        table.add_column(head, justify="right" if head in ("Drop", "Win") else "left")
    with opened(db) as journal:
        desk = Cage(journal)
        numbers = [slip.act.shift for slip in desk.slips() if isinstance(slip.act, a.ShiftOpened)]
        for number in numbers:
            found = shift_report(desk, number)
            if json:
                figures = {"drop": found.total("drop"), "win": found.total("win"), "balances": found.balances}
                print_json({"shift": number, "opened": found.opened_at, "closed": found.closed_at, **figures})
            table.add_row(
                str(number),
                escape(f"{when(found.opened_at)} by {found.opened_by}"),
                escape(f"{when(found.closed_at)} by {found.closed_by}") if found.is_closed else "still open",
                money(found.total("drop")),
                money(found.total("win")),
                "yes" if found.balances else "NO",
            )
    if not numbers and not json:
        out.print("no shift was ever opened")
    elif not json:
        out.print(table)


@cage.command("report")
def print_report(
    shift: Shift = None,
    *,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write it to a file: .txt, .csv, .json or .pdf."),
    ] = None,
    db: Db = "",
    json: Json = False,
) -> None:
    """Print the report of a shift, or write it to a file; exit with 1 if it does not balance with the ledger.

    Drop, win and float of every table, what the cage did, and every figure from the acts on record beside the same
    figure from the ledger.

    Example: `houseway cage report 3 -o shift-3.pdf`
    """
    from houseway.cage.desk import Cage
    from houseway.cage.report import shift_report
    from houseway.cage.report_text import as_json, as_text

    suffix = output.suffix.lower() if output else ""
    if suffix not in ("", ".txt", ".csv", ".json", ".pdf"):
        raise Refused(f"a report is written as .txt, .csv, .json or .pdf, not {output.name!r}" if output else "")
    must_be_writable(output)
    with opened(db) as journal:
        found = shift_report(Cage(journal), shift)
    if output:
        output.write_bytes(_written(found, suffix))
        err.print(f"wrote {output}", markup=False)
    elif json:
        print_json(as_json(found))
    else:
        sys.stdout.write(as_text(found))
    if not found.balances:
        err.print(found.verdict, markup=False)
        raise typer.Exit(1)


def _written(found: ShiftReport, suffix: str) -> bytes:
    from houseway.cage.report_text import as_csv, as_json, as_text

    if suffix == ".pdf":
        from houseway.cage.report_pdf import as_pdf

        return as_pdf(found)
    if suffix == ".json":
        return msgspec.json.format(msgspec.json.encode(as_json(found)), indent=2) + b"\n"
    return (as_csv(found) if suffix == ".csv" else as_text(found)).encode()
