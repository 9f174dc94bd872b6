"""`houseway history`: hand histories from transcripts and journals, and back."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway import books
from houseway.cli.console import Json, out
from houseway.cli.journals import note_look_here
from houseway.cli.output_file import must_be_writable
from houseway.cli.styles import print_json
from houseway.errors import HousewayError, Refused, counted
from houseway.journal.place import default_journal
from houseway.table.history import BadHistory, History, Step, event_fields, read_history, write_history

if TYPE_CHECKING:
    from houseway.table import events as e

history = typer.Typer(
    add_completion=False,
    rich_markup_mode="markdown",
    help="Write, read and check hand histories, an open text format.\n\n"
    "Example: `houseway history export mbs-v4-ann -o ann.toml`",
    no_args_is_help=True,
)
Db = Annotated[
    str, typer.Option("--db", metavar="URL", help="The journal: a file, or the URL of a PostgreSQL database.")
]
Output = Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write it to this file.")]
HistoryFile = Annotated[Path, typer.Argument(metavar="FILE", help="A hand history.")]


@history.command("export")
def export_history(
    what: Annotated[str, typer.Argument(metavar="FILE|TABLE", help="A .round file, or a table of the journal.")],
    *,
    db: Db = "",
    output: Output = None,
    json: Json = False,
) -> None:
    """Write a transcript, or the finished rounds of a table in the journal, as a hand history.

    Example: `houseway history export my.round -o my.toml`

    Example: `houseway history export mbs-v4-ann --db game.db -o ann.toml`
    """
    must_be_writable(output)
    found = _of_transcript(Path(what)) if Path(what).is_file() else _of_table(what, db or default_journal())
    text = "".join(_as_json(step) for step in found.steps) if json else write_history(found)
    _write(text, output)


@history.command("import")
def import_history(
    file: HistoryFile,
    *,
    db: Annotated[str, typer.Option("--db", metavar="URL", help="Play it into this journal, at a new table.")] = "",
    output: Output = None,
    json: Json = False,
) -> None:
    """Turn a hand history into a transcript, or with `--db` into a table of a journal.

    Every request is asked again and must lead to the events of the file; otherwise nothing is written. Requests that
    a journal did not keep are worked out from their events.

    Example: `houseway history import ann.toml -o ann.round`

    Example: `houseway history import ann.toml --db copy.db`
    """
    if db and output:
        raise Refused("give either --db, for a journal, or --output, for a transcript")
    must_be_writable(output)
    found = _read(file)
    if db:
        _into_journal(file, found, db, json=json)
        return
    from houseway.table.history_rounds import played, to_transcript

    try:
        if json:
            text = "".join(_as_json(step) for step, _, _ in played(found, books.get))
        else:
            text = to_transcript(found, books.get)
    except BadHistory as error:
        raise BadHistory(f"{file}, {error}") from None
    _write(text, output)


@history.command("check")
def check_history(file: HistoryFile, *, json: Json = False) -> None:
    """Check a hand history: every request must lead to the events the file has for it.

    Example: `houseway history check ann.toml`
    """
    from houseway.table.history_rounds import played

    found = _read(file)
    try:
        for _ in played(found, books.get):
            pass
    except BadHistory as error:
        raise BadHistory(f"{file}, {error}") from None
    events = [event for step in found.steps for event in step.events]
    counts = {"steps": len(found.steps), "events": len(events), "rounds": _rounds(events)}
    if json:
        print_json({"file": str(file), "book": found.book, **counts})
    else:
        said = ", ".join(counted(number, noun.removesuffix("s")) for noun, number in counts.items())
        out.print(f"{file}: {found.book}, {said}: all hold", markup=False, soft_wrap=True)


def _rounds(events: list[e.Event]) -> int:
    from houseway.table import events as e

    return sum(isinstance(event, e.BettingOpened) for event in events)


def _read(file: Path) -> History:
    try:
        return read_history(file.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise BadHistory(f"{file}, line {line}: this is not UTF-8 text") from None
    except BadHistory as error:
        raise BadHistory(f"{file}, {error}") from None


def _of_transcript(path: Path) -> History:
    from houseway.table.history_rounds import from_transcript
    from houseway.table.meaning import first_difference
    from houseway.table.transcript import BadTranscript, play

    try:
        text = path.read_text(encoding="utf-8")
        differs = first_difference(text, play(text, books.get))
        found = from_transcript(text, books.get)
    except UnicodeDecodeError:
        raise BadTranscript(f"{path} is not UTF-8 text") from None
    except HousewayError as error:
        raise BadTranscript(f"{path}: {error}") from error
    if differs:
        raise BadTranscript(f"{path}, line {differs}: this is not what happens; `houseway replay --write` corrects it")
    return found


def _of_table(table: str, db: str) -> History:
    from houseway.journal.store import Journal
    from houseway.kept.histories import from_journal
    from houseway.kept.tables import kept_tables

    with Journal.open(db, read_only=True) as journal:
        tables = kept_tables(journal)
        if table not in tables:
            raise Refused(f"{table!r} is neither a transcript nor a table; tables here: {', '.join(tables) or 'none'}")
        found = from_journal(journal, table, books.get(tables[table]))
    note_look_here(db, table, "a hand history in the terminal")
    return found


def _into_journal(file: Path, found: History, db: str, *, json: bool) -> None:
    from houseway.journal.store import Journal
    from houseway.kept.histories import into_journal

    with Journal.open(db) as journal:
        try:
            kept = into_journal(found, journal, books.get(found.book))
        except BadHistory as error:
            raise BadHistory(f"{file}, {error}") from None
    if json:
        print_json({"table": kept.name, "rounds": kept.table.round, "events": kept.table.version})
    else:
        rounds, events = counted(kept.table.round, "round"), counted(kept.table.version, "event")
        out.print(f"table {kept.name}: {rounds}, {events}", markup=False, soft_wrap=True)


def _as_json(step: Step) -> str:
    import msgspec

    by = {"by": step.by.name, "role": step.by.role.words} if step.by else {}
    events = [event_fields(event) for event in step.events]
    said = {**by, "asks": step.asks, "refused": step.refused, "events": events, **step.own}
    return msgspec.json.encode(said).decode() + "\n"


def _write(text: str, output: Path | None) -> None:
    if output is None:
        sys.stdout.write(text)
        sys.stdout.flush()
    else:
        output.write_text(text, encoding="utf-8")
