"""Whether a request is allowed, and what then happens.

Here: the permission of every act from the book's one table, the hold of an irregularity, and handing the command to the
module that knows it. `decide` is pure; a refusal says the clause or the reason, and nothing has changed. Not here: the
rules of each act.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from houseway.errors import Refused, WrongRole
from houseway.rulebook.procedure import Act, Permission, Phase, Role
from houseway.rulebook.rulebook import Rulebook
from houseway.table import betting, correct, dealing, irregular, playing, remedies
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.state import Table

Handler = Callable[[Rulebook, Table, Any, Permission], tuple[e.Event, ...]]

HANDLERS: dict[type[c.Command], tuple[Act, Handler]] = {
    c.Sit: (Act.SIT, betting.sit),
    c.Leave: (Act.LEAVE, betting.leave),
    c.AnnouncePlaceYourBets: (Act.PLACE_YOUR_BETS, betting.place_your_bets),
    c.PlaceWager: (Act.WAGER, betting.place_wager),
    c.WithdrawWager: (Act.WITHDRAW, betting.withdraw),
    c.AnnounceNoMoreBets: (Act.NO_MORE_BETS, betting.no_more_bets),
    c.Restrict: (Act.RESTRICT, betting.restrict),
    c.AllowMore: (Act.ALLOW_MORE, betting.allow_more),
    c.Deal: (Act.DEAL, dealing.deal),
    c.KeyIn: (Act.DEAL, dealing.key_in),
    c.ViewHand: (Act.VIEW, playing.view_hand),
    c.SetHand: (Act.SET, playing.set_hand),
    c.SetHouseWay: (Act.SET_HOUSE_WAY, playing.set_house_way),
    c.EndSetting: (Act.END_SETTING, playing.end_setting),
    c.Reveal: (Act.REVEAL, playing.reveal),
    c.Concede: (Act.CONCEDE, playing.concede),
    c.ViewConceded: (Act.VIEW_CONCEDED, playing.view_conceded),
    c.Settle: (Act.SETTLE, playing.settle_round),
    c.Report: (Act.REPORT, irregular.report),
    c.RemedyFault: (Act.REMEDY, irregular.remedy),
    c.Retract: (Act.REMEDY, irregular.retract),
    c.WithdrawRemaining: (Act.WITHDRAW_REMAINING, remedies.withdraw_remaining),
}
DURING_A_HOLD = {Act.REMEDY, Act.RESTRICT, Act.ALLOW_MORE}


def decide(book: Rulebook, table: Table, command: c.Command, *, past: Table | None = None) -> tuple[e.Event, ...]:
    """The events a command leads to, or `Refused`.

    `past` is the table as it stood when the round to be corrected was about to be settled; only `Correct` needs it.
    """
    if isinstance(command, c.Correct):
        permission = permit(book, table, command, Act.CORRECT)
        return correct.correct(book, table, command, permission, past)
    act, handler = HANDLERS[type(command)]
    if act is Act.WAGER and command.by.role is not Role.PLAYER:
        act = Act.WAGER_FOR
    return handler(book, table, command, permit(book, table, command, act))


def permit(book: Rulebook, table: Table, command: c.Command, act: Act) -> Permission:
    """The row that allows an act now, or `Refused`."""
    if not command.by.name:
        raise Refused(f"somebody without a name only watches and may not {act.value}")
    permission = book.procedure.permission(act)
    if permission is None:
        raise Refused(f"{book.id} has no clause by which to {act.value}", clause="")
    if permission.by is Role.PLAYER and command.by.role is not Role.PLAYER:
        raise WrongRole(f"only a player may {act.value}, nobody for him", clause=permission.cite)
    if command.by.role < permission.by:
        raise WrongRole(f"to {act.value} takes the {permission.by.words} or a higher position", clause=permission.cite)
    if table.hold is not None and act not in DURING_A_HOLD:
        raise Refused(f"the round is on hold: {table.hold.fault.value} waits for a remedy", clause=table.hold.clause)
    if table.phase not in permission.phases:
        clause = permission.otherwise or permission.cite
        if table.phase is Phase.BETWEEN_ROUNDS and permission.phases == (Phase.BETTING,):
            opens = book.procedure.permission(Act.PLACE_YOUR_BETS)
            clause = opens.cite if opens else clause
        raise Refused(f"to {act.value} is not possible now ({table.phase.value})", clause=clause)
    return permission


def may(book: Rulebook, table: Table, command: c.Command, *, past: Table | None = None) -> str:
    """Why a command would be refused now, or nothing: what a page greys its buttons by."""
    try:
        decide(book, table, command, past=past)
    except Refused as refusal:
        return str(refusal)
    return ""
