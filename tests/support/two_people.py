"""What takes two people, asked for and confirmed in tests without a house around it."""

from __future__ import annotations

from houseway.errors import NeedsAnother
from houseway.journal.store import Journal
from houseway.kept.approvals import HOUSE_PLACE, Approvals
from houseway.kept.approved import Approval, Wanted, content_of
from houseway.kept.tables import Answer, KeptTable
from houseway.rulebook.procedure import Role
from houseway.table import commands as c

ASKER, CONFIRMER = c.Actor("Pia", Role.PIT_SUPERVISOR), c.Actor("Sam", Role.GAMING_SHIFT_MANAGER)


def approved(
    journal: Journal, content: bytes, *, place: str = HOUSE_PLACE, confirms: Role = Role.PIT_SUPERVISOR
) -> Approval:
    """One asks for something, and another is about to confirm it."""
    approvals = Approvals(journal, why_dependent=lambda *_: "")
    wanted = Wanted(
        place=place,
        act="test",
        content=content,
        sentence="a test",
        confirms=confirms,
    )
    asked = approvals.ask(ASKER, wanted)
    return approvals.approval(asked.id, CONFIRMER, asked.digest)


def approved_at(table: KeptTable, command: c.Command) -> Approval:
    """The same for a request at a table."""
    return approved(table.journal, content_of(command), place=table.name)


def ask(table: KeptTable, command: c.Command, *, key: str = "") -> Answer:
    """Send a request to a table; what takes two people is asked for and confirmed first."""
    try:
        return table.ask(command, key=key)
    except NeedsAnother:
        return table.ask(command, key=key, approval=approved_at(table, command))
