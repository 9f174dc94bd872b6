"""How each event changes the table.

Here: `evolve`, which applies an event and never refuses. Not here: the state itself (`state`), or any rule (`decide`).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from houseway.rulebook.comparison import Result
from houseway.rulebook.procedure import Fault, Phase
from houseway.table import events as e
from houseway.table.state import DEALER, Bank, Correction, Hand, Hold, Stake, Table


def evolve(table: Table, event: e.Event) -> Table:
    """The table after an event."""
    return replace(_handler(type(event))(event, table), version=table.version + 1)


def restore(history: Iterable[e.Event]) -> Table:
    """The table after all its events."""
    return functools.reduce(evolve, history, Table())


@functools.cache
def _handler(kind: type[e.Event]) -> Callable[[e.Event, Table], Table]:
    return _evolve.dispatch(kind)


@functools.singledispatch
def _evolve(event: e.Event, table: Table) -> Table:
    """Most events do not change the table."""
    del event
    return table


@_evolve.register
def _(event: e.TableOpened, table: Table) -> Table:
    return replace(
        table,
        id=event.table,
        book=event.book,
        positions=event.positions,
        unit=event.unit,
        limits=event.limits,
        pay_tables=event.pay_tables,
        manual=event.manual,
    )


@_evolve.register
def _(event: e.LimitsSet, table: Table) -> Table:
    return replace(table, limits=event.limits, exposure_cap=event.exposure)


@_evolve.register
def _(event: e.PlaceTaken, table: Table) -> Table:
    shared = table.shared - {event.position}
    return replace(table, seats={**table.seats, event.position: event.player}, shared=shared)


@_evolve.register
def _(event: e.PlaceLeft, table: Table) -> Table:
    seats = {at: player for at, player in table.seats.items() if at != event.position}
    left = replace(table, seats=seats, shared=table.shared - {event.position})
    if table.bank_offered and table.bank_turn == event.position:  # nobody is there to answer: offer it to the next
        return replace(left, bank_offered=False, bank_round=table.round)
    return left


@_evolve.register
def _(event: e.BettingOpened, table: Table) -> Table:
    return replace(_without_offer(table), phase=Phase.BETTING, round=event.round, own_deck=event.own_deck, **_NEW_ROUND)


@_evolve.register
def _(event: e.WagerPlaced, table: Table) -> Table:
    before = next((s.cents for s in table.stakes(event.position, event.wager) if s.player == event.player), 0)
    played = table.played | {event.player}
    return replace(_with_stake(table, event.position, event.wager, event.player, before + event.cents), played=played)


@_evolve.register
def _(event: e.WagerWithdrawn, table: Table) -> Table:
    return _with_stake(table, event.position, event.wager, event.player, 0)


@_evolve.register
def _(event: e.WagerFound, table: Table) -> Table:
    return _with_stake(table, event.position, event.wager, event.player, event.cents)


@_evolve.register
def _(event: e.WagerSettled, table: Table) -> Table:
    settled = _with_stake(table, event.position, event.wager, event.player, 0)
    if event.bank and settled.bank:
        settled = replace(settled, bank=replace(settled.bank, cents=settled.bank.cents + event.lost))
    if event.result is Result.RETURNED:
        parts = table.returned.get(event.position, {})
        parts = {**parts, event.wager: parts.get(event.wager, 0) + event.stake}
        return replace(settled, returned={**table.returned, event.position: parts})
    under = {event.player} if event.limit is e.LimitRule.UNDER_MINIMUM else frozenset[str]()
    conclusive = event.result in (Result.WIN, Result.LOSE)
    return replace(settled, outcome=table.outcome or conclusive, under_minimum=settled.under_minimum | under)


@_evolve.register
def _(event: e.AreaShared, table: Table) -> Table:
    only = frozenset({event.position})
    return replace(table, shared=table.shared - only if event.stopped else table.shared | only)


@_evolve.register
def _(_event: e.BettingClosed, table: Table) -> Table:
    return replace(_without_offer(table), phase=Phase.CLOSED, returned={})


@_evolve.register(e.HandDealt)
@_evolve.register(e.HandReconstructed)
def _(event: e.HandDealt | e.HandReconstructed, table: Table) -> Table:
    before = table.hands.get(event.position, Hand(cards=()))
    return _with_hand(table, event.position, replace(before, cards=event.cards, low=(), house_way="", wrong=False))


@_evolve.register
def _(event: e.CardsKeyedAgain, table: Table) -> Table:
    """Another hand lies there: it is set and conceded anew, and whoever viewed the position still sees it."""
    others = {at: hand for at, hand in table.hands.items() if at != event.position}
    if not event.cards:
        return replace(table, hands=others)
    before = table.hands.get(event.position, Hand(cards=()))
    return replace(table, hands={**table.hands, event.position: Hand(cards=event.cards, viewed_by=before.viewed_by)})


@_evolve.register
def _(event: e.DealEnded, table: Table) -> Table:
    return replace(table, phase=Phase.SETTING, own_deck=event.own_deck)


@_evolve.register
def _(event: e.HandViewed, table: Table) -> Table:
    viewed = {event.player: event.position} | table.viewed
    hand = replace(table.hands[event.position], viewed_by=event.player)
    return _acted(replace(_with_hand(table, event.position, hand), viewed=viewed), event.player)


@_evolve.register
def _(event: e.HandSet, table: Table) -> Table:
    before = table.hands[event.position]
    hand = replace(before, low=event.low, house_way=event.house_way, wrong=event.wrong)
    return _acted(_with_hand(table, event.position, hand), "" if event.house_way else before.viewed_by)


@_evolve.register
def _(event: e.FoulDeclared, table: Table) -> Table:
    return _acted(table, event.player)


@_evolve.register
def _(event: e.SettingTakenBack, table: Table) -> Table:
    hand = replace(table.hands[event.position], low=(), house_way="", wrong=False)
    return _acted(_with_hand(table, event.position, hand), event.player)


@_evolve.register
def _(event: e.DealerRevealed, table: Table) -> Table:
    lying = table.hands.get(DEALER, Hand(cards=()))  # a banker may have viewed it
    dealer = Hand(
        cards=event.cards,
        low=event.low,
        house_way=event.house_way,
        wrong=event.wrong,
        shown=True,
        viewed_by=lying.viewed_by,
    )
    hands = {at: replace(hand, conceded=False) for at, hand in table.hands.items()}  # to the setting before this one
    return replace(table, hands={**hands, DEALER: dealer})


@_evolve.register
def _(_event: e.RevealEnded, table: Table) -> Table:
    return replace(_without_offer(table), phase=Phase.REVEALED, outcome=True)


@_evolve.register
def _(event: e.HandConceded, table: Table) -> Table:
    return _with_hand(table, event.position, replace(table.hands[event.position], conceded=True))


@_evolve.register
def _(event: e.ConcededHandViewed, table: Table) -> Table:
    hand = table.hands[event.position]
    return _with_hand(table, event.position, replace(hand, shown_to=hand.shown_to | {event.by}))


@_evolve.register
def _(event: e.HandShown, table: Table) -> Table:
    return _with_hand(table, event.position, replace(table.hands[event.position], shown=True))


@_evolve.register(e.RoundSettled)
@_evolve.register(e.RoundVoided)
def _(event: e.RoundSettled | e.RoundVoided, table: Table) -> Table:
    settled = isinstance(event, e.RoundSettled)
    return replace(_without_offer(table), phase=Phase.BETWEEN_ROUNDS, wagers={}, hold=None, settled=settled)


@_evolve.register
def _(event: e.PlayerRestricted, table: Table) -> Table:
    return replace(table, restricted=_changed(table.restricted, event.player, lifted=event.lifted))


@_evolve.register
def _(event: e.MoreHandsAllowed, table: Table) -> Table:
    return replace(table, allowed_more=_changed(table.allowed_more, event.player, lifted=event.lifted))


@_evolve.register
def _(event: e.IrregularityReported, table: Table) -> Table:
    return replace(
        table,
        hold=Hold(
            fault=event.fault,
            clause=event.clause,
            by=event.by,
            role=event.role,
            position=event.position,
            wager=event.wager,
            player=event.player,
            cents=event.cents,
            cards=event.cards,
            handled=event.handled,
            note=event.note,
        ),
    )


@_evolve.register
def _(_event: e.ReportRetracted, table: Table) -> Table:
    return replace(table, hold=None)


@_evolve.register
def _(event: e.IrregularityRemedied, table: Table) -> Table:
    """What was found stays found for the rest of the round."""
    hold = table.hold
    exposed = hold.cards if hold is not None and event.fault is Fault.CARDS_EXPOSED else 0
    return replace(
        table,
        hold=None,
        handled=table.handled or (hold is not None and hold.handled),
        exposed=table.exposed + exposed,
        may_permit=event.then_withdraw or table.may_permit,
    )


@_evolve.register
def _(event: e.HandsMoved, table: Table) -> Table:
    kept = {position: hand for position, hand in table.hands.items() if position not in event.moves}
    moved = {to: replace(table.hands[start], conceded=False) for start, to in event.moves.items()}
    return replace(table, hands={**kept, **moved})


@_evolve.register
def _(event: e.HandRemoved, table: Table) -> Table:
    return replace(table, hands={at: hand for at, hand in table.hands.items() if at != event.position})


@_evolve.register
def _(event: e.PlayerProhibited, table: Table) -> Table:
    return replace(table, prohibited=_changed(table.prohibited, event.player, lifted=event.lifted))


@_evolve.register
def _(event: e.WithdrawalOffered, table: Table) -> Table:
    """An offer until the next act neither shortens one that lasts until the reveal nor takes the place of one."""
    short = event.until_next_act
    if short and table.offer and not table.offer_until_act:
        return table
    may_permit = table.may_permit if short else ""
    return replace(_without_offer(table), offer=event.clause, offer_until_act=short, may_permit=may_permit)


@_evolve.register
def _(_event: e.WithdrawalEnded, table: Table) -> Table:
    return replace(_without_offer(table), may_permit=table.may_permit)


@_evolve.register
def _(event: e.RoundCorrected, table: Table) -> Table:
    before = table.corrections.get(event.round, Correction())
    after = Correction(
        set_right=before.set_right or not (event.removed or event.void),
        removed=before.removed | set(event.removed),
        void=before.void or event.void,
    )
    under_minimum = table.under_minimum - set(event.unmarked)
    return replace(table, corrections={**table.corrections, event.round: after}, under_minimum=under_minimum)


@_evolve.register
def _(event: e.BankOffered, table: Table) -> Table:
    return replace(table, bank_turn=event.position, bank_offered=True, bank_round=table.round + 1)


@_evolve.register
def _(event: e.BankTaken, table: Table) -> Table:
    bank = Bank(player=event.player, position=event.position, cents=event.cents, shared=event.shared)
    return replace(table, bank=bank, bank_offered=False)


@_evolve.register(e.BankPassed)
@_evolve.register(e.BankSettled)
def _(_event: e.BankPassed | e.BankSettled, table: Table) -> Table:
    return replace(table, bank=None, bank_offered=False)


_NEW_ROUND: dict[str, Any] = {
    "bank_offered": False,
    "wagers": {},
    "hands": {},
    "outcome": False,
    "played": frozenset(),
    "viewed": {},
    "handled": False,
    "exposed": 0,
    "returned": {},
    "settled": False,
}


def _without_offer(table: Table) -> Table:
    return replace(table, offer="", offer_until_act=False, offer_over=frozenset(), may_permit="")


def _acted(table: Table, player: str) -> Table:
    """An offer that lasts until the next act has ended for a player who acted."""
    if not player or not table.offer_until_act:
        return table
    return replace(table, offer_over=table.offer_over | {player})


def _with_stake(table: Table, position: int, wager: str, player: str, cents: int) -> Table:
    """Set one player's share of a wager; a wager that nobody has a share in is removed."""
    stakes = table.stakes(position, wager)
    if any(stake.player == player for stake in stakes):
        stakes = tuple(Stake(player, cents) if stake.player == player else stake for stake in stakes)
    else:
        stakes = (*stakes, Stake(player, cents))
    stakes = tuple(stake for stake in stakes if stake.cents)
    wagers = {**table.wagers.get(position, {}), wager: stakes}
    if not stakes:
        del wagers[wager]
    positions = {**table.wagers, position: wagers}
    if not wagers:
        del positions[position]
    return replace(table, wagers=positions)


def _with_hand(table: Table, position: int, hand: Hand) -> Table:
    return replace(table, hands={**table.hands, position: hand})


def _changed(players: frozenset[str], player: str, *, lifted: bool) -> frozenset[str]:
    return players - {player} if lifted else players | {player}
