"""What the automatic dealer does next, and how long it waits first.

Here: one pure function of the table and who is there. Not here: any rule (`table.decide` may still refuse the move),
the clock (`dealer_clock`), or making the move (`automatic_dealer`).
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from houseway.kept.tables import HOUSE
from houseway.rulebook.procedure import Act, Phase, Remedy, Role
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table.decide import why_refused
from houseway.table.irregular import remedies
from houseway.table.state import Table

SETTING, CHANGE = "setting", "change"
"""The waits for hands to be set, and for a player to take a setting back."""


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """How long the automatic dealer waits, in seconds."""

    betting: float = 20
    """From the first wager to no more bets."""
    setting: float = 60
    change: float = 4
    """From the last setting to the reveal, so that a player can take it back; never beyond the time to set."""
    compare: float = 6
    """From the reveal to the settlement, where players may concede; half of it where they may not."""
    between: float = 12
    """From the settlement to the next round."""
    move: float = 0.8
    """Between two moves of the dealer."""


class Move(NamedTuple):
    """What the automatic dealer does after waiting; `what` names the wait on a page's clock, if it is shown there."""

    command: c.Command
    seconds: float
    what: str = ""
    waits_for: frozenset[str] = frozenset()
    """The dealer stops waiting when all these players are ready."""


def next_move(
    book: Rulebook, table: Table, present: frozenset[str], pace: Pace, *, attended: bool = True
) -> Move | None:
    """The dealer's next move; none while staff have to choose a remedy, or when there is nobody to play with."""
    if not attended and (instead := _without_staff(book, table, pace)) is not None:
        return instead
    if table.hold is not None:
        return None
    seated = (frozenset(table.seats.values()) & present) - table.prohibited
    staked = frozenset(
        stake.player for wagers in table.wagers.values() for stakes in wagers.values() for stake in stakes
    )
    if table.phase is Phase.BETWEEN_ROUNDS:
        wait = pace.between if table.hands else 0.0
        return Move(c.AnnouncePlaceYourBets(by=HOUSE), wait, "next round", seated) if seated else None
    if table.phase is Phase.BETTING:
        if not staked:
            return None
        return Move(c.AnnounceNoMoreBets(by=HOUSE), pace.betting, "betting", seated | (staked & present))
    if table.phase is Phase.CLOSED:
        deal = c.Deal(by=HOUSE, deck=())
        return Move(deal, pace.betting, "withdrawal", staked & present) if table.offer else Move(deal, pace.move)
    if table.phase is Phase.SETTING:
        return _while_setting(book, table, staked & present, pace)
    wait = pace.compare if book.procedure.permission(Act.CONCEDE) else pace.compare / 2
    return Move(c.Settle(by=HOUSE), wait, "compare", staked & present)


def _without_staff(book: Rulebook, table: Table, pace: Pace) -> Move | None:
    """What the house decides where nobody else is there to: a remedy that leaves no choice, and every withdrawal."""
    if table.hold is None:
        permit = c.PermitWithdrawal(by=HOUSE)
        due = table.may_permit and not why_refused(book, table, permit)
        return Move(permit, pace.move) if due else None
    found = remedies(book, table)
    if len(found) != 1 or found[0].remedy is Remedy.RECONSTRUCT:  # somebody has to choose, or to name the cards
        return None
    return Move(c.RemedyFault(by=HOUSE, remedy=found[0].remedy), pace.betting, "remedy")


def _while_setting(book: Rulebook, table: Table, players: frozenset[str], pace: Pace) -> Move:
    unset = [at for at in table.set_by_players() if not table.hands[at].is_set]
    for at in unset:
        second = c.SetHouseWay(by=HOUSE, position=at)
        if not why_refused(book, table, second):
            # the dealer's next act ends an offer to withdraw: wait before it
            waits = table.offer_until_act
            return Move(second, pace.betting, "withdrawal", players) if waits else Move(second, pace.move)
    if unset:
        return Move(c.EndSetting(by=HOUSE), pace.setting, SETTING)
    shown = book.procedure.permission(Act.REVEAL) is None
    command: c.Command = c.Settle(by=HOUSE) if shown else c.Reveal(by=HOUSE)
    if table.offer:  # players may still withdraw their wagers: give them time to
        return Move(command, pace.betting, "withdrawal", players)
    may_change = frozenset(
        player
        for at in table.in_play()
        if (player := table.controller(at)) in players
        and not why_refused(book, table, c.TakeBack(by=c.Actor(player, Role.PLAYER), position=at))
    )
    if may_change and pace.change > pace.move:
        return Move(command, pace.change, CHANGE, may_change)
    return Move(command, pace.move)
