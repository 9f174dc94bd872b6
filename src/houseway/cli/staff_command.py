"""`houseway staff`: who works in the house, from a terminal on its machine.

Here: adding, listing, dismissing, moving, inviting again, unlocking, forgetting players' names, and the matrix of
positions and acts. Not here: what any of it does (`people.staff`), or who may do what (`people.acts`).
"""

from __future__ import annotations

import getpass
import json as json_text
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from houseway.cli.console import Json, out, print_whole
from houseway.cli.journals import Db, plain
from houseway.cli.styles import print_json
from houseway.errors import Refused, not_installed
from houseway.journal.place import default_journal
from houseway.people.positions import Position

if TYPE_CHECKING:
    from houseway.people.account import StaffAccount
    from houseway.people.staff import Staff

staff = typer.Typer(
    add_completion=False,
    rich_markup_mode="markdown",
    help="Add, list and dismiss staff, and print who may do what.\n\n"
    "Example: `houseway staff add Sam --role gaming-shift-manager`",
    no_args_is_help=True,
)
_TIME = "%Y-%m-%d %H:%M UTC"
Name = Annotated[str, typer.Argument(help="The name of a member of staff.")]
AsRole = Annotated[str, typer.Option("--role", metavar="POSITION", help=", ".join(each.option for each in Position))]
Url = Annotated[
    str,
    typer.Option(
        "--url",
        metavar="URL",
        help="Where staff reach the house, such as https://house.example/. "
        "Otherwise the address the house last listened at.",
        show_default=False,
    ),
]


@staff.command("add")
def add_staff(*, name: Name, role: AsRole, db: Db = "", url: Url = "", json: Json = False) -> None:
    """Add a member of staff, and print the link by which they choose a password.

    The link works once and for an hour. Give it to that person only: whoever opens it becomes them.

    Example: `houseway staff add Sam --role gaming-shift-manager`
    """
    with _opened(db) as people:
        link = people.add(name, Position.read(role), by=_here())
        _print_link(people, link, url, json=json)


@staff.command("invite")
def invite_again(*, name: Name, db: Db = "", url: Url = "", json: Json = False) -> None:
    """Print a new link for somebody who lost their password or their phone, or let the first link expire.

    What they have keeps working until the link is used; then it is replaced, and all their sessions end.

    Example: `houseway staff invite Sam`
    """
    with _opened(db) as people:
        link = people.invite_again(name, by=_here())
        _print_link(people, link, url, json=json)


@staff.command("list")
def list_staff(
    *,
    db: Db = "",
    every: Annotated[bool, typer.Option("--all", help="Those who were dismissed, too.")] = False,
    json: Json = False,
) -> None:
    """List the staff with their positions, last sign-in, and whether they are locked.

    Example: `houseway staff list --all`
    """
    with _opened(db) as people:
        found = [each for each in people.everybody() if every or not each.dismissed]
        lines = [_line(people, each) for each in found]
    if json:
        for line in lines:
            print_json(line)
        return
    if not lines:
        out.print("nobody is on the staff")
        return
    table = Table(box=None, pad_edge=False, header_style="dim")
    for head in ("Name", "Position", "State", "Last sign-in", "Plays as"):
        table.add_column(head)
    for line in lines:
        shown = (line[key] or "" for key in ("name", "position", "state", "last_sign_in"))
        names = [str(line["player"])] if line["player"] else []
        names += [f"{each['name']} until {each['until']}" for each in line["also"]]
        table.add_row(*(plain(str(each)) for each in (*shown, ", ".join(names))))
    print_whole(table)


@staff.command("dismiss")
def dismiss_staff(*, name: Name, db: Db = "", json: Json = False) -> None:
    """Dismiss a member of staff: they can no longer sign in, and all their pages are closed.

    Example: `houseway staff dismiss Sam`
    """
    with _opened(db) as people:
        _print_done(people, people.dismiss(name, by=_here()), "is dismissed", json=json)


@staff.command("unlock")
def unlock_staff(*, name: Name, db: Db = "", json: Json = False) -> None:
    """Unlock an account that wrong passwords or codes have locked.

    Example: `houseway staff unlock Sam`
    """
    with _opened(db) as people:
        _print_done(people, people.unlock(name, by=_here()), "can sign in again", json=json)


@staff.command("move")
def move_staff(*, name: Name, role: AsRole, db: Db = "", json: Json = False) -> None:
    """Give a member of staff another position; they sign in again.

    Example: `houseway staff move Sam --role pit-manager`
    """
    position = Position.read(role)
    with _opened(db) as people:
        _print_done(people, people.move(name, position, by=_here()), f"is now {position.words}", json=json)


@staff.command("forget-players")
def forget_players(*, name: Name, db: Db = "", json: Json = False) -> None:
    """Clear players' names that count as a member of staff's for a day, but are not theirs.

    A name counts because a browser of theirs was signed in with it, or because they gave it up. The name they play
    under stays, and a browser that is still signed in as both counts again.

    Example: `houseway staff forget-players Sam`
    """
    with _opened(db) as people:
        _print_done(people, people.forget_players(name, by=_here()), "no longer counts as any other player", json=json)


@staff.command("acts")
def print_acts(
    *,
    json: Json = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the page docs/roles.md.")] = False,
) -> None:
    """Print who may do what: every act of the house and every request at a table, by position.

    Example: `houseway staff acts`
    """
    from houseway.people.acts_page import as_json, as_markdown, rows

    if json and markdown:
        raise Refused("give --json or --markdown, not both")
    if json:
        for each in as_json():
            print_json(each)
    elif markdown:
        typer.echo(as_markdown(), nl=False)
    else:
        heads, lines = rows()
        table = Table(box=None, pad_edge=False, header_style="dim")
        for number, head in enumerate(heads):
            table.add_column(head, justify="center" if number else "left")
        for line in lines:
            table.add_row(*(plain(part) for part in line))
        print_whole(table)


# ---------------------------------------------------------------------------------------------------------------------


@contextmanager
def _opened(db: str) -> Iterator[Staff]:
    """The staff of a journal, which is created if there is none."""
    try:
        from houseway.journal.store import Journal
        from houseway.people.staff import Staff
    except ModuleNotFoundError as missing:
        raise not_installed("staff", "web") from missing
    with Journal.open(db or default_journal()) as journal:
        yield Staff(journal)


def _here() -> str:
    """Who uses the terminal; what they do is kept under this name."""
    from houseway.people.names import ON_THE_MACHINE

    return f"{getpass.getuser()}{ON_THE_MACHINE}"


def _line(people: Staff, account: StaffAccount) -> dict[str, Any]:
    signed_in, also = account.last_sign_in, account.also_plays_as(people.clock())
    return {
        "name": account.name,
        "position": account.position.option,
        "state": account.state(people.clock()),
        "last_sign_in": signed_in.strftime(_TIME) if signed_in else None,
        "sessions": len(account.sessions),
        "player": account.player,
        "also": [{"name": each.name, "until": each.until.strftime(_TIME)} for each in also],
    }


def _print_done(people: Staff, account: StaffAccount, words: str, *, json: bool) -> None:
    if json:
        print_json(_line(people, account))
    else:
        out.print(plain(f"{account.name} {words}"))


def _print_link(people: Staff, link: str, url: str, *, json: bool) -> None:
    account = people.invited(link)
    assert account.invitation is not None
    address = f"{(url or _address(people)).rstrip('/')}/staff#invitation={link}"
    until = account.invitation.until
    if json:
        line = {"name": account.name, "position": account.position.option, "link": address}
        print_json({**line, "until": until.isoformat()})
        return
    out.print(plain(f"{account.name} joins the staff as {account.position.words} by this link:"))
    out.print(plain(address), soft_wrap=True)
    out.print(f"[dim]It works once, until {until:%H:%M} UTC. Whoever opens it becomes {plain(account.name)}.[/]")


def _address(people: Staff) -> str:
    """Where the house last listened; otherwise where it listens by default."""
    found = ""
    for recorded in people.journal.read("house"):
        found = json_text.loads(recorded.body).get("address", "") or found
    return found or "http://127.0.0.1:8000/"
