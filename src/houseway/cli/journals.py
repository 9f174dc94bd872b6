"""What commands that read a journal share: the option that names it, and opening it to read.

Here: `--db`, and text of a journal on its way to a terminal or a spreadsheet. Not here: any command.
"""

from __future__ import annotations

import csv
import getpass
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.console import err
from houseway.errors import HousewayError, as_cell, escaped
from houseway.journal.place import default_journal

if TYPE_CHECKING:
    from houseway.journal.store import Journal

Db = Annotated[
    str,
    typer.Option(
        "--db",
        metavar="URL",
        help="The journal: the path of a SQLite file, or a PostgreSQL URL. "
        "Otherwise $HOUSEWAY_DB, otherwise journal.db in the user's data folder.",
        show_default=False,
    ),
]


def opened(db: str) -> Journal:
    """The journal, opened to read."""
    from houseway.journal.store import Journal

    return Journal.open(db or default_journal(), read_only=True)


def note_look_here(db: str, table: str, how: str, *rounds: int) -> None:
    """Note who looks at everybody's cards; a copy that cannot be written is read all the same, with a warning."""
    from houseway.journal.store import Journal
    from houseway.kept.looks import note_look
    from houseway.people.names import ON_THE_MACHINE

    try:
        with Journal.open(db) as journal:
            note_look(journal, by=f"{getpass.getuser()}{ON_THE_MACHINE}", table=table, rounds=rounds, how=how)
    except HousewayError as error:
        err.print(f"this look is not noted in the journal: {error}", markup=False)


def plain(text: str) -> str:
    """Text that may look like markup, or hide something or another line, escaped."""
    return escaped(text).replace("[", r"\[")


def write_csv(rows: Iterable[Sequence[object]]) -> None:
    """Rows as CSV on standard output; text is quoted, and marked as text where it would be a formula."""
    csv.writer(sys.stdout, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC).writerows(
        [as_cell(cell) if isinstance(cell, str) else cell for cell in row] for row in rows
    )
