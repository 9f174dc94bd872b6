"""The `houseway` application: its commands, and what becomes of an error.

Exit codes: 0 done, 1 refused or failed, 2 wrong usage.
"""

from __future__ import annotations

import importlib
import io
import os
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import houseway
from houseway.cli.console import complain
from houseway.errors import HousewayError

COMMANDS = {
    "books": "books_command.list_books",
    "set": "set_command.set_hands",
    "check": "check_command.check_books",
    "page": "page_command.print_page",
    "diff": "diff_command.diff_books",
    "best": "best_command.best_setting",
    "odds": "odds_command.print_odds",
    "simulate": "simulate_command.simulate_rounds",
    "par": "par_command.write_par_sheet",
    "trace": "trace_command.trace_books",
    "play": "play_command.play",
    "serve": "serve_command.serve",
    "replay": "replay_command.replay",
    "audit": "audit_command.audit",
    "fair": "fair_command.fair",
}
"""Every command and where it is; a module is imported only when its command is wanted."""


class _Commands(TyperGroup):
    """The commands, each found when it is asked for: a hand is set sooner if no database is looked at first."""

    def list_commands(self, _ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, _ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(".")
        wanted = getattr(importlib.import_module(f"houseway.cli.{module}"), name)
        if not isinstance(wanted, typer.Typer):
            alone = typer.Typer(add_completion=False, rich_markup_mode="markdown", pretty_exceptions_enable=False)
            alone.command(cmd_name, context_settings=_HELP)(wanted)
            wanted = alone
        command = typer.main.get_command(wanted)
        command.name = cmd_name
        return command


_HELP = {"help_option_names": ["-h", "--help"]}
app = typer.Typer(
    cls=_Commands,
    name="houseway",
    help="Printed Pai Gow Poker rulebooks, made executable.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings=_HELP,
)


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
        complain(error)
        sys.exit(1)
    except SystemExit as ended:  # what becomes of an interrupt in a command, without a word
        if ended.__context__ and isinstance(ended.__context__.__cause__, KeyboardInterrupt):
            complain("stopped")
        raise
    except KeyboardInterrupt:
        complain("stopped")
        sys.exit(130)
    except BrokenPipeError:
        # the reader of our output has gone: nothing more to say, and nothing to flush on the way out
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        complain(f"{error.filename or 'input or output'}: {error.strerror or error}")
        sys.exit(1)
