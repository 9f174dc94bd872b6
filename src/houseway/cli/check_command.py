"""`houseway check`: prove books over every hand of their decks."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from houseway import books
from houseway.cards.card import draw_cards
from houseway.cli.console import BOOK_FILES, Json, book_names, checked, err, out
from houseway.cli.styles import print_json
from houseway.money import dollars
from houseway.rulebook.check import Report
from houseway.rulebook.evidence import write_counts


def check_books(
    book: Annotated[
        list[str] | None,
        typer.Argument(metavar="BOOK...", help=f"Books to check, by name or file; all if you name none. {BOOK_FILES}"),
    ] = None,
    *,
    write: Annotated[bool, typer.Option("--write", help="Pin these counts, if nothing else is wrong.")] = False,
    json: Json = False,
) -> None:
    """Prove that exactly one clause sets every hand, and count hands by clause.

    Also checks that no setting is a foul, that the worked examples hold, and that the counts equal the pinned ones;
    and counts, for each reading that a ruling rejected, the hands it would set with another low hand.

    Example: `houseway check mbs-v4`

    A book of your own, a TOML file: `houseway check examples/my_house.toml`
    """
    failed = False
    names = book_names(book or ())
    for name in names:
        report = checked(name, pinned=not write)
        if write and not report.defects:
            report = replace(report, is_pinned=True)
            write_counts(books.evidence(name).counts, report.book, report.pins())
        if json:
            print_json(_as_json(name, report))
        else:
            _print(name, report)
            if write and not report.defects:
                err.print(f"pinned in {books.evidence(name).counts.name}", markup=False)
        failed = failed or bool(report.defects)
    if failed:
        raise typer.Exit(1)


def _as_json(name: str, report: Report) -> dict[str, object]:
    book = books.get(name)
    return {
        "book": report.book,
        "digest": book.digest,
        "hands": report.hands,
        "shapes": report.shapes,
        "clauses": [
            {"clause": count.cite, "hands": count.hands, "example": [card.text for card in count.example]}
            for count in report.clauses
        ],
        "lines": [
            {
                "wager": line.wager,
                "table": line.table,
                "line": line.line,
                "pays": line.pays,
                "envy": line.envy,
                "hands": line.hands,
                **({} if line.dealers is None else {"dealers": line.dealers}),
            }
            for line in report.lines
        ],
        "rulings": [
            {
                "ruling": ruling.id,
                "point": ruling.point,
                "decision": ruling.decision,
                "alternatives": [
                    {"alternative": moved.says, "hands": moved.hands}
                    for moved in report.moved
                    if moved.ruling == ruling.id
                ],
            }
            for ruling in sorted(book.rulings, key=lambda ruling: ruling.order)
        ],
        "settings": report.settings,
        "examples": report.examples,
        "pinned": report.is_pinned,
        "defects": list(report.defects),
    }


def _print(name: str, report: Report) -> None:
    book = books.get(name)
    out.print(f"[bold]{escape(report.book)}[/]  {escape(str(book.source))}")
    clauses = Table(box=None, pad_edge=False, header_style="dim")
    clauses.add_column("Hands", justify="right", no_wrap=True)
    clauses.add_column("Clause")
    clauses.add_column("Lowest hand", no_wrap=True)
    for count in report.clauses:
        clauses.add_row(f"{count.hands:,}", escape(count.cite), draw_cards(count.example))
    clauses.add_row(f"[bold]{report.hands:,}[/]", f"[bold]all hands, {report.shapes:,} shapes[/]", "")
    out.print(clauses)
    rulings = Table(box=None, pad_edge=False, header_style="dim")
    rulings.add_column("Ruling", no_wrap=True)
    rulings.add_column("Decided")
    rulings.add_column("Hands moved", justify="right", no_wrap=True)
    rulings.add_column("by deciding otherwise")
    for ruling in sorted(book.rulings, key=lambda ruling: ruling.order):
        moved = [found for found in report.moved if found.ruling == ruling.id]
        rulings.add_row(
            escape(ruling.id),
            escape(f"{ruling.point}: {ruling.decision}"),
            "\n".join(f"{found.hands:,}" for found in moved),
            escape("\n".join(found.says for found in moved)),
        )
    out.print(rulings)
    if report.lines:
        lines = Table(box=None, pad_edge=False, header_style="dim")
        lines.add_column("Hands", justify="right")
        lines.add_column("Pays", justify="right")
        lines.add_column("Envy", justify="right")
        lines.add_column("Line")
        for line in report.lines:
            lines.add_row(
                line.counted, f"{line.pays:,} to 1", dollars(line.envy) if line.envy else "", escape(line.what)
            )
        out.print(lines)
    for defect in report.defects:
        out.print(f"[bold red]wrong[/]  {escape(defect)}")
    verdict = f"[bold red]{len(report.defects)} wrong[/]" if report.defects else "[bold green]all right[/]"
    unpinned = "" if report.is_pinned else ", nothing is pinned yet (--write pins it)"
    out.print(f"{escape(report.book)}: {verdict}, {report.examples} worked examples{unpinned}")
    out.print()
