"""`houseway published`: the figures that others have published, beside ours."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from houseway import books
from houseway.cli.console import Json, out, print_whole, progress
from houseway.cli.counting import user_cache
from houseway.cli.styles import print_json
from houseway.errors import Refused
from houseway.maths.published import Compared, compare_published
from houseway.maths.published_words import MORE_DIGITS, difference_words, published_plain, reasons
from houseway.rulebook.published import read_published


def print_published(
    book: Annotated[list[str] | None, typer.Argument(metavar="[BOOK]...", help="Only these books.")] = None,
    *,
    json: Json = False,
) -> None:
    """Put every published figure beside our exact one.

    Shows the kind of source (exact or simulated), the difference, and why there is one.

    Example: `houseway published`

    One book: `houseway published foxwoods`

    Counts are cached: the first time takes about half a minute, after that no time.
    """
    names = tuple(book or books.names())
    figures = {name: read_published(books.published(name)) for name in names if books.get(name)}
    bare = [name for name in book or () if not figures[name]]
    if bare:
        raise Refused(f"no figure is published for {bare[0]}")
    shown = [name for name in names if figures[name]]
    cache = user_cache()
    for number, name in enumerate(shown):
        with progress(f"{name} ({number + 1} of {len(shown)})") as tell:
            found = compare_published(books.get(name), figures[name], cache=cache, progress=tell)
        if json:
            for each in found:
                print_json(published_plain(each))
        else:
            _print(name, found, first=not number)


def _print(name: str, found: tuple[Compared, ...], *, first: bool) -> None:
    if not first:
        out.print()
    out.print(f"[bold]{escape(name)}[/]  [dim]{escape(str(books.get(name).source))}[/]")
    averaged = any(each.otherwise is not None for each in found)
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("")
    for column in ("Published", "Kind", "Ours", *(("Otherwise", "Average") if averaged else ()), "Difference"):
        table.add_column(column, justify="left" if column == "Kind" else "right", no_wrap=True)
    for each in found:
        both = [_written(each, "otherwise"), _written(each, "compared") if each.otherwise is not None else ""]
        table.add_row(
            escape(each.published.figure),
            each.published.printed,
            each.published.kind,
            _written(each, "ours"),
            *(both if averaged else ()),
            difference_words(each),
        )
    print_whole(table)
    for reason in reasons(found):
        out.print(reason, style="dim", markup=False)


def _written(each: Compared, which: str) -> str:
    value = getattr(each, which)
    return "" if value is None else each.published.written(value, MORE_DIGITS)
