"""`houseway bank`: what a player's bank is worth."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from houseway import books
from houseway.cli.console import BookName, Json, out, print_whole, progress
from houseway.cli.counting import Cluster, Commission, Workers, user_cache
from houseway.cli.styles import percent, print_json
from houseway.errors import Refused
from houseway.maths.count.bank import ROUNDS, Bank, BankOdds, bank_odds, must_have_banking
from houseway.maths.count.odds import BEST, DEVIATE_95
from houseway.maths.count.what_if import what_if
from houseway.maths.plain import bank_plain
from houseway.maths.shards import engine
from houseway.rulebook.banking import BankCommission

_WAYS = {"each-win": BankCommission.EACH_WIN, "net-win": BankCommission.NET_WIN}


def print_bank(
    book: BookName,
    *,
    opponents: Annotated[int, typer.Option(min=0, help="Against this many opponents; 0 for each from 1 to 6.")] = 0,
    co_bank: Annotated[bool, typer.Option("--co-bank", help="The house takes half of the bank.")] = False,
    player: Annotated[str, typer.Option(metavar="house-way|best", help="How the opponents set.")] = "",
    commission: Commission = "",
    commission_on: Annotated[
        str, typer.Option(metavar="each-win|net-win", help="What if the commission were taken on this?")
    ] = "",
    rounds: Annotated[int, typer.Option(min=1, max=1 << 24, help="Rounds to simulate where needed.")] = ROUNDS,
    seed: Annotated[int, typer.Option(min=0, help="The seed of those rounds.")] = 0,
    workers: Workers = 0,
    cluster: Cluster = "",
    json: Json = False,
) -> None:
    """Print what a player's bank is worth against one to six opponents.

    Every opponent bets one unit. The bank's hand is set the house way, and copies go to the bank.

    Example: `houseway bank trump-plaza`

    Half of the bank: `houseway bank trump-plaza --co-bank`

    What if: `houseway bank trump-plaza --commission-on each-win`

    A commission on every wager the bank wins is counted exactly. One on what the bank wins in the whole round is exact
    against one opponent; against more, what it saves is simulated, and the error is printed.
    """
    if commission_on and commission_on not in _WAYS:
        raise Refused(f"the commission is taken on {' or '.join(_WAYS)}, not {commission_on!r}")
    rulebook = what_if(books.get(book), commission=commission, pays=())
    must_have_banking(rulebook)
    with engine(workers=workers, cluster=cluster) as executor, progress(rulebook.id) as tell:
        bank = Bank(
            player=player,
            opponents=opponents,
            commission=_WAYS.get(commission_on),
            co_bank=co_bank,
            rounds=rounds,
            seed=seed,
        )
        found = bank_odds(rulebook, bank, workers=executor, cache=user_cache(), progress=tell)
    if json:
        print_json(bank_plain(found))
        return
    _print(found)


def _print(found: BankOdds) -> None:
    bank = "a player and the house have half of the bank each" if found.co_bank else "a player has the bank"
    sets = "play optimally" if found.player == BEST else "set the house way"
    out.print(f"[bold]{escape(found.book)}[/]  {bank}; the opponents {sets}")
    out.print(f"commission on {found.commission.value}")
    out.print()
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("Opponents", no_wrap=True)
    for name in ("Banker, per unit", "Banker, per round", "House, per round", "95% within"):
        table.add_column(name, justify="right", no_wrap=True)
    for value in found.values:
        error = value.standard_error
        table.add_row(
            str(value.opponents),
            percent(value.per_unit, 4),
            percent(value.banker, 4),
            percent(value.house, 4),
            "exact" if error is None else f"± {DEVIATE_95 * error:.4%}",
        )
    print_whole(table)
    out.print(
        "Every opponent bets one unit. Per unit: of what the banker covers. Below zero is a loss.",
        style="dim",
    )
    if (one := found.values[0]).standard_error is None:
        out.print(f"against {one.opponents}, per round, exactly {one.banker}", style="dim", markup=False)
