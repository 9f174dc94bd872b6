"""The accounts of tables and players, and the chips each event moves between them.

Here: what the accounts stand for, and the postings of events, as pure functions. Not here: whether an account may go
below zero (`journal.ledger`).

    player:NAME        a player's chips; never below zero
    owed:NAME          what a player owes after corrections, as a negative balance (`debts`)
    escrow:TABLE       stakes and a player's bank on the layout until they are settled; never below zero
    house:TABLE        what the table has won or lost
    house:written off  debts the house has written off; no table has this name
    commission:TABLE   commission taken
    float:TABLE        chips that the cage put into a table's tray, less those sold there (`cage`)
    variance:TABLE     minus what counts of the tray found too much
    drop:TABLE         cash in a table's drop box
    cash:cage          cash that the cage took in, less what it paid out
    cash:players       minus all cash that players brought
    cage               where chips come from: minus all chips that are not in the cage

What lies in a table's tray is the sum of `float:`, `house:` and `commission:` of the table: winnings go there.

A debt is booked instead of refusing the correction, so that one player cannot hold up the others.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence

from houseway.journal.entry import Posting
from houseway.journal.ledger import CAGE
from houseway.rulebook.comparison import Result
from houseway.table import events as e
from houseway.table.state import Table

CORRECTIONS = (e.SettlementCorrected, e.EnvyCorrected)
"""The events by which a correction pays a player, or takes money back."""


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


def float_of(table: str) -> str:
    """The account of the chips that the cage put into a table's tray."""
    return f"float:{table}"


def variance(table: str) -> str:
    """The account of what counts of a table's tray found too much or too little."""
    return f"variance:{table}"


def drop(table: str) -> str:
    """The account of the cash in a table's drop box."""
    return f"drop:{table}"


WRITTEN_OFF = house("written off")
CASH_IN_CAGE, CASH_OF_PLAYERS = "cash:cage", "cash:players"


def bought(name: str, cents: int) -> tuple[Posting, ...]:
    """A player buys chips at the cage.

    >>> bought("ann", 100)
    (Posting(account='cage', cents=-100), Posting(account='player:ann', cents=100))
    """
    return (Posting(CAGE, -cents), Posting(player(name), cents))


def repaid_in_chips(name: str, cents: int) -> tuple[Posting, ...]:
    """A debt is paid from a player's chips: from winnings, or by the player."""
    return (Posting(player(name), -cents), Posting(owed(name), cents))


def repaid_in_cash(name: str, cents: int) -> tuple[Posting, ...]:
    """A debt is paid in cash: as if the player had bought chips and paid with them."""
    return (Posting(CAGE, -cents), Posting(owed(name), cents), *cash_taken(cents))


def cash_taken(cents: int) -> tuple[Posting, ...]:
    """The cage takes cash from a player; negative where it pays out."""
    return (Posting(CASH_IN_CAGE, cents), Posting(CASH_OF_PLAYERS, -cents))


def written_off(name: str, cents: int) -> tuple[Posting, ...]:
    """A debt is written off: the house bears it."""
    return (Posting(WRITTEN_OFF, -cents), Posting(owed(name), cents))


def postings(table: str, event: e.Event) -> tuple[Posting, ...]:
    """The chips an event moves; the postings sum to zero, and none is zero itself."""
    return tuple(posting for posting in _postings(event, table) if posting.cents)


def retrieved_from(events: Iterable[e.Event]) -> frozenset[str]:
    """The players who have to pay something back in a correction."""
    return frozenset(event.player for event in events if isinstance(event, CORRECTIONS) and event.cents < 0)


def winnings(events: Sequence[e.Event], before: Table | None = None) -> dict[str, int]:
    """What players win: payouts less commission, and Envy Bonuses, but no stake that comes back.

    What a correction takes from a player is subtracted. `before` is the table before the corrected round was settled.

    >>> won = e.WagerSettled(
    ...     position=1, wager="main", player="ann", stake=1000, result="win", payout=1000, commission=50, back=1000
    ... )
    >>> winnings([won, e.EnvyPaid(player="bob", position=1, line="", cents=500)])
    {'ann': 950, 'bob': 500}
    """
    found: dict[str, int] = {}
    for event in events:
        match event:
            case e.WagerSettled():
                won = event.payout - event.commission
            case e.EnvyPaid() | e.EnvyCorrected():
                won = event.cents
            case e.BankSettled():
                won = event.received - event.cents
            case e.SettlementCorrected():
                won = event.cents - _stake_returned(event, before)
            case _:
                continue
        found[event.player] = found.get(event.player, 0) + won
    return {name: won for name, won in found.items() if won > 0}


def _stake_returned(event: e.SettlementCorrected, before: Table | None) -> int:
    """The player's own stake in what a correction pays: it comes back if the wager had been lost."""
    if event.cents < 0 or event.was is not Result.LOSE:
        return 0
    stakes = before.stakes(event.position, event.wager) if before else ()
    return min(event.cents, sum(stake.cents for stake in stakes if stake.player == event.player))


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
        if isinstance(event, CORRECTIONS) and event.cents > 0:
            left[event.player] = left.get(event.player, 0) + event.cents
    found = []
    for event in events:
        moved = postings(table, event)
        if isinstance(event, CORRECTIONS) and event.cents < 0:
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
    to_bank = event.lost if event.bank else 0  # a player's bank lies on the layout
    return (
        Posting(escrow(table), to_bank - event.stake),
        Posting(player(event.player), event.received),
        Posting(commission(table), event.commission),
        Posting(house(table), event.lost - to_bank),
    )


@_postings.register
def _(event: e.BankTaken, table: str) -> tuple[Posting, ...]:
    return (Posting(player(event.player), -event.cents), Posting(escrow(table), event.cents))


@_postings.register
def _(event: e.BankPassed, table: str) -> tuple[Posting, ...]:
    return (Posting(player(event.player), event.cents), Posting(escrow(table), -event.cents))


@_postings.register
def _(event: e.BankSettled, table: str) -> tuple[Posting, ...]:
    return (
        Posting(escrow(table), -event.cents - event.won),
        Posting(player(event.player), event.received),
        Posting(commission(table), event.commission),
        Posting(house(table), event.house),
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
