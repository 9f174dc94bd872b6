"""Everything in a book that must not change unnoticed, named one by one.

Here: what is pinned for a book, as (what, value) pairs, and the differences from what was pinned before. Not here: the
files (`evidence`) or the counting (`check`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from houseway.cards.ranking import Wheel
from houseway.rulebook.rulebook import Rulebook

if TYPE_CHECKING:
    from houseway.rulebook.check import Report


def pinned_terms(book: Rulebook) -> dict[str, str]:
    """What no count of hands shows: payments, the rulings clauses rest on, and the procedure."""
    main = book.main
    terms = {f"pays {main.name}": f"{main.pays}", f"commission {main.name}": str(main.commission)}
    terms |= {f"outcomes {main.name}": f"{main.wins}|{main.standoff}|{main.loses}|{main.standoff_word}"}
    for push in main.other_pushes:
        terms[f"push {push.says.removeprefix('the ')}"] = f"{push.judged.name}|{push.cite}"
    if book.wheel is not Wheel.LOWEST:
        terms["attribute A-2-3-4-5"] = book.wheel.value
    for side in book.side_wagers:
        for table in side.pay_tables:
            name = f"{side.name}{f' {table.name}' if table.name else ''}"
            terms |= {f"pays {name}: {line.name}": str(line.pays) for line in table.lines}
            terms |= {f"envy {name}: {line.name}": str(line.envy) for line in table.lines if line.envy}
        terms[f"judged {side.name}"] = f"{side.judged.name}|{side.cite}"
    terms |= {f"rests {clause.cite}": ",".join(clause.rulings) for clause in book.clauses if clause.rulings}
    terms |= {f"refers {row.cite}": "|".join(row.to) for row in book.references}
    for row in book.procedure.rows:
        phases = ",".join(phase.name.lower() for phase in row.phases)
        terms[f"act {row.act.value}"] = f"{row.by.name.lower()}|{phases}|{row.cite}|{row.otherwise}"
    if banking := book.procedure.banking:
        terms["bank"] = f"{banking.commission.name}|{banking.commission_cite}|{banking.co_bank_cite}"
    for fault in book.procedure.irregularities:
        phases = ",".join(phase.name.lower() for phase in fault.phases)
        terms[f"fault {fault.fault.value}"] = f"{phases}|{fault.cite}"
        for remedy in fault.remedies:
            what = f"remedy {fault.fault.value}: {remedy.remedy.value}, {remedy.when.name.lower()}"
            terms[what] = f"{remedy.by.name.lower()}|{remedy.cite}"
    return terms


def pinned_counts(report: Report) -> dict[str, str]:
    """What the check counted: hands by clause, by pay line, by rejected reading; and the settings' fingerprint."""
    counts = {f"clause {count.cite}": str(count.hands) for count in report.clauses}
    counts |= {f"line {count.what}": count.counted.replace(",", "") for count in report.lines}
    for ruling in report.rulings:
        moved = [str(found.hands) for found in report.moved if found.ruling == ruling]
        counts[f"ruling {ruling}"] = "/".join(moved) or "-"
    counts |= {push.says.removeprefix("the "): str(push.hands) for push in report.pushes}
    if report.settings:
        counts["settings"] = report.settings
    return counts


def differences(pinned: Mapping[str, str], found: Mapping[str, str]) -> Iterator[str]:
    """One sentence for everything that differs from what was pinned."""
    for what in dict.fromkeys([*pinned, *found]):
        before, now = pinned.get(what), found.get(what)
        kind = what.partition(" ")[0]
        if before == now:
            continue
        if now is None:
            yield f"{what}: is pinned, but the book has no such {kind}"
        elif before is None:
            yield f"{what}: is in the book but not pinned; check it, then pin it with --write"
        elif what == "settings":
            yield "settings: hands are set differently than when they were pinned"
        elif before.isdigit() and now.isdigit():
            yield f"{what}: {int(now):,}, but pinned as {int(before):,}"
        else:
            yield f"{what}: {now}, but pinned as {before}"
