"""`houseway fair`: check that decks were shuffled as they were committed to."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.console import Json, out, print_json
from houseway.errors import BadProof
from houseway.journal.shuffle import read_proofs, verify_proofs

fair = typer.Typer(help="Check the shuffle of rounds that have ended.", no_args_is_help=True)


@fair.callback()
def _fair() -> None:
    """Check the shuffle of rounds that have ended."""


@fair.command("verify")
def verify_file(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="One proof, a JSON array of proofs, or one a line; - reads a pipe.")
    ],
    *,
    json: Json = False,
) -> None:
    """Shuffle every deck of a file again, and hold it against what was committed to before betting closed.

    Several proofs of one table must be of rounds without a gap, and no commitment may be used twice.

    Example: `houseway fair verify proofs.jsonl`
    """
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
        proofs = read_proofs(text)
    except ValueError as error:
        raise BadProof(f"{file}: {'this is no text' if isinstance(error, UnicodeDecodeError) else error}") from None
    findings = verify_proofs(proofs)
    voided = sum(proof.ended == "voided" for proof in proofs)
    if json:
        print_json({"file": file, "proofs": len(proofs), "voided": voided, "findings": list(findings)})
    else:
        for finding in findings:
            out.print("wrong  ", style="bold red", end="")
            out.print(finding, markup=False)
        for proof in proofs:
            if proof.ended == "voided":
                out.print(f"voided  table {proof.table}, round {proof.round}: {proof.reason}", markup=False)
        verdict = f"[bold red]{len(findings):,} wrong[/]" if findings else "[bold green]all hold[/]"
        out.print(f"{len(proofs):,} proofs, {voided:,} of voided rounds: {verdict}")
    if findings:
        raise typer.Exit(1)
