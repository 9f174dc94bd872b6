"""`houseway play`: a game in the terminal against the dealer, kept in the journal."""

import contextlib
from pathlib import Path
from typing import Annotated

import typer

from houseway import books
from houseway.cli.console import BookName, Json, err
from houseway.cli.game import Game
from houseway.cli.games import Leave
from houseway.cli.talk import read_amount
from houseway.errors import OldVersion
from houseway.journal.place import default_journal
from houseway.journal.store import Journal
from houseway.kept.tables import KeptTable, buy_chips
from houseway.rulebook.rulebook import Rulebook


def play(
    book: BookName,
    *,
    name: Annotated[str, typer.Option("--name", help="Who plays; the bankroll is kept under this name.")] = "player",
    chips: Annotated[str, typer.Option("--chips", help="What a new player's bankroll begins with.")] = "1,000.00",
    buy: Annotated[str, typer.Option("--buy", metavar="AMOUNT", help="Buy chips before play begins.")] = "",
    cut: Annotated[
        bool, typer.Option("--cut", help="Ask each round, once the deck is committed to, for your words for the cut.")
    ] = False,
    proofs: Annotated[
        Path | None, typer.Option("--proofs", metavar="FILE", help="Add each round's proof of its deck to a file.")
    ] = None,
    db: Annotated[str, typer.Option("--db", help="The journal: a file, or the URL of a PostgreSQL database.")] = "",
    json: Json = False,
) -> None:
    """Play against the dealer: wager, set your hand, and read why each wager was paid as it was.

    You are dealt cards (seven, or five at `five-card`) and put two of them into a low hand, the rest into a high hand,
    which may not be lower. Both are compared with the dealer's: two wins win, one is a standoff, none loses.

    Example: `houseway play mbs-v4 --name ann`

    Example: `houseway play five-card --cut --proofs ann.jsonl`, then `houseway fair verify ann.jsonl`

    At every question Enter takes the answer in brackets and `q` leaves the table. Your chips stay on the layout, and a
    round that is under way is continued the next time. With `--json` the questions go to standard error.
    """
    rulebook = books.get(book)
    with contextlib.ExitStack() as stack:
        file = stack.enter_context(proofs.open("a", encoding="utf-8")) if proofs else None
        journal = stack.enter_context(Journal.open(db or default_journal()))
        if not journal.version(f"cage:{name}"):
            buy_chips(journal, name, read_amount(chips), key=f"first chips of {name}")
        game = Game(rulebook, journal, _table(journal, rulebook, name), name, cut=cut, proofs=file, json=json)
        if buy:
            game.buy(read_amount(buy))
        _play(game)


def _play(game: Game) -> None:
    """Play until the player leaves, by `q`, the end of the input, or a signal."""
    stopped = False
    try:
        with game.games.game():
            game.run()
    except (Leave, EOFError) as left:
        if isinstance(left, EOFError):
            game.tell("")
    except KeyboardInterrupt:
        stopped = True
        game.tell("")
        err.print("houseway: stopped")
    game.leave()
    if stopped:
        raise typer.Exit(130)


def _table(journal: Journal, book: Rulebook, name: str) -> KeptTable:
    try:
        return KeptTable.open(journal, f"{book.id}-{name}", book, positions=1)
    except OldVersion:  # somebody else has just opened it
        return KeptTable(journal, f"{book.id}-{name}", book)
