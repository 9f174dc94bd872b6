"""`houseway best`: every legal setting of a hand with its exact expected value.

A hand of a shipped book is usually answered before this module is even imported (`quick`). Here the book itself
answers, and writes the files that make the next hand quick.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from houseway import books
from houseway.cli import quick_book
from houseway.cli.best_answer import print_best
from houseway.cli.console import BookName, Json, progress
from houseway.cli.counting import Commission, user_cache
from houseway.maths.count.what_if import what_if
from houseway.maths.play.one_hand import best


def best_setting(
    book: BookName,
    hand: Annotated[list[str], typer.Argument(help="The player's cards.")],
    *,
    dead: Annotated[str, typer.Option(metavar="CARDS", help="Other cards seen: the dealer cannot hold them.")] = "",
    dealer: Annotated[str, typer.Option(metavar="BOOK", help="The dealer's book, if it is another one.")] = "",
    dealer_cards: Annotated[
        str, typer.Option(metavar="CARDS", help="The dealer's hand, where the book shows it first.")
    ] = "",
    commission: Commission = "",
    json: Json = False,
) -> None:
    """Compare every legal setting of a hand by its exact expected value.

    Each setting is played against every hand the dealer can hold.

    Example: `houseway best mbs-v4 "Ac Kd Qd Qs 9h 5c 2s"`

    The bars show the deals won (green), pushed (grey) and lost (red). The counts are exact.

    Other cards seen: `houseway best mbs-v4 "Ac Kd Qd Qs 9h 5c 2s" --dead "Ah @"`

    A dealer who shows first: `houseway best five-card "Kc 9c 8c 6s 3d" --dealer-cards "Ah Qd 9s 5c 2h"`
    """
    rulebook = what_if(books.get(book), commission=commission)
    with progress("best") as tell:
        tell("counting the dealer's hands", 0.0)
        found = best(
            rulebook,
            " ".join(hand),
            dead=dead,
            dealer=books.get(dealer) if dealer else None,
            dealer_cards=dealer_cards,
            cache=user_cache(),
        )
    print_best(found, json=json)
    sys.stdout.flush()
    for name in {book, dealer} & set(books.names()):
        quick_book.keep(books.get(name))
