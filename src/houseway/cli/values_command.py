"""`houseway values`: the exact value of every setting of every shape, as a table for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from houseway import books
from houseway.cli.console import BookName, Json, out, progress
from houseway.cli.counting import Cluster, Workers, user_cache
from houseway.cli.output_file import must_be_writable
from houseway.cli.styles import print_json
from houseway.maths.count.value_table import must_have_parquet, write_parquet
from houseway.maths.count.values import values_of
from houseway.maths.shards import engine


def print_values(
    book: BookName,
    *,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write every setting to this Parquet file.")
    ] = None,
    workers: Workers = 0,
    cluster: Cluster = "",
    json: Json = False,
) -> None:
    """Count the exact value of every legal setting of every shape of hand, and write them as Parquet.

    A shape is a hand up to the suits that cannot matter for a flush. Counting takes a minute or two the first time.
    The file opens in pandas, Polars, DuckDB and whatever else reads Parquet. It needs the extra `houseway[data]`.

    Example: `houseway values mbs-v4 -o mbs-v4.parquet`
    """
    rulebook = books.get(book)
    must_be_writable(output)
    if output is not None:
        must_have_parquet()
    with engine(workers=workers, cluster=cluster) as executor, progress(rulebook.id) as tell:
        found = values_of(rulebook, workers=executor, cache=user_cache(), progress=tell)
    rows = write_parquet(rulebook, found, output) if output is not None else len(found.settings)
    house_way, best = found.ev_of_splits(rulebook.compiled.split), found.ev(found.best)
    if json:
        counts = {"book": rulebook.id, "shapes": len(found.deals), "settings": rows}
        told = {"house_way": str(house_way), "best": str(best), "file": str(output) if output else None}
        print_json({**counts, **told})
        return
    out.print(f"{rulebook.id}: {len(found.deals):,} shapes, {rows:,} settings", markup=False)
    out.print(
        f"the house way wins {float(house_way):+.6%} of the bet; the best setting of every shape {float(best):+.6%}"
    )
    if output:
        out.print(f"{output}: written", markup=False, soft_wrap=True)
