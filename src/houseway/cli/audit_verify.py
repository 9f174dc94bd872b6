"""`houseway audit verify`: is the journal intact, and what can that not show?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.console import Json, err, out
from houseway.cli.journals import Db, opened, plain
from houseway.cli.styles import print_json
from houseway.errors import BadHead, Refused

if TYPE_CHECKING:
    from houseway.journal.checkpoint import Checkpoint
    from houseway.journal.head import Head
    from houseway.journal.store import Journal
    from houseway.journal.verify import Report

_SHOWN = 20


def verify_journal(
    *,
    db: Db = "",
    head: Annotated[
        Path | None, typer.Option("--head", metavar="FILE", help="A head saved earlier, to check the journal against.")
    ] = None,
    heads: Annotated[
        str,
        typer.Option(
            "--heads",
            metavar="PLACE",
            help="Where heads are kept: a file, a folder or an http(s) address. Otherwise the place the journal names.",
        ),
    ] = "",
    since_checkpoint: Annotated[
        bool,
        typer.Option(
            "--since-checkpoint",
            help="Read only what the house has not verified yet, however few entries there are.",
        ),
    ] = False,
    everything: Annotated[
        bool, typer.Option("--all", help="Read every entry from the first on, however many there are.")
    ] = False,
    write_head: Annotated[
        Path | None, typer.Option("--write-head", metavar="FILE", help="Sign a head and write it, if nothing is wrong.")
    ] = None,
    require_head: Annotated[
        bool, typer.Option("--require-head", help="Exit with 1 where there is no head to check against.")
    ] = False,
    json: Json = False,
) -> None:
    """Recompute the chain and the ledger, and report every wrong entry.

    A long journal is read from where the house last verified it; `--all` reads all of it.

    Heads kept elsewhere also reveal entries cut off the end and a rewritten history. What it cannot show, it names.

    Example: `houseway audit verify --heads /mnt/other-disk/heads/`

    Example: `houseway audit verify --head kept/monday.head --write-head kept/tuesday.head`
    """
    from houseway.journal.heads import heads_to_compare
    from houseway.journal.opening import ALL
    from houseway.journal.private_files import write_private
    from houseway.journal.verify import not_shown, verify

    if everything and since_checkpoint:
        raise Refused("choose --all or --since-checkpoint, not both")
    given = _read_head(head) if head else None
    with opened(db) as journal:
        known, trouble = heads_to_compare(journal, given, heads)
        checkpoint, damage = _checkpoint(journal)
        is_long = checkpoint is not None and checkpoint.entries > ALL
        since = checkpoint if since_checkpoint or (is_long and not everything) else None
        report = verify(journal, heads=known, since=since)
        findings = (*trouble, *damage, *report.findings)
        if checkpoint and since is None and not findings:  # what was verified before must still be there
            findings = verify(journal, since=checkpoint).findings
        if write_head and not findings:
            write_private(write_head, str(journal.head()))
    newest = max((each.entries for each in known), default=None)
    missing = not_shown(report, newest)
    if json:
        print_json(
            {
                "journal": journal.name,
                "entries": report.entries,
                "hash": report.hash,
                "since": report.since,
                "head": newest,
                "heads": len(known),
                "findings": list(findings),
                "not_shown": missing,
            }
        )
    else:
        _print(journal.name, report, findings, known, missing)
        if write_head and not findings:
            err.print(f"head written to {write_head}", markup=False)
    if findings or (require_head and newest is None):
        raise typer.Exit(1)


def _print(name: str, report: Report, findings: tuple[str, ...], known: tuple[Head, ...], missing: list[str]) -> None:
    for finding in findings[:_SHOWN]:
        out.print(f"[bold red]wrong[/]  {plain(finding)}")
    if len(findings) > _SHOWN:
        out.print(f"... and {len(findings) - _SHOWN:,} more; `--json` lists them all")
    verdict = f"[bold red]{len(findings):,} wrong[/]" if findings else "[bold green]all right[/]"
    read = f" (read from entry {report.since + 1:,})" if report.since else ""
    against = ""
    if known:
        many = f"{len(known):,} heads, the newest" if len(known) > 1 else "the head"
        against = f", against {many} at entry {known[-1].entries:,}"
    out.print(f"{plain(name)}: {report.entries:,} entries{read}{against}: {verdict}")
    for sentence in missing:
        out.print(f"[bold]not shown[/]  {sentence}")


def _checkpoint(journal: Journal) -> tuple[Checkpoint | None, tuple[str, ...]]:
    """How far the house verified the journal, and what is wrong with the file that says so."""
    try:
        return journal.checkpoint(), ()
    except BadHead as error:
        return None, (str(error),)


def _read_head(file: Path) -> Head:
    from houseway.journal.head import Head

    try:
        return Head.read(file.read_text(encoding="utf-8"))
    except (BadHead, UnicodeDecodeError) as error:
        raise BadHead(f"{file}: {error if isinstance(error, BadHead) else 'this is not a journal head'}") from None
