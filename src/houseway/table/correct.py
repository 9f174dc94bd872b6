"""Correcting a settled round in which a hand was not set the house way.

Here: what the round should have paid, and the difference. The round itself is never edited: a correction is a new entry
that refers to it.
"""

from __future__ import annotations

from msgspec.structs import replace

from houseway.errors import Refused
from houseway.rulebook.procedure import Permission
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.ranks import rank
from houseway.table.settle import settle
from houseway.table.state import Hand, Table


def correct(
    book: Rulebook, table: Table, command: c.Correct, row: Permission, past: Table | None
) -> tuple[e.Event, ...]:
    """Pay or retrieve the difference that the right setting makes."""
    if past is None or past.round != command.round:
        raise Refused(f"there is no settled round {command.round}", clause=row.cite)
    if command.round in table.corrected:
        raise Refused(f"round {command.round} has already been corrected", clause=row.cite)
    right = set_right(book, past)
    if right == past:
        raise Refused(f"every hand of round {command.round} was set the house way", clause=row.cite)
    before = {_key(event): event for event in settle(book, past) if isinstance(event, e.WagerSettled)}
    events: list[e.Event] = []
    for event in settle(book, right):
        if not isinstance(event, e.WagerSettled):
            continue
        was = before[_key(event)]
        cents = event.received - was.received
        if cents or event.result != was.result:
            events.append(
                e.SettlementCorrected(
                    round=command.round,
                    position=event.position,
                    wager=event.wager,
                    player=event.player,
                    was=was.result,
                    result=event.result,
                    cents=cents,
                    commission=event.commission - was.commission,
                    clause=row.cite,
                )
            )
    return (*events, e.RoundCorrected(round=command.round, by=command.by.name, clause=row.cite))


def set_right(book: Rulebook, table: Table) -> Table:
    """The table with every hand the dealer set put right by the house way."""
    return replace(table, hands={position: _right(book, hand) for position, hand in table.hands.items()})


def _right(book: Rulebook, hand: Hand) -> Hand:
    if not hand.house_way or len(hand.cards) != book.dealt:
        return hand
    setting = book.set(hand.cards)
    if (rank(hand.low), rank(hand.high)) == (setting.low_rank, setting.high_rank):
        return hand
    return replace(hand, low=tuple(card.text for card in setting.low), house_way=setting.clause)


def _key(event: e.WagerSettled) -> tuple[int, str, str]:
    return event.position, event.wager, event.player
