"""`houseway book`: books as TOML files: write one, start one, the words they are written in, and their JSON Schema."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from houseway import books
from houseway.cli.console import BookName, Json, err, out
from houseway.cli.styles import print_json
from houseway.errors import Refused
from houseway.rulebook.data.schema import as_json
from houseway.rulebook.data.start import start_file
from houseway.rulebook.data.words import choices, roots, type_name, words
from houseway.rulebook.data.writing import SCHEMA_FILE, as_plain, as_toml
from houseway.rulebook.ranks import Ranks

book_files = typer.Typer(
    add_completion=False,
    rich_markup_mode="markdown",
    help="Write a book as a TOML file, start a new one, and list its words.\n\n"
    "A TOML book is data: nothing in it is run. It works wherever a BOOK is expected.\n\n"
    "Example: `houseway book export mbs-v4 > copy.toml`",
    no_args_is_help=True,
)


@book_files.command("export")
def export(book: BookName, *, json: Json = False) -> None:
    """Write any book as a TOML file; reading that file gives the same book.

    Example: `houseway book export mbs-v4 > copy.toml`
    """
    rulebook = books.get(book)
    if json:
        print_json(as_plain(rulebook))
    else:
        typer.echo(as_toml(rulebook), nl=False)


@book_files.command("new")
def new(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; its name ends in .toml.")],
    *,
    base: Annotated[
        str, typer.Option("--based-on", metavar="BOOK", help="The shipped book, or TOML file, that it will change.")
    ],
    json: Json = False,
) -> None:
    """Start a book of your own: a commented file that changes nothing yet, and the schema for your editor beside it.

    Example: `houseway book new my_house.toml --based-on mbs-v4`
    """
    if file.suffix != ".toml":
        raise Refused(f"the name of the file must end in .toml, not {str(file)!r}")
    if base.endswith(".py"):
        raise Refused(f"{base} is Python code; `houseway book export` makes a TOML file of it")
    if file.exists():
        raise Refused(f"{file} is there already; nothing was written")
    rulebook = books.get(base)
    based_on = base if base in books.names() else str(Path(base).resolve())
    text = start_file(rulebook, based_on, file.stem.replace("_", "-"))
    schema = file.with_name(SCHEMA_FILE)
    wrote = [file] if schema.exists() else [file, schema]
    file.write_text(text, encoding="utf-8")
    if schema in wrote:
        schema.write_text(as_json(), encoding="utf-8")
    if json:
        print_json({"wrote": [str(path) for path in wrote], "based_on": rulebook.id})
    else:
        err.print(f"wrote {' and '.join(map(str, wrote))}", markup=False)


@book_files.command("schema")
def print_schema() -> None:
    """Print the JSON Schema of book files, with which an editor completes and checks them.

    Example: `houseway book schema > book.schema.json`
    """
    typer.echo(as_json(), nl=False)


@book_files.command("words")
def print_words(*, json: Json = False) -> None:
    """List the words that conditions and low hands are written in.

    Example: `houseway book words`
    """
    if json:
        for word in words().values():
            print_json(
                {"word": word.name, "is": type_name(word.yields), "use": word.signature, "meaning": word.meaning}
            )
        return
    for kind in (*reversed(roots()), Ranks):
        table = Table(box=None, pad_edge=False, header_style="bold")
        table.add_column({"condition": "Conditions", "low hand": "Low hands"}.get(type_name(kind), "Ranks"))
        table.add_column("Meaning")
        for word in (each for each in words().values() if each.yields is kind):
            table.add_row(escape(word.signature), escape(word.meaning[:1].upper() + word.meaning[1:].rstrip(".")))
        out.print(table)
        out.print()
    out.print("Combine them with [bold]&[/] (and), [bold]|[/] (or), [bold]~[/] (not) and parentheses.")
    out.print("RANKS is a run such as 2-6, J-A or K, or a name; the book itself can name more.")
    for names in choices():
        out.print(f"{type_name(names).upper()} is {', '.join(list(names.__members__)[:-1])} or {list(names)[-1].name}.")
