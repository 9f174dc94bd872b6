"""What takes two pairs of eyes at a table: one member of staff asks for it, and another carries it out.

Here: which requests, and the lowest position of whoever confirms. Not here: keeping who asked (`kept.approvals`).
What the house itself does, because it leaves no choice, takes nobody else.
"""

from __future__ import annotations

from houseway.rulebook.procedure import Act, Fault, Phase, Remedy, Role
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table.irregular import remedies
from houseway.table.keying import is_seen
from houseway.table.settle import returned
from houseway.table.state import Table

_MOVES_MONEY_OR_CARDS = {
    Remedy.VOID,
    Remedy.RECONSTRUCT,
    Remedy.REMOVE_HAND,
    Remedy.RETURN_WAGERS,
    Remedy.OFFER_WITHDRAWAL,
}
"""Remedies that return wagers, let players take them back, or change cards."""
_AMOUNTS = {Fault.UNDER_MINIMUM, Fault.OVER_MAXIMUM}
PHYSICAL_DECK = Role.PIT_SUPERVISOR
"""The lowest position that confirms switching a table to a physical deck."""


def takes_two(book: Rulebook, table: Table, command: c.Command) -> Role | None:
    """The lowest position of whoever confirms a request; None where one person is enough.

    It takes two to void a dealt round or return its wagers, to change dealt cards, to key cards in again once somebody
    has seen them, to settle an amount that was found later, to correct a settled round, and to prohibit a player whose
    cards are dealt.
    """
    if command.by == c.HOUSE or command.by.role is Role.PLAYER:
        return None
    if isinstance(command, c.Correct):
        row = book.procedure.permission(Act.CORRECT)
        return row.by if row else None
    if table.phase in (Phase.BETTING, Phase.CLOSED):
        return None
    if isinstance(command, c.Prohibit) and not command.lift and returned(table, "", player=command.player):
        row = book.procedure.permission(Act.PROHIBIT)
        return row.by if row else None
    if isinstance(command, c.KeyAgain) and is_seen(table):
        return Role.PIT_SUPERVISOR
    if not isinstance(command, c.RemedyFault) or table.hold is None:
        return None
    printed = next((each for each in remedies(book, table) if each.remedy is command.remedy), None)
    player = table.hold.player if command.remedy is Remedy.PROHIBIT else ""
    staked = bool(player and returned(table, "", player=player))
    if printed and (command.remedy in _MOVES_MONEY_OR_CARDS or table.hold.fault in _AMOUNTS or staked):
        return max(printed.by, Role.PIT_SUPERVISOR)
    return None
