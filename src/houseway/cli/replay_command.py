"""`houseway replay`: a transcript or a recorded round, event by event."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from houseway import books
from houseway.cli.console import Json, out
from houseway.cli.journals import note_look_here
from houseway.cli.styles import print_json
from houseway.errors import HousewayError, Refused, escaped
from houseway.journal.place import default_journal
from houseway.journal.store import Journal
from houseway.kept.debts import debts_of_round
from houseway.kept.debts import say as say_debt
from houseway.kept.tables import KeptTable, kept_tables
from houseway.rulebook.procedure import Phase
from houseway.table import events as e
from houseway.table import transcript
from houseway.table.meaning import first_difference
from houseway.table.words import say


def replay(
    what: Annotated[str, typer.Argument(metavar="FILE|ROUND", help="A .round file, or TABLE/ROUND from the journal.")],
    *,
    write: Annotated[bool, typer.Option("--write", help="Write what happens into the transcript.")] = False,
    db: Annotated[str, typer.Option("--db", help="The journal: a file, or the URL of a PostgreSQL database.")] = "",
    json: Json = False,
) -> None:
    """Replay a transcript or a recorded round, event by event.

    Each event is shown with its clause. A transcript that differs from what happens is reported with exit code 1.
    Whoever replays a round of a journal sees everybody's cards: the journal notes who did, and when.

    Example: `houseway replay my.round`, or `houseway replay mbs-v4-ann/3`
    """
    if Path(what).is_file():
        _transcript(Path(what), write=write, json=json)
    elif named := re.fullmatch(r"(.+)/([0-9]{1,9})", what):
        _journalled(named[1], int(named[2]), db or default_journal(), json=json)
    else:
        raise Refused(f"{what!r} is neither a transcript nor TABLE/ROUND of a journal")


def _transcript(path: Path, *, write: bool, json: bool) -> None:
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise transcript.BadTranscript(f"{path} is not UTF-8 text") from None
    try:
        if json:
            for said, events, _ in transcript.steps(text, books.get):
                request, _, refusal = said.partition("\n  ! ")
                told = [msgspec.to_builtins(event) for event in events]
                print_json({"request": request, "refused": refusal, "events": told})
        played = transcript.play(text, books.get)
    except HousewayError as error:
        raise transcript.BadTranscript(f"{path}: {error}") from error
    if not json:
        out.print(played, markup=False, end="", soft_wrap=True)
    if write:
        path.write_text(played, encoding="utf-8")
    elif differs := first_difference(text, played):
        raise transcript.BadTranscript(f"{path}, line {differs}: this is not what happens; --write corrects it")


def _journalled(table: str, number: int, db: str, *, json: bool) -> None:
    with Journal.open(db, read_only=True) as journal:
        tables = kept_tables(journal)
        if table not in tables:
            raise Refused(f"the journal has no table {table!r}; it has {', '.join(tables) or 'none'}")
        book = books.get(tables[table])
        kept = KeptTable(journal, table, book, without_key=True)
        if number == kept.table.round and kept.table.phase is not Phase.BETWEEN_ROUNDS:
            raise Refused(f"round {number} of table {table} is still in play")
        if number > kept.table.round:
            raise Refused(f"table {table} has no round {number}")
        note_look_here(db, table, "a replay in the terminal", number)
        events = tuple(kept.events(number))
        players = sorted({event.player for event in events if isinstance(event, e.WagerSettled)})
        told: list[tuple[object, str]] = [(event, say(book, event)) for event in events]
        told += ((debt, say_debt(debt)) for debt in debts_of_round(journal, table, players, number))
        for each, words in told:
            if json:
                print_json(msgspec.to_builtins(each))
            else:
                out.print(escaped(words), markup=False, soft_wrap=True)
