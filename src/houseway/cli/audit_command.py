"""`houseway audit`: verify the journal, export it, and print the balances, the debts and the significant events.

The journal's packages are imported only when a command runs.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.table import Table

from houseway.cli.audit_events import print_events
from houseway.cli.audit_program import print_program
from houseway.cli.audit_verify import verify_journal
from houseway.cli.console import Json, out
from houseway.cli.journals import Db, opened, plain
from houseway.cli.styles import print_json
from houseway.errors import BadJournal
from houseway.journal.ledger import check_account
from houseway.kept.postings import owed
from houseway.money import money

audit = typer.Typer(
    add_completion=False,
    rich_markup_mode="markdown",
    help="Verify, export and balance the journal.\n\nExample: `houseway audit verify --db game.db`",
    no_args_is_help=True,
)
_OWED = owed("")
audit.command("verify")(verify_journal)
audit.command("events")(print_events)
audit.command("program")(print_program)


@audit.command("export")
def export_journal(
    *,
    db: Db = "",
    stream: Annotated[str | None, typer.Option("--stream", help="Only the entries of this stream.")] = None,
    json: Annotated[bool, typer.Option("--json", hidden=True)] = True,
) -> None:
    """Print every entry with its postings and hashes, one JSON object per line.

    `body` is the text that was hashed; a body that is not text is `body_base64`.
    Seeds and hidden cards of a round in play are sealed, or left out and named in `withheld`. The credentials of
    staff are always left out, and named there too.
    `opened` is the body with what was sealed in it, once the round has ended.

    Example: `houseway audit export --stream table-1`
    """
    from houseway.kept.withheld import Withheld

    del json  # accepted as everywhere else; there is no other form
    with opened(db) as journal:
        if stream is not None and not journal.version(stream):
            raise BadJournal(f"the journal {journal.name} has no stream {stream!r}")
        withheld = Withheld(journal)
        for recorded in journal.read_all() if stream is None else journal.read(stream):
            if recorded.number > withheld.upto:
                break  # written in the meantime: we do not know which parts are secret
            print_json(withheld.line(recorded))
    sys.stdout.flush()


@audit.command("balance")
def print_balances(
    account: Annotated[
        str | None, typer.Argument(metavar="[ACCOUNT]", help="One account, such as player:ann; all if you name none.")
    ] = None,
    *,
    db: Db = "",
    json: Json = False,
) -> None:
    """Print the balance of every account, and the trial balance, which must be zero.

    What a player still owes after a correction is a negative balance of `owed:NAME`.
    Balances that differ from the postings are reported with exit code 1.

    Example: `houseway audit balance player:ann`
    """
    from houseway.journal.verify import differing_balances

    if account is not None:
        check_account(account)
    with opened(db) as journal:
        trial = journal.trial_balance()
        differing = differing_balances(journal)
    rows = [(name, cents) for name, cents in trial.accounts if account in (None, name)]
    if account is not None and not rows:
        rows = [(account, 0)]
    if json:
        for name, cents in rows:
            print_json({"account": name, "cents": cents})
    else:
        table = Table(box=None, pad_edge=False, header_style="dim")
        table.add_column("Account")
        table.add_column("Balance", justify="right")
        for name, cents in rows:
            table.add_row(plain(name), money(cents))
        if account is None:
            table.add_row("[bold]trial balance[/]", f"[bold]{money(trial.sum)}[/]")
        out.print(table)
        for name, cents in rows:
            if name.startswith(_OWED) and cents < 0:
                out.print(f"{plain(name.removeprefix(_OWED))} owes {money(-cents)} of a correction")
    if differing:
        more = f", and {len(differing) - 1:,} more" if len(differing) > 1 else ""
        raise BadJournal(f"the balances of {journal.name} were altered: {differing[0]}{more}")
    if trial.sum:
        raise BadJournal(f"the ledger of {journal.name} does not balance: its accounts sum to {money(trial.sum)}")


@audit.command("owed")
def print_debts(
    player: Annotated[
        str | None, typer.Argument(metavar="[PLAYER]", help="One player, with everything that happened to their debt.")
    ] = None,
    *,
    db: Db = "",
    json: Json = False,
) -> None:
    """Print what players owe the house after corrections.

    For one player: every debt that was booked, deducted from winnings, paid or written off.

    Example: `houseway audit owed ann`
    """
    from houseway.kept.debts import owing, record, say, standing

    with opened(db) as journal:
        owes = owing(journal) if player is None else {player: standing(journal, player).cents}
        records = {name: [] if player is None else list(record(journal, name)) for name in owes}
    for name, cents in owes.items():
        if json:
            print_json({"player": name, "cents": cents, **({"record": records[name]} if player is not None else {})})
            continue
        for debt in records[name]:
            out.print(plain(say(debt)))
        out.print(f"{plain(name)} owes {money(cents) if cents else 'nothing'}")
    if not owes and not json:
        out.print("nobody owes the house anything")
