"""Reading the arguments, running the command, and reporting errors.

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
from houseway.cli.commands import COMMANDS, overview
from houseway.cli.console import complain
from houseway.errors import HousewayError


class _Commands(TyperGroup):
    """The commands; the module of each is imported only when the command runs."""

    def list_commands(self, _ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, _ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].place.partition(".")
        wanted = getattr(importlib.import_module(f"houseway.cli.{module}"), name)
        if not isinstance(wanted, typer.Typer):
            alone = typer.Typer(add_completion=False, rich_markup_mode="markdown", pretty_exceptions_enable=False)
            alone.command(cmd_name, context_settings=_HELP)(wanted)
            wanted = alone
        command = typer.main.get_command(wanted)
        command.name = cmd_name
        return command

    def format_help(self, _ctx: Any, _formatter: Any) -> None:
        typer.echo(overview(), nl=False)


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


def run() -> None:
    """Read the arguments and run the command; an error is one sentence on standard error, never a traceback."""
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
    except SystemExit as ended:  # how typer ends a command that was interrupted
        if ended.__context__ and isinstance(ended.__context__.__cause__, KeyboardInterrupt):
            complain("stopped")
        raise
    except KeyboardInterrupt:
        complain("stopped")
        sys.exit(130)
    except BrokenPipeError:
        # whoever read our output has closed it: stop, and leave nothing to flush on the way out
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        complain(f"{error.filename or 'input or output'}: {error.strerror or error}")
        sys.exit(1)
