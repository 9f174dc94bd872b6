"""`houseway backup` and `houseway restore`: a journal copied while the house is open, and one made of the copy."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.console import Json, out
from houseway.cli.journals import Db, opened, plain
from houseway.cli.styles import print_json
from houseway.journal.place import default_journal


def backup(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A new folder for the backup.")],
    *,
    db: Db = "",
    with_keys: Annotated[
        bool,
        typer.Option("--with-keys", help="Include the signing key and the sealing key; keep such a backup locked."),
    ] = False,
    portable: Annotated[
        bool, typer.Option("--portable", help="Write lines of JSON, which SQLite and PostgreSQL can both be made of.")
    ] = False,
    json: Json = False,
) -> None:
    """Back up the journal; the house may stay open.

    A SQLite file is copied by SQLite's online backup, PostgreSQL by pg_dump, or as lines of JSON where that is missing.

    Example: `houseway backup backups/monday`
    """
    from houseway.journal.backup import back_up

    with opened(db) as journal:
        made = back_up(journal, folder, with_keys=with_keys, portable=portable)
    if json:
        said = {"journal": made.journal, "by": made.by, "entries": made.entries, "hash": made.hash}
        print_json({"folder": str(folder), **said})
        return
    keys = "with the keys" if with_keys else "without the keys: back them up separately"
    out.print(plain(f"{folder}: {made.entries:,} entries, by {made.by}, {keys}"), soft_wrap=True)


def restore(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of a backup.")],
    *,
    db: Db = "",
    json: Json = False,
) -> None:
    """Restore a backup into a new place and verify it; an existing journal is never overwritten.

    Example: `houseway restore backups/monday --db restored/journal.db`
    """
    from houseway.journal.backup import SIGNING
    from houseway.journal.restore import restore as restore_backup

    place = db or default_journal()
    made, report = restore_backup(folder, place)
    if json:
        print_json({"journal": made.journal, "entries": report.entries, "hash": report.hash, "made": made.made})
        return
    out.print(f"{report.entries:,} entries restored, as of {made.made}: [bold green]all right[/]")
    if SIGNING not in made.files:
        out.print("The keys are not in this backup: put them beside the journal before a house opens on it.")
