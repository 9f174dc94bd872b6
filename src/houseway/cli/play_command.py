"""`houseway play`: a game against the dealer in the terminal, kept in the journal."""

import contextlib
from pathlib import Path
from typing import Annotated

import typer

from houseway import books
from houseway.cli.console import BookName, Json
from houseway.cli.game import Game
from houseway.cli.games import Leave
from houseway.cli.styles import complain
from houseway.cli.talk import read_amount
from houseway.errors import OldVersion
from houseway.journal.place import default_journal
from houseway.journal.store import Journal
from houseway.kept.tables import KeptTable, buy_chips
from houseway.rulebook.rulebook import Rulebook


def play(
    book: BookName,
    *,
    name: Annotated[str, typer.Option("--name", help="Your name; your bankroll is kept under it.")] = "player",
    chips: Annotated[str, typer.Option("--chips", help="The bankroll of a new player.")] = "1,000.00",
    buy: Annotated[str, typer.Option("--buy", metavar="AMOUNT", help="Buy chips before you play.")] = "",
    cut: Annotated[bool, typer.Option("--cut", help="Ask in each round for your words for the cut.")] = False,
    proofs: Annotated[
        Path | None, typer.Option("--proofs", metavar="FILE", help="Add the proof of each round's deck to this file.")
    ] = None,
    db: Annotated[str, typer.Option("--db", help="The journal: a file, or the URL of a PostgreSQL database.")] = "",
    json: Json = False,
) -> None:
    """Play against the dealer in the terminal.

    You are dealt cards (seven, or five at `five-card`) and put two of them into a low hand, the rest into a high hand,
    which may not be lower. Both are compared with the dealer's: win both to win, win one to push, win none to lose.

    Example: `houseway play mbs-v4 --name ann`

    Example: `houseway play five-card --cut --proofs ann.jsonl`, then `houseway fair verify ann.jsonl`

    At every question Enter takes the answer in brackets and `q` leaves the table. Your wagers stay on the layout, and
    the round continues the next time you play. With `--json` the questions go to standard error.
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
    """Play until the player leaves with `q`, the input ends, or a signal arrives."""
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
        complain("stopped")
    game.leave()
    if stopped:
        raise typer.Exit(130)


def _table(journal: Journal, book: Rulebook, name: str) -> KeptTable:
    try:
        return KeptTable.open(journal, f"{book.id}-{name}", book, positions=1)
    except OldVersion:  # somebody else has just opened it
        return KeptTable(journal, f"{book.id}-{name}", book)
