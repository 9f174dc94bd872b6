"""`houseway simulate`: random rounds with every wager, beside the exact figures."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from houseway import books
from houseway.cli.console import BookName, Json, out, progress
from houseway.cli.counting import Cluster, Commission, Device, Pays, Workers, device_or_cpu, one_in, user_cache
from houseway.cli.styles import percent, print_json
from houseway.maths.count.odds import BEST
from houseway.maths.count.what_if import what_if
from houseway.maths.count.whole_book import needs_kernels
from houseway.maths.shards import engine
from houseway.maths.simulate.plain import simulation_plain
from houseway.maths.simulate.results import EnvyResult, Simulation, WagerResult

_FEW = 30
"""With fewer paying rounds the estimate means little."""


def simulate_rounds(
    book: BookName,
    *,
    rounds: Annotated[int, typer.Option(metavar="N", help="How many rounds to play.")] = 1_000_000,
    positions: Annotated[int, typer.Option(metavar="K", help="How many positions, 1 to 6, each a player.")] = 1,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed deals the same cards.")] = 0,
    exact: Annotated[bool, typer.Option("--exact/--no-exact", help="Show the exact odds beside the results.")] = True,
    commission: Commission = "",
    pays: Pays = None,
    workers: Workers = 0,
    cluster: Cluster = "",
    device: Device = "cpu",
    json: Json = False,
) -> None:
    """Play random rounds and compare with the exact odds.

    Every position bets on every wager of the book.

    Example: `houseway simulate mbs-v4 --rounds 10000000 --positions 6 --seed 7`

    Players set the house way, or play best where the book shows them the dealer's hand first. The same seed
    gives the same result with any number of workers, and on a GPU (`--device gpu`); interrupted work on the CPU
    continues where it stopped.
    """
    rulebook = what_if(books.get(book), commission=commission, pays=pays or ())
    with engine(workers=workers, cluster=cluster) as executor, progress(rulebook.id) as tell, needs_kernels():
        from houseway.maths.simulate.run import simulate

        found = simulate(
            rulebook,
            rounds=rounds,
            positions=positions,
            seed=seed,
            workers=executor if device_or_cpu(device) == "cpu" else device,
            cache=user_cache(),
            with_exact=exact,
            progress=tell,
        )
    if json:
        print_json(simulation_plain(found))
        return
    _print(found)


def _print(found: Simulation) -> None:
    sets = "plays optimally" if found.player == BEST else "sets the house way"
    seats = "1 position" if found.positions == 1 else f"{found.positions} positions"
    out.print(f"[bold]{escape(found.book)}[/]  {found.rounds:,} rounds, {seats}, seed {found.seed}; the player {sets}")
    out.print()
    table = _table("Wager", "House edge", "95% within", "Exact", "Off, in s.e.")
    for wager in (found.main, *found.sides):
        table.add_row(
            escape(wager.label),
            percent(wager.house_edge),
            _within(wager, "%"),
            percent(wager.exact_edge) if wager.exact_edge is not None else "",
            _off(wager),
        )
    for envy in found.envy:
        table.add_row(
            escape(envy.label) + ", cents",
            f"{float(envy.mean):.4f}",
            _within(envy, ""),
            f"{float(envy.expected):.4f}" if envy.expected is not None else "",
            _off(envy),
        )
    out.print(table)
    for wager in _one_each(found):
        out.print()
        _print_outcomes(wager)
    for envy in found.envy:
        out.print()
        _print_envy(envy)


def _within(sample: WagerResult | EnvyResult, unit: str) -> str:
    if sample.interval is None:
        return ""
    half = (sample.interval[1] - sample.interval[0]) / 2
    return f"± {half * 100 if unit == '%' else half:.4f}{unit}"


def _off(sample: WagerResult | EnvyResult) -> str:
    """How far off; a house edge is a loss, so its sign is reversed."""
    off = sample.standard_errors
    if off is None:
        return ""
    return f"{-off if isinstance(sample, WagerResult) else off:+.2f}"


def _one_each(found: Simulation) -> list[WagerResult]:
    """Every wager once: each pay table pays the same hands, only different amounts."""
    first: dict[str, WagerResult] = {}
    for wager in (found.main, *found.sides):
        first.setdefault(wager.key, wager)
    return list(first.values())


def _print_outcomes(wager: WagerResult) -> None:
    table = _table(wager.name, "Wagers", "Chance", "Pays")
    for outcome in wager.outcomes:
        chance = Fraction(outcome.deals, wager.rounds * wager.positions)
        pays = f"{float(outcome.net):+g}" if outcome.net.denominator > 1 else f"{int(outcome.net):+,}"
        table.add_row(escape(outcome.name), f"{outcome.deals:,}", one_in(chance), pays)
    out.print(table)


def _print_envy(envy: EnvyResult) -> None:
    table = _table(envy.label, "Received")
    for line, times in envy.paid:
        table.add_row(escape(line), f"{times:,}")
    out.print(table)
    if envy.rounds_paid < _FEW:
        out.print(f"paid in {envy.rounds_paid:,} rounds only: play more rounds for a reliable figure", style="dim")


def _table(first: str, *others: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(escape(first), no_wrap=True)
    for name in others:
        table.add_column(name, justify="right", no_wrap=True)
    return table
