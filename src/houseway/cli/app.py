"""Reading the arguments and finding the command.

Here: the application that typer runs. Not here: any command, or what happens to an error (`main`).
"""

from __future__ import annotations

import importlib
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import houseway
from houseway.cli.commands import COMMANDS, overview


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
