"""An event as one viewer reads it: a sentence, its clause, and the money it moves.

Here: making a line. Not here: its shape (`scene`), or what a viewer may see of an event (`table.view`).
"""

from __future__ import annotations

from houseway.kept.debts import AtATable
from houseway.kept.debts import say as say_debt
from houseway.kept.results import net
from houseway.rulebook.procedure import Role
from houseway.rulebook.rulebook import Rulebook
from houseway.table import events as e
from houseway.table.commands import Actor
from houseway.table.view import event_seen
from houseway.table.words import say
from houseway.web.wire.scene import Line


def line(book: Rulebook, event: e.Event, how: str, version: int, asked_by: str = "") -> Line:
    """The line of an event for everybody who sees it so (`table.view.how_seen`)."""
    part = event_seen(event, how)
    return Line(
        version=version,
        sentence=say(book, part),
        clause=part.clause,
        received=received(part),
        net=net(part),
        event=part,  # type: ignore[arg-type]
        asked_by=asked_by,
    )


def debt_line(debt: AtATable, viewer: Actor) -> Line | None:
    """The line of a change of a debt: for staff, and for the player who owes it."""
    if viewer.role is Role.PLAYER and viewer.name != debt.player:
        return None
    return Line(version=debt.version, sentence=say_debt(debt), clause=debt.clause, event=debt)


def received(event: e.Event) -> int:
    """The cents that the player named in an event gets from the table; negative where the table takes them.

    >>> received(e.WagerSettled(position=1, wager="main", player="ann", stake=100, result="win", payout=100, back=100))
    200
    """
    match event:
        case e.WagerSettled() | e.BankSettled():
            return event.received
        case e.WagerFound():
            return event.was - event.cents
        case e.EnvyPaid() | e.SettlementCorrected() | e.EnvyCorrected() | e.WagerWithdrawn() | e.BankPassed():
            return event.cents
        case _:
            return 0
