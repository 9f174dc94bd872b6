"""`houseway books`: what is on the shelf."""

from __future__ import annotations

from rich.table import Table

from houseway import books
from houseway.cli.console import Json, out, print_json


def list_books(*, json: Json = False) -> None:
    """List the books.

    Example: `houseway books`
    """
    shelf = [books.get(name) for name in books.names()]
    if json:
        for book in shelf:
            print_json(
                {
                    "book": book.id,
                    "title": book.source.title,
                    "version": book.source.version,
                    "house": book.source.house,
                    "effective": book.source.effective,
                    "deck": book.deck.size,
                    "dealt": book.dealt,
                    "hands": book.number_of_hands,
                    "clauses": len(book.clauses),
                    "rulings": [ruling.id for ruling in book.rulings],
                    "wagers": [book.main.key, *(wager.key for wager in book.side_wagers)],
                    "digest": book.digest,
                }
            )
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
