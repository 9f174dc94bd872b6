"""`houseway page`: a book as a page to compare with the printed document."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from houseway import books
from houseway.cli.console import BookName, Json, checked, err, out
from houseway.cli.output_file import must_be_writable
from houseway.cli.styles import print_json
from houseway.errors import BadBook
from houseway.rulebook import page, page_html
from houseway.rulebook.evidence import read_examples


def print_page(
    book: BookName,
    *,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write an HTML page instead.")] = None,
    json: Json = False,
) -> None:
    """Print a book as one page to compare with the printed document.

    For every clause: how we read it, how many hands it sets, and an example.

    Example: `houseway page mbs-v4 --html mbs-v4.html`
    """
    rulebook = books.get(book)
    must_be_writable(html)
    examples = read_examples(books.evidence(book).examples)
    report = checked(book, pinned=False)
    if report.defects:
        raise BadBook(f"{rulebook.id} has defects, `houseway check` lists them; the first: {report.defects[0]}")
    if html is not None:
        html.write_text(page_html.as_html(rulebook, report, examples), encoding="utf-8")
        err.print(f"wrote {html}", markup=False)
    if json:
        for row in page.rows(rulebook, report, examples):
            print_json(
                {
                    "book": rulebook.id,
                    "clause": row.cite,
                    "note": row.note,
                    "when": row.when,
                    "permits": row.low,
                    "rulings": list(row.rulings),
                    "hands": row.hands,
                    "printed_examples": row.printed,
                    "examples": [
                        {
                            "hand": [card.text for card in shown.hand],
                            "low": [card.text for card in shown.low],
                            "high": [card.text for card in shown.high],
                        }
                        for shown in row.examples
                    ],
                }
            )
    elif html is None:
        typer.echo(page.as_text(rulebook, report, examples, width=max(80, min(out.width, 160))), nl=False)
