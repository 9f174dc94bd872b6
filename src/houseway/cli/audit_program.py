"""`houseway audit program`: which program and books a house plays with, and whether the files are still those."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.console import Json, out
from houseway.cli.journals import Db, opened, plain
from houseway.cli.styles import print_json
from houseway.errors import BadJournal, Refused

if TYPE_CHECKING:
    from houseway.kept.program import Program


def print_program(
    *,
    db: Db = "",
    table: Annotated[str, typer.Option("--table", help="The program of a round at this table; needs --round.")] = "",
    number: Annotated[int, typer.Option("--round", min=0, help="The number of that round.")] = 0,
    json: Json = False,
) -> None:
    """Compare the installed program with the one the house last opened with; 1 if they differ.

    With `--table` and `--round`: the program and the books that round was played with.

    Example: `houseway audit program`

    Example: `houseway audit program --table mbs-v4 --round 12`
    """
    from houseway.kept.program import file_digests, program_digest, programs, programs_of_round

    if bool(table) is not bool(number):
        raise Refused("give --table and --round together")
    with opened(db) as journal:
        every = programs_of_round(journal, table, number) if table else tuple(programs(journal))[-1:]
    if not every:
        what = f"round {number} of table {table}" if table else "any house that opened"
        raise BadJournal(f"the journal {journal.name} names no program for {what}")
    files = file_digests()
    installed = program_digest(files)
    same = every[-1].program == installed
    if json:
        found = [_as_json(program) for program in every]
        print_json({"installed": installed, "files": len(files), "recorded": found, "same": same})
    else:
        for program in every:
            out.print(f"entry {program.number:,}: houseway {plain(program.version)}", soft_wrap=True)
            for name, digest in {"program": program.program, **program.books}.items():
                out.print(f"  {plain(name)} {plain(digest)}", soft_wrap=True)
        verdict = "[bold green]the same[/]" if same else "[bold red]another program[/]"
        out.print(f"installed here: {installed}, {len(files):,} files: {verdict}", soft_wrap=True)
    if not same and not table:
        raise typer.Exit(1)


def _as_json(program: Program) -> dict[str, object]:
    return {
        "number": program.number,
        "version": program.version,
        "program": program.program,
        "books": program.books,
    }
