"""`houseway odds`: the exact odds of every wager of a book."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from houseway import books
from houseway.cli.console import BookName, Json, out, print_whole, progress
from houseway.cli.counting import Cluster, Commission, Device, Pays, Workers, device_or_cpu, one_in, user_cache
from houseway.cli.styles import percent, print_json
from houseway.maths.count.odds import BEST, MainOdds, Odds, PayTableOdds, SideOdds
from houseway.maths.count.what_if import what_if
from houseway.maths.count.whole_book import odds
from houseway.maths.plain import odds_plain
from houseway.maths.shards import engine


def print_odds(
    book: BookName,
    *,
    player: Annotated[
        str,
        typer.Option(
            metavar="house-way|best",
            help="How the player sets. Default: the house way, or best if the dealer is seen first.",
        ),
    ] = "",
    commission: Commission = "",
    pays: Pays = None,
    workers: Workers = 0,
    cluster: Cluster = "",
    device: Device = "cpu",
    json: Json = False,
) -> None:
    """Print the exact odds of every wager.

    No deal is sampled: every deal is counted.

    Example: `houseway odds mbs-v4`

    Best play: `houseway odds mbs-v4 --player best`

    What if: `houseway odds mbs-v4 --commission 4% --pays "Royal Flush=150"`

    On a GPU: `houseway odds mbs-v4 --player best --device gpu`

    Counts are cached: the second time the same question is answered at once.
    """
    rulebook = what_if(books.get(book), commission=commission, pays=pays or ())
    with engine(workers=workers, cluster=cluster) as executor, progress(rulebook.id) as tell:
        where = device_or_cpu(device)
        found = odds(rulebook, player=player, workers=executor, cache=user_cache(), device=where, progress=tell)
    if json:
        print_json(odds_plain(found))
        return
    _print(found)


def _print(found: Odds) -> None:
    out.print(f"[bold]{escape(found.book)}[/]  [dim]digest {found.digest[:16]}[/]")
    out.print()
    _print_main(found.main)
    for side in found.sides:
        for pays in side.pay_tables:
            out.print()
            _print_pay_table(side, pays)
        _print_envy(side)


def _print_main(main: MainOdds) -> None:
    sets = "plays optimally" if main.player == BEST else "sets the house way"
    out.print(f"[bold]{escape(main.name)}[/]  the player {sets}")
    table = _table("", "Deals", "Chance", "Pays")
    for outcome in main.outcomes:
        table.add_row(
            outcome.name,
            f"{outcome.deals:,}",
            percent(Fraction(outcome.deals, main.deals)),
            f"{float(outcome.net):+g}",
        )
    table.add_row("all", f"{main.deals:,}", "", "")
    print_whole(table)
    _print_edge(main)


def _print_pay_table(side: SideOdds, pays: PayTableOdds) -> None:
    named = f", pay table {pays.name}" if pays.name else ""
    out.print(f"[bold]{escape(side.name)}[/]{escape(named)}  [dim]{escape(side.judged)}[/]")
    table = _table("", "Hands", "Chance", "Pays", "Return")
    for line in pays.lines:
        table.add_row(
            escape(line.name),
            f"{line.hands:,}",
            one_in(Fraction(line.hands, pays.hands)),
            f"{line.pays:,} to 1",
            percent(pays.share(line)),
        )
    table.add_row("no line", f"{pays.losing:,}", one_in(Fraction(pays.losing, pays.hands)), "", "")
    print_whole(table)
    _print_edge(pays)


def _print_edge(wager: MainOdds | PayTableOdds) -> None:
    out.print(
        f"house edge [bold]{percent(wager.house_edge, 6)}[/]  variance {float(wager.variance):.6f}  "
        f"wins {percent(wager.hit_rate)}"
    )
    out.print(f"exactly {wager.house_edge}", style="dim", markup=False)


def _print_envy(side: SideOdds) -> None:
    if side.envy_not_counted:
        out.print(side.envy_not_counted, style="dim", markup=False)
    if side.envy:
        table = _table("Envy Bonus, other positions", *(str(envy.others) for envy in side.envy))
        table.add_row("cents per round, on average", *(f"{float(envy.cents):.6f}" for envy in side.envy))
        print_whole(table)


def _table(first: str, *others: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(first)
    for name in others:
        table.add_column(name, justify="right", no_wrap=True)
    return table
