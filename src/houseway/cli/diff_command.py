"""`houseway diff`: which hands two books set differently."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from houseway import books
from houseway.cards.card import draw_cards
from houseway.cli.console import BookName, Json, out, progress
from houseway.cli.counting import Cluster, Workers, user_cache
from houseway.cli.styles import percent, print_json
from houseway.maths.count.cost import Costs, cost_of_difference
from houseway.maths.plain import costs_plain
from houseway.maths.shards import engine
from houseway.rulebook.diff import Difference, difference
from houseway.rulebook.rulebook import Setting


def diff_books(
    first: BookName,
    second: Annotated[str, typer.Argument(metavar="BOOK", help="The book to compare it with.")],
    *,
    odds: Annotated[bool, typer.Option("--odds", help="Also count the cost of the hands set differently.")] = False,
    workers: Workers = 0,
    cluster: Cluster = "",
    json: Json = False,
) -> None:
    """Show which hands two books set differently.

    The hands are counted by the pair of clauses that decide them.

    Example: `houseway diff mbs-v4 fortune-us`

    With the exact cost: `houseway diff mbs-v4 fortune-us --odds`
    """
    mine, theirs = books.get(first), books.get(second)
    costs: Costs | None = None
    with progress("diff") as tell:
        tell("setting every hand by both books", 0.0)
        found = difference(mine, theirs)
        if odds:
            with engine(workers=workers, cluster=cluster) as executor:
                costs = cost_of_difference(mine, theirs, workers=executor, cache=user_cache(), progress=tell)
    if json:
        print_json(_as_json(found) | ({"odds": costs_plain(costs)} if costs else {}))
        return
    names = " and ".join(found.books)
    out.print(f"{names} set {found.different:,} of {found.hands:,} hands differently.", markup=False)
    if not found.pairs:
        return
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("Hands", justify="right", no_wrap=True)
    for name in found.books:
        table.add_column(escape(f"{name}: clause, and the lowest such hand"))
    for pair in found.pairs:
        cells = [escape(f"{cite}\n{_drawn(example)}") for cite, example in zip(pair.clauses, pair.example, strict=True)]
        table.add_row(f"{pair.hands:,}", *cells)
    out.print(table)
    if costs:
        _print_costs(found, costs)


def _print_costs(found: Difference, costs: Costs) -> None:
    first, second = found.books
    out.print()
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("House edge of the main wager", no_wrap=True)
    for name in found.books:
        table.add_column(escape(f"dealer of {name}"), justify="right", no_wrap=True)
    edges = [percent(edge.odds.house_edge, 6) for edge in costs.edges]
    table.add_row(escape(f"player of {first}"), edges[0], edges[2])
    table.add_row(escape(f"player of {second}"), edges[1], edges[3])
    out.print(table)
    out.print()
    out.print(f"Cost per unit bet of setting by {second} against the dealer of {first}:", markup=False)
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("On all deals", "On such a hand", "Hands"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column(escape(f"{first}, {second}"))
    for pair in costs.pairs:
        each = f"{float(pair.each):+.4%}"
        table.add_row(f"{float(pair.cost):+.8%}", each, f"{pair.hands:,}", escape("\n".join(pair.clauses)))
    table.add_row(f"{float(sum(pair.cost for pair in costs.pairs)):+.8%}", "", f"{found.different:,}", "all")
    out.print(table)


def _drawn(setting: Setting) -> str:
    return f"{draw_cards(setting.low)} under {draw_cards(setting.high)}"


def _as_json(found: Difference) -> dict[str, object]:
    return {
        "books": list(found.books),
        "hands": found.hands,
        "different": found.different,
        "pairs": [
            {
                "clauses": list(pair.clauses),
                "hands": pair.hands,
                "example": {
                    "hand": [card.text for card in pair.example[0].hand],
                    "settings": [
                        {"low": [card.text for card in s.low], "high": [card.text for card in s.high]}
                        for s in pair.example
                    ],
                },
            }
            for pair in found.pairs
        ],
    }
