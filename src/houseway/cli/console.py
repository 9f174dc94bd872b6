"""Terminal output that commands share: printing, progress bars, finding a book.

Here: how text reaches the terminal. Not here: any command.

Importing `rich` or `numpy` takes longer than setting a hand, so this module imports both only when they are used.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from houseway.rulebook import check as checking

BOOK_FILES = "A TOML file is data; a Python file works too, but it is code, and is run."
BookName = Annotated[
    str, typer.Argument(metavar="BOOK", help=f"The name of a book, or the path of a book file. {BOOK_FILES}")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, one object per line.")]


class Output:
    """Standard output or standard error with colours and tables.

    The console is made for each call, so that it always fits the stream, the width and the colours of the moment.
    """

    def __init__(self, *, stderr: bool, soft_wrap: bool) -> None:
        """Output to one of the two streams."""
        self._stderr, self._soft_wrap = stderr, soft_wrap

    @property
    def console(self) -> Console:
        """A rich console for this stream."""
        from rich.console import Console

        return Console(stderr=self._stderr, highlight=False, soft_wrap=self._soft_wrap)

    @property
    def width(self) -> int:
        """How many characters fit on a line."""
        return self.console.width

    def print(self, *parts: Any, **options: Any) -> None:
        """Print text with markup, or anything that rich can print."""
        self.console.print(*parts, **options)


out = Output(stderr=False, soft_wrap=False)
err = Output(stderr=True, soft_wrap=True)


def book_names(given: Sequence[str]) -> tuple[str, ...]:
    """The books that were named, or all of them."""
    from houseway import books

    return tuple(given) or books.names()


def print_whole(*tables: Table) -> None:
    """Print the first table that fits the terminal; if none fits, print the last one anyway, without cutting it."""
    from rich.console import Console
    from rich.measure import Measurement

    console = out.console
    for table in tables:
        needs = Measurement.get(console, console.options.update(max_width=1000), table)
        if needs.maximum <= console.width:
            console.print(table)
            return
    wide = Console(highlight=False, width=needs.minimum)
    (console if needs.minimum <= console.width else wide).print(table)


@contextlib.contextmanager
def progress(title: str) -> Iterator[checking.Progress]:
    """A progress bar on standard error during long work; none if standard error is not a terminal."""
    if not sys.stderr.isatty():
        yield lambda _what, _done: None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    bar = Progress(
        TextColumn(title),
        BarColumn(),
        TextColumn("{task.description}"),
        TimeElapsedColumn(),
        console=err.console,
        transient=True,
    )
    with bar:
        task = bar.add_task("", total=1.0)

        def tell(what: str, done: float) -> None:
            bar.update(task, description=what, completed=done)

        yield tell


def checked(name: str, *, pinned: bool) -> checking.Report:
    """Check a book, with a progress bar; against its pinned counts unless they are about to be written."""
    from houseway import books
    from houseway.rulebook import check as checking
    from houseway.rulebook import evidence

    book, files = books.get(name), books.evidence(name)
    with progress(book.id) as tell:
        return checking.check(
            book,
            examples=evidence.read_examples(files.examples),
            pinned=evidence.read_counts(files.counts) if pinned else None,
            progress=tell,
        )
