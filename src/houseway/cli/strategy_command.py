"""`houseway strategy`: the best short strategy of a book, as a card and as a book file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from houseway import books
from houseway.cli.console import BookName, Json, out, progress
from houseway.cli.counting import Cluster, Workers, user_cache
from houseway.cli.output_file import must_be_writable
from houseway.cli.styles import percent, print_json, print_wrapped
from houseway.errors import Refused, counted
from houseway.maths.plain import strategy_plain
from houseway.maths.shards import engine
from houseway.maths.strategy.short_strategy import MOST_RULES, ShortStrategy, short_strategy
from houseway.rulebook.data.writing import as_toml

HOW_TO_READ = (
    "Use the first rule that fits your hand. Where it leaves a choice, play the highest low hand, then the highest "
    "high hand."
)


def print_strategy(
    book: BookName,
    *,
    rules: Annotated[int, typer.Option(min=1, max=MOST_RULES, help="The most rules the strategy may have.")],
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same strategy.")] = 0,
    rounds: Annotated[int, typer.Option(min=0, help="How often chance tries to improve the strategy.")] = 8,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write the strategy as a book, a .toml file.")
    ] = None,
    workers: Workers = 0,
    cluster: Cluster = "",
    json: Json = False,
) -> None:
    """Find the best strategy of a few rules and count its exact cost.

    The rules are clauses in the words of the books, and each one tried is weighed by its exact value over all hands.

    Example: `houseway strategy mbs-v4 --rules 6`

    As a book to check, compare and play: `houseway strategy mbs-v4 --rules 6 -o card.toml`

    The first time takes minutes. Counts and finished rounds are cached, and interrupted work resumes where it stopped.
    """
    must_be_writable(output, ".toml")
    rulebook = books.get(book)
    with engine(workers=workers, cluster=cluster) as executor, progress(rulebook.id) as tell:
        found = short_strategy(
            rulebook, rules=rules, seed=seed, rounds=rounds, workers=executor, cache=user_cache(), progress=tell
        )
    if output is not None:
        try:
            output.write_text(as_toml(found.book), encoding="utf-8")
        except OSError as error:
            raise Refused(f"cannot write {output}: {error.strerror}") from error
    if json:
        print_json(strategy_plain(found))
    else:
        _print_card(found)


def _print_card(found: ShortStrategy) -> None:
    out.print(f"[bold]{escape(found.base.id)} in {counted(len(found.clauses), 'rule')}[/]  [dim]seed {found.seed}[/]")
    out.print(HOW_TO_READ)
    out.print()
    for number, clause in enumerate(found.clauses, 1):
        print_wrapped(f"{number:>2}  ", str(clause.when))
        print_wrapped("    low  ", str(clause.low))
    out.print()
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("")
    for name in ("House edge", "Costs"):
        table.add_column(name, justify="right", no_wrap=True)
    for who, odds in (("best play", found.best), ("this strategy", found.odds), ("the house way", found.house_way)):
        cost = odds.house_edge - found.best.house_edge
        table.add_row(who, percent(odds.house_edge, 6), percent(cost, 6) if odds is not found.best else "")
    out.print(table)
