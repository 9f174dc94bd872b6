"""Correcting a settled round: a hand was not set the house way, or a hand turned out to have a wrong number of cards.

Here: what the round should have paid, and the difference. The round itself is never edited: a correction is a new entry
that refers to it, and a later correction goes on from there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from houseway.errors import Refused
from houseway.rulebook.comparison import Result
from houseway.rulebook.procedure import Permission
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.ranks import rank
from houseway.table.settle import settle
from houseway.table.state import DEALER, Correction, Hand, Table


def correct(
    book: Rulebook, table: Table, command: c.Correct, row: Permission, past: Table | None
) -> tuple[e.Event, ...]:
    """Pay or retrieve the difference that the right setting makes."""
    if command.round < 1:
        raise Refused("name a settled round of this table; the first is round 1", clause=row.cite)
    if past is None or past.round != command.round:
        raise Refused(f"there is no settled round {command.round}", clause=row.cite)
    done = table.corrections.get(command.round, Correction())
    if done.void:
        raise Refused(f"round {command.round} is void", clause=row.cite)
    if done.set_right:
        raise Refused(f"round {command.round} has already been corrected", clause=row.cite)
    before = as_corrected(book, past, done)
    after = set_right(book, before)
    if after == before:
        raise Refused(f"every hand of round {command.round} was set the house way", clause=row.cite)
    return (
        *_difference(book, before, after, row.cite),
        e.RoundCorrected(round=command.round, by=command.by.name, clause=row.cite),
    )


def correct_by_remedy(
    book: Rulebook, table: Table, past: Table | None, by: str, clause: str, *, removed: Sequence[int], void: bool
) -> tuple[e.Event, ...]:
    """Return the wagers of some hands of the last round, or of all of it, now that it is settled."""
    if past is None or past.round != table.round:
        raise Refused(f"there is no settled round {table.round}", clause=clause)
    done = table.corrections.get(table.round, Correction())
    gone = tuple(at for at in removed if at not in done.removed)
    before = as_corrected(book, past, done)
    after = as_corrected(book, past, replace(done, removed=done.removed | set(gone), void=done.void or void))
    unmarked = _settled_short(book, before) - _settled_short(book, after) - past.under_minimum
    return (
        *_difference(book, before, after, clause),
        e.RoundCorrected(
            round=table.round, by=by, removed=gone, void=void, unmarked=tuple(sorted(unmarked)), clause=clause
        ),
    )


def as_corrected(book: Rulebook, past: Table, done: Correction) -> Table:
    """The table before a round was settled, as it should have been by the corrections made so far."""
    if done.void:
        return replace(past, wagers={}, hands={at: hand for at, hand in past.hands.items() if at == DEALER})
    right = set_right(book, past) if done.set_right else past
    for at in sorted(done.removed):
        parts = {wager: right.total(at, wager) for wager in right.wagers.get(at, {})}
        right = replace(
            right,
            wagers={other: wagers for other, wagers in right.wagers.items() if other != at},
            hands={other: hand for other, hand in right.hands.items() if other != at},
            returned={**right.returned, at: parts},
        )
    return right


def _difference(book: Rulebook, before: Table, after: Table, clause: str) -> Iterator[e.Event]:
    """What must be paid or retrieved so that everybody has what the right settlement pays."""
    was, now = settle(book, before), settle(book, after)
    paid = {_key(event): event for event in now if isinstance(event, e.WagerSettled)}
    for event in was:
        if not isinstance(event, e.WagerSettled):
            continue
        right = paid.get(_key(event)) or e.WagerSettled(
            position=event.position, wager=event.wager, player=event.player,
            stake=event.stake, result=Result.RETURNED, back=event.stake,
        )  # fmt: skip
        cents = right.received - event.received
        if cents or right.result != event.result:
            yield e.SettlementCorrected(
                round=before.round,
                position=event.position,
                wager=event.wager,
                player=event.player,
                was=event.result,
                result=right.result,
                cents=cents,
                commission=right.commission - event.commission,
                clause=clause,
            )
    envied = {(event.player, event.position): 0 for event in (*was, *now) if isinstance(event, e.EnvyPaid)}
    for sign, events in ((-1, was), (1, now)):
        for event in events:
            if isinstance(event, e.EnvyPaid):
                envied[event.player, event.position] += sign * event.cents
    for (player, position), cents in envied.items():
        if cents:
            yield e.EnvyCorrected(round=before.round, position=position, player=player, cents=cents, clause=clause)


def _settled_short(book: Rulebook, table: Table) -> set[str]:
    """The players of whom a wager below the minimum is settled, which is done once only."""
    settled = (event for event in settle(book, table) if isinstance(event, e.WagerSettled))
    return {event.player for event in settled if event.limit is e.LimitRule.UNDER_MINIMUM}


def set_right(book: Rulebook, table: Table) -> Table:
    """The table with every hand the dealer set put right by the house way.

    Where the dealer's own hand changes, hands that were conceded to it count again.
    """
    hands = {position: _right(book, hand) for position, hand in table.hands.items()}
    if DEALER in hands and hands[DEALER] != table.hands[DEALER]:
        hands = {position: replace(hand, conceded=False) for position, hand in hands.items()}
    return replace(table, hands=hands)


def _right(book: Rulebook, hand: Hand) -> Hand:
    if not hand.house_way or len(hand.cards) != book.dealt:
        return hand
    setting = book.set(hand.cards)
    if (rank(book, hand.low), rank(book, hand.high)) == (setting.low_rank, setting.high_rank):
        return hand
    return replace(hand, low=tuple(card.text for card in setting.low), house_way=setting.clause, wrong=False)


def _key(event: e.WagerSettled) -> tuple[int, str, str]:
    return event.position, event.wager, event.player
