"""What the cage records: shifts, buy-ins, cash-outs, fills, credits, counts, and tables that close for good.

Here: each act as plain data, the chips and the cash it moves, and its sentence. Not here: whether an act is allowed
(`desk`), or sums of them (`report`). Amounts are integer cents.

All acts are entries of one stream, `cage`; the version of an entry is the number of its slip.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

import msgspec

from houseway.journal.entry import Posting, Recorded
from houseway.journal.ledger import CAGE
from houseway.kept.bodies import read_body
from houseway.kept.postings import (
    CASH_OF_PLAYERS,
    cash_taken,
    commission,
    drop,
    float_of,
    house,
    player,
    variance,
)
from houseway.money import money

STREAM: Final = "cage"
OPENING, CLOSING, BETWEEN = WHEN = ("opening", "closing", "between")
"""When a float is counted: at the opening or the closing of a shift, or in between."""


class Act(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Something the cage did; the desk adds by whom, in which position, in which shift and when (UTC)."""

    by: str = ""
    role: str = ""
    confirmed_by: str = ""
    """Who confirmed it, where it takes two people."""
    shift: int = 0
    at: str = ""


class ShiftOpened(Act, frozen=True, tag="shift opened"):
    """A shift began."""


class ShiftClosed(Act, frozen=True, tag="shift closed"):
    """A shift ended; its report is final."""


class BoughtIn(Act, frozen=True, tag="buy-in"):
    """A player bought chips for cash: at a table, into its drop box, or at the cage."""

    player: str
    cents: int
    table: str = ""


class CashedOut(Act, frozen=True, tag="cash-out"):
    """A player turned chips into cash at the cage."""

    player: str
    cents: int


class Filled(Act, frozen=True, tag="fill"):
    """The cage put chips into a table's tray."""

    table: str
    cents: int


class Credited(Act, frozen=True, tag="credit"):
    """A table gave chips from its tray back to the cage."""

    table: str
    cents: int
    retired: bool = False
    """Whether the table closed for good, and gave back all that was left."""


class Counted(Act, frozen=True, tag="float counted"):
    """The chips in a table's tray were counted; from now on the tray holds what was counted."""

    table: str
    cents: int
    expected: int = 0
    """What the ledger expected to be there."""
    when: str = BETWEEN

    @property
    def over(self) -> int:
        """What was found too much; negative where chips were missing."""
        return self.cents - self.expected


AnyAct: TypeAlias = ShiftOpened | ShiftClosed | BoughtIn | CashedOut | Filled | Credited | Counted
_decoder: msgspec.json.Decoder[AnyAct] = msgspec.json.Decoder(AnyAct)


def tray_accounts(table: str) -> tuple[str, str, str]:
    """The accounts that together are the chips in a table's tray."""
    return float_of(table), house(table), commission(table)


def tray(balances: Mapping[str, int], table: str) -> int:
    """The chips in a table's tray.

    >>> tray({"float:one": 50000, "house:one": -12000, "commission:one": 600}, "one")
    38600
    """
    return sum(balances.get(account, 0) for account in tray_accounts(table))


def tray_after(act: AnyAct, before: int) -> int:
    """The chips in the tray of an act's table after it.

    >>> tray_after(Filled(table="one", cents=500), 300)
    800
    """
    table = getattr(act, "table", "")
    return before + sum(posting.cents for posting in postings(act) if posting.account in tray_accounts(table))


def postings(act: AnyAct) -> tuple[Posting, ...]:
    """The chips and the cash that an act moves; they sum to zero.

    >>> postings(Filled(table="one", cents=500))
    (Posting(account='cage', cents=-500), Posting(account='float:one', cents=500))
    """
    match act:
        case BoughtIn(table="", player=name, cents=cents):
            return (Posting(CAGE, -cents), Posting(player(name), cents), *cash_taken(cents))
        case BoughtIn(table=table, player=name, cents=cents):
            cash = (Posting(drop(table), cents), Posting(CASH_OF_PLAYERS, -cents))
            return (Posting(float_of(table), -cents), Posting(player(name), cents), *cash)
        case CashedOut(player=name, cents=cents):
            return (Posting(player(name), -cents), Posting(CAGE, cents), *cash_taken(-cents))
        case Filled(table=table, cents=cents):
            return (Posting(CAGE, -cents), Posting(float_of(table), cents))
        case Credited(table=table, cents=cents):
            both = (Posting(float_of(table), -cents), Posting(CAGE, cents))
            return tuple(posting for posting in both if posting.cents)
        case Counted(table=table):
            both = (Posting(float_of(table), act.over), Posting(variance(table), -act.over))
            return tuple(posting for posting in both if posting.cents)
        case _:
            return ()


def say(act: AnyAct) -> str:
    """An act as a sentence.

    >>> say(Counted(table="one", cents=900, expected=1000))
    'the float of one was counted: 9.00, 1.00 short of the 10.00 expected'
    """
    match act:
        case ShiftOpened():
            return f"shift {act.shift} was opened"
        case ShiftClosed():
            return f"shift {act.shift} was closed"
        case BoughtIn():
            return f"a buy-in of {money(act.cents)} by {act.player} at {act.table or 'the cage'}"
        case CashedOut():
            return f"a cash-out of {money(act.cents)} by {act.player}"
        case Filled():
            return f"a fill of {money(act.cents)} for {act.table}"
        case Credited(retired=True):
            return f"a last credit of {money(act.cents)} from {act.table}, which closed for good"
        case Credited():
            return f"a credit of {money(act.cents)} from {act.table}"
        case Counted():
            way = "over" if act.over > 0 else "short of"
            found = f"{money(abs(act.over))} {way} the {money(act.expected)} expected" if act.over else "as expected"
            when = f" at the {act.when}" if act.when != BETWEEN else ""
            return f"the float of {act.table} was counted{when}: {money(act.cents)}, {found}"


def kind(act: AnyAct) -> str:
    """The kind of an act, as it is recorded."""
    return str(act.__struct_config__.tag)


def encode(act: AnyAct) -> bytes:
    """An act as it is recorded."""
    return msgspec.json.encode(act, order="sorted")


def read(recorded: Recorded) -> AnyAct:
    """An act as it was recorded."""
    return read_body(recorded, _decoder, "it is not an act of the cage")
