"""What takes two pairs of eyes: one member of staff asks for it, and another confirms it.

Here: which requests at a table and which acts of the house take two people, and the lowest position of whoever
confirms. Not here: keeping who asked and who confirmed (`kept.approvals`), or refusing what nobody has confirmed
(`kept.approved`). What the house itself does, because it leaves no choice, takes nobody else.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from houseway.rulebook.procedure import Act, Fault, Phase, PrintedRemedy, Remedy, Role
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table.decide import HANDLERS
from houseway.table.irregular import remedies
from houseway.table.keying import is_seen
from houseway.table.remedies import then_withdraw
from houseway.table.settle import returned
from houseway.table.state import Table

PHYSICAL_DECK: Final = Role.PIT_SUPERVISOR
"""The lowest position that confirms switching a table to a physical deck."""
LARGE_CASH: Final = Role.PIT_SUPERVISOR
"""The lowest position that confirms an act of the cage, or a debt paid in cash, above the threshold of the house."""
WRITE_OFF: Final = Role.GAMING_SHIFT_MANAGER
"""The lowest position that confirms writing off what a player owes."""
ERASURE: Final = Role.GAMING_SHIFT_MANAGER
"""The lowest position that confirms erasing what is known of a person."""
NEW_KEY: Final = Role.PIT_MANAGER
"""The lowest position that confirms a new key for a player: whoever holds it has that player's chips."""

ASKABLE: Final = (
    c.RemedyFault,
    c.Retract,
    c.PermitWithdrawal,
    c.Restrict,
    c.AllowMore,
    c.Prohibit,
    c.Correct,
)
"""What somebody can ask for whose own position is too low for it."""
_MOVES_MONEY_OR_CARDS: Final = {
    Remedy.VOID,
    Remedy.RECONSTRUCT,
    Remedy.REMOVE_HAND,
    Remedy.RETURN_WAGERS,
    Remedy.OFFER_WITHDRAWAL,
}
"""Remedies that return wagers, let players take them back, or change cards."""
_AMOUNTS: Final = {Fault.UNDER_MINIMUM, Fault.OVER_MAXIMUM}
_BEFORE_THE_DEAL: Final = (Phase.BETTING, Phase.CLOSED)


def takes_two(book: Rulebook, table: Table, command: c.Command, *, elsewhere: Iterable[Table] = ()) -> Role | None:
    """The lowest position of whoever confirms a request; None where one person is enough.

    It takes two to void a dealt round or return its wagers, to let players take dealt wagers back, to change dealt
    cards or key them in again once somebody has seen them, to settle an amount that was found later, to correct a
    settled round, and to prohibit a player whose wagers are dealt, here or at one of the tables `elsewhere`.
    """
    if command.by == c.HOUSE or command.by.role is Role.PLAYER:
        return None
    if isinstance(command, c.Correct):
        return _row(book, Act.CORRECT)
    if isinstance(command, c.Prohibit):
        staked = not command.lift and _has_dealt_wagers(command.player, table, elsewhere)
        return _row(book, Act.PROHIBIT) if staked else None
    if isinstance(command, c.PermitWithdrawal):
        return _row(book, Act.PERMIT_WITHDRAWAL) if table.phase not in _BEFORE_THE_DEAL else None
    if isinstance(command, c.KeyAgain):
        return Role.PIT_SUPERVISOR if table.phase not in _BEFORE_THE_DEAL and is_seen(table) else None
    printed = _chosen(book, table, command)
    if printed is None or table.hold is None:
        return None
    takes = table.phase not in _BEFORE_THE_DEAL and (
        printed.remedy in _MOVES_MONEY_OR_CARDS
        or table.hold.fault in _AMOUNTS
        or _offers_withdrawal(book, table, command, printed)
    )
    if printed.remedy is Remedy.PROHIBIT and _has_dealt_wagers(table.hold.player, table, elsewhere):
        takes = True
    return max(printed.by, Role.PIT_SUPERVISOR) if takes else None


def confirms(book: Rulebook, table: Table, command: c.Command, *, elsewhere: Iterable[Table] = ()) -> Role | None:
    """The lowest position of whoever confirms what somebody asks for; None where they need nobody.

    A request is confirmed because it takes two people, or because the book gives it to a higher position.
    """
    two = takes_two(book, table, command, elsewhere=elsewhere)
    if two is not None or not isinstance(command, ASKABLE) or command.by.role is Role.PLAYER:
        return two
    needed = _position(book, table, command)
    return needed if needed is not None and command.by.role < needed else None


def _position(book: Rulebook, table: Table, command: c.Command) -> Role | None:
    """The lowest position that the book gives a request to; None where it has no clause for it."""
    if isinstance(command, c.RemedyFault):
        printed = _chosen(book, table, command)
        return printed.by if printed else None
    if isinstance(command, c.Retract):
        return table.hold.role if table.hold else None
    return _row(book, Act.CORRECT if isinstance(command, c.Correct) else HANDLERS[type(command)][0])


def _row(book: Rulebook, act: Act) -> Role | None:
    row = book.procedure.permission(act)
    return row.by if row else None


def _chosen(book: Rulebook, table: Table, command: c.Command) -> PrintedRemedy | None:
    """The remedy that a request chooses, where the book prints it for the round as it stands."""
    if not isinstance(command, c.RemedyFault):
        return None
    return next((each for each in remedies(book, table) if each.remedy is command.remedy), None)


def _offers_withdrawal(book: Rulebook, table: Table, command: c.Command, printed: PrintedRemedy) -> bool:
    """Whether players may take dealt wagers back as soon as this person chooses a remedy."""
    permits = _row(book, Act.PERMIT_WITHDRAWAL)
    return bool(then_withdraw(book, table, printed)) and permits is not None and command.by.role >= permits


def whom_it_prohibits(table: Table, command: c.Command) -> str:
    """The player whom a request prohibits from play in the whole house, or nobody."""
    if isinstance(command, c.Prohibit) and not command.lift:
        return command.player
    hold = table.hold
    return hold.player if hold and isinstance(command, c.RemedyFault) and command.remedy is Remedy.PROHIBIT else ""


def _has_dealt_wagers(player: str, table: Table, elsewhere: Iterable[Table]) -> bool:
    """Whether a prohibition would return dealt wagers; a table on hold is told later, when its cards may be dealt."""
    if table.phase not in _BEFORE_THE_DEAL and returned(table, "", player=player):
        return True
    return any(
        (other.phase not in _BEFORE_THE_DEAL or other.hold is not None) and returned(other, "", player=player)
        for other in elsewhere
    )
