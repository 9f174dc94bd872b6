"""`houseway par`: the PAR sheet of a book.

The packages that draw and print are imported only when this command runs.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway import books
from houseway.cli.console import BookName, err, progress
from houseway.cli.counting import Cluster, Commission, Pays, Workers, user_cache
from houseway.cli.output_file import must_be_writable
from houseway.errors import Refused, not_installed
from houseway.maths.count.odds import BEST, HOUSE_WAY
from houseway.maths.count.what_if import what_if
from houseway.maths.shards import engine

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from houseway.maths.par.sheet import ParSheet
    from houseway.maths.shards import Progress
    from houseway.rulebook.rulebook import Rulebook


def write_par_sheet(
    book: BookName,
    *,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="FILE", help="The file to write: .pdf, .html or .json."),
    ],
    player: Annotated[
        str,
        typer.Option(
            "--player",
            metavar=f"{HOUSE_WAY}|{BEST}",
            help="How the player sets hands. Default: the house way, or best play where the book shows "
            "the dealer's hand first.",
            show_default=False,
        ),
    ] = "",
    no_rulings: Annotated[
        bool,
        typer.Option("--no-rulings", help="List the rulings without recounting the game under the rejected readings."),
    ] = False,
    commission: Commission = "",
    pays: Pays = None,
    workers: Workers = 0,
    cluster: Cluster = "",
) -> None:
    """Write the PAR sheet of a book as PDF, HTML or JSON.

    Combinations, returns, house edge, volatility, and the effect of each ruling.

    The same book gives the same file, byte for byte. Counting a game of seven cards takes seconds, longer where the
    dealer's hand is seen first, and as long again for each reading that a ruling decided against: minutes for a book
    with a dozen of them, seconds with `--no-rulings`. Counts are kept, so a count that was stopped continues.

    Example: `houseway par mbs-v4 -o mbs-v4.pdf`
    """
    rulebook = what_if(books.get(book), commission=commission, pays=pays or ())
    suffix = output.suffix.lower()
    if suffix not in (".pdf", ".html", ".json"):
        raise Refused(f"a PAR sheet is written as .pdf, .html or .json, not {output.name!r}")
    must_be_writable(output, replaced=True)
    made = _maker(suffix)
    with engine(workers=workers, cluster=cluster) as executor, progress(rulebook.id) as tell:
        sheet = _counted(rulebook, player, executor, tell, rulings=not no_rulings)
        tell(f"writing {output.name}", 1.0)
        _write_whole(output, made(sheet))
    err.print(f"wrote {output}", markup=False)


def _maker(suffix: str) -> Callable[[ParSheet], bytes]:
    """What makes such a file, its packages already imported: better refused now than after counting."""
    if suffix == ".json":
        from houseway.maths.par.json import as_json

        return as_json
    try:
        import matplotlib  # noqa: F401

        from houseway.maths.par.html import as_html
        from houseway.maths.par.pdf import as_pdf

        if suffix == ".pdf":
            import typst  # noqa: F401
    except ImportError as error:
        raise not_installed(f"a PAR sheet as {suffix}", "par") from error
    return as_pdf if suffix == ".pdf" else lambda sheet: as_html(sheet).encode()


def _counted(book: Rulebook, player: str, workers: Executor, tell: Progress, *, rulings: bool) -> ParSheet:
    """The sheet; of the bar each whole count of the game gets the same share."""
    from houseway.maths.count.rulings import weighed
    from houseway.maths.count.whole_book import odds
    from houseway.maths.par.sheet import par_sheet

    cache = user_cache()
    parts = 1 + (len(book.alternatives) if rulings else 0)

    def first(what: str, done: float) -> None:
        tell(what, done / parts)

    def rest(what: str, done: float) -> None:
        tell(what, (1 + done * (parts - 1)) / parts)

    found = odds(book, player=player, workers=workers, cache=cache, progress=first)
    worth = weighed(book, found.main, workers=workers, cache=cache, progress=rest) if rulings else None
    return par_sheet(book, found, worth)


def _write_whole(output: Path, body: bytes) -> None:
    """The whole file appears at once, or nothing does; a file that was there keeps its permissions."""
    try:
        mode = output.stat().st_mode & 0o777 if output.exists() else 0o666 & ~_umask()
        with tempfile.NamedTemporaryFile(dir=output.parent, prefix=".par-", delete=False) as part:
            try:
                part.write(body)
                part.close()
                Path(part.name).chmod(mode)
                Path(part.name).replace(output)
            except BaseException:
                Path(part.name).unlink(missing_ok=True)
                raise
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(output)) from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
