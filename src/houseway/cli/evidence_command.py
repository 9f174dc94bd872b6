"""`houseway evidence`: what technical standards ask of an operator's system, and what shows that it is done."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from houseway.cli.console import Json, out
from houseway.cli.journals import plain, write_csv
from houseway.cli.styles import print_json
from houseway.errors import Refused
from houseway.web.operations.evidence import COLUMNS, as_markdown, counted, read_evidence


def print_evidence(
    *,
    state: Annotated[str, typer.Option("--state", help="Only rows in this state, such as 'not met'.")] = "",
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown for the documentation.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV, for a spreadsheet.")] = False,
    json: Json = False,
) -> None:
    """Show what standards for gaming systems ask, what Houseway does, and the commands and tests that show it.

    Example: `houseway evidence --state "not met"`
    """
    if markdown + as_csv + json > 1:
        raise Refused("give one of --markdown, --csv and --json")
    rows = [row for row in read_evidence() if state in ("", row.state)]
    if not rows:
        raise Refused(f"no row is in the state {state!r}")
    if markdown:
        typer.echo(as_markdown(rows), nl=False)
    elif as_csv:
        write_csv([COLUMNS, *(row.cells for row in rows)])
    elif json:
        for row in rows:
            print_json(
                dict(zip(COLUMNS, (*row.cells[:6], list(row.shown), list(row.tests)), strict=True)),
            )
    else:
        table = Table(box=None, pad_edge=False, header_style="dim")
        table.add_column("Standard", max_width=14)
        table.add_column("Topic", max_width=24)
        table.add_column("State", no_wrap=True)
        table.add_column("What Houseway does, and what shows it", overflow="fold")
        for row in rows:
            shown = [row.how, *(f"  {each}" for each in (*row.shown, *row.tests))]
            standard = f"{row.standard}\n{row.number or 'topic'}"
            table.add_row(standard, row.topic, row.state, "\n".join(map(plain, shown)))
        out.print(table)
        out.print(f"{len(rows)} rows: {counted(rows)}", markup=False)
