"""Tables that close for good: their float goes back to the cage, their history stays, their name is never used again.

Here: recording it by a last credit, which is what closes the table, and as a significant event; and which tables it
happened to. Not here: removing the table from the floor (`web.floor.house`).
"""

from __future__ import annotations

from typing import Final

from houseway.cage import acts as a
from houseway.cage.desk import Cage, Slip
from houseway.errors import Refused
from houseway.journal.significant import to_append
from houseway.journal.store import Journal
from houseway.kept.postings import escrow
from houseway.kept.settings import PLAY, settings
from houseway.money import money
from houseway.table.commands import Actor

RETIRED: Final = "table retired"


def retire(cage: Cage, by: Actor, table: str, *, why: str, key: str = "") -> Slip:
    """Close a table for good; whoever calls holds it still, with nothing on its layout and no round in play."""
    if table in retired(cage.journal):
        raise Refused(f"table {table} has already closed for good")
    if left := cage.journal.balance(escrow(table)):
        raise Refused(f"{money(left)} lies on the layout of {table}; finish the round first")
    if not why.strip():
        raise Refused("say why the table is closed for good")
    held = cage.tray(table)
    if settings(cage.journal).money != PLAY and cage.takes_two(by, a.Credited(table=table, cents=abs(held))):
        raise Refused(
            f"the tray of {table} holds {money(held)}, and a credit of that size takes two people: count the tray and "
            "credit it to the cage first, then close the table for good"
        )
    who = f"{by.role.words} {by.name}"
    noted = to_append(RETIRED, by=who, what=table, before="open", after="closed for good", why=why)
    last = a.Credited(table=table, cents=held, retired=True)
    return cage.record(by, last, key=key, notes=(noted,))


def retired(journal: Journal) -> frozenset[str]:
    """The tables that have closed for good."""
    acts = (a.read(recorded) for recorded in journal.of_kind(a.STREAM, "credit"))
    return frozenset(act.table for act in acts if isinstance(act, a.Credited) and act.retired)
