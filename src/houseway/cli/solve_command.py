"""`houseway solve`: the game when both sides set their hands as well as can be."""

from __future__ import annotations

import math
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from houseway import books
from houseway.cards.card import draw_cards, show_cards
from houseway.cli.console import BookName, Json, err, out, print_whole, progress
from houseway.cli.counting import Commission, Device, device_or_cpu, user_cache
from houseway.cli.output_file import must_be_writable
from houseway.cli.styles import percent, print_json
from houseway.errors import Refused, counted
from houseway.maths.cache import cache_folder
from houseway.maths.count.odds import BEST
from houseway.maths.count.what_if import what_if
from houseway.maths.count.whole_book import GPU, is_cached, main_odds, needs_kernels
from houseway.maths.plain import fraction
from houseway.maths.solve.equilibrium import Bounds, Solving, solve
from houseway.maths.solve.files import forget_state, load_state, save_state, state_folder
from houseway.maths.solve.report import Solved, about, must_be_solvable, report, write_strategies
from houseway.maths.worth import cached_settings, game_of
from houseway.rulebook.rulebook import Rulebook

_WIDTH = 30
"""Columns of the plot of the gap."""


def print_solution(
    book: BookName,
    *,
    within: Annotated[
        str, typer.Option(metavar="1e-5", help="Stop when the bounds are this far apart, in units of the wager.")
    ] = "1e-5",
    rounds: Annotated[int, typer.Option(min=0, help="Stop after this many rounds in all; 0 for no limit.")] = 0,
    device: Device = "cpu",
    workers: Annotated[int, typer.Option(min=1, max=64, help="Threads on the CPU; each takes half a gigabyte.")] = 2,
    state: Annotated[
        Path | None, typer.Option(help="The folder that keeps the work; by default one in the cache.")
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Forget the work that was kept, and start again.")] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE.npz", help="Write both sides' strategies here.")
    ] = None,
    commission: Commission = "",
    json: Json = False,
) -> None:
    """Bound the value of the game when player and dealer both set their hands as well as can be.

    Each round finds an exact best reply of each side to the other's average; the two replies bound the value. The
    bounds are exact fractions. Copies go to the dealer, and the commission is taken from the player's wins.

    Example: `houseway solve mbs-v4 --within 1e-5`

    On a GPU: `houseway solve mbs-v4 --within 1e-9 --device gpu`

    With the strategies: `houseway solve mbs-v4 --within 1e-5 --output strategy.npz`

    A round takes minutes on a CPU and a third of a second on a large GPU. The work is kept: interrupt it and run the
    command again to go on.
    """
    rulebook = what_if(books.get(book), commission=commission, pays=())
    must_be_solvable(rulebook)
    must_be_writable(output, ".npz", replaced=True)
    target = _target(within)
    where = device_or_cpu(device)
    said = about(rulebook)
    folder = state or cache_folder() / f"solve-{said[:16]}"
    if fresh:
        forget_state(folder)
    with state_folder(folder, said), progress(rulebook.id) as tell:
        house = cached_settings(rulebook, user_cache())
        tell("setting up the game", 0.0)
        others = _other_house_ways(rulebook, where)
        solving = Solving(_replies(rulebook, house, where, workers, folder, tell))
        if load_state(folder, said, solving) and not json:
            err.print(f"going on after {counted(solving.rounds, 'round')} kept in {folder}", markup=False)
        with _interruptible() as stopped:
            for found in solve(solving, within=target, most_rounds=rounds or None, stop=stopped):
                if not json:
                    _print_round(found)
                if where != GPU:
                    save_state(folder, said, solving)
        if where == GPU and solving.rounds:
            save_state(folder, said, solving)
    if not solving.rounds:
        raise Refused("stopped before the first round was finished; nothing was kept")
    solved = report(rulebook, solving, solving.replies.start(), house_ways=others)
    if output is not None:
        write_strategies(output, rulebook, solving)
    if json:
        print_json(_plain(solved))
    else:
        _print(solved, target, output, can_go_on=solving.can_go_on)


def _other_house_ways(book: Rulebook, where: str) -> dict[str, Fraction]:
    """What best play gains against the house ways of other books of the same game, as far as it is known or quick."""
    found = {}
    cache = user_cache()
    for name in books.names():
        other = books.get(name)
        alike = (game_of(other), other.main.net, other.main.pushes) == (game_of(book), book.main.net, ())
        if not alike or other.procedure.dealer_exposed or name == book.id:
            continue
        if where == GPU or is_cached(other, player=BEST, cache=cache):
            odds = main_odds(other, player=BEST, cache=cache, device=where)
            found[name] = -odds.house_edge
    if where == GPU:
        from houseway.maths.gpu.best_play import device_game

        device_game(game_of(book)).forget()  # its tables would not fit beside those of the replies on a small card
    return found


def _target(within: str) -> Fraction:
    try:
        target = Fraction(within)
    except (ValueError, ZeroDivisionError) as error:
        raise Refused(f"--within must be a number such as 1e-5, not {within!r}") from error
    if target <= 0:
        raise Refused(f"--within must be above 0, not {within!r}")
    return target


def _replies(
    book: Rulebook, house: Any, where: str, workers: int, folder: Path, tell: Callable[[str, float], None]
) -> Any:
    game, net = game_of(book), book.main.net
    if where == GPU:
        from houseway.maths.gpu.best_play import device_game
        from houseway.maths.solve.on_device import OnDevice

        return OnDevice(device_game(game), house, net)
    with needs_kernels():
        from houseway.maths.solve.on_cpu import OnCpu
    return OnCpu(game, house, net, workers=workers, folder=folder, progress=tell)


@contextmanager
def _interruptible() -> Iterator[Callable[[], bool]]:
    """The first interrupt ends the work after the round in progress; a second one, or a termination, ends it at once.

    A round that was not finished is not kept: the next run goes on from the last one that was.
    """
    asked = threading.Event()

    def stop(number: int, _frame: object) -> None:
        if asked.is_set() or number == signal.SIGTERM:
            raise KeyboardInterrupt
        asked.set()
        err.print("stopping after this round; interrupt again to stop at once", markup=False)

    if threading.current_thread() is not threading.main_thread():
        yield asked.is_set
        return
    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield asked.is_set
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _print_round(found: Bounds) -> None:
    """One line of the plot: the gap on a logarithmic scale, a tenth of the way for each power of ten."""
    gap = float(found.gap)
    length = _WIDTH if gap <= 0 else min(_WIDTH, max(0, round(-3 * math.log10(gap))))
    out.print(
        f"{found.round:>4}  {float(found.lower):+.10f}  {float(found.upper):+.10f}  gap {gap:.2e}  {'#' * length}",
        markup=False,
    )


def _print(solved: Solved, target: Fraction, output: Path | None, *, can_go_on: bool) -> None:
    bounds = solved.bounds
    out.print()
    out.print(f"[bold]{escape(solved.book)}[/]  both sides choose, after {counted(bounds.round, 'round')}")
    out.print(
        f"the player gains at least {float(bounds.lower):+.12f} and at most {float(bounds.upper):+.12f} per unit, "
        f"each exact to the digits shown; the gap is {float(bounds.gap):.2e}"
    )
    if bounds.gap > target:
        again = "run the command again to go on" if can_go_on else "the counters are full"
        out.print(f"that is not yet within {float(target):.0e}: {again}")
    lower, upper = solved.certificate
    out.print(f"two pure strategies certify a gap of {float(upper - lower):.2e}")
    out.print()
    ways = Table(box=None, pad_edge=False, header_style="dim")
    ways.add_column("House way", no_wrap=True)
    for name in ("Best reply gains", "Beyond the game's value"):
        ways.add_column(name, justify="right", no_wrap=True)
    for name, gives in solved.house_ways.items():
        least, most = (percent(share, 6) for share in solved.gives_up(name))
        ways.add_row(escape(name), f"{float(gives):+.10f}", least if least == most else f"{least} to {most}")
    print_whole(ways)
    if solved.differs:
        out.print()
        table = Table(box=None, pad_edge=False, header_style="dim")
        for name in ("Gives up", "Hands"):
            table.add_column(name, justify="right", no_wrap=True)
        for name in ("Hand", "House way", "Better", "Clause"):
            table.add_column(name)
        for row in solved.differs:
            table.add_row(
                percent(row.gives_up, 6),
                f"{row.hands:,}",
                draw_cards(row.hand),
                draw_cards(row.low),
                draw_cards(row.better),
                escape(row.clause),
            )
        print_whole(table)
    if output is not None:
        out.print(f"strategies written to {output}", markup=False)


def _plain(solved: Solved) -> dict[str, Any]:
    bounds = solved.bounds
    return {
        "book": solved.book,
        "digest": solved.digest,
        "rounds": bounds.round,
        "lower": fraction(bounds.lower),
        "upper": fraction(bounds.upper),
        "gap": fraction(bounds.gap),
        "certificate": {"lower": fraction(solved.certificate[0]), "upper": fraction(solved.certificate[1])},
        "house_ways": {name: fraction(gives) for name, gives in solved.house_ways.items()},
        "history": [
            {"round": found.round, "lower": float(found.lower), "upper": float(found.upper)} for found in solved.history
        ],
        "differs": [
            {
                "hand": show_cards(row.hand),
                "hands": row.hands,
                "house_way": show_cards(row.low),
                "better": show_cards(row.better),
                "clause": row.clause,
                "gives_up": fraction(row.gives_up),
            }
            for row in solved.differs
        ],
    }
