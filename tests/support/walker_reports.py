"""Every report the walker makes, with its details, and where the documents say that it must be taken or refused.

Here: one function for each kind of fault. Not here: the remedies (`walker_moves`).
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

from houseway.rulebook.procedure import Fault, Phase
from houseway.table import commands as c
from houseway.table.state import DEALER
from support.walker_moves import Move
from support.walker_spot import Spot
from support.walker_starts import DEALER_BY, PLAYERS, SUPERVISOR

AFTER_BETTING = (Phase.CLOSED, Phase.SETTING, Phase.REVEALED)
IN_A_ROUND = (Phase.BETTING, *AFTER_BETTING)
DEALT = (Phase.SETTING, Phase.REVEALED)
_report = functools.partial(c.Report, by=DEALER_BY)


def reports(spot: Spot) -> Iterator[Move]:
    """Every fault with its details; a book that does not print a fault must refuse it."""
    procedure = spot.start.book.procedure
    for fault, details in (
        (Fault.WRONG_DECK, _always),
        (Fault.MISDEAL, _misdeal),
        (Fault.DEALER_COUNT, _dealer_count),
        (Fault.PLAYER_COUNT, _player_count),
        (Fault.CARDS_EXPOSED, _cards_exposed),
        (Fault.LATE_WAGER, _late_wager),
        (Fault.LATE_WITHDRAWAL, _late_withdrawal),
        (Fault.NO_CARDS, _no_cards),
        (Fault.UNWAGERED_CARDS, _unwagered),
        (Fault.DEVICE_COUNT, _counted),
        (Fault.DECK_COUNT, _counted),
        (Fault.UNDER_MINIMUM, _amounts),
        (Fault.OVER_MAXIMUM, _amounts),
        (Fault.CONFIDENTIALITY, _confidentiality),
        (Fault.SECOND_HAND_VIEWED, _second_hand),
        (Fault.WRONG_HOUSE_WAY, _wrong_setting),
        (Fault.POWER_FAILURE, _power_failure),
        (Fault.OTHER, _other),
    ):
        printed = procedure.irregularity(fault)
        if printed is None:
            yield Move(_report(fault=fault, position=1, cards=1, player="ann"), False, "the book has no such clause")
            continue
        yield from details(spot, fault)


def _always(spot: Spot, fault: Fault) -> Iterator[Move]:
    yield Move(_report(fault=fault), _by_hand(spot, *IN_A_ROUND), "in a round, R76")


def _power_failure(spot: Spot, fault: Fault) -> Iterator[Move]:
    yield from _always(spot, fault)
    yield Move(c.Report(by=c.HOUSE, fault=fault), spot.table.phase in IN_A_ROUND, "5.18: after a restart")


def _by_hand(spot: Spot, *phases: Phase) -> bool:
    """Whether it is time for a fault that cannot happen where the house deals its own deck, holding the chips (R76)."""
    return spot.table.phase in phases and not spot.memory.own_deck


def _misdeal(spot: Spot, fault: Fault) -> Iterator[Move]:
    """5.2: while nobody has handled cards, also after the reveal (R89), and never for the house's own deck (R76)."""
    dealt = spot.table.phase in DEALT
    always = "5.2" if spot.start.book.id == "mbs-v3" else ""
    for handled in (False, True):
        fits = dealt and not spot.memory.own_deck and (bool(always) or not (spot.found or handled))
        yield Move(_report(fault=fault, handled=handled), fits, "5.2, R76, R79, R89")


def _dealer_count(spot: Spot, fault: Fault) -> Iterator[Move]:
    yield from _wrong_count(spot, fault, DEALER)


def _player_count(spot: Spot, fault: Fault) -> Iterator[Move]:
    for at in (1, 2):
        yield from _wrong_count(spot, fault, at)


def _wrong_count(spot: Spot, fault: Fault, at: int) -> Iterator[Move]:
    """5.3 and 5.7: once cards were handled (R65), and until the next round begins (R89)."""
    table, book = spot.table, spot.start.book
    report = functools.partial(_report, fault=fault, position=-1 if at == DEALER else at)
    if table.phase is Phase.BETWEEN_ROUNDS:
        gone = spot.memory.corrected & {"void", str(at)}
        played = spot.past is not None and at in spot.past.hands and (at == DEALER or at in spot.past.wagers)
        fits = table.settled and played and not gone and not spot.memory.own_deck
        yield Move(report(cards=8), fits, "R89, R76")
        yield Move(report(), False, "the number that was found is missing")
        return
    number = len(table.hands[at].cards) if at in table.hands else 0
    there = at == DEALER or (at in table.wagers and number > 0)  # no cards at all: 5.8, or 6.1 by R65
    wrong = _by_hand(spot, *DEALT) and number != book.dealt and there
    for handled in (False, True):
        yield Move(report(handled=handled), wrong and (spot.found or handled), "R65, R79")
    found = _by_hand(spot, *DEALT) and there
    yield Move(report(cards=book.dealt + 1, handled=True), found, "R89: what was found decides in a physical deal")
    if at == DEALER:
        yield Move(report(position=1, handled=True), False, "the dealer's hand lies at no position")


def _cards_exposed(spot: Spot, fault: Fault) -> Iterator[Move]:
    for number in (0, 1, 2):
        fits = _by_hand(spot, Phase.CLOSED, Phase.SETTING) and number > 0
        yield Move(_report(fault=fault, cards=number), fits, "5.4, R88")


def _late_wager(spot: Spot, fault: Fault) -> Iterator[Move]:
    late = functools.partial(_report, fault=fault, wager=spot.start.book.main.key)
    fits = spot.table.phase in AFTER_BETTING
    for at in (1, 2):
        yield Move(late(position=at, player="cat", cents=100), fits, "5.5: also where nobody sits")
    yield Move(late(position=3, player="cat", cents=100), False, "no such position")
    yield Move(late(position=1, player="cat"), False, "the amount is missing")
    yield Move(late(position=1, player="cat", cents=10**32), False, "no layout holds that")


def _late_withdrawal(spot: Spot, fault: Fault) -> Iterator[Move]:
    for at, wager, player in spot.memory.stakes:
        fits = spot.table.phase in AFTER_BETTING
        yield Move(_report(fault=fault, position=at, wager=wager, player=player), fits, "5.6")


def _no_cards(spot: Spot, fault: Fault) -> Iterator[Move]:
    for at in (1, 2):
        lacks = at in spot.table.wagers and at not in spot.table.hands and _by_hand(spot, *DEALT)
        yield Move(_report(fault=fault, position=at), lacks and bool(spot.memory.viewed), "5.8, R79")


def _unwagered(spot: Spot, fault: Fault) -> Iterator[Move]:
    for at in (1, 2):
        lies = at in spot.table.hands and at not in spot.table.wagers and _by_hand(spot, *DEALT)
        yield Move(_report(fault=fault, position=at), lies and bool(spot.memory.viewed), "5.9, R79, R89")
    yield Move(_report(fault=fault, position=DEALER), False, "the dealer needs no wager")


def _counted(spot: Spot, fault: Fault) -> Iterator[Move]:
    size = spot.start.book.deck.size
    for number in (-1, 0, size - 1, size, size + 1, 999):
        fits = _by_hand(spot, *IN_A_ROUND) and 0 < number < 999
        fits = fits and not (fault is Fault.DECK_COUNT and number == size)
        yield Move(_report(fault=fault, cards=number), fits, "R91: give the count")


def _amounts(spot: Spot, fault: Fault) -> Iterator[Move]:
    """5.12 and 5.13: any whole cents (R82), measured on the sum of the parts (R80)."""
    table, memory = spot.table, spot.memory
    for (at, wager, player), cents in memory.stakes.items():
        if wager not in table.limits:
            continue
        least, most = table.limits[wager]
        lies = memory.whole.get((at, wager), 0) if fault is Fault.UNDER_MINIMUM else table.total(at, wager)
        others = lies - cents
        outside = max(1, least - others - 333) if fault is Fault.UNDER_MINIMUM else most - others + 333
        total = others + outside
        fits = _by_hand(spot, Phase.REVEALED) and (total < least if fault is Fault.UNDER_MINIMUM else total > most)
        report = functools.partial(_report, fault=fault, position=at, wager=wager, player=player)
        yield Move(report(cents=outside), fits, "R80, R82")
        inside = report(cents=max(least - others, 1))
        yield Move(inside, False if least <= others + inside.cents <= most else None, "within the limits")


def _confidentiality(spot: Spot, fault: Fault) -> Iterator[Move]:
    for player in PLAYERS:
        seated = player.name in spot.table.seats.values() or player.name in spot.table.played
        there = seated or any(part[2] == player.name for part in spot.memory.stakes)
        fits = there and player.name not in spot.table.prohibited
        yield Move(_report(fault=fault, player=player.name), fits, "5.15, R89: at any time")


def _second_hand(spot: Spot, fault: Fault) -> Iterator[Move]:
    table = spot.table
    for at in (1, 2):
        fits = table.phase in DEALT and at in table.wagers and at in table.hands
        first = spot.memory.viewed.get(table.controller(at)) if fits else None
        yield Move(_report(fault=fault, position=at), first not in (None, at), "5.16, R79")


def _wrong_setting(spot: Spot, fault: Fault) -> Iterator[Move]:
    for at in (DEALER, 1, 2):
        hand = spot.table.hands.get(at)
        wrong = hand is not None and hand.wrong and spot.table.phase in DEALT
        yield Move(_report(fault=fault, position=at), wrong, "5.17")


def _other(_spot: Spot, fault: Fault) -> Iterator[Move]:
    yield Move(_report(fault=fault, note="something else"), True, "6.1, R89: at any time")
    yield Move(_report(fault=fault, position=1, note="something else"), True, "6.1, R89: at any time")
    yield Move(c.Report(by=SUPERVISOR, fault=fault, note="something else"), True, "6.1: by anybody of the staff")
    yield Move(_report(fault=fault, player="zed", note="something else"), False, "6.1: nobody of that name is here")
    yield Move(_report(fault=fault, position=1), False, "6.1: nobody can decide on what is not said")
