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
from houseway.table.state import DEALER, Table

SETTING, CHANGE, BANK = "setting", "change", "bank"
"""The waits for hands to be set, for a player to take a setting back, and for the answer to an offer of the bank."""


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
    bank: float = 10
    """From an offer of the bank to the next round, if the player does not answer."""
    move: float = 0.8
    """Between two moves of the dealer."""


class Move(NamedTuple):
    """What the automatic dealer does after waiting; `what` names the wait on a page's clock, if it is shown there."""

    command: c.Command
    seconds: float
    what: str = ""
    waits_for: frozenset[str] = frozenset()
    """The dealer stops waiting when all these players are ready."""
    turn: int = 0
    """The position whose turn it is to answer: its clock starts again for the next."""


def next_move(
    book: Rulebook,
    table: Table,
    present: frozenset[str],
    pace: Pace,
    *,
    company: frozenset[str] = frozenset(),
    attended: bool = True,
) -> Move | None:
    """The dealer's next move; none while staff have to choose a remedy, or when there is nobody to play with.

    `present` are the people who are there. The dealer waits for none of the bots in `company`, and never plays with
    them alone.
    """
    if not attended and (instead := _without_staff(book, table, pace)) is not None:
        return instead
    if table.hold is not None:
        return None
    seated = (frozenset(table.seats.values()) & present) - table.prohibited
    staked = frozenset(
        stake.player for wagers in table.wagers.values() for stakes in wagers.values() for stake in stakes
    )
    banker = frozenset({table.bank.player} if table.bank else ())
    if table.phase is Phase.BETWEEN_ROUNDS:
        return _between_rounds(book, table, seated, pace) if seated else None
    if table.phase is Phase.BETTING:
        if not staked - company:
            return None
        bettors = (seated | (staked & present)) - banker
        return Move(c.AnnounceNoMoreBets(by=HOUSE), pace.betting, "betting", bettors)
    players = (staked | banker) & present
    if table.phase is Phase.CLOSED:
        deal = c.Deal(by=HOUSE, deck=())
        return Move(deal, pace.betting, "withdrawal", players) if table.offer else Move(deal, pace.move)
    if table.phase is Phase.SETTING:
        return _while_setting(book, table, players, pace)
    wait = pace.compare if book.procedure.permission(Act.CONCEDE) else pace.compare / 2
    return Move(c.Settle(by=HOUSE), wait, "compare", players)


def _between_rounds(book: Rulebook, table: Table, seated: frozenset[str], pace: Pace) -> Move:
    """Offer the bank once before every round where somebody could bet against it; without an answer the house banks.

    An offer lapses when betting opens. A player who is away is passed over.
    """
    opens, wait = c.AnnouncePlaceYourBets(by=HOUSE), pace.between if table.hands else 0.0
    if table.bank_offered and table.seats.get(table.bank_turn) in seated:
        return Move(opens, max(wait, pace.bank), BANK, turn=table.bank_turn)
    offer = c.OfferBank(by=HOUSE)
    due = len(seated) > 1 and (table.bank_offered or table.bank_round <= table.round)
    if due and not why_refused(book, table, offer):
        return Move(offer, pace.move)
    return Move(opens, wait, "next round", seated)


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
        if at == DEALER:  # the banker has as much time as any player
            continue
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
        for at in table.set_by_players()
        if (player := table.controller(at)) in players
        and not why_refused(book, table, c.TakeBack(by=c.Actor(player, Role.PLAYER), position=at))
    )
    if may_change and pace.change > pace.move:
        return Move(command, pace.change, CHANGE, may_change)
    return Move(command, pace.move)
