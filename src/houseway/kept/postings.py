"""The accounts of tables and players, and the chips each event moves between them.

Here: what the accounts stand for, and the postings of events, as pure functions. Not here: whether an account may go
below zero (`journal.ledger`).

    player:NAME        a player's chips; never below zero
    owed:NAME          what a player could not pay back after a correction, as a negative balance
    escrow:TABLE       stakes on the layout until they are settled; never below zero
    house:TABLE        what the table has won or lost
    commission:TABLE   commission taken
    cage               where chips are bought: minus all chips in circulation

A debt is booked instead of refusing the correction, so that one player cannot hold up the others.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence

from houseway.journal.entry import Posting
from houseway.journal.ledger import CAGE
from houseway.table import events as e


def player(name: str) -> str:
    """The account of a player's chips."""
    return f"player:{name}"


def owed(name: str) -> str:
    """The account of a player's debt."""
    return f"owed:{name}"


def escrow(table: str) -> str:
    """The account of the stakes on a layout."""
    return f"escrow:{table}"


def house(table: str) -> str:
    """The account of the house at a table."""
    return f"house:{table}"


def commission(table: str) -> str:
    """The account of the commission taken at a table."""
    return f"commission:{table}"


def bought(name: str, cents: int) -> tuple[Posting, ...]:
    """A player buys chips at the cage.

    >>> bought("ann", 100)
    (Posting(account='cage', cents=-100), Posting(account='player:ann', cents=100))
    """
    return (Posting(CAGE, -cents), Posting(player(name), cents))


_CORRECTING = (e.SettlementCorrected, e.EnvyCorrected)


def postings(table: str, event: e.Event) -> tuple[Posting, ...]:
    """The chips an event moves; the postings sum to zero, and none is zero itself."""
    return tuple(posting for posting in _postings(event, table) if posting.cents)


def retrieved_from(events: Iterable[e.Event]) -> frozenset[str]:
    """The players who have to pay something back in a correction."""
    return frozenset(event.player for event in events if isinstance(event, _CORRECTING) and event.cents < 0)


def corrected(table: str, events: Sequence[e.Event], chips: Mapping[str, int]) -> tuple[tuple[Posting, ...], ...]:
    """The chips each event of a correction moves, where players have `chips`; what they lack becomes a debt.

    >>> won = {"round": 1, "wager": "main", "was": "win", "result": "loss", "player": "ann"}
    >>> corrected("one", [e.SettlementCorrected(position=1, cents=-950, commission=-50, **won)], {"ann": 200})
    ((Posting(account='player:ann', cents=-200),
      Posting(account='owed:ann', cents=-750),
      Posting(account='commission:one', cents=-50),
      Posting(account='house:one', cents=1000)),)
    """
    left = dict(chips)
    for event in events:
        if isinstance(event, _CORRECTING) and event.cents > 0:
            left[event.player] = left.get(event.player, 0) + event.cents
    found = []
    for event in events:
        moved = postings(table, event)
        if isinstance(event, _CORRECTING) and event.cents < 0:
            paid = min(left.get(event.player, 0), -event.cents)
            left[event.player] = left.get(event.player, 0) - paid
            parts = (Posting(player(event.player), -paid), Posting(owed(event.player), event.cents + paid))
            moved = (*(part for part in parts if part.cents), *moved[1:])
        found.append(moved)
    return tuple(found)


@functools.singledispatch
def _postings(event: e.Event, table: str) -> tuple[Posting, ...]:
    del event, table
    return ()


@_postings.register
def _(event: e.WagerPlaced, table: str) -> tuple[Posting, ...]:
    return (Posting(player(event.player), -event.cents), Posting(escrow(table), event.cents))


@_postings.register
def _(event: e.WagerWithdrawn, table: str) -> tuple[Posting, ...]:
    return (Posting(player(event.player), event.cents), Posting(escrow(table), -event.cents))


@_postings.register
def _(event: e.WagerFound, table: str) -> tuple[Posting, ...]:
    more = event.cents - event.was
    return (Posting(player(event.player), -more), Posting(escrow(table), more))


@_postings.register
def _(event: e.WagerSettled, table: str) -> tuple[Posting, ...]:
    return (
        Posting(escrow(table), -event.stake),
        Posting(player(event.player), event.received),
        Posting(commission(table), event.commission),
        Posting(house(table), event.stake - event.back - event.payout),
    )


@_postings.register(e.EnvyPaid)
@_postings.register(e.EnvyCorrected)
def _(event: e.EnvyPaid | e.EnvyCorrected, table: str) -> tuple[Posting, ...]:
    return (Posting(player(event.player), event.cents), Posting(house(table), -event.cents))


@_postings.register
def _(event: e.SettlementCorrected, table: str) -> tuple[Posting, ...]:
    return (
        Posting(player(event.player), event.cents),
        Posting(commission(table), event.commission),
        Posting(house(table), -event.cents - event.commission),
    )
