"""`houseway fair`: check that each deck matches its commitment, and export the proofs of a table."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from houseway import books
from houseway.cli.console import Json, out
from houseway.cli.output_file import must_be_writable
from houseway.cli.styles import print_json
from houseway.errors import BadProof, Refused, counted
from houseway.journal.place import default_journal
from houseway.journal.shuffle import Proof, read_proofs, verify_proofs

fair = typer.Typer(
    add_completion=False,
    rich_markup_mode="markdown",
    help="Check that decks were fair, and export their proofs.\n\nExample: `houseway fair verify proofs.jsonl`",
    no_args_is_help=True,
)


@fair.command("verify")
def verify_file(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="Proofs, one per line or as a JSON array; - reads standard input."),
    ],
    *,
    commitment: Annotated[
        list[str] | None,
        typer.Option(
            "--commitment",
            metavar="HEX",
            help="A commitment you were shown before betting closed: it must be in the file. Can be repeated.",
        ),
    ] = None,
    db: Annotated[
        str,
        typer.Option("--db", metavar="URL", help="Also check every proof against this journal.", show_default=False),
    ] = "",
    json: Json = False,
) -> None:
    """Shuffle every deck in a file again and compare it with the commitment in the file.

    The proofs of a table must follow each other round by round, and no commitment may be used twice. A deck must have
    as many cards as its book has, where the book is known.

    Only you can tell whether a commitment is the one you were shown: compare it, or give it with `--commitment`. With
    `--db` every commitment must also have been kept before betting closed, and the cards dealt must be the deck's.

    Example: `houseway fair verify proofs.jsonl`

    Example: `houseway fair verify proofs.jsonl --db game.db --commitment a189f67c...`
    """
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
        proofs = read_proofs(text)
    except ValueError as error:
        raise BadProof(f"{file}: {'this is not text' if isinstance(error, UnicodeDecodeError) else error}") from None
    shown = _commitments(commitment or ())
    findings = [*verify_proofs(proofs), *_wrong_decks(proofs)]
    findings += [f"no proof is of the commitment {one}" for one in shown if one not in {p.commitment for p in proofs}]
    if db:
        findings += _against_journal(db, proofs)
    voided = sum(proof.ended == "voided" for proof in proofs)
    if json:
        commitments = [{"table": p.table, "round": p.round, "commitment": p.commitment} for p in proofs]
        counts = {"file": file, "proofs": len(proofs), "voided": voided}
        print_json({**counts, "commitments": commitments, "findings": findings})
    else:
        _print(proofs, findings)
        verdict = f"[bold red]{len(findings):,} wrong[/]" if findings else "[bold green]all hold[/]"
        out.print(f"{counted(len(proofs), 'proof')}, {voided:,} of voided rounds: {verdict}")
    if findings:
        raise typer.Exit(1)


@fair.command("export")
def export_proofs(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="A table of the journal, such as mbs-v4-ann.")],
    *,
    db: Annotated[str, typer.Option("--db", help="The journal: a file, or the URL of a PostgreSQL database.")] = "",
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write them to this file."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="One JSON object per line; always on.")] = True,
) -> None:
    """Write the proofs of all finished rounds of a table, one per line.

    Example: `houseway fair export mbs-v4-ann -o ann.jsonl`
    """
    from houseway.journal.store import Journal
    from houseway.kept.decks import KeptDecks
    from houseway.kept.tables import kept_tables

    del json
    must_be_writable(output)
    with Journal.open(db or default_journal(), read_only=True) as journal:
        tables = kept_tables(journal)
        if table not in tables:
            raise Refused(f"the journal has no table {table!r}; it has {', '.join(tables) or 'none'}")
        proofs = KeptDecks(journal, table, books.get(tables[table])).proofs()
    lines = "".join(proof.to_json() + "\n" for proof in proofs)
    if output is None:
        sys.stdout.write(lines)
        sys.stdout.flush()
    else:
        output.write_text(lines, encoding="utf-8")


def _commitments(written: Sequence[str]) -> tuple[str, ...]:
    found = tuple(one.strip().lower() for one in written)
    for one in found:
        if len(one) != 64 or set(one) - set("0123456789abcdef"):
            raise BadProof(f"{one!r} is not a commitment: that has 64 hexadecimal digits")
    return found


def _wrong_decks(proofs: Sequence[Proof]) -> list[str]:
    """Findings for proofs whose number of cards differs from their book's deck, where the book is known."""
    sizes = {name: books.get(name).deck.size for name in {proof.book for proof in proofs} & set(books.names())}
    return [
        f"table {proof.table}, round {proof.round}: {proof.book} is played with {sizes[proof.book]} cards, not "
        f"{proof.cards}"
        for proof in proofs
        if sizes.get(proof.book, proof.cards) != proof.cards
    ]


def _against_journal(db: str, proofs: Sequence[Proof]) -> tuple[str, ...]:
    from houseway.journal.store import Journal
    from houseway.kept.decks import check_against_journal

    with Journal.open(db, read_only=True) as journal:
        return check_against_journal(journal, proofs)


def _print(proofs: Sequence[Proof], findings: Sequence[str]) -> None:
    """Each proof on one unbroken line, so that a commitment can be searched and copied."""
    for proof in proofs:
        line = f"table {proof.table}, round {proof.round}: committed to {proof.commitment}"
        out.print(line, markup=False, soft_wrap=True)
    for proof in proofs:
        if proof.ended == "voided":
            out.print(f"voided  table {proof.table}, round {proof.round}: {proof.reason}", markup=False, soft_wrap=True)
    for finding in findings:
        out.print("wrong  ", style="bold red", end="")
        out.print(finding, markup=False, soft_wrap=True)
