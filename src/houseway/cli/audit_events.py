"""`houseway audit events`: the significant events of a house."""

from __future__ import annotations

import json as json_text
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.console import Json, out
from houseway.cli.journals import Db, opened, plain, write_csv
from houseway.cli.styles import print_json
from houseway.errors import Refused
from houseway.money import money

if TYPE_CHECKING:
    from houseway.journal.significant import Event

_CENTS = {
    "staked",
    "returned",
    "cents",
    "exposure",
    "envy",
    "approved_above",
    "large_above",
    "won",
    "tray",
    "chips",
    "owed",
}
LEAST_AND_MOST = 2
_COLUMNS = ("number", "when", "kind", "by", "what", "before", "after", "why")


def print_events(
    *,
    db: Db = "",
    since: Annotated[
        str, typer.Option("--since", metavar="TIME", help="Only events from this date or time on, in UTC.")
    ] = "",
    kind: Annotated[str, typer.Option("--kind", help="Only events of this kind, such as 'house opened'.")] = "",
    by: Annotated[
        str, typer.Option("--by", help="Only events by somebody whose name or position has this in it.")
    ] = "",
    about: Annotated[str, typer.Option("--about", help="Only events that say this somewhere.")] = "",
    kinds: Annotated[
        bool, typer.Option("--kinds", help="Print which entries of the journal are significant events, and why not.")
    ] = False,
    json: Json = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV, for a spreadsheet.")] = False,
) -> None:
    """Print the significant events: who did what, when, what was before, what after, and why.

    Example: `houseway audit events --since 2026-11-17`
    """
    from houseway.journal.significant import events, read_moment

    if json and as_csv:
        raise Refused("give --json or --csv, not both")
    if kinds:
        _print_decisions(json=json, as_csv=as_csv)
        return
    first = read_moment(since) if since else None
    with opened(db) as journal:
        found = list(events(journal, since=first, kind=kind, by=by, about=about))
    if json:
        for event in found:
            print_json(dict(zip(_COLUMNS, _row(event), strict=True)))
    elif as_csv:
        write_csv([_COLUMNS, *([*map(_cell, _row(event))] for event in found)])
    else:
        for event in found:
            out.print(plain(_line(event)), soft_wrap=True)
        if not found:
            out.print("no significant events")


def _print_decisions(*, json: bool, as_csv: bool) -> None:
    """Print the decision for every kind of entry."""
    from houseway.kept.significance import DECISIONS, YES

    rows = [
        (stream, kind, "yes" if reason == YES else "no", reason)
        for stream, kinds in DECISIONS.items()
        for kind, reason in kinds.items()
    ]
    header = ("stream", "kind", "significant", "why not")
    if json:
        for row in rows:
            print_json(dict(zip(header, row, strict=True)))
    elif as_csv:
        write_csv([header, *rows])
    else:
        for stream, kind, said, reason in rows:
            out.print(plain(f"{stream:12} {kind:28} {said:3} {reason}".rstrip()), soft_wrap=True)


def _row(event: Event) -> tuple[object, ...]:
    when = event.when.isoformat(timespec="milliseconds")
    return event.number, when, event.kind, event.by, event.what, event.before, event.after, event.why


def _line(event: Event) -> str:
    """One event on one line."""
    text = f"{event.when:%Y-%m-%d %H:%M:%S}Z  {event.kind}: {event.what}"
    if event.before is not None or event.after is not None:
        text += f": {_words(event.before)} -> {_words(event.after)}"
    return f"{text}, by {event.by}{f' ({event.why})' if event.why else ''}"


def _words(value: object, name: str = "") -> str:
    """A value of an event in words, with amounts in the house's unit of money."""
    if value is None or value == "":
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return money(value) if name in _CENTS else str(value)
    if isinstance(value, dict):
        return ", ".join(f"{key.replace('_', ' ')} {_words(each, key)}" for key, each in value.items()) or "none"
    if isinstance(value, list):
        if len(value) == LEAST_AND_MOST and all(isinstance(each, int) for each in value):
            return " to ".join(map(money, value))
        return "; ".join(map(_words, value)) or "none"
    return str(value)


def _cell(value: object) -> object:
    """A value for one cell: text and numbers as they are, anything else as JSON."""
    return value if isinstance(value, str | int) or value is None else json_text.dumps(value, ensure_ascii=False)
