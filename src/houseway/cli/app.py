"""The `houseway` application: its commands, and what becomes of an error.

Exit codes: 0 done, 1 refused or failed, 2 wrong usage.
"""

from __future__ import annotations

import io
import os
import sys
from typing import Annotated

import typer

import houseway
from houseway.cli.audit_command import audit
from houseway.cli.best_command import best_setting
from houseway.cli.books_command import list_books
from houseway.cli.check_command import check_books
from houseway.cli.console import err
from houseway.cli.diff_command import diff_books
from houseway.cli.fair_command import fair
from houseway.cli.odds_command import print_odds
from houseway.cli.page_command import print_page
from houseway.cli.play_command import play
from houseway.cli.replay_command import replay
from houseway.cli.set_command import set_hands
from houseway.cli.trace_command import trace_books
from houseway.errors import HousewayError

app = typer.Typer(
    name="houseway",
    help="Printed Pai Gow Poker rulebooks, made executable.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("books")(list_books)
app.command("set")(set_hands)
app.command("check")(check_books)
app.command("page")(print_page)
app.command("diff")(diff_books)
app.command("best")(best_setting)
app.command("odds")(print_odds)
app.command("trace")(trace_books)
app.command("play")(play)
app.command("replay")(replay)
app.add_typer(audit, name="audit")
app.add_typer(fair, name="fair")


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"houseway {houseway.__version__}")
        raise typer.Exit


@app.callback()
def _options(
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run the command line; an error is one sentence on standard error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot draw a suit shows a question mark
    if sys.stdout is None:
        sys.exit("houseway: standard output is closed")
    try:
        app()
    except HousewayError as error:
        err.print(f"houseway: {error}", markup=False)
        sys.exit(1)
    except KeyboardInterrupt:
        err.print("houseway: stopped")
        sys.exit(130)
    except BrokenPipeError:
        # the reader of our output has gone: nothing more to say, and nothing to flush on the way out
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        err.print(f"houseway: {error.filename or 'input or output'}: {error.strerror or error}", markup=False)
        sys.exit(1)
