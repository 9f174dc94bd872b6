"""What every command shares: the two consoles, finding a book, progress, JSON.

Here: how things are said in a terminal. Not here: any command.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.measure import Measurement
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from houseway import books
from houseway.cards.card import Card
from houseway.rulebook import check as checking

out = Console(highlight=False, soft_wrap=False)
err = Console(stderr=True, highlight=False, soft_wrap=True)

BookName = Annotated[str, typer.Argument(metavar="BOOK", help="A book's name, or the path of a book file.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, one object a line.")]


def book_names(given: Sequence[str]) -> tuple[str, ...]:
    """The books that were named, or all of them."""
    return tuple(given) or books.names()


def print_json(value: Any) -> None:
    """One JSON object on a line."""
    sys.stdout.write(msgspec.json.encode(value).decode() + "\n")


def hand_text(cards: Sequence[Card]) -> Text:
    """Cards in the colours of their suits."""
    text = Text()
    for number, card in enumerate(cards):
        style = "bold yellow" if card.suit is None else "bold red" if card.suit in (1, 2) else "bold"
        text.append((" " if number else "") + card.symbol, style=style)
    return text


def print_whole(*tables: Table) -> None:
    """Print the first of these tables that the terminal has room for; the last one in any case, and never cut off."""
    for table in tables:
        needs = Measurement.get(out, out.options.update(max_width=1000), table)
        if needs.maximum <= out.width:
            out.print(table)
            return
    wide = Console(highlight=False, width=needs.minimum)
    (out if needs.minimum <= out.width else wide).print(table)


@contextlib.contextmanager
def progress(title: str) -> Iterator[checking.Progress]:
    """A bar on standard error while something long runs; nothing where standard error is no terminal."""
    if not err.is_terminal:
        yield lambda _what, _done: None
        return
    bar = Progress(
        TextColumn(title),
        BarColumn(),
        TextColumn("{task.description}"),
        TimeElapsedColumn(),
        console=err,
        transient=True,
    )
    with bar:
        task = bar.add_task("", total=1.0)

        def tell(what: str, done: float) -> None:
            bar.update(task, description=what, completed=done)

        yield tell


def checked(name: str, *, pinned: bool) -> checking.Report:
    """Check a book, with a bar; held against its pinned counts unless they are about to be written."""
    from houseway.rulebook import evidence

    book, files = books.get(name), books.evidence(name)
    with progress(book.id) as tell:
        return checking.check(
            book,
            examples=evidence.read_examples(files.examples),
            pinned=evidence.read_counts(files.counts) if pinned else None,
            progress=tell,
        )
