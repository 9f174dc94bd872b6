"""`houseway books`: list the shipped books."""

from __future__ import annotations

from rich.table import Table

from houseway import books
from houseway.cli.console import Json, out
from houseway.cli.styles import print_json
from houseway.rulebook.plain import book_plain


def list_books(*, json: Json = False) -> None:
    """List the books.

    Example: `houseway books`
    """
    shelf = [books.get(name) for name in books.names()]
    if json:
        for book in shelf:
            print_json(book_plain(book))
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("Book", "Document", "Deck", "Dealt"):
        table.add_column(column, no_wrap=column in ("Book", "Dealt"))
    table.add_column("Clauses", justify="right")
    table.add_column("Wagers")
    for book in shelf:
        wagers = ", ".join([book.main.name, *(wager.name for wager in book.side_wagers)])
        split = f"{book.dealt}: {book.high_size} + {book.dealt - book.high_size}"
        table.add_row(book.id, str(book.source), str(book.deck), split, str(len(book.clauses)), wagers)
    out.print(table)
