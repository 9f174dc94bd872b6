"""Every command the walker tries in a state, and what the documents say of it.

Here: the commands of each phase, and the remedies with cards and moves; each with the ruling by which it must be
accepted or refused, where there is one. Not here: reports (`walker_reports`), or trying them (`walker`).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import NamedTuple

from houseway.rulebook.procedure import Fault, Phase, PrintedRemedy, Remedy, Role
from houseway.table import commands as c
from houseway.table.irregular import remedies
from houseway.table.state import DEALER
from support.walker_spot import Spot
from support.walker_starts import DEALER_BY, PLAYERS, SHIFT_MANAGER, SPARE, STAFF, SUPERVISOR, Start, cards


class Move(NamedTuple):
    """A command; whether it must be accepted, if the documents say so, and by which ruling."""

    command: c.Command
    must: bool | None = None
    rule: str = ""


def moves(spot: Spot) -> Iterator[Move]:
    """Everything to try here but reports."""
    table = spot.table
    yield from _corrections(spot)
    if table.hold is not None:
        yield from _on_hold(spot)
        return
    yield from _IN_PHASE[table.phase](spot)


def _between(spot: Spot) -> Iterator[Move]:
    if spot.table.round < spot.start.rounds:
        yield Move(c.AnnouncePlaceYourBets(by=DEALER_BY, own_deck=spot.start.deck), True, "3.1")
    for at, player in spot.start.seats.items():
        if at == 1:
            yield Move(c.Leave(by=player, position=at))
    for at in spot.table.hands:
        yield Move(c.ViewConceded(by=SUPERVISOR, position=at))


def _betting(spot: Spot) -> Iterator[Move]:
    start, table, memory = spot.start, spot.table, spot.memory
    limits = table.limits.get(start.book.main.key)
    for player, at in itertools.product(PLAYERS, (1, 2)):
        for wager, amounts in (("main", (500, 1000)), ("side", (100, 200))):
            if (at, start.key(wager), player.name) in memory.stakes or not start.key(wager):
                continue
            for cents in amounts if start.betting else amounts[-1:]:
                sum_is_short = limits is not None and table.total(at, start.book.main.key) + cents < limits[0]
                alone = not any(part[2] == player.name for part in memory.stakes)
                seated = table.seats.get(at) == player.name and player.name not in table.prohibited
                must = seated and alone and wager == "main" and sum_is_short and table.restricted == frozenset()
                yield Move(
                    c.PlaceWager(by=player, position=at, wager=start.key(wager), cents=cents),
                    True if must and start.book.procedure.shared_wagers_cite else None,
                    "R80, R81: parts may be any multiple of the unit",
                )
    for at, wager, name in memory.stakes:
        player = next(player for player in PLAYERS if player.name == name)
        sides = any(part[2] == name and part[1] != start.book.main.key for part in memory.stakes)
        free = wager != start.book.main.key or not sides
        yield Move(c.WithdrawWager(by=player, position=at, wager=wager), True if free else None, "R84")
    for at in (1, 2):
        yield Move(c.ShareArea(by=PLAYERS[at - 1], position=at, stop=at in table.shared))
    if start.betting:
        yield Move(c.Prohibit(by=SHIFT_MANAGER, player="ann"))
        yield Move(c.Sit(by=PLAYERS[2], position=1))
    yield Move(c.AnnounceNoMoreBets(by=DEALER_BY), True if memory.stakes else None, "3.2")


def _closed(spot: Spot) -> Iterator[Move]:
    start = spot.start
    for hands in start.deals:
        yield Move(c.KeyIn(by=DEALER_BY, hands=hands))
    if start.deck:
        yield Move(c.Deal(by=DEALER_BY, deck=whole_deck(start)), True, "3.10")
        yield Move(c.KeyIn(by=DEALER_BY, hands={1: cards("low")}), False, "R76: the house has committed to its deck")
    yield from _withdrawals(spot)


def whole_deck(start: Start) -> c.Cards:
    """A whole deck with the start's own hand on top."""
    top = [card for hand in (start.own_hand, "pair", "dealer's pair") for card in cards(hand)[: start.book.dealt]]
    return (*top, *(card.text for card in start.book.deck.cards if card.text not in top))


def _setting(spot: Spot) -> Iterator[Move]:
    table, memory, book = spot.table, spot.memory, spot.start.book
    by_hand = False if memory.own_deck else None
    for at in (1, 2):
        for player in PLAYERS:
            own = at in table.wagers and at in table.hands and table.controller(at) == player.name
            seen = player.name in memory.viewed
            must = False if seen else (True if own and player.name not in table.prohibited else None)
            rule = "R79: one hand a round" if seen else "R60, R90: the one who controls it may look"
            yield Move(c.ViewHand(by=player, position=at), must, rule)
        hand = table.hands.get(at)
        if hand is None or len(hand.cards) != book.dealt:
            continue
        right, wrong, foul = lows(spot, hand.cards)
        viewer = next((player for player in PLAYERS if player.name == hand.viewed_by), None)
        if viewer is not None:
            own = table.controller(at) == viewer.name and not hand.is_set and viewer.name not in table.prohibited
            for low in (right, wrong, foul):
                yield Move(c.SetHand(by=viewer, position=at, low=low), own and at in table.wagers, "3.12.1")
        if hand.is_set:
            for player in PLAYERS:
                may = table.controller(at) == player.name and at in table.wagers and player.name not in table.prohibited
                yield Move(c.TakeBack(by=player, position=at), may and not hand.house_way, "R60, R96: until the reveal")
        yield Move(c.SetHouseWay(by=DEALER_BY, position=at))
        yield Move(c.SetHouseWay(by=DEALER_BY, position=at, low=wrong), by_hand, "R76: the house sets its own deck")
    yield Move(c.EndSetting(by=DEALER_BY))
    yield Move(c.Reveal(by=DEALER_BY))
    dealer = table.hands.get(DEALER)
    if dealer is not None and len(dealer.cards) == book.dealt:
        low = lows(spot, dealer.cards)[1]
        yield Move(c.Reveal(by=DEALER_BY, low=low), by_hand, "R76: the house sets its own deck")
    yield Move(c.Settle(by=DEALER_BY))
    yield from _withdrawals(spot)
    yield from (Move(c.Prohibit(by=SHIFT_MANAGER, player=name)) for name in ("ann", "bob"))


def lows(spot: Spot, held: c.Cards) -> tuple[c.Cards, c.Cards, c.Cards]:
    """The house way's low hand, the two cards that are written last, and the two that are written first."""
    right = tuple(card.text for card in spot.start.book.set(held).low)
    return right, held[-2:], held[:2]


def _withdrawals(spot: Spot) -> Iterator[Move]:
    for player in PLAYERS:
        staked = any(part[2] == player.name for part in spot.memory.stakes)
        must = spot.memory.permitted and staked and spot.table.phase is Phase.SETTING
        yield Move(c.WithdrawRemaining(by=player), True if must else None, "5.10, R67: until the dealer is revealed")
    may = spot.table.phase is Phase.SETTING and spot.memory.may_permit and not spot.memory.permitted
    yield Move(c.PermitWithdrawal(by=SUPERVISOR), may, "5.10, R93")
    yield Move(c.PermitWithdrawal(by=DEALER_BY), False, "R93: permitted by a Pit Supervisor")


def _revealed(_spot: Spot) -> Iterator[Move]:
    for at in (1, 2):
        yield from (Move(c.Concede(by=player, position=at)) for player in PLAYERS)
        yield Move(c.ViewConceded(by=SUPERVISOR, position=at))
    yield Move(c.Settle(by=DEALER_BY), True, "3.17")
    yield Move(c.WithdrawRemaining(by=PLAYERS[0]), False, "R67")
    yield from (Move(c.Prohibit(by=SHIFT_MANAGER, player=name)) for name in ("ann", "bob"))


_IN_PHASE = {
    Phase.BETWEEN_ROUNDS: _between,
    Phase.BETTING: _betting,
    Phase.CLOSED: _closed,
    Phase.SETTING: _setting,
    Phase.REVEALED: _revealed,
}


def _corrections(spot: Spot) -> Iterator[Move]:
    """Correcting the last settled round is always possible, whatever is on hold (R95)."""
    past = spot.past
    if past is None:
        yield Move(c.Correct(by=SUPERVISOR, round=max(spot.table.round, 1)), False, "nothing to correct")
        return
    done = spot.table.corrections.get(past.round)
    gone = done.removed if done else frozenset()
    wrong = any(hand.wrong for at, hand in past.hands.items() if at not in gone)
    open_still = done is None or not (done.set_right or done.void)
    printed = spot.start.book.procedure.irregularity(Fault.WRONG_HOUSE_WAY) is not None
    yield Move(c.Correct(by=SUPERVISOR, round=past.round), wrong and open_still and printed, "5.17.1, R95")
    yield Move(c.Correct(by=DEALER_BY, round=past.round), False, "R87")


def _on_hold(spot: Spot) -> Iterator[Move]:
    """The remedies offered, by the role they name and by the one below it; and acts that must wait."""
    offered = remedies(spot.start.book, spot.table)
    for printed in offered:
        for command in ordered(spot, printed, by=staff(printed.by)):
            yield Move(command)
            if printed.by > Role.DEALER:
                below = c.Actor("below", Role(printed.by - 1))
                yield Move(
                    c.RemedyFault(by=below, remedy=printed.remedy, moves=command.moves, hands=command.hands),
                    False,
                    "R87",
                )
    for remedy in Remedy:
        if remedy not in {printed.remedy for printed in offered}:
            yield Move(c.RemedyFault(by=SHIFT_MANAGER, remedy=remedy), False, "not printed for this")
    reported = spot.table.hold
    assert reported is not None
    yield Move(c.Retract(by=DEALER_BY), reported.role <= Role.DEALER, "5, R87: not what a higher position reported")
    yield Move(c.Retract(by=SHIFT_MANAGER), True, "5")
    yield Move(c.AnnouncePlaceYourBets(by=DEALER_BY), False, "on hold")
    yield Move(c.Settle(by=DEALER_BY), False, "on hold")
    yield Move(c.Report(by=DEALER_BY, fault=Fault.OTHER), False, "on hold")


def staff(role: Role) -> c.Actor:
    """Somebody of a role."""
    return STAFF[role - 1]


def ordered(spot: Spot, printed: PrintedRemedy, *, by: c.Actor) -> Iterator[c.RemedyFault]:
    """A remedy with every sensible detail."""
    table, hold = spot.table, spot.table.hold
    assert hold is not None
    if printed.remedy is not Remedy.RECONSTRUCT:
        yield c.RemedyFault(by=by, remedy=printed.remedy)
        return
    if hold.fault is Fault.MISDEAL:
        lying = sorted(table.hands)
        for order in itertools.permutations([DEALER, *sorted(table.wagers)], len(lying)):
            changed = {start: to for start, to in zip(lying, order, strict=True) if start != to}
            if changed:
                yield c.RemedyFault(by=by, remedy=printed.remedy, moves=changed)
        return
    at = DEALER if hold.fault is Fault.DEALER_COUNT else hold.position
    held = table.hands[at].cards if at in table.hands else ()
    others = {card for where, hand in table.hands.items() if where != at for card in hand.cards}
    spare = [card.text for card in spot.start.book.deck.cards if card.text not in {*held, *others, *SPARE}]
    number = spot.start.book.dealt
    whole = held[:number] if len(held) >= number else (*held, *spare[: number - len(held)])
    yield c.RemedyFault(by=by, remedy=printed.remedy, hands={at: whole})
