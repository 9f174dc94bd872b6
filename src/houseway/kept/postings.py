"""What each event of a table moves between accounts.

Here: the postings of events, pure functions. Stakes lie in the table's escrow until they are settled; the house pays
and collects from its own account, commission has one of its own. What a player cannot pay back of a correction is
booked as his debt, so that it holds nobody else up. Not here: whether an account can bear the rest (`ledger`).
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
    """The account of what a player owes."""
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


def postings(table: str, event: e.Event) -> tuple[Posting, ...]:
    """What an event moves; it sums to zero, and accounts that nothing moves on are left out."""
    return tuple(posting for posting in _postings(event, table) if posting.cents)


def retrieved_from(events: Iterable[e.Event]) -> frozenset[str]:
    """The players from whom a correction retrieves something."""
    return frozenset(event.player for event in events if isinstance(event, e.SettlementCorrected) and event.cents < 0)


def corrected(table: str, events: Sequence[e.Event], chips: Mapping[str, int]) -> tuple[tuple[Posting, ...], ...]:
    """What each event of a correction moves where players have these chips: beyond them a player pays with a debt.

    >>> won = {"round": 1, "wager": "main", "was": "win", "result": "loss", "player": "ann"}
    >>> corrected("one", [e.SettlementCorrected(position=1, cents=-950, commission=-50, **won)], {"ann": 200})
    ((Posting(account='player:ann', cents=-200),
      Posting(account='owed:ann', cents=-750),
      Posting(account='commission:one', cents=-50),
      Posting(account='house:one', cents=1000)),)
    """
    left = dict(chips)
    for event in events:
        if isinstance(event, e.SettlementCorrected) and event.cents > 0:
            left[event.player] = left.get(event.player, 0) + event.cents
    found = []
    for event in events:
        moved = postings(table, event)
        if isinstance(event, e.SettlementCorrected) and event.cents < 0:
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


@_postings.register
def _(event: e.EnvyPaid, table: str) -> tuple[Posting, ...]:
    return (Posting(player(event.player), event.cents), Posting(house(table), -event.cents))


@_postings.register
def _(event: e.SettlementCorrected, table: str) -> tuple[Posting, ...]:
    return (
        Posting(player(event.player), event.cents),
        Posting(commission(table), event.commission),
        Posting(house(table), -event.cents - event.commission),
    )
