"""`houseway diff`: which hands two books set differently."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from houseway import books
from houseway.cards.card import draw_cards
from houseway.cli.console import Json, out, print_json, progress
from houseway.rulebook.diff import Difference, difference
from houseway.rulebook.rulebook import Setting


def diff_books(
    first: Annotated[str, typer.Argument(metavar="BOOK", help="A book's name, or the path of a book file.")],
    second: Annotated[str, typer.Argument(metavar="BOOK", help="The book to compare it with.")],
    *,
    json: Json = False,
) -> None:
    """Count the hands two books set differently, by the pair of clauses that decide them.

    Example: `houseway diff mbs-v4 fortune-us`
    """
    mine, theirs = books.get(first), books.get(second)
    with progress("diff") as tell:
        tell("setting every hand by both books", 0.0)
        found = difference(mine, theirs)
    if json:
        print_json(_as_json(found))
        return
    names = " and ".join(found.books)
    out.print(f"{names} set {found.different:,} of {found.hands:,} hands differently.", markup=False)
    if not found.pairs:
        return
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("Hands", justify="right", no_wrap=True)
    for name in found.books:
        table.add_column(escape(f"{name}: clause, and the lowest such hand"))
    for pair in found.pairs:
        cells = [escape(f"{cite}\n{_drawn(example)}") for cite, example in zip(pair.clauses, pair.example, strict=True)]
        table.add_row(f"{pair.hands:,}", *cells)
    out.print(table)


def _drawn(setting: Setting) -> str:
    return f"{draw_cards(setting.low)} under {draw_cards(setting.high)}"


def _as_json(found: Difference) -> dict[str, object]:
    return {
        "books": list(found.books),
        "hands": found.hands,
        "different": found.different,
        "pairs": [
            {
                "clauses": list(pair.clauses),
                "hands": pair.hands,
                "example": {
                    "hand": [card.text for card in pair.example[0].hand],
                    "settings": [
                        {"low": [card.text for card in s.low], "high": [card.text for card in s.high]}
                        for s in pair.example
                    ],
                },
            }
            for pair in found.pairs
        ],
    }
