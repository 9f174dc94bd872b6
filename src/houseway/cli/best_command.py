"""`houseway best`: every legal setting of a hand with its exact expected value."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from houseway import books
from houseway.cards.card import show_cards
from houseway.cli.console import BookName, Json, hand_text, out, print_json, print_whole, progress
from houseway.cli.counting import Commission, percent, user_cache
from houseway.maths.count.what_if import what_if
from houseway.maths.plain import best_plain
from houseway.maths.play.one_hand import best
from houseway.maths.play.weigh import Best, SettingOdds


def best_setting(
    book: BookName,
    hand: Annotated[list[str], typer.Argument(help="The player's cards.")],
    *,
    dead: Annotated[str, typer.Option(metavar="CARDS", help="Other cards seen: the dealer cannot hold them.")] = "",
    dealer: Annotated[str, typer.Option(metavar="BOOK", help="The dealer's book, if it is another one.")] = "",
    dealer_cards: Annotated[
        str, typer.Option(metavar="CARDS", help="The dealer's hand, where the book shows it first (five-card).")
    ] = "",
    commission: Commission = "",
    json: Json = False,
) -> None:
    """Compare every legal setting of a hand by its exact expected value.

    Each setting is played against every hand the dealer can hold.

    Example: `houseway best mbs-v4 "Ac Kd Qd Qs 9h 5c 2s"`

    The bars show the deals won (green), pushed (grey) and lost (red). The counts are exact.

    Other cards seen: `houseway best mbs-v4 "Ac Kd Qd Qs 9h 5c 2s" --dead "Ah @"`

    A dealer who shows first: `houseway best five-card "Kc 9c 8c 6s 3d" --dealer-cards "Ah Qd 9s 5c 2h"`
    """
    rulebook = what_if(books.get(book), commission=commission)
    with progress("best") as tell:
        tell("counting the dealer's hands", 0.0)
        found = best(
            rulebook,
            " ".join(hand),
            dead=dead,
            dealer=books.get(dealer) if dealer else None,
            dealer_cards=dealer_cards,
            cache=user_cache(),
        )
    if json:
        print_json(best_plain(found))
        return
    _print(found)


def _print(found: Best) -> None:
    print_whole(
        _table(found, bar=20),
        _table(found, bar=10),
        _table(found, bar=10, short=True),
        _table(found, bar=0, short=True),
    )
    dealer = "the dealer" if found.dealer == found.book else f"the dealer of {found.dealer}"
    deals = f"{found.deals:,} hands" if found.deals != 1 else "one hand"
    out.print(f"against {deals} of {dealer}; value per unit wagered", style="dim", markup=False)
    if found.cost:
        out.print(f"The house way costs {percent(found.cost)} of the wager here: {found.cost}.", markup=False)
    else:
        out.print("The house way is best here.", markup=False)


def _table(found: Best, *, bar: int, short: bool = False) -> Table:
    """Every setting, with a bar of so many letters or none; `short` in fewer letters."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("Low", "High"):
        table.add_column(name, no_wrap=True)
    for name in ("Win", "Standoff", "Lose", "Value"):
        table.add_column(name, justify="right", no_wrap=True)
    if bar:
        table.add_column("", no_wrap=True)
    table.add_column("", no_wrap=True)
    words = ("best", "house" if short else "house way")
    for number, setting in enumerate(found.settings):
        marks = [word for word, here in zip(words, (found.best, found.house_way), strict=True) if here == number]
        table.add_row(
            show_cards(setting.low) if short else hand_text(setting.low),
            show_cards(setting.high) if short else hand_text(setting.high),
            f"{setting.win:,}",
            f"{setting.standoff:,}",
            f"{setting.lose:,}",
            f"{float(setting.ev):+.{4 if short else 6}f}",
            *([_bar(setting, bar)] if bar else []),
            Text(", ".join(marks), style="bold"),
        )
    return table


def _bar(setting: SettingOdds, width: int) -> Text:
    """The deals won, stood off and lost, as parts of one bar."""
    win = round(width * setting.win / setting.deals)
    lose = min(round(width * setting.lose / setting.deals), width - win)
    bar = Text("█" * win, style="green")
    bar.append("░" * (width - win - lose), style="bright_black")
    bar.append("▒" * lose, style="red")
    return bar
