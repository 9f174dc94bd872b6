"""`houseway people`: the personal data of players, from a terminal on the house's machine.

Here: listing whose data is kept, and erasing it. Whoever erases signs in with name, password and code, and so does the
one who confirms. Not here: what can be erased (`people.erasure`).
"""

from __future__ import annotations

import getpass
import sys
from contextlib import closing
from datetime import timedelta
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.console import Json, err, out
from houseway.cli.journals import Db, plain
from houseway.cli.styles import print_json
from houseway.journal.place import default_journal

if TYPE_CHECKING:
    from houseway.journal.store import Journal
    from houseway.people.account import StaffAccount

people = typer.Typer(
    add_completion=False,
    rich_markup_mode="markdown",
    help='List and erase the personal data of players.\n\nExample: `houseway people erase "Amber Heron 4821"`',
    no_args_is_help=True,
)


@people.command("list")
def list_people(*, db: Db = "", json: Json = False) -> None:
    """List whose personal data is kept: the name the house gave them, and when they last signed in.

    Their own names are not printed.

    Example: `houseway people list`
    """
    from houseway.people.players import Players

    with closing(_opened(db, read_only=True)) as journal:
        found = Players(journal).everybody_given()
    for player in found:
        seen = player.seen.isoformat() if player.seen else ""
        if json:
            print_json({"name": player.name, "last_signed_in": seen})
        else:
            out.print(plain(f"{player.name}, last signed in {seen or 'never'}"))
    if not found and not json:
        out.print("no personal data is kept")


@people.command("erase")
def erase_person(
    *,
    name: Annotated[str, typer.Argument(help="The name that the house gave the player.")],
    why: Annotated[str, typer.Option("--why", help="The reason, which is kept.")] = "on request",
    db: Db = "",
) -> None:
    """Erase who a player is; rounds and money stay, under the name the house gave.

    Two gaming shift managers sign in here: one asks, another confirms. Backups made before still hold the key.

    Example: `houseway people erase "Amber Heron 4821" --why "letter of 3 May"`
    """
    from houseway.people.erasure import erase, must_be_erasable
    from houseway.people.players import Players
    from houseway.people.sessions import Sessions
    from houseway.people.sign_in import SignIn
    from houseway.people.staff import Staff

    with closing(_opened(db)) as journal:
        players, staff = Players(journal), Staff(journal)
        must_be_erasable(journal, players, name)
        door = SignIn(Sessions(staff))
        by = _signed_in(door, "asks")
        confirmed_by = _signed_in(door, "confirms")
        erase(journal, players, staff, name, by=by, confirmed_by=confirmed_by, why=why)
    out.print(plain(f"the personal data of {name} is erased"))


@people.command("expire")
def expire_people(
    *,
    days: Annotated[int, typer.Option("--days", min=1, help="How long data is kept after the last sign-in.")],
    db: Db = "",
) -> None:
    """Erase the personal data of players who have not signed in for a number of days.

    Who owes the house something, or has chips of house money, is left out. To be run every day by a timer.

    Example: `houseway people expire --days 1826`
    """
    from houseway.people.erasure import erase_expired
    from houseway.people.players import Players

    with closing(_opened(db)) as journal:
        erased = erase_expired(journal, Players(journal), keep=timedelta(days=days))
    for name in erased:
        out.print(plain(f"the personal data of {name} is erased"))
    if not erased:
        out.print("nothing was due")


def _signed_in(door: object, who: str) -> StaffAccount:
    """The account of somebody who shows who they are; the session ends at once."""
    from houseway.people.sign_in import SignIn

    assert isinstance(door, SignIn)
    err.print(f"the gaming shift manager who {who} signs in")
    name, password, code = _answer("name: "), _answer("password: ", hidden=True), _answer("code: ")
    session = door.sessions.find(door.sign_in(name, password, code))
    assert session is not None
    door.sign_out(session)
    return session.account


def _answer(question: str, *, hidden: bool = False) -> str:
    """What somebody types; a password is not shown."""
    if hidden and sys.stdin.isatty():
        return getpass.getpass(question)
    err.print(question, end="")
    return sys.stdin.readline().strip()


def _opened(db: str, *, read_only: bool = False) -> Journal:
    from houseway.journal.store import Journal

    return Journal.open(db or default_journal(), read_only=read_only)
