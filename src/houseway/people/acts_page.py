"""The matrix of positions and acts as people read it: a table, the page docs/roles.md, and plain data.

Here: drawing it. Not here: what it says (`acts`).
"""

from __future__ import annotations

from collections.abc import Iterator

from houseway.people.acts import ACTS, COMMANDS, MANAGES, Cell, HouseAct, Who, cell, name_of
from houseway.people.hiring import dismissal_takes
from houseway.people.positions import Position
from houseway.table import commands as c

_SHORT = {Cell.YES: "yes", Cell.BOOK: "book", Cell.NO: "-"}
_HEAD = """\
# Who may do what

`houseway staff acts --markdown` writes this page from `src/houseway/people/acts.py`, the one place that decides it.
Every HTTP route and every message of a page names its act there; one that names none is refused when the house opens,
and whoever is not named may not do it. A test walks every cell over HTTP and over a socket.

* **yes**: may do it.
* **book**: may send the request; the book's procedure decides who may do it when, and by which clause
  (`houseway page BOOK`).
* **-**: refused, with the reason `role`.

Somebody who was dismissed, or whose page is locked, is anyone. A browser that is signed in both as a player and as
staff may do what either may, but nobody plays at a table they staff. An auditor reads, and acts nowhere.
"""


def rows() -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """The heads of the columns, and a line for each act of the house and each request at a table."""
    heads = ("", *(who.words for who in Who))
    acts = [(act.words, *_cells(act)) for act in ACTS]
    commands = [(f"request: {name_of(command)}", *_cells(command)) for command in COMMANDS]
    return heads, [*acts, *commands]


def _cells(act: HouseAct | type[c.Command]) -> Iterator[str]:
    return (_SHORT[cell(act, who)] for who in Who)


def as_json() -> Iterator[dict[str, object]]:
    """The same as plain data."""
    for act in ACTS:
        yield {"act": act.words, **{who.words: cell(act, who).value for who in Who}}
    for command in COMMANDS:
        yield {"request": name_of(command), **{who.words: cell(command, who).value for who in Who}}


def as_markdown() -> str:
    """The page docs/roles.md."""
    columns = " | ".join(who.words for who in Who)
    acts = "\n".join(_row(act.words, act) for act in ACTS)
    commands = "\n".join(_row(f"`{name_of(command)}`", command) for command in COMMANDS)
    rule = "|---" * (len(Who) + 1) + "|"
    managed = "\n".join(_managed(position) for position in Position if position in MANAGES)
    return (
        f"{_HEAD}\n## In the house\n\n| act | {columns} |\n{rule}\n{acts}\n"
        f"\n## Requests at a table\n\n| request | {columns} |\n{rule}\n{commands}\n"
        f"\n## Who manages whom\n\nInviting, dismissing, moving and unlocking. Nobody manages their own account.\n"
        f"{_two_people()}\n\n"
        f"| position | may manage |\n|---|---|\n{managed}\n"
    )


def _two_people() -> str:
    """What of it takes two people."""
    equals = " or a ".join(each.words for each in Position if dismissal_takes(each) and each.role is not None)
    return (
        "It takes two people to invite anybody but an auditor, to promote anybody, to give anybody a new link, and to\n"
        f"dismiss or demote a {equals}, or dismiss an auditor: one asks, another confirms, and\n"
        "neither is the one it is about.\n"
        "`houseway staff` on the machine of the house needs only one."
    )


def _row(words: str, act: HouseAct | type[c.Command]) -> str:
    return f"| {words} | {' | '.join(_cells(act))} |"


def _managed(position: Position) -> str:
    return f"| {position.words} | {', '.join(each.words for each in Position if each in MANAGES[position])} |"
