"""`houseway books`: list the shipped books."""

from __future__ import annotations

from collections.abc import Sequence

from rich.markup import escape
from rich.table import Table
from rich.text import Text

from houseway import books
from houseway.cli.console import Json, out
from houseway.cli.styles import print_json
from houseway.rulebook.plain import book_plain


def list_books(*, json: Json = False) -> None:
    """List the books.

    Example: `houseway books`
    """
    if json:
        for name in books.names():
            print_json(book_plain(books.get(name)))
        return
    for number, (group, shelf) in enumerate(books.grouped().items()):
        out.print(f"[bold]{escape(group)}[/]" if not number else f"\n[bold]{escape(group)}[/]")
        _print(shelf)


def _print(names: Sequence[str]) -> None:
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(no_wrap=True, min_width=max(map(len, books.names())))
    table.add_column()
    for book in map(books.get, names):
        split = f"{book.dealt} of {book.deck.size} cards, {book.high_size} and {book.dealt - book.high_size}"
        wagers = f"{1 + len(book.side_wagers)} wager{'s' if book.side_wagers else ''}"
        facts = f"{split}; {len(book.clauses)} clause{'s' if len(book.clauses) > 1 else ''}; {wagers}"
        table.add_row(book.id, Text.assemble(book.summary, "\n", (f"{book.source}. {facts}.", "dim")))
    out.print(table)
