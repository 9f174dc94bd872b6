"""Whether a request is allowed, and the events it leads to.

Here: looking up who may act in which phase in the book's table, stopping play while the round is on hold, and passing
the command to the module that carries it out. `decide` is pure: a refusal gives its reason and clause and changes
nothing. Not here: the rules of each act.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from houseway.errors import Refused, WrongRole
from houseway.rulebook.procedure import Act, Permission, Phase, Role
from houseway.rulebook.rulebook import Rulebook
from houseway.table import banking, betting, correct, dealing, irregular, keying, limits, playing, remedies
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
    c.ShareArea: (Act.SHARE, betting.share),
    c.Prohibit: (Act.PROHIBIT, betting.prohibit),
    c.Restrict: (Act.RESTRICT, betting.restrict),
    c.AllowMore: (Act.ALLOW_MORE, betting.allow_more),
    c.Deal: (Act.DEAL, dealing.deal),
    c.KeyIn: (Act.DEAL, keying.key_in),
    c.KeyAgain: (Act.KEY_AGAIN, keying.key_again),
    c.ViewHand: (Act.VIEW, playing.view_hand),
    c.SetHand: (Act.SET, playing.set_hand),
    c.TakeBack: (Act.TAKE_BACK, playing.take_back),
    c.SetHouseWay: (Act.SET_HOUSE_WAY, playing.set_house_way),
    c.EndSetting: (Act.END_SETTING, playing.end_setting),
    c.Reveal: (Act.REVEAL, playing.reveal),
    c.Concede: (Act.CONCEDE, playing.concede),
    c.ViewConceded: (Act.VIEW_CONCEDED, playing.view_conceded),
    c.Settle: (Act.SETTLE, playing.settle_round),
    c.Report: (Act.REPORT, irregular.report),
    c.Retract: (Act.REMEDY, irregular.retract),
    c.OfferBank: (Act.OFFER_BANK, banking.offer),
    c.TakeBank: (Act.TAKE_BANK, banking.take),
    c.PassBank: (Act.PASS_BANK, banking.pass_on),
    c.PermitWithdrawal: (Act.PERMIT_WITHDRAWAL, remedies.permit_withdrawal),
    c.WithdrawRemaining: (Act.WITHDRAW_REMAINING, remedies.withdraw_remaining),
}
DURING_A_HOLD = {Act.REMEDY, Act.RESTRICT, Act.ALLOW_MORE, Act.CORRECT}
_THE_DEALER_GOES_ON = (
    Act.NO_MORE_BETS, Act.DEAL, Act.SET_HOUSE_WAY, Act.END_SETTING, Act.REVEAL, Act.SETTLE,
)  # fmt: skip


def decide(book: Rulebook, table: Table, command: c.Command, *, past: Table | None = None) -> tuple[e.Event, ...]:
    """The events a command leads to, or `Refused`.

    `past` is the table as it stood when an earlier round was about to be settled; `round_needed` says which.
    """
    if isinstance(command, c.Correct):
        permission = permit(book, table, command, Act.CORRECT)
        return correct.correct(book, table, command, permission, past)
    if isinstance(command, c.RemedyFault):
        return irregular.remedy(book, table, command, permit(book, table, command, Act.REMEDY), past)
    if isinstance(command, c.SetLimits):  # a decision of the house, which no book prints
        return limits.set_limits(book, table, command)
    act, handler = HANDLERS[type(command)]
    if act is Act.WAGER and command.by.role is not Role.PLAYER:
        act = Act.WAGER_FOR
    permission = permit(book, table, command, act)
    events = handler(book, table, command, permission)
    if permission.named is not None and command.by.role > permission.named:
        events = tuple(_acting(event, book.procedure.points.acting) for event in events)
    if table.offer_until_act and act in _THE_DEALER_GOES_ON:
        return (e.WithdrawalEnded(clause=table.offer), *events)
    return events


def round_needed(table: Table, command: c.Command) -> int:
    """The settled round that a command corrects, or 0."""
    if isinstance(command, c.Correct):
        return command.round
    over = table.phase is Phase.BETWEEN_ROUNDS and table.settled
    return table.round if over and isinstance(command, c.RemedyFault) else 0


def permit(book: Rulebook, table: Table, command: c.Command, act: Act) -> Permission:
    """The row that allows an act now, or `Refused`."""
    if not command.by.name:
        raise Refused(f"take a name first: watchers may not {act.by_another}")
    permission = book.procedure.permission(act)
    if permission is None:
        raise Refused(f"{book.id} has no clause that allows anyone to {act.value}")
    if permission.by is Role.PLAYER and command.by.role is not Role.PLAYER:
        raise WrongRole(f"only the player may {act.by_another}", clause=permission.cite)
    if command.by.role < permission.by:
        raise WrongRole(f"only the {permission.by.words} or above may {act.by_another}", clause=permission.cite)
    if table.hold is not None and act not in DURING_A_HOLD:
        raise Refused(
            f"the round is on hold for {table.hold.fault.value} until staff choose a remedy", clause=table.hold.clause
        )
    if table.phase not in permission.phases:
        clause = permission.otherwise or permission.cite
        if table.phase is Phase.BETWEEN_ROUNDS and permission.phases == (Phase.BETTING,):
            opens = book.procedure.permission(Act.PLACE_YOUR_BETS)
            clause = opens.cite if opens else clause
        raise Refused(_not_now(act, table.phase), clause=clause)
    return permission


def is_time_for(book: Rulebook, table: Table, act: Act) -> bool:
    """Whether the book lets somebody do an act now, whoever that is: where not, `permit` refuses everybody."""
    permission = book.procedure.permission(act)
    if permission is None or (table.hold is not None and act not in DURING_A_HOLD):
        return False
    return table.phase in permission.phases


def _not_now(act: Act, phase: Phase) -> str:
    if act in (Act.WAGER, Act.WAGER_FOR, Act.WITHDRAW):
        return "betting is not open yet" if phase is Phase.BETWEEN_ROUNDS else "betting is closed"
    return f"you cannot {act.value} now: {phase.state}"


def _acting(event: e.Event, clause: str) -> e.Event:
    """An event with the clause by which somebody acted for a lower position, where it records that."""
    return replace(event, acting=clause) if "acting" in event.__struct_fields__ else event


def why_refused(book: Rulebook, table: Table, command: c.Command, *, past: Table | None = None) -> str:
    """Why a command would be refused now, or an empty string if it is allowed; pages disable buttons by it."""
    try:
        decide(book, table, command, past=past)
    except Refused as refusal:
        return str(refusal)
    return ""
