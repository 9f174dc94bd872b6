"""`houseway cost`: what each clause of a house way costs compared with best play."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from houseway import books
from houseway.cards.card import draw_cards, show_cards
from houseway.cli.console import BookName, Json, out, progress
from houseway.cli.counting import Cluster, Commission, Workers, user_cache
from houseway.cli.styles import percent, print_json
from houseway.errors import Refused, counted
from houseway.maths.count.clause_cost import (
    ClauseCost,
    CostOfClauses,
    SetBetter,
    ShapeCost,
    clause_named,
    cost_of_clauses,
)
from houseway.maths.count.what_if import what_if
from houseway.maths.plain import clause_cost_plain, clause_costs_plain, fraction
from houseway.maths.shards import engine
from houseway.rulebook.rulebook import Rulebook


def print_costs(
    book: BookName,
    *,
    explain: Annotated[
        str, typer.Option(metavar="CLAUSE", help="List the hands of one clause: its citation, or a part of it.")
    ] = "",
    limit: Annotated[int, typer.Option(min=0, help="How many shapes --explain lists; 0 for all of them.")] = 20,
    commission: Commission = "",
    workers: Workers = 0,
    cluster: Cluster = "",
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV: a row per clause, or per shape.")] = False,
    json: Json = False,
) -> None:
    """Count what each clause of a house way costs compared with best play.

    For every clause: the hands it decides, how many of them another setting is better for, and what that gives up.

    Example: `houseway cost mbs-v4`

    The hands of one clause: `houseway cost mbs-v4 --explain "A.5 One pair, exception"`

    For a spreadsheet: `houseway cost mbs-v4 --csv > cost.csv`

    The first time takes minutes. Counts are cached, and interrupted work resumes where it stopped.
    """
    if as_csv and json:
        raise Refused("choose CSV or JSON, not both")
    rulebook = what_if(books.get(book), commission=commission, pays=())
    if explain:
        explain = clause_named(rulebook.id, (clause.cite for clause in rulebook.clauses), explain)
    with engine(workers=workers, cluster=cluster) as executor, progress(rulebook.id) as tell:
        found = cost_of_clauses(rulebook, workers=executor, cache=user_cache(), progress=tell)
    clause = found.clause(explain) if explain else None
    if json:
        print_json(clause_cost_plain(clause, limit) if clause else clause_costs_plain(found))
    elif as_csv:
        _write_csv(_shape_rows(clause, limit) if clause else _clause_rows(found))
    elif clause:
        _print_clause(rulebook, clause, limit)
    else:
        _print_all(found)


def _print_all(found: CostOfClauses) -> None:
    out.print(f"[bold]{escape(found.book)}[/]  what each clause costs a player against its own dealer")
    out.print(
        f"house way: house edge {percent(found.house_way.house_edge, 6)}; best play: "
        f"{percent(found.best.house_edge, 6)}; the difference is {percent(found.cost, 6)} of the wager"
    )
    out.print()
    table = _table(("Cost", "Hands", "Set better", "At worst"), "Clause, and an example: low hand, best low hand")
    for clause in found.clauses:
        shown = [clause.cite, *(_drawn(example) for example in clause.examples[:1])]
        table.add_row(
            percent(clause.cost, 6) if clause.cost else "none",
            f"{clause.hands:,}",
            f"{clause.different:,}" if clause.different else "",
            percent(clause.worst.cost, 2) if clause.worst else "",
            escape("\n".join(shown)),
        )
    table.add_row(
        percent(found.cost, 6),
        f"{sum(clause.hands for clause in found.clauses):,}",
        f"{sum(clause.different for clause in found.clauses):,}",
        "",
        "all",
    )
    out.print(table)
    out.print(
        "Cost: per unit bet, over all deals. Set better: hands another setting is better for. At worst: per unit bet "
        "on the hand in which the clause gives up most.",
        style="dim",
    )


def _print_clause(book: Rulebook, clause: ClauseCost, limit: int) -> None:
    out.print(f"[bold]{escape(clause.cite)}[/]")
    out.print(escape(book.clause(clause.cite).reading))
    better = f"{clause.different:,} of {counted(clause.hands, 'hand')} could be set better"
    out.print(f"costs {percent(clause.cost, 6)} of the wager; {better}, in {counted(len(clause.shapes), 'shape')}")
    if not clause.shapes:
        return
    out.print()
    table = _table(("Cost", "Hands", "Set better", "At worst"), "The worst hand of the shape: low hand, best low hand")
    listed = clause.shapes[:limit] if limit else clause.shapes
    for shape in listed:
        worst = percent(shape.worst.cost, 2)
        table.add_row(percent(shape.cost, 6), f"{shape.hands:,}", f"{shape.different:,}", worst, _drawn(shape.worst))
    out.print(table)
    if len(listed) < len(clause.shapes):
        out.print(f"{len(clause.shapes) - len(listed):,} more; --limit 0 lists all", style="dim")


def _drawn(found: SetBetter) -> str:
    return f"{draw_cards(found.hand)}: {draw_cards(found.low)}, best {draw_cards(found.best_low)}"


def _table(numbers: Sequence[str], last: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in numbers:
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column(last)
    return table


_COLUMNS = ("hands", "different", "won", "lost", "cost", "cost_float")
_WORST = ("worst_hand", "low", "best_low", "worst_cost", "worst_cost_float")


def _clause_rows(found: CostOfClauses) -> Iterable[Sequence[Any]]:
    yield ("clause", *_COLUMNS, *_WORST)
    for clause in found.clauses:
        yield (clause.cite, *_numbers(clause), *_worst(clause.worst))


def _shape_rows(clause: ClauseCost, limit: int) -> Iterable[Sequence[Any]]:
    yield ("clause", "shape", *_COLUMNS, *_WORST)
    for shape in clause.shapes[:limit] if limit else clause.shapes:
        yield (clause.cite, shape.shape, *_numbers(shape), *_worst(shape.worst))


def _numbers(found: ClauseCost | ShapeCost) -> tuple[Any, ...]:
    return (found.hands, found.different, found.won, found.lost, *_exact(found.cost))


def _worst(found: SetBetter | None) -> tuple[Any, ...]:
    if found is None:
        return ("",) * len(_WORST)
    return (*(show_cards(cards) for cards in (found.hand, found.low, found.best_low)), *_exact(found.cost))


def _exact(value: Fraction) -> tuple[str, float]:
    return fraction(value), float(value)


def _write_csv(rows: Iterable[Sequence[Any]]) -> None:
    csv.writer(sys.stdout, lineterminator="\n").writerows(rows)
