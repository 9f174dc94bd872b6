"""A round in play whose sealing key is lost: its cards and its deck cannot be known, so it cannot go on.

Here: ending such a round as the book prescribes: the gaming shift manager may void a round for what the book does not
foresee (6.1 in mbs-v4), and every wager goes back. A book without such a clause prescribes nothing; every
wager goes back there too. Not here: sealing and opening (`seals`).
"""

from __future__ import annotations

from houseway.errors import BadSeal
from houseway.journal.significant import SYSTEM, to_append
from houseway.journal.store import Journal
from houseway.kept.changes import changes_of
from houseway.kept.tables import HOUSE, KeptTable
from houseway.rulebook.procedure import Fault, Phase, Remedy
from houseway.rulebook.rulebook import Rulebook
from houseway.table import banking
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.decide import decide
from houseway.table.settle import returned

WHY = "the sealing key is lost: the cards cannot be read"


def void_sealed_round(journal: Journal, name: str, book: Rulebook) -> int:
    """Void the round in play, whose key is lost; returns its number."""
    kept = KeptTable(journal, name, book, without_key=True)
    if kept.table.phase is Phase.BETWEEN_ROUNDS:
        raise BadSeal(f"no round is in play at table {name}, so none can be voided")
    lost = kept.seals.give_up(kept.table.round)
    what = f"round {kept.table.round} at {name}"
    noted = to_append("sealed round voided", by=SYSTEM, what=what, why=WHY)
    journal.append_many([lost, *kept.by_the_house(_void(kept)), noted], together=True)
    return kept.table.round


def _void(kept: KeptTable) -> tuple[e.Event, ...]:
    """What ends the round: a report and a remedy where the book has them, and every wager back."""
    book, table = kept.book, kept.table
    known = book.procedure.irregularity(Fault.OTHER)
    if known is None or all(printed.remedy is not Remedy.VOID for printed in known.remedies):
        return (*returned(table, ""), *banking.returned(table, ""), e.RoundVoided(round=table.round))
    events: tuple[e.Event, ...] = ()
    commands: list[c.Command] = [c.Retract(by=HOUSE)] if table.hold else []
    commands += [c.Report(by=HOUSE, fault=Fault.OTHER, note=WHY), c.RemedyFault(by=HOUSE, remedy=Remedy.VOID)]
    for command in commands:
        decided = decide(book, table, command)
        table = changes_of(table, decided)[-1].after
        events += decided
    return events
