"""`houseway trace`: how every clause of a printed document is implemented."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

import typer
from rich.table import Table

from houseway import books
from houseway.cli.console import Json, book_names, out
from houseway.cli.styles import print_json
from houseway.rulebook.trace import DOES, Row, as_markdown, read_trace


def trace_books(
    book: Annotated[
        list[str] | None, typer.Argument(metavar="BOOK...", help="Books to trace; all if you name none.")
    ] = None,
    *,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown for the documentation.")] = False,
    json: Json = False,
) -> None:
    """Show how every clause of a document is implemented and tested.

    Example: `houseway trace mbs-v4`
    """
    traces = [(books.get(name).id, read_trace(books.trace(name))) for name in book_names(book or ())]
    if markdown:
        typer.echo(as_markdown(traces), nl=False)
        return
    for name, rows in traces:
        if json:
            for row in rows:
                print_json(
                    {"book": name, "clause": row.clause, "does": row.does, "how": row.how, "tests": list(row.tests)}
                )
        else:
            _print(name, rows)


def _print(name: str, rows: tuple[Row, ...]) -> None:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("Clause", max_width=24)
    table.add_column("Does", no_wrap=True)
    table.add_column("How, and the tests that show it", overflow="fold")
    for row in rows:
        table.add_row(row.clause, row.does, "\n".join([row.how, *(f"  {test}" for test in row.tests)]))
    out.print(table, markup=False)
    found = Counter(row.does for row in rows)
    counts = ", ".join(f"{found[does]} {does}" for does in DOES if found[does])
    out.print(f"{name}: {len(rows)} clauses: {counts}", markup=False)
